//! Reduction of an LTS to a smaller one that is equivalent.
