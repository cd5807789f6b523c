//! Each construct, in a text as short as possible.

use rely_llvm::ir::{
    AtomicOp, BinaryOp, BlockId, Call, CastKind, Constant, Function, FunctionId, GlobalId, Module, Op,
    Ordering, Relation, Terminator, Type, Value,
};
use rely_llvm::read;

fn module(text: &str) -> Module {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The function whose body is given, with parameters `%p` (a pointer), `%x` (32 bits) and `%f`.
fn function(body: &str) -> Function {
    let text = format!(
        "@g = external global i32\ndeclare i32 @h(i32)\ndefine void @f(ptr %p, i32 %x, float %f) {{\n{body}\n}}\n"
    );
    module(&text).functions.swap_remove(1)
}

/// The operation of one instruction and the type of its result.
fn op(instruction: &str) -> (Op, Type) {
    let function = function(&format!("  %r = {instruction}\n  ret void"));
    let instruction = function.blocks[0].instructions[0].clone();
    (instruction.op, function.locals[instruction.result.unwrap().index()].clone())
}

/// The initializer of a global of a type.
fn constant(text: &str) -> Constant {
    let text = format!("@a = global {text}, align 4\n@b = external global [4 x i32]\ndeclare void @c()\n");
    module(&text).globals.swap_remove(0).initializer.unwrap()
}

#[test]
fn memory() {
    let (alloca, ty) = op("alloca [4 x i8], i64 3, align 16");
    assert!(matches!(alloca, Op::Alloca { align: Some(16), ty: Type::Array(4, _), .. }), "{alloca:?}");
    assert_eq!(ty, Type::Pointer);
    let (load, ty) = op("load atomic volatile i16, ptr %p acquire, align 2");
    assert!(matches!(load, Op::Load { volatile: true, atomic: Some(Ordering::Acquire), .. }));
    assert_eq!(ty, Type::Int(16));
    let stores = function(
        "  store volatile i8 3, i8* %p\n  store atomic i8 3, ptr %p monotonic, align 1\n  fence seq_cst\n  ret void",
    );
    let ops: Vec<&Op> = stores.blocks[0].instructions.iter().map(|i| &i.op).collect();
    assert!(matches!(ops[0], Op::Store { volatile: true, atomic: None, .. }));
    assert!(matches!(ops[1], Op::Store { volatile: false, atomic: Some(Ordering::Relaxed), .. }));
    assert!(matches!(ops[2], Op::Fence(Ordering::SequentiallyConsistent)));
    let (update, ty) = op("atomicrmw volatile nand ptr %p, i32 %x acq_rel, align 4");
    assert!(matches!(
        update,
        Op::AtomicUpdate { op: AtomicOp::Nand, ordering: Ordering::AcquireRelease, volatile: true, .. }
    ));
    assert_eq!(ty, Type::Int(32));
    let (exchange, ty) = op("cmpxchg weak ptr %p, i32 %x, i32 1 release monotonic");
    assert!(matches!(
        exchange,
        Op::CompareExchange { weak: true, volatile: false, ordering: Ordering::Release, .. }
    ));
    assert!(matches!(ty, Type::Literal(body) if body.fields == [Type::Int(32), Type::Int(1)]));
    let (address, ty) = op("getelementptr inbounds { i8, [4 x i16] }, ptr %p, i64 0, i32 1, i32 %x");
    assert!(matches!(address, Op::ElementAddress { inbounds: true, ref indices, .. } if indices.len() == 3));
    assert_eq!(ty, Type::Pointer);
    assert_eq!(op("getelementptr i8, <2 x ptr> undef, i64 1").1, Type::Vector(2, Box::new(Type::Pointer)));
}

#[test]
fn arithmetic() {
    let (add, ty) = op("add nuw nsw i32 %x, -1");
    let Op::Binary { op: BinaryOp::Add, nsw: true, nuw: true, exact: false, right, .. } = add else {
        panic!()
    };
    assert_eq!(right, Value::Constant(Constant::Int(0xFFFF_FFFF)));
    assert_eq!(ty, Type::Int(32));
    assert!(matches!(op("lshr exact i32 %x, 1").0, Op::Binary { op: BinaryOp::LShr, exact: true, .. }));
    let (compare, ty) = op("icmp ule i32 %x, 3");
    assert!(matches!(compare, Op::Compare { relation: Relation::Ule, ty: Type::Int(32), .. }));
    assert_eq!(ty, Type::Int(1));
    assert_eq!(op("icmp eq <2 x i8> undef, poison").1, Type::Vector(2, Box::new(Type::Int(1))));
    assert!(matches!(
        op("sext i32 %x to i64").0,
        Op::Cast { kind: CastKind::SignExtend, to: Type::Int(64), .. }
    ));
    assert!(matches!(op("bitcast i32 %x to float").0, Op::Cast { kind: CastKind::Bitcast, .. }));
    assert!(matches!(op("select i1 true, i32 %x, i32 0").0, Op::Select { .. }));
    assert!(matches!(op("freeze i32 %x").0, Op::Freeze(_)));
    let wide = constant("i128 -1");
    assert_eq!(wide, Constant::Int(u128::MAX));
    assert_eq!(constant("i128 -170141183460469231731687303715884105728"), Constant::Int(1 << 127));
}

#[test]
fn aggregates() {
    let (extract, ty) = op("extractvalue { i8, [2 x i16] } undef, 1, 0");
    assert!(matches!(extract, Op::ExtractValue { ref indices, .. } if indices == &[1, 0]));
    assert_eq!(ty, Type::Int(16));
    let (insert, ty) = op("insertvalue { i8, i32 } poison, i32 %x, 1");
    assert!(matches!(insert, Op::InsertValue { .. }));
    assert!(matches!(ty, Type::Literal(_)));
}

#[test]
fn floating_point_operations_keep_their_opcode() {
    let opcode = |text: &str| match op(text) {
        (Op::Floating { opcode, operands, .. }, ty) => (opcode, operands.len(), ty),
        other => panic!("{other:?}"),
    };
    let float = op("fneg float %f").1;
    assert_eq!(opcode("fadd float %f, 1.0e+00"), ("fadd".into(), 2, float.clone()));
    assert_eq!(opcode("fmul nnan nsz float %f, 0x3FF8000000000000"), ("fmul nnan nsz".into(), 2, float));
    assert_eq!(opcode("fcmp olt float %f, -1.5"), ("fcmp olt".into(), 2, Type::Int(1)));
    assert_eq!(opcode("fptosi float %f to i8"), ("fptosi".into(), 1, Type::Int(8)));
}

#[test]
fn what_has_no_representation_is_named() {
    for (text, opcode, ty) in [
        ("va_arg ptr %p, i32", "va_arg", Type::Int(32)),
        ("extractelement <2 x i8> undef, i32 0", "extractelement", Type::Int(8)),
        (
            "insertelement <2 x i8> undef, i8 1, i32 0",
            "insertelement",
            Type::Vector(2, Box::new(Type::Int(8))),
        ),
        (
            "shufflevector <2 x i8> undef, <2 x i8> undef, <3 x i32> zeroinitializer",
            "shufflevector",
            Type::Vector(3, Box::new(Type::Int(8))),
        ),
        ("zext nneg i32 %x to i64", "zext nneg", Type::Int(64)),
        ("or disjoint i32 %x, 1", "or disjoint", Type::Int(32)),
        ("atomicrmw uinc_wrap ptr %p, i32 1 seq_cst", "atomicrmw uinc_wrap", Type::Int(32)),
        (
            "load atomic i8, ptr %p syncscope(\"singlethread\") seq_cst, align 1",
            "load syncscope",
            Type::Int(8),
        ),
        ("call i32 @h(i32 1) [ \"deopt\"(i32 1) ]", "call with operand bundles", Type::Int(32)),
        ("landingpad { ptr, i32 }\n          cleanup\n          catch ptr null", "landingpad", Type::Other),
    ] {
        let (op, result) = op(text);
        assert!(matches!(&op, Op::Unsupported { opcode: found, .. } if found == opcode), "{op:?}");
        assert_eq!(result, ty, "{text}");
    }
    for (text, opcode) in [
        ("invoke void @h(i32 1)\n          to label %a unwind label %a", "invoke"),
        ("indirectbr ptr %p, [label %a, label %a]", "indirectbr"),
        ("callbr void asm \"\", \"!i\"()\n          to label %a [label %a], !srcloc !0", "callbr"),
        ("resume { ptr, i32 } undef", "resume"),
    ] {
        let text = format!(
            "declare i32 @h(i32)\ndefine void @f(ptr %p) {{\n  {text}\na:\n  ret void\n}}\n!0 = !{{}}\n"
        );
        let module = module(&text);
        let blocks = &module.functions[1].blocks;
        assert_eq!(blocks.len(), 2);
        assert_eq!((&blocks[0].terminator, blocks[0].line), (&Terminator::Unsupported(opcode.into()), 3));
    }
}

#[test]
fn module_constructs_without_a_representation_are_named() {
    let text = "module asm \"nop\"\n@x = external global i8\n@a = alias i8, ptr @x\n@i = ifunc void (), ptr @r\n@w = extern_weak global i8\n@llvm.global_ctors = appending global [0 x i8] zeroinitializer\ndeclare ptr @r()\n@s = external addrspace(3) global i8\n@t = global ptr @a\ndeclare void @n(ptr nest)\n";
    let module = module(text);
    let found: Vec<(&str, u32)> =
        module.unsupported.iter().map(|(what, line)| (what.as_str(), *line)).collect();
    assert_eq!(
        found,
        [
            ("module asm", 1),
            ("alias @a", 3),
            ("ifunc @i", 4),
            ("extern_weak @w", 5),
            ("llvm.global_ctors", 6),
            ("addrspace(3)", 8),
            ("attribute nest", 10)
        ]
    );
    let alias = module.globals[module.global_names["t"].index()].initializer.clone().unwrap();
    assert!(matches!(alias, Constant::Expression(op) if matches!(*op, Op::Unsupported { .. })));
}

#[test]
fn constants() {
    assert_eq!(constant("i1 true"), Constant::Int(1));
    assert_eq!(constant("ptr null"), Constant::Null);
    assert_eq!(constant("[9 x i8] zeroinitializer"), Constant::Zero);
    assert_eq!(constant("i8 undef"), Constant::Undef);
    assert_eq!(constant("i8 poison"), Constant::Poison);
    assert_eq!(constant("ptr @b"), Constant::Global(GlobalId(1)));
    assert_eq!(constant("ptr @c"), Constant::Function(FunctionId(0)));
    assert_eq!(
        constant("x86_fp80 0xK3FFF8000000000000000"),
        Constant::Float("0xK3FFF8000000000000000".into())
    );
    assert_eq!(constant("[5 x i8] c\"a\\22\\\\\\00\\FF\""), Constant::Bytes(b"a\"\\\0\xFF".to_vec()));
    for text in [
        "[2 x i8] [i8 1, i8 2]",
        "{ i8, i16 } { i8 1, i16 2 }",
        "<{ i8, i16 }> <{ i8 1, i16 2 }>",
        "<2 x i8> <i8 1, i8 2>",
    ] {
        assert!(matches!(constant(text), Constant::Aggregate(elements) if elements.len() == 2), "{text}");
    }
    let expression = |text: &str| match constant(text) {
        Constant::Expression(op) => *op,
        other => panic!("{other:?}"),
    };
    let typed = "i32* getelementptr inbounds ([4 x i32], [4 x i32]* @b, i64 0, inrange i64 2)";
    let opaque = "ptr getelementptr inbounds inrange(-4, 8) ([4 x i32], ptr @b, i64 0, i64 2)";
    assert_eq!(expression(typed), expression(opaque));
    assert!(matches!(
        expression("i64 ptrtoint (ptr @b to i64)"),
        Op::Cast { kind: CastKind::PointerToInt, .. }
    ));
    assert!(matches!(expression("i64 sub (i64 1, i64 2)"), Op::Binary { op: BinaryOp::Sub, .. }));
    assert!(matches!(
        expression("i1 icmp ne (ptr @b, ptr null)"),
        Op::Compare { relation: Relation::Ne, .. }
    ));
    assert!(matches!(expression("i8 select (i1 true, i8 1, i8 2)"), Op::Select { .. }));
    assert!(matches!(expression("i256 1"), Op::Unsupported { .. }));
    assert!(matches!(expression("<4 x i8> splat (i8 1)"), Op::Unsupported { .. }));
    assert_eq!(constant("ptr blockaddress(@c, %\"a b\")"), Constant::BlockAddress("@c, %a b".into()));
}

#[test]
fn terminators_and_forward_references() {
    let text = "  br label %loop\nloop:\n  %n = phi i32 [ %x, %0 ], [ %m, %more ]\n  %done = icmp eq i32 %n, 0\n  br i1 %done, label %out, label %more\nmore:\n  %m = sub i32 %n, 1\n  switch i32 %m, label %loop [\n    i32 7, label %out\n    i32 -1, label %never\n  ]\nnever:\n  unreachable\nout:\n  ret void";
    let function = function(text);
    let labels: Vec<&str> = function.blocks.iter().map(|block| block.label.as_str()).collect();
    assert_eq!(labels, ["0", "loop", "more", "never", "out"]);
    assert_eq!(function.blocks[0].terminator, Terminator::Jump(BlockId(1)));
    let Terminator::Branch { then, otherwise, .. } = function.blocks[1].terminator else { panic!() };
    assert_eq!((then, otherwise), (BlockId(4), BlockId(2)));
    let Terminator::Switch { default, cases, .. } = &function.blocks[2].terminator else { panic!() };
    assert_eq!((*default, cases.as_slice()), (BlockId(1), &[(7, BlockId(4)), (0xFFFF_FFFF, BlockId(3))][..]));
    assert_eq!(function.blocks[3].terminator, Terminator::Unreachable);
    let Op::Phi { incoming, .. } = &function.blocks[1].instructions[0].op else { panic!() };
    let Value::Local(later) = incoming[1].0 else { panic!() };
    assert_eq!((incoming[0].1, incoming[1].1), (BlockId(0), BlockId(2)));
    assert_eq!(function.local_names[later.index()], "m");
    assert_eq!(function.blocks[2].instructions[0].result, Some(later));
}

#[test]
fn numbers_of_values_and_blocks_are_shared() {
    let text = "define i32 @f(i32 %0, i32 %named, i32 %1) {\n  %3 = add i32 %0, %1\n  br label %4\n\n4:\n  call i32 @f(i32 1, i32 2, i32 3)\n  %6 = add i32 %3, %5\n  ret i32 %6\n}";
    let module = module(text);
    let function = &module.functions[0];
    assert_eq!(function.local_names, ["0", "named", "1", "3", "5", "6"]);
    assert_eq!([function.blocks[0].label.as_str(), function.blocks[1].label.as_str()], ["2", "4"]);
    assert!(function.blocks[1].instructions[0].result.is_some());
}

#[test]
fn quoted_names() {
    let text = "@\"a b\" = global i8 0\n@\"\\C3\\A4\" = global ptr @\"a b\"\n%\"s t\" = type { i8 }\ndefine void @\"f\\22\"(i8 %\"1\") {\n\"x y\":\n  %0 = alloca %\"s t\"\n  br label %\"x y\"\n}";
    let module = module(text);
    assert_eq!([&module.globals[0].name, &module.globals[1].name], ["a b", "ä"]);
    assert_eq!(module.functions[0].name, "f\"");
    assert_eq!(module.functions[0].local_names, ["1", "0"]);
    assert_eq!(module.functions[0].blocks[0].label, "x y");
}

fn calls(function: &Function) -> Vec<&Call> {
    let calls = function.blocks.iter().flat_map(|block| &block.instructions).filter_map(|i| match &i.op {
        Op::Call(call) => Some(call),
        _ => None,
    });
    calls.collect()
}

#[test]
fn calls_resolve_functions_and_attributes() {
    let text = "declare void @stop() #1\ndeclare i32 @printf(i8*, ...)\ndeclare i32 @old(...)\ndefine void @f(void ()* %p) {\n  call void @stop() #1\n  call void @stop() noreturn nounwind\n  %1 = tail call i32 (i8*, ...) @printf(i8* noundef nonnull align 1 dereferenceable(4) null, i32 signext 3) #0\n  %2 = call i32 bitcast (i32 (...)* @old to i32 (i32, i8)*)(i32 1, i8 2)\n  call fastcc void %p()\n  call void asm sideeffect \"nop\\0A\", \"~{memory}\"() #0, !srcloc !0\n  call void @llvm.x(metadata !\"text\", metadata !0)\n  ret void\n}\ndeclare void @llvm.x(metadata, metadata)\nattributes #0 = { nounwind \"noreturn\"=\"true\" }\nattributes #1 = { cold noreturn }\n!0 = !{i64 1}\n";
    let module = module(text);
    assert!(module.functions[0].noreturn && !module.functions[1].noreturn);
    assert!(module.functions[1].variadic && module.functions[2].variadic);
    let calls = calls(&module.functions[3]);
    assert_eq!(
        calls.iter().map(|call| call.noreturn).collect::<Vec<_>>(),
        [true, true, false, false, false, false, false]
    );
    assert!(calls[2].variadic && !calls[3].variadic);
    assert_eq!(calls[2].arguments.len(), 2);
    assert_eq!(calls[3].callee, Value::Constant(Constant::Function(FunctionId(2))));
    assert_eq!(calls[3].arguments.len(), 2);
    assert!(matches!(calls[4].callee, Value::Local(_)));
    assert_eq!(calls[5].callee, Value::Assembly("nop\n".into()));
    assert!(calls[6].arguments.iter().all(|argument| argument.value == Value::Ignored));
}

#[test]
fn structures_by_value() {
    let text = "%s = type { i64 }\ndefine void @f(%s* noalias sret(%s) align 8 %r, ptr noundef byval(%s) align 8 %0) {\n  ret void\n}";
    let module = module(text);
    let parameters = &module.functions[0].parameters;
    assert!(matches!(parameters[0].returned, Some(Type::Struct(_))) && parameters[0].by_value.is_none());
    assert!(matches!(parameters[1].by_value, Some(Type::Struct(_))) && parameters[1].returned.is_none());
}

#[test]
fn further_arguments_by_value_are_known() {
    let text = "%s = type { i64 }\ndeclare void @f(i32, ...)\ndefine void @g(ptr %p) {\n  call void (i32, ...) @f(i32 1, ptr noundef byval(%s) align 8 %p)\n  ret void\n}";
    let module = module(text);
    assert!(matches!(calls(&module.functions[1])[0].by_value[..], [(1, Type::Struct(_))]));
}

#[test]
fn globals_and_linkage() {
    let text = "$c = comdat any\n@a = private unnamed_addr constant [2 x i8] c\"x\\00\", align 1\n@b = internal thread_local(localexec) global i32 3, section \"s\", comdat($c), align 8\n@c = common dso_local global i32 0, align 4\n@d = external hidden global i32\ndefine internal fastcc zeroext i8 @f() unnamed_addr #0 comdat($c) align 16 {\n  ret i8 0\n}\ndeclare dso_local noalias noundef ptr @g(i64 noundef) local_unnamed_addr #0\nattributes #0 = { memory(none) }\n";
    let module = module(text);
    let [a, b, c, d] = &module.globals[..] else { panic!() };
    assert!(a.constant && a.internal && !a.thread_local && a.align == Some(1));
    assert!(!b.constant && b.internal && b.thread_local && b.align == Some(8));
    assert!(!c.internal && c.initializer == Some(Constant::Int(0)));
    assert!(d.initializer.is_none());
    assert!(module.functions[0].internal && !module.functions[1].internal);
    assert_eq!(module.functions[1].line, 9);
}
