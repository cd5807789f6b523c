//! The trait of an interface, read: what its operations take, answer and announce, or what is wrong with it.
//!
//! An error points at the place and says what would be right. Several errors are reported at once.

mod attributes;
mod operation;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Error, ItemTrait, TraitItem, TypeParamBound};

use crate::interface::{Half, Interface};
use attributes::{MethodAttributes, Options};
use operation::operation;

/// Reads a trait; the second result is the trait without our attributes.
pub fn interface(options: TokenStream, item: TokenStream) -> syn::Result<(Interface, ItemTrait)> {
    let options: Options = syn::parse2(options)?;
    let mut item: ItemTrait = syn::parse2(item).map_err(|error| {
        Error::new(error.span(), "`#[universal]` applies to a trait: the interface of a component")
    })?;
    let mut errors = Errors::default();
    errors.keep(check_trait(&item));
    let prefix = match &options.prefix {
        Some(text) => text.value(),
        None => snake_case(&item.ident.to_string()),
    };
    let mut operations = Vec::new();
    let mut mutable = false;
    for part in &mut item.items {
        let TraitItem::Fn(method) = part else {
            errors.add(
                part.span(),
                "a universal environment consists of methods; associated types and constants are not supported",
            );
            continue;
        };
        let known = errors.0.len();
        let attributes = MethodAttributes::take(method, &mut errors);
        if errors.0.len() > known {
            continue;
        }
        match operation(method, attributes, &prefix, options.only) {
            Ok((operation, takes_mut)) => {
                mutable |= takes_mut;
                operations.push(operation);
            }
            Err(error) => errors.keep(Err(error)),
        }
    }
    if operations.is_empty() && errors.0.is_empty() {
        let message = format!("`{}` has no methods, so a driver would have nothing to call", item.ident);
        errors.add(item.ident.span(), &message);
    }
    errors.finish()?;
    let name = item.ident.clone();
    let visibility = item.vis.clone();
    if let (Some(lock), Some(Half::Stub)) = (&options.lock, options.only) {
        return Err(Error::new(
            lock.span(),
            "`lock` is an option of the driver, but only the stub is generated",
        ));
    }
    let Options { lock, only, .. } = options;
    Ok((Interface { name, visibility, lock, operations, mutable, only }, item))
}

/// What is wrong, all of it.
#[derive(Default)]
struct Errors(Vec<Error>);

impl Errors {
    fn keep(&mut self, result: syn::Result<()>) {
        self.0.extend(result.err());
    }

    fn add(&mut self, span: Span, message: &str) {
        self.0.push(Error::new(span, message));
    }

    /// All in one, if there are any.
    fn finish(self) -> syn::Result<()> {
        let all = self.0.into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        });
        all.map_or(Ok(()), Err)
    }
}

fn check_trait(item: &ItemTrait) -> syn::Result<()> {
    if let Some(parameter) = item.generics.params.first() {
        let message = format!(
            "`{}` is generic, but an environment needs concrete types: declare a trait without `{}` for the type to be explored",
            item.ident,
            parameter.to_token_stream()
        );
        return Err(Error::new(parameter.span(), message));
    }
    if let Some(token) = &item.unsafety {
        return Err(Error::new(token.span(), "unsafe traits are not supported"));
    }
    for bound in &item.supertraits {
        let harmless = match bound {
            TypeParamBound::Lifetime(_) => true,
            TypeParamBound::Trait(bound) => {
                let last = bound.path.segments.last().map(|segment| segment.ident.to_string());
                matches!(last.as_deref(), Some("Send" | "Sync"))
            }
            _ => false,
        };
        if !harmless {
            let message = format!(
                "the stub cannot implement `{}`; the only supertraits supported are `Send` and `Sync`",
                bound.to_token_stream()
            );
            return Err(Error::new(bound.span(), message));
        }
    }
    Ok(())
}

/// `SavedWakeUp` as `saved_wake_up`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (at, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && at > 0 {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
