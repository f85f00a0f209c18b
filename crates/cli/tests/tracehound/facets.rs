//! Calls run by contract, by the real binary: what the corpus cannot say with data alone.

use crate::common::{Programs, tracehound};

const WEAK: &str = "corpus/ml/helper-weak-spec/main.ml";
const BUG: &str = "corpus/ml/helper-bug/main.ml";

#[test]
fn only_contracts_that_are_used_are_blamed() {
    let concrete = tracehound(&["check", WEAK]);
    assert_eq!(concrete.code, 0, "{}", concrete.stdout);
    for facets in ["abstract", "both"] {
        let done = tracehound(&["check", WEAK, "--facets", facets, "--format", "json"]);
        let report = report::parse_json(&done.stdout).expect("it is a report");
        assert_eq!((report.exit, report.summary.weak_specs), (1, 1), "{facets}");
        let target = &report.targets[1];
        assert_eq!(target.answer, report::Answer::WeakSpec, "{facets}");
        assert_eq!(target.findings[0].weak_specs, ["Set.contains"], "{facets}");
    }
}

#[test]
fn a_bug_of_the_code_is_none_of_a_contract() {
    for facets in ["concrete", "both"] {
        let done = tracehound(&["check", BUG, "--facets", facets, "--format", "short"]);
        assert!(done.stdout.contains("error[ADT001]"), "{facets}: {}", done.stdout);
        assert!(!done.stdout.contains("ADT010"), "{facets}: {}", done.stdout);
    }
}

#[test]
fn a_weak_spec_is_replayed_as_one() {
    let done = tracehound(&["check", WEAK, "--facets", "both", "--format", "json"]);
    let report = report::parse_json(&done.stdout).expect("it is a report");
    let id = report.targets[1].findings[0].id.as_str();
    let still = tracehound(&["replay", id]);
    assert_eq!(still.code, 1, "{}{}", still.stdout, still.stderr);
    assert!(still.stdout.contains("still fails"), "{}", still.stdout);
}

/// A library of elements, and a functor that is left open.
pub(crate) const BAG: &str = "module type ELEM = sig type t end
module type BAG = sig
  type elem
  (** (x: elem) -> unit
      effect <add x> *)
  val add : elem -> unit
  (** (x: elem) -> (found: bool)
      case
        context F <add x>
        effect <mem x true>
        ensure found
      case
        context !F <add x>
        effect <mem x false>
        ensure !found *)
  val mem : elem -> bool
end
module Set (Elem : ELEM) (Bag : BAG with type elem = Elem.t) = struct
";
/// A method that calls `helper` and breaks this invariant with its body.
const MAIN: &str = "
  (** (x: Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let main x = ";

/// The answers to `main` by bodies and by contracts, with the codes of its findings.
fn answers(helper: &str, main: &str, engine: &str) -> [(report::Answer, Vec<String>); 2] {
    let programs = Programs::new();
    let path = programs.add("main.ml", format!("{BAG}{helper}{MAIN}{main}\nend\n"));
    let target = format!("{path}:main");
    ["concrete", "abstract"].map(|facets| {
        let options =
            ["--facets", facets, "--engine", engine, "--format", "json", "--history", "2"];
        let done = tracehound(&[&["check", &target], &options[..]].concat());
        let report = report::parse_json(&done.stdout).expect("it is a report");
        let target = &report.targets[0];
        let codes = target.findings.iter().map(|finding| finding.code.clone()).collect();
        (target.answer, codes)
    })
}

/// What contracts say of a call must not hide what bodies do.
#[track_caller]
fn check_not_hidden(helper: &str, main: &str, engine: &str, expected: (report::Answer, &[&str])) {
    let [concrete, by_contract] = answers(helper, main, engine);
    assert_eq!(concrete.0, report::Answer::Violation, "{main}");
    let codes: Vec<&str> = by_contract.1.iter().map(String::as_str).collect();
    assert_eq!((by_contract.0, codes.as_slice()), expected, "{main}");
}

#[test]
fn callee_without_fitting_ghost_is_a_violation() {
    let helper = "
  (** (x: Elem.t) -> unit
      ghost (y: Elem.t)
      context F <Bag.add y>
      after F <Bag.add y> *)
  let helper (x : Elem.t) = Bag.add x";
    for engine in ["slots", "derivative"] {
        let expected = (report::Answer::Violation, &["ADT003"][..]);
        let [_, (answer, codes)] = answers(helper, "if not (Bag.mem x) then helper x", engine);
        assert_eq!(
            (answer, codes.iter().map(String::as_str).collect::<Vec<_>>().as_slice()),
            expected
        );
        // Where a ghost fits the call goes on, and nothing is refused.
        let [_, (_, codes)] = answers(helper, "if Bag.mem x then helper x", engine);
        assert!(!codes.iter().any(|code| code == "ADT003"), "{engine}: {codes:?}");
    }
}

#[test]
fn a_callee_may_write_to_what_its_caller_reads() {
    let helper = "
  let flag = ref false
  let cells = Array.make 2 false
  let names = ref []
  (** (x: Elem.t) -> unit
      effect G false *)
  let helper (x : Elem.t) = flag := true; cells.(0) <- true; names := [x]";
    let weak = (report::Answer::WeakSpec, &["ADT010"][..]);
    let open: (report::Answer, &[&str]) = (report::Answer::Inconclusive, &[]);
    check_not_hidden(helper, "helper x; if !flag then Bag.add x", "slots", weak);
    check_not_hidden(helper, "helper x; if cells.(0) then Bag.add x", "slots", open);
    let [_, (answer, _)] = answers(helper, "helper x; if !names <> [] then Bag.add x", "slots");
    assert!(matches!(answer, report::Answer::WeakSpec | report::Answer::Inconclusive));
    // What it does not get at is as it was.
    let own = "let n = ref 0 in helper x; if !n = 1 then Bag.add x";
    let [_, (answer, _)] = answers(helper, own, "slots");
    assert!(answer.holds());
}

#[test]
fn an_exception_of_a_callee_may_be_handled() {
    let helper = "
  exception Odd
  (** (x: Elem.t) -> unit
      effect G ~<Bag.add _> *)
  let helper (x : Elem.t) = if Bag.mem x then raise Odd";
    let main = "try helper x with Odd -> Bag.add x";
    for engine in ["slots", "derivative"] {
        check_not_hidden(helper, main, engine, (report::Answer::Violation, &["ADT001"]));
        // That of another handler goes on.
        let main = "try helper x with Not_found -> ()";
        check_not_hidden(helper, main, engine, (report::Answer::Violation, &["ML101"]));
        let [_, (answer, _)] = answers(helper, "try helper x with Odd -> ()", engine);
        assert!(answer.holds(), "{engine}");
    }
}

/// A contract says nothing of exceptions, so those of the body count.
#[test]
fn an_exception_of_a_callee_that_nothing_handles_is_found() {
    let helper = "
  exception Odd
  (** (x: Elem.t) -> (n: int) -> (r: int)
      require n > 0
      effect G ~<Bag.add _>
      ensure r > 0 *)
  let helper (x : Elem.t) n = if n <= 0 || (n > 5 && Bag.mem x) then raise Odd else n";
    let found = (report::Answer::Violation, &["ML101"][..]);
    check_not_hidden(helper, "if helper x 6 > 0 then ()", "slots", found);
    check_not_hidden(helper, "let f n = helper x n in if f 1 + f 7 > 0 then ()", "slots", found);
    for main in ["if helper x 5 > 0 then ()", "let r = helper x 1 in if r <= 0 then Bag.add x"] {
        let [concrete, by_contract] = answers(helper, main, "slots");
        assert!(concrete.0.holds(), "{main}");
        assert!(by_contract.0.holds(), "{main}");
    }
}

/// What bodies break is never said to hold by contracts, unless a body breaks its own contract, and
/// that is reported.
#[test]
fn contracts_never_hide_what_bodies_break() {
    let bodies = [
        "Bag.add x",
        "if Bag.mem x then Bag.add x",
        "flag := true",
        "if Bag.mem x then raise Odd",
        "()",
    ];
    let contracts = [
        "effect true",
        "effect G false",
        "ghost (y: Elem.t)\n      context F <Bag.add y>\n      effect true",
        "context F <Bag.add x>\n      after F <Bag.add x>",
    ];
    let mains = [
        "helper x; if !flag then Bag.add x",
        "(try helper x with Odd -> Bag.add x)",
        "(if not (Bag.mem x) then helper x); if not (Bag.mem x) then Bag.add x",
    ];
    // Fifteen of the sixty: each part of each kind with others.
    for number in (0..60).step_by(4) {
        let (body, rest) = (bodies[number % 5], number / 5);
        let (contract, main) = (contracts[rest % 4], mains[(rest / 4 + number) % 3]);
        let helper = format!(
            "\n  exception Odd\n  let flag = ref false\n  (** (x: Elem.t) -> unit\n      {contract} *)\n  \
             let helper (x : Elem.t) = {body}"
        );
        let programs = Programs::new();
        let path = programs.add("main.ml", format!("{BAG}{helper}{MAIN}{main}\nend\n"));
        let [concrete, by_contract] = ["concrete", "abstract"].map(|facets| {
            let options = ["--facets", facets, "--format", "json", "--history", "2"];
            let done = tracehound(&[&["check", path.as_str()], &options[..]].concat());
            let report = report::parse_json(&done.stdout).expect("it is a report");
            [report.targets[0].answer, report.targets[1].answer]
        });
        let holds = report::Answer::holds;
        let hidden = concrete[1].is_finding() && holds(by_contract[1]);
        assert!(!hidden || concrete[0].is_finding(), "{contract} / {body} / {main}");
    }
}
