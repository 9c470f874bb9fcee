//! Records that an answer may carry to show how its minimum was proven.
//!
//! A record is an object with the key `kind`; several of them, one to each independent part of the puzzle, stand in a
//! list, by itself or under the key `parts`. The checker believes none of them: it finds the minimum by itself where it can, and then compares what the
//! record says. A kind that it can compare has its variant in [`Record`] and its place in [`Evidence::against`].

use crate::input::{Fault, quote};
use crate::json::{self, Json, Node};

/// The records of an answer.
pub(crate) struct Evidence {
    records: Vec<Record>,
}

/// One record.
enum Record {
    /// A join of parity classes: its last state.
    Join(Join),
    /// Something that there is nothing to compare with.
    Other(String),
}

/// A join of the parity classes as its record, or the checker's own join, describes it.
///
/// F and its four terms are sums over the buttons that some quiet pattern presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Join {
    /// The rank of the quiet patterns on each class.
    pub(crate) ranks: [u64; 4],
    /// The largest value of each class's term.
    pub(crate) maxima: [i64; 4],
    /// All patterns with more than this from a pair of classes were looked at; the checker has its own cuts.
    pub(crate) cuts: Option<[i64; 2]>,
    /// The largest F.
    pub(crate) best: i64,
}

impl Evidence {
    /// Reads a record, a list of them, or an object that has the list under `parts` beside the method's name.
    pub(crate) fn read(node: &Node<'_>) -> Result<Evidence, Fault> {
        let parts = match &node.value {
            Json::Map(entries) => json::get(entries, "parts"),
            _ => None,
        };
        if let (Some(_), Json::Map(entries)) = (parts, &node.value) {
            json::only(entries, &["kind", "parts"])?;
        }
        let nodes = match (parts, &node.value) {
            (Some(parts), _) => parts.list("a list of records")?,
            (None, Json::List(items)) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        Ok(Evidence { records: nodes.iter().map(read_record).collect::<Result<_, _>>()? })
    }

    /// What the records are called.
    pub(crate) fn kinds(&self) -> String {
        let name = |record: &Record| match record {
            Record::Join(_) => quote("join"),
            Record::Other(kind) => quote(kind),
        };
        let mut names: Vec<String> = self.records.iter().map(name).collect();
        names.dedup();
        names.join(", ")
    }

    /// Compares the record of a join with the checker's own join of the whole puzzle: what is wrong with it, if
    /// anything, or nothing at all if there is no such record.
    pub(crate) fn against(&self, own: &Join) -> Option<Result<(), String>> {
        let [Record::Join(record)] = self.records.as_slice() else { return None };
        let wrong =
            |what: &str, found: String, own: String| Some(Err(format!("its {what} {found}, not {own}")));
        if record.ranks != own.ranks {
            return wrong("ranks are", format!("{:?}", own.ranks), format!("{:?}", record.ranks));
        }
        if record.maxima != own.maxima {
            return wrong("maxima are", format!("{:?}", own.maxima), format!("{:?}", record.maxima));
        }
        if record.best != own.best {
            return wrong("best value is", own.best.to_string(), record.best.to_string());
        }
        if record.cuts.is_some_and(|[a, b]| a.saturating_add(b) > record.best) {
            return Some(Err("its cuts add up to more than its best value".to_string()));
        }
        Some(Ok(()))
    }
}

fn read_record(node: &Node<'_>) -> Result<Record, Fault> {
    let entries = node.map("a record of evidence in braces")?;
    let need = |key: &str| {
        json::get(entries, key)
            .ok_or_else(|| Fault::at(node.offset, format!("found evidence without the key {key}")))
    };
    let kind = need("kind")?.text("the kind of evidence")?;
    if kind != "join" {
        return Ok(Record::Other(kind.to_string()));
    }
    json::only(entries, &["kind", "pairs", "ranks", "maxima", "cuts", "best"])?;
    let pairs = need("pairs")?;
    let two = pairs.list("two pairs of classes")?;
    if two.len() != 2 {
        return Err(pairs.wrong("two pairs of classes"));
    }
    for (node, want) in two.iter().zip([[0, 1], [2, 3]]) {
        let pair = node.list("a pair of classes")?;
        if pair.len() != 2 || pair.iter().zip(want).any(|(class, want)| integer(class) != Some(want)) {
            return Err(node.wrong(format!("the classes {} and {}", want[0], want[1])));
        }
    }
    let four = |key: &str| numbers::<4>(need(key)?);
    let mut ranks = [0; 4];
    for (rank, value) in ranks.iter_mut().zip(four("ranks")?) {
        *rank = u64::try_from(value).map_err(|_| Fault::at(node.offset, "found a negative rank"))?;
    }
    let best = need("best")?;
    Ok(Record::Join(Join {
        ranks,
        maxima: four("maxima")?,
        cuts: Some(numbers(need("cuts")?)?),
        best: integer(best).ok_or_else(|| best.wrong("an integer"))?,
    }))
}

fn integer(node: &Node<'_>) -> Option<i64> {
    match node.value {
        Json::Number(text) => text.parse().ok(),
        _ => None,
    }
}

fn numbers<const N: usize>(node: &Node<'_>) -> Result<[i64; N], Fault> {
    let expected = format!("a list of {N} integers");
    let values: Option<Vec<i64>> = node.list(&expected)?.iter().map(integer).collect();
    values.and_then(|values| values.try_into().ok()).ok_or_else(|| node.wrong(expected))
}
