//! Random programs of several languages: the machine against a rewriter that is plainly right.

use std::cell::RefCell;
use std::collections::BTreeSet;

use k_syntax::{ProgramParser, Terms};
use lang_k::{Language, Options, State, Steps, Value, explore};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use solve::NoSolver;
use term::Pool;

use crate::grammar::Generator;
use crate::naive::{Rewriter, Shown, Tree};
use crate::support::{Loaded, load};

/// A language and what its random programs look like: a text of a sort between two others.
struct Kind {
    definition: &'static str,
    before: &'static str,
    sort: &'static str,
    after: &'static str,
    depth: usize,
    /// Productions whose programs have no end or no meaning.
    without: &'static [&'static str],
}

const IMP: Kind = Kind {
    definition: "imp/imp.k",
    before: "int x, y, z; x = 2; ",
    sort: "Stmt",
    after: " print(x, y);",
    depth: 4,
    without: &["while(_)_"],
};
const LAMBDA: Kind = Kind {
    definition: "lambda/lambda.k",
    before: "(lambda x . lambda y . ",
    sort: "Exp",
    after: ") 1 2",
    depth: 4,
    without: &["mu_._", "letrec__=_in_"],
};
const CHANNEL: Kind = Kind {
    definition: "rendezvous/channel.k",
    before: "process a { x := 1; c ! x; d ? y; print y } process b { c ? z; x := z; ",
    sort: "Cmds",
    after: "; d ! x }",
    depth: 3,
    without: &["repeat_do_"],
};
const SIMPLE: Kind = Kind {
    definition: "simple/simple.md",
    before: "function main() { var x = 2, y = 0, z = 1; ",
    sort: "Stmt",
    after: " print(x); }",
    depth: 3,
    without: &["while(_)_", "for(___;_)_", "function_(_)_", "acquire_;", "rendezvous_;", "join_;"],
};

/// Configurations that are looked at before a program is given up.
const MOST: usize = 150;

impl Kind {
    fn program(&self, language: &Language, choices: &[u8]) -> String {
        let mut generator = Generator::new(&language.definition, choices, self.without);
        let body = generator.text(self.sort, self.depth);
        format!("{}{body}{}", self.before, self.after)
    }
}

/// A value as a plain tree.
fn tree(language: &Language, value: &Value) -> Tree {
    let signature = &language.compiled.program.signature;
    let each = |values: &mut dyn Iterator<Item = &Value>| -> Vec<Tree> {
        values.map(|value| tree(language, value)).collect()
    };
    match value {
        Value::Empty => Tree::Seq(Vec::new()),
        Value::Int(int) => Tree::Token("Int".to_owned(), int.to_string()),
        Value::Bool(value) => Tree::bool(*value),
        Value::Str(text) => Tree::Token("String".to_owned(), text.to_string()),
        Value::Token(sort, text) => {
            Tree::Token(signature.sort_info(*sort).name.clone(), signature.text(*text))
        }
        Value::Leaf(label) => Tree::Apply(signature.label_info(*label).name.clone(), Vec::new()),
        Value::Node(label, args) => {
            Tree::Apply(signature.label_info(*label).name.clone(), each(&mut args.iter()))
        }
        Value::Seq(_) => Tree::seq(each(&mut value.items())),
        Value::Map(map) => {
            let entry =
                |(key, value): (&Value, &Value)| (tree(language, key), tree(language, value));
            Tree::Map(map.entries.iter().map(entry).collect())
        }
        Value::List(items) => Tree::List(each(&mut items.iter())),
        Value::Set(items) => Tree::Set(each(&mut items.iter()).into_iter().collect()),
        Value::Cells(..) | Value::Bag(_) | Value::Sym(_) => panic!("{value:?} in a cell"),
    }
}

/// What the cells of a configuration show that are there exactly once.
fn shown(language: &Language, rewriter: &Rewriter<'_>, state: &State) -> Shown {
    let layout = &language.compiled.program.layout;
    let leaves = layout.iter().filter(|(_, info)| {
        info.frame == layout.top() && info.children.is_empty() && info.many.is_none()
    });
    let cell = |info: &lang_k::CellInfo| {
        let contents = tree(language, &state.slots[info.slots.start]);
        (info.name.clone(), rewriter.text(&info.name, &contents))
    };
    leaves.map(|(_, info)| cell(info)).collect()
}

/// What all final configurations show; none if there are too many to look at.
fn finals(loaded: &mut Loaded, program: &str) -> Option<(BTreeSet<Shown>, Shown)> {
    let pool = Pool::new();
    let start = loaded.start(&pool, program, Vec::new());
    let options = Options { steps: Steps::All, states: Some(MOST as u64), ..Options::default() };
    let language = &loaded.language;
    let rewriter = Rewriter::new(&language.definition);
    let compiled = &language.compiled.program;
    let found = explore(compiled, &pool, start, &[], None, &options, &mut NoSolver::new());
    let all = found.solutions.iter().map(|end| shown(language, &rewriter, &end.state)).collect();
    if !found.is_complete() {
        return None;
    }
    let (_, _, state) = loaded.run(program, &[]);
    let run = shown(&loaded.language, &Rewriter::new(&loaded.language.definition), &state);
    Some((all, run))
}

/// What the rewriter says of a program; none if it is no program or has too many configurations.
fn expected(loaded: &mut Loaded, program: &str) -> Option<BTreeSet<Shown>> {
    let file = loaded.files.add("random", program);
    let definition = &loaded.language.definition;
    let configuration = &loaded.language.compiled.configuration;
    let (_, sort) = configuration.variables().iter().find(|(name, _)| name == "PGM")?;
    let name = &loaded.language.compiled.program.signature.sort_info(*sort).name;
    let sort = definition.find_sort(name).expect("sorts come from the definition");
    let parser = ProgramParser::new(definition).expect("the grammar is sound");
    let mut terms = Terms::default();
    let root = parser.parse(&file, sort, &mut terms).ok()?;
    let rewriter = Rewriter::new(definition);
    let program = rewriter.load(&terms, root)?;
    rewriter.finals(program, Vec::new(), MOST)
}

fn check(kind: &Kind, loaded: &mut Loaded, choices: &[u8]) -> Result<(), TestCaseError> {
    let program = kind.program(&loaded.language, choices);
    let Some(expected) = expected(loaded, &program) else {
        return Err(TestCaseError::reject("no program, or one that is too large"));
    };
    let Some((all, run)) = finals(loaded, &program) else {
        return Err(TestCaseError::reject("too many configurations"));
    };
    prop_assert_eq!(&all, &expected, "all orders of\n{}", program);
    prop_assert!(expected.contains(&run), "a run of\n{}\ncomes to {:?}", program, run);
    Ok(())
}

/// Compares programs that are made from random choices.
fn check_all(kind: &Kind, cases: u32) {
    let loaded = RefCell::new(load(kind.definition, &[]));
    let config =
        Config { cases, max_global_rejects: 4096, failure_persistence: None, ..Config::default() };
    let choices = proptest::collection::vec(any::<u8>(), 0..32);
    let mut runner = TestRunner::new(config);
    let outcome = runner.run(&choices, |choices| check(kind, &mut loaded.borrow_mut(), &choices));
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn programs_of_imp_do_what_the_rules_say() {
    check_all(&IMP, 48);
}

#[test]
fn programs_of_lambda_do_what_the_rules_say() {
    check_all(&LAMBDA, 48);
}

#[test]
fn processes_do_what_the_rules_say() {
    check_all(&CHANNEL, 16);
}

#[test]
fn programs_of_simple_do_what_the_rules_say() {
    check_all(&SIMPLE, 8);
}
