//! Targets that workers at a real NATS server answer: the same bytes, whatever fails on the way.

#[cfg(feature = "queue")]
mod faults;
#[cfg(feature = "queue")]
mod server;

use crate::common::{Programs, command, run};

#[cfg(not(feature = "queue"))]
#[test]
fn a_build_without_the_feature_says_so() {
    let programs = Programs::new();
    programs.add("a.toy", crate::common::HOLDS);
    for args in [
        vec!["check", "a.toy", "--queue", "nats://127.0.0.1:1"],
        vec!["worker", "--queue", "nats://127.0.0.1:1"],
        vec!["queue", "status", "--queue", "nats://127.0.0.1:1"],
    ] {
        let done = run(command(&args).current_dir(programs.path()));
        assert_eq!(done.code, 2, "{done:?}");
        assert!(done.stderr.contains("this build cannot talk to queues"), "{done:?}");
        assert!(done.stderr.contains("--features queue"), "{done:?}");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let programs = Programs::new();
    programs.add("a.toy", crate::common::HOLDS);
    for other in [["--checkpoint", "d"], ["--from", "f"], ["--changed", "HEAD"]] {
        let args = [&["check", "--queue", "nats://127.0.0.1:1"], &other[..]].concat();
        let done = run(command(&args).current_dir(programs.path()));
        assert_eq!(done.code, 2, "{done:?}");
        assert!(done.stderr.contains("cannot be used with"), "{done:?}");
    }
}
