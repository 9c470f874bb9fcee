//! How long a search may go on, without a clock of our own.

use core::fmt;

/// Says from time to time whether a search may go on.
///
/// The closure answers `true` while work may continue. Once it has said `false`, the budget stays
/// spent.
///
/// # Examples
///
/// ```
/// use lightsout_algebra::integer::Budget;
///
/// let mut left = 3;
/// let mut budget = Budget::new(move || {
///     left -= 1;
///     left >= 0
/// });
/// assert!((0..3).all(|_| budget.check().is_ok()));
/// assert!(budget.check().is_err());
/// assert!(budget.is_spent());
/// ```
pub struct Budget<'a> {
    go_on: Option<Box<dyn FnMut() -> bool + 'a>>,
    spent: bool,
    /// Word operations since [`work`](Budget::work) last asked.
    done: u64,
}

/// Word operations after which is asked again: a few milliseconds.
const STRIDE: u64 = 1 << 22;

impl<'a> Budget<'a> {
    /// A budget without end.
    #[must_use]
    pub fn unlimited() -> Self {
        Budget { go_on: None, spent: false, done: 0 }
    }

    /// A budget that lasts while `go_on` answers `true`.
    pub fn new(go_on: impl FnMut() -> bool + 'a) -> Self {
        Budget { go_on: Some(Box::new(go_on)), spent: false, done: 0 }
    }

    /// A budget of so many checks; the same on every machine.
    #[must_use]
    pub fn checks(count: u64) -> Self {
        let mut left = count;
        Budget::new(move || {
            let more = left > 0;
            left = left.saturating_sub(1);
            more
        })
    }

    /// Asks whether work may go on.
    ///
    /// # Errors
    ///
    /// [`OutOfBudget`] when it may not.
    pub fn check(&mut self) -> Result<(), OutOfBudget> {
        if !self.spent
            && let Some(go_on) = &mut self.go_on
        {
            self.spent = !go_on();
        }
        if self.spent { Err(OutOfBudget) } else { Ok(()) }
    }

    /// Announces about so many operations on machine words, and asks once they have added up to a few milliseconds: for
    /// steps whose length depends on that of the numbers.
    ///
    /// # Errors
    ///
    /// [`OutOfBudget`] when work may not go on.
    pub fn work(&mut self, operations: u64) -> Result<(), OutOfBudget> {
        self.done = self.done.saturating_add(operations);
        if self.done >= STRIDE {
            self.done = 0;
            return self.check();
        }
        if self.spent { Err(OutOfBudget) } else { Ok(()) }
    }

    /// Whether an earlier check said that work must stop.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("limited", &self.go_on.is_some()).field("spent", &self.spent).finish()
    }
}

/// The search was stopped by its [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl fmt::Display for OutOfBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was stopped before it had an answer")
    }
}

impl core::error::Error for OutOfBudget {}
