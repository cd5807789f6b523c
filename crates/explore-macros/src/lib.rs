//! The macros of `rely-explore`, which exports them: write `use rely_explore::{Domain, universal}`.
//!
//! A component cannot run alone: something has to call it, and its own calls need a callee. `#[universal]` on
//! the trait of an interface generates both, as general as an environment can be: a *driver* that calls any
//! operation in any order, and a *stub* that returns any value. The page of `rely_explore::environment`
//! explains what they are for.
//!
//! `read` turns the trait into an `Interface` (`interface`), or into errors that say what would be right;
//! `driver` and `stub` generate code from an `Interface` and cannot fail. The code is short: everything that
//! does not depend on the trait is in `rely-explore`.

mod domain;
mod driver;
mod interface;
mod read;
mod stub;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use quote::quote;

/// Generates the universal driver and the stub of a trait.
///
/// ```text
/// #[universal(prefix = "exec", lock = "exec")]
/// pub trait SavedWakeUp {
///     #[returns(0..2)]
///     fn read(&self) -> usize;             // event of the stub: exec.read.RESULT
///     fn clear(&self);                     // exec.clear
///     #[event("exec.watch", condition)]
///     fn watch(&self, #[domain([1, 2])] condition: usize, urgent: bool);
/// }
/// ```
///
/// gives `SavedWakeUpDriver` and `SavedWakeUpStub`. The options:
///
/// - `prefix = "…"`: the first part of the events of the stub; by default the name of the trait, as
///   `saved_wake_up`.
/// - `lock = "…"`: the driver also takes and releases a lock, which is passed to it; the events are
///   `NAME.lock` and `NAME.unlock`.
/// - `driver` or `stub`: generates only this half; domains that only the other half needs may then be
///   omitted.
///
/// On an argument, `#[domain(VALUES)]` lists the values that the driver passes; on a method,
/// `#[returns(VALUES)]` lists the values that the stub returns. `VALUES` is a range, an array, or any other
/// iterable expression. Types that implement `Domain` (`bool`, `Option` and tuples of such types, enums that
/// derive it) need neither.
///
/// On a method, `#[event("NAME", FIELDS)]` sets the event of the stub and its fields: arguments, and
/// `result`. The default is `PREFIX.METHOD` with all arguments and the result; `#[event(none)]` means no
/// event. The event happens when the stub returns; `#[begins("NAME", ARGUMENTS)]` adds one for the call, so
/// that calls may overlap.
///
/// The driver also calls methods with a body; the stub inherits them.
#[proc_macro_attribute]
pub fn universal(options: TokenStream, item: TokenStream) -> TokenStream {
    expand(options.into(), item.into()).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// Implements `Domain` for an enum or a struct: all values that can be built from the domains of the fields.
#[proc_macro_derive(Domain)]
pub fn derive_domain(item: TokenStream) -> TokenStream {
    domain::derive(item.into()).unwrap_or_else(|error| error.into_compile_error()).into()
}

fn expand(
    options: proc_macro2::TokenStream,
    item: proc_macro2::TokenStream,
) -> syn::Result<proc_macro2::TokenStream> {
    let (interface, original) = read::interface(options, item)?;
    let driver = (interface.only != Some(interface::Half::Stub)).then(|| driver::write(&interface));
    let stub = (interface.only != Some(interface::Half::Driver)).then(|| stub::write(&interface));
    Ok(quote! {
        #original
        #driver
        #stub
    })
}
