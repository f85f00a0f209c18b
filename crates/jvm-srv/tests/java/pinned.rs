//! Numbers that have to be known and are not small: a run goes on with its own, and says so.

use crate::support::Program;
use jvm_srv::{Mode, Options};

const PROGRAM: &str = "import java.util.*;
class Pinned {
    static void f(int n) {
        Iterator<String> names = new ArrayList<>(List.of(\"a\")).iterator();
        double half = n % 100000.5;
        if (half > 500.0) names.next();
    }
}";

#[test]
fn a_run_goes_on_with_its_own_number() {
    let Some(program) = Program::compile(&[("Pinned.java", PROGRAM)]) else { return };
    for mode in [Mode::Dfs, Mode::Srv] {
        let options = Options { mode, ..Options::default() };
        let seeds = [("n".to_owned(), 4000)];
        let found = program.search("iterator", "Pinned#f(n: int)", &seeds, &options);
        let Some(found) = found else { return };
        let outcome = &found.outcome;
        assert_eq!(outcome.violations.len(), 1, "{mode:?}: {:?}", outcome.gaps);
        assert_eq!(outcome.violations[0].run, 1, "the first run has the number");
        let told =
            outcome.gaps.iter().any(|gap| gap.to_string().contains("not tried on all numbers"));
        assert!(told, "{:?}", outcome.gaps);
    }
}
