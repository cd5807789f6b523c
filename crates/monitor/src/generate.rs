//! Tables of models, and monitors as programs in other languages.

pub use crate::model::{MAX_ENTRIES, ModelError, table_of};
