//! Contracts inside of functions: which loops and local functions they belong to, and what is refused.

use std::collections::BTreeSet;

use lang_ml::spec::Specs;
use lang_ml::{Layout, is_local_code, load};
use source::{Diagnostic, Files};
use term::Pool;

/// The code and the text of each check in a program, each once, and the targets; or the codes of what is wrong.
/// A check stands in the program once more for proofs, which cut loops and functions there.
fn checks(text: &str) -> Result<(Vec<String>, Vec<String>), Vec<String>> {
    let (pool, mut files) = (Pool::new(), Files::new());
    let file = files.add("main.ml", text);
    let codes = |faults: Vec<Diagnostic>| -> Vec<String> {
        faults.iter().map(|fault| fault.code.clone().unwrap_or_default()).collect()
    };
    let module =
        load(&pool, &mut files, std::slice::from_ref(&file), Layout::Modules).map_err(codes)?;
    let specs = Specs::read(&pool, &file, &module).map_err(codes)?;
    let stated = module.program.stated().filter(|(_, _, code)| is_local_code(code));
    let shown: BTreeSet<String> = stated
        .map(|(id, _, code)| {
            let span = module.program.span(id).expect("checks have places");
            format!("{code} {}", &file.text()[span.range()])
        })
        .collect();
    let shown = shown.into_iter().collect();
    Ok((shown, specs.methods.iter().map(|method| method.name.clone()).collect()))
}

#[track_caller]
fn check(text: &str, expected: &[&str], targets: &[&str]) {
    let (found, names) = checks(text).unwrap_or_else(|codes| panic!("{codes:?}"));
    assert_eq!(found, expected);
    assert_eq!(names, targets);
}

#[track_caller]
fn refused(text: &str, code: &str) {
    assert_eq!(checks(text).expect_err("it is refused"), [code]);
}

#[test]
fn invariant_stands_after_do_or_before_the_loop() {
    check(
        "let f n = let i = ref 0 in while !i < n do (** invariant !i <= n *) incr i done\n\
         let g n = let i = ref 0 in\n  (** invariant !i >= 0 *)\n  while !i < n do incr i done; !i\n\
         let h n = for i = 0 to n do (*@ invariant i >= 0 *) ignore (i + n) done",
        &["ML105 !i <= n", "ML105 !i >= 0", "ML105 i >= 0"],
        &["f", "g", "h"],
    );
}

#[test]
fn comment_after_do_belongs_to_the_outer_loop() {
    check(
        "let f n = for i = 0 to n do (** invariant i >= 0 *)\n\
         while false do (** invariant n > 7 *) () done done",
        &["ML105 i >= 0", "ML105 n > 7"],
        &["f"],
    );
}

#[test]
fn variant_is_checked() {
    check(
        "let f n = let i = ref n in while !i > 0 do (*@ variant !i *) decr i done",
        &["ML106 !i"],
        &["f"],
    );
}

#[test]
fn local_functions_have_contracts_above_or_after() {
    check(
        "let f x =\n  (** (y: int) -> (r: int)\n      require y > 0\n      ensure r > y *)\n\
         let g y = y + 1 in\n  let rec h = function 0 -> 0 | n -> h (n - 1)\n\
         (*@ r = h n\n      ensures r = 0 *)\n  in g (h x)",
        &["ML107 y > 0", "ML108 r = 0", "ML108 r > y"],
        &["f"],
    );
}

#[test]
fn definitions_of_a_module_have_contracts_of_gospel_after_them() {
    check("let f x = x + 1\n(*@ r = f x\n    ensures r > x *)\nlet g x = x", &[], &["f"]);
}

#[test]
fn prose_is_no_invariant() {
    check(
        "let f n = (** the usual loop: invariant under rotation *) for i = 0 to n do\n\
         (** Keeps the invariant of the table. *) ignore i done\n\
         let g x = (** Adds one. *) let h y = y + 1 in h x",
        &[],
        &[],
    );
}

#[test]
fn what_belongs_to_nothing_is_refused() {
    refused("let f n = while n > 0 do ignore n; (** invariant n > 0 *) ignore n done", "SPC015");
    refused("let () = for i = 0 to 3 do (** invariant i >= 0 *) () done", "SPC015");
    refused("let f n = (** ensure n > 0 *) let m = n + 1 in m", "SPC015");
}

#[test]
fn clauses_on_events_are_refused_at_local_functions() {
    refused("let f x = (** (y: int) -> unit\n effect !any *) let g y = ignore y in g x", "SPC009");
    refused(
        "let f x = (** (y: int) -> (z: int) -> unit\n require y > 0 *) let g y = () in g x",
        "SPC006",
    );
}

#[test]
fn conditions_perform_nothing() {
    let store = "module type S = sig (** unit -> (r: int)\n effect <size _ r> *) val size : unit -> int end\n";
    refused(
        &format!(
            "{store}module F (T : S) = struct let size () = T.size ()\n\
             let f n = while n > 0 do (** invariant size () > 0 *) () done end"
        ),
        "SPC016",
    );
    refused("let f n = while n > 0 do (** invariant old(n) = n *) () done", "SPC016");
}

#[test]
fn quantifiers_are_named_and_not_checked() {
    let text = "let f n = while n > 0 do (*@ invariant forall i. i > 0 invariant n > 0 *) () done";
    check(text, &["ML105 n > 0"], &["f"]);
}
