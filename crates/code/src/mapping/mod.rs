//! What the actions of a component are: a small file of rules.
//!
//! ```toml
//! version = 1
//!
//! [component]
//! entry = "writer"                  # the function that the component executes, or
//! # driver = ["put", "get"]         # functions that anybody may call, in any order
//! # objects = 2                     # objects of each type that the driver has; default: 1
//! # volatile = "memory"             # volatile variables change only where the component writes them
//! # variables = "own"               # no other component of a system has the same variables
//!
//! [[action]]
//! call = "pthread_mutex_lock"       # when the function is called; `return` for when it returns
//! arguments = ["&queue.lock"]       # numbers, enumerators, addresses of globals; "_" for any
//! action = "lock"
//!
//! [[action]]
//! return = "put"
//! result = 0                        # a number, an enumerator, a list, or "other"
//! action = "put.ok"
//!
//! [propositions]
//! full = "queue.count == 3"         # C expressions over global variables
//!
//! [[ignore]]
//! call = "log_line"                 # returns anything, changes nothing, and is not an action
//! ```
//!
//! Rules are tried in the order of the file. A call of a mapped function that no rule matches is not modeled,
//! and leads to no verdict. Names that the program does not have are errors.

mod bind;
pub mod expression;
mod read;

use std::fmt;

pub use bind::Bound;

/// Something that is wrong with a mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// A text and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The text.
    pub text: String,
    /// The line and column where it begins.
    pub place: (u32, u32),
}

/// The rules of a file.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    /// The function that the component executes.
    pub entry: Option<Spot>,
    /// Functions that anybody may call.
    pub driver: Vec<Spot>,
    /// How many objects of each type a driver has.
    pub objects: Option<u32>,
    /// External functions without an effect.
    pub ignored: Vec<Spot>,
    /// Volatile variables change only where the component writes them.
    pub volatile_memory: bool,
    /// No other component of a system has the same variables.
    pub own_variables: bool,
    actions: Vec<Rule>,
    /// Names and expressions, in the order of the file.
    propositions: Vec<(Spot, Spot)>,
}

/// A rule as it is written.
#[derive(Clone, Debug)]
struct Rule {
    function: Spot,
    at_return: bool,
    arguments: Vec<Value>,
    result: Option<Value>,
    writes: Vec<usize>,
    action: Spot,
}

/// A value that an argument or a result must have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// Any value.
    Any,
    /// None of those that other rules name.
    Other,
    /// One of these: numbers, and names with their places.
    These(Vec<Name>),
}

/// A number or a name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Name {
    Number(i128),
    Text(Spot),
}

impl Mapping {
    /// Reads a mapping; the page of this module describes the format.
    ///
    /// ```
    /// use rely_code::mapping::Mapping;
    /// let mapping = Mapping::read("[[action]]\ncall = \"send\"\naction = \"send\"").unwrap();
    /// assert_eq!(mapping.functions().collect::<Vec<_>>(), ["send"]);
    /// let errors = Mapping::read("[[action]]\ncall = \"send\"").unwrap_err();
    /// assert_eq!(errors[0].to_string(), "1:1: the rule for `send` has no action (write action = \"…\")");
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn read(text: &str) -> Result<Mapping, Vec<Finding>> {
        read::read(text)
    }

    /// The functions whose calls are actions.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().map(|rule| &*rule.function.text)
    }
}
