//! The last step of a composition: hiding, priority and the modifiers of the definition.

use rely_lts::{
    ActionId, Alphabet, Composed, Context, Hiding, Lts, LtsBuilder, Modifiers, Priority, Spent, StateId,
    System, compose, determinize, minimize,
};

use super::Outcome;
use super::definitions::Definitions;
use super::environment::Environment;
use super::safe::strip;
use super::uses::{Clause, Prefixes};
use crate::ast::{HidingClause, LabelSet, ModifierWords, PriorityClause};

/// Composes a system and applies the modifiers of its definition (`minimal`, `deterministic`, `property`,
/// `safe`), as LTSA does on "Compose".
///
/// `deterministic` and `property` include `minimal`: determinization minimizes. The result of `safe` shows
/// all actions, because the set of its hiding clause lists the actions that can be refused.
///
/// ```
/// use rely_fsp::{Model, NoImports, build, parse};
/// use rely_lts::Context;
///
/// let parsed = parse(b"P = (a -> b -> P). Q = (b -> c -> Q). minimal ||S = (P || Q) @ {a, c}.");
/// let (model, _) = Model::new(parsed.model);
/// let system = model.system("S", &NoImports, Context::unlimited()).system.unwrap();
/// let composed = build(&system, Context::unlimited())?;
/// assert_eq!(composed.lts.alphabet().names().len(), 2);
/// # Ok::<(), rely_lts::Spent>(())
/// ```
///
/// # Errors
/// If the budget is spent.
pub fn build(system: &System, ctx: Context<'_>) -> Result<Composed, Spent> {
    if system.modifiers.safe {
        let mut open = system.clone();
        open.hiding = Hiding::Nothing;
        let composed = compose(&open, ctx)?;
        let lts = strip(&composed.lts, &system.hiding, ctx)?;
        return finish(system, Composed { lts, ..composed }, ctx);
    }
    let composed = compose(system, ctx)?;
    finish(system, composed, ctx)
}

/// Applies the modifiers `minimal`, `deterministic` and `property` to a system that was composed by other
/// means, for example step by step. [`build`] composes and finishes.
///
/// # Errors
/// If the budget is spent.
pub fn finish(system: &System, composed: Composed, ctx: Context<'_>) -> Result<Composed, Spent> {
    let lts = modify(composed.lts, system.modifiers, ctx)?;
    Ok(Composed { lts, ..composed })
}

/// Applies the modifiers to a composed LTS.
fn modify(lts: Lts, modifiers: Modifiers, ctx: Context<'_>) -> Result<Lts, Spent> {
    if modifiers.property {
        let lts = determinize::ltsa_determinize(&lts, ctx)?;
        return match determinize::complete(&lts) {
            Ok(completed) => Ok(completed),
            // It is in ERROR from the start: it allows no trace, not even the empty one, and refuses nothing.
            Err(determinize::NotAProperty::HasTau { .. }) => forbid_everything(&lts),
            Err(_) => Err(Spent::Memory(u64::from(u32::MAX) * 8)),
        };
    }
    if modifiers.deterministic {
        return determinize::ltsa_determinize(&lts, ctx);
    }
    if modifiers.minimal {
        return minimize::ltsa(&lts, minimize::TauReduction::On, ctx);
    }
    Ok(lts)
}

/// One state from which tau and every action of the alphabet lead to ERROR.
fn forbid_everything(lts: &Lts) -> Result<Lts, Spent> {
    let mut builder = LtsBuilder::new(lts.actions());
    let too_large = |_| Spent::Memory(u64::from(u32::MAX) * 8);
    let start = builder.add_state().map_err(too_large)?;
    builder.add_transition(start, ActionId::TAU, StateId::ERROR);
    for &action in lts.alphabet().ids() {
        builder.add_transition(start, action, StateId::ERROR);
    }
    builder.finish(start).map_err(too_large)
}

/// The words before a definition, without their places.
pub(crate) fn modifiers(words: &ModifierWords) -> Modifiers {
    Modifiers {
        deterministic: words.deterministic.is_some(),
        minimal: words.minimal.is_some(),
        compose: words.compose.is_some(),
        property: words.property.is_some(),
        safe: words.safe.is_some(),
    }
}

/// What a hiding clause hides. Names that meet no label of the alphabets are noted.
///
/// # Errors
/// If its set cannot be evaluated.
pub(crate) fn hiding(
    known: &Definitions,
    clause: &HidingClause,
    env: &Environment,
    alphabets: &[&Alphabet],
) -> Outcome<Hiding> {
    let kind = if clause.interface { Clause::Interface } else { Clause::Hiding };
    let names = names(known, &clause.set, kind, env, alphabets)?;
    Ok(if clause.interface { Hiding::Interface(names) } else { Hiding::Hide(names) })
}

/// What a priority clause says. Names that meet no label of the alphabets are noted.
///
/// # Errors
/// If its set cannot be evaluated.
pub(crate) fn priority(
    known: &Definitions,
    clause: &PriorityClause,
    env: &Environment,
    alphabets: &[&Alphabet],
) -> Outcome<Priority> {
    let names = names(known, &clause.set, Clause::Priority, env, alphabets)?;
    Ok(if clause.high { Priority::High(names) } else { Priority::Low(names) })
}

fn names(
    known: &Definitions,
    set: &LabelSet,
    clause: Clause,
    env: &Environment,
    alphabets: &[&Alphabet],
) -> Outcome<Vec<String>> {
    let names = known.set_list(set, env)?;
    let mut uses = env.meter().uses.borrow_mut();
    uses.record(set.span(), clause, names.iter().map(|name| &**name), &Prefixes::new(alphabets));
    Ok(names.iter().map(|name| name.to_string()).collect())
}
