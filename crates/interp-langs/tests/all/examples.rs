//! The files in `examples/interp`: each of their goals is answered.

use std::path::PathBuf;

use interp_langs::caselang::tree::{Program, Wanted};
use interp_langs::caselang::{Evaluation, Query, parse, show};
use lang_interp::{Confirmed, Cx, Heap, Options, solve};
use source::Files;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/interp"))
}

pub(crate) fn load(name: &str) -> Program {
    let text = std::fs::read_to_string(folder().join(name)).expect("the example is there");
    let file = Files::new().add(name, &text);
    parse::parse(&file).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// The answers to the goals of a file.
fn answers(name: &str) -> Vec<Vec<String>> {
    let program = load(name);
    let solved = |goal| {
        let query = Query::new(&program, goal, Evaluation::OutsideIn);
        let options = match goal.wanted {
            Wanted::Take(count) => Options::default().take(count as u64),
            Wanted::All => Options::default(),
            Wanted::Unsaid => Options::default().take(1),
        };
        let (found, summary) = solve(&mut Heap::new(), &options, |cx: &mut Cx<'_>| query.run(cx));
        assert!(found.iter().all(|answer| answer.confirmed == Confirmed::Yes), "{name}");
        assert!(goal.wanted != Wanted::All || summary.is_complete(), "{name}: {summary:?}");
        found.iter().map(show::answer).collect()
    };
    program.goals.iter().map(solved).collect()
}

#[test]
fn examples_have_the_wanted_answers() {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".goal"))
        .collect();
    names.sort();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        let program = load(&name);
        for (goal, found) in program.goals.iter().zip(answers(&name)) {
            let enough = match goal.wanted {
                Wanted::Take(count) => found.len() == count,
                Wanted::All | Wanted::Unsaid => !found.is_empty(),
            };
            assert!(enough, "{name}: {found:?}");
        }
    }
}

#[test]
fn numbers_are_added_and_divided() {
    let found = answers("peano.goal");
    assert_eq!(found[0], ["q = s(s(s(s(s(z)))))"]);
    assert_eq!(found[1].len(), 4);
    assert_eq!(found[3], ["n = s(s(s(z)))"]);
}

#[test]
fn a_program_tells_the_scopes_apart() {
    let found = answers("scopes.goal");
    assert_eq!(found[0], ["q = a, r = b"]);
}

#[test]
fn the_type_checker_runs_backwards() {
    let found = answers("types.goal");
    assert_eq!(found[0][..2], ["e = yes", "e = no"]);
    assert_eq!(found[1], ["e = yes", "e = no"]);
    let found = answers("stlc.goal");
    assert_eq!(found[0], ["v = num(1)"]);
    assert_eq!(found[2], ["t = arrow(int, int)"]);
}
