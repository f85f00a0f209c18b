//! Calls in methods that compilers add (bridge methods) are no events.

use jvm_srv::{Mode, Options};

use crate::support::Program;

/// The library asks and takes; `next` that returns an `Object` was added, and calls the one written here.
const PROGRAM: &str = "class Bridge implements java.util.Iterator<Integer> {
    int left = 2;
    public boolean hasNext() { return left > 0; }
    public Integer next() { return left--; }
    static int sum;
    static void all(int n) {
        sum = n;
        new Bridge().forEachRemaining(number -> sum += number);
    }
    static void one(int n) {
        Bridge own = new Bridge();
        if (n == 7) own.next();
    }
}";

#[test]
fn compiler_generated_calls_are_no_events() {
    let Some(program) = Program::compile(&[("Bridge.java", PROGRAM)]) else { return };
    for (entry, expected) in [("Bridge#all(n: int)", 0), ("Bridge#one(n: int)", 1)] {
        for mode in [Mode::Dfs, Mode::Srv] {
            let options = Options { mode, ..Options::default() };
            let Some(found) = program.search("iterator", entry, &[], &options) else { return };
            assert_eq!(found.outcome.violations.len(), expected, "{entry} {mode:?}");
            let distrust = &found.outcome.distrust;
            assert!(distrust.is_empty(), "{distrust:?}");
        }
    }
}
