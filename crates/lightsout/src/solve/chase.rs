//! Chasing along a plan: with numbers, with unknowns, and backwards.

use lightsout_algebra::gf2::BitMatrix;
use lightsout_algebra::ring::{Matrix, Modulus};

use super::plan::{Event, Plan};
use crate::board::System;

/// Chases once: settles every button from given parameters and returns what is left.
///
/// `presses` holds the parameters on entry and every button on return; the result is, for each
/// constraint in the order of the plan, what the presses still lack there.
pub(crate) fn chase(plan: &Plan, rows: &System, difference: &[u32], presses: &mut [u32]) -> Vec<u32> {
    let k = rows.states();
    let mut left = Vec::with_capacity(plan.constraints);
    for event in &plan.events {
        let settled = event.settles.map_or(u32::MAX, |s| s.0);
        let mut sum = 0u64;
        for &(button, amount) in rows.button(event.light as usize) {
            if button != settled {
                sum = (sum + u64::from(amount) * u64::from(presses[button as usize])) % k;
            }
        }
        let lacking = (u64::from(difference[event.light as usize]) + k - sum) % k;
        match event.settles {
            Some((button, inverse)) => presses[button as usize] = (lacking * u64::from(inverse) % k) as u32,
            None => left.push(lacking as u32),
        }
    }
    left
}

/// Extends a weight on the constraints to one on all lights that every settled button meets in a
/// multiple of k.
///
/// Looking at the lights backwards, the lights that a settled button touches come after the one
/// that settled it, so that one's weight makes up for the others.
pub(super) fn extend_weights(plan: &Plan, system: &System, constraints: &[u32]) -> Vec<u32> {
    let k = system.states();
    let mut weights = vec![0u32; system.lights()];
    let mut next = constraints.len();
    for event in plan.events.iter().rev() {
        weights[event.light as usize] = match event.settles {
            None => {
                next -= 1;
                constraints[next]
            }
            Some((button, inverse)) => {
                let sum = system.button(button as usize).iter().filter(|e| e.0 != event.light).fold(
                    0u64,
                    |sum, &(light, amount)| {
                        (sum + u64::from(weights[light as usize]) * u64::from(amount)) % k
                    },
                );
                ((k - sum) % k * u64::from(inverse) % k) as u32
            }
        };
    }
    weights
}

/// A vector over the parameters, as packed bits (two states) or as numbers modulo k.
trait Form: Clone {
    fn zero(parameters: usize) -> Self;
    fn unit(parameters: usize, index: usize) -> Self;
    /// self += factor * other modulo k.
    fn add(&mut self, other: &Self, factor: u64, k: u64);
    fn scale(&mut self, factor: u64, k: u64);
}

impl Form for Vec<u64> {
    fn zero(parameters: usize) -> Self {
        vec![0; parameters.div_ceil(64)]
    }
    fn unit(parameters: usize, index: usize) -> Self {
        let mut v = Self::zero(parameters);
        v[index / 64] = 1 << (index % 64);
        v
    }
    fn add(&mut self, other: &Self, _: u64, _: u64) {
        for (a, b) in self.iter_mut().zip(other) {
            *a ^= b;
        }
    }
    fn scale(&mut self, _: u64, _: u64) {}
}

impl Form for Vec<u32> {
    fn zero(parameters: usize) -> Self {
        vec![0; parameters]
    }
    fn unit(parameters: usize, index: usize) -> Self {
        let mut v = Self::zero(parameters);
        v[index] = 1;
        v
    }
    fn add(&mut self, other: &Self, factor: u64, k: u64) {
        for (a, &b) in self.iter_mut().zip(other) {
            if b != 0 {
                *a = ((u64::from(*a) + factor * u64::from(b) % k) % k) as u32;
            }
        }
    }
    fn scale(&mut self, factor: u64, k: u64) {
        for a in self {
            *a = (u64::from(*a) * factor % k) as u32;
        }
    }
}

/// The constraints as linear forms in the parameters, modulo 2.
pub(super) fn reduce_bits(plan: &Plan, rows: &System) -> BitMatrix {
    let mut matrix = BitMatrix::zeros(plan.constraints, plan.parameters.len());
    let mut index = 0;
    reduce(plan, rows, |form: &Vec<u64>| {
        matrix.row_mut(index).copy_from_slice(form);
        index += 1;
    });
    matrix
}

/// The constraints as linear forms in the parameters, modulo k.
pub(super) fn reduce_numbers(plan: &Plan, rows: &System, modulus: Modulus) -> Matrix {
    let mut matrix = Matrix::zeros(modulus, plan.constraints, plan.parameters.len());
    let mut index = 0;
    reduce(plan, rows, |form: &Vec<u32>| {
        for (parameter, &value) in form.iter().enumerate().filter(|&(_, &value)| value != 0) {
            matrix.set(index, parameter, value);
        }
        index += 1;
    });
    matrix
}

/// Chases with unknown parameters: the forms of the constraints, in order.
///
/// A button's form is dropped after its last use, so that about two layers are kept at a time.
fn reduce<F: Form>(plan: &Plan, rows: &System, mut constraint: impl FnMut(&F)) {
    let (p, k) = (plan.parameters.len(), rows.states());
    let mut uses = vec![0u32; rows.lights()];
    for light in 0..rows.buttons() {
        for &(button, _) in rows.button(light) {
            uses[button as usize] += 1;
        }
    }
    let mut number = vec![u32::MAX; rows.lights()];
    for (index, &button) in plan.parameters.iter().enumerate() {
        number[button as usize] = index as u32;
    }
    let mut forms: Vec<Option<F>> = vec![None; rows.lights()];
    for &Event { light, settles } in &plan.events {
        let mut sum = F::zero(p);
        for &(button, amount) in rows.button(light as usize) {
            let b = button as usize;
            uses[b] -= 1;
            if settles.is_some_and(|s| s.0 == button) {
                continue;
            }
            if number[b] != u32::MAX && forms[b].is_none() {
                forms[b] = Some(F::unit(p, number[b] as usize));
            }
            if let Some(form) = &forms[b] {
                sum.add(form, u64::from(amount), k);
            }
            if uses[b] == 0 {
                forms[b] = None;
            }
        }
        match settles {
            Some((button, inverse)) => {
                sum.scale((k - u64::from(inverse)) % k, k);
                if uses[button as usize] > 0 {
                    forms[button as usize] = Some(sum);
                }
            }
            None => constraint(&sum),
        }
    }
}
