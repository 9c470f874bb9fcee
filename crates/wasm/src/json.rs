//! Puzzles as JSON values.

use lightsout::board::Board;
use lightsout::puzzle::{FreeSystem, Game, Puzzle, Target};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::sentence;

#[derive(Deserialize, Serialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleJson {
    #[serde(default)]
    schema: u64,
    board: Option<String>,
    states: Option<u64>,
    rule: Option<String>,
    lights: Value,
    target: Option<Value>,
    buttons: Option<Vec<Vec<Value>>>,
    weights: Option<Value>,
}

fn flat(value: &Value, out: &mut Vec<Option<u32>>) -> Result<(), String> {
    match value {
        Value::Array(list) => list.iter().try_for_each(|v| flat(v, out)),
        Value::Null => {
            out.push(None);
            Ok(())
        }
        other => {
            let n = other.as_u64().and_then(|n| u32::try_from(n).ok());
            out.push(Some(n.ok_or_else(|| format!("lights: found {other}, expected a state"))?));
            Ok(())
        }
    }
}

impl PuzzleJson {
    pub(crate) fn read(&self) -> Result<Puzzle, String> {
        let mut slots = Vec::new();
        flat(&self.lights, &mut slots)?;
        let lights: Vec<u32> = slots.iter().flatten().copied().collect();
        let (game, states) = match (&self.board, &self.buttons) {
            (Some(text), _) => {
                let mut board: Board = text.parse().map_err(sentence)?;
                let states = self.states.unwrap_or(board.default_states());
                if let Some(rule) = &self.rule {
                    board = board.with_rule(rule.parse().map_err(sentence)?).map_err(sentence)?;
                }
                let holes = slots.iter().enumerate().filter(|(_, s)| s.is_none()).map(|(i, _)| i);
                (Game::Board(board.with_holes(holes).map_err(sentence)?), states)
            }
            (None, Some(buttons)) => {
                let mut lists = Vec::new();
                for button in buttons {
                    let mut list = Vec::new();
                    for entry in button {
                        let pair = match entry {
                            Value::Array(pair) if pair.len() == 2 => pair[0].as_u64().zip(pair[1].as_u64()),
                            other => other.as_u64().map(|light| (light, 1)),
                        };
                        let (light, amount) = pair.ok_or("buttons: expected lights or [light, amount]")?;
                        list.push((usize::try_from(light).map_err(sentence)?, amount));
                    }
                    lists.push(list);
                }
                let free = FreeSystem::new(lights.len(), lists).map_err(sentence)?;
                (Game::Free(free), self.states.unwrap_or(2))
            }
            (None, None) => return Err("found neither a board nor buttons".into()),
        };
        let target = match &self.target {
            None => Target::Off,
            Some(Value::String(word)) if word == "off" => Target::Off,
            Some(Value::String(word)) if word == "on" => Target::On,
            Some(Value::Number(n)) => Target::State(
                n.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or("target: expected a state")?,
            ),
            Some(grid @ Value::Array(_)) => {
                let mut slots = Vec::new();
                flat(grid, &mut slots)?;
                Target::Lights(slots.into_iter().flatten().collect())
            }
            Some(other) => return Err(format!("target: found {other}")),
        };
        Puzzle::new(game, states, lights, target).map_err(sentence)
    }
}

pub(crate) fn canonical(puzzle: &Puzzle) -> Value {
    let mut map = Map::new();
    map.insert("schema".into(), json!(1));
    let grid = |values: &[u32]| match puzzle.board() {
        Some(board) => json!(board.arrange(values)),
        None => json!(values),
    };
    if let Some(board) = puzzle.board() {
        map.insert("board".into(), json!(board.to_string()));
        map.insert("rule".into(), json!(board.rule().to_string()));
    }
    map.insert("states".into(), json!(puzzle.states()));
    map.insert("lights".into(), grid(puzzle.lights()));
    map.insert(
        "target".into(),
        match puzzle.target() {
            Target::Off => json!("off"),
            Target::On => json!("on"),
            Target::State(state) => json!(state),
            Target::Lights(values) => grid(values),
        },
    );
    if let Game::Free(free) = puzzle.game() {
        map.insert("buttons".into(), json!(free.buttons()));
    }
    Value::Object(map)
}
