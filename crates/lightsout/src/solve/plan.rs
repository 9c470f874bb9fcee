//! The order in which light chasing settles the buttons of any system.
//!
//! Light chasing on a grid presses, for each lit light of a row, the button below it. Nothing in
//! this needs a grid: whenever a light has one button left that is not settled, that light settles
//! the button. A plan goes through the lights in some order; at each light it settles the last of
//! the open buttons and makes the others *parameters*, which are chosen freely for now. A light
//! whose buttons are all settled is a *constraint*. On an m x n grid in reading order the
//! parameters are the n buttons of the first row and the constraints the n lights of the last, so
//! that a system of mn unknowns becomes one of n; holes, wraps, triangles, boxes and graphs need no
//! other code. (The idea is that of inactivation decoding.)

use lightsout_algebra::word::inverse_mod;

use crate::board::{Board, System};

/// One light of a plan, in the order in which the lights are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    /// The light.
    pub(crate) light: u32,
    /// The button that this light settles and the inverse of its amount; `None` for a constraint.
    pub(crate) settles: Option<(u32, u32)>,
}

/// The order of chasing.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Every light once.
    pub(crate) events: Vec<Event>,
    /// Buttons that are free to choose.
    pub(crate) parameters: Vec<u32>,
    /// Number of events that are constraints.
    pub(crate) constraints: usize,
}

impl Plan {
    /// The plan with the fewest parameters among a few natural orders.
    ///
    /// # Complexity
    /// O(e log e) time for e entries of the toggle matrix.
    pub(super) fn new(rows: &System, board: Option<&Board>) -> Plan {
        let reading: Vec<u32> = (0..rows.buttons() as u32).collect();
        let mut best = Plan::in_order(rows, &reading, |button| button);
        let mut consider = |other: Plan| {
            if other.parameters.len() < best.parameters.len() {
                best = other;
            }
        };
        if let Some(board) = board {
            let columns_first = |cell: &u32| {
                let (row, place) = board.position(*cell as usize);
                (place, row)
            };
            let mut order = reading.clone();
            order.sort_by_cached_key(columns_first);
            let mut rank = vec![0; order.len()];
            for (at, &cell) in order.iter().enumerate() {
                rank[cell as usize] = at as u32;
            }
            consider(Plan::in_order(rows, &order, |button| rank[button as usize]));
        }
        consider(Plan::fewest_open_first(rows));
        best
    }

    /// The plan that a person follows: the buttons numbered below `first` are parameters, the lights
    /// come in reading order, each settled by the last button in reading order that is still open.
    pub(crate) fn in_reading_order(rows: &System, first: u32) -> Plan {
        let mut state = Building::new(rows);
        for button in 0..first {
            state.open[button as usize] = false;
            state.plan.parameters.push(button);
        }
        for light in 0..rows.buttons() as u32 {
            state.take(light, &|button| button);
        }
        state.finish()
    }

    /// Goes through the lights in a given order; at each settles the open button of highest rank.
    fn in_order(rows: &System, lights: &[u32], rank: impl Fn(u32) -> u32) -> Plan {
        let mut state = Building::new(rows);
        for &light in lights {
            state.take(light, &rank);
        }
        state.finish()
    }

    /// Always takes a light with the fewest open buttons.
    fn fewest_open_first(rows: &System) -> Plan {
        let buttons_of = rows.transposed();
        let mut open: Vec<usize> = (0..rows.buttons()).map(|light| rows.button(light).len()).collect();
        let most = open.iter().copied().max().unwrap_or(0);
        let mut queues = vec![Vec::new(); most + 1];
        for light in (0..rows.buttons()).rev() {
            queues[open[light]].push(light as u32);
        }
        let mut taken = vec![false; rows.buttons()];
        let mut state = Building::new(rows);
        let mut level = 0;
        while level <= most {
            let Some(light) = queues[level].pop() else {
                level += 1;
                continue;
            };
            if taken[light as usize] || open[light as usize] != level {
                continue; // an old note; the light stands in another queue
            }
            taken[light as usize] = true;
            let closed: Vec<u32> =
                rows.button(light as usize).iter().map(|e| e.0).filter(|&b| state.open[b as usize]).collect();
            state.take(light, &|button| button);
            for button in closed {
                for &(other, _) in buttons_of.button(button as usize) {
                    if !taken[other as usize] {
                        open[other as usize] -= 1;
                        queues[open[other as usize]].push(other);
                        level = level.min(open[other as usize]);
                    }
                }
            }
        }
        state.finish()
    }
}

/// A plan in the making.
struct Building<'a> {
    rows: &'a System,
    open: Vec<bool>,
    plan: Plan,
}

impl<'a> Building<'a> {
    fn new(rows: &'a System) -> Self {
        let plan =
            Plan { events: Vec::with_capacity(rows.buttons()), parameters: Vec::new(), constraints: 0 };
        Building { rows, open: vec![true; rows.lights()], plan }
    }

    fn take(&mut self, light: u32, rank: &impl Fn(u32) -> u32) {
        let states = self.rows.states();
        let row = self.rows.button(light as usize);
        let unknown = || row.iter().filter(|e| self.open[e.0 as usize]);
        let settled = unknown()
            .filter_map(|&(button, amount)| Some((button, inverse_mod(u64::from(amount), states)?)))
            .max_by_key(|&(button, _)| rank(button))
            .map(|(button, inverse)| (button, inverse as u32));
        let others: Vec<u32> = unknown()
            .map(|e| e.0)
            .filter(|&button| settled.is_none_or(|(chosen, _)| chosen != button))
            .collect();
        for button in others {
            self.open[button as usize] = false;
            self.plan.parameters.push(button);
        }
        match settled {
            Some((button, _)) => self.open[button as usize] = false,
            None => self.plan.constraints += 1,
        }
        self.plan.events.push(Event { light, settles: settled });
    }

    /// Buttons that touch no light at all are free too.
    fn finish(mut self) -> Plan {
        self.plan.parameters.extend((0..self.open.len() as u32).filter(|&b| self.open[b as usize]));
        self.plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str, rule: &str, holes: &[usize]) -> Plan {
        let board: Board = text.parse().unwrap();
        let board =
            board.with_rule(rule.parse().unwrap()).unwrap().with_holes(holes.iter().copied()).unwrap();
        Plan::new(&board.system(6).transposed(), Some(&board))
    }

    #[test]
    fn boards_reduce_to_the_width_of_a_layer() {
        assert_eq!(plan("9x5", "plus", &[]).parameters.len(), 5);
        assert_eq!(plan("5x9", "plus", &[]).parameters.len(), 5);
        assert_eq!(plan("20x30", "plus", &[]).parameters.len(), 20);
        assert_eq!(plan("20x30", "plus-open", &[]).parameters.len(), 20);
        assert_eq!(plan("cylinder:4x9", "plus", &[]).parameters.len(), 8);
        assert_eq!(plan("cylinder:9x4", "plus", &[]).parameters.len(), 4);
        assert_eq!(plan("torus:8x5", "plus", &[]).parameters.len(), 10);
        assert_eq!(plan("triangle:12", "plus", &[]).parameters.len(), 12);
        assert!(plan("hexagon:5", "plus", &[]).parameters.len() <= 13);
        assert_eq!(plan("box:7x3x4", "plus", &[]).parameters.len(), 12);
        assert_eq!(plan("12x12", "king", &[]).parameters.len(), 23);
        assert!(plan("14x14", "plus", &[30, 45, 46, 99, 120, 150, 151]).parameters.len() <= 21);
    }

    #[test]
    fn every_light_is_looked_at_once_and_every_button_is_settled_or_free() {
        for (text, rule) in
            [("4x6", "row-column"), ("mobius:4x5", "plus"), ("cube:2", "plus"), ("6x6", "knight")]
        {
            let plan = plan(text, rule, &[2]);
            let mut lights: Vec<u32> = plan.events.iter().map(|e| e.light).collect();
            lights.sort_unstable();
            assert!(lights.iter().enumerate().all(|(i, &l)| i as u32 == l));
            let mut buttons: Vec<u32> = plan
                .events
                .iter()
                .filter_map(|e| e.settles.map(|s| s.0))
                .chain(plan.parameters.clone())
                .collect();
            buttons.sort_unstable();
            assert!(buttons.iter().enumerate().all(|(i, &b)| i as u32 == b));
            assert_eq!(plan.constraints, plan.events.iter().filter(|e| e.settles.is_none()).count());
        }
    }
}
