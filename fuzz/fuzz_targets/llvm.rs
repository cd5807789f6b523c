//! Reading of LLVM's text: any bytes give a module or an error, and a module can be laid out.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rely_llvm::ir::Type;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(module) = rely_llvm::read(text) else { return };
    for (named, layout) in module.structs.iter().zip(&module.layouts) {
        let Some(body) = &named.body else { continue };
        assert_eq!(module.struct_layout(body).as_ref(), layout.as_ref());
    }
    for global in &module.globals {
        if let (Some(size), Some(align)) = (module.size_of(&global.ty), module.align_of(&global.ty)) {
            assert!(size % align == 0 || matches!(global.ty, Type::Array(..)));
        }
    }
    for function in &module.functions {
        assert_eq!(function.locals.len(), function.local_names.len());
    }
});
