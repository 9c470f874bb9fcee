//! An independent checker of answers to Lights Out puzzles.
