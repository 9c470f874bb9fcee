//! `onepass` and `fibonacci`, as a user types them.

mod support;

use num_bigint::BigUint;
use serde_json::json;
use support::{json, run, run_with, status, stderr, stdout};

fn onepass(args: &[&str]) -> serde_json::Value {
    json(&run(&[&["onepass", "--format", "json"], args].concat()))
}

#[test]
fn residues_alpha_and_period() {
    let found = onepass(&["--states", "1200", "--start", "1199"]);
    assert_eq!(found["schema"], 1);
    assert_eq!((&found["states"], &found["start"]), (&json!(1200), &json!(1199)));
    assert_eq!((&found["alpha"], &found["period"]), (&json!(300), &json!(300)));
    assert_eq!(found["residues"], json!([0, 24, 275, 299]));
    assert_eq!(found["density"], json!([1, 75]));
    assert_eq!((&found["solvable"], &found["presses"]), (&json!(null), &json!(null)));
    assert_eq!(onepass(&["--states", "6", "--start", "5"])["residues"], json!([0, 3, 8, 11]));
    let halves = onepass(&["--states", "6", "--start", "3"]);
    assert_eq!(
        (&halves["residues"], &halves["period"], &halves["alpha"]),
        (&json!([0, 2]), &json!(3), &json!(12))
    );
    let text = stdout(&run(&["onepass", "--states", "1200"]));
    assert!(text.contains("24: 2^4 and 3 divide F(i), 5^2 divides F(i+1); not in Theorem 4.3"), "{text}");
    let csv = stdout(&run(&["onepass", "--states", "6", "-f", "csv"]));
    assert_eq!(csv, "residue,period,zero,minus_one\n0,12,2 3,\n3,12,2,3\n8,12,3,2\n11,12,,2 3\n");
}

#[test]
fn row_counts_answer_by_their_exit_status() {
    let five = run(&["onepass", "--states", "4", "--start", "3", "--rows", "5"]);
    assert_eq!(status(&five), 0);
    assert_eq!(
        stdout(&five),
        "Every light has 4 states and starts at state 3; 1 press would turn it off (q = 1).\n\
         5 rows work: after one pass every light is off.\n\
         Presses of each button, row by row (row 1 is never pressed):\n  row 2: 1\n  row 3: 2\n  row 4: 2\n  row 5: 1\n"
    );
    let seven = run(&["onepass", "--states", "4", "--start", "3", "--rows", "7"]);
    assert_eq!(status(&seven), 1);
    assert!(stdout(&seven).contains("7 rows do not work: one pass leaves the last row at state 3."));
    let six = onepass(&["--states", "4", "--start", "3", "--rows", "6"]);
    assert_eq!((&six["solvable"], &six["presses"]), (&json!(true), &json!([1, 2, 2, 1, 0])));
    // Huge row counts and numbers of states.
    for rows in ["10^100", "2^4096", "10^1000000", "10^100000000000000000000"] {
        let output = run(&["onepass", "--states", "1200", "--rows", rows]);
        assert!(status(&output) <= 1, "{}", stderr(&output));
    }
    let works = run(&["onepass", "--states", "1200", "--rows", "3*10^1000000-25"]);
    assert_eq!(status(&works), 0);
    for states in ["2^4096", "5^2000", "10^40+1"] {
        let output = run(&["onepass", "--states", states]);
        assert_eq!(status(&output), 0, "{}", stderr(&output));
    }
    let table = run(&["onepass", "--states", "5", "--rows", "5", "--table", "4", "-f", "csv"]);
    assert_eq!(stdout(&table), "i,s,state\n0,0,0\n1,-1,4\n2,2,2\n3,-6,4\n4,15,0\n");
}

#[test]
fn numbers_that_resist_factoring() {
    // 7, two Mersenne primes, and a number of 152 digits.
    let k = "170141183460469231731687303715884105727";
    let k = format!("7*{k}*618970019642690137449562111*{}", "2".to_owned() + &"0".repeat(150) + "1");
    let output = run(&["onepass", "--states", &k, "--time-limit", "0"]);
    assert_eq!(status(&output), 3);
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("could not be factored in 0 seconds"), "{said}");
    // A row count is answered all the same, by doubling.
    let rows = run(&["onepass", "--states", &k, "--time-limit", "0", "--rows", "1000"]);
    assert_eq!(status(&rows), 1, "{}", stderr(&rows));
    // Factors that are given are checked.
    for (list, expected) in [
        ("6,200", "6 is not prime"),
        ("2^3,3,5^2", "the exponent of 2 is 4"),
        ("2^4,3,5^2,7", "7 divides neither"),
        ("two", "found 't'"),
        ("2^x", "exponent"),
    ] {
        let output = run(&["onepass", "--states", "1200", "--factors", list]);
        assert_eq!(status(&output), 2, "{list}");
        assert!(stderr(&output).contains(expected), "{list}: {}", stderr(&output));
    }
    let output = run(&["onepass", "--states", "1200", "--factors", "2^4, 3, 5^2"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
}

#[test]
fn bad_numbers_get_one_sentence() {
    for args in [
        &["onepass", "--states", "1"][..],
        &["onepass", "--states", "0"],
        &["onepass", "--states", "-4"],
        &["onepass", "--states", "many"],
        &["onepass", "--states", "10^10^10"],
        &["onepass", "--states", "10^10000000000"],
        &["onepass", "--states", "5", "--start", "0"],
        &["onepass", "--states", "5", "--start", "5"],
        &["onepass", "--states", "5", "--start", "-1"],
        &["onepass", "--states", "5", "--rows", "-1"],
        &["onepass", "--states", "5", "--rows", "0"],
        &["onepass", "--states", "5", "--rows", "1.5"],
        &["onepass", "--states", "5", "--rows", ""],
        &["onepass", "--states", "5", "--rows", "@no-such-file"],
        &["onepass", "--states", "5", "--time-limit", "-1"],
        &["onepass", "--states", "5", "--time-limit", "soon"],
        &["onepass", "--states", "5", "--format", "svg"],
        &["fibonacci", "0"],
        &["fibonacci", "-7"],
        &["fibonacci", "7", "-n", "-1"],
        &["fibonacci", "7", "--format", "csv"],
    ] {
        let output = run(args);
        let said = stderr(&output);
        assert_eq!(status(&output), 2, "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
        assert!(stdout(&output).is_empty(), "{args:?}");
    }
}

#[test]
fn fibonacci_gives_ranks_periods_and_values() {
    let found = json(&run(&["fibonacci", "1200", "-n", "10^100", "--format", "json"]));
    assert_eq!(
        (&found["alpha"], &found["pisano"], &found["zeros"]),
        (&json!(300), &json!(600), &json!([0, 300]))
    );
    assert_eq!(found["value"], 75);
    assert_eq!(json(&run(&["fibonacci", "1", "-f", "json"]))["alpha"], 1);
    let prime = stdout(&run(&["fibonacci", "--states", "7"]));
    assert!(prime.contains("7 is prime.") && prime.contains("no Wall-Sun-Sun prime"), "{prime}");
    let table = stdout(&run(&["fibonacci", "4", "--table", "3", "-f", "csv"]));
    assert_eq!(table, "i,f,residue\n0,0,0\n1,1,1\n2,1,1\n3,2,2\n");
    // Beyond 2^53 numbers are strings of digits.
    let big = json(&run(&["fibonacci", "2^4096", "--format", "json"]));
    assert!(big["alpha"].is_string());
}

/// A number that resists: the product of two Mersenne primes, of 157 and 183 digits.
fn hard() -> String {
    let mersenne = |exponent: u32| (BigUint::from(1u8) << exponent) - 1u8;
    (mersenne(521) * mersenne(607)).to_string()
}

#[test]
fn what_needs_no_factors_is_given_in_every_format() {
    let (k, limit) = (hard(), ["--time-limit", "0"]);
    let fibonacci = |more: &[&str]| run(&[&["fibonacci", &k], &limit[..], more].concat());
    let onepass = |more: &[&str]| run(&[&["onepass", "--states", &k], &limit[..], more].concat());
    let table = "i,f,residue\n0,0,0\n1,1,1\n2,1,1\n3,2,2\n";
    assert_eq!(stdout(&fibonacci(&["--table", "3", "-f", "csv"])), table);
    for (output, last) in [
        (fibonacci(&["--table", "3"]), "3 2 2"),
        (fibonacci(&["-n", "10"]), "F(10) = 55 modulo k."),
        (fibonacci(&["-n", "2*5", "--table", "3"]), "3 2 2"),
        (onepass(&["--table", "2"]), "2 2 2"),
        (onepass(&["--table", "2", "-f", "csv"]), "2,2,2"),
    ] {
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        let text = stdout(&output);
        let line: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(line.join(" "), last, "{text}");
        let said = stderr(&output);
        assert!(said.lines().count() == 1 && said.contains("could not be factored in 0 seconds"), "{said}");
    }
    // An index too long to be used without the period: the table is given, the value is not.
    let output = fibonacci(&["-n", "10^100000000", "--table", "3"]);
    assert_eq!(status(&output), 3);
    assert_eq!(stdout(&output).lines().count(), 5);
    assert!(stderr(&output).contains("and the value"), "{}", stderr(&output));
    assert_eq!(status(&fibonacci(&["-n", "10^100000000"])), 3);
    // A value that takes long is given up in turn.
    let output = fibonacci(&["-n", "10^1000000"]);
    assert_eq!(status(&output), 3);
    assert!(stderr(&output).contains("F(N) modulo K was not found in 0 seconds"), "{}", stderr(&output));
}

#[test]
fn the_keys_are_the_same_without_factors() {
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for (command, asked, nulls) in [
        (
            "fibonacci",
            ["-n", "100"],
            &["alpha", "pisano", "factors", "powers", "zeros", "zeros_in_period", "wall_sun_sun"][..],
        ),
        (
            "onepass",
            ["--rows", "7"],
            &[
                "alpha",
                "period",
                "factors",
                "density",
                "groups",
                "residues",
                "residue_count",
                "residue_details",
                "residues_complete",
                "smallest_rows",
                "theorem_complete",
            ],
        ),
    ] {
        let with = |k: &str| {
            json(&run(&[
                &[command, "--states", k, "--table", "4"],
                &asked[..],
                &["-f", "json", "--time-limit", "0"],
            ]
            .concat()))
        };
        let (known, unknown) = (with("1200"), with(&hard()));
        assert_eq!(keys(&known), keys(&unknown), "{command}");
        assert_eq!(known["table"].as_array().unwrap().len(), unknown["table"].as_array().unwrap().len());
        for key in nulls {
            assert!(
                unknown[key].is_null() && !known.get(key).unwrap().is_null() || *key == "wall_sun_sun",
                "{key}"
            );
        }
    }
}

#[test]
fn long_numbers_keep_the_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nines.txt");
    let file = format!("@{}", path.display());
    for digits in [5_000, 100_000] {
        std::fs::write(&path, format!("{}\n", "9".repeat(digits))).unwrap();
        for args in [&["fibonacci", &file][..], &["onepass", "--states", &file]] {
            let output = run(&[args, &["--time-limit", "0.3"]].concat());
            let said = stderr(&output);
            assert_eq!((status(&output), said.lines().count()), (3, 1), "{digits}: {said}");
            assert!(said.contains("could not be factored in 0.3 seconds"), "{said}");
        }
    }
    // So many that no method is there to go on.
    std::fs::write(&path, "7".repeat(400_000)).unwrap();
    let output = run(&["fibonacci", &file, "--time-limit", "100"]);
    assert_eq!(status(&output), 3);
    let said = stderr(&output);
    assert!(said.contains("K could not be factored: 7") && !said.contains("--time-limit"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_for_factors() {
    for args in [&["fibonacci", "-n", "10"][..], &["onepass"]] {
        let output = support::interrupted(&[args, &["--states", &hard(), "--time-limit", "600"]].concat());
        let said = stderr(&output);
        assert_eq!((status(&output), stdout(&output).as_str()), (130, ""), "{said}");
        assert!(said.contains("interrupted before") && !said.contains("seconds"), "{said}");
    }
}

#[test]
fn long_lists_are_written_as_they_are_made() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    // Far more than any memory holds: the first lines come, and the reader goes away.
    for args in [
        &["--rows", "10^15", "--limit", "10000000000000000"][..],
        &["--rows", "10^15", "--limit", "10000000000000000", "-f", "json"],
        &["--rows", "10^15", "--limit", "10000000000000000", "-f", "csv"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
            .args(["onepass", "--states", "5"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut begin = vec![0; 1 << 20];
        let mut pipe = child.stdout.take().unwrap();
        pipe.read_exact(&mut begin).unwrap();
        drop(pipe);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
    let table = stdout(&run(&["onepass", "--states", "5", "--rows", "2", "--table", "100"]));
    let table: Vec<&str> = table.lines().skip_while(|line| !line.contains("S_i")).collect();
    assert_eq!(table.len(), 102);
    assert!(table.iter().all(|line| line.len() == table[0].len()), "{table:?}");
}

#[test]
fn a_limit_cuts_csv_short_with_a_remark() {
    let output = run(&["onepass", "--states", "6", "-f", "csv", "--limit", "3"]);
    assert_eq!((status(&output), stdout(&output).lines().count()), (0, 4));
    assert!(stderr(&output).contains("3 of 4 remainders shown"), "{}", stderr(&output));
    let output = run(&["onepass", "--states", "4", "--rows", "5", "-f", "csv", "--limit", "2"]);
    assert_eq!((status(&output), stdout(&output).as_str()), (0, "row,presses\n1,0\n2,1\n"));
    assert!(stderr(&output).contains("2 of 5 rows shown"), "{}", stderr(&output));
    let output = run(&["onepass", "--states", "6", "-f", "csv", "--limit", "4"]);
    assert_eq!((stdout(&output).lines().count(), stderr(&output).as_str()), (5, ""));
}

#[test]
fn a_byte_order_mark_before_a_number_is_passed_over() {
    let output = run_with(&["onepass", "--states", "4", "--rows", "@-"], b"\xef\xbb\xbf5\r\n");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("5 rows work"), "{}", stdout(&output));
}
