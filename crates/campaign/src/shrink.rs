//! Making a tape smaller while what it shows stays.

/// A tape as small as `attempts` trials make it, of those that `shows` accepts. The tape itself is
/// one of them.
pub fn shrink(tape: &[u8], attempts: usize, mut shows: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = tape.to_vec();
    let mut left = attempts;
    let mut attempt = |candidate: Vec<u8>, best: &mut Vec<u8>, left: &mut usize| {
        if *left == 0 || candidate == *best {
            return false;
        }
        *left -= 1;
        let better = shows(&candidate);
        if better {
            *best = candidate;
        }
        better
    };
    loop {
        let mut better = false;
        // Cut pieces out, the large ones first.
        let mut size = best.len();
        while size > 0 {
            let mut at = 0;
            while at + size <= best.len() {
                let candidate = [&best[..at], &best[at + size..]].concat();
                if attempt(candidate, &mut best, &mut left) {
                    better = true;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        for at in 0..best.len() {
            for smaller in [0, best[at] / 2, best[at].saturating_sub(1)] {
                let mut candidate = best.clone();
                candidate[at] = smaller;
                better |= attempt(candidate, &mut best, &mut left);
            }
        }
        if !better || left == 0 {
            return best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes_away() {
        let tape: Vec<u8> = (0..200).collect();
        let small =
            shrink(&tape, 10_000, |tape| tape.iter().filter(|byte| **byte > 99).count() > 1);
        assert_eq!(small, [100, 100]);
    }

    #[test]
    fn there_is_an_end_to_trying() {
        let mut tried = 0;
        let tape = shrink(&[9; 1000], 50, |_| {
            tried += 1;
            false
        });
        assert_eq!((tried, tape.len()), (50, 1000));
    }
}
