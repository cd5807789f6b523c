//! Determinization, completion, complement.
