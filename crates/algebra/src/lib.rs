//! Exact algebra for Lights Out boards.
