//! Atomics. Under exploration they are sequentially consistent, whatever the ordering; an ordering that is
//! weaker makes this a bound of the report.

use std::panic::Location;

use crate::context::{Identity, current};
use crate::model::{Op, Shared};

pub use std::sync::atomic::Ordering;

/// Reports an access to the explorer before it happens.
#[track_caller]
fn access(identity: &Identity, op: fn(u32) -> Op, orders: &[Ordering]) {
    if let Some(context) = current() {
        if orders.iter().any(|order| *order != Ordering::SeqCst) {
            context.with(|control| control.weaker_ordering());
        }
        let object = context.object(identity, || Shared::Atomic);
        context.operate(op(object), Location::caller());
    }
}

/// A fence. It has no effect under exploration, where memory is sequentially consistent.
pub fn fence(order: Ordering) {
    std::sync::atomic::fence(order);
}

/// Tells the explorer if an access that might have written has left the value as it was.
fn settle<T: PartialEq>(identity: &Identity, before: &T, after: &T) {
    if before == after
        && let Some(context) = current()
    {
        let object = context.object(identity, || Shared::Atomic);
        context.with(|control| control.unchanged(object));
    }
}

/// Performs an access that may write.
macro_rules! writes {
    ($self:ident, $access:expr) => {{
        let before = $self.inner.load(Ordering::Relaxed);
        let result = $access;
        settle(&$self.identity, &before, &$self.inner.load(Ordering::Relaxed));
        result
    }};
}

macro_rules! atomic {
    ($name:ident, $value:ty) => {
        #[doc = concat!("A [`std::sync::atomic::", stringify!($name), "`] whose accesses the explorer schedules.")]
        #[derive(Debug, Default)]
        pub struct $name {
            identity: Identity,
            inner: std::sync::atomic::$name,
        }

        impl $name {
            /// An atomic with this value.
            pub const fn new(value: $value) -> Self {
                Self { identity: Identity::new(), inner: std::sync::atomic::$name::new(value) }
            }

            /// The value.
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $value {
                access(&self.identity, Op::Load, &[order]);
                self.inner.load(order)
            }

            /// Writes a value.
            #[track_caller]
            pub fn store(&self, value: $value, order: Ordering) {
                access(&self.identity, Op::Store, &[order]);
                self.inner.store(value, order);
            }

            /// Writes a value and returns the previous one.
            #[track_caller]
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                access(&self.identity, Op::Store, &[order]);
                writes!(self, self.inner.swap(value, order))
            }

            /// Writes `new` if the value is `current`.
            ///
            /// # Errors
            /// The value, if it is another one.
            #[track_caller]
            pub fn compare_exchange(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                access(&self.identity, Op::Store, &[success, failure]);
                writes!(self, self.inner.compare_exchange(current, new, success, failure))
            }

            /// As [`Self::compare_exchange`]; under exploration it does not fail spuriously.
            ///
            /// # Errors
            /// The value, if it is another one.
            #[track_caller]
            pub fn compare_exchange_weak(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                self.compare_exchange(current, new, success, failure)
            }

            /// Replaces the value by the result of a function, as one operation.
            ///
            /// # Errors
            /// The value, if the function returns `None`.
            #[track_caller]
            pub fn fetch_update<F>(
                &self,
                set_order: Ordering,
                fetch_order: Ordering,
                f: F,
            ) -> Result<$value, $value>
            where
                F: FnMut($value) -> Option<$value>,
            {
                access(&self.identity, Op::Store, &[set_order, fetch_order]);
                writes!(self, self.inner.fetch_update(set_order, fetch_order, f))
            }

            /// A mutable reference to the value.
            pub fn get_mut(&mut self) -> &mut $value {
                self.inner.get_mut()
            }

            /// The value.
            pub fn into_inner(self) -> $value {
                self.inner.into_inner()
            }
        }

        impl From<$value> for $name {
            fn from(value: $value) -> Self {
                Self::new(value)
            }
        }
    };
}

macro_rules! fetch {
    ($name:ident, $value:ty, $($method:ident)*) => {
        impl $name {
            $(
                #[doc = concat!("As `", stringify!($method), "` of `std`: returns the previous value.")]
                #[track_caller]
                pub fn $method(&self, value: $value, order: Ordering) -> $value {
                    access(&self.identity, Op::Store, &[order]);
                    writes!(self, self.inner.$method(value, order))
                }
            )*
        }
    };
}

macro_rules! integer {
    ($($name:ident $value:ty),* $(,)?) => {
        $(
            atomic!($name, $value);
            fetch!($name, $value, fetch_add fetch_sub fetch_and fetch_or fetch_xor fetch_nand fetch_max fetch_min);
        )*
    };
}

atomic!(AtomicBool, bool);
fetch!(AtomicBool, bool, fetch_and fetch_or fetch_xor fetch_nand);
integer!(
    AtomicU8 u8, AtomicU16 u16, AtomicU32 u32, AtomicU64 u64, AtomicUsize usize,
    AtomicI8 i8, AtomicI16 i16, AtomicI32 i32, AtomicI64 i64, AtomicIsize isize,
);

impl AtomicBool {
    /// Negates the value and returns the previous one.
    #[track_caller]
    pub fn fetch_not(&self, order: Ordering) -> bool {
        self.fetch_xor(true, order)
    }
}

/// A [`std::sync::atomic::AtomicPtr`] whose accesses the explorer schedules.
#[derive(Debug)]
pub struct AtomicPtr<T> {
    identity: Identity,
    inner: std::sync::atomic::AtomicPtr<T>,
}

impl<T> AtomicPtr<T> {
    /// An atomic with this pointer.
    pub const fn new(pointer: *mut T) -> Self {
        Self { identity: Identity::new(), inner: std::sync::atomic::AtomicPtr::new(pointer) }
    }

    /// The pointer.
    #[track_caller]
    pub fn load(&self, order: Ordering) -> *mut T {
        access(&self.identity, Op::Load, &[order]);
        self.inner.load(order)
    }

    /// Writes a pointer.
    #[track_caller]
    pub fn store(&self, pointer: *mut T, order: Ordering) {
        access(&self.identity, Op::Store, &[order]);
        self.inner.store(pointer, order);
    }

    /// Writes a pointer and returns the previous one.
    #[track_caller]
    pub fn swap(&self, pointer: *mut T, order: Ordering) -> *mut T {
        access(&self.identity, Op::Store, &[order]);
        writes!(self, self.inner.swap(pointer, order))
    }

    /// Writes `new` if the pointer is `current`.
    ///
    /// # Errors
    /// The pointer, if it is another one.
    #[track_caller]
    pub fn compare_exchange(
        &self,
        current: *mut T,
        new: *mut T,
        success: Ordering,
        failure: Ordering,
    ) -> Result<*mut T, *mut T> {
        access(&self.identity, Op::Store, &[success, failure]);
        writes!(self, self.inner.compare_exchange(current, new, success, failure))
    }

    /// As [`Self::compare_exchange`]; under exploration it does not fail spuriously.
    ///
    /// # Errors
    /// The pointer, if it is another one.
    #[track_caller]
    pub fn compare_exchange_weak(
        &self,
        current: *mut T,
        new: *mut T,
        success: Ordering,
        failure: Ordering,
    ) -> Result<*mut T, *mut T> {
        self.compare_exchange(current, new, success, failure)
    }

    /// A mutable reference to the pointer.
    pub fn get_mut(&mut self) -> &mut *mut T {
        self.inner.get_mut()
    }

    /// The pointer.
    pub fn into_inner(self) -> *mut T {
        self.inner.into_inner()
    }
}

impl<T> Default for AtomicPtr<T> {
    fn default() -> Self {
        Self::new(std::ptr::null_mut())
    }
}
