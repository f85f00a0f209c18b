//! OCaml files by the real binary: what the corpus cannot say with data alone.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{Programs, root, tracehound};
use serde_json::Value;

const AFTER_READ: &str = "corpus/ml/counter-after-read/main.ml";

/// The OCaml programs that we ship and that are no bad input on purpose: the files of each.
fn shipped() -> Vec<Vec<PathBuf>> {
    let below = |folder: &PathBuf| {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("it can be listed").path()).collect::<Vec<_>>()
    };
    let is_source = |path: &PathBuf| path.extension().is_some_and(|e| e == "ml" || e == "mli");
    let sources = |folder: &PathBuf| below(folder).into_iter().filter(is_source).collect();
    let folders = |name: &str| below(&root().join(name)).into_iter().filter(|path| path.is_dir());
    let mut programs: Vec<Vec<PathBuf>> =
        folders("corpus/ml").map(|folder| sources(&folder)).collect();
    for folder in folders("examples") {
        programs.extend(sources(&folder).into_iter().map(|file: PathBuf| vec![file]));
    }
    programs.sort();
    programs
}

#[test]
fn shipped_files_are_accepted_by_the_real_compiler() {
    if !testbed::Tool::Ocaml.is_there() {
        return;
    }
    let programs = shipped();
    assert!(programs.len() > 5, "{programs:?}");
    for files in programs.iter().filter(|files| !files.is_empty()) {
        let folder = tempfile::tempdir().expect("there is room for scratch files");
        for file in files {
            let name = file.file_name().expect("a file has a name");
            fs::copy(file, folder.path().join(name)).expect("it can be copied");
        }
        let script = "ocamlc -c $(ocamldep -sort *.ml $(ls *.mli 2>/dev/null))";
        let done = Command::new("sh").args(["-c", script]).current_dir(folder.path()).output();
        let done = done.expect("OCaml is there");
        assert!(done.status.success(), "{files:?}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn unrealizable_histories_do_not_count() {
    let done = tracehound(&["check", AFTER_READ]);
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(done.stdout.contains("1 proved if it returns"), "{}", done.stdout);
    let done = tracehound(&["check", AFTER_READ, "--any-history"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stdout.contains("by --any-history"), "{}", done.stdout);
}

#[test]
fn what_needs_a_longer_history_is_found_only_with_one() {
    let program = "corpus/ml/linked-list-remove/main.ml";
    assert_eq!(tracehound(&["check", program, "--history", "3"]).code, 0);
    assert_eq!(tracehound(&["check", program, "--history", "5"]).code, 1);
}

#[test]
fn methods_are_named_with_or_without_their_modules() {
    let list = tracehound(&["list", "examples/ml/linked_list.ml"]);
    assert_eq!(list.stdout, "examples/ml/linked_list.ml:Linked_list.remove\n");
    for name in ["remove", "Linked_list.remove"] {
        let done = tracehound(&["check", &format!("examples/ml/linked_list.ml:{name}")]);
        assert_eq!(done.code, 1, "{name}: {}{}", done.stdout, done.stderr);
    }
    let done = tracehound(&["check", "examples/ml/linked_list.ml:insert"]);
    assert_eq!(done.code, 4, "{}", done.stdout);
}

#[test]
fn a_file_without_contracts_has_no_targets() {
    let programs = Programs::new();
    let path = programs.add("plain.ml", "(** Adds one. *)\nlet next n = n + 1\n");
    assert_eq!(tracehound(&["check", &path]).code, 4);
}

#[test]
fn contracts_that_cover_no_call_are_reported() {
    let programs = Programs::new();
    let text = "module type LOG = sig val write : int -> unit end\n\
                module M (Log : LOG) = struct\n\
                (** (n: int) -> unit\n require n < n\n effect false *)\n\
                let put n = Log.write n\nend\n";
    let path = programs.add("vacuous.ml", text);
    let done = tracehound(&["check", &path]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("SPC011"), "{}", done.stdout);
    assert!(done.stdout.contains("vacuous.ml:4:10"), "{}", done.stdout);
}

/// The one finding of a JSON report.
#[track_caller]
fn only_finding(args: &[&str]) -> serde_json::Value {
    let done = tracehound(&[&["check", "--format", "json"], args].concat());
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let report: serde_json::Value = serde_json::from_str(&done.stdout).expect("it is JSON");
    let findings = report["targets"][0]["findings"].as_array().expect("a list");
    assert_eq!(findings.len(), 1, "{findings:?}");
    findings[0].clone()
}

#[test]
fn shortest_history_is_reported() {
    for (program, shortest) in [("set-insert", 1), ("counter-next", 1), ("linked-list-remove", 4)] {
        let program = format!("corpus/ml/{program}/main.ml");
        let finding = only_finding(&[&program, "--history", "5"]);
        assert_eq!(finding["call"]["history"], shortest, "{program}");
        assert_eq!(finding["call"]["shortest"], true, "{program}");
        let shorter = (shortest - 1).to_string();
        let done = tracehound(&["check", &program, "--history", &shorter]);
        // Without any history a contract may cover no call, and then nothing is decided.
        assert!([0, 3].contains(&done.code), "{program}: {}", done.stdout);
    }
}

#[test]
fn broken_clause_is_named_with_its_event() {
    let finding = only_finding(&["corpus/ml/linked-list-remove/main.ml"]);
    assert_eq!(finding["broken"]["part"], "~<Nxt.put !a b>");
    assert_eq!(finding["broken"]["event"], 9);
    assert_eq!(finding["events"][8]["op"], "Nxt.put");
}

#[test]
fn what_broke_within_a_predicate_is_shown_at_its_use() {
    let programs = Programs::new();
    let text = "(** predicate once(S, m) := G (<S.write m> implies X G ~<S.write m>) *)\n\
                module type LOG = sig\n(** (n: int) -> unit\n effect <write n> *)\n\
                val write : int -> unit end\n\
                module M (Log : LOG) = struct\n\
                (** (n: int) -> unit\n ghost (m: int)\n effect once(Log, m) *)\n\
                let twice n = Log.write n; Log.write n\nend\n";
    let path = programs.add("twice.ml", text);
    let finding = only_finding(&[&path]);
    let (part, how) = (&finding["broken"]["part"], &finding["broken"]["how"]);
    assert_eq!(part, "~<Log.write m>");
    assert_eq!(how, "`~<Log.write m>` fails at event 2, because of event 1");
    assert_eq!(finding["broken"]["place"]["line"], 9);
}

#[test]
fn values_are_written_as_ocaml_writes_them() {
    let programs = Programs::new();
    let text = "type shape = Dot | Box of int * int\n\
                type item = { size : int; tags : string list; shape : shape option }\n\
                module type LOG = sig\n(** (n: int) -> unit\n effect <write n> *)\n\
                val write : int -> unit end\n\
                module M (Log : LOG) = struct\n\
                (** (item: item) -> (ok: bool)\n ensure ok *)\n\
                let put item = match item with\n\
                | { size = -3; tags = [ \"a\"; \"\" ]; shape = Some (Box (7, -1)) } ->\n\
                  Log.write (-5); false\n\
                | _ -> true\nend\n";
    let finding = only_finding(&[&programs.add("values.ml", text)]);
    assert_eq!(
        finding["call"]["text"],
        "M.put {size = -3; tags = [\"a\"; \"\"]; shape = Some (Box (7, -1))}"
    );
    assert_eq!(finding["events"][0]["text"], "Log.write (-5)");
    assert_eq!(finding["events"][1]["text"], "returns false");
}

#[test]
fn replaceable_values_are_marked() {
    let programs = Programs::new();
    let text = "module type LOG = sig\n(** (n: int) -> unit\n effect <write n> *)\n\
                val write : int -> unit end\n\
                module M (Log : LOG) = struct\n\
                (** (key: int) -> (n: int) -> unit\n effect eps *)\n\
                let put key n = if key = 42 then Log.write n\nend\n";
    let finding = only_finding(&[&programs.add("matters.ml", text)]);
    assert_eq!(finding["call"]["text"], "M.put 42 0");
    let exchanged = finding["exchanged"].as_array().expect("a list");
    assert_eq!(exchanged.len(), 1, "42 matters: {exchanged:?}");
    assert_eq!(exchanged[0]["value"], "0");
    assert_eq!(exchanged[0]["not_with"].as_array().map(Vec::len), Some(0), "{exchanged:?}");
}

#[test]
fn findings_are_replayed_and_explained_by_their_ids() {
    let programs = Programs::new();
    let broken = fs::read_to_string(root().join("corpus/ml/linked-list-remove/main.ml"));
    let fixed = fs::read_to_string(root().join("corpus/ml/linked-list-remove-fixed/main.ml"));
    let path = programs.add("kept_list.ml", broken.expect("it is there"));
    let finding = only_finding(&[&path]);
    let id = finding["id"].as_str().expect("a text");
    let still = tracehound(&["replay", id]);
    assert_eq!(still.code, 1, "{still:?}");
    assert!(still.stdout.contains("still fails"), "{}", still.stdout);
    let told = tracehound(&["explain", id]);
    assert!(told.stdout.contains("then the call: Linked_list.remove"), "{}", told.stdout);
    assert!(told.stdout.contains("## What to do"), "{}", told.stdout);
    programs.add("kept_list.ml", fixed.expect("it is there"));
    let mended = tracehound(&["replay", id]);
    assert_ne!(mended.code, 1, "{mended:?}");
    assert!(!mended.stdout.contains("still fails"), "{}", mended.stdout);
    let unknown = tracehound(&["replay", "ADT001-000000"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("there is no finding"), "{}", unknown.stderr);
}

/// A folder of attribute specs, without one of its files.
fn folder_without(missing: &str) -> Programs {
    let (copy, from) = (Programs::new(), root().join("corpus/ml-folders/set-over-kv"));
    for entry in fs::read_dir(from).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("its names are UTF-8");
        if name != missing {
            copy.add(name, fs::read(&path).expect("it can be read"));
        }
    }
    copy
}

#[test]
fn incomplete_attribute_folder_is_bad_input() {
    for missing in ["lib_nty.ml", "lib_rty.ml", "automata_preds.ml", "ri.ml"] {
        let folder = folder_without(missing);
        let done = tracehound(&["check", folder.path()]);
        assert_eq!(done.code, 2, "{missing}: {}", done.stdout);
        assert_eq!(
            done.stdout.matches(&format!("has no `{missing}`")).count(),
            1,
            "{}",
            done.stdout
        );
    }
}

#[test]
fn what_the_methods_of_a_folder_share_is_no_method() {
    let done = tracehound(&["check", "corpus/ml-folders/set-over-kv/lib_rty.ml"]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stdout.contains("holds what the methods of its folder share"), "{}", done.stdout);
    let done = tracehound(&["list", "corpus/ml-folders/set-over-kv"]);
    assert_eq!(done.stdout.lines().count(), 3, "{}", done.stdout);
}

/// With a table of costs no shorter history is looked for, as if there were no time for it.
#[test]
fn ids_do_not_depend_on_the_length_of_histories() {
    let programs = Programs::new();
    let json = programs.add("run.json", "");
    let found = |options: &[&str]| {
        let mut args = vec!["check", "corpus/ml/lamp-toggle/main.ml"];
        let report = format!("json={json}");
        args.extend(["--report", &report]);
        args.extend(options);
        assert_eq!(tracehound(&args).code, 1, "{options:?}");
        let text = std::fs::read_to_string(&json).expect("it was written");
        let report: Value = serde_json::from_str(&text).expect("one JSON object");
        let finding = &report["targets"][0]["findings"][0];
        (finding["id"].to_string(), finding["events"].as_array().expect("a list").len())
    };
    let (id, events) = found(&[]);
    let (unshortened, more) = found(&["--format", "markdown"]);
    assert_eq!(id, unshortened);
    assert_ne!(events, more, "a test of nothing: choose another program");
}

/// A loop of three rounds in a loop of three rounds, over `body`.
fn nested_loops(ensured: &str, body: &str) -> String {
    format!(
        "(** (b: bool) -> (n: int) -> (v: int)\n    ensure {ensured} *)\n\
         let nested b n =\n  let c = ref 0 in\n  for _i = 1 to 3 do for _j = 1 to 3 do {body} done done;\n  !c\n"
    )
}

#[track_caller]
fn check_nested_loops(ensured: &str, body: &str, expected: &str) {
    let programs = Programs::new();
    let path = programs.add("main.ml", nested_loops(ensured, body));
    let done = tracehound(&["check", &path, "--no-prove"]);
    assert!(done.stdout.contains(expected), "{body}: {}", done.stdout);
    assert!(!done.stdout.contains("ENG"), "{body}: {}", done.stdout);
}

/// What the path has decided at a branch is decided when the branch is met again.
#[test]
fn decided_branch_does_not_count_for_unroll() {
    let holds = "1 holds within history ≤ 4, events ≤ 12\n";
    check_nested_loops("v = 9 || v = 0", "if b then incr c", holds);
    check_nested_loops("v = 9 || v = 0", "if n > 5 && not b then incr c", holds);
    check_nested_loops(
        "v >= 0",
        "match n with 0 -> incr c | 1 -> () | _ -> if b then incr c",
        holds,
    );
    let broken = "1 violation, 0 inconclusive, 0 hold";
    check_nested_loops("v < 9", "match n with 0 -> () | 1 -> () | _ -> incr c", broken);
}

#[test]
fn an_endless_loop_over_what_is_decided_is_named() {
    let programs = Programs::new();
    let text = "(** (b: bool) -> (v: int)\n    ensure v = 0 *)\n\
                let endless b = while b do () done; 0\n";
    let path = programs.add("main.ml", text);
    let done = tracehound(&["check", &path, "--max-steps", "20000", "--no-prove"]);
    assert_eq!(done.code, 3, "{}", done.stdout);
    assert!(done.stdout.contains("limit of 20000 steps reached"), "{}", done.stdout);
}

/// What a definition leaves open its contract says.
#[test]
fn contracts_say_what_types_definitions_leave_open() {
    let check = |text: &str| {
        let programs = Programs::new();
        tracehound(&["check", &programs.add("main.ml", text), "--int", "ideal"])
    };
    let good = "module type E = sig type t end
module M (Elem : E) = struct
  (** (x: int) -> (unused: Elem.t) -> (v: int)
      require x > 0
      ensure v > 0 *)
  let first x unused = x
  (** (x: int) -> (v: int)
      ensure v > x *)
  let rec count x = if true then x + 1 else count x
  (** (x: int) -> (y: int) -> (v: bool)
      ensure v implies x < y + 1 *)
  let same x y = x = y
end
let used = (fun x -> x) 3";
    let done = check(good);
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(done.stdout.contains("3 proved if they return"), "{}", done.stdout);
    let bad = check(&good.replace("require x > 0", "require x > -1"));
    assert_eq!(bad.code, 1, "{}", bad.stdout);
    // A definition that is used at another type keeps its own.
    let polymorphic = "(** (x: int) -> (v: int)\n    ensure v = x *)\nlet ident x = x\n\
                       let used = (ident 3, ident true)";
    let done = check(polymorphic);
    assert_eq!(done.code, 0, "{}", done.stdout);
}

#[test]
fn contracts_stand_above_each_of_several_definitions() {
    let programs = Programs::new();
    let text = "(** (x: int) -> (r: bool)\n    ensure r *)\nlet rec first x = x <> x || true\n\
                (** (x: int) -> (r: bool)\n    ensure r *)\nand second x = x <> 3 && first x";
    let done = tracehound(&["check", &programs.add("main.ml", text), "--format", "short"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stdout.contains("(the call: second 3)"), "{}", done.stdout);
}

#[test]
fn other_values_that_lead_to_no_end_are_not_waited_for() {
    let programs = Programs::new();
    let text = "(** (n: int) -> (r: int)\n    ensure r = 0 *)\n\
                let rec countdown n = if n = 0 then 1 else countdown (n - 1)";
    let path = programs.add("main.ml", text);
    let done = tracehound(&["check", &path, "--timeout", "none", "--format", "json"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    let report: Value = serde_json::from_str(&done.stdout).expect("the report is whole");
    // With -1 the call would return 1, too, but that point is never reached.
    let exchanged = &report["targets"][0]["findings"][0]["exchanged"][0];
    assert_eq!(exchanged["same_with"], serde_json::json!(["1", "7", "1000"]), "{}", done.stdout);
    assert_eq!(exchanged["not_with"], serde_json::json!([]), "{}", done.stdout);
}

#[test]
fn what_is_protected_is_finished_whatever_happens() {
    let programs = Programs::new();
    let text = "let work z x () = if x = 3 then failwith \"three\" else !z + x
(** (x: int) -> (r: int)
    require x >= 0 && x < 10
    ensure r <> 15 *)
let handled x =
  let z = ref 2 in
  try Fun.protect ~finally:(fun () -> z := !z + 10) (work z x) with Failure _ -> !z + x
(** (x: int) -> (r: int)
    require x >= 0 && x < 10
    ensure r < 12 *)
let returned x =
  let z = ref 2 in
  Fun.protect ~finally:(fun () -> z := 0) (fun () -> try work z x () with Failure _ -> 0)
(** (x: int) -> (r: bool)
    require x >= 0 && x < 10
    ensure r iff x = 3 *)
let finally_fails x =
  try Fun.protect ~finally:(fun () -> ignore (work (ref 0) x ())) (fun () -> ()); false
  with Fun.Finally_raised (Failure _) -> true
";
    let done = tracehound(&["check", &programs.add("main.ml", text), "--format", "short"]);
    assert_eq!(done.stdout.lines().count(), 1, "{}", done.stdout);
    assert!(done.stdout.contains("(the call: handled 3)"), "{}", done.stdout);
    assert_eq!(done.code, 1, "{}", done.stdout);
}

#[test]
fn contracts_that_belong_to_nothing_are_refused() {
    let contract = "(** (x: int) -> (r: int)\n    ensure r = 1 *)";
    let check = |text: String| {
        let programs = Programs::new();
        tracehound(&["check", &programs.add("main.ml", text), "--format", "short"])
    };
    let strays = [
        format!("let f x = x\n{contract}"),
        format!("{contract}\n[@@@warning \"-32\"]\nlet f x = x"),
        format!("{contract}\n(** More of it. *)\nlet f x = x"),
        format!("{contract}\ntype t = int\nlet f x = x"),
    ];
    for text in strays {
        let done = check(text.clone());
        assert_eq!(done.code, 2, "{text}\n{}", done.stdout);
        assert!(done.stdout.contains("error[SPC015]"), "{text}\n{}", done.stdout);
    }
    let fine = [
        format!("{contract}\n(* a remark *)\nlet f x = 1 + x * 0"),
        format!(
            "module type S = sig\n  {contract}\n  (* a remark *)\n  val f : int -> int\nend\n{contract}\nlet f x = x * 0 + 1"
        ),
        format!(
            "(** (see below)\n    ensure that nothing breaks. *)\ntype t = int\n{contract}\nlet f x = 1 + x * 0"
        ),
        format!(
            "module M : sig\n  {contract}\n  val f : int -> int\nend = struct\n  let f x = x * 0 + 1\nend"
        ),
    ];
    for text in fine {
        let done = check(text.clone());
        assert_eq!(done.code, 0, "{text}\n{}", done.stdout);
    }
}

#[test]
fn contracts_are_written_as_people_write_ocaml() {
    let text = "\
type box = { mutable count : int }
let items : int list ref = ref []
let box = { count = 0 }
let slots = Array.make 2 0
let table : (int, box) Hashtbl.t = Hashtbl.create 8

(** (last: int) -> (any: int)
    require last >= 0 && last < 2
    ensure !items = last :: old !items
    ensure old !items = [] implies !items = [last]
    ensure slots.(last) = any && box.count = old box.count
    ensure List.length !items = old (List.length !items) + 1
    ensure Hashtbl.mem table last implies (Hashtbl.find table last).count = any *)
let push last =
  items := last :: !items;
  Hashtbl.replace table last { count = slots.(last) };
  slots.(last)
";
    let programs = Programs::new();
    let done = tracehound(&["check", &programs.add("main.ml", text), "--history", "2"]);
    assert_eq!(done.code, 0, "{}", done.stdout);
}

#[test]
fn clause_that_does_not_parse_is_one_error() {
    let text = "\
let cell = ref 0
(** (x: int) -> (r: int)
    ensure r = x ^^ 1
    ensure old(!cell) = !cell
    raises Not_found when !cell = 3 *)
let f x = x
";
    let programs = Programs::new();
    let done = tracehound(&["check", &programs.add("main.ml", text)]);
    assert_eq!((done.code, done.stdout.matches("error[").count()), (2, 1), "{}", done.stdout);
}

/// A function that only makes and matches constructors does nothing to what a module keeps.
#[test]
fn constructors_are_no_calls_of_a_library() {
    let text = "\
let cell = ref 0
let half n = if n mod 2 = 0 then Some (n / 2) else None

(** unit -> unit
    ensure !cell <= 1 *)
let add () = cell := !cell + Option.get (half 2)
";
    let programs = Programs::new();
    let done = tracehound(&["check", &programs.add("main.ml", text)]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stdout.contains("event 1: add ()"), "{}", done.stdout);
    assert!(!done.stdout.contains(": half"), "{}", done.stdout);
}

/// Types whose definitions apply them to ever larger types have values, but no end.
#[test]
fn mutable_data_of_endless_types_is_not_decided() {
    let check = |part: &str| {
        let text = format!(
            "type 'a t = {{ mutable value : 'a; mutable next : {part} t option }}\n\n\
             (** (x: int t) -> (v: int)\n    ensure v = x.value *)\n\
             let get (x : int t) = x.value\n"
        );
        let programs = Programs::new();
        tracehound(&["check", &programs.add("main.ml", text), "--unroll", "4"])
    };
    let regular = check("'a");
    assert_eq!(regular.code, 0, "{}{}", regular.stdout, regular.stderr);
    let endless = check("('a * 'a)");
    assert_eq!(endless.code, 3, "{}{}", endless.stdout, endless.stderr);
    assert!(endless.stdout.contains("nests without end"), "{}", endless.stdout);
}
