//! Asserts in fluent LTL.
