//! What contracts say of exceptions, of the program's own state and of what it computes; interfaces.

use harness::{Method, TrialNote};
use lang_ml::spec::Specs;
use lang_ml::{Layout, load};
use source::Files;
use term::Pool;

/// The methods with contracts of a program, or what is wrong with it. The last file is the program.
fn methods(texts: &[(&str, &str)]) -> Result<Vec<Method>, Vec<String>> {
    let (pool, mut files) = (Pool::new(), Files::new());
    let sources: Vec<_> = texts.iter().map(|(name, text)| files.add(name, text)).collect();
    let told = |faults: Vec<source::Diagnostic>| {
        faults.into_iter().map(|fault| fault.message).collect::<Vec<String>>()
    };
    let module = load(&pool, &mut files, &sources, Layout::Modules).map_err(told)?;
    let file = sources.last().expect("there is a program");
    Ok(Specs::read(&pool, file, &module).map_err(told)?.methods)
}

fn method(text: &str) -> Method {
    let mut all = methods(&[("a.ml", text)]).expect("a good program");
    all.pop().expect("a contract")
}

fn own_calls(method: &Method) -> Vec<String> {
    let notes = method.trial.iter().flat_map(|trial| &trial.notes);
    let own = notes.filter_map(|(_, note)| match note {
        TrialNote::OwnCall { name, .. } => Some(name.clone()),
        TrialNote::Value(_) | TrialNote::Began | TrialNote::Unmentioned => None,
    });
    own.collect()
}

#[test]
fn plain_contracts_need_no_trial() {
    assert!(method("(** (x: int) -> (y: int)\n ensure y > x *)\nlet f x = x + 1").trial.is_none());
    // A variable that the method does not get at.
    let text = "let n = ref 0\nlet g () = incr n\n(** (x: int) -> (y: int)\n ensure y > x *)\nlet f x = x + 1";
    assert!(method(text).trial.is_none());
}

#[test]
fn state_is_explored_by_calls_of_public_functions() {
    let body = "let n = ref 0\nlet reset () = n := 0\nlet helper k = n := k\nlet pure x = x\n\
                (** unit -> (m: int)\n ensure m >= 0 *)\nlet get () = !n";
    assert_eq!(own_calls(&method(body)), ["reset", "helper", "get"]);
    let sealed = format!(
        "module M : sig val reset : unit -> unit val get : unit -> int end = struct\n{body}\nend"
    );
    assert_eq!(own_calls(&method(&sealed)), ["reset", "get"]);
    let interface = "val reset : unit -> unit\nval get : unit -> int";
    let methods = methods(&[("a.mli", interface), ("a.ml", body)]).expect("a good program");
    assert_eq!(own_calls(&methods[0]), ["reset", "get"]);
}

#[test]
fn contracts_of_interfaces_count() {
    let body = "let size = ref 0\nlet push x = size := !size + x";
    let ours = "(** (x: int) -> unit\n ensure true *)\nval push : int -> unit";
    let gospel = "val push : int -> unit\n(*@ push x\n requires x > 0\n ensures x > 0 *)";
    for interface in [ours, gospel] {
        let methods = methods(&[("a.mli", interface), ("a.ml", body)]).expect("a good program");
        assert_eq!(methods[0].name, "push", "{interface}");
        assert_eq!(methods[0].cases[0].ensure.len(), 1, "{interface}");
    }
}

#[test]
fn modules_of_other_files_are_seen_through_their_interfaces() {
    let other = ("other.ml", "let hidden = 1\nlet shown = hidden + 1");
    let program = |name: &str| {
        format!("(** (x: int) -> (y: int)\n ensure y = x *)\nlet f x = x + Other.{name}")
    };
    let load = |name: &str| {
        let interface = ("other.mli", "val shown : int");
        methods(&[interface, other, ("a.ml", &program(name))]).map(|methods| methods.len())
    };
    assert_eq!(load("shown"), Ok(1));
    assert!(load("hidden").is_err());
}

#[test]
fn what_cannot_be_computed_is_refused_once() {
    let faults = |text: &str| methods(&[("a.ml", text)]).expect_err("it is refused");
    let ghost = "let size l = List.length l\n\
                 (** (x: int) -> (y: int)\n ghost (g: int)\n ensure size(g) = y *)\nlet f x = x";
    assert_eq!(faults(ghost), ["the program cannot compute with a ghost"]);
    let early = "let size l = List.length l\n\
                 (** (l: int list) -> (r: int list)\n require size(r) = 0 *)\nlet f l = l";
    assert_eq!(faults(early), ["what holds before the call cannot mention its result"]);
    let value = "(** raises Not_found *)\nlet f = List.hd";
    assert_eq!(faults(value), ["this clause needs a definition with all of its parameters"]);
    let typed = "let size l = List.length l\n(** (x: int) -> unit\n require size(x) = 0 *)\nlet f x = ignore (x + 1)";
    assert_eq!(faults(typed).len(), 1);
}
