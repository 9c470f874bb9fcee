//! Short IDs: damage is noticed, nothing panics, a lying one takes no memory.

mod support;

use lightsout::format::{self, Overrides, id};
use lightsout::puzzle::Puzzle;
use proptest::strategy::{Strategy, ValueTree};

use support::{Random, puzzles};

fn parse(text: &str) -> Result<Puzzle, String> {
    format::parse(text.as_bytes(), &Overrides::default()).map_err(|error| error.to_string())
}

#[test]
fn ids_are_short_and_stable() {
    for (text, expected) in [
        ("board: classic\n\n#...#\n.#.#.\n..#..\n.#.#.\n#...#", "lo1-AgpRERUB9U8T"),
        ("board: 5x5\n\n.....\n.....\n.....\n.....\n.....", "lo1-AAAFBZkNeg"),
        ("board: 100x100\nrule: king\nstates: 5\ntarget: 3\n\n", "lo1-"),
    ] {
        let text = match text.ends_with("\n\n") {
            true => format!("{text}{}", format!("{}\n", "4".repeat(100)).repeat(100)),
            false => text.to_string(),
        };
        let puzzle = parse(&text).unwrap();
        let short = id::write(&puzzle);
        assert!(short.starts_with(expected) && short.len() <= 24, "{short}");
        assert_eq!(parse(&short).unwrap(), puzzle);
    }
}

#[test]
fn every_wrong_or_missing_character_is_noticed() {
    let short = id::write(&parse("board: 4x4\nstates: 3\n\n.12.\n2..1\n....\n1212").unwrap());
    let mut wrong = 0;
    for at in 4..short.len() {
        let mut cut = short.clone();
        cut.remove(at);
        assert!(parse(&cut).is_err(), "{cut}");
        for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".chars() {
            let changed = format!("{}{other}{}", &short[..at], &short[at + 1..]);
            if changed != short {
                let error = parse(&changed).unwrap_err();
                assert!(error.starts_with("line 1, column 1: found a damaged ID, expected"), "{error}");
                wrong += 1;
            }
            assert!(parse(&format!("{}{other}{}", &short[..at], &short[at..])).is_err());
        }
    }
    assert!(wrong > 500);
    for at in 5..short.len() {
        let (a, b) = short.split_at(at);
        let swapped = format!("{}{}{}", &a[..at - 1], &b[..1], &a[at - 1..]) + &b[1..];
        assert!(swapped == short || parse(&swapped).is_err(), "{swapped}");
    }
}

#[test]
fn faults_are_named() {
    for (text, sentence) in [
        ("lo1-", "line 1, column 1: found a damaged ID"),
        ("lo1-AAAA", "line 1, column 1: found a damaged ID"),
        ("\n lo1-AA*A", "line 2, column 8: found '*', expected a letter, a digit, - or _ of an ID"),
        ("lo2-AAAA", "line 1, column 1: found an ID of version 2, expected version 1 (lo1-)"),
        ("lo1-AgADAxEBLWpq lo1-AgADAxEBLWpq", "line 1, column 17: found ' ', expected a letter"),
        ("lo1AgADAxEBLWpq", "line 1, column 1: found 'l'"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(sentence), "{error}");
    }
}

/// An ID with a fitting checksum around any bytes.
fn sealed(data: &[u8]) -> String {
    let mut crc = 0x00b7_04ceu32;
    for &byte in data {
        for bit in (0..8).rev() {
            let top = crc >> 23 & 1 ^ u32::from(byte) >> bit & 1;
            crc = crc << 1 & 0xff_ffff ^ if top == 1 { 0x86_4cfb } else { 0 };
        }
    }
    let bytes = [data, &crc.to_be_bytes()[1..]].concat();
    let bits: Vec<u8> = bytes.iter().flat_map(|b| (0..8).rev().map(move |i| b >> i & 1)).collect();
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let letter =
        |six: &[u8]| alphabet[(0..6).fold(0, |v, i| v << 1 | usize::from(*six.get(i).unwrap_or(&0)))];
    "lo1-".to_string() + &bits.chunks(6).map(|six| char::from(letter(six))).collect::<String>()
}

#[test]
fn lying_bytes_are_refused_before_memory_is_taken() {
    assert_eq!(sealed(&[2, 0, 3, 3, 0x11, 1]), "lo1-AgADAxEBLWpq");
    let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    for start in [&[0u8, 0][..], &[1, 0], &[2, 0], &[0, 6], &[0, 9], &[0, 31], &[2, 31], &[64, 0], &[32, 0]] {
        for tail in [&[1u8][..], &[1, 0, 0], &[0, 7, 255, 255, 255, 255, 15, 255, 255, 255, 255, 15]] {
            let error = parse(&sealed(&[start, &huge, tail].concat())).unwrap_err();
            assert!(error.contains("an ID that no puzzle has"), "{error}");
        }
    }
    // The same puzzle said in a longer way is not its ID: a varint with a zero on top, a rule or a
    // number of states that is the default, packed lights that are all the same.
    for data in [
        &[0u8, 0, 0x83, 0, 3][..],
        &[32, 0, 3, 3, 0],
        &[0, 32, 3, 3, 0],
        &[2, 0, 3, 3, 0, 0],
        &[2, 0, 3, 3, 0xff, 0xff],
        &[0, 0, 3, 3, 0],
    ] {
        let error = parse(&sealed(data)).unwrap_err();
        assert!(error.contains("an ID that no puzzle has"), "{data:?}: {error}");
    }
    assert!(parse(&sealed(&[0, 0, 3, 3])).is_ok());
}

#[test]
fn mutated_bytes_never_panic() {
    let mut random = Random(7);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut accepted = 0;
    for _ in 0..400 {
        let short = id::write(&puzzles().new_tree(&mut runner).unwrap().current());
        // Undo the base64 and drop the checksum.
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let bits: Vec<u8> = short[4..]
            .chars()
            .flat_map(|c| {
                let six = alphabet.find(c).unwrap();
                (0..6).rev().map(move |i| (six >> i & 1) as u8)
            })
            .collect();
        let bytes: Vec<u8> =
            bits.chunks_exact(8).map(|eight| eight.iter().fold(0, |v, bit| v << 1 | bit)).collect();
        let data = &bytes[..bytes.len() - 3];
        assert_eq!(sealed(data), short);
        for _ in 0..50 {
            let mut changed = data.to_vec();
            let at = random.below(changed.len().min(12) as u64) as usize;
            changed[at] = random.next() as u8;
            if random.below(4) == 0 {
                changed.truncate(random.below(changed.len() as u64 + 1) as usize);
            }
            let text = sealed(&changed);
            if let Ok(puzzle) = parse(&text) {
                assert_eq!(id::write(&puzzle), text);
                accepted += 1;
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}
