//! PBM and PGM images: what is written reads back, headers that lie are found out at once.

mod support;

use lightsout::bitgrid::BitGrid;
use std::str::FromStr;

use lightsout::board::{Board, Rule};
use lightsout::format::pbm::{self, Encoding, Header, Reader, Writer};
use lightsout::format::{self, Overrides};
use lightsout::puzzle::{Game, Puzzle, Target};

use support::Random;

fn parse(bytes: &[u8]) -> Result<Puzzle, String> {
    format::parse(bytes, &Overrides::default()).map_err(|error| error.to_string())
}

fn random_bits(random: &mut Random, rows: usize, columns: usize) -> BitGrid {
    let mut grid = BitGrid::new(rows, columns).unwrap();
    for i in 0..rows {
        for j in 0..columns {
            grid.set(i, j, random.below(2) == 1);
        }
    }
    grid
}

const WIDTHS: [usize; 14] = [1, 2, 7, 8, 9, 63, 64, 65, 69, 70, 71, 127, 128, 1000];

#[test]
fn bits_read_back_at_every_width() {
    let mut random = Random(3);
    for columns in WIDTHS {
        for rows in [1, 2, 5] {
            let grid = random_bits(&mut random, rows, columns);
            for plain in [false, true] {
                let bytes = Writer::bits(Vec::new(), &grid, plain).unwrap();
                let reader = Reader::new(&bytes[..], bytes.len() as u64).unwrap();
                assert!(reader.header().raster_bytes().is_some());
                assert_eq!(reader.bits().unwrap(), grid);
                // The puzzle has the same lights, whichever way the rows are read.
                let puzzle = parse(&bytes).unwrap();
                let lights = (0..rows * columns).map(|t| u32::from(grid.get(t / columns, t % columns)));
                assert!(puzzle.lights().iter().copied().eq(lights));
                assert_eq!(pbm::write(puzzle.game(), 2, puzzle.lights(), plain).unwrap(), bytes);
            }
        }
    }
}

#[test]
fn rows_longer_than_the_buffers_read_back() {
    let mut random = Random(5);
    let columns = (1 << 21) + 77;
    let mut grid = BitGrid::new(2, columns).unwrap();
    for row in 0..2 {
        for word in grid.row_mut(row) {
            *word = random.next();
        }
        let mask = grid.last_mask();
        *grid.row_mut(row).last_mut().unwrap() &= mask;
    }
    let bytes = Writer::bits(Vec::new(), &grid, false).unwrap();
    assert_eq!(bytes.len(), "P4\n2097229 2\n".len() + 2 * columns.div_ceil(8));
    assert_eq!(Reader::new(&bytes[..], bytes.len() as u64).unwrap().bits().unwrap(), grid);
}

#[test]
fn grey_levels_read_back() {
    let mut random = Random(4);
    for columns in [1, 7, 65, 300] {
        for highest in [1u32, 2, 9, 254, 255, 256, 65535] {
            let rows: Vec<Vec<u32>> = (0..3)
                .map(|_| (0..columns).map(|_| random.below(u64::from(highest) + 1) as u32).collect())
                .collect();
            for encoding in [Encoding::Grey, Encoding::PlainGrey] {
                let header = Header { encoding, rows: 3, columns, highest };
                let mut writer = Writer::new(Vec::new(), header).unwrap();
                rows.iter().for_each(|row| writer.row(row).unwrap());
                let bytes = writer.finish().unwrap();
                if encoding == Encoding::PlainGrey {
                    assert!(bytes.split(|&b| b == b'\n').all(|line| line.len() <= 70));
                }
                let puzzle = parse(&bytes).unwrap();
                assert_eq!(puzzle.states(), u64::from(highest) + 1);
                assert_eq!(puzzle.lights(), rows.concat());
                if highest > 1 {
                    let plain = encoding == Encoding::PlainGrey;
                    let again = pbm::write(puzzle.game(), puzzle.states(), puzzle.lights(), plain).unwrap();
                    assert_eq!(again, bytes);
                }
            }
        }
    }
}

#[test]
fn comments_blanks_and_padding_are_passed_over() {
    let puzzle = parse(b"P1#x\n # y\n3\t#z\r\n2\n1 0#w\n1\n\n0 1 0 # end\n# end\n\n").unwrap();
    assert_eq!(puzzle.lights(), [1, 0, 1, 0, 1, 0]);
    assert_eq!(puzzle.board().unwrap().to_string(), "2x3");
    // Bits that pad a row may be anything.
    assert_eq!(parse(b"P4 3 2\n\xbf\x40").unwrap().lights(), [1, 0, 1, 0, 1, 0]);
    let reader = Reader::new(&b"P4 3 2\n\xbf\x5f"[..], 9).unwrap();
    let grid = reader.bits().unwrap();
    assert_eq!((grid.row(0), grid.row(1)), (&[0b101u64][..], &[0b010u64][..]));
    assert_eq!(parse(b"P2\n2 1\n9\n9 0\n").unwrap().states(), 10);
    assert_eq!(parse(b"P5\n2 1 300\n\x01\x2c\0\x05").unwrap().lights(), [300, 5]);
}

#[test]
fn faults_are_named() {
    let claims = |rows: &str, columns: &str| {
        format!("the {rows} rows of {columns} that the header of the image claims")
    };
    let cases: Vec<(&[u8], String)> = vec![
        (b"P6\n1 1\n255\n...", "line 1, column 1: found a colour image (P6), expected P1, P2, P4 or P5, the start of a PBM or PGM image".into()),
        (b"P9\n1 1\n", "line 1, column 1: found 'P' and '9', expected P1, P2".into()),
        (b"P1", "line 1, column 3: found the end, expected the width, a number".into()),
        (b"P1\n-3 2\n", "line 2, column 1: found '-', expected the width, a number".into()),
        (b"P1\n3 x\n", "line 2, column 3: found 'x', expected the height, a number".into()),
        (b"P4\n0 5\n", "line 2, column 1: found the width 0, expected at least 1".into()),
        (b"P4\n5 0\n", "line 2, column 3: found the height 0, expected at least 1".into()),
        (b"P1\n99999999999999999999 1\n", "line 2, column 1: found a number too large as the width, expected one below 2^64".into()),
        (b"P4\n5 5", "line 2, column 4: found the end, expected the rows of the image".into()),
        (b"P4\n5 5x", "line 2, column 4: found 'x', expected a blank after the header".into()),
        (b"P4\n100000 100000\n", format!("found 0 bytes after the header, expected 1250000000 for {}", claims("100000", "100000"))),
        (b"P4\n9 2\n123", format!("found 3 bytes after the header, expected 4 for {}", claims("2", "9"))),
        (b"P4\n9 2\n12345", format!("found 5 bytes after the header, expected 4 for {}", claims("2", "9"))),
        (b"P5\n2 2 255\n123", format!("found 3 bytes after the header, expected 4 for {}", claims("2", "2"))),
        (b"P4\n18446744073709551615 18446744073709551615\n1", format!("{} are more than any machine can hold", claims("18446744073709551615", "18446744073709551615"))),
        (b"P1\n3 2\n10101", format!("found 5 bytes after the header, expected at least 6 for {}", claims("2", "3"))),
        (b"P2\n2 2\n9\n1 2 3", format!("found 5 bytes after the header, expected at least 7 for {}", claims("2", "2"))),
        (b"P1\n3 2\n101 010 1\n", "line 3, column 9: found '1', expected the end after the last row".into()),
        (b"P1\n3 2\n101\n01\n\n", "line 6, column 1: found the end, expected a pixel, 0 or 1".into()),
        (b"P1\n3 2\n101\n0\xff0", "line 4, column 2: found the byte 0xff, expected a pixel, 0 or 1".into()),
        (b"P2\n2 1\n9\n1 10\n", "line 4, column 3: found grey level 10, expected at most 9, the highest that the header names".into()),
        (b"P2\n2 1\n0\n0 0\n", "line 3, column 1: found the highest grey level 0, expected one from 1 to 65535".into()),
        (b"P2\n2 1\n65536\n0 0\n", "line 3, column 1: found the highest grey level 65536, expected one from 1 to 65535".into()),
        (b"P5\n2 1 9\n\x01\x0a", "found grey level 10 in row 1, column 2, expected at most 9".into()),
    ];
    for (bytes, sentence) in cases {
        let error = parse(bytes).unwrap_err();
        assert!(error.starts_with(&sentence), "{:?}\n {error}\n {sentence}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn the_input_may_end_before_the_length_that_was_said() {
    let mut reader = Reader::new(&b"P4\n9 3\n1234"[..], 13).unwrap();
    let mut row = [0; 1];
    reader.bit_row(&mut row).unwrap();
    reader.bit_row(&mut row).unwrap();
    let error = reader.bit_row(&mut row).unwrap_err().to_string();
    assert_eq!(error, "found the end at byte 11, expected more rows of the image");
    #[derive(Debug)]
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("it is on fire"))
        }
    }
    let error = Reader::new(Broken, 10).unwrap_err().to_string();
    assert_eq!(error, "the image cannot be read: it is on fire");
}

#[test]
fn overrides_apply_to_images() {
    let torus = Overrides {
        game: Some(Game::Board("torus:2x3".parse().unwrap())),
        rule: Some(Rule::King),
        states: Some(3),
        target: Some(Target::State(2)),
    };
    let puzzle = format::parse(b"P1\n3 2\n101010\n", &torus).unwrap();
    assert_eq!(puzzle.board().unwrap().to_string(), "torus:2x3");
    assert_eq!((puzzle.states(), puzzle.board().unwrap().rule()), (3, &Rule::King));
    assert!(format::parse(b"P1\n2 3\n101010\n", &torus).is_err());
    let error = format::parse(b"P2\n3 2\n9\n1 0 3 0 0 0\n", &torus).unwrap_err().to_string();
    assert_eq!(error, "found grey level 3 in row 1, column 3, expected a state below 3");
}

#[test]
fn what_an_image_cannot_hold_is_refused() {
    for (text, what) in [
        ("._.", "holes"),
        ("board: hexagon:1\n\n.", "a board that is no rectangle or triangle"),
        ("states: 65537\n\n0 1", "more than 65536 states"),
        ("[.] (0)", "a free system"),
    ] {
        let puzzle = parse(text.as_bytes()).unwrap();
        let error = pbm::write(puzzle.game(), puzzle.states(), puzzle.lights(), false).unwrap_err();
        assert_eq!(error.to_string(), format!("an image cannot hold {what}, JSON can"));
    }
}

#[test]
fn mutations_never_panic() {
    let mut random = Random(9);
    let seeds: [&[u8]; 4] = [
        b"P1\n3 2\n101\n010\n",
        b"P4\n9 2\n\x80\0\x80\0",
        b"P2\n3 2\n12\n1 2 3\n10 11 12\n",
        b"P5 2 2 9\n\x01\x02\x03\x04",
    ];
    let mut accepted = 0;
    for round in 0..40_000 {
        let mut bytes = seeds[round % 4].to_vec();
        for _ in 0..1 + random.below(2) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => bytes[at] = random.next() as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0123456789 #\nP"[random.below(14) as usize]),
            }
        }
        accepted += usize::from(parse(&bytes).is_ok());
    }
    assert!(accepted > 1000, "{accepted}");
}

#[test]
fn triangles_are_images_with_the_places_beside_them_off() {
    let board = Board::from_str("triangle:3").unwrap();
    let game = Game::Board(board);
    let beside = Overrides { game: Some(game.clone()), ..Overrides::default() };
    for (states, values, plain) in [
        (2, [1, 0, 1, 1, 0, 1], "P1\n3 3\n100\n010\n101\n".to_string()),
        (5, [4, 0, 3, 2, 0, 1], "P2\n3 3\n4\n4 0 0\n0 3 0\n2 0 1\n".to_string()),
    ] {
        assert_eq!(pbm::write(&game, states, &values, true).unwrap(), plain.as_bytes());
        for plain in [true, false] {
            let image = pbm::write(&game, states, &values, plain).unwrap();
            let read = format::parse(&image, &beside).unwrap();
            assert_eq!((read.game(), read.states(), read.lights()), (&game, states, &values[..]));
        }
    }
    for (image, sentence) in [
        ("P1\n3 3\n100\n011\n101\n", "found 1 in row 2, column 3, expected 0 beside the triangle"),
        (
            "P1\n3 2\n100\n010\n",
            "found an image of 2 rows of 3, expected 3 rows of 3 for the board triangle:3",
        ),
    ] {
        assert_eq!(format::parse(image.as_bytes(), &beside).unwrap_err().to_string(), sentence);
    }
}
