//! An interface as the macros know it: operations with their domains and events.

use syn::{Expr, Ident, LitStr, Type, Visibility};

/// An interface: the options of the macro and the methods of the trait.
pub struct Interface {
    /// Its name.
    pub name: Ident,
    /// Who may see the trait, and what is made from it.
    pub visibility: Visibility,
    /// The lock that the driver takes and releases.
    pub lock: Option<LitStr>,
    /// In the order of the trait.
    pub operations: Vec<Operation>,
    /// Whether an operation takes `&mut self`.
    pub mutable: bool,
    /// The only half to generate; `None` for both.
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
    /// The result, if there is one.
    pub answer: Option<ReturnDomain>,
    /// The event of the stub when it is called.
    pub begins: Option<Event>,
    /// The event of the stub when it returns.
    pub event: Option<Event>,
    /// Whether it has a body, which the stub inherits.
    pub has_body: bool,
}

/// An argument of an operation.
pub struct Argument {
    /// Its name.
    pub name: Ident,
    /// The type of a value of its domain.
    pub kind: Type,
    /// Its domain.
    pub values: Values,
    /// How a value becomes the argument.
    pub passed: Passed,
}

impl Argument {
    /// An argument that no driver chooses.
    pub(crate) fn unused(name: &Ident, kind: &Type) -> Self {
        Argument {
            name: name.clone(),
            kind: kind.clone(),
            values: Values::Of(kind.clone()),
            passed: Passed::Owned,
        }
    }
}

/// The values that a stub may return.
pub struct ReturnDomain {
    /// Its type.
    pub kind: Type,
    /// Its domain.
    pub values: Values,
}

/// A domain.
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

/// One end of an interface.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// The caller.
    Driver,
    /// The callee.
    Stub,
}
