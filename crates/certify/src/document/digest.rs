//! The digests of components, programs and certificates: SHA-256 of the canonical text.
//!
//! `serde_json` writes the canonical text if the members of every object are declared in the order of their
//! names; a test compares the two. The object's own digest is written as the empty text.

use std::io;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{Certificate, ComponentDoc, ProgramDoc};

/// An object that has a digest of itself.
pub(crate) trait Sealed: Serialize + Sized {
    fn digest(&mut self) -> &mut String;

    /// Its digest; the value of its own field does not enter, those of objects within it do.
    fn computed_digest(&mut self) -> String {
        let own = std::mem::take(self.digest());
        let computed = digest(&*self);
        *self.digest() = own;
        computed
    }

    fn has_its_digest(&mut self) -> bool {
        self.computed_digest() == *self.digest()
    }

    fn seal(&mut self) {
        *self.digest() = self.computed_digest();
    }
}

impl Sealed for ComponentDoc {
    fn digest(&mut self) -> &mut String {
        &mut self.digest
    }
}

impl Sealed for ProgramDoc {
    fn digest(&mut self) -> &mut String {
        &mut self.digest
    }
}

impl Sealed for Certificate {
    fn digest(&mut self) -> &mut String {
        &mut self.digest
    }
}

fn digest(object: &impl Serialize) -> String {
    let mut hasher = io::BufWriter::with_capacity(1 << 16, Hasher(Sha256::new()));
    serde_json::to_writer(&mut hasher, object)
        .expect("these types can be written, and nothing fails to hash");
    let hasher = hasher.into_inner().ok().expect("nothing fails to hash");
    hasher.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Hasher(Sha256);

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
