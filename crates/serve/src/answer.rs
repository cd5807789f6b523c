//! Answers: a complete body or a stream, and the headers of all answers.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::sync::mpsc::Receiver;

/// The body of an answer.
pub enum Content {
    /// The complete body.
    Whole(Bytes),
    /// A stream. Its flag is set when the reader is gone or the stream ends, so that the work for it stops.
    Pieces {
        /// The pieces.
        pieces: Receiver<Bytes>,
        /// Sets the flag when it is dropped.
        _stop: StopWhenDropped,
    },
}

/// Sets a flag when it is dropped.
pub struct StopWhenDropped(pub Arc<AtomicBool>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let piece = match self.get_mut() {
            Content::Whole(bytes) if bytes.is_empty() => None,
            Content::Whole(bytes) => Some(std::mem::take(bytes)),
            Content::Pieces { pieces, .. } => match pieces.poll_recv(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(piece) => piece,
            },
        };
        Poll::Ready(piece.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Content::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Content::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Content::Pieces { .. } => SizeHint::default(),
        }
    }
}

/// An answer.
pub type Answer = Response<Content>;

/// An answer with a complete body.
pub fn whole(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Answer {
    made(status, kind, Content::Whole(body.into()))
}

/// An answer that is streamed.
pub fn pieces(kind: &'static str, pieces: Receiver<Bytes>, stop: StopWhenDropped) -> Answer {
    made(StatusCode::OK, kind, Content::Pieces { pieces, _stop: stop })
}

/// A refusal without a body: an unauthorized caller learns nothing.
pub fn refused(status: StatusCode) -> Answer {
    let mut answer = Response::new(Content::Whole(Bytes::new()));
    *answer.status_mut() = status;
    answer
}

fn made(status: StatusCode, kind: &'static str, content: Content) -> Answer {
    let mut answer = Response::new(content);
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// Adds the headers of all answers.
pub fn with_headers(mut answer: Answer, policy: &HeaderValue) -> Answer {
    let headers = answer.headers_mut();
    headers.insert("content-security-policy", policy.clone());
    for (name, value) in FIXED {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    answer
}

const FIXED: [(&str, &str); 6] = [
    ("cache-control", "no-store"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
];
