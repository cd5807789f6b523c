//! The trait of an interface, read: what its operations take, answer and announce, or what is wrong with it.
//!
//! An error points at the place and says what would be right. Several errors are reported at once.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, FnArg, Ident, ItemTrait, LitStr, Pat, ReturnType, Token, TraitItem, TraitItemFn,
    Type, TypeParamBound, Visibility,
};

/// What the macro was told and what the trait says.
pub struct Interface {
    /// Its name.
    pub name: Ident,
    /// Who may see the trait, and what is made from it.
    pub visibility: Visibility,
    /// The lock that the driver takes and releases.
    pub lock: Option<LitStr>,
    /// In the order of the trait.
    pub operations: Vec<Operation>,
    /// Does an operation take `&mut self`?
    pub mutable: bool,
    /// Only this is asked for.
    pub only: Option<Half>,
}

/// A method of the trait.
pub struct Operation {
    /// Its name.
    pub name: Ident,
    /// As the trait has it, without our attributes.
    pub signature: syn::Signature,
    /// Everything but the receiver.
    pub arguments: Vec<Argument>,
    /// The type of the answer, if there is one.
    pub answer: Option<Answer>,
    /// What the stub announces when it is called.
    pub begins: Option<Event>,
    /// What the stub announces when it answers.
    pub event: Option<Event>,
    /// Has it a body? Then the stub inherits it.
    pub has_body: bool,
}

/// An argument of an operation.
pub struct Argument {
    /// Its name.
    pub name: Ident,
    /// The type of a value of its domain.
    pub kind: Type,
    /// Where its values are from.
    pub values: Values,
    /// How a value becomes the argument.
    pub passed: Passed,
}

impl Argument {
    /// One that no driver chooses.
    fn unused(name: &Ident, kind: &Type) -> Self {
        Argument {
            name: name.clone(),
            kind: kind.clone(),
            values: Values::Of(kind.clone()),
            passed: Passed::Owned,
        }
    }
}

/// What a stub may answer.
pub struct Answer {
    /// Its type.
    pub kind: Type,
    /// Where its values are from.
    pub values: Values,
}

/// Where values are from.
pub enum Values {
    /// An expression that can be iterated over.
    Given(Expr),
    /// The domain of a type.
    Of(Type),
}

/// How a value of a domain is handed to a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    /// By value.
    Owned,
    /// The argument is a reference, the domain has what it refers to.
    Borrowed,
}

/// The event of an operation.
pub struct Event {
    /// Its name.
    pub name: LitStr,
    /// What is appended: arguments, and `result`.
    pub fields: Vec<Ident>,
}

/// The options of `#[universal(…)]`.
#[derive(Default)]
struct Options {
    prefix: Option<LitStr>,
    lock: Option<LitStr>,
    only: Option<Half>,
}

/// One end of an interface.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// What calls.
    Driver,
    /// What is called.
    Stub,
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
                        "there is no option `{other}`; there are `prefix = \"…\"`, `lock = \"…\"`, and `driver` or `stub` for one half only"
                    );
                    return Err(Error::new(name.span(), message));
                }
            };
            if twice {
                let message = match options.only {
                    Some(_) if name == "driver" || name == "stub" => "one half, or without an option both",
                    _ => "this option is given twice",
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
        "`{value}` cannot be (the beginning of) an action; actions are names and numbers with dots between them, as `exec.lock`"
    );
    Err(Error::new(text.span(), message))
}

/// The attribute `#[event(…)]`.
enum EventAttribute {
    None,
    Named(LitStr, Vec<Ident>),
}

impl Parse for EventAttribute {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Ident) {
            let word: Ident = input.parse()?;
            return match word == "none" {
                true => Ok(EventAttribute::None),
                false => Err(Error::new(
                    word.span(),
                    "`#[event(\"NAME\", FIELDS)]` or `#[event(none)]` is expected",
                )),
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

/// Reads a trait; the second result is the trait without our attributes.
pub fn interface(options: TokenStream, item: TokenStream) -> syn::Result<(Interface, ItemTrait)> {
    let options: Options = syn::parse2(options)?;
    let mut item: ItemTrait = syn::parse2(item).map_err(|error| {
        Error::new(error.span(), "`#[universal]` stands before a trait: the interface of a component")
    })?;
    let mut errors = Errors::default();
    errors.keep(whole_trait(&item));
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
                "a universal environment is made of methods; associated types and constants have no place in it",
            );
            continue;
        };
        let known = errors.0.len();
        let own = Own::take(method, &mut errors);
        if errors.0.len() > known {
            continue;
        }
        match operation(method, own, &prefix, options.only) {
            Ok((operation, takes_mut)) => {
                mutable |= takes_mut;
                operations.push(operation);
            }
            Err(error) => errors.keep(Err(error)),
        }
    }
    if operations.is_empty() && errors.0.is_empty() {
        let message = format!("`{}` has no operation: a driver would have nothing to call", item.ident);
        errors.add(item.ident.span(), &message);
    }
    errors.finish()?;
    let name = item.ident.clone();
    let visibility = item.vis.clone();
    if let (Some(lock), Some(Half::Stub)) = (&options.lock, options.only) {
        return Err(Error::new(lock.span(), "only a driver takes a lock, and only the stub is asked for"));
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

fn whole_trait(item: &ItemTrait) -> syn::Result<()> {
    if let Some(parameter) = item.generics.params.first() {
        let message = format!(
            "`{}` is generic, and an environment calls with values of some type: declare a trait (or a trait of the same methods) for the type that is checked, and leave `{}` out",
            item.ident,
            parameter.to_token_stream()
        );
        return Err(Error::new(parameter.span(), message));
    }
    if let Some(token) = &item.unsafety {
        return Err(Error::new(token.span(), "an unsafe trait cannot be given to a driver"));
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
                "the stub cannot know how to be `{}`; an interface stands alone, or asks for `Send` and `Sync` only",
                bound.to_token_stream()
            );
            return Err(Error::new(bound.span(), message));
        }
    }
    Ok(())
}

/// Our attributes of a method.
struct Own {
    returns: Option<Expr>,
    event: Option<EventAttribute>,
    begins: Option<EventAttribute>,
    domains: Vec<Option<Expr>>,
}

impl Own {
    /// Takes our attributes off a method.
    fn take(method: &mut TraitItemFn, errors: &mut Errors) -> Own {
        let mut own = Own { returns: None, event: None, begins: None, domains: Vec::new() };
        for attribute in drain(&mut method.attrs, &["returns", "event", "begins", "domain"]) {
            if attribute.path().is_ident("domain") {
                errors.add(
                    attribute.span(),
                    "`#[domain(…)]` stands before an argument; what a method answers is `#[returns(…)]`",
                );
            } else if attribute.path().is_ident("returns") {
                match values(&attribute) {
                    Ok(_) if own.returns.is_some() => {
                        errors.add(attribute.span(), "`#[returns(…)]` is given twice");
                    }
                    Ok(expression) => own.returns = Some(expression),
                    Err(error) => errors.keep(Err(error)),
                }
            } else {
                let slot = if attribute.path().is_ident("event") { &mut own.event } else { &mut own.begins };
                match attribute.parse_args() {
                    Ok(_) if slot.is_some() => errors.add(attribute.span(), "this is given twice"),
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
                        "this stands before a method; before an argument stands `#[domain(…)]`",
                    );
                    continue;
                }
                match values(&attribute) {
                    Ok(_) if domain.is_some() => {
                        errors.add(attribute.span(), "`#[domain(…)]` is given twice")
                    }
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
            "this domain is empty: name at least one value, as in `0..2` or `[Mode::Fast, Mode::Safe]`",
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

fn operation(
    method: &TraitItemFn,
    own: Own,
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
