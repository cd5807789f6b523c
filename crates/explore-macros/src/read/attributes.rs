//! The options of `#[universal]` and the attributes of methods and arguments.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, FnArg, Ident, LitStr, Token, TraitItemFn};

use super::Errors;
use crate::interface::Half;

/// The options of `#[universal(…)]`.
#[derive(Default)]
pub(super) struct Options {
    pub(super) prefix: Option<LitStr>,
    pub(super) lock: Option<LitStr>,
    pub(super) only: Option<Half>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut options = Options::default();
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            let twice = match name.to_string().as_str() {
                "prefix" => options.prefix.replace(action_after(input)?).is_some(),
                "lock" => options.lock.replace(action_after(input)?).is_some(),
                "driver" => options.only.replace(Half::Driver).is_some(),
                "stub" => options.only.replace(Half::Stub).is_some(),
                other => {
                    let message = format!(
                        "unknown option `{other}`; the options are `prefix = \"…\"`, `lock = \"…\"`, and `driver` or `stub` to generate only one of them"
                    );
                    return Err(Error::new(name.span(), message));
                }
            };
            if twice {
                let message = match options.only {
                    Some(_) if name == "driver" || name == "stub" => {
                        "use either `driver` or `stub`; without an option both are generated"
                    }
                    _ => "duplicate option",
                };
                return Err(Error::new(name.span(), message));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

/// The text of `OPTION = "ACTION"`.
fn action_after(input: ParseStream<'_>) -> syn::Result<LitStr> {
    input.parse::<Token![=]>()?;
    let text: LitStr = input.parse()?;
    check_action(&text)?;
    Ok(text)
}

/// An action of a model is made of names and numbers with dots between them.
fn check_action(text: &LitStr) -> syn::Result<()> {
    let value = text.value();
    let parts = value.split('.');
    let fits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if parts.into_iter().all(fits) {
        return Ok(());
    }
    let message = format!(
        "`{value}` is not a valid action or prefix; actions are names and numbers separated by dots, such as `exec.lock`"
    );
    Err(Error::new(text.span(), message))
}

/// The attribute `#[event(…)]`.
pub(super) enum EventAttribute {
    None,
    Named(LitStr, Vec<Ident>),
}

impl Parse for EventAttribute {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Ident) {
            let word: Ident = input.parse()?;
            return match word == "none" {
                true => Ok(EventAttribute::None),
                false => {
                    Err(Error::new(word.span(), "expected `#[event(\"NAME\", FIELDS)]` or `#[event(none)]`"))
                }
            };
        }
        let name: LitStr = input.parse()?;
        check_action(&name)?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        let fields = Punctuated::<Ident, Token![,]>::parse_terminated(input)?;
        Ok(EventAttribute::Named(name, fields.into_iter().collect()))
    }
}

/// Our attributes of a method.
pub(super) struct MethodAttributes {
    /// `#[returns(…)]`.
    pub(super) returns: Option<Expr>,
    /// `#[event(…)]`.
    pub(super) event: Option<EventAttribute>,
    /// `#[begins(…)]`.
    pub(super) begins: Option<EventAttribute>,
    /// `#[domain(…)]` of each argument but the receiver.
    pub(super) domains: Vec<Option<Expr>>,
}

impl MethodAttributes {
    /// Takes our attributes off a method.
    pub(super) fn take(method: &mut TraitItemFn, errors: &mut Errors) -> MethodAttributes {
        let mut own = MethodAttributes { returns: None, event: None, begins: None, domains: Vec::new() };
        for attribute in drain(&mut method.attrs, &["returns", "event", "begins", "domain"]) {
            if attribute.path().is_ident("domain") {
                errors.add(
                    attribute.span(),
                    "`#[domain(…)]` belongs to an argument; use `#[returns(…)]` for the result of a method",
                );
            } else if attribute.path().is_ident("returns") {
                match values(&attribute) {
                    Ok(_) if own.returns.is_some() => {
                        errors.add(attribute.span(), "duplicate `#[returns(…)]`");
                    }
                    Ok(expression) => own.returns = Some(expression),
                    Err(error) => errors.keep(Err(error)),
                }
            } else {
                let slot = if attribute.path().is_ident("event") { &mut own.event } else { &mut own.begins };
                match attribute.parse_args() {
                    Ok(_) if slot.is_some() => errors.add(attribute.span(), "duplicate attribute"),
                    Ok(event) => *slot = Some(event),
                    Err(error) => errors.keep(Err(error)),
                }
            }
        }
        for input in &mut method.sig.inputs {
            let FnArg::Typed(typed) = input else { continue };
            let mut domain = None;
            for attribute in drain(&mut typed.attrs, &["domain", "returns", "event", "begins"]) {
                if !attribute.path().is_ident("domain") {
                    errors.add(
                        attribute.span(),
                        "this attribute belongs to a method; use `#[domain(…)]` for an argument",
                    );
                    continue;
                }
                match values(&attribute) {
                    Ok(_) if domain.is_some() => errors.add(attribute.span(), "duplicate `#[domain(…)]`"),
                    Ok(expression) => domain = Some(expression),
                    Err(error) => errors.keep(Err(error)),
                }
            }
            own.domains.push(domain);
        }
        own
    }
}

/// Takes the attributes of some names out of a list.
fn drain(attributes: &mut Vec<Attribute>, names: &[&str]) -> Vec<Attribute> {
    let ours = |attribute: &Attribute| names.iter().any(|name| attribute.path().is_ident(name));
    let (taken, left) = std::mem::take(attributes).into_iter().partition(ours);
    *attributes = left;
    taken
}

/// The values of `#[domain(…)]` or `#[returns(…)]`.
fn values(attribute: &Attribute) -> syn::Result<Expr> {
    let empty = || {
        Error::new(
            attribute.span(),
            "empty domain: list at least one value, as in `0..2` or `[Mode::Fast, Mode::Safe]`",
        )
    };
    let nothing = match &attribute.meta {
        syn::Meta::Path(_) => true,
        syn::Meta::List(list) => list.tokens.is_empty(),
        syn::Meta::NameValue(_) => false,
    };
    if nothing {
        return Err(empty());
    }
    let expression: Expr = attribute.parse_args()?;
    if is_empty(&expression) { Err(empty()) } else { Ok(expression) }
}

/// Is a domain certainly empty? What cannot be told here is told when the driver is made.
fn is_empty(expression: &Expr) -> bool {
    match expression {
        Expr::Array(array) => array.elems.is_empty(),
        Expr::Reference(reference) => is_empty(&reference.expr),
        Expr::Paren(inner) => is_empty(&inner.expr),
        Expr::Range(range) => match (range.start.as_deref(), range.end.as_deref()) {
            (Some(start), Some(end)) => match (number(start), number(end)) {
                (Some(start), Some(end)) => match range.limits {
                    syn::RangeLimits::HalfOpen(_) => start >= end,
                    syn::RangeLimits::Closed(_) => start > end,
                },
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}

fn number(expression: &Expr) -> Option<i128> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(value) => value.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => number(&unary.expr).map(|n| -n),
        Expr::Paren(inner) => number(&inner.expr),
        _ => None,
    }
}
