//! The symbolic version of a definition, as text: it loads again, and does what the definition does.

use lang_k::{Ending, Options, Steps, Value, explore};
use term::{Pool, Sort};

use crate::support::{Loaded, folder, load, load_text, solver};

/// The language that the printed symbolic version of another one defines.
fn transformed(original: &Loaded, name: &str) -> Loaded {
    let text = original.language.symbolic_text(&original.files);
    assert!(text.contains("<path-condition> true </path-condition>"), "{text}");
    load_text(name, &text, &[])
}

/// Runs a program of the examples in a language and in its symbolic version.
#[track_caller]
fn check(definition: &str, program: &str, input: &[i64]) {
    let mut original = load(definition, &[]);
    let mut symbolic = transformed(&original, &definition.replace(".md", ".k"));
    let path = folder().join(definition).with_file_name(program);
    let text = std::fs::read_to_string(path).expect("the example is there");
    let (printed, ending, _) = original.run(&text, input);
    assert_eq!(ending, Ending::Finished);
    let (again, ending, state) = symbolic.run(&text, input);
    let shown = symbolic.language.show_state(&Pool::new(), &state);
    assert_eq!((again, ending), (printed, Ending::Finished), "{shown}");
    assert!(shown.contains("<path-condition>\n    true\n"), "{shown}");
}

#[test]
fn known_values_go_the_same_way() {
    check("imp/imp.k", "sum.imp", &[10]);
    check("imp/imp.k", "log.imp", &[9]);
    check("lambda/lambda.k", "factorial.lambda", &[]);
    check("rendezvous/channel.k", "sieve.channel", &[]);
}

#[test]
fn large_definitions_go_the_same_way() {
    check("simple/simple.md", "exceptions.simple", &[]);
    check("simple/simple.md", "threads.simple", &[]);
    check("kool/kool.k", "lists.kool", &[5, 2, 5]);
}

/// What the paper shows of `if`: the constant becomes a variable, with an equation.
#[test]
fn constants_become_equations_in_the_path_condition() {
    let imp = load("imp/imp.k", &[]);
    let text = imp.language.symbolic_text(&imp.files);
    let rule = "  rule <k> if (B1:Bool)  S else _ => S ...</k>\n       \
                <path-condition> PC:Bool => PC andBool B1 ==Bool true </path-condition>\n    \
                requires feasible(PC andBool B1 ==Bool true)";
    assert!(text.contains(rule), "{text}");
    assert!(text.contains("\n  rule {S} => S\n"), "rules without conditions stay: {text}");
    assert!(text.contains("\n  // Statements\n"), "comments stay: {text}");
}

/// The symbolic version has the path condition in its configuration.
#[test]
fn symbolic_values_go_the_same_way() {
    let imp = load("imp/imp.k", &[]);
    let mut symbolic = transformed(&imp, "imp.k");
    let pool = Pool::new();
    let program = std::fs::read_to_string(folder().join("imp/sum.imp")).expect("it is there");
    let start =
        symbolic.start(&pool, &program, vec![Value::symbolic(&pool, pool.var("n", Sort::INT))]);
    let options = Options { steps: Steps::First, bound: Some(3), ..Options::default() };
    let compiled = &symbolic.language.compiled.program;
    let found = explore(compiled, &pool, start, &[], None, &options, &solver);
    assert_eq!(found.solutions.len(), 3, "{:?}", found.given_up);
    for end in &found.solutions {
        let conds: Vec<String> =
            end.conds.iter().map(|cond| lang_k::show_term(&pool, *cond)).collect();
        let shown = symbolic.language.show_state(&pool, &end.state);
        let (_, cell) = shown.split_once("<path-condition>").expect("there is such a cell");
        assert!(conds.iter().all(|cond| cell.contains(cond.as_str())), "{conds:?} in {cell}");
    }
}

#[test]
fn variables_that_occur_twice_become_equations() {
    let text = "module TWICE\n  imports DOMAINS\n  \
                syntax Pgm ::= \"same\" Int Int | \"done\" | \"other\"\n  \
                rule same X X => done\n  rule same _ _ => other [owise]\nendmodule\n";
    let twice = load_text("twice.k", text, &[]);
    let shown = twice.language.symbolic_text(&twice.files);
    assert!(shown.contains("rule <k> same X X1:Int => done ...</k>"), "{shown}");
    assert!(shown.contains("requires feasible(PC andBool X1 ==Int X)"), "{shown}");
    let mut again = load_text("twice.k", &shown, &[]);
    for (program, expected) in [("same 3 3", "done"), ("same 3 4", "other")] {
        let (_, _, state) = again.run(program, &[]);
        let shown = again.language.show_state(&Pool::new(), &state);
        assert!(shown.contains(expected), "{shown}");
    }
}
