//! Nullities of whole families of boards, without building a board.
//!
//! The nullity of a board is the dimension of its space of quiet patterns. For two states it is the degree of a greatest
//! common divisor in `GF(2)[X]`; the functions here reduce it to polynomials as small as possible first. `docs/nullity.md`
//! has the derivations.

mod common;
mod family;
mod of_board;
mod range;

pub use family::{Family, ParseFamilyError};
pub use of_board::of_board;
pub use range::{nullities, nullities_on};

#[cfg(test)]
mod tests;

use common::{square_common_degree, strip, triangle_odd};

/// Why a nullity could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NullityError {
    /// The computation would need too much memory.
    #[error(
        "size {size} of the family `{family}` would need about {bytes} bytes of memory, the limit is {limit}"
    )]
    TooLarge {
        /// The family.
        family: Family,
        /// The size.
        size: u64,
        /// Estimated need.
        bytes: u128,
        /// What is allowed.
        limit: u128,
    },
}

/// Memory that a single nullity may need: 64 GiB.
pub const MEMORY_LIMIT: u128 = 1 << 36;

/// Nullity of the board of a size in a family.
///
/// An empty board has nullity 0.
///
/// # Errors
/// [`NullityError::TooLarge`] when more memory than [`MEMORY_LIMIT`] would be needed.
///
/// # Complexity
/// `O(M(n) log n)` time, where `M(n)` is the time of a multiplication of polynomials of degree `n`, for `n` the size
/// divided by 4 (square, torus, triangle) or the smaller side divided by 2 (the others).
///
/// # Examples
/// ```
/// use lightsout::nullity::{Family, nullity};
/// assert_eq!(nullity(Family::Square, 5), Ok(2));
/// assert_eq!(nullity(Family::Triangle, 75), Ok(2));
/// assert_eq!(nullity(Family::Rectangle(4), 1_000_000_000_000_000_009), Ok(4));
/// ```
pub fn nullity(family: Family, size: u64) -> Result<u64, NullityError> {
    let bytes = family.memory(size);
    if bytes > MEMORY_LIMIT {
        return Err(NullityError::TooLarge { family, size, bytes, limit: MEMORY_LIMIT });
    }
    Ok(family.assemble(size, |key| family.core(key)))
}

/// Nullity of the open board of `m` rows and `n` columns on which the pressed light itself does not change.
///
/// It is `deg gcd(f_(m+1), f_(n+1))` for the Fibonacci polynomials `f`, and `gcd(f_a, f_b) = f_(gcd(a, b))`, so it equals
/// `gcd(m + 1, n + 1) - 1`.
///
/// # Complexity
/// `O(log min(m, n))` time.
///
/// # Examples
/// ```
/// assert_eq!(lightsout::nullity::rectangle_open(3, 7), 3);
/// ```
pub fn rectangle_open(m: u64, n: u64) -> u64 {
    let (mut a, mut b) = (u128::from(m) + 1, u128::from(n) + 1);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (a - 1) as u64
}

impl Family {
    /// Rough estimate of the memory, in bytes, that [`nullity`] needs for a size.
    ///
    /// # Examples
    /// ```
    /// use lightsout::nullity::Family;
    /// assert!(Family::Square.memory(1_000_000) < 1 << 20);
    /// ```
    pub fn memory(&self, size: u64) -> u128 {
        let odd = |n: u64| strip(u128::from(n)).1;
        let degree = match *self {
            Family::Square => odd_plus_one(size) / 4,
            Family::Rectangle(m) => odd_plus_one(m).min(odd_plus_one(size)) / 2,
            Family::Cylinder(m) => odd_plus_one(m).min(odd(size)) / 2,
            Family::Torus => odd(size) / 4,
            Family::Triangle => u128::from(size) / 3,
        };
        3 * degree
    }

    /// The nullity of a size from the values of [`Family::core`] that it needs.
    fn assemble(&self, size: u64, mut core: impl FnMut(u64) -> u64) -> u64 {
        let of_three = |n: u64, v: u128| if n.is_multiple_of(3) { v } else { 0 };
        let value = match *self {
            Family::Square => {
                let (e, n) = strip(u128::from(size) + 1);
                let n = n as u64;
                ((u128::from(core(n))) << (e + 1)) + of_three(n, 2 * ((1 << e) - 1))
            }
            Family::Rectangle(m) => {
                let ((k, b), (l, c)) = (strip(u128::from(m) + 1), strip(u128::from(size) + 1));
                let (b, c) = (b as u64, c as u64);
                (u128::from(core(c)) << (k.min(l) + 1))
                    + ((1u128 << k) - 1).min(of_three(c, 1 << (l + 1)))
                    + ((1u128 << l) - 1).min(of_three(b, 1 << (k + 1)))
            }
            Family::Cylinder(m) => {
                if size == 0 {
                    return 0;
                }
                let ((k, b), (s, c)) = (strip(u128::from(m) + 1), strip(u128::from(size)));
                let (b, c) = (b as u64, c as u64);
                let around = 1u128 << s;
                2 * u128::from(core(c)) * around.min(2 << k)
                    + of_three(c, 2 * around.min((1 << k) - 1))
                    + of_three(b, around.min(4 << k))
            }
            Family::Torus => {
                if size == 0 {
                    return 0;
                }
                let (s, c) = strip(u128::from(size));
                let c = c as u64;
                ((4 * u128::from(core(c))) << s) + of_three(c, 4 << s)
            }
            Family::Triangle => {
                // nullity(2m) = 2 nullity(m - 1) + 2 [v_2(m + 1) odd]; the odd sizes need a gcd.
                let (mut n, mut factor, mut sum) = (size, 1, 0);
                while n > 0 && n.is_multiple_of(2) {
                    let m = n / 2;
                    factor *= 2;
                    if (m + 1).trailing_zeros() % 2 == 1 {
                        sum += factor;
                    }
                    n = m - 1;
                }
                sum + factor * u128::from(if n == 0 { 0 } else { core(n) })
            }
        };
        u64::try_from(value).expect("a nullity is at most twice the size")
    }

    /// The part of the nullity that depends on an odd number alone and needs a greatest common divisor.
    fn core(&self, key: u64) -> u64 {
        match *self {
            Family::Square | Family::Torus => square_common_degree(key),
            Family::Rectangle(m) | Family::Cylinder(m) => common::common_degree(odd_plus_one(m) as u64, key),
            Family::Triangle => triangle_odd(key),
        }
    }
}

/// The odd part of `n + 1`.
fn odd_plus_one(n: u64) -> u128 {
    strip(u128::from(n) + 1).1
}

/// Nullity of the torus of `m` rows and `n` columns.
///
/// With `m = 2^k b`, `n = 2^s c`, `b` and `c` odd, `G_b = f_((b-1)/2) + f_((b+1)/2)` and `D = deg gcd(G_b(X), G_c(X+1))`:
/// `4 D 2^min(k,s) + 2 [3|b] min(2^s, 2^(k+1)) + 2 [3|c] min(2^k, 2^(s+1))`. A side of length 1 or 2 wraps onto itself;
/// the presses add up.
///
/// # Errors
/// [`NullityError::TooLarge`] as for [`nullity`].
///
/// # Complexity
/// As [`nullity`].
///
/// # Examples
/// ```
/// assert_eq!(lightsout::nullity::torus(3, 6), Ok(6));
/// ```
pub fn torus(m: u64, n: u64) -> Result<u64, NullityError> {
    if m == 0 || n == 0 {
        return Ok(0);
    }
    if m == n {
        return nullity(Family::Torus, n);
    }
    let ((k, b), (s, c)) = (strip(u128::from(m)), strip(u128::from(n)));
    let bytes = 3 * (b.min(c) / 2);
    if bytes > MEMORY_LIMIT {
        return Err(NullityError::TooLarge {
            family: Family::Torus,
            size: m.min(n),
            bytes,
            limit: MEMORY_LIMIT,
        });
    }
    let d = u128::from(common::common_degree(b as u64, c as u64));
    let three = |n: u128, v: u128| if n.is_multiple_of(3) { v } else { 0 };
    let value = ((4 * d) << k.min(s))
        + three(b, 2 * (1u128 << s).min(2 << k))
        + three(c, 2 * (1u128 << k).min(2 << s));
    Ok(u64::try_from(value).expect("a nullity is at most twice the smaller side"))
}
