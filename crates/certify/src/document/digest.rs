//! The digests of components, programs and certificates: SHA-256 of the canonical text.
//!
//! `serde_json` writes the canonical text if the members of every object are declared in the order of their
//! names; a test compares the two. The object's own digest is written as the empty text.

use std::io;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use sha2::{Digest, Sha256};

use super::{Certificate, ComponentDoc, ProgramDoc};

impl ComponentDoc {
    /// The digest of the component; the value of its field `digest` does not enter.
    pub fn computed_digest(&self) -> String {
        digest(&Unsealed(self))
    }
}

impl ProgramDoc {
    /// The digest of the program; the value of its field `digest` does not enter.
    pub fn computed_digest(&self) -> String {
        digest(&Unsealed(self))
    }
}

impl Certificate {
    /// The digest of the certificate; the value of its field `digest` does not enter, those of the components
    /// do.
    pub fn computed_digest(&self) -> String {
        digest(&Unsealed(self))
    }
}

/// An object with the empty text as its digest.
struct Unsealed<'a, T>(&'a T);

impl Serialize for Unsealed<'_, ComponentDoc> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let ComponentDoc { alphabet, digest: _, end, initial, name, role, states, transitions } = self.0;
        let mut object = to.serialize_struct("ComponentDoc", 8)?;
        object.serialize_field("alphabet", alphabet)?;
        object.serialize_field("digest", "")?;
        object.serialize_field("end", end)?;
        object.serialize_field("initial", initial)?;
        object.serialize_field("name", name)?;
        object.serialize_field("role", role)?;
        object.serialize_field("states", states)?;
        object.serialize_field("transitions", transitions)?;
        object.end()
    }
}

impl Serialize for Unsealed<'_, ProgramDoc> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let ProgramDoc { cells, checks, digest: _, edges, name, points, sources, terms, trusted } = self.0;
        let mut object = to.serialize_struct("ProgramDoc", 9)?;
        object.serialize_field("cells", cells)?;
        object.serialize_field("checks", checks)?;
        object.serialize_field("digest", "")?;
        object.serialize_field("edges", edges)?;
        object.serialize_field("name", name)?;
        object.serialize_field("points", points)?;
        object.serialize_field("sources", sources)?;
        object.serialize_field("terms", terms)?;
        object.serialize_field("trusted", trusted)?;
        object.end()
    }
}

impl Serialize for Unsealed<'_, Certificate> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Certificate { claims, digest: _, generator, model, programs, schema, systems } = self.0;
        let mut object = to.serialize_struct("Certificate", 7)?;
        object.serialize_field("claims", claims)?;
        object.serialize_field("digest", "")?;
        object.serialize_field("generator", generator)?;
        object.serialize_field("model", model)?;
        if !programs.is_empty() {
            object.serialize_field("programs", programs)?;
        }
        object.serialize_field("schema", schema)?;
        object.serialize_field("systems", systems)?;
        object.end()
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
