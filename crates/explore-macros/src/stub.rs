//! The stub of an interface: reports each call and returns any value.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::driver::any;
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
        let kind = &answer.kind;
        let chosen = any(&what, &quote! { #kind }, &answer.values);
        quote! { let result = #chosen; }
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
            ::rely_explore::environment::stub(#interface);
            #begins
            #answer
            #event
            #result
        }
    }
}
