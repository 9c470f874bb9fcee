//! The bits of a PBM raster, eight to a byte with the leftmost highest, from and to words with the
//! leftmost lowest.

/// Each byte of a word with its bits in the opposite order.
fn reversed_in_bytes(word: u64) -> u64 {
    let word = (word >> 1 & 0x5555_5555_5555_5555) | (word & 0x5555_5555_5555_5555) << 1;
    let word = (word >> 2 & 0x3333_3333_3333_3333) | (word & 0x3333_3333_3333_3333) << 2;
    (word >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (word & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Unpacks raster bytes: bit 7 - j mod 8 of byte j / 8 becomes bit j mod 64 of word j / 64.
///
/// # Panics
/// When there is not one word for each eight bytes begun.
///
/// # Complexity
/// O(n) for n bytes, eight bytes at a time.
pub fn unpack_bits(bytes: &[u8], words: &mut [u64]) {
    assert_eq!(words.len(), bytes.len().div_ceil(8), "one word for eight bytes");
    let (whole, rest) = bytes.as_chunks::<8>();
    for (word, bytes) in words.iter_mut().zip(whole) {
        *word = reversed_in_bytes(u64::from_le_bytes(*bytes));
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        words[whole.len()] = reversed_in_bytes(u64::from_le_bytes(last));
    }
}

/// The inverse of [`unpack_bits`].
///
/// # Panics
/// When there is not one word for each eight bytes begun.
///
/// # Complexity
/// O(n) for n bytes, eight bytes at a time.
pub fn pack_bits(words: &[u64], bytes: &mut [u8]) {
    assert_eq!(words.len(), bytes.len().div_ceil(8), "one word for eight bytes");
    let (whole, rest) = bytes.as_chunks_mut::<8>();
    for (bytes, word) in whole.iter_mut().zip(words) {
        *bytes = reversed_in_bytes(*word).to_le_bytes();
    }
    if !rest.is_empty() {
        let last = reversed_in_bytes(words[whole.len()]).to_le_bytes();
        rest.copy_from_slice(&last[..rest.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_where_the_formula_says() {
        for n in [0, 1, 7, 8, 9, 15, 16, 17, 100] {
            let bytes: Vec<u8> = (0..n as u32).map(|i| (i * i * 37 + i * 11 + 5) as u8).collect();
            let mut words = vec![u64::MAX; bytes.len().div_ceil(8)];
            unpack_bits(&bytes, &mut words);
            for j in 0..words.len() * 64 {
                let expected = bytes.get(j / 8).is_some_and(|byte| byte >> (7 - j % 8) & 1 == 1);
                assert_eq!(words[j / 64] >> (j % 64) & 1 == 1, expected, "{n} {j}");
            }
            let mut back = vec![0; n];
            pack_bits(&words, &mut back);
            assert_eq!(back, bytes);
        }
    }
}
