//! Checked 32-bit identifiers.
//!
//! An id is a position in the structure that handed it out and means nothing elsewhere. Ids cannot be added
//! or made from a `usize` by accident: the builders make them, and running out of ids is an error of the
//! builder.

use std::fmt;

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id with this raw number.
            #[inline]
            pub const fn from_raw(raw: u32) -> Self {
                Self(raw)
            }

            /// The id at a position that is known to fit (it was checked when the container was built).
            ///
            /// # Panics
            /// If the position needs more than 32 bits.
            #[inline]
            pub fn at(index: usize) -> Self {
                Self(u32::try_from(index).expect("containers of ids are checked to hold fewer than 2^32 entries"))
            }

            /// The raw number.
            #[inline]
            pub const fn raw(self) -> u32 {
                self.0
            }

            /// The number as an array index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }
    };
}

id_type! {
    /// An action of an [`Actions`](crate::Actions) table. [`ActionId::TAU`] is the internal action of every
    /// table.
    ActionId
}

id_type! {
    /// A label of one particular [`Lts`](crate::Lts): 0 is tau, `k` is the `k`-th action of its sorted
    /// alphabet.
    ///
    /// Labels of one LTS are dense, so algorithms may index arrays by them, and they are in the order of the
    /// action names, so that "the first" transition is the one whose action comes first by name.
    Label
}

id_type! {
    /// A state of one particular [`Lts`](crate::Lts), or [`StateId::ERROR`].
    StateId
}

id_type! {
    /// A class of an equivalence on the states of one particular [`Lts`](crate::Lts). It is not a state:
    /// where a reduced LTS has a state per class, [`ClassMap`](crate::minimize::ClassMap) tells which.
    ClassId
}

impl ActionId {
    /// The internal action.
    pub const TAU: ActionId = ActionId(0);

    /// Is this the internal action?
    #[inline]
    pub const fn is_tau(self) -> bool {
        self.0 == 0
    }
}

impl Label {
    /// The internal action.
    pub const TAU: Label = Label(0);

    /// Is this the internal action?
    #[inline]
    pub const fn is_tau(self) -> bool {
        self.0 == 0
    }
}

impl StateId {
    /// The error state: written π in the papers, `ERROR` in FSP, −1 in LTSA. It is not counted among the
    /// states, has no transitions, and can only be a target.
    pub const ERROR: StateId = StateId(u32::MAX);

    /// Is this the error state?
    #[inline]
    pub const fn is_error(self) -> bool {
        self.0 == u32::MAX
    }
}

/// A value per state of one LTS (the error state has none).
///
/// ```
/// use rely_lts::{StateId, StateMap};
/// let mut visits = StateMap::filled(0, 3);
/// visits[StateId::at(1)] += 2;
/// assert_eq!(visits.as_slice(), [0, 2, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateMap<T>(Vec<T>);

impl<T> StateMap<T> {
    /// The map that gives every one of `n` states the same value.
    pub fn filled(value: T, n: usize) -> Self
    where
        T: Clone,
    {
        StateMap(vec![value; n])
    }

    /// A map from the values of the states in order.
    pub fn from_vec(values: Vec<T>) -> Self {
        StateMap(values)
    }

    /// The values of the states in order.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// The values of the states in order.
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Has the LTS no states? (Never for a finished LTS.)
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> std::ops::Index<StateId> for StateMap<T> {
    type Output = T;
    fn index(&self, state: StateId) -> &T {
        &self.0[state.index()]
    }
}

impl<T> std::ops::IndexMut<StateId> for StateMap<T> {
    fn index_mut(&mut self, state: StateId) -> &mut T {
        &mut self.0[state.index()]
    }
}
