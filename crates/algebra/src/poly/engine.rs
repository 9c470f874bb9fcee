//! Multiplication and squaring of word slices, with the back end and the scratch memory they use.

use std::cell::Cell;

use super::transform::Pool;
use super::words;
use crate::arch::carryless::Backend;

/// Lengths of results in words from which transforms are used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cutoffs {
    /// For a product.
    product: usize,
    /// For products of a matrix and a vector, which share transforms.
    pub(crate) vector: usize,
    /// For products of two matrices, which share more.
    pub(crate) matrix: usize,
}

impl Cutoffs {
    /// The measured cut-offs of a back end: wide carry-less multiplication puts transforms off.
    fn of(backend: Backend) -> Cutoffs {
        match backend {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Backend::Vpclmul(_) => Cutoffs { product: 7000, vector: 3400, matrix: 3400 },
            _ => Cutoffs { product: 3400, vector: 1500, matrix: 1000 },
        }
    }
}

/// Scratch memory of up to this many words (64 MiB) is kept between operations.
const KEPT_WORDS: usize = 1 << 23;

thread_local! {
    /// The engine of the last operation of this thread.
    static KEPT: Cell<Option<Engine>> = const { Cell::new(None) };
}

/// A back end and scratch memory, passed down through one operation.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) backend: Backend,
    pub(crate) cutoffs: Cutoffs,
    pub(crate) scratch: Vec<u64>,
    piece: Vec<u64>,
    product: Vec<u64>,
    pub(crate) pool: Pool,
}

impl Engine {
    /// An engine on the fastest back end of this processor.
    pub(crate) fn new() -> Engine {
        Engine::on(Backend::best())
    }

    /// Runs an operation on the engine of this thread, whose scratch memory is kept if it is not too large.
    pub(crate) fn with<R>(operation: impl FnOnce(&mut Engine) -> R) -> R {
        let mut engine = KEPT.take().unwrap_or_else(Engine::new);
        let result = operation(&mut engine);
        if engine.memory() <= KEPT_WORDS {
            KEPT.set(Some(engine));
        }
        result
    }

    /// Words of scratch memory.
    fn memory(&self) -> usize {
        self.scratch.capacity() + self.piece.capacity() + self.product.capacity() + self.pool.memory()
    }

    /// An engine on a given back end.
    pub(crate) fn on(backend: Backend) -> Engine {
        Engine {
            backend,
            cutoffs: Cutoffs::of(backend),
            scratch: Vec::new(),
            piece: Vec::new(),
            product: Vec::new(),
            pool: Pool::default(),
        }
    }

    /// `a b`, trimmed.
    pub(crate) fn mul(&mut self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let (a, b) = (words::trimmed(a), words::trimmed(b));
        if a.is_empty() || b.is_empty() {
            return Vec::new();
        }
        let mut c = vec![0; a.len() + b.len()];
        self.mul_into(&mut c, a, b);
        words::trim(&mut c);
        c
    }

    /// `c = a b`, where `c` has exactly as many words as `a` and `b` together.
    pub(crate) fn mul_into(&mut self, c: &mut [u64], a: &[u64], b: &[u64]) {
        let (a, b) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        debug_assert_eq!(c.len(), a.len() + b.len());
        if self.transforms(a.len(), b.len()) {
            self.mul_transform(c, a, b);
        } else if self.transforms(b.len(), b.len()) {
            // Pieces of a as long as b; the last one is shorter.
            c.fill(0);
            let mut piece = vec![0; 2 * b.len()];
            for (i, part) in a.chunks(b.len()).enumerate() {
                let product = &mut piece[..part.len() + b.len()];
                self.mul_into(product, part, b);
                words::add(&mut c[i * b.len()..], product);
            }
        } else {
            self.mul_karatsuba(c, a, b);
        }
    }

    /// Whether products of operands of `a` and `b` words are done by transforms.
    pub(crate) fn transforms(&self, a: usize, b: usize) -> bool {
        a + b >= self.cutoffs.product && a.min(b) * 6 >= self.cutoffs.product
    }

    /// [`Engine::mul_into`] by Karatsuba's method on pieces of equal length.
    pub(crate) fn mul_karatsuba(&mut self, c: &mut [u64], a: &[u64], b: &[u64]) {
        let (a, b) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        if a.len() == b.len() {
            return self.backend.mul_balanced(c, a, b, &mut self.scratch);
        }
        c.fill(0);
        if b.len() < 4 {
            for (i, &w) in b.iter().enumerate() {
                self.backend.add_mul_word(&mut c[i..=i + a.len()], a, w);
            }
            return;
        }
        let mut piece = std::mem::take(&mut self.piece);
        if piece.len() < 2 * b.len() {
            piece.resize(2 * b.len(), 0);
        }
        for (i, part) in a.chunks(b.len()).enumerate() {
            let product = &mut piece[..part.len() + b.len()];
            self.mul_karatsuba(product, part, b);
            words::add(&mut c[i * b.len()..], product);
        }
        self.piece = piece;
    }

    /// `a b + c d`, trimmed.
    pub(crate) fn mul_sum(&mut self, a: &[u64], b: &[u64], c: &[u64], d: &[u64]) -> Vec<u64> {
        let (first, second) = (a.len() + b.len(), c.len() + d.len());
        if first < second {
            return self.mul_sum(c, d, a, b);
        }
        let mut r = vec![0; first];
        self.mul_into(&mut r, a, b);
        if !c.is_empty() && !d.is_empty() {
            let mut product = std::mem::take(&mut self.product);
            if product.len() < second {
                product.resize(second, 0);
            }
            self.mul_into(&mut product[..second], c, d);
            words::add(&mut r, &product[..second]);
            self.product = product;
        }
        words::trim(&mut r);
        r
    }

    /// `a^2`, trimmed.
    pub(crate) fn square(&self, a: &[u64]) -> Vec<u64> {
        let mut r = vec![0; 2 * a.len()];
        self.backend.square(&mut r, a);
        words::trim(&mut r);
        r
    }
}
