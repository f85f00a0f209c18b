//! The README shows what the tool really says.

use crate::common::{root, tracehound};

#[test]
fn the_first_example_is_real_and_needs_no_other_solver() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let command = "cargo run --release --bin tracehound -- check examples/toy/average.toy";
    assert!(readme.contains(command));
    for solver in ["core", "auto"] {
        let done = tracehound(&["check", "examples/toy/average.toy", "--solver", solver]);
        assert_eq!(done.code, 1);
        assert!(readme.contains(done.stdout.trim_end()), "{solver}:\n{}", done.stdout);
    }
}
