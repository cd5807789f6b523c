//! Any document that `rely` writes as JSON, read by its `schema`.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::view::{
    AssumeDocument, CertifyDocument, CheckDocument, CodeDocument, CompareDocument, CompatDocument,
    CompatMatrixDocument, ComposeDocument, DrawDocument, ErrorDocument, MonitorDocument, ProjectDocument,
    ProveDocument, ReplayDocument, SimulateDocument, WatchDocument,
};

/// The kinds of documents: one line for each.
macro_rules! documents {
    ($($(#[$doc:meta])* $kind:ident($view:ident) = $schema:literal,)*) => {
        /// A document of a command.
        ///
        /// [`Document::read`] reads it from JSON; [`Document::pieces`] lists what can be drawn of it.
        ///
        /// ```
        /// use rely_report::Document;
        ///
        /// let text = br#"{"schema": "rely/certify/1", "file": "proof.json", "verdict": "accepted",
        ///     "claim": "no deadlock", "reason": null}"#;
        /// let document = Document::read(text)?;
        /// assert!(matches!(&document, Document::Certify(certified) if certified.claim == "no deadlock"));
        /// assert!(document.pieces().is_empty());
        ///
        /// let error = Document::read(br#"{"schema": "rely/certify/1"}"#).unwrap_err();
        /// assert!(error.to_string().contains("missing field `file`"));
        /// # Ok::<(), rely_report::DocumentError>(())
        /// ```
        #[derive(Clone, Debug)]
        pub enum Document {
            $($(#[$doc])* $kind(Box<$view>),)*
        }

        impl Document {
            /// The schemas of all documents.
            pub const SCHEMAS: &'static [&'static str] = &[$($schema,)*];

            /// The schema of this document.
            pub fn schema(&self) -> &'static str {
                match self {
                    $(Document::$kind(_) => $schema,)*
                }
            }

            /// Reads JSON.
            ///
            /// Fields that a document of this version does not have are ignored.
            ///
            /// # Errors
            /// If the bytes are not JSON, if there is no `schema`, if it is not one of
            /// [`Document::SCHEMAS`], or if a field is missing or has another type.
            pub fn read(bytes: &[u8]) -> Result<Document, DocumentError> {
                let head: Head = serde_json::from_slice(bytes).map_err(DocumentError::Syntax)?;
                match head.schema()? {
                    $($schema => read_as(bytes).map(Document::$kind).map_err(malformed($schema)),)*
                    other => Err(DocumentError::UnknownSchema(other.to_string())),
                }
            }

            /// Reads a JSON value, as [`Document::read`] does.
            ///
            /// # Errors
            /// As [`Document::read`].
            pub fn from_value(value: &Value) -> Result<Document, DocumentError> {
                let head = Head { schema: value.get("schema").cloned().unwrap_or_default() };
                match head.schema()? {
                    $($schema => Box::deserialize(value).map(Document::$kind).map_err(malformed($schema)),)*
                    other => Err(DocumentError::UnknownSchema(other.to_string())),
                }
            }
        }

        $(
            impl From<$view> for Document {
                fn from(document: $view) -> Document {
                    Document::$kind(Box::new(document))
                }
            }
        )*
    };
}

documents! {
    /// `rely assume`
    Assume(AssumeDocument) = "rely/assume/1",
    /// `rely certify`
    Certify(CertifyDocument) = "rely/certify/1",
    /// `rely check`
    Check(CheckDocument) = "rely/check/1",
    /// `rely code`
    Code(CodeDocument) = "rely/code/1",
    /// `rely compare`
    Compare(CompareDocument) = "rely/compare/1",
    /// `rely compat` of one baseline and one candidate
    Compat(CompatDocument) = "rely/compat/1",
    /// `rely compat` of several
    CompatMatrix(CompatMatrixDocument) = "rely/compat-matrix/1",
    /// `rely compose`
    Compose(ComposeDocument) = "rely/compose/1",
    /// `rely draw`
    Draw(DrawDocument) = "rely/draw/1",
    /// Any command that failed
    Error(ErrorDocument) = "rely/error/1",
    /// `rely monitor`
    Monitor(MonitorDocument) = "rely/monitor/1",
    /// `rely check` of several models or targets
    Project(ProjectDocument) = "rely/project/1",
    /// `rely prove`
    Prove(ProveDocument) = "rely/prove/1",
    /// `rely replay`
    Replay(ReplayDocument) = "rely/replay/1",
    /// `rely simulate`
    Simulate(SimulateDocument) = "rely/simulate/1",
    /// `rely watch`
    Watch(WatchDocument) = "rely/watch/1",
}

impl Document {
    /// The model file, if the document is about one.
    pub fn file(&self) -> Option<&str> {
        match self {
            Document::Assume(document) => Some(&document.file),
            Document::Certify(document) => Some(&document.file),
            Document::Check(document) => Some(&document.file),
            Document::Compose(document) => Some(&document.file),
            Document::Draw(document) => Some(&document.file),
            Document::Prove(document) => Some(&document.file),
            Document::Replay(document) => Some(&document.file),
            Document::Simulate(document) => Some(&document.file),
            Document::Code(_)
            | Document::Compare(_)
            | Document::Compat(_)
            | Document::CompatMatrix(_)
            | Document::Error(_)
            | Document::Monitor(_)
            | Document::Project(_)
            | Document::Watch(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Document::from_value(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Why JSON is not a document.
#[derive(Debug)]
pub enum DocumentError {
    /// It is not JSON, or not an object.
    Syntax(serde_json::Error),
    /// It has no field `schema` with a text.
    NoSchema,
    /// No document has this schema.
    UnknownSchema(String),
    /// A field is missing, or has another type.
    Malformed {
        /// The schema that the document claims to follow.
        schema: &'static str,
        /// The first wrong field.
        error: serde_json::Error,
    },
}

impl DocumentError {
    /// Does the input claim to be a document, so that no other format should be tried?
    pub fn is_malformed(&self) -> bool {
        matches!(self, DocumentError::Malformed { .. })
    }
}

impl std::fmt::Display for DocumentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DocumentError::Syntax(error) => write!(f, "expected a document as JSON: {error}"),
            DocumentError::NoSchema => write!(f, "expected a document: there is no field `schema`"),
            DocumentError::UnknownSchema(schema) => write!(f, "no document has the schema {schema:?}"),
            DocumentError::Malformed { schema, error } => write!(f, "{error} (expected {schema})"),
        }
    }
}

impl std::error::Error for DocumentError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DocumentError::Syntax(error) | DocumentError::Malformed { error, .. } => Some(error),
            DocumentError::NoSchema | DocumentError::UnknownSchema(_) => None,
        }
    }
}

/// The field that all documents have.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    schema: Value,
}

impl Head {
    fn schema(&self) -> Result<&str, DocumentError> {
        self.schema.as_str().ok_or(DocumentError::NoSchema)
    }
}

fn read_as<T: for<'d> Deserialize<'d>>(bytes: &[u8]) -> Result<Box<T>, serde_json::Error> {
    serde_json::from_slice(bytes).map(Box::new)
}

fn malformed(schema: &'static str) -> impl Fn(serde_json::Error) -> DocumentError {
    move |error| DocumentError::Malformed { schema, error }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_published_schema_is_read() {
        for (file, _) in crate::schemas() {
            // An LTS is a part of documents and a model of its own.
            if file != "lts.json" {
                let schema = format!("rely/{}/1", file.trim_end_matches(".json"));
                assert!(Document::SCHEMAS.contains(&schema.as_str()), "{schema}");
                let error = Document::from_value(&json!({ "schema": schema })).unwrap_err();
                assert!(error.is_malformed(), "{error}");
            }
        }
        assert_eq!(Document::SCHEMAS.len() + 1, crate::schemas().len());
    }

    #[test]
    fn other_inputs_say_what_they_are() {
        for (bytes, words) in [
            (&b"not JSON"[..], "expected a document as JSON"),
            (b"7", "expected a document as JSON"),
            (b"{}", "there is no field `schema`"),
            (br#"{"schema": 7}"#, "there is no field `schema`"),
            (br#"{"schema": "rely/check/2"}"#, r#"no document has the schema "rely/check/2""#),
            (br#"{"schema": "rely/lts/1"}"#, r#"no document has the schema "rely/lts/1""#),
        ] {
            let error = Document::read(bytes).unwrap_err();
            assert!(!error.is_malformed());
            assert!(error.to_string().contains(words), "{error}");
        }
        let missing =
            Document::read(b"{\n\"schema\": \"rely/check/1\",\n\"file\": \"m.lts\"\n}").unwrap_err();
        assert!(missing.is_malformed());
        assert_eq!(missing.to_string(), "missing field `target` at line 4 column 1 (expected rely/check/1)");
        let other = json!({"schema": "rely/certify/1", "file": 7});
        let other = Document::from_value(&other).unwrap_err().to_string();
        assert!(other.starts_with("invalid type: integer `7`, expected a string"), "{other}");
    }

    #[test]
    fn fields_of_later_versions_are_ignored() {
        let value = json!({"schema": "rely/certify/1", "file": "c.json", "verdict": "rejected", "claim": "x",
            "reason": "no", "later": [1, 2]});
        let document = Document::from_value(&value).unwrap();
        assert_eq!((document.schema(), document.file()), ("rely/certify/1", Some("c.json")));
    }
}
