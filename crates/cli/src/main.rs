//! The command `rely`.

fn main() {}
