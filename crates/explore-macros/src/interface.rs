//! An interface as the macros know it: operations with their domains and events.

use syn::{Expr, Ident, LitStr, Type, Visibility};

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
    pub(crate) fn unused(name: &Ident, kind: &Type) -> Self {
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

/// One end of an interface.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// What calls.
    Driver,
    /// What is called.
    Stub,
}
