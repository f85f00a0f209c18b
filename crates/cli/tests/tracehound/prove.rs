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
    let caller = answers(&report).into_iter().find(|(name, _)| *name == "Set.caller");
    assert_ne!(caller.expect("it is a target").1, Answer::Proved);
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

/// A program of its own, without a library.
fn answer_of(programs: &Programs, text: &str, method: &str) -> Answer {
    let file = programs.add("state.ml", text);
    let report = checked(&file, &["--prove", "--history", "2", "--timeout", "20s"]);
    let target = report.targets.iter().find(|target| target.name == method);
    target.unwrap_or_else(|| panic!("{report:?}")).answer
}

/// What the module keeps may be anything that its functions leave, whichever of them it is and however it ends.
#[test]
fn what_is_kept_is_not_taken_for_granted() {
    let programs = Programs::new();
    let fine = "(** unit -> (r: bool)\n    ensure r *)\nlet fine () = !count >= 0\n";
    let others = [
        // Two names of one cell.
        (
            "let a = ref 0\nlet b = a\n(** (n: int) -> unit\n    ensure !b = old !b *)\nlet set n = a := n\n",
            "set",
        ),
        // An exception half-way.
        (
            "exception Stop\nlet lo = ref 0\nlet hi = ref 0\nlet grow n = if n > 0 && n < 100 then (lo := !lo + 1; if n = 7 then raise Stop; hi := !hi + 1)\n(** unit -> (r: bool)\n    ensure r *)\nlet check () = !lo = !hi\n",
            "check",
        ),
        // An initialiser.
        (
            "let count = ref (-1)\nlet () = if 1 > 2 then count := 0\nlet incr_it () = if !count < 1000 then count := !count + 1\n(** unit -> (r: bool)\n    ensure r *)\nlet is_fine () = !count >= 0\n",
            "is_fine",
        ),
        // A callee that writes.
        (
            "let last = ref 0\nlet helper n = last := n\n(** (n: int) -> (r: int)\n    ensure r = 0 *)\nlet caller n = last := 0; helper n; !last\n",
            "caller",
        ),
        // A hidden cell of a closure.
        (
            "let next = let c = ref 0 in fun () -> incr c; !c\n(** unit -> (r: int)\n    ensure r = 1 *)\nlet get () = next ()\n",
            "get",
        ),
        // Shadowed state.
        (
            "let count = ref 0\nlet bump () = count := -1\nlet count = ref 0\n(** unit -> (r: bool)\n    ensure r *)\nlet fine () = bump (); !count >= 0\nlet low () = count := -3\n",
            "fine",
        ),
        // Cells that were equal.
        (
            "let cell = ref 0\nlet other = ref 0\n(** unit -> (r: bool)\n    ensure r *)\nlet same () = !cell = !other\nlet set n = cell := n; other := n\nlet half n = cell := n\n",
            "same",
        ),
        // Cells within cells.
        (
            "let left = ref 0\nlet both = ref [ left ]\nlet swap () = match !both with [ a ] -> both := [ a; a ] | _ -> ()\n(** (n: int) -> (r: bool)\n    ensure r *)\nlet apart n = match !both with [ a; b ] -> a := 0; b := 1; !a = 0 | _ -> true\n",
            "apart",
        ),
        // Instances of a functor.
        (
            "module type N = sig val start : int end\nmodule Make (X : N) = struct\n  let count = ref X.start\n  let down () = count := !count - 1\n  (** unit -> (r: bool)\n      ensure r *)\n  let fine () = !count >= 0\nend\nmodule Low = Make (struct let start = -1 end)\n",
            "Make.fine",
        ),
        // An element of an array.
        (
            "let slots = Array.make 2 0\nlet put i n = if i >= 0 && i < 2 then slots.(i) <- n\n(** unit -> (r: bool)\n    ensure r *)\nlet fine () = slots.(0) >= 0\n",
            "fine",
        ),
    ];
    for (text, method) in others {
        assert_ne!(answer_of(&programs, text, method), Answer::Proved, "{text}");
    }
    let spoilers = [
        // A closure that is handed out.
        "let breaker () = [ (fun () -> count := -5) ]\n",
        // An inner module.
        "module Inner = struct\n  let spoil () = count := -1\nend\n",
        // An optional argument.
        "let set ?(to_ = 0) () = count := to_\n",
        // A function that takes a function.
        "let apply f = count := f !count\n",
        // A partial application.
        "let add n = fun m -> count := n - m\n",
    ];
    for spoiler in spoilers {
        let text = format!("let count = ref 0\n{spoiler}{fine}");
        assert_ne!(answer_of(&programs, &text, "fine"), Answer::Proved, "{text}");
    }
    // Without them it is an invariant.
    let up = "let up () = if !count < 9 then incr count\n";
    let text = format!("let count = ref 0\n{up}{fine}");
    assert_eq!(answer_of(&programs, &text, "fine"), Answer::Proved);
}

/// What is computed once and then kept is state, too.
#[test]
fn suspended_computations_are_state() {
    let programs = Programs::new();
    let text = "module type LIB = sig
  (** () -> (r: bool) *)
  val read : unit -> bool
end
module Use (Lib : LIB) = struct
  let config = lazy (Lib.read ())
  (** () -> (r: bool)
      effect F <Lib.read _> *)
  let get () = Lazy.force config
end
";
    assert_ne!(answer_of(&programs, text, "Use.get"), Answer::Proved);
}

#[test]
fn invariants_are_found_and_named() {
    let report = checked("corpus/ml/rate-limiter-fixed/main.ml", &["--prove"]);
    assert_eq!(answers(&report), [("allow", Answer::Proved)], "{report:?}");
    let found = proof(&report, "allow");
    assert!(found.invariants.contains(&"window.used >= 0".to_owned()), "{:?}", found.invariants);
    // The cell can be written from outside.
    let outside = "only functions of the module change `window`".to_owned();
    assert!(found.rests_on.contains(&outside), "{:?}", found.rests_on);
}

/// Tables whose keys are bound once, and lengths: as invariants, and where a function breaks them.
#[test]
fn whole_lists_have_invariants() {
    let programs = Programs::new();
    let table = |write: &str| {
        format!(
            "let all : (int, int) Hashtbl.t = Hashtbl.create 8\nlet set k v = Hashtbl.{write} all k v\n(** (k: int) -> unit\n    ensure not (Hashtbl.mem all k) *)\nlet unset k = Hashtbl.remove all k\n"
        )
    };
    assert_eq!(answer_of(&programs, &table("replace"), "unset"), Answer::Proved);
    assert_ne!(answer_of(&programs, &table("add"), "unset"), Answer::Proved);
    let queue = |most: &str, more: &str| {
        format!(
            "let line : int Queue.t = Queue.create ()\n{more}(** (x: int) -> unit\n    ensure Queue.length line <= 3 *)\nlet add x =\n  Queue.push x line;\n  if Queue.length line > {most} then ignore (Queue.pop line)\n"
        )
    };
    assert_eq!(answer_of(&programs, &queue("3", ""), "add"), Answer::Proved);
    // More than histories of two calls come to.
    assert_ne!(answer_of(&programs, &queue("4", ""), "add"), Answer::Proved);
    let more = "let push x = if Queue.length line < 9 then Queue.push x line\n";
    assert_ne!(answer_of(&programs, &queue("3", more), "add"), Answer::Proved);
    let list = |drop: &str| {
        format!(
            "let items : int list ref = ref []\nlet size = ref 0\nlet push x = if !size < 1000 then (items := x :: !items; incr size)\nlet pop () = match !items with [] -> () | _ :: rest -> items := rest; {drop}\n(** unit -> (r: bool)\n    ensure r *)\nlet fine () = !size = List.length !items\n"
        )
    };
    assert_eq!(answer_of(&programs, &list("decr size"), "fine"), Answer::Proved);
    assert_ne!(answer_of(&programs, &list("if !size < 3 then decr size"), "fine"), Answer::Proved);
}

#[test]
fn hidden_state_rests_on_nothing() {
    let programs = Programs::new();
    let text = "module M : sig
  val up : unit -> unit
  val fine : unit -> bool
end = struct
  let count = ref 0
  let reset () = count := -1
  let up () = reset (); count := 1
  (** unit -> (r: bool)
      ensure r *)
  let fine () = !count >= 0
end
";
    let file = programs.add("hidden.ml", text);
    let found = proof(&checked(&file, &["--prove"]), "M.fine");
    assert_eq!(found.status, ProofStatus::Proved, "{found:?}");
    assert_eq!(found.rests_on, ["it returns"]);
    assert_eq!(found.invariants, ["!M.count >= 0"]);
    // The same function by another name can be called.
    let spoiled = text.replace("val up", "val spoil : unit -> unit\n  val up");
    let spoiled = spoiled.replace("let up", "let spoil = reset\n  let up");
    assert_ne!(answer_of(&programs, &spoiled, "M.fine"), Answer::Proved);
}

#[test]
fn counterexamples_to_induction_show_what_is_kept() {
    let programs = Programs::new();
    let text = "let seen = ref 0
let next () = if !seen < 100 then seen := !seen + 2
(** unit -> (r: bool)
    ensure r *)
let fine () = !seen mod 2 = 0
";
    let file = programs.add("kept.ml", text);
    let found = proof(&checked(&file, &["--prove", "--timeout", "20s"]), "fine");
    assert_eq!(found.status, ProofStatus::NotInductive, "{found:?}");
    assert!(found.state[0].starts_with("`seen` holds {contents = "), "{:?}", found.state);
    assert!(found.helps[0].contains("require"), "{:?}", found.helps);
}

/// What a callee ensures of a variable holds when it returns, and not for ever.
#[test]
fn contracts_of_callees_are_of_their_own_time() {
    let programs = Programs::new();
    let text = "let count = ref 0
(** unit -> unit
    ensure !count = 1 *)
let rec f () = if !count > 5 then (count := 0; f ()) else count := 1
(** unit -> unit
    ensure !count = 2 *)
let rec g () = if !count > 5 then (count := 0; g ()) else count := 2
(** unit -> (r: int)
    ensure r = 77 *)
let caller () = f (); g (); 5
";
    assert_ne!(answer_of(&programs, text, "caller"), Answer::Proved);
    let file = programs.add("times.ml", text);
    let report = checked(&file, &["--prove", "--history", "1", "--timeout", "20s"]);
    let target = report.targets.iter().find(|target| target.name == "caller").expect("one");
    let is_proved = |proof: &ProofText| proof.status == ProofStatus::Proved;
    assert!(!target.proof.as_ref().is_some_and(is_proved), "{report:?}");
}
