//! The documents on the cylinder and on chasing: what differs, differs for a reason.

use super::*;

#[test]
fn nothing_differs_without_a_reason() {
    let items: Vec<Item> = cylinder::items().into_iter().chain(chasing::items()).collect();
    let different: Vec<&Item> = items.iter().filter(|item| item.verdict == Verdict::Difference).collect();
    for item in &different {
        assert!(!item.note.is_empty(), "{item:?}");
    }
    // The sixth row, the two residues for two states, and the index of a product.
    assert_eq!(different.len(), 3, "{different:?}");
    assert!(items.len() > 40);
    assert!(items.iter().all(|item| !item.ours.starts_with("fails")), "{items:?}");
}
