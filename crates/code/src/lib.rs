//! Components from C programs.
