//! Private methods are called by the instruction that calls those of a superclass, in classes for Java 8
//! and before. They may be events; those of a superclass are none.

use jvm_srv::{Mode, Options};
use source::Files;

use crate::support::Program;

const PROGRAM: &str = "class Base {
    void give() {}
}
class Private extends Base {
    private void take() {}
    void give() { super.give(); }
    private void end() {}
    static void once(int n) {
        Private lease = new Private();
        lease.take();
        if (n == 7) lease.take();
        lease.end();
    }
    static void never(int n) {
        Private lease = new Private();
        if (n == 7) lease.give();
        lease.end();
    }
}";

const PROPERTY: &str = "property Once(Private p) {
    event take = Private.take() on p
    event give = Base.give() on p
    event end = Private.end() on p
    never take take | give give
}";

#[test]
fn private_methods_of_superclass_are_no_events() {
    for options in [&["--release", "8"][..], &[]] {
        let program = Program::compile_with(options, &[("Private.java", PROGRAM)]);
        let Some(program) = program else { return };
        for (entry, expected) in [("Private#once(n: int)", 1), ("Private#never(n: int)", 0)] {
            for mode in [Mode::Dfs, Mode::Srv] {
                let file = Files::new().add("once.mop", PROPERTY);
                let properties = typestate::read(&file).expect("a property");
                let options = Options { mode, ..Options::default() };
                let found = program.search_for(properties, entry, &[], &options);
                let Some(found) = found else { return };
                let outcome = &found.outcome;
                assert_eq!(outcome.violations.len(), expected, "{entry} {mode:?}");
                assert!(outcome.distrust.is_empty(), "{:?}", outcome.distrust);
            }
        }
    }
}
