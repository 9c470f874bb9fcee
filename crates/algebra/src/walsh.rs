//! The Walsh-Hadamard transform of integer tables, whole and in blocks.
//!
//! For a table `t` of length `2^r` the transform is `T(u) = sum_c (-1)^(u.c) t(c)`, `u.c` the parity of the bits
//! that `u` and `c` share. It turns "which `u` agrees best with a list of parity checks" into reading a table.

/// The number of entries of a row in the block functions.
pub const LANES: usize = 16;

/// One term of a block: `weight` times the signs of `lane`, in row `row`.
///
/// The signs of a lane number `a` are `(-1)^(a.l)`, `l = 0 .. LANES - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<T> {
    /// The row.
    pub row: u32,
    /// The lane number, below [`LANES`].
    pub lane: u32,
    /// The factor.
    pub weight: T,
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i16 {}
    impl Sealed for i32 {}
    impl Sealed for i64 {}
}

/// An integer type that the transforms work on: `i16`, `i32` or `i64`.
///
/// Additions wrap: the caller sees to it that the sum of the absolute values of a table fits the type.
pub trait Entry: sealed::Sealed + Copy + Ord + Default + Send + Sync + 'static {
    /// The least value of the type.
    const LEAST: Self;
    /// The greatest value of the type.
    const GREATEST: Self;
    /// `self + other`, wrapping.
    fn plus(self, other: Self) -> Self;
    /// `self - other`, wrapping.
    fn minus(self, other: Self) -> Self;
    /// The value as a wide integer.
    fn wide(self) -> i64;
    /// The lowest 16 bits of the value, in two's complement.
    fn word(self) -> u16;
    /// The value of a wide integer in this type, if it fits.
    fn narrow(value: i64) -> Option<Self>;

    /// Adds a term to a block.
    ///
    /// # Panics
    /// If there is no such row or the lane number is too large.
    fn add_term(rows: &mut [[Self; LANES]], term: Term<Self>);

    /// Changes the signs of some terms, and the block of which they are part.
    ///
    /// # Panics
    /// If there is no such row or term, or a lane number is too large.
    fn change_signs(rows: &mut [[Self; LANES]], terms: &mut [Term<Self>], which: &[u32]) {
        portable_change(rows, terms, which);
    }

    /// The transform over the row index: `target[w] = sum_c (-1)^(w.c) source[c]`, lane by lane.
    ///
    /// # Panics
    /// If the lengths differ or are no power of two.
    fn block_transform(source: &[[Self; LANES]], target: &mut [[Self; LANES]]) {
        portable_transform(source, target);
    }

    /// For each lane the greatest entry of the transform over the row index; `scratch` is overwritten.
    ///
    /// # Panics
    /// If the lengths differ or are no power of two.
    fn block_maximum(source: &[[Self; LANES]], scratch: &mut [[Self; LANES]]) -> [Self; LANES] {
        portable_maximum(source, scratch)
    }
}

macro_rules! entry {
    ($type:ty { $($body:tt)* }) => {
        impl Entry for $type {
            const LEAST: Self = <$type>::MIN;
            const GREATEST: Self = <$type>::MAX;
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn add_term(rows: &mut [[Self; LANES]], term: Term<Self>) {
                const SIGNS: [[$type; LANES]; LANES] = {
                    let mut signs = [[1; LANES]; LANES];
                    let mut i = 0;
                    while i < LANES * LANES {
                        if (i / LANES & i % LANES).count_ones() & 1 == 1 {
                            signs[i / LANES][i % LANES] = -1;
                        }
                        i += 1;
                    }
                    signs
                };
                for (x, sign) in rows[term.row as usize].iter_mut().zip(&SIGNS[term.lane as usize]) {
                    *x = x.wrapping_add(sign.wrapping_mul(term.weight));
                }
            }
            fn wide(self) -> i64 {
                i64::from(self)
            }
            fn word(self) -> u16 {
                self as u16
            }
            fn narrow(value: i64) -> Option<Self> {
                <$type>::try_from(value).ok()
            }
            $($body)*
        }
    };
}

entry!(i16 {
    fn change_signs(rows: &mut [[Self; LANES]], terms: &mut [Term<Self>], which: &[u32]) {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(fast) = crate::arch::walsh_avx2::Avx2::new() {
            return fast.run(|| portable_change(rows, terms, which));
        }
        portable_change(rows, terms, which);
    }

    fn block_transform(source: &[[Self; LANES]], target: &mut [[Self; LANES]]) {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(fast) = crate::arch::walsh_avx2::Avx2::new() {
            return fast.block_transform(source, target);
        }
        portable_transform(source, target);
    }

    fn block_maximum(source: &[[Self; LANES]], scratch: &mut [[Self; LANES]]) -> [Self; LANES] {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(fast) = crate::arch::walsh_avx2::Avx2::new() {
            return fast.block_maximum(source, scratch);
        }
        portable_maximum(source, scratch)
    }
});
entry!(i32 {});
entry!(i64 {});

#[inline]
fn portable_change<T: Entry>(rows: &mut [[T; LANES]], terms: &mut [Term<T>], which: &[u32]) {
    for &c in which {
        let term = &mut terms[c as usize];
        term.weight = T::default().minus(term.weight);
        T::add_term(rows, Term { weight: term.weight.plus(term.weight), ..*term });
    }
}

fn portable_transform<T: Entry>(source: &[[T; LANES]], target: &mut [[T; LANES]]) {
    assert_eq!(source.len(), target.len(), "source and target differ in length");
    assert!(source.len().is_power_of_two(), "the number of rows is not a power of two");
    target.copy_from_slice(source);
    transform(target.as_flattened_mut(), LANES);
}

fn portable_maximum<T: Entry>(source: &[[T; LANES]], scratch: &mut [[T; LANES]]) -> [T; LANES] {
    portable_transform(source, scratch);
    let mut greatest = [T::LEAST; LANES];
    for row in scratch.iter() {
        for (g, x) in greatest.iter_mut().zip(row) {
            *g = (*g).max(*x);
        }
    }
    greatest
}

/// The Walsh-Hadamard transform in place, over the bits of the index from `stride` upwards; `stride = 1` is all of it.
///
/// `T(u) = sum_c (-1)^((u xor c) < stride ? u.c over the bits >= stride : 0) t(c)`: entries whose indices differ
/// in a bit below `stride` are never mixed.
///
/// # Panics
/// If the length or the stride is no power of two, or the stride is longer than the table.
///
/// # Complexity
/// `n log2(n / stride)` additions, `n` the length of the table; no extra memory.
///
/// # Examples
/// ```
/// let mut table = [1i32, 2, 0, 0];
/// lightsout_algebra::walsh::transform(&mut table, 1);
/// assert_eq!(table, [3, -1, 3, -1]);
/// ```
pub fn transform<T: Entry>(table: &mut [T], stride: usize) {
    assert!(table.len().is_power_of_two(), "the length {} is not a power of two", table.len());
    assert!(
        stride.is_power_of_two() && stride <= table.len(),
        "the stride {stride} does not divide the length {}",
        table.len()
    );
    recurse(table, stride);
}

/// Halves the table until it fits the first-level cache.
fn recurse<T: Entry>(table: &mut [T], stride: usize) {
    if table.len() <= stride {
        return;
    }
    if table.len() > 1 << 13 {
        let half = table.len() / 2;
        let (a, b) = table.split_at_mut(half);
        butterfly(a, b);
        recurse(a, stride);
        recurse(b, stride);
        return;
    }
    let mut h = table.len() / 2;
    while h >= stride {
        for pair in table.chunks_exact_mut(2 * h) {
            let (a, b) = pair.split_at_mut(h);
            butterfly(a, b);
        }
        h /= 2;
    }
}

fn butterfly<T: Entry>(a: &mut [T], b: &mut [T]) {
    for (x, y) in a.iter_mut().zip(b) {
        (*x, *y) = (x.plus(*y), x.minus(*y));
    }
}

/// `x ^= y`, and the number of ones in the result.
///
/// # Panics
/// If the lengths differ.
pub fn xor_assign_count(x: &mut [u64], y: &[u64]) -> u64 {
    assert_eq!(x.len(), y.len(), "words of different length");
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(fast) = crate::arch::walsh_avx2::Avx2::new() {
        return fast.xor_assign_count(x, y);
    }
    let mut count = 0;
    for (a, b) in x.iter_mut().zip(y) {
        *a ^= *b;
        count += u64::from(a.count_ones());
    }
    count
}

/// The number of ones in `x ^ y`.
///
/// # Panics
/// If the lengths differ.
pub fn xor_count(x: &[u64], y: &[u64]) -> u64 {
    assert_eq!(x.len(), y.len(), "words of different length");
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(fast) = crate::arch::walsh_avx2::Avx2::new() {
        return fast.xor_count(x, y);
    }
    x.iter().zip(y).map(|(a, b)| u64::from((a ^ b).count_ones())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    fn naive(table: &[i64]) -> Vec<i64> {
        let sign = |u: usize, c: usize| 1 - 2 * i64::from((u & c).count_ones() & 1);
        (0..table.len()).map(|u| (0..table.len()).map(|c| sign(u, c) * table[c]).sum()).collect()
    }

    fn narrowed<T: Entry>(values: &[i64]) -> Vec<T> {
        values.iter().map(|&v| T::narrow(v).expect("small")).collect()
    }

    fn whole_agrees<T: Entry>(seed: u64) {
        let mut random = SplitMix::new(seed);
        for r in 0..10 {
            let values: Vec<i64> = (0..1 << r).map(|_| random.next_u64() as i64 % 20).collect();
            let mut table: Vec<T> = narrowed(&values);
            transform(&mut table, 1);
            assert_eq!(table.iter().map(|x| x.wide()).collect::<Vec<_>>(), naive(&values));
        }
    }

    fn blocks_agree<T: Entry>(seed: u64) {
        let mut random = SplitMix::new(seed);
        for b in 0..10 {
            let rows: Vec<[T; LANES]> = (0..1usize << b)
                .map(|_| std::array::from_fn(|_| T::narrow(random.next_u64() as i64 % 30).expect("small")))
                .collect();
            let lane = |l: usize| naive(&rows.iter().map(|row| row[l].wide()).collect::<Vec<_>>());
            let (mut target, mut portable) = (rows.clone(), rows.clone());
            T::block_transform(&rows, &mut target);
            portable_transform(&rows, &mut portable);
            let greatest = T::block_maximum(&rows, &mut vec![[T::default(); LANES]; rows.len()]);
            for l in 0..LANES {
                let expected = lane(l);
                for (w, &value) in expected.iter().enumerate() {
                    assert_eq!(target[w][l].wide(), value);
                    assert_eq!(portable[w][l].wide(), value);
                }
                assert_eq!(Some(greatest[l].wide()), expected.iter().copied().max());
            }
            assert!(greatest == portable_maximum(&rows, &mut portable));
        }
    }

    #[test]
    fn transforms_agree_with_the_definition() {
        whole_agrees::<i16>(1);
        whole_agrees::<i32>(2);
        whole_agrees::<i64>(3);
        blocks_agree::<i16>(4);
        blocks_agree::<i32>(5);
        blocks_agree::<i64>(6);
    }

    #[test]
    fn a_long_table_is_its_own_inverse() {
        let mut random = SplitMix::new(7);
        let values: Vec<i64> = (0..1 << 15).map(|_| random.next_u64() as i64 % 9).collect();
        let mut table = values.clone();
        transform(&mut table, 1);
        transform(&mut table, 1);
        assert!(table.iter().zip(&values).all(|(a, b)| *a == b << 15));
    }

    #[test]
    fn a_stride_keeps_the_low_bits_apart() {
        let mut table: Vec<i32> = (0..64).map(|i| i * i % 11).collect();
        let mut columns: Vec<Vec<i32>> =
            (0..4).map(|l| table.iter().skip(l).step_by(4).copied().collect()).collect();
        transform(&mut table, 4);
        for (l, column) in columns.iter_mut().enumerate() {
            transform(column, 1);
            assert!(table.iter().skip(l).step_by(4).eq(column.iter()));
        }
    }

    #[test]
    fn bits_are_counted() {
        let mut random = SplitMix::new(9);
        for n in [0, 1, 3, 4, 5, 8, 33] {
            let mut x: Vec<u64> = (0..n).map(|_| random.next_u64()).collect();
            let y: Vec<u64> = (0..n).map(|_| random.next_u64()).collect();
            let expected: u64 = x.iter().zip(&y).map(|(a, b)| u64::from((a ^ b).count_ones())).sum();
            assert_eq!(xor_count(&x, &y), expected);
            assert_eq!(xor_assign_count(&mut x, &y), expected);
            assert_eq!(xor_count(&x, &vec![0; n]), expected);
        }
    }
}
