//! Proofs for histories of any length, by the real binary.

use crate::common::{Programs, tracehound};
use crate::facets::BAG;
use report::{Answer, ProofStatus, ProofText, Report};

fn checked(file: &str, options: &[&str]) -> Report {
    let done = tracehound(&[&["check", file, "--format", "json"], options].concat());
    report::parse_json(&done.stdout).unwrap_or_else(|_| panic!("{}{}", done.stdout, done.stderr))
}

fn answers(report: &Report) -> Vec<(&str, Answer)> {
    report.targets.iter().map(|target| (target.name.as_str(), target.answer)).collect()
}

fn proof(report: &Report, name: &str) -> ProofText {
    let target = report.targets.iter().find(|target| target.name == name).expect("there is one");
    target.proof.clone().expect("one was looked for")
}

/// The contract of a method that adds no element twice.
const ONCE: &str = "  (** (x: Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
";

fn bag(programs: &Programs, name: &str, methods: &str) -> String {
    programs.add(name, format!("{BAG}{methods}end\n"))
}

#[test]
fn correct_methods_are_proved_without_a_bound() {
    let programs = Programs::new();
    let careful = format!("{ONCE}  let insert x = if not (Bag.mem x) then Bag.add x\n");
    let file = bag(&programs, "careful.ml", &careful);
    let report = checked(&file, &[]);
    assert_eq!(answers(&report), [("Set.insert", Answer::Proved)]);
    let target = &report.targets[0];
    assert!(target.bounds.is_empty(), "{:?}", target.bounds);
    assert_eq!((report.summary.proved, report.summary.hold, report.exit), (1, 0, 0));
    assert!(proof(&report, "Set.insert").rests_on.contains(&"it returns".to_owned()));
    let none = checked(&file, &["--no-prove"]);
    assert_eq!(answers(&none), [("Set.insert", Answer::HoldsWithinBounds)]);
    assert!(none.targets[0].proof.is_none());
}

#[test]
fn recursion_is_proved_by_its_own_contract() {
    let programs = Programs::new();
    let methods = format!(
        "{}  let rec insert_all l = match l with\n    | [] -> ()\n    | x :: rest -> if not (Bag.mem x) then Bag.add x; insert_all rest\n",
        ONCE.replace("(x: Elem.t)", "(l: Elem.t list)")
    );
    let report = checked(&bag(&programs, "all.ml", &methods), &["--prove"]);
    assert_eq!(answers(&report), [("Set.insert_all", Answer::Proved)], "{report:?}");
}

#[test]
fn helpers_with_weak_contracts_are_taken_by_their_bodies() {
    let report = checked("corpus/ml/helper-weak-spec/main.ml", &["--prove"]);
    let all = [("Set.contains", Answer::Proved), ("Set.insert", Answer::Proved)];
    assert_eq!(answers(&report), all);
    assert_eq!(proof(&report, "Set.insert").with, Vec::<String>::new());
}

#[test]
fn what_is_wrong_is_never_proved() {
    let programs = Programs::new();
    let bodies = [
        "let insert x = Bag.add x",
        "let insert x = if Bag.mem x then Bag.add x",
        "let insert x = if not (Bag.mem x) then (Bag.add x; Bag.add x)",
    ];
    for body in bodies {
        let file = bag(&programs, "wrong.ml", &format!("{ONCE}  {body}\n"));
        let report = checked(&file, &["--prove"]);
        assert_eq!(answers(&report), [("Set.insert", Answer::Violation)], "{body}");
        assert_eq!(report.targets[0].doubts, [], "{body}");
    }
}

/// A callee for whose contract no ghost fits may do anything.
#[test]
fn a_callee_outside_of_its_context_proves_nothing() {
    let programs = Programs::new();
    let methods = "  (** (x: Elem.t) -> unit
      ghost (m: Elem.t)
      context F <Bag.add m> && !F <Bag.mem m _>
      effect G ~<Bag.add _> *)
  let rec quiet x = if Bag.mem x then Bag.add x else quiet x
  (** (x: Elem.t) -> unit
      effect G ~<Bag.add _> *)
  let caller x = quiet x
";
    let report = checked(&bag(&programs, "callee.ml", methods), &["--prove", "--timeout", "20s"]);
    for (name, answer) in answers(&report) {
        assert_ne!(answer, Answer::Proved, "{name}");
    }
}

/// A callee that writes to what the module keeps.
#[test]
fn writes_of_callees_are_not_lost() {
    let programs = Programs::new();
    let methods = "  let last = ref 0
  (** (n: int) -> unit
      effect !any *)
  let rec set n = if n > 3 then set (n - 1) else last := n
  (** (n: int) -> (r: int)
      ensure r = 0 *)
  let caller n = last := 0; set n; !last
";
    let report = checked(&bag(&programs, "writes.ml", methods), &["--prove", "--timeout", "20s"]);
    for (name, answer) in answers(&report) {
        assert_ne!(answer, Answer::Proved, "{name}");
    }
}

/// A callee whose exception the caller handles.
#[test]
fn handled_exceptions_of_callees_are_not_forgotten() {
    let programs = Programs::new();
    let methods = "  (** (n: int) -> (r: int)
      ensure r = 0 *)
  let rec zero n = if n = 7 then raise Not_found else if n > 7 then zero (n - 1) else 0
  (** (n: int) -> (r: int)
      ensure r = 0 *)
  let caller n = try zero n with Not_found -> 1
";
    let report = checked(&bag(&programs, "raises.ml", methods), &["--prove", "--timeout", "20s"]);
    for (name, answer) in answers(&report) {
        assert_ne!(answer, Answer::Proved, "{name}");
    }
}

#[test]
fn what_is_not_proved_says_why() {
    let programs = Programs::new();
    let methods = format!(
        "{}  let insert_all l = List.iter (fun x -> if not (Bag.mem x) then Bag.add x) l\n",
        ONCE.replace("(x: Elem.t)", "(l: Elem.t list)")
    );
    let file = bag(&programs, "loop.ml", &methods);
    let found = proof(&checked(&file, &["--prove"]), "Set.insert_all");
    assert_eq!(found.status, ProofStatus::Open);
    assert!(found.why_not.is_some_and(|why| why.contains("has no bound")));
    assert!(found.helps[0].contains("contract"), "{:?}", found.helps);
    let done = tracehound(&["check", &file, "--prove"]);
    assert!(done.stdout.contains("Set.insert_all: not proved\n"), "{}", done.stdout);
    assert!(done.stdout.contains("= help: "), "{}", done.stdout);
}

/// Nothing breaks the contract within the bounds, but what the recursive call may do by contract can.
#[test]
fn counterexamples_to_induction_are_shown() {
    let programs = Programs::new();
    let methods = "  (** (x: Elem.t) -> (n: int) -> (r: int)
      require n >= 0
      ensure r >= n *)
  let rec count x n = if n = 0 then 0 else if Bag.mem x then 1 + count x (n - 1) else n
  (** (x: Elem.t) -> (n: int) -> (r: int)
      require n >= 0 && n < 1000
      ensure r = n *)
  let caller x n = count x n
";
    let report = checked(&bag(&programs, "weak.ml", methods), &["--prove"]);
    let found = proof(&report, "Set.caller");
    assert_eq!(found.status, ProofStatus::NotInductive, "{report:?}");
    assert!(found.why_not.is_some_and(|why| why.contains("`Set.count`")));
    assert!(!found.helps.is_empty());
}
