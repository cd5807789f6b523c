//! A method of the trait as an operation.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Error, Expr, FnArg, Ident, LitStr, Pat, ReturnType, TraitItemFn, Type};

use super::attributes::{EventAttribute, MethodAttributes};
use crate::interface::{Answer, Argument, Event, Half, Operation, Passed, Values};

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
            format!("`{name}` is async, and drivers are threads: give it a method that blocks"),
        );
    }
    if let Some(token) = &signature.unsafety {
        return refuse(
            token.span(),
            format!("`{name}` is unsafe: a driver that calls it anyhow would prove nothing"),
        );
    }
    if let Some(parameter) = signature.generics.params.first() {
        return refuse(
            parameter.span(),
            format!("`{name}` is generic: say for which types, since the driver has to choose values"),
        );
    }
    let Some(FnArg::Receiver(receiver)) = signature.inputs.first() else {
        return refuse(
            name.span(),
            format!("`{name}` is no method: an operation of an environment takes `&self` or `&mut self`"),
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
            return refuse(values.span(), format!("`{name}` answers nothing, and there is a domain for it"));
        }
        (ReturnType::Type(_, kind), _) if is_unit(kind) => None,
        (ReturnType::Type(_, kind), Some(values)) => {
            Some(Answer { kind: (**kind).clone(), values: Values::Given(values) })
        }
        (ReturnType::Type(_, kind), None) if only == Some(Half::Driver) => {
            Some(Answer { kind: (**kind).clone(), values: Values::Of((**kind).clone()) })
        }
        (ReturnType::Type(_, kind), None) => {
            if let (Some(what), false) = (vast(kind), has_body) {
                let message = format!(
                    "what `{name}` answers has no domain: a stub would have to answer every {what}; write `#[returns(0..2)]`, or which values there are, before the method"
                );
                return refuse(kind.span(), message);
            }
            if let Type::Reference(_) = &**kind {
                return refuse(
                    kind.span(),
                    format!("`{name}` answers a reference, and a stub owns nothing to refer to"),
                );
            }
            if let Type::ImplTrait(_) = &**kind {
                return refuse(kind.span(), format!("`{name}` answers some type: say which"));
            }
            Some(Answer { kind: (**kind).clone(), values: Values::Of((**kind).clone()) })
        }
    };
    if let (true, Some(argument)) = (answer.is_some(), arguments.iter().find(|a| a.name == "result")) {
        return refuse(
            argument.name.span(),
            format!("in the event of `{name}`, `result` is what it answers: call this argument otherwise"),
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
            "argument `{name}` of `{method}` has no domain: the driver would have to call it with every {what}; write `#[domain({example})] {name}: {}`, or which values there are",
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
        Type::ImplTrait(_) => {
            Err(Error::new(kind.span(), format!("argument `{name}` of `{method}` has some type: say which")))
        }
        Type::Reference(reference) if reference.mutability.is_some() => Err(Error::new(
            kind.span(),
            format!(
                "argument `{name}` of `{method}` is changed by the call, and a driver has nothing to be changed"
            ),
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
        "text" => "[\"a\".to_string()]",
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
        "String" | "str" => "text",
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
            0 => "there is nothing to append".to_string(),
            _ => format!("there are {}", listed.join(", ")),
        };
        return Err(Error::new(field.span(), format!("`{field}` is no argument of `{method}`; {there}")));
    }
    Ok(Some(Event { name, fields }))
}
