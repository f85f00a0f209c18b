//! Tests that `test` writes: they compile, fail with the fault and pass without it.
//!
//! Where OCaml is not installed, they are skipped; under `CI` they fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use testbed::{Tool, sample};

use crate::common::{Done, Programs, command, root, run};

/// Calls the binary from a folder.
fn tracehound_in(folder: &str, args: &[&str]) -> Done {
    run(command(args).current_dir(folder))
}

fn has_ocaml() -> bool {
    Tool::Ocaml.is_there()
}

/// The commands that `test --write` tells.
fn commands(written: &Done) -> Vec<String> {
    let lines = written.stdout.lines();
    lines.filter_map(|line| line.strip_prefix("    ")).map(str::to_owned).collect()
}

/// Compiles and runs a test with the commands that were printed for it; whether it passes, and what
/// it says.
fn run_test(folder: &str, commands: &[String]) -> (bool, String) {
    let mut told = String::new();
    for (number, line) in commands.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let program = Path::new(folder).join(words[0]);
        let program = if program.exists() { program } else { PathBuf::from(words[0]) };
        let done = Command::new(program).args(&words[1..]).current_dir(folder).output();
        let done = done.expect("it can be started");
        told = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        let is_last = number + 1 == commands.len();
        assert!(is_last || done.status.success(), "it does not compile: {told}");
        if is_last {
            return (done.status.success(), told);
        }
    }
    panic!("no command was told: {told}")
}

/// A method, wrong and right.
struct Pair {
    name: String,
    wrong: PathBuf,
    right: PathBuf,
}

/// Violations of the corpus, one for each right program, with that program.
///
/// Cases that show a contract which is too weak have no right program.
fn pairs() -> Vec<Pair> {
    let folder = root().join("corpus/ml");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let is_violation = |name: &&String| {
        let case = fs::read_to_string(folder.join(name).join("case.toml")).unwrap_or_default();
        let weak = name.ends_with("-inductive") || name.ends_with("-paper");
        !weak && case.contains("\"violation\"") && folder.join(name).join("main.ml").exists()
    };
    let right_of = |wrong: &str| {
        let rights = names.iter().filter_map(|name| Some((name, name.strip_suffix("-fixed")?)));
        let mut rights = rights.filter(|(_, stem)| wrong.starts_with(stem));
        rights.next_back().map(|(name, _)| folder.join(name).join("main.ml"))
    };
    let pair = |name: &String| {
        let right = right_of(name).filter(|right| right.exists())?;
        Some(Pair { name: name.clone(), wrong: folder.join(name).join("main.ml"), right })
    };
    let mut pairs: Vec<Pair> = names.iter().filter(is_violation).filter_map(pair).collect();
    pairs.dedup_by(|next, before| next.right == before.right);
    pairs
}

/// The files of a case, without the case itself.
fn program_files(main: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(main.with_file_name("")).expect("it can be listed") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        if name.ends_with(".ml") || name.ends_with(".mli") {
            files.push((name, fs::read(&path).expect("it can be read")));
        }
    }
    files
}

/// What became of the tests of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PairEnd {
    Written,
    Refused,
}

/// Writes the tests of a pair and runs them: all fail on the wrong program and pass on the right one.
fn check_pair(Pair { name, wrong, right }: &Pair) -> PairEnd {
    let programs = Programs::new();
    let put = |main: &Path| {
        for (name, text) in program_files(main) {
            programs.add(&name, text);
        }
    };
    put(wrong);
    let case = fs::read_to_string(wrong.with_file_name("case.toml")).expect("it has a case");
    let history = case.split_once("history = ").and_then(|(_, rest)| rest.split(' ').next());
    let mut args = vec!["test", "main.ml", "--write"];
    args.extend(history.iter().flat_map(|history| ["--history", history]));
    let written = tracehound_in(programs.path(), &args);
    let refusals = [
        "no test can be written for this violation yet",
        "a call was run by contract",
        "a test cannot look into a function",
        "it depends on random numbers",
    ];
    // All files of a case lie in its folder.
    assert!(!written.stderr.contains("lies in another folder"), "{name}: {}", written.stderr);
    if refusals.iter().any(|refusal| written.stderr.contains(refusal)) {
        return PairEnd::Refused;
    }
    assert_eq!(written.code, 0, "{name}: {}", written.stderr);
    for test in commands(&written).chunks(2) {
        put(wrong);
        let (passes, told) = run_test(programs.path(), test);
        assert!(!passes, "{name}: {told}");
        assert!(told.contains("then the call: "), "{name}: {told}");
        put(right);
        let (passes, told) = run_test(programs.path(), test);
        assert!(passes, "{name}: {told}");
    }
    PairEnd::Written
}

/// The pairs whose place modulo four is `part`: four tests run beside each other. The usual run takes a third.
fn check_pairs(part: usize) {
    if !has_ocaml() {
        return;
    }
    let pairs: Vec<Pair> = pairs().into_iter().skip(part).step_by(4).collect();
    assert!(pairs.len() >= 20, "{} pairs", pairs.len());
    let taken = sample(&format!("pairs {part}"), &pairs, pairs.len().div_ceil(3));
    let ends: Vec<PairEnd> = taken.into_iter().map(check_pair).collect();
    let refused = ends.iter().filter(|end| **end == PairEnd::Refused).count();
    assert!(refused <= 4, "{refused} of {} tests are refused", ends.len());
}

#[test]
fn tests_fail_with_the_fault_and_pass_without_it_1() {
    check_pairs(0);
}

#[test]
fn tests_fail_with_the_fault_and_pass_without_it_2() {
    check_pairs(1);
}

#[test]
fn tests_fail_with_the_fault_and_pass_without_it_3() {
    check_pairs(2);
}

#[test]
fn tests_fail_with_the_fault_and_pass_without_it_4() {
    check_pairs(3);
}

/// Writes the test of a program, and runs it with that and with another one in its place.
#[track_caller]
fn check(wrong: &str, right: &str, says: &str) {
    if !has_ocaml() {
        return;
    }
    let programs = Programs::new();
    programs.add("main.ml", wrong);
    let written = tracehound_in(programs.path(), &["test", "main.ml", "--write"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let test = commands(&written);
    let (passes, told) = run_test(programs.path(), &test);
    assert!(!passes && told.contains(says), "{told}");
    programs.add("main.ml", right);
    let (passes, told) = run_test(programs.path(), &test);
    assert!(passes && told.contains(": ok"), "{told}");
}

const EXTERNAL: &str = "
(** predicate holds(C, n) := F (<C.write n> && X G ~<C.write _>) *)
module Cell = struct
  type handle
  (** (h: handle) -> (n: int) -> unit
      effect <write h n> *)
  external write : handle -> int -> unit = \"cell_write\"
end
(** (h: Cell.handle) -> unit
    ghost (g: Cell.handle)
    effect G (<Cell.write g _> implies X G ~<Cell.write g _>) *)
let touch h = BODY
";

/// A method in a folder of attribute specs is no module by itself, so the test holds it.
#[test]
fn tests_of_attribute_folders_hold_the_method() {
    if !has_ocaml() {
        return;
    }
    let corpus = root().join("corpus/ml-folders");
    let mut run = 0;
    for entry in fs::read_dir(&corpus).expect("the corpus is there") {
        let folder = entry.expect("it can be listed").path();
        if !folder.is_dir() {
            continue;
        }
        let (copy, name) = (Programs::new(), folder.display().to_string());
        for file in fs::read_dir(&folder).expect("it can be listed") {
            let path = file.expect("it can be listed").path();
            let name = path.file_name().expect("it has a name").to_string_lossy();
            copy.add(&name, fs::read(&path).expect("it can be read"));
        }
        let found = tracehound_in(copy.path(), &["check", ".", "--format", "json"]);
        let report: serde_json::Value =
            serde_json::from_str(&found.stdout).expect("one JSON object");
        let targets = report["targets"].as_array().into_iter().flatten();
        let broken = targets.filter(|target| target["answer"] == "violation");
        for target in broken {
            let method = target["name"].as_str().expect("targets have names");
            let wanted = format!("{method}.ml:{method}");
            let written = tracehound_in(copy.path(), &["test", &wanted, "--write"]);
            if written.stderr.contains("a call was run by contract") {
                continue;
            }
            assert_eq!(written.code, 0, "{name}, {method}: {}", written.stderr);
            for test in commands(&written).chunks(2) {
                let (passes, told) = run_test(copy.path(), test);
                assert!(!passes, "{name}, {method}: it passes with the fault");
                assert!(!told.contains("not reached"), "{name}, {method}: {told}");
                run += 1;
            }
        }
    }
    assert!(run >= 10, "only {run} tests were written");
}

#[test]
fn externals_are_played_by_callbacks() {
    let with = |body: &str| EXTERNAL.replace("BODY", body);
    let wrong = with("Cell.write h 1; Cell.write h 2");
    check(&wrong, &with("Cell.write h 2"), "Cell.write handle1 2");
}

const PURE: &str = "
(** axiom irreflexive(a: Elem.t) := !Elem.less(a, a) *)
(** axiom total(a: Elem.t, b: Elem.t) := a == b || Elem.less(a, b) || Elem.less(b, a) *)
module type ELEM = sig
  type t
  val less : t -> t -> bool [@@pure]
end
module type LOG = sig
  type elem
  (** (x: elem) -> unit
      effect <push x> *)
  val push : elem -> unit
end
module Sorted (Elem : ELEM) (Log : LOG with type elem = Elem.t) = struct
  (** (x: Elem.t) -> (y: Elem.t) -> unit
      ghost (a: Elem.t) (b: Elem.t)
      require Elem.less(a, b) && !Elem.less(b, a)
      effect G (<Log.push b> implies X G ~<Log.push a>) *)
  let both x y = BODY
end
";

#[test]
fn pure_functions_keep_their_tables_and_axioms() {
    let with = |body: &str| PURE.replace("BODY", body);
    let right = "if Elem.less x y then (Log.push x; Log.push y) else (Log.push y; Log.push x)";
    check(&with("Log.push x; Log.push y"), &with(right), "breaks effect");
}

const REQUIRE: &str = "
module type FILE = sig
  type t
  type mode = Text | Binary of int
  (** (f: t) -> (n: int) -> (m: mode) -> unit
      require n > 0
      effect <write f n m> *)
  val write : t -> int -> mode -> unit
end
module Writer (File : FILE) = struct
  (** effect true *)
  let put f n m = BODY
end
";

#[test]
fn a_call_that_a_library_does_not_allow_fails() {
    let with = |body: &str| REQUIRE.replace("BODY", body);
    let right = "if n > 0 then File.write f n m";
    check(&with("File.write f n m"), &with(right), "arguments that it does not allow");
}

const BLOCK: &str = "
module type LOG = sig
  (** unit -> unit
      effect <start> ; <stop> *)
  val start : unit -> unit
  val stop : unit -> unit
end
module Service (Log : LOG) = struct
  (** effect G !(<Log.start> && X F <Log.start>) *)
  let run () = BODY
end
";

#[test]
fn operations_with_several_events_are_played() {
    let with = |body: &str| BLOCK.replace("BODY", body);
    check(&with("Log.start (); Log.start ()"), &with("Log.start ()"), "4. Log.stop ()");
}

const RECORD: &str = "
type shade = Dark | Light of int
type pair = { left : int; shade : shade option }
module type PEN = sig
  type ink
  (** (p: pair) -> (i: ink) -> unit
      effect <draw p i> *)
  val draw : pair -> ink -> unit
  (** (p: pair) -> (s: shade)
      effect <look p s> *)
  val look : pair -> shade
end
module Paint (Pen : PEN with type ink = char) = struct
  (** (p: pair) -> (i: char) -> unit
      ghost (q: pair)
      effect G (<Pen.look q _> implies X G ~<Pen.draw q _>) *)
  let paint p i = BODY
end
";

#[test]
fn values_of_all_kinds_are_written() {
    let with = |body: &str| RECORD.replace("BODY", body);
    let wrong = with("if Pen.look p <> Dark then Pen.draw p i");
    check(&wrong, &with("if Pen.look p = Dark then ()"), "Pen.draw { left = 0; shade = ");
}

/// As much of Alcotest as a test uses, for machines without it.
const ALCOTEST: &str = "
exception Failed of string
let fail message = raise (Failed message)
let test_case name (_ : [ `Quick | `Slow ]) check = (name, check)
let run (_ : string) (suites : (string * (string * (unit -> unit)) list) list) =
  let case (name, check) = try check () with Failed why -> prerr_endline (name ^ why); exit 1 in
  List.iter (fun (_, cases) -> List.iter case cases) suites
";

#[test]
fn tests_for_alcotest_compile_against_its_interface() {
    if !has_ocaml() {
        return;
    }
    let programs = Programs::new();
    let wrong = fs::read(root().join("corpus/ml/set-insert/main.ml")).expect("it is there");
    programs.add("main.ml", wrong);
    programs.add("alcotest.ml", ALCOTEST);
    let args = ["test", "main.ml:insert", "--write", "--framework", "alcotest"];
    let written = tracehound_in(programs.path(), &args);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let mut test = commands(&written);
    let real = "ocamlfind ocamlopt -package alcotest -linkpkg";
    assert!(test[0].starts_with(real), "{test:?}");
    test[0] = test[0].replace(real, "ocamlopt").replace(" main.ml", " alcotest.ml main.ml");
    let (passes, told) = run_test(programs.path(), &test);
    assert!(!passes && told.contains("Bag.add"), "{told}");
    let right = fs::read(root().join("corpus/ml/set-insert-fixed/main.ml")).expect("it is there");
    programs.add("main.ml", right);
    let (passes, told) = run_test(programs.path(), &test);
    assert!(passes, "{told}");
}

/// Whether Alcotest is installed as Debian has it; under `CI` it must be.
fn has_alcotest() -> bool {
    let is_there = Path::new("/usr/lib/ocaml/alcotest").exists();
    assert!(is_there || !testbed::is_ci(), "libalcotest-ocaml-dev is not installed");
    if !is_there {
        eprintln!("skipped: Alcotest is not installed");
    }
    is_there && has_ocaml()
}

#[test]
fn tests_for_alcotest_run_with_the_real_library() {
    if !has_alcotest() {
        return;
    }
    for (wrong, right) in
        [("set-insert", "set-insert-fixed"), ("ring-queue-wraps-late", "ring-queue-fixed")]
    {
        let programs = Programs::new();
        let put = |case: &str| {
            let main = root().join(format!("corpus/ml/{case}/main.ml"));
            for (name, text) in program_files(&main) {
                programs.add(&name, text);
            }
        };
        put(wrong);
        let args = ["test", "main.ml", "--write", "--framework", "alcotest"];
        let written = tracehound_in(programs.path(), &args);
        assert_eq!(written.code, 0, "{}", written.stderr);
        let test = commands(&written);
        let (passes, told) = run_test(programs.path(), &test[..2]);
        assert!(!passes && told.contains("then the call: "), "{wrong}: {told}");
        put(right);
        let (passes, told) = run_test(programs.path(), &test[..2]);
        assert!(passes && told.contains("Test Successful"), "{right}: {told}");
    }
}

#[test]
fn findings_are_named_by_id_file_or_report() {
    let programs = Programs::new();
    programs.add("main.ml", fs::read(root().join("corpus/ml/set-insert/main.ml")).expect("there"));
    let folder = programs.path();
    let checked = tracehound_in(folder, &["check", "main.ml", "--save-run", "saved"]);
    let id = checked.stdout.split_whitespace().find(|word| word.starts_with("ADT001-"));
    let id = id.expect("the report tells the id").to_owned();
    let by_file = tracehound_in(folder, &["test", "main.ml"]);
    assert!(by_file.stdout.contains(&id), "{}", by_file.stdout);
    for args in [vec!["test", id.as_str()], vec!["test", &id, "main.ml"], vec!["test", "saved"]] {
        let done = tracehound_in(folder, &args);
        assert_eq!((done.code, &done.stdout), (0, &by_file.stdout), "{args:?} {}", done.stderr);
    }
    let other = tracehound_in(folder, &["test", "ADT001-000000", "main.ml"]);
    assert_eq!(other.code, 4, "{}", other.stderr);
}

#[test]
fn a_file_that_differs_is_written_over_only_by_force() {
    let programs = Programs::new();
    programs.add("main.ml", fs::read(root().join("corpus/ml/set-insert/main.ml")).expect("there"));
    let folder = programs.path();
    let write = |more: &[&str]| {
        let args = [&["test", "main.ml", "--write", "--out", "kept"], more].concat();
        tracehound_in(folder, &args)
    };
    let first = write(&[]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let name = first.stdout.lines().find_map(|line| line.strip_prefix("wrote "));
    let name = name.expect("it tells what it wrote").to_owned();
    assert_eq!(write(&[]).code, 0, "the same again is fine");
    programs.add(&name, "(* mine *)");
    let refused = write(&[]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!(write(&["--force"]).code, 0);
    let checked = tracehound_in(folder, &["check", "."]);
    assert_eq!(checked.code, 1, "kept tests are no programs: {}", checked.stdout);
    assert!(!checked.stdout.contains("input problem"), "{}", checked.stdout);
}

#[test]
fn what_has_no_test_says_why() {
    let programs = Programs::new();
    let path = programs.add("main.toy", crate::common::FAILS);
    let done = tracehound_in(programs.path(), &["test", &path]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stderr.contains("`test` takes no programs of Toy"), "{}", done.stderr);
    let right = root().join("corpus/ml/set-insert-fixed/main.ml");
    let done = tracehound_in(programs.path(), &["test", &right.to_string_lossy()]);
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(done.stderr.contains("nothing to keep"), "{}", done.stderr);
}
