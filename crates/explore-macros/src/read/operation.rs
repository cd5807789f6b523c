//! A method of the trait as an operation.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Error, Expr, FnArg, Ident, LitStr, Pat, ReturnType, TraitItemFn, Type};

use super::attributes::{EventAttribute, MethodAttributes};
use crate::interface::{Argument, Event, Half, Operation, Passed, ReturnDomain, Values};

/// Reads a method; the second result says whether it takes `&mut self`.
pub(super) fn operation(
    method: &TraitItemFn,
    own: MethodAttributes,
    prefix: &str,
    only: Option<Half>,
) -> syn::Result<(Operation, bool)> {
    let signature = &method.sig;
    let name = signature.ident.clone();
    let refuse = |span: Span, message: String| Err(Error::new(span, message));
    if let Some(token) = &signature.asyncness {
        return refuse(
            token.span(),
            format!("`{name}` is async, but drivers are threads: use a blocking method"),
        );
    }
    if let Some(token) = &signature.unsafety {
        return refuse(
            token.span(),
            format!("`{name}` is unsafe: a driver cannot uphold its safety conditions"),
        );
    }
    if let Some(parameter) = signature.generics.params.first() {
        return refuse(
            parameter.span(),
            format!("`{name}` is generic, but the driver needs concrete types to choose values"),
        );
    }
    let Some(FnArg::Receiver(receiver)) = signature.inputs.first() else {
        return refuse(
            name.span(),
            format!("`{name}` is not a method: an operation takes `&self` or `&mut self`"),
        );
    };
    if receiver.reference.is_none() || receiver.colon_token.is_some() {
        return refuse(
            receiver.span(),
            format!("`{name}` could be called only once: an operation takes `&self` or `&mut self`"),
        );
    }
    let takes_mut = receiver.mutability.is_some();
    let mut arguments = Vec::new();
    for (input, domain) in signature.inputs.iter().skip(1).zip(own.domains) {
        let FnArg::Typed(typed) = input else { continue };
        let Pat::Ident(pattern) = &*typed.pat else {
            return refuse(typed.pat.span(), format!("an argument of `{name}` needs a name"));
        };
        let read = match only {
            Some(Half::Stub) => Argument::unused(&pattern.ident, &typed.ty),
            _ => argument(&name, &pattern.ident, &typed.ty, domain)?,
        };
        arguments.push(read);
    }
    let has_body = method.default.is_some();
    let answer = match (&signature.output, own.returns) {
        (ReturnType::Default, None) => None,
        (ReturnType::Default, Some(values)) => {
            return refuse(
                values.span(),
                format!("`{name}` returns nothing, but has a domain for its result"),
            );
        }
        (ReturnType::Type(_, kind), _) if is_unit(kind) => None,
        (ReturnType::Type(_, kind), Some(values)) => {
            Some(ReturnDomain { kind: (**kind).clone(), values: Values::Given(values) })
        }
        (ReturnType::Type(_, kind), None) if only == Some(Half::Driver) => {
            Some(ReturnDomain { kind: (**kind).clone(), values: Values::Of((**kind).clone()) })
        }
        (ReturnType::Type(_, kind), None) => {
            if let (Some(what), false) = (vast(kind), has_body) {
                let message = format!(
                    "the result of `{name}` has no domain: a stub would have to return every {what}; add `#[returns(0..2)]`, or other values, to the method"
                );
                return refuse(kind.span(), message);
            }
            if let Type::Reference(_) = &**kind {
                return refuse(
                    kind.span(),
                    format!("`{name}` returns a reference, but a stub owns no data to refer to"),
                );
            }
            if let Type::ImplTrait(_) = &**kind {
                return refuse(kind.span(), format!("`{name}` returns `impl Trait`: use a concrete type"));
            }
            Some(ReturnDomain { kind: (**kind).clone(), values: Values::Of((**kind).clone()) })
        }
    };
    if let (true, Some(argument)) = (answer.is_some(), arguments.iter().find(|a| a.name == "result")) {
        return refuse(
            argument.name.span(),
            format!("in the event of `{name}`, `result` is its return value: rename this argument"),
        );
    }
    let mut fields: Vec<Ident> = arguments.iter().map(|argument| argument.name.clone()).collect();
    let begins = own.begins.map(|given| event(&name, &fields, given)).transpose()?.flatten();
    fields.extend(answer.as_ref().map(|_| Ident::new("result", name.span())));
    let event = match own.event {
        Some(given) => event(&name, &fields, given)?,
        None => Some(Event { name: LitStr::new(&format!("{prefix}.{name}"), name.span()), fields }),
    };
    let signature = signature.clone();
    Ok((Operation { name, signature, arguments, answer, begins, event, has_body }, takes_mut))
}

fn argument(method: &Ident, name: &Ident, kind: &Type, domain: Option<Expr>) -> syn::Result<Argument> {
    let no_domain = |what: &str, example: &str| {
        let message = format!(
            "argument `{name}` of `{method}` has no domain: the driver would have to call it with every {what}; write `#[domain({example})] {name}: {}`, or other values",
            kind.to_token_stream()
        );
        Error::new(kind.span(), message)
    };
    let made = |kind: &Type, domain: Option<Expr>, passed: Passed| Argument {
        name: name.clone(),
        kind: kind.clone(),
        values: domain.map_or_else(|| Values::Of(kind.clone()), Values::Given),
        passed,
    };
    match kind {
        Type::ImplTrait(_) => Err(Error::new(
            kind.span(),
            format!("argument `{name}` of `{method}` is `impl Trait`: use a concrete type"),
        )),
        Type::Reference(reference) if reference.mutability.is_some() => Err(Error::new(
            kind.span(),
            format!("argument `{name}` of `{method}` is a mutable reference, which a driver cannot provide"),
        )),
        Type::Reference(reference) => {
            let referred = &*reference.elem;
            let text = matches!(referred, Type::Path(path) if path.path.is_ident("str"));
            let slice = matches!(referred, Type::Slice(_));
            match (domain, vast(referred)) {
                // The values are references already.
                (Some(values), _) if text || slice => Ok(made(kind, Some(values), Passed::Owned)),
                (None, _) if slice => Err(no_domain("slice", "[&VALUES[..]]")),
                (None, Some(what)) => {
                    Err(no_domain(what, if text { "[\"a\", \"b\"]" } else { example(what) }))
                }
                (domain, _) => Ok(made(referred, domain, Passed::Borrowed)),
            }
        }
        _ => match (domain, vast(kind)) {
            (None, Some(what)) => Err(no_domain(what, example(what))),
            (domain, _) => Ok(made(kind, domain, Passed::Owned)),
        },
    }
}

/// A domain, as one writes it.
fn example(what: &str) -> &'static str {
    match what {
        "string" => "[\"a\".to_string()]",
        "character" => "['a', 'b']",
        "floating-point number" => "[0.0, 1.0]",
        "list" => "[vec![], vec![1]]",
        _ => "0..2",
    }
}

/// Types of the language that have too many values to be tried one by one.
fn vast(kind: &Type) -> Option<&'static str> {
    let Type::Path(path) = kind else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    Some(match name.as_str() {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
            "number"
        }
        "f32" | "f64" => "floating-point number",
        "String" | "str" => "string",
        "char" => "character",
        "Vec" => "list",
        _ => return None,
    })
}

fn is_unit(kind: &Type) -> bool {
    matches!(kind, Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// An event with some of the fields that are there.
fn event(method: &Ident, possible: &[Ident], given: EventAttribute) -> syn::Result<Option<Event>> {
    let EventAttribute::Named(name, fields) = given else { return Ok(None) };
    if let Some(field) = fields.iter().find(|field| !possible.contains(field)) {
        let listed: Vec<String> = possible.iter().map(|name| format!("`{name}`")).collect();
        let there = match listed.len() {
            0 => "there are no fields".to_string(),
            _ => format!("the fields are {}", listed.join(", ")),
        };
        return Err(Error::new(field.span(), format!("`{field}` is not an argument of `{method}`; {there}")));
    }
    Ok(Some(Event { name, fields }))
}
