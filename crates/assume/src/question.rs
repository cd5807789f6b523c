//! The question: a module, its properties, and where the module ends and its environment begins.

use rely_lts::{ActionId, Actions, Alphabet, Component, Product, System};
use thiserror::Error;

/// The boundary of a module: which of its actions the environment takes part in, and the alphabet of
/// assumptions.
///
/// With `C` the actions shared with the environment, `I` the other actions of the module and `αP` those of
/// the properties, the alphabet of an assumption is `C ∪ (αP − I)` \[GPB02\]: an action of a property that
/// the module does not have belongs to the environment. See [`Question`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// `C`: actions of the module in which the environment takes part.
    pub shared: Alphabet,
    /// `I`: the other actions of the module.
    pub internal: Alphabet,
    /// `C ∪ (αP − I)`: the alphabet of an assumption.
    pub assumption: Alphabet,
}

/// Interface actions that the module does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the module has no action {}", .names.join(", "))]
pub struct NotOfTheModule {
    /// Their names, sorted.
    pub names: Vec<String>,
}

impl Boundary {
    /// The boundary with an environment that knows these actions.
    pub fn with_environment(
        actions: &Actions,
        module: &[Component],
        properties: &[Component],
        environment: &Alphabet,
    ) -> Boundary {
        let own = alphabet_of(actions, module);
        let shared = own.ids().iter().copied().filter(|&a| environment.contains(a));
        Boundary::new(actions, &own, properties, Alphabet::new(actions, shared.collect::<Vec<_>>()))
    }

    /// The boundary with any environment that takes part in exactly these actions of the module.
    ///
    /// # Errors
    /// If the module does not have one of them.
    pub fn with_interface(
        actions: &Actions,
        module: &[Component],
        properties: &[Component],
        interface: &Alphabet,
    ) -> Result<Boundary, NotOfTheModule> {
        let own = alphabet_of(actions, module);
        let foreign: Vec<String> = (interface.ids().iter())
            .filter(|&&a| !own.contains(a))
            .map(|&a| actions.name(a).to_string())
            .collect();
        if !foreign.is_empty() {
            return Err(NotOfTheModule { names: foreign });
        }
        Ok(Boundary::new(actions, &own, properties, interface.clone()))
    }

    fn new(actions: &Actions, own: &Alphabet, properties: &[Component], shared: Alphabet) -> Boundary {
        let only = |a: &ActionId| !shared.contains(*a);
        let internal = Alphabet::new(actions, own.ids().iter().copied().filter(only).collect::<Vec<_>>());
        let observed = alphabet_of(actions, properties);
        let outside = observed.ids().iter().copied().filter(|&a| !internal.contains(a));
        let assumption =
            Alphabet::new(actions, outside.chain(shared.ids().iter().copied()).collect::<Vec<_>>());
        Boundary { shared, internal, assumption }
    }
}

/// A module, its properties, and the boundary to its environment.
///
/// ```
/// use rely_assume::{Boundary, Construction, Question, WeakestAnswer, weakest};
/// use rely_lts::{Actions, Component, Context};
/// use rely_testkit::text::read;
///
/// // A file that must be acquired before it is written; ERROR of a component counts as a violation.
/// let actions = Actions::new();
/// let lts = read(&actions, "0 acquire 1; 1 write 1; 1 release 0; 0 write ERROR");
/// let module = vec![Component::new("FILE", lts.into())];
/// // The environment takes part in all actions of the module.
/// let interface = module[0].lts.alphabet().clone();
/// let boundary = Boundary::with_interface(&actions, &module, &[], &interface)?;
/// let question =
///     Question { name: "FILE".into(), actions: actions.clone(), module, properties: Vec::new(), boundary };
/// let answer = weakest(&question, Construction::Auto, Context::unlimited()).answer;
/// assert!(matches!(answer, WeakestAnswer::Provided(_)));
/// # Ok::<(), rely_assume::NotOfTheModule>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// What reports call the module.
    pub name: String,
    /// The table of all actions.
    pub actions: Actions,
    /// The components of the module. ERROR of one of them counts as a violation.
    pub module: Vec<Component>,
    /// The properties, complete over their alphabets (`Role::Property`).
    pub properties: Vec<Component>,
    /// Where the module ends.
    pub boundary: Boundary,
}

impl Question {
    /// The module with its properties: components of the module first, then the properties.
    pub fn system(&self) -> System {
        let components = self.module.iter().chain(&self.properties).cloned().collect();
        System::new(&self.name, &self.actions, components)
    }

    /// Per label of the module with its properties: is it hidden from the environment?
    pub(crate) fn hidden(&self, product: &Product) -> Vec<bool> {
        let seen = |label| self.boundary.assumption.contains(product.alphabet().action(label));
        std::iter::once(true).chain(product.alphabet().labels().map(|label| !seen(label))).collect()
    }
}

/// The union of the alphabets of components.
fn alphabet_of(actions: &Actions, components: &[Component]) -> Alphabet {
    Alphabet::union(actions, components.iter().map(|c| c.lts.alphabet()))
}
