//! Channels from many senders to one receiver.
//!
//! A channel created under exploration belongs to the exploration, any other to `std`.

use std::collections::VecDeque;
use std::panic::Location;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use crate::context::{Identity, current};
use crate::model::{GONE, Object, Op, Shared, YES};

pub use std::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};

/// A channel of an exploration.
struct Channel<T> {
    identity: Identity,
    capacity: Option<u32>,
    queue: Mutex<VecDeque<T>>,
}

impl<T> Channel<T> {
    fn object(&self) -> Option<(std::rc::Rc<crate::context::Context>, Object)> {
        let context = current()?;
        let capacity = self.capacity;
        let object = context.object(&self.identity, || Shared::Channel {
            capacity,
            sent: 0,
            received: 0,
            senders: 1,
            receiver: true,
        });
        Some((context, object))
    }

    fn operate(&self, op: fn(Object) -> Op, at: &'static Location<'static>) -> u32 {
        self.object().map_or(GONE, |(context, object)| context.operate(op(object), at))
    }

    fn push(&self, value: T) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).push_back(value);
    }

    fn pop(&self) -> Option<T> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// Waits until there is room, sends, and waits until it was taken if there is no room at all.
    fn send(&self, value: T, at: &'static Location<'static>) -> Result<(), SendError<T>> {
        if self.operate(Op::Send, at) != YES {
            return Err(SendError(value));
        }
        self.push(value);
        if self.capacity == Some(0)
            && let Some((context, object)) = self.object()
        {
            let number = context.with(|control| control.objects.sent(object)) - 1;
            if context.operate(Op::Sent(object, number), at) != YES
                && let Some(value) = self.pop()
            {
                return Err(SendError(value));
            }
        }
        Ok(())
    }

    fn add_sender(&self) {
        if let Some((context, object)) = self.object() {
            context.with(|control| control.objects.add_sender(object));
        }
    }
}

/// An unbounded channel.
pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    if current().is_none() {
        let (sender, receiver) = mpsc::channel();
        return (Sender(Side::Std(sender)), Receiver(Side::Std(receiver)));
    }
    let channel = explored(None);
    (Sender(Side::Explored(Arc::clone(&channel))), Receiver(Side::Explored(channel)))
}

/// A bounded channel; with capacity 0 a sender waits until its message is received.
pub fn sync_channel<T>(room: usize) -> (SyncSender<T>, Receiver<T>) {
    if current().is_none() {
        let (sender, receiver) = mpsc::sync_channel(room);
        return (SyncSender(Side::Std(sender)), Receiver(Side::Std(receiver)));
    }
    let channel = explored(Some(u32::try_from(room).unwrap_or(u32::MAX)));
    (SyncSender(Side::Explored(Arc::clone(&channel))), Receiver(Side::Explored(channel)))
}

fn explored<T>(capacity: Option<u32>) -> Arc<Channel<T>> {
    let channel = Channel { identity: Identity::new(), capacity, queue: Mutex::new(VecDeque::new()) };
    // Known from now on, so that its senders are counted.
    channel.object();
    Arc::new(channel)
}

enum Side<S, T> {
    Std(S),
    Explored(Arc<Channel<T>>),
}

/// The sender of an unbounded channel.
pub struct Sender<T>(Side<mpsc::Sender<T>, T>);

impl<T> Sender<T> {
    /// Sends a message.
    ///
    /// # Errors
    /// If the receiver was dropped.
    #[track_caller]
    pub fn send(&self, value: T) -> Result<(), SendError<T>> {
        match &self.0 {
            Side::Std(sender) => sender.send(value),
            Side::Explored(channel) => channel.send(value, Location::caller()),
        }
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        Sender(match &self.0 {
            Side::Std(sender) => Side::Std(sender.clone()),
            Side::Explored(channel) => {
                channel.add_sender();
                Side::Explored(Arc::clone(channel))
            }
        })
    }
}

impl<T> Drop for Sender<T> {
    #[track_caller]
    fn drop(&mut self) {
        if let Side::Explored(channel) = &self.0 {
            channel.operate(Op::DropSender, Location::caller());
        }
    }
}

/// The sender of a bounded channel.
pub struct SyncSender<T>(Side<mpsc::SyncSender<T>, T>);

impl<T> SyncSender<T> {
    /// Waits for capacity and sends a message.
    ///
    /// # Errors
    /// If the receiver was dropped.
    #[track_caller]
    pub fn send(&self, value: T) -> Result<(), SendError<T>> {
        match &self.0 {
            Side::Std(sender) => sender.send(value),
            Side::Explored(channel) => channel.send(value, Location::caller()),
        }
    }

    /// Sends a message if the channel is not full.
    ///
    /// # Errors
    /// If it is full, or the receiver was dropped.
    ///
    /// # Panics
    /// Under exploration, if the capacity is 0: the model does not know whether a receiver is waiting.
    #[track_caller]
    pub fn try_send(&self, value: T) -> Result<(), TrySendError<T>> {
        match &self.0 {
            Side::Std(sender) => sender.try_send(value),
            Side::Explored(channel) => {
                assert!(
                    channel.capacity != Some(0),
                    "try_send on a channel without room cannot be explored: use room for one message"
                );
                match channel.operate(Op::TrySend, Location::caller()) {
                    YES => {
                        channel.push(value);
                        Ok(())
                    }
                    GONE => Err(TrySendError::Disconnected(value)),
                    _ => Err(TrySendError::Full(value)),
                }
            }
        }
    }
}

impl<T> Clone for SyncSender<T> {
    fn clone(&self) -> Self {
        SyncSender(match &self.0 {
            Side::Std(sender) => Side::Std(sender.clone()),
            Side::Explored(channel) => {
                channel.add_sender();
                Side::Explored(Arc::clone(channel))
            }
        })
    }
}

impl<T> Drop for SyncSender<T> {
    #[track_caller]
    fn drop(&mut self) {
        if let Side::Explored(channel) = &self.0 {
            channel.operate(Op::DropSender, Location::caller());
        }
    }
}

/// The receiver of a channel.
pub struct Receiver<T>(Side<mpsc::Receiver<T>, T>);

impl<T> Receiver<T> {
    /// Waits for a message.
    ///
    /// # Errors
    /// If there is none and all senders were dropped.
    #[track_caller]
    pub fn recv(&self) -> Result<T, RecvError> {
        match &self.0 {
            Side::Std(receiver) => receiver.recv(),
            Side::Explored(channel) => match channel.operate(Op::Recv, Location::caller()) {
                YES => channel.pop().ok_or(RecvError),
                _ => Err(RecvError),
            },
        }
    }

    /// Receives a message if there is one.
    ///
    /// # Errors
    /// If there is none.
    #[track_caller]
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        match &self.0 {
            Side::Std(receiver) => receiver.try_recv(),
            Side::Explored(channel) => match channel.operate(Op::TryRecv, Location::caller()) {
                YES => channel.pop().ok_or(TryRecvError::Empty),
                GONE => Err(TryRecvError::Disconnected),
                _ => Err(TryRecvError::Empty),
            },
        }
    }

    /// Waits for a message with a timeout. Under exploration the timeout may expire at any moment without a
    /// message.
    ///
    /// # Errors
    /// If the timeout expires, or all senders were dropped.
    #[track_caller]
    pub fn recv_timeout(&self, duration: Duration) -> Result<T, RecvTimeoutError> {
        match &self.0 {
            Side::Std(receiver) => receiver.recv_timeout(duration),
            Side::Explored(_) => match self.try_recv() {
                Ok(value) => Ok(value),
                Err(TryRecvError::Empty) => Err(RecvTimeoutError::Timeout),
                Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
            },
        }
    }

    /// The messages that are there, without waiting.
    pub fn try_iter(&self) -> TryIter<'_, T> {
        TryIter(self)
    }

    /// The messages, until all senders were dropped.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter(self)
    }
}

impl<T> Drop for Receiver<T> {
    #[track_caller]
    fn drop(&mut self) {
        if let Side::Explored(channel) = &self.0 {
            channel.operate(Op::DropReceiver, Location::caller());
            // Nobody will take them. What is to be handed over is still its sender's.
            if channel.capacity != Some(0) {
                let left = std::mem::take(&mut *channel.queue.lock().unwrap_or_else(PoisonError::into_inner));
                drop(left);
            }
        }
    }
}

/// The iterator of [`Receiver::iter`].
pub struct Iter<'a, T>(&'a Receiver<T>);

impl<T> Iterator for Iter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.0.recv().ok()
    }
}

impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

/// The iterator of [`Receiver::try_iter`].
pub struct TryIter<'a, T>(&'a Receiver<T>);

impl<T> Iterator for TryIter<'_, T> {
    type Item = T;

    #[track_caller]
    fn next(&mut self) -> Option<T> {
        self.0.try_recv().ok()
    }
}

/// The iterator of a [`Receiver`] that is used up.
pub struct IntoIter<T>(Receiver<T>);

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    #[track_caller]
    fn next(&mut self) -> Option<T> {
        self.0.recv().ok()
    }
}

impl<T> IntoIterator for Receiver<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter(self)
    }
}

macro_rules! shown {
    ($($name:ident)*) => {
        $(
            impl<T> std::fmt::Debug for $name<T> {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.debug_struct(stringify!($name)).finish_non_exhaustive()
                }
            }
        )*
    };
}

shown!(Sender SyncSender Receiver);
