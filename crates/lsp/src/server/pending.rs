//! Requests that a worker has not answered yet.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use lsp_server::RequestId;
use lsp_types::ProgressToken;

use crate::worker::Flag;

/// A request that a worker answers, unless it is canceled first.
struct PendingRequest {
    uri: Option<String>,
    flag: Flag,
    token: Option<ProgressToken>,
}

/// The requests that the workers have, shared by all threads.
#[derive(Clone, Default)]
pub struct Pending(Arc<Mutex<BTreeMap<RequestId, PendingRequest>>>);

impl Pending {
    /// Removes a request. Only the caller that gets `true` may answer it.
    pub fn take(&self, id: &RequestId) -> bool {
        self.0.lock().is_ok_and(|mut all| all.remove(id).is_some())
    }

    /// Adds a request about the text `uri`, and returns the flag that stops it.
    pub fn add(&self, id: RequestId, uri: Option<String>, token: Option<ProgressToken>) -> Flag {
        let flag = Flag::default();
        if let Ok(mut all) = self.0.lock() {
            all.insert(id, PendingRequest { uri, flag: flag.clone(), token });
        }
        flag
    }

    /// Removes the requests that `which` selects, raises their flags, and returns their ids. The caller
    /// answers them.
    pub fn stop(
        &self,
        which: impl Fn(&RequestId, Option<&str>, Option<&ProgressToken>) -> bool,
    ) -> Vec<RequestId> {
        let Ok(mut all) = self.0.lock() else { return Vec::new() };
        let ids = all.iter().filter(|(id, one)| which(id, one.uri.as_deref(), one.token.as_ref()));
        let ids: Vec<RequestId> = ids.map(|(id, _)| id.clone()).collect();
        for id in &ids {
            if let Some(one) = all.remove(id) {
                one.flag.store(true, Ordering::Relaxed);
            }
        }
        ids
    }
}
