//! What would help.

/// More guesses than these are not tried: each takes explorations.
const MOST_GUESSES: usize = 40;

/// The first of some guesses, the likeliest first, with which a finding is gone and which what it asks more of keeps.
///
/// Both are checked before anything is suggested, by looks in which nothing but the number of turns may end a path.
///
/// ```
/// let helps = |guess: &&u32| **guess > 2;
/// let is_kept = |guess: &&u32| *guess % 2 == 0;
/// assert_eq!(check::first_that_helps(&[1, 2, 3, 4], helps, is_kept), Some(&4));
/// assert_eq!(check::first_that_helps(&[1, 2, 3], helps, is_kept), None);
/// ```
pub fn first_that_helps<G>(
    guesses: impl IntoIterator<Item = G>,
    helps: impl Fn(&G) -> bool,
    is_kept: impl Fn(&G) -> bool,
) -> Option<G> {
    guesses.into_iter().take(MOST_GUESSES).find(|guess| helps(guess) && is_kept(guess))
}

/// Whether a look shows that nothing is wrong: it found nothing, some path came to its end, and of the others only the
/// bound on turns ended any.
#[must_use]
pub fn is_silent<L: crate::Look>(look: &L) -> bool {
    let run = look.run();
    let only_turns =
        |ending: &explore::Ending| matches!(ending.kind, explore::EndingKind::CutOff(..));
    !look.has_findings()
        && run.limits.is_empty()
        && run.endings.iter().all(only_turns)
        // What has no values excludes everything.
        && run.stats.finished > 0
}
