//! Generators, corpus loader, brute-force oracles, mutators (tests only).
