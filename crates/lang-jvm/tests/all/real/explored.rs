//! Real programs on unknown characters.

use explore::{EndingKind, Options, Run, Silent, explore_script};
use lang_jvm::{BuiltInChecks, Entry, Subject, UNCAUGHT};
use solve_chain::{Backend, Config};
use solve_z3::Search;
use term::Pool;

/// Explores a method of a driver, up to a number of paths.
fn explore(entry: &str, paths: u64) -> Option<(Pool, Run)> {
    let vm = super::machine()?;
    let backend = Backend::z3(&Search::default()).expect("the tests need libz3");
    let entry = Entry::parse(entry).expect("an entry");
    let subject = Subject::new(vm, entry, BuiltInChecks::default()).expect("the method is there");
    let config = Config::new(backend);
    let solvers = || config.build_repeatable().expect("a solver");
    let pool = Pool::new();
    let mut options = Options::default();
    options.budget.paths = Some(paths);
    let run = explore_script(&pool, &subject, &options, &solvers, &Silent);
    Some((pool, run))
}

/// NanoXML/Lite 2.2.3 looks at the first character of the name of an entity, and there may be none.
#[test]
fn an_empty_entity_is_found() {
    let entry = "real.nanoxmllite.Driver#within(text: String[2])";
    let Some((pool, run)) = explore(entry, 500) else { return };
    let found: Vec<String> = run
        .endings
        .iter()
        .map(|ending| match &ending.kind {
            EndingKind::Violated(failure, witness) => {
                assert_eq!(failure.code, UNCAUGHT);
                let inputs = witness.inputs.iter().map(|(_, value)| pool.show(*value));
                format!("{} {}", failure.message, inputs.collect::<Vec<String>>().join(" "))
            }
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("java.lang.StringIndexOutOfBoundsException is thrown"),
        "{found:?}"
    );
    assert!(found[0].ends_with("(_ bv38 16) (_ bv59 16)"), "`&;` is the text: {found:?}");
    assert_eq!((run.stats.left, run.stats.unsupported, run.stats.unknown), (0, 0, 0));
}

/// Nothing that these programs do with unknown characters is beyond the model.
#[test]
fn no_path_of_a_parser_ends_in_a_gap() {
    for (entry, paths) in [
        ("real.nanoxml.Driver#parse(text: String[2])", 12),
        ("real.nanoxmllite.Driver#parse(text: String[3])", 60),
        ("real.jlex.Driver#within(text: String[2])", 12),
        ("real.rhino.Driver#parse(text: String[1])", 2),
        ("real.htmlparser.Driver#parse(text: String[1])", 12),
        ("real.jericho.Driver#parse(text: String[1])", 12),
        ("real.jep.Driver#parse(text: String[2])", 12),
    ] {
        let Some((_, run)) = explore(entry, paths) else { return };
        let gaps: Vec<String> = run
            .endings
            .iter()
            .filter(|ending| matches!(ending.kind, EndingKind::Unsupported(_)))
            .map(|ending| format!("{:?}", ending.kind))
            .collect();
        assert!(gaps.is_empty(), "{entry}: {gaps:?}");
        assert!(run.stats.finished + run.stats.violated > 0, "{entry}: {:?}", run.stats);
    }
}
