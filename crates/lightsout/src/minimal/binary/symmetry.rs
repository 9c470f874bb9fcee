//! The scan modulo the symmetries of the coset.
//!
//! A permutation `g` of the buttons that keeps the coset and the costs maps solutions to solutions of the same cost. On
//! a set of buttons that all of them keep, the values of a solution are `x0 + y`, `y` in a space of some dimension `d`, and `g`
//! acts on these `y`. A block whose `y` has a smaller image need not be looked at: the image's block holds the same
//! costs.

use super::super::linear::{LinearMap, Span, combine};
use super::super::sink::{Key, Sink};
use super::prepare::{Prepared, Problem, first_one, xor};
use super::scan::{Setup, Visitor, outer_bits, sweep};
use lightsout_algebra::gf2::BitVec;

/// The group is closed up to this many elements; a part of a larger one serves as well, only not for the canonical answer.
const MOST_ELEMENTS: usize = 256;
/// The dimension that the first buttons' values should have beyond the logarithm of the group's order.
const SPARE: u32 = 6;

/// The permutations that fit a part, and how they act.
pub(super) struct Symmetries {
    elements: Vec<Element>,
    /// Whether the elements form a group.
    closed: bool,
}

struct Element {
    /// Where each button goes.
    permutation: Vec<u32>,
    /// The action on keys: `u -> linear(u) + shift`; `images[i]` is the image of bit `i`.
    images: Vec<u128>,
    shift: u128,
}

impl Symmetries {
    /// Keeps those permutations under which the part, its start and its costs are invariant, and closes them.
    ///
    /// # Complexity
    /// For each permutation `l^2 n / 64` word operations, `l` rows on `n` buttons.
    pub(super) fn new(prepared: &Prepared, component: &[usize], permutations: &[Vec<u32>]) -> Self {
        let check = Check { prepared, component, support: prepared.support(component) };
        let mut elements: Vec<Element> = permutations.iter().filter_map(|p| check.element(p)).collect();
        let generators: Vec<Vec<u32>> = elements.iter().map(|e| e.permutation.clone()).collect();
        let identity: Vec<u32> = (0..prepared.start.len() as u32).collect();
        elements.retain(|e| e.permutation != identity);
        let mut next = 0;
        let mut closed = true;
        while next < elements.len() {
            for generator in &generators {
                let product: Vec<u32> =
                    elements[next].permutation.iter().map(|&j| generator[j as usize]).collect();
                if product == identity || elements.iter().any(|e| e.permutation == product) {
                    continue;
                }
                if elements.len() >= MOST_ELEMENTS {
                    closed = false;
                    break;
                }
                elements.extend(check.element(&product));
            }
            next += 1;
        }
        Self { elements, closed }
    }

    /// Whether there is a symmetry besides the identity.
    pub(super) fn is_trivial(&self) -> bool {
        self.elements.is_empty()
    }

    /// Whether the least of all images of a key is known.
    pub(super) fn closed(&self) -> bool {
        self.closed
    }

    /// The images of a key, itself among them.
    fn orbit(&self, key: Key) -> impl Iterator<Item = Key> + '_ {
        std::iter::once(key).chain(self.elements.iter().map(move |e| combine(&e.images, key) ^ e.shift))
    }
}

struct Check<'a> {
    prepared: &'a Prepared,
    component: &'a [usize],
    support: Vec<u64>,
}

impl Check<'_> {
    /// The action of a permutation, if it keeps the part.
    fn element(&self, permutation: &[u32]) -> Option<Element> {
        let supported = |j: usize| self.support[j / 64] >> (j % 64) & 1 == 1;
        for (j, &image) in permutation.iter().enumerate() {
            let image = image as usize;
            if supported(j) != supported(image)
                || (supported(j) && self.prepared.weight(j) != self.prepared.weight(image))
            {
                return None;
            }
        }
        let move_words = |words: &[u64]| {
            let mut moved = BitVec::zeros(permutation.len());
            for (w, (&word, &s)) in words.iter().zip(&self.support).enumerate() {
                let mut rest = word & s;
                while rest != 0 {
                    moved.set(permutation[64 * w + rest.trailing_zeros() as usize] as usize, true);
                    rest &= rest - 1;
                }
            }
            moved
        };
        let mut images = vec![0; self.component.len()];
        for (j, &i) in self.component.iter().enumerate() {
            images[self.component.len() - 1 - j] =
                self.coordinates(move_words(self.prepared.kernel.row(i)))?;
        }
        let mut difference = move_words(self.prepared.start.words());
        let here = self.prepared.start.words().iter().zip(&self.support);
        difference.words_mut().iter_mut().zip(here).for_each(|(d, (x, s))| *d ^= x & s);
        let shift = self.coordinates(difference)?;
        Some(Element { permutation: permutation.to_vec(), images, shift })
    }

    /// The key of an element of the part's kernel; `None` if it is none.
    fn coordinates(&self, mut vector: BitVec) -> Option<u128> {
        let mut key = 0;
        for (j, &i) in self.component.iter().enumerate() {
            let row = self.prepared.kernel.row(i);
            if first_one(row).is_some_and(|pivot| vector.get(pivot)) {
                xor(vector.words_mut(), row);
                key |= 1 << (self.component.len() - 1 - j);
            }
        }
        vector.is_zero().then_some(key)
    }
}

/// A scan that looks at one block of each orbit.
pub(super) struct Reduced<'a> {
    symmetries: &'a Symmetries,
    setup: Setup,
    dimension: u32,
    /// The action of each element on the leading coordinates.
    actions: Vec<(LinearMap, u64)>,
}

impl<'a> Reduced<'a> {
    /// Chooses the leading coordinates. `None` if there are too many coordinates, or too few for the blocks.
    pub(super) fn new(
        prepared: &Prepared,
        component: &[usize],
        problem: &Problem,
        symmetries: &'a Symmetries,
    ) -> Option<Self> {
        let mut forms = vec![0u128; prepared.start.len()];
        prepared.forms(component, |button, form| forms[button] = form);
        let orbits = orbits(&forms, symmetries);
        let room = outer_bits(&Setup::new(problem.rank, &problem.merged(), &[])?);
        let wanted = (symmetries.elements.len() + 1).ilog2() + SPARE;
        let mut span = Span::default();
        let mut chosen: Vec<u32> = Vec::new();
        while span.rank() < wanted {
            let growth = |orbit: &Vec<u32>| {
                let mut larger = span.clone();
                orbit.iter().filter(|&&j| larger.add(forms[j as usize])).count() as u32
            };
            let best = orbits.iter().map(|o| (growth(o), o)).filter(|(g, _)| *g > 0).min_by_key(|(g, _)| *g);
            let Some((growth, orbit)) = best else { break };
            if span.rank() + growth > room {
                break;
            }
            chosen.extend(orbit.iter().copied().filter(|&j| span.add(forms[j as usize])));
        }
        let dimension = span.rank();
        let setup = Setup::new(problem.rank, &problem.merged(), &span.basis)?;
        let actions = symmetries
            .elements
            .iter()
            .map(|element| {
                let mut inverse = vec![0u32; element.permutation.len()];
                element.permutation.iter().zip(0..).for_each(|(&image, j)| inverse[image as usize] = j);
                let mut columns = vec![0u64; dimension as usize];
                let mut shift = 0;
                for (i, &j) in chosen.iter().enumerate() {
                    let from = inverse[j as usize] as usize;
                    let mask = span.reduce(forms[from]).1;
                    for (bit, column) in columns.iter_mut().enumerate() {
                        *column |= ((mask >> bit & 1) as u64) << i;
                    }
                    let constant = prepared.start.get(from) ^ prepared.start.get(j as usize);
                    shift |= u64::from(constant) << i;
                }
                (LinearMap::new(&columns), shift)
            })
            .collect();
        Some(Self { symmetries, setup, dimension, actions })
    }

    /// Whether no image of the leading coordinates is smaller.
    fn is_least(&self, high: u64) -> bool {
        self.actions.iter().all(|(map, shift)| map.apply(high) ^ shift >= high)
    }

    /// The number of points that are looked at.
    pub(super) fn points(&self) -> f64 {
        let blocks = (0..1u64 << self.dimension).filter(|&high| self.is_least(high)).count();
        blocks as f64 * 2f64.powi((self.setup.rank - self.dimension) as i32)
    }

    /// Offers the best elements to the sink; returns whether it ran to the end.
    pub(super) fn run(&self, sink: &Sink<'_>, threads: usize) -> bool {
        sweep(&self.setup, self.dimension, threads, &Orbits { reduced: self, sink })
    }
}

/// The orbits of the buttons with a form.
fn orbits(forms: &[u128], symmetries: &Symmetries) -> Vec<Vec<u32>> {
    let mut seen = BitVec::zeros(forms.len());
    let mut list = Vec::new();
    for j in 0..forms.len() {
        if forms[j] == 0 || seen.get(j) {
            continue;
        }
        seen.set(j, true);
        let mut orbit = vec![j as u32];
        let mut next = 0;
        while next < orbit.len() {
            for element in &symmetries.elements {
                let image = element.permutation[orbit[next] as usize];
                if !seen.get(image as usize) {
                    seen.set(image as usize, true);
                    orbit.push(image);
                }
            }
            next += 1;
        }
        list.push(orbit);
    }
    list
}

/// Offers what the sweep finds, with its images when ties matter.
struct Orbits<'a, 'b> {
    reduced: &'a Reduced<'a>,
    sink: &'a Sink<'b>,
}

impl Visitor for Orbits<'_, '_> {
    type Local = ();
    fn local(&self) {}
    fn floor(&self) -> i64 {
        self.sink.threshold()
    }
    fn hit(&self, _: &mut (), y: u64, value: i64) {
        if value < self.sink.threshold() {
            return;
        }
        let key = self.reduced.setup.key(y);
        if self.sink.wants_ties() {
            let unseen = self.reduced.setup.unseen();
            let least = self.reduced.symmetries.orbit(key).map(|image| unseen.of(image)).min();
            self.sink.offer(value, least.unwrap_or(key));
        } else {
            self.sink.offer(value, key);
        }
    }
    fn finish(&self, (): ()) {}
    fn admits(&self, high: u64) -> bool {
        self.reduced.is_least(high)
    }
    fn stop(&self) -> bool {
        self.sink.stop()
    }
    fn progress(&self, fraction: f64) {
        self.sink.progress(self.reduced.setup.size, fraction);
    }
}
