//! Bounds that grow beyond those of the question, by the real binary.

use testbed::Tool;

use crate::common::{Programs, tracehound};

/// A method whose violation needs exactly so many events before the call.
fn needs(events: usize) -> String {
    let rings = "<Bell.ring> && X F (".repeat(events) + "<Bell.ring>" + &")".repeat(events);
    format!(
        "module type BELL = sig
  (** unit -> unit
      effect <ring> *)
  val ring : unit -> unit
end

module Tower (Bell : BELL) = struct
  (** unit -> unit
      invariant !F ({rings}) *)
  let strike () = Bell.ring ()
end
"
    )
}

/// The length of histories that a report says was reached.
fn reached(report: &str) -> usize {
    let (_, rest) = report.split_once("holds within history ≤ ").expect(report);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number follows")
}

#[test]
fn bugs_that_need_longer_histories_are_found_by_default() {
    let programs = Programs::new();
    for events in [4, 5, 6, 8] {
        let program = programs.add(&format!("needs{events}.ml"), needs(events));
        let done = tracehound(&["check", &program]);
        assert_eq!(done.code, 1, "{events}: {}", done.stdout);
        let own = format!("event {}: Bell.ring ()", events + 1);
        assert!(done.stdout.contains(&own), "{own} is not in {}", done.stdout);
        assert!(done.stdout.contains("no shorter history does this"), "{}", done.stdout);
        let kept = tracehound(&["check", &program, "--history", &(events - 1).to_string()]);
        assert_eq!((kept.code, reached(&kept.stdout)), (0, events - 1), "{}", kept.stdout);
    }
}

#[test]
fn what_was_reached_is_named_and_is_the_same_for_any_number_of_threads() {
    let programs = Programs::new();
    let program = programs.add("needs30.ml", needs(30));
    let one = tracehound(&["check", &program]);
    assert_eq!(one.code, 0, "{}", one.stdout);
    assert!((8..30).contains(&reached(&one.stdout)), "{}", one.stdout);
    let four = tracehound(&["check", &program, "-j", "4"]);
    assert_eq!(one.stdout, four.stdout);
}

#[test]
fn bounds_that_the_user_gives_are_kept() {
    let program = "corpus/ml/stack-linkedlist-fixed/main.ml";
    let fixed = ["check", program, "--history", "4", "--events", "12", "--unroll", "8"];
    let done = tracehound(&fixed);
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(done.stdout.contains("history ≤ 4, events ≤ 12"), "{}", done.stdout);
    // Engines that are compared look at the same histories.
    let done = tracehound(&["check", "corpus/ml/set-insert-fixed/main.ml", "--engine", "all"]);
    assert_eq!(reached(&done.stdout), 4, "{}", done.stdout);
}

#[test]
fn a_limit_counts_only_within_what_was_asked_for() {
    let programs = Programs::new();
    let program = programs.add("needs30.ml", needs(30));
    let done = tracehound(&["check", &program, "--timeout", "50ms"]);
    match done.code {
        0 => assert!(reached(&done.stdout) >= 4, "{}", done.stdout),
        code => assert!(code == 3 && done.stdout.contains("--timeout"), "{}", done.stdout),
    }
    // The bounds that were asked for are not reached in no time.
    let done = tracehound(&["check", &program, "--timeout", "1ns"]);
    assert_eq!(done.code, 3, "{}", done.stdout);
}

/// A method that goes wrong on arrays of five elements only.
const FIVE: &str = "public class Five {
  static int first(int[] a) { return a.length == 5 ? a[5] : a[0]; }
}
";

#[test]
fn proposed_lengths_grow() {
    if !Tool::Javac.is_there() {
        return;
    }
    let programs = Programs::new();
    let wrong = programs.add("Five.java", FIVE);
    let proposed = tracehound(&["check", &wrong, "--property", "exceptions"]);
    assert_eq!(proposed.code, 1, "{}{}", proposed.stdout, proposed.stderr);
    assert!(proposed.stdout.contains("Five.first(int[]{0, 0, 0, 0, 0})"), "{}", proposed.stdout);
    let given = tracehound(&["check", &wrong, "Five#first(a: int[3])", "--property", "exceptions"]);
    assert_eq!(given.code, 0, "{}", given.stdout);
    assert!(given.stdout.contains("within lengths of inputs as given"), "{}", given.stdout);
    let right = programs.add("Six.java", FIVE.replace("Five", "Six").replace("a[5]", "a[4]"));
    let right = tracehound(&["check", &right, "--property", "exceptions"]);
    assert_eq!(right.code, 0, "{}", right.stdout);
    assert!(right.stdout.contains("lengths of inputs from 3 to 8"), "{}", right.stdout);
}
