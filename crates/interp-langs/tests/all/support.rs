//! Goals solved for tests, and values written as text.

use interp_langs::caselang::{Evaluation, Query, parse, show};
use lang_interp::{
    Answer, Confirmed, Cx, Form, Heap, Kind, Options, RunOutcome, Stop, Summary, Tree, Value, View,
    Wanted, run_once, search,
};
use source::Files;

/// The answers of the first goal of a text, and what the search says of them. Every answer must
/// have been confirmed by a concrete run.
pub(crate) fn solve(text: &str, most: u64) -> (Vec<String>, Summary) {
    solve_by(Evaluation::InOrder, text, &Options::default().take(most))
}

/// The same in another order, and within limits.
pub(crate) fn solve_by(
    evaluation: Evaluation,
    text: &str,
    options: &Options,
) -> (Vec<String>, Summary) {
    let file = Files::new().add("t.goal", text);
    let program = parse::parse(&file).expect("the goal can be read");
    let query = Query::new(&program, &program.goals[0], evaluation);
    let mut answers = Vec::new();
    let run = |cx: &mut lang_interp::Cx<'_>| query.run(cx);
    let summary = search(&mut Heap::new(), options, run, |answer| {
        assert_eq!(answer.confirmed, Confirmed::Yes, "{}", show::answer(answer));
        answers.push(show::answer(answer));
        std::ops::ControlFlow::Continue(())
    });
    (answers, summary)
}

/// Options with the embedded decision procedure for numbers.
pub(crate) fn with_numbers() -> Options {
    Options::default().with_solvers(|| {
        let config = solve_chain::Config::new(solve_chain::Backend::None);
        config.build(&solve::Theory::empty()).expect("nothing has to be loaded")
    })
}

/// All ends of a program with at most this many choices on a path, each confirmed.
pub(crate) fn ends(
    choices: u64,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Vec<Answer> {
    let mut options = with_numbers().wanted(Wanted::All);
    options.explore.budget.depth = Some(choices);
    // Endless programs are among them.
    options.explore.budget.steps = Some(2_000);
    let (answers, summary) = lang_interp::solve(&mut Heap::new(), &options, program);
    assert!(summary.broken.is_empty(), "{summary:?}");
    for answer in &answers {
        assert_eq!(answer.confirmed, Confirmed::Yes, "{answer}");
    }
    answers
}

/// The first answers of a goal, each confirmed.
pub(crate) fn first(
    count: u64,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Vec<Answer> {
    let (answers, _) = lang_interp::solve(&mut Heap::new(), &with_numbers().take(count), program);
    assert_eq!(answers.len() as u64, count);
    for answer in &answers {
        assert_eq!(answer.confirmed, Confirmed::Yes, "{answer}");
    }
    answers
}

/// A value from text: `Seq(Skip, Print(?e))`. A name with a capital is a constructor, `?e` is an
/// unknown, other names are symbols.
pub(crate) fn read(cx: &mut Cx<'_>, kind: Kind, text: &str) -> Value {
    let mut rest = text;
    let value = read_part(cx, kind, &mut rest);
    assert!(rest.trim().is_empty(), "`{rest}` is left of `{text}`");
    value
}

fn read_part(cx: &mut Cx<'_>, kind: Kind, rest: &mut &str) -> Value {
    let word = word(rest);
    if let Some(name) = word.strip_prefix('?') {
        return cx.unknown(name, kind);
    }
    match kind {
        Kind::Int => cx.int(word.parse().expect("a number")),
        Kind::Bool => Value::from(word == "true"),
        Kind::Symbol => cx.symbol(word),
        Kind::Any => panic!("kinds are known here"),
        Kind::Data(data) => {
            let ctor = data.ctors().iter().find(|ctor| ctor.name() == word);
            let ctor = *ctor.unwrap_or_else(|| panic!("{} has no `{word}`", data.name()));
            let read = |(number, kind): (usize, &Kind)| {
                assert_eq!(take(rest), if number == 0 { '(' } else { ',' }, "in `{rest}`");
                read_part(cx, *kind, rest)
            };
            let fields: Vec<Value> = ctor.fields().iter().enumerate().map(read).collect();
            if !fields.is_empty() {
                assert_eq!(take(rest), ')', "before `{rest}`");
            }
            cx.make(ctor, &fields)
        }
    }
}

fn word<'t>(rest: &mut &'t str) -> &'t str {
    let text = rest.trim_start();
    let end = text.find(['(', ')', ',']).unwrap_or(text.len());
    *rest = &text[end..];
    text[..end].trim()
}

fn take(rest: &mut &str) -> char {
    let text = rest.trim_start();
    let first = text.chars().next().expect("the text goes on");
    *rest = &text[first.len_utf8()..];
    first
}

/// All values of a type with exactly this many constructors, as text; numbers and symbols come
/// from a short list.
pub(crate) fn texts(kind: Kind, size: usize, leaves: &[&str]) -> Vec<String> {
    let Kind::Data(data) = kind else {
        // Numbers and symbols are no constructors.
        let fits = |leaf: &&&str| (kind == Kind::Int) == leaf.parse::<i64>().is_ok();
        let all = leaves.iter().filter(fits).map(|leaf| (*leaf).to_owned());
        return if size == 0 { all.collect() } else { Vec::new() };
    };
    let Some(left) = size.checked_sub(1) else { return Vec::new() };
    let mut all = Vec::new();
    for ctor in data.ctors() {
        for fields in all_fields(ctor.fields(), left, leaves) {
            let fields = fields.join(", ");
            let name = ctor.name();
            all.push(if fields.is_empty() { name.to_owned() } else { format!("{name}({fields})") });
        }
    }
    all
}

fn all_fields(kinds: &[Kind], size: usize, leaves: &[&str]) -> Vec<Vec<String>> {
    let Some((first, others)) = kinds.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for own in 0..=size {
        let firsts = texts(*first, own, leaves);
        if firsts.is_empty() {
            continue;
        }
        for behind in all_fields(others, size - own, leaves) {
            for first in &firsts {
                all.push([std::slice::from_ref(first), &behind].concat());
            }
        }
    }
    all
}

/// Whether what is known of a value (a text with `_0`, `_1` and so on) allows a value without
/// unknowns; equal numbers must stand for equal parts.
pub(crate) fn covers(known: View<'_>, value: View<'_>) -> bool {
    let mut parts: Vec<(u32, String)> = Vec::new();
    let mut todo = vec![(known, value)];
    while let Some((known, value)) = todo.pop() {
        match known.form() {
            Form::Unknown(number) => {
                let text = value.to_string();
                match parts.iter().find(|(other, _)| *other == number) {
                    Some((_, other)) if *other != text => return false,
                    Some(_) => {}
                    None => parts.push((number, text)),
                }
            }
            form if form == value.form() => todo.extend(known.children().zip(value.children())),
            _ => return false,
        }
    }
    true
}

/// A value from text, outside of any run.
pub(crate) fn tree(kind: Kind, text: &str) -> Tree {
    let mut heap = Heap::new();
    let outcome = run_once(&mut heap, &Options::default(), &[], |cx| Ok(read(cx, kind, text)));
    let Ok(RunOutcome::Value(tree)) = outcome else { panic!("{text}: {outcome:?}") };
    tree
}

/// How a program ends when everything is known.
pub(crate) fn outcome(
    given: &[Tree],
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> RunOutcome {
    let outcome = run_once(&mut Heap::new(), &Options::default(), given, program);
    outcome.expect("the program ends")
}
