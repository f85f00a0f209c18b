//! The areas, in the order in which they are tried.

mod goals;
mod haskell;
mod java;
mod k;
mod ocaml;
mod proofs;
mod solver;
mod toy;
mod trace;

use crate::Area;

/// All areas.
pub const AREAS: &[Area] = &[
    solver::AREA,
    trace::AREA,
    toy::AREA,
    goals::AREA,
    k::AREA,
    java::AREA,
    ocaml::AREA,
    proofs::AREA,
    haskell::AREA,
];

/// The area of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Area> {
    AREAS.iter().find(|area| area.name == name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Judgement, Setup, tape_of};

    /// A few cases of every area that needs no compiler, other ones than those of `./test.sh`.
    #[test]
    fn both_sides_say_the_same() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let setup = Setup { root, tracehound: "".into(), scratch: "".into(), scale: 1 };
        for (name, tapes) in
            [("solver", 20), ("trace", 100), ("toy", 40), ("goals", 200), ("k", 12)]
        {
            let area = find(name).expect("an area");
            let mut bench = (area.start)(&setup);
            let mut all = Judgement::default();
            for number in 0..tapes {
                let tape = tape_of(99, name, number, area.length);
                bench.judge(&[&tape]).into_iter().for_each(|judgement| all.add(judgement));
            }
            assert_eq!(all.wrong, None, "{name}");
            assert!(all.decided > all.undecided, "{name}: {all:?}");
        }
    }
}
