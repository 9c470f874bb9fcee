//! Damaged inputs: an error or a verdict, never a panic.

use lightsout_check::{Options, check_bytes};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

const PUZZLES: [&[u8]; 16] = [
    b"##...\n#....\n.....\n.....\n.....\n",
    b"board: torus:3x4\nstates: 3\nrule: king\ntarget: on\n\n0120\n1_01\n2222\n",
    b"board: triangle:3\n\n  1\n 0 1\n1 0 0\ntarget:\n1\n11\n111\n",
    b"board: cube:1\n\n.\n#\n\n.\n.\n#\n.\n",
    b"board: box:2x1x2\n\n..\n\n##\n",
    b"board: hexagon:2\nrule: plus-open\n\n..\n#.#\n..\n",
    b"board: orbix\n\n.\n#####\n.....\n.\n",
    b"states: 40\n\n1 39, 7\n_ 0 1\n",
    b"board: projective:2x2\nrule: ..#/.#./...\n\n..\n##\n",
    b"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}",
    b"{\"schema\":1,\"board\":\"2x2\",\"states\":3,\"rule\":\"plus\",\"lights\":[[2,null],[2,0]],\"target\":\"off\",\"weights\":[[1,null],[2,3]]}",
    b"{\"schema\":1,\"states\":4,\"lights\":[3,0],\"target\":[0,1],\"buttons\":[[0],[[1,5],[1,4],0,0]]}",
    b"P1\n3 3\n0 1 0\n1 1 1\n0 1 0\n",
    b"P4\n9 2\n\x40\x80\xe0\x00",
    b"P2\n2 2\n2\n1 1 1 0",
    b"P5\n2 2\n300\n\0\x01\x01\0\0\0\0\x05",
];

const ANSWERS: [&[u8]; 9] = [
    b"#....\n.....\n.....\n.....\n.....\n",
    b"1,1\n2,2\n",
    b"4\n5\n",
    b"000011",
    b"P1\n3 3\n000010000",
    b"P4\n9 2\n\x40\x80\xe0\x00",
    b"{\"schema\":1,\"solvable\":true,\"presses\":[[1,null],[0,2]],\"press_count\":3,\"solutions\":\"4\",\"nullity\":2,\"minimal\":true,\"proven\":true,\"canonical\":true,\"lower_bound\":2,\"objective\":\"buttons\",\"cost\":3}",
    b"{\"schema\":1,\"solvable\":false,\"certificate\":[1,2],\"suggested_changes\":[{\"light\":0,\"from\":3,\"to\":1}],\"suggested_presses\":[1,0]}",
    b"{\"schema\":1,\"solvable\":false,\"certificate\":[[1,null],[1,0]],\"suggested_changes\":[{\"light\":[0,0],\"from\":2,\"to\":1}]}",
];

const BITS: [&[u8]; 20] = [
    b"\n",
    b" ",
    b":",
    b"_",
    b"999999999999999999999999",
    b"4294967296",
    b"x",
    b"\xff",
    b"\xc3\xa9",
    b"null",
    b"[",
    b"]",
    b"{",
    b"}",
    b"-1",
    b"0",
    b",",
    b"\"",
    b"#",
    b"\0",
];

fn damage(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 if at < bytes.len() => drop(bytes.remove(at)),
            1 => bytes.truncate(at),
            2 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            _ => {
                let bit = BITS[random.below(BITS.len())];
                bytes.splice(at..at, bit.iter().copied());
            }
        }
    }
    bytes
}

#[test]
fn damaged_inputs_never_panic() {
    let mut random = Random(11);
    let boards =
        ["5x5", "torus:3x4", "triangle:3", "cube:1", "4294967296x1", "hexagon:4294967296", "graph:a", ""];
    let rules = ["plus", "king", "row-column", "", "...", "#"];
    let (mut read, mut held) = (0, 0);
    for _ in 0..30_000 {
        let (puzzle, answer) = (random.below(PUZZLES.len()), random.below(ANSWERS.len()));
        let puzzle = damage(&mut random, PUZZLES[puzzle]);
        let answer = damage(&mut random, ANSWERS[answer]);
        let mut options = Options::default();
        if random.below(8) == 0 {
            options.board = Some(boards[random.below(boards.len())].to_string());
        }
        if random.below(16) == 0 {
            options.states = Some([0, 1, 2, 3, 1 << 32, u64::MAX][random.below(6)]);
        }
        if random.below(16) == 0 {
            options.rule = Some(rules[random.below(rules.len())].to_string());
        }
        if random.below(16) == 0 {
            options.target = Some(["on", "off", "1", "x", ""][random.below(5)].to_string());
        }
        match check_bytes(&puzzle, &answer, &options) {
            Ok(verdict) => {
                read += 1;
                held += usize::from(verdict.holds);
                assert!(!verdict.reasons.is_empty());
            }
            Err(error) => assert!(!error.message.is_empty() && !error.to_string().contains('\n'), "{error}"),
        }
    }
    assert!(read > 500 && held > 20, "{read} read, {held} held");
}

#[test]
fn long_lines_and_deep_nesting_are_answered_quickly() {
    let options = Options::default();
    for puzzle in
        ["9".repeat(10_000_000), "[".repeat(1_000_000), "_".repeat(1_000_000), "{\"a\":".repeat(100_000)]
    {
        assert!(check_bytes(puzzle.as_bytes(), b".", &options).is_err());
    }
    let stencil = format!("board: cylinder:1x1\nrule: {}\n\n.\n", "#".repeat(1_000_001));
    assert!(!check_bytes(stencil.as_bytes(), b"#", &options).expect("a long rule").holds);
    let keys: Vec<String> = (0..100_000).map(|key| format!("\"{key}\":1")).collect();
    assert!(check_bytes(format!("{{{}}}", keys.join(",")).as_bytes(), b".", &options).is_err());
}
