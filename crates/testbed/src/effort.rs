//! How much a run of the tests is asked to do.
//!
//! Large matrices and long property tests are for `cargo xtask nightly`. The usual run takes a sample
//! of them, the same one each time unless a seed is given.

/// Set by `cargo xtask nightly`.
const NIGHTLY: &str = "TRACEHOUND_NIGHTLY";
/// Another sample for the usual run.
const SEED: &str = "TRACEHOUND_TEST_SEED";

/// Whether everything is run, and not only a sample.
#[must_use]
pub fn is_nightly() -> bool {
    std::env::var_os(NIGHTLY).is_some()
}

/// How many random cases a test tries: usually, and in a nightly run.
#[must_use]
pub fn amount<N>(usual: N, nightly: N) -> N {
    if is_nightly() { nightly } else { usual }
}

/// Which of some variations a case takes part in: the same one for the same name and seed, on every
/// machine. The seed is zero, or the number in `TRACEHOUND_TEST_SEED`.
///
/// # Panics
///
/// If that is no number, or if there is nothing to pick from.
#[must_use]
pub fn pick<'a, T>(name: &str, from: &'a [T]) -> &'a T {
    let asked = std::env::var(SEED).ok();
    let seed: u64 =
        asked.map_or(0, |seed| seed.parse().unwrap_or_else(|_| panic!("`{SEED}` is not a number")));
    // FNV-1a; the standard library promises no hash that stays the same.
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = name.bytes().fold(start, mix);
    &from[((hash >> 32) % from.len() as u64) as usize]
}

/// So many of some variations in their order, by name and seed as [`pick`] does it; all in a nightly run.
///
/// # Panics
///
/// As [`pick`] does.
#[must_use]
pub fn sample<'a, T>(name: &str, from: &'a [T], count: usize) -> Vec<&'a T> {
    if is_nightly() || count >= from.len() {
        return from.iter().collect();
    }
    let numbers: Vec<usize> = (0..from.len()).collect();
    let first = *pick(name, &numbers);
    let is_taken = |at: usize| (at + from.len() - first) % from.len() < count;
    from.iter().enumerate().filter(|(at, _)| is_taken(*at)).map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_as_large_as_asked_for_and_keep_the_order() {
        let all = [1, 2, 3, 4, 5];
        for name in ["a", "b", "c", "d"] {
            let taken = sample(name, &all, 3);
            assert!(is_nightly() || taken.len() == 3, "{taken:?}");
            assert!(taken.is_sorted(), "{taken:?}");
        }
        assert_eq!(sample("a", &all, 9).len(), 5);
    }

    #[test]
    fn a_nightly_run_does_more() {
        let expected = if is_nightly() { 100 } else { 1 };
        assert_eq!(amount(1, 100), expected);
    }

    #[test]
    fn every_variation_is_picked_by_some_case() {
        let names = (0..100).map(|number| format!("toy::{number}"));
        let picked: std::collections::BTreeSet<u32> =
            names.map(|name| *pick(&name, &[1, 2, 3, 4, 5])).collect();
        assert_eq!(picked.len(), 5);
    }
}
