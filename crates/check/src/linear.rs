//! Plain elimination on small systems: whether A x = b (mod k) has a solution, and all x with A x = 0.
//!
//! Two states are eliminated in packed bits, other numbers of states modulo each of their prime powers on full
//! tables of numbers. Both are limited to sizes that take a few seconds.

/// What elimination finds.
pub(crate) struct Found {
    /// Whether A x = b has a solution.
    pub(crate) solvable: bool,
    /// Vectors g with orders o: every x with A x = 0 is in exactly one way a sum of c g, 0 <= c < o.
    pub(crate) kernel: Vec<(Vec<u64>, u64)>,
}

/// Most steps of the elimination in bits (a step adds 64 of them).
const MOST_BIT_STEPS: u128 = 1 << 33;
/// Most steps of the elimination in numbers.
const MOST_NUMBER_STEPS: u128 = 1 << 30;

/// A column of the matrix: the lights that a button changes, and by how much.
pub(crate) type Column = Vec<(usize, u64)>;

/// Eliminates, or returns nothing if the system is too large.
pub(crate) fn eliminate(columns: &[Column], states: u64, wanted: &[u64]) -> Option<Found> {
    if !fits(columns.len(), wanted.len(), states) {
        return None;
    }
    if states == 2 { Some(in_bits(columns, wanted)) } else { Some(in_numbers(columns, states, wanted)) }
}

/// Whether a system of this size is small enough.
pub(crate) fn fits(buttons: usize, lights: usize, states: u64) -> bool {
    let (buttons, lights) = (buttons as u128, lights as u128);
    let rank = buttons.min(lights);
    let (step, most) = if states == 2 {
        ((buttons + lights) / 64 + 1, MOST_BIT_STEPS)
    } else {
        (buttons + lights, MOST_NUMBER_STEPS)
    };
    buttons.checked_mul(rank).and_then(|n| n.checked_mul(step)).is_some_and(|n| n <= most)
}

/// One row to a button, holding the lights that it changes and, beside them, which buttons were added up.
fn in_bits(columns: &[Column], wanted: &[u64]) -> Found {
    let lights = wanted.len();
    let words = (lights + columns.len()).div_ceil(64);
    let get = |row: &[u64], at: usize| row[at / 64] >> (at % 64) & 1 == 1;
    let flip = |row: &mut [u64], at: usize| row[at / 64] ^= 1 << (at % 64);
    let add = |row: &mut [u64], other: &[u64]| row.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
    let mut rows: Vec<Vec<u64>> = Vec::with_capacity(columns.len());
    for (button, column) in columns.iter().enumerate() {
        let mut row = vec![0; words];
        for &(light, amount) in column {
            if amount % 2 == 1 {
                flip(&mut row, light);
            }
        }
        flip(&mut row, lights + button);
        rows.push(row);
    }
    let mut rest = vec![0; words];
    for (light, &value) in wanted.iter().enumerate() {
        if value % 2 == 1 {
            flip(&mut rest, light);
        }
    }
    let mut done = 0;
    for light in 0..lights {
        let Some(pivot) = (done..rows.len()).find(|&at| get(&rows[at], light)) else {
            continue;
        };
        rows.swap(done, pivot);
        let (above, below) = rows.split_at_mut(done + 1);
        let pivot = &above[done];
        for row in below.iter_mut().filter(|row| get(row, light)) {
            add(row, pivot);
        }
        if get(&rest, light) {
            add(&mut rest, pivot);
        }
        done += 1;
    }
    let solvable = (0..lights).all(|light| !get(&rest, light));
    let buttons = 0..columns.len();
    let vector = |row: &Vec<u64>| buttons.clone().map(|b| u64::from(get(row, lights + b))).collect();
    Found { solvable, kernel: rows[done..].iter().map(|row| (vector(row), 2)).collect() }
}

fn in_numbers(columns: &[Column], states: u64, wanted: &[u64]) -> Found {
    let mut found = Found { solvable: true, kernel: vec![] };
    for (prime, power) in prime_powers(states) {
        let part = modulo(columns, prime, power, wanted);
        found.solvable &= part.solvable;
        // x modulo p^s gives (k / p^s) x modulo k, and the parts add up to everything.
        let factor = states / power;
        found.kernel.extend(
            part.kernel
                .into_iter()
                .map(|(x, order)| (x.into_iter().map(|value| value * factor).collect(), order)),
        );
    }
    found
}

/// The prime powers whose product is k, each with its prime.
fn prime_powers(mut k: u64) -> Vec<(u64, u64)> {
    let mut out = Vec::new();
    let mut prime = 2;
    while k > 1 {
        if prime * prime > k {
            prime = k;
        }
        let mut power = 1;
        while k.is_multiple_of(prime) {
            k /= prime;
            power *= prime;
        }
        if power > 1 {
            out.push((prime, power));
        }
        prime += 1;
    }
    out
}

/// Row and column steps modulo q = p^s until the matrix is diagonal; V collects the column steps.
fn modulo(columns: &[Column], prime: u64, q: u64, wanted: &[u64]) -> Found {
    let (lights, buttons) = (wanted.len(), columns.len());
    // x - factor * y, all below q <= 2^32.
    let less = |x: u64, factor: u64, y: u64| (x + factor * (q - y)) % q;
    let mut matrix = vec![vec![0u64; buttons]; lights];
    for (button, column) in columns.iter().enumerate() {
        for &(light, amount) in column {
            matrix[light][button] = (matrix[light][button] + amount % q) % q;
        }
    }
    let mut rest: Vec<u64> = wanted.iter().map(|value| value % q).collect();
    let mut v: Vec<Vec<u64>> =
        (0..buttons).map(|b| (0..buttons).map(|at| u64::from(at == b)).collect()).collect();
    let mut diagonal = Vec::new();
    for t in 0..lights.min(buttons) {
        // The entry that the fewest factors p divide divides all others.
        let mut best: Option<(u64, usize, usize)> = None;
        'search: for (i, row) in matrix.iter().enumerate().skip(t) {
            for (j, &entry) in row.iter().enumerate().skip(t).filter(|(_, entry)| **entry != 0) {
                let part = prime_part(entry, prime);
                if best.is_none_or(|(least, _, _)| part < least) {
                    best = Some((part, i, j));
                    if part == 1 {
                        break 'search;
                    }
                }
            }
        }
        let Some((part, i, j)) = best else { break };
        matrix.swap(t, i);
        rest.swap(t, i);
        matrix.iter_mut().for_each(|row| row.swap(t, j));
        v.swap(t, j);
        let unit = inverse(matrix[t][t] / part, q);
        let (above, below) = matrix.split_at_mut(t + 1);
        let pivot = &above[t];
        for (row, value) in below.iter_mut().enumerate().filter(|(_, row)| row[t] != 0) {
            let factor = value[t] / part * unit % q;
            for (x, &y) in value.iter_mut().zip(pivot).skip(t) {
                *x = less(*x, factor, y);
            }
            rest[t + 1 + row] = less(rest[t + 1 + row], factor, rest[t]);
        }
        let (done, open) = v.split_at_mut(t + 1);
        for (column, x) in open.iter_mut().enumerate() {
            let factor = matrix[t][t + 1 + column] / part * unit % q;
            if factor != 0 {
                for (x, &y) in x.iter_mut().zip(&done[t]) {
                    *x = less(*x, factor, y);
                }
            }
        }
        matrix[t][t + 1..].fill(0);
        diagonal.push(part);
    }
    let solvable = rest.iter().enumerate().all(|(i, value)| value % diagonal.get(i).unwrap_or(&q) == 0);
    let mut kernel = Vec::new();
    for (j, column) in v.into_iter().enumerate() {
        let order = *diagonal.get(j).unwrap_or(&q);
        if order > 1 {
            kernel.push((column.into_iter().map(|value| value * (q / order) % q).collect(), order));
        }
    }
    Found { solvable, kernel }
}

/// The largest power of p that divides the value.
fn prime_part(mut value: u64, prime: u64) -> u64 {
    let mut part = 1;
    while value.is_multiple_of(prime) {
        value /= prime;
        part *= prime;
    }
    part
}

/// The inverse of a unit modulo q.
fn inverse(unit: u64, q: u64) -> u64 {
    let (mut a, mut b, mut x, mut y) = (i128::from(unit % q), i128::from(q), 1i128, 0i128);
    while b != 0 {
        let quotient = a / b;
        (a, b) = (b, a - quotient * b);
        (x, y) = (y, x - quotient * y);
    }
    x.rem_euclid(i128::from(q)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % bound
        }
    }

    fn apply(columns: &[Column], lights: usize, states: u64, x: &[u64]) -> Vec<u64> {
        let mut out = vec![0u128; lights];
        for (column, &times) in columns.iter().zip(x) {
            for &(light, amount) in column {
                out[light] += u128::from(amount) * u128::from(times);
            }
        }
        out.into_iter().map(|value| (value % u128::from(states)) as u64).collect()
    }

    fn all(buttons: usize, states: u64) -> Vec<Vec<u64>> {
        let mut out = vec![vec![]];
        for _ in 0..buttons {
            out = out.into_iter().flat_map(|x| (0..states).map(move |v| [&x[..], &[v]].concat())).collect();
        }
        out
    }

    fn span(kernel: &[(Vec<u64>, u64)], buttons: usize, states: u64) -> Vec<Vec<u64>> {
        let mut out = vec![vec![0; buttons]];
        for (vector, order) in kernel {
            let sum =
                |x: &Vec<u64>, c: u64| x.iter().zip(vector).map(|(a, b)| (a + c * b) % states).collect();
            out = out.iter().flat_map(|x| (0..*order).map(|c| sum(x, c)).collect::<Vec<_>>()).collect();
        }
        out.sort();
        out
    }

    #[test]
    fn agrees_with_trying_everything() {
        let mut random = Random(1);
        for states in [2, 3, 4, 5, 6, 8, 9, 12] {
            for round in 0..120 {
                let buttons = 1 + random.below(if states > 6 { 3 } else { 4 }) as usize;
                let lights = random.below(5) as usize;
                let few = random.below(2) == 0;
                let amount = |random: &mut Random| {
                    if few { random.below(2) * (states / 2).max(1) } else { random.below(states) }
                };
                let columns: Vec<Column> = (0..buttons)
                    .map(|_| (0..lights).map(|light| (light, amount(&mut random))).collect())
                    .collect();
                let wanted: Vec<u64> = (0..lights).map(|_| random.below(states)).collect();
                let everything = all(buttons, states);
                let image = |x: &&Vec<u64>| apply(&columns, lights, states, x) == wanted;
                let mut kernel: Vec<Vec<u64>> = everything
                    .iter()
                    .filter(|x| apply(&columns, lights, states, x).iter().all(|&value| value == 0))
                    .cloned()
                    .collect();
                kernel.sort();
                let by_numbers = in_numbers(&columns, states, &wanted);
                assert_eq!(by_numbers.solvable, everything.iter().any(|x| image(&x)), "{states} {round}");
                assert_eq!(span(&by_numbers.kernel, buttons, states), kernel, "{states} {round}");
                if states == 2 {
                    let by_bits = in_bits(&columns, &wanted);
                    assert_eq!(by_bits.solvable, by_numbers.solvable);
                    assert_eq!(span(&by_bits.kernel, buttons, states), kernel);
                }
            }
        }
    }

    #[test]
    fn bits_and_numbers_agree_round_the_size_of_a_word() {
        let mut random = Random(2);
        for buttons in [0usize, 1, 2, 63, 64, 65, 100] {
            for lights in [0usize, 1, 31, 63, 64, 65] {
                for sparse in [2, 20] {
                    let columns: Vec<Column> = (0..buttons)
                        .map(|_| {
                            (0..lights)
                                .filter(|_| random.below(sparse) == 0)
                                .map(|light| (light, 1))
                                .collect()
                        })
                        .collect();
                    let x: Vec<u64> = (0..buttons).map(|_| random.below(2)).collect();
                    let mut wanted = apply(&columns, lights, 2, &x);
                    for flips in 0..2 {
                        let (bits, numbers) = (in_bits(&columns, &wanted), in_numbers(&columns, 2, &wanted));
                        assert_eq!(bits.solvable, numbers.solvable);
                        assert!(flips == 1 || bits.solvable);
                        assert_eq!(bits.kernel.len(), numbers.kernel.len());
                        for (vector, _) in bits.kernel.iter().chain(&numbers.kernel) {
                            assert!(vector.iter().any(|&value| value != 0));
                            assert!(apply(&columns, lights, 2, vector).iter().all(|&value| value == 0));
                        }
                        wanted.iter_mut().take(1).for_each(|value| *value ^= 1);
                    }
                }
            }
        }
    }

    #[test]
    fn large_numbers_of_states() {
        let mut random = Random(3);
        for states in [1u64 << 32, (1 << 31) - 1, 65_536, 4_294_967_291, 4_294_836_225, 4_294_967_295] {
            for _ in 0..20 {
                let size = 1 + random.below(6) as usize;
                let large = |random: &mut Random| (random.below(1 << 31) * 2 + random.below(2)) % states;
                let columns: Vec<Column> =
                    (0..size).map(|_| (0..size).map(|light| (light, large(&mut random))).collect()).collect();
                let x: Vec<u64> = (0..size).map(|_| large(&mut random)).collect();
                let found = in_numbers(&columns, states, &apply(&columns, size, states, &x));
                assert!(found.solvable, "{states}");
                for (vector, order) in &found.kernel {
                    assert!(apply(&columns, size, states, vector).iter().all(|&value| value == 0));
                    assert_eq!(states % order, 0);
                    assert!(vector.iter().all(|value| value * order % states == 0));
                }
            }
        }
    }

    #[test]
    fn prime_powers_multiply_to_the_number() {
        for k in (2..2000).chain([1 << 32, 4_294_967_291, 4_294_836_225, 4_294_967_295]) {
            let parts = prime_powers(k);
            assert_eq!(parts.iter().map(|(_, power)| power).product::<u64>(), k);
            assert!(parts.iter().all(|&(prime, power)| power % prime == 0
                && (2..prime.min(1000)).all(|d| prime % d != 0)));
        }
    }

    #[test]
    fn sizes_beyond_reach_are_refused() {
        assert!(fits(1000, 1000, 2) && fits(4096, 4096, 2) && fits(400, 400, 3));
        assert!(!fits(20_000, 20_000, 2) && !fits(3000, 3000, 3) && !fits(usize::MAX, usize::MAX, 2));
    }
}
