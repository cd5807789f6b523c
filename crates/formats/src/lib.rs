//! Readers and writers of transition systems and traces.
