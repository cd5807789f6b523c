//! The driver of an interface: which operations there are, and how each is called. The loop is in
//! `rely_explore::environment`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::interface::{Argument, Interface, Passed, Values};

/// Writes the driver.
pub fn write(interface: &Interface) -> TokenStream {
    let Interface { name, visibility, lock, operations, mutable, .. } = interface;
    let driver = format_ident!("{name}Driver");
    let text = name.to_string();
    let doc = format!(
        "The universal driver of [`{name}`]: calls any operation, in any order, any number of times."
    );
    let names = operations.iter().map(|operation| operation.name.to_string());
    let all =
        || operations.iter().flat_map(|operation| operation.arguments.iter().map(move |a| (operation, a)));
    let checks = all().map(|(operation, argument)| {
        let (what, kind, values) = domain_of(&text, &operation.name.to_string(), argument);
        quote! { ::rely_explore::environment::not_empty::<#kind>(#what, #values); }
    });
    let calls = operations.iter().enumerate().map(|(number, operation)| {
        let chosen = operation.arguments.iter().map(|argument| {
            let (what, kind, _) = domain_of(&text, &operation.name.to_string(), argument);
            let name = &argument.name;
            let chosen = any(&what, &kind, &argument.values);
            quote! { let #name = #chosen; }
        });
        let passed = operation.arguments.iter().map(|argument| {
            let name = &argument.name;
            match argument.passed {
                Passed::Owned => quote! { #name },
                Passed::Borrowed => quote! { &#name },
            }
        });
        let method = &operation.name;
        // A path, since other traits may have a method of this name.
        quote! { #number => { #(#chosen)* let _ = #name::#method(component, #(#passed),*); } }
    });
    let calls: Vec<TokenStream> = calls.collect();
    let component = if *mutable {
        quote! { &mut C }
    } else {
        quote! { &C }
    };
    let (parameter, argument, start, locked) = match lock {
        None => (quote! {}, quote! {}, quote! { run }, quote! {}),
        Some(lock) => {
            let taken = format!("{}.lock", lock.value());
            let released = format!("{}.unlock", lock.value());
            let locked = quote! {
                /// The events of the driver when it takes and releases the lock.
                pub const HOLDER: ::rely_explore::locks::Holder = ::rely_explore::locks::Holder::new(#taken, #released);

                /// Calls an operation only while the driver holds the lock.
                ///
                /// # Panics
                /// If the trait has no such operation.
                #[must_use]
                pub fn locked(mut self, operation: &str) -> Self {
                    self.0.locked(operation);
                    self
                }
            };
            let parameter = quote! { , lock: &dyn ::rely_explore::locks::Lockable };
            (parameter, quote! { lock, &Self::HOLDER, }, quote! { run_locking }, locked)
        }
    };
    // A component that is mutably borrowed cannot be inspected.
    let telling = (!mutable).then(|| {
        quote! {
            /// The same, and reports the state of the component before each call, so that states are visited
            /// once. The conditions of `rely_explore::at_state` must hold.
            pub fn run_telling<C: #name + ?Sized, S: ::core::hash::Hash>(
                &self,
                component: &C
                #parameter,
                state: impl ::core::ops::Fn(&C) -> S,
            ) {
                let tell = |digest: &mut dyn ::core::hash::Hasher| {
                    let mut digest = digest;
                    ::core::hash::Hash::hash(&state(component), &mut digest)
                };
                self.0.#start(#argument ::core::option::Option::Some(&tell), &mut |operation| match operation {
                    #(#calls)*
                    _ => {}
                });
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug)]
        #visibility struct #driver(::rely_explore::environment::Driver);

        #[allow(clippy::all, dead_code)]
        impl #driver {
            /// The operations, in the order of the trait.
            pub const OPERATIONS: &'static [&'static str] = &[#(#names),*];

            /// A driver that makes at most `calls` calls in all; taking the lock, if there is one, is a call.
            ///
            /// # Panics
            /// If a domain is empty.
            #[must_use]
            pub fn new(calls: usize) -> Self {
                #(#checks)*
                Self(::rely_explore::environment::Driver::new(#text, Self::OPERATIONS, calls))
            }

            /// Never calls an operation.
            ///
            /// # Panics
            /// If the trait has no such operation.
            #[must_use]
            pub fn without(mut self, operation: &str) -> Self {
                self.0.without(operation);
                self
            }

            #locked

            /// The number of calls left. Clones share it: a driver runs once.
            pub fn left(&self) -> usize {
                self.0.left()
            }

            /// Calls operations of a component, until it has made all its calls or chooses to stop.
            pub fn run<C: #name + ?Sized>(&self, component: #component #parameter) {
                self.0.#start(#argument ::core::option::Option::None, &mut |operation| match operation {
                    #(#calls)*
                    _ => {}
                });
            }

            #telling
        }
    }
}

/// For messages: whose domain; then the type of a value, and the values.
fn domain_of(interface: &str, method: &str, argument: &Argument) -> (String, TokenStream, TokenStream) {
    let what = format!("argument `{}` of `{interface}::{method}`", argument.name);
    let kind = &argument.kind;
    (what, quote! { #kind }, values(&argument.values))
}

/// An expression for any value of a domain, which notes the domain as a bound.
pub fn any(what: &str, kind: &TokenStream, values: &Values) -> TokenStream {
    match values {
        Values::Given(expression) => {
            let text = in_words(&quote! { #expression });
            quote! { ::rely_explore::environment::any_in::<#kind>(#what, #text, #expression) }
        }
        Values::Of(kind) => quote! { ::rely_explore::environment::any_value::<#kind>(#what) },
    }
}

/// An expression as people write it.
fn in_words(expression: &TokenStream) -> String {
    let mut text = expression.to_string();
    for (apart, together) in
        [(" , ", ", "), (" ..= ", "..="), (" .. ", ".."), ("[ ", "["), (" ]", "]"), (" :: ", "::")]
    {
        text = text.replace(apart, together);
    }
    text
}

/// The values of a domain, as something to iterate over.
pub fn values(values: &Values) -> TokenStream {
    match values {
        Values::Given(expression) => quote! { #expression },
        Values::Of(kind) => quote! { <#kind as ::rely_explore::Domain>::domain() },
    }
}
