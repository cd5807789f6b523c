//! Answers to requests.

use lsp_server::{ErrorCode, RequestId, Response};

/// Why a request is refused.
pub struct Refusal {
    /// The error code of the protocol.
    pub code: ErrorCode,
    /// The message for the user.
    pub message: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Refusal { code, message: message.into() }
    }
}

/// The result of a request.
pub type Answer<T> = Result<T, Refusal>;

/// The answer as a message.
pub fn response<T: serde::Serialize>(id: RequestId, answer: Answer<T>) -> Response {
    match answer {
        Ok(result) => Response::new_ok(id, result),
        Err(Refusal { code, message }) => Response::new_err(id, code as i32, message),
    }
}
