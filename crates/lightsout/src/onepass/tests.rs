//! The theory beside the recursion, beside pressing buttons, and beside the paper's examples.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn answer(k: u64, q: u64) -> OnePass {
    let start = Start::new(&k.into(), &(k - q).into()).expect("a start");
    OnePass::new(start, &[], &mut Budget::unlimited()).expect("no limit")
}

fn residues(answer: &OnePass) -> Vec<u64> {
    answer.residues().expect("few groups").map(|r| r.value.try_into().expect("small")).collect()
}

/// What is written, as a text.
fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes it");
    String::from_utf8(out).expect("UTF-8")
}

fn rows(n: u64) -> Expression {
    Expression::from(BigUint::from(n))
}

/// `S_i` modulo `k` by the recursion, for `i` from 0 to `last`.
fn recursion(k: i64, q: i64, last: usize) -> Vec<i64> {
    let mut s = vec![0, -q];
    for i in 2..=last {
        s.push((-q - s[i - 2] - 3 * s[i - 1]).rem_euclid(k));
    }
    s.into_iter().map(|x| x.rem_euclid(k)).collect()
}

#[test]
fn residues_agree_with_the_recursion_for_every_start() {
    for k in 2..=200u64 {
        for q in 1..k {
            let found = answer(k, q);
            let period: u64 = found.period().try_into().expect("small");
            let s = recursion(k as i64, q as i64, 2 * period as usize);
            let want: Vec<u64> = (0..period).filter(|&i| s[i as usize] == 0).collect();
            let listed = residues(&found);
            assert_eq!(listed, want, "k = {k}, q = {q}");
            assert_eq!(found.residue_count(), listed.len().into());
            let wanted: BTreeSet<u64> = want.into_iter().collect();
            for i in 0..=2 * period {
                assert_eq!(s[i as usize] == 0, wanted.contains(&(i % period)), "k = {k}, q = {q}, i = {i}");
            }
        }
    }
}

#[test]
fn every_way_of_asking_for_a_row_count_agrees() {
    for (k, q) in [(2, 1), (4, 1), (6, 1), (6, 3), (10, 4), (12, 5), (30, 1), (97, 13), (144, 60), (1200, 7)]
    {
        let found = answer(k, q);
        let s = recursion(k as i64, q as i64, 700);
        let presses: Vec<u64> =
            Presses::new(found.start()).take(700).map(|p| p.try_into().expect("small")).collect();
        for (i, row) in table(found.start()).enumerate().take(700) {
            let state: u64 = row.state.clone().try_into().expect("small");
            assert_eq!((row.index, state as i64), (i as u64, s[i]), "k = {k}, q = {q}");
            assert_eq!(last_state(found.start(), &i.into()), row.state);
            assert_eq!(found.last_state(&rows(i as u64)), row.state);
            assert_eq!(found.works(&rows(i as u64)), s[i] == 0);
            if i > 0 {
                assert_eq!(presses[i - 1] as i64, (-s[i]).rem_euclid(k as i64));
            }
            // Theorem 4.1: S_i = (-1)^i q F_i F_{i+1}.
            use lightsout_algebra::integer::fibonacci;
            let product = fibonacci(i as u64) * fibonacci(i as u64 + 1) * q;
            assert_eq!(*row.exact.magnitude(), product);
            assert_eq!(row.exact.sign() == num_bigint::Sign::Minus, i % 2 == 1 && i > 0);
        }
    }
}

/// Chases on a grid of `m` rows around `n` columns, one button at a time; presses on the same light
/// add up. Answers the states of the last row and the presses of each row.
fn chase_on_a_cylinder(m: usize, n: usize, k: u64, start: u64) -> (Vec<u64>, Vec<Vec<u64>>) {
    let mut lights = vec![vec![start; n]; m];
    let mut presses = vec![vec![0; n]; m];
    for i in 1..m {
        for j in 0..n {
            let count = (k - lights[i - 1][j]) % k;
            presses[i][j] = count;
        }
        for j in 0..n {
            for (a, b) in [(i, j), (i, (j + 1) % n), (i, (j + n - 1) % n), (i - 1, j), (i + 1, j)] {
                if a < m {
                    lights[a][b] = (lights[a][b] + presses[i][j]) % k;
                }
            }
        }
        assert!(lights[i - 1].iter().all(|&light| light == 0));
    }
    (lights.pop().expect("a row"), presses)
}

#[test]
fn boards_of_every_width_behave_like_the_recursion() {
    for k in 2..=12u64 {
        for start in 1..k {
            let found = answer(k, k - start);
            for m in 1..=14usize {
                let last: u64 = found.last_state(&rows(m as u64)).try_into().expect("small");
                for n in 1..=5usize {
                    let (left, presses): (Vec<u64>, Vec<Vec<u64>>) = chase_on_a_cylinder(m, n, k, start);
                    assert_eq!(left, vec![last; n], "k = {k}, start {start}, {m} x {n}");
                    for (i, p) in Presses::new(found.start()).take(m - 1).enumerate() {
                        let p: u64 = p.try_into().expect("small");
                        assert_eq!(presses[i + 1], vec![p; n]);
                    }
                }
            }
        }
    }
}

#[test]
fn examples_of_the_paper() {
    // Figure 2: five rows, four states, all lights at 3.
    let four = answer(4, 1);
    let presses: Vec<String> = Presses::new(four.start()).take(5).map(|p| p.to_string()).collect();
    assert_eq!(presses, ["1", "2", "2", "1", "0"]);
    // Five rows work, and so do six; seven do not.
    assert_eq!([5, 6, 7].map(|m| four.works(&rows(m))), [true, true, false]);
    assert_eq!(residues(&four), [0, 5]);
    // Table 1.
    let exact: Vec<String> = table(four.start()).take(11).map(|row| row.exact.to_string()).collect();
    assert_eq!(exact, ["0", "-1", "2", "-6", "15", "-40", "104", "-273", "714", "-1870", "4895"]);
    // Two states: the paper says 0 or 1 modulo 3; 0 and -1 is what its own values of S_i give.
    assert_eq!((residues(&answer(2, 1)), answer(2, 1).period().to_string()), (vec![0, 2], "3".into()));
    assert_eq!((residues(&answer(3, 1)), answer(3, 1).period().to_string()), (vec![0, 3], "4".into()));
    // 1200 states: alpha is 300, and two more residues than the theorem lists.
    let found = answer(1200, 1);
    assert_eq!((found.alpha(), found.period()), (&300u32.into(), &300u32.into()));
    assert_eq!(residues(&found), [0, 24, 275, 299]);
    assert_eq!(found.density(), (1u8.into(), 75u8.into()));
    assert!(!found.theorem_is_complete());
    let listed: Vec<bool> = found.residues().expect("few").map(|r| r.listed == Listed::Yes).collect();
    assert_eq!(listed, [true, false, false, true]);
    let second = found.residues().expect("few").nth(1).expect("four of them");
    let want = (vec!["2^4".to_owned(), "3".to_owned()], vec!["5^2".to_owned()]);
    assert_eq!(found.powers_by_choice(&second), want);
    // Six states.
    assert_eq!(
        (residues(&answer(6, 1)), answer(6, 1).period().to_string()),
        (vec![0, 3, 8, 11], "12".into())
    );
    let halves = answer(6, 3);
    assert_eq!((residues(&halves), halves.period().to_string()), (vec![0, 2], "3".into()));
    assert_eq!(halves.residues().expect("few").next().expect("0").listed, Listed::OneIn(4u8.into()));
    assert!(halves.works(&rows(6)));
    // Powers of five.
    for s in 1..8 {
        let k = 5u64.pow(s);
        assert_eq!(residues(&answer(k, 1)), [0, k - 1]);
        assert!(answer(k, 1).theorem_is_complete());
    }
}

#[test]
fn bad_starts_are_named() {
    let new = |k: u32, s: u32| Start::new(&k.into(), &s.into()).map_err(|e| e.to_string());
    assert_eq!(new(1, 0), Err("a light needs at least 2 states, found 1".into()));
    assert_eq!(new(0, 0), Err("a light needs at least 2 states, found 0".into()));
    assert_eq!(new(5, 0), Err("with start 0 all lights are off already, expected a start from 1".into()));
    assert_eq!(new(5, 5), Err("start 5 is not one of the 5 states 0 to 4".into()));
    assert_eq!(Start::brightest(&1u8.into()), Err(StartError::FewStates(1u8.into())));
}

#[test]
fn large_numbers_of_states() {
    let big: Expression = "10^40 + 1".parse().expect("a number");
    let k = big.value(200).expect("short");
    let found = OnePass::new(Start::brightest(&k).expect("a start"), &[], &mut Budget::unlimited())
        .expect("factored");
    let listed: Vec<_> = found.residues().expect("few").collect();
    assert_eq!(BigUint::from(listed.len()), found.residue_count());
    for r in &listed {
        assert!(last_state(found.start(), &r.value).is_zero());
    }
    assert!(listed.is_sorted_by(|a, b| a.value < b.value));
    let rows: Expression = "10^1000000000000".parse().expect("a number");
    assert_eq!(found.works(&rows), found.last_state(&rows).is_zero());
    for (base, exponent, want) in
        [(2u32, 4096u32, BigUint::from(3u8) << 4094u32), (5, 2000, BigUint::from(5u8).pow(2000))]
    {
        let start = Start::brightest(&BigUint::from(base).pow(exponent)).expect("a start");
        let found = OnePass::new(start, &[], &mut Budget::unlimited()).expect("a prime power");
        assert_eq!(*found.period(), want);
        assert_eq!(found.residue_count(), 2u8.into());
        assert!(last_state(found.start(), found.period()).is_zero());
    }
}

/// The product of Fibonacci numbers with prime indices has ranks without common factors, so many
/// groups; the sorted list must still be complete.
#[test]
fn many_groups_are_listed_in_order() {
    use lightsout_algebra::integer::fibonacci;
    let k: BigUint = [3u64, 4, 5, 7, 11, 13, 17].into_iter().map(fibonacci).product();
    let found = OnePass::new(Start::brightest(&k).expect("a start"), &[], &mut Budget::unlimited())
        .expect("factored");
    assert_eq!(found.groups().len(), 7);
    let listed: Vec<_> = found.residues().expect("few").collect();
    assert_eq!(listed.len(), 128);
    let period: u64 = found.period().try_into().expect("small");
    let modulus = |g: usize| u64::try_from(&found.groups()[g].modulus).expect("small");
    let want: Vec<u64> = (0..period)
        .filter(|i| (0..7).all(|g| (*i).is_multiple_of(modulus(g)) || (i + 1).is_multiple_of(modulus(g))))
        .collect();
    assert_eq!(listed.iter().map(|r| u64::try_from(&r.value).expect("small")).collect::<Vec<_>>(), want);
    for r in &listed {
        for (g, choice) in r.choices.iter().enumerate() {
            let value = u64::try_from(&r.value).expect("small");
            assert_eq!(*choice == Choice::Zero, value.is_multiple_of(modulus(g)));
        }
    }
    let counts: Vec<BigUint> = found.row_counts().expect("few").take(300).collect();
    assert!(counts.is_sorted_by(|a, b| a < b) && !counts[0].is_zero());
    assert!(counts.iter().all(|m| last_state(found.start(), m).is_zero()));
}

#[test]
fn words_and_json_say_the_same() {
    let found = answer(1200, 1);
    let text = written(|out| found.write_text(out, &WordOptions::default()));
    for part in [
        "1200 = 2^4 * 3 * 5^2.",
        "alpha(1200) = 300",
        "24: 2^4 and 3 divide F(i), 5^2 divides F(i+1); not in Theorem 4.3",
        "Share of row counts that work: 1 in 75.",
        "Smallest row counts: 24, 275, 299, 300, 324",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let short = written(|out| found.write_text(out, &WordOptions { residues: 1, ..WordOptions::default() }));
    assert!(short.contains("and 3 more"), "{short}");
    let json = |rows: Option<&Expression>, options: JsonOptions| -> serde_json::Value {
        let last = rows.map(|rows| found.last_state(rows));
        let text = written(|out| found.write_json(out, rows.zip(last.as_ref()), &options));
        serde_json::from_str(&text).expect("JSON")
    };
    let cut = json(None, JsonOptions { residues: 3, ..JsonOptions::default() });
    assert_eq!((cut["residues_complete"].as_bool(), cut["residue_count"].as_u64()), (Some(false), Some(4)));
    assert_eq!(cut["residues"].as_array().map(Vec::len), cut["residue_details"].as_array().map(Vec::len));
    let json = json(Some(&rows(24)), JsonOptions::default());
    assert_eq!(json["residues"], serde_json::json!([0, 24, 275, 299]));
    assert_eq!((json["period"].as_u64(), json["alpha"].as_u64()), (Some(300), Some(300)));
    assert_eq!(json["solvable"], true);
    assert_eq!(json["presses"].as_array().map(Vec::len), Some(23));
    let (count, last) = (rows(25), found.last_state(&rows(25)));
    let rows = written(|out| found.start().write_rows(out, &count, &last, &WordOptions::default()));
    assert!(rows.starts_with("25 rows do not work: one pass leaves the last row at state "), "{rows}");
}

proptest! {
    /// Long and short arithmetic give the same presses, and a period of presses repeats.
    #[test]
    fn long_and_short_presses_agree(k in 2u64..1 << 60, seed in any::<u64>()) {
        let start = 1 + seed % (k - 1);
        let short = Start::new(&k.into(), &start.into()).expect("a start");
        // The same problem with k and q times 2^64 has every press count times 2^64.
        let long = Start::new(&(BigUint::from(k) << 64u32), &(BigUint::from(start) << 64u32)).expect("a start");
        for (a, b) in Presses::new(&short).zip(Presses::new(&long)).take(50) {
            prop_assert_eq!(a << 64u32, b);
        }
    }
}
