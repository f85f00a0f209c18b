//! Symbolic runs of the paper's use cases.

use lang_k::{Options, Steps, Value, explore};
use term::{Pool, Sort};

use crate::support::{folder, load, solver};

/// The conditions of all paths to a configuration that matches a pattern.
fn paths(
    definition: &str,
    program: &str,
    inputs: &[&str],
    assume: impl Fn(&Pool) -> Vec<term::Term>,
    pattern: &str,
) -> Vec<String> {
    let mut language = load(definition, &[pattern]);
    let pool = Pool::new();
    let inputs = inputs.iter().map(|name| Value::Sym(pool.var(name, Sort::INT))).collect();
    let state = language.start(&pool, program, inputs);
    let options = Options { steps: Steps::First, ..Options::default() };
    let compiled = &language.language.compiled;
    let goal = &compiled.goals[0];
    let assumed = assume(&pool);
    let found = explore(&compiled.program, &pool, state, &assumed, Some(goal), &options, &solver);
    assert!(found.is_complete(), "{:?}", found.given_up);
    found
        .solutions
        .iter()
        .map(|end| {
            let conds = end.conds.iter().map(|cond| lang_k::show_term(&pool, *cond));
            conds.collect::<Vec<_>>().join(" andBool ")
        })
        .collect()
}

#[test]
fn no_error_of_init_arrays_is_reachable() {
    let program = std::fs::read_to_string(folder().join("simple/init-arrays.simple"));
    let found = paths(
        "simple/simple.md",
        &program.expect("the example is there"),
        &["n", "j", "x", "a1", "a2", "a3"],
        |pool| vec![pool.lt(pool.int(0), pool.var("n", Sort::INT))],
        "<output>... ListItem(\"error\") ...</output>",
    );
    assert_eq!(found, Vec::<String>::new());
}

/// A list in an array: inserting appends, deleting takes the first of equal elements.
const LISTS: &str = "
class List {
  var a[10]; var size;
  method List() { size = 0; }
  method insert(x) { if (size < 10) { a[size] = x; ++size; } }
  method delete(x) {
    var i = 0;
    while (i < size - 1 && a[i] != x) { i = i + 1; }
    if (a[i] == x) {
      while (i < size - 1) { a[i] = a[i + 1]; i = i + 1; }
      size = size - 1;
    }
  }
  method at(i) { return a[i]; }
}
class OrderedList extends List {
  method OrderedList() { super.List(); }
  method insert(x) {
    if (size < 10) {
      var i = 0; var k = 0;
      while (i < size && a[i] <= x) { i = i + 1; }
      ++size; k = size - 1;
      while (k > i) { a[k] = a[k - 1]; k = k - 1; }
      a[i] = x;
    }
  }
}
class Main {
  method Main() {
    var l1 = new KIND(); var l2 = new KIND();
    var e1 = read(); var e2 = read(); var x = read();
    l1.insert(e1); l1.insert(e2); l2.insert(e1); l2.insert(e2);
    l1.insert(x); l1.delete(x);
    if (l1.at(0) != l2.at(0) || l1.at(1) != l2.at(1)) { print(\"error\"); }
  }
}";

fn errors_of_lists(kind: &str) -> Vec<String> {
    let program = LISTS.replace("KIND", kind);
    let pattern = "<output>... ListItem(\"error\") ...</output>";
    paths("kool/kool.k", &program, &["e1", "e2", "x"], |_| Vec::new(), pattern)
}

#[test]
fn deleting_what_was_inserted_changes_a_list() {
    let found = errors_of_lists("List");
    assert_eq!(found, ["x ==Int e1 andBool e2 =/=Int e1"]);
}

#[test]
fn delete_after_insert_restores_ordered_list() {
    assert_eq!(errors_of_lists("OrderedList"), Vec::<String>::new());
}
