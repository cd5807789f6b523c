//! The macros of `rely-explore`, which exports them: write `use rely_explore::{Domain, universal}`.
//!
//! A component cannot run alone: something has to call it, and what it calls has to answer. `#[universal]` on
//! the trait of an interface writes both ends, as general as an environment can be: a *driver* that calls any
//! operation in any order, and a *stub* that answers anything. What they are for is told in
//! `rely_explore::environment`.
//!
//! `read` turns the trait into an `Interface` (`interface`) or into an error that says what would be right; `driver` and
//! `stub` write code from an `Interface` and cannot fail. The code is short: everything that does not depend
//! on the trait is in `rely-explore`.

mod domain;
mod driver;
mod interface;
mod read;
mod stub;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use quote::quote;

/// Writes the universal driver and the stub of a trait.
///
/// ```text
/// #[universal(prefix = "exec", lock = "exec")]
/// pub trait SavedWakeUp {
///     #[returns(0..2)]
///     fn read(&self) -> usize;             // the stub's event: exec.read.RESULT
///     fn clear(&self);                     // exec.clear
///     #[event("exec.watch", condition)]
///     fn watch(&self, #[domain([1, 2])] condition: usize, urgent: bool);
/// }
/// ```
///
/// gives `SavedWakeUpDriver` and `SavedWakeUpStub`. The options:
///
/// - `prefix = "…"`: what the events of the stub begin with; otherwise the name of the trait, as
///   `saved_wake_up`.
/// - `lock = "…"`: the driver also takes and releases a lock, which it is given; the events are `NAME.lock`
///   and `NAME.unlock`.
/// - `driver` or `stub`: only this half; what only the other half needs may then be left out.
///
/// On an argument, `#[domain(VALUES)]` says which values the driver calls with; on a method,
/// `#[returns(VALUES)]` says what the stub may answer. `VALUES` is a range, an array, or anything else that
/// can be iterated over. Types that implement `Domain` (`bool`, `Option` and tuples of such types, enums that
/// derive it) need neither.
///
/// On a method, `#[event("NAME", FIELDS)]` names the stub's event and what is appended to it: arguments, and
/// `result`. Without it, the event is `PREFIX.METHOD` with all arguments and the result. `#[event(none)]`: no
/// event. The event is announced when the stub answers; `#[begins("NAME", ARGUMENTS)]` adds one for the call,
/// so that calls may overlap.
///
/// The driver calls methods that have a body, too; the stub inherits them.
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
