//! Linear algebra over Z/k: what the solvers ask for. (To be replaced by the real elimination.)
use crate::Outcome;

/// A dense matrix over Z/k, row after row.
#[derive(Clone, Debug)]
pub struct Matrix;

impl Matrix {
    /// `rows` x `cols` entries below k.
    pub fn new(_states: u64, _rows: usize, _cols: usize, _entries: Vec<u32>) -> Matrix {
        Matrix
    }
    /// Whether every entry is 0.
    pub fn is_zero(&self) -> bool {
        false
    }
}

/// An eliminated matrix.
#[derive(Clone, Debug)]
pub struct Echelon;

impl Echelon {
    /// Eliminates.
    pub fn new(_: &Matrix) -> Echelon {
        Echelon
    }
    /// Solves A x = b.
    pub fn solve(&self, _: &[u32]) -> Outcome<Vec<u32>> {
        unimplemented!()
    }
    /// Generators of the kernel with their orders.
    pub fn kernel(&self) -> Vec<(Vec<u32>, u64)> {
        unimplemented!()
    }
    /// Generators of the left kernel with their orders.
    pub fn left_kernel(&self) -> Vec<(Vec<u32>, u64)> {
        unimplemented!()
    }
    /// The size of the kernel as (prime, exponent) pairs.
    pub fn kernel_size(&self) -> Vec<(u64, u64)> {
        unimplemented!()
    }
    /// Invariant factors of the kernel as a group, without 1s.
    pub fn kernel_invariants(&self) -> Vec<u64> {
        unimplemented!()
    }
}
