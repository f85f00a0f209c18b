//! Programs of languages defined in K, made from their grammars: the machine and its symbolic paths,
//! against a rewriter that tries whole rules on whole configurations.

mod load;

use std::collections::{BTreeSet, HashMap};

use k_syntax::{ProgramParser, Terms};
use lang_k::{CellInfo, Language, Options, State, Steps, Value, explore};
use num_bigint::BigInt;
use solve::{NoSolver, Solver, Theory};
use solve_chain::{Backend, Config};
use solve_z3::Search;
use term::{Pool, Sort, Term};
use test_support::Dice;
use test_support::k::{Generator, Rewriter, Shown, Tree};

use crate::naive::{self, Evaluator, Unknown};
use crate::{Area, Judge, Judgement};
use load::Loaded;

pub(super) const AREA: Area = Area {
    name: "k",
    about: "languages defined in K, run and symbolic; a rewriter of whole configurations",
    length: 36,
    batch: 1,
    tapes: 150,
    missing: super::solver::missing,
    start: |setup| {
        let folder = setup.root.join("examples/k");
        let loaded = KINDS.iter().map(|kind| Loaded::new(&folder.join(kind.definition))).collect();
        Box::new(Languages { loaded, z3: Backend::auto(&Search::default()) })
    },
};

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

const KINDS: [Kind; 4] = [
    Kind {
        definition: "imp/imp.k",
        before: "int x, y, z; x = read(); z = read(); ",
        sort: "Stmt",
        after: " print(x, y);",
        depth: 4,
        without: &["while(_)_"],
    },
    Kind {
        definition: "lambda/lambda.k",
        before: "(lambda x . lambda y . ",
        sort: "Exp",
        after: ") 1 2",
        depth: 4,
        without: &["mu_._", "letrec__=_in_"],
    },
    Kind {
        definition: "rendezvous/channel.k",
        before: "process a { x := 1; c ! x; d ? y; print y } process b { c ? z; x := z; ",
        sort: "Cmds",
        after: "; d ! x }",
        depth: 3,
        without: &["repeat_do_"],
    },
    Kind {
        definition: "simple/simple.md",
        before: "function main() { var x = 2, y = 0, z = 1; ",
        sort: "Stmt",
        after: " print(x); }",
        depth: 3,
        without: &[
            "while(_)_",
            "for(___;_)_",
            "function_(_)_",
            "acquire_;",
            "rendezvous_;",
            "join_;",
        ],
    },
];

/// How many configurations are visited before a program is given up.
const MOST: usize = 150;
/// Values that unknown inputs are given.
const INPUTS: [[i64; 2]; 5] = [[0, 0], [1, 0], [-1, 2], [2, 1], [3, 3]];

struct Languages {
    loaded: Vec<Loaded>,
    z3: Backend,
}

/// The language, whether its inputs are unknown, and the program.
fn case(loaded: &[Loaded], tape: &[u8]) -> (usize, bool, String) {
    let (head, choices) = tape.split_at(tape.len().min(2));
    let mut dice = Dice::of_tape(head);
    // The small languages are quick, so they come up more often.
    let at = [0, 0, 0, 1, 1, 1, 2, 3][dice.below(8)];
    let kind = &KINDS[at];
    let mut generator = Generator::new(&loaded[at].language.definition, choices, kind.without);
    let body = generator.text(kind.sort, kind.depth);
    let symbolic = dice.percent(50) && at == 0;
    (at, symbolic, format!("{}{body}{}", kind.before, kind.after))
}

impl Judge for Languages {
    fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement> {
        tapes.iter().map(|tape| self.judge_one(tape)).collect()
    }

    fn files(&mut self, tape: &[u8]) -> Vec<(String, String)> {
        let (at, symbolic, text) = case(&self.loaded, tape);
        let note = format!("{}, symbolic: {symbolic}\n", KINDS[at].definition);
        vec![("program.txt".to_owned(), text), ("language.txt".to_owned(), note)]
    }
}

impl Languages {
    fn judge_one(&mut self, tape: &[u8]) -> Judgement {
        let (at, symbolic, text) = case(&self.loaded, tape);
        let loaded = &mut self.loaded[at];
        if symbolic { on_unknowns(loaded, &self.z3, &text) } else { on_values(loaded, &text) }
    }
}

/// All orders of a program, and one run of it.
fn on_values(loaded: &mut Loaded, text: &str) -> Judgement {
    let input = INPUTS[2];
    let Some(expected) = by_rules(loaded, text, input) else { return Judgement::open() };
    let pool = Pool::new();
    let given = || input.iter().map(|number| Value::int(*number)).collect();
    let Some(start) = loaded.start(&pool, text, given()) else { return Judgement::open() };
    let options = Options { steps: Steps::All, states: Some(MOST as u64), ..Options::default() };
    let compiled = &loaded.language.compiled.program;
    let found = explore(compiled, &pool, start.clone(), &[], None, &options, &no_solver);
    if !found.is_complete() {
        return Judgement::open();
    }
    let nothing = HashMap::new();
    let shown = |state: &State| Shower { loaded, pool: &pool, known: &nothing }.shown(state);
    let all: BTreeSet<Shown> = found.solutions.iter().map(|end| shown(&end.state)).collect();
    if all != expected {
        return Judgement::wrong(format!("all orders of\n{text}\n{all:?}\nby rules {expected:?}"));
    }
    let run = shown(&loaded.run(&pool, start));
    if !expected.contains(&run) {
        return Judgement::wrong(format!("a run of\n{text}\n{run:?}\nby rules {expected:?}"));
    }
    Judgement::agreed()
}

/// The paths of a program on unknown inputs: each value takes exactly one, to what the rules say.
fn on_unknowns(loaded: &mut Loaded, z3: &Backend, text: &str) -> Judgement {
    let pool = Pool::new();
    let vars = ["a", "b"].map(|name| pool.var(name, Sort::INT));
    let Some(start) =
        loaded.start(&pool, text, vars.map(|var| Value::symbolic(&pool, var)).to_vec())
    else {
        return Judgement::open();
    };
    let options = Options { steps: Steps::First, states: Some(2000), ..Options::default() };
    let compiled = &loaded.language.compiled.program;
    let found = explore(compiled, &pool, start, &[], None, &options, &|| solver(z3));
    if !found.is_complete() {
        return Judgement::open();
    }
    let mut all = Judgement::default();
    for input in INPUTS {
        let Some(expected) = by_rules(loaded, text, input) else { return Judgement::open() };
        let value = |number: i64| naive::Value::Int(BigInt::from(number));
        let known = vars.iter().zip(input).map(|(var, number)| (Unknown::Var(*var), value(number)));
        let known: HashMap<Unknown, naive::Value> = known.collect();
        let shower = Shower { loaded, pool: &pool, known: &known };
        let holds = |cond: &Term| shower.value(*cond) == naive::Value::Bool(true);
        let mut taken = found.solutions.iter().filter(|end| end.conds.iter().all(holds));
        all.add(match (taken.next(), taken.next()) {
            (Some(end), None) if expected.contains(&shower.shown(&end.state)) => {
                Judgement::agreed()
            }
            (Some(end), None) => {
                let shown = shower.shown(&end.state);
                let what = format!("on {input:?}\n{text}\n{shown:?}\nby rules {expected:?}");
                Judgement::wrong(what)
            }
            (None, _) => Judgement::wrong(format!("no path for {input:?} of\n{text}")),
            (Some(_), Some(_)) => Judgement::wrong(format!("two paths for {input:?} of\n{text}")),
        });
    }
    all
}

fn no_solver() -> Box<dyn Solver> {
    Box::new(NoSolver::new())
}

fn solver(z3: &Backend) -> Box<dyn Solver> {
    let mut config = Config::new(z3.clone());
    config.limits = super::solver::limits();
    config.build(&Theory::default()).expect("the back end is loaded")
}

/// What the rewriter says; none if it is no program or has too many configurations.
fn by_rules(loaded: &mut Loaded, program: &str, input: [i64; 2]) -> Option<BTreeSet<Shown>> {
    let file = loaded.files.add("random", program);
    let definition = &loaded.language.definition;
    let configuration = &loaded.language.compiled.configuration;
    let (_, sort) = configuration.variables().iter().find(|(name, _)| name == "PGM")?;
    let name = &loaded.language.compiled.program.signature.sort_info(*sort).name;
    let sort = definition.find_sort(name)?;
    let parser = ProgramParser::new(definition).ok()?;
    let mut terms = Terms::default();
    let root = parser.parse(&file, sort, &mut terms).ok()?;
    let rewriter = Rewriter::new(definition);
    let program = rewriter.load(&terms, root)?;
    rewriter.finals(program, input.map(Tree::int).to_vec(), MOST)
}

/// Shows configurations of the machine as the rewriter does.
struct Shower<'a> {
    loaded: &'a Loaded,
    pool: &'a Pool,
    /// Values of the unknown inputs.
    known: &'a HashMap<Unknown, naive::Value>,
}

impl Shower<'_> {
    /// What the cells of a configuration show that are there exactly once.
    fn shown(&self, state: &State) -> Shown {
        let Language { definition, compiled, .. } = &self.loaded.language;
        let rewriter = Rewriter::new(definition);
        let layout = &compiled.program.layout;
        let leaves = layout.iter().filter(|(_, info)| {
            info.frame == layout.top() && info.children.is_empty() && info.many.is_none()
        });
        let cell = |info: &CellInfo| {
            let contents = self.tree(&state.slots[info.slots.start]);
            (info.name.clone(), rewriter.text(&info.name, &contents))
        };
        leaves.map(|(_, info)| cell(info)).collect()
    }

    fn value(&self, term: Term) -> naive::Value {
        let evaluator = Evaluator { pool: self.pool, env: self.known };
        evaluator.eval(term).expect("all inputs have values")
    }

    fn tree(&self, value: &Value) -> Tree {
        let signature = &self.loaded.language.compiled.program.signature;
        let each = |values: &mut dyn Iterator<Item = &Value>| -> Vec<Tree> {
            values.map(|value| self.tree(value)).collect()
        };
        let number = |text: String| Tree::Token("Int".to_owned(), text);
        match value {
            Value::Empty => Tree::Seq(Vec::new()),
            Value::Int(int) => number(int.to_string()),
            Value::Bool(value) => Tree::bool(*value),
            Value::Str(text) => Tree::Token("String".to_owned(), text.to_string()),
            Value::Token(sort, text) => {
                Tree::Token(signature.sort_info(*sort).name.clone(), signature.text(*text))
            }
            Value::Leaf(label) => Tree::Apply(signature.label_info(*label).name.clone(), vec![]),
            Value::Node(label, args) => {
                Tree::Apply(signature.label_info(*label).name.clone(), each(&mut args.iter()))
            }
            Value::Seq(_) => Tree::seq(each(&mut value.items())),
            Value::Map(map) => {
                let entry = |(key, value): (&Value, &Value)| (self.tree(key), self.tree(value));
                Tree::Map(map.entries.iter().map(entry).collect())
            }
            Value::List(items) => Tree::List(each(&mut items.iter())),
            Value::Set(items) => Tree::Set(each(&mut items.iter()).into_iter().collect()),
            Value::Sym(term, _) => match self.value(*term) {
                naive::Value::Int(int) => number(int.to_string()),
                naive::Value::Bool(value) => Tree::bool(value),
                other => panic!("{other:?} in a cell"),
            },
            Value::Cells(..) | Value::Bag(_) | Value::Bytes(_) => panic!("{value:?} in a cell"),
        }
    }
}
