//! What several test files share.

use pdn::Variation;

/// Whether everything that one line says is said by the other, too, and in the same order.
pub fn is_kept(old: &Variation, new: &Variation) -> bool {
    fn keeps<T: PartialEq>(old: &[T], new: &[T]) -> bool {
        let mut new = new.iter();
        old.iter().all(|old| new.any(|new| new == old))
    }
    keeps(&old.comments, &new.comments)
        && old.steps.len() == new.steps.len()
        && old.steps.iter().zip(&new.steps).all(|(old, new)| {
            let kept = |line: &Variation| new.variations.iter().any(|other| is_kept(line, other));
            old.action == new.action
                && keeps(&old.marks, &new.marks)
                && keeps(&old.nags, &new.nags)
                && keeps(&old.comments, &new.comments)
                && old.variations.iter().all(kept)
        })
}
