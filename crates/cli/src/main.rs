//! The `lightsout` program.

fn main() {}
