//! The commands of the README do what it says.

mod support;

use std::path::Path;
use std::process::Command;

use support::root;

/// The commands of the README's console blocks, one for each `$` line and `;` in it.
fn commands() -> Vec<String> {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut inside = false;
    let mut commands = Vec::new();
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            commands.extend(command.split(';').map(|part| part.trim().to_string()));
        }
    }
    commands
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &place);
        } else {
            std::fs::copy(entry.path(), place).unwrap();
        }
    }
}

#[test]
fn every_command_works_as_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(&root().join("examples"), &folder.path().join("examples"));
    let mut tried = 0;
    for command in commands() {
        let words: Vec<&str> = command.split_whitespace().collect();
        let args = match words.as_slice() {
            // The test command runs this test; the server runs until it is stopped and has tests of its own.
            ["cargo", "xtask", ..] | ["lightsout", "serve", ..] => continue,
            ["cargo", "run", "--release", "--quiet", "--", args @ ..] | ["lightsout", args @ ..] => args,
            _ => panic!("the README has a command that is not tested: {command}"),
        };
        let output = Command::new(env!("CARGO_BIN_EXE_lightsout"))
            .args(args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let expected = if command.contains("unsolvable") { 1 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{command}: {said}");
        assert!(!output.stdout.is_empty() || command.contains("-o "), "{command} prints nothing");
        tried += 1;
    }
    assert!(tried >= 10, "{tried} commands");
}
