//! The stub of an interface: reports each call and returns any value.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::driver::values;
use crate::interface::{Event, Interface, Operation};

/// Writes the stub.
pub fn write(interface: &Interface) -> TokenStream {
    let Interface { name, visibility, operations, .. } = interface;
    let stub = format_ident!("{name}Stub");
    let doc =
        format!("The universal stub of [`{name}`]: reports each call and returns any value of the domain.");
    let methods = operations.iter().filter(|operation| !operation.has_body);
    let methods = methods.map(|operation| method(&name.to_string(), operation));
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #visibility struct #stub;

        #[allow(clippy::all, unused_variables, dead_code)]
        impl #name for #stub {
            #(#methods)*
        }
    }
}

fn method(interface: &str, operation: &Operation) -> TokenStream {
    let signature = &operation.signature;
    let what = format!("the result of `{interface}::{}`", operation.name);
    let answer = operation.answer.as_ref().map(|answer| {
        let (kind, values) = (&answer.kind, values(&answer.values));
        quote! { let result = ::rely_explore::environment::any::<#kind>(#what, #values); }
    });
    let said = |event: &Event| {
        let (name, fields) = (&event.name, &event.fields);
        quote! { ::rely_explore::event!(#name #(, #fields)*); }
    };
    let begins = operation.begins.as_ref().map(said);
    let event = operation.event.as_ref().map(said);
    let result = operation.answer.as_ref().map(|_| quote! { result });
    quote! {
        #signature {
            #begins
            #answer
            #event
            #result
        }
    }
}
