//! Values that each thread has for itself, as those of `std::thread_local!`.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::context;
use crate::model::Task;

/// A key of [`thread_local!`](crate::thread_local): each thread has a value of its own, made when it is
/// needed. Under exploration a thread is one of an execution, and its values are dropped when the next
/// execution begins.
pub struct LocalKey<T: 'static> {
    std: &'static std::thread::LocalKey<T>,
    make: fn() -> T,
}

type Values = FxHashMap<(usize, Task), Rc<dyn Any>>;

thread_local! {
    /// The values of the current execution, and its number.
    static VALUES: RefCell<(u64, Values)> = RefCell::default();
}

impl<T: 'static> LocalKey<T> {
    #[doc(hidden)]
    pub const fn new(std: &'static std::thread::LocalKey<T>, make: fn() -> T) -> Self {
        LocalKey { std, make }
    }

    /// Calls a function with the value of this thread.
    pub fn with<R>(&'static self, f: impl FnOnce(&T) -> R) -> R {
        let Some(context) = context::lookup() else { return self.std.with(f) };
        let (me, execution) = context.with(|control| (control.me(), control.epoch()));
        let key = (std::ptr::from_ref(self).addr(), me);
        let old = VALUES.with_borrow_mut(|(number, values)| {
            (*number != execution).then(|| {
                *number = execution;
                std::mem::take(values)
            })
        });
        drop(old);
        let known = VALUES.with_borrow(|(_, values)| values.get(&key).cloned());
        let value = known.unwrap_or_else(|| {
            let made: Rc<dyn Any> = Rc::new((self.make)());
            VALUES.with_borrow_mut(|(_, values)| values.insert(key, Rc::clone(&made)));
            made
        });
        f(value.downcast_ref().expect("a key has values of one type"))
    }
}

/// Declares values that each thread has for itself, as the macro of `std`. Under exploration each thread of
/// an execution has its own, which those of `std` would not be: all threads of an exploration are one thread
/// of the system.
///
/// ```
/// use std::cell::Cell;
/// rely_explore::thread_local! {
///     static COUNT: Cell<u32> = Cell::new(0);
/// }
/// COUNT.with(|count| count.set(count.get() + 1));
/// assert_eq!(COUNT.with(Cell::get), 1);
/// ```
#[macro_export]
macro_rules! thread_local {
    ($($(#[$attribute:meta])* $visibility:vis static $name:ident : $type:ty = $value:expr);* $(;)?) => {
        $(
            $(#[$attribute])*
            $visibility static $name: $crate::thread::LocalKey<$type> = {
                fn make() -> $type {
                    $value
                }
                ::std::thread_local!(static STD: $type = make());
                $crate::thread::LocalKey::new(&STD, make)
            };
        )*
    };
}
