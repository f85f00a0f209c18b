//! Loading definitions and running programs of `examples/k`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use explore::Meter;
use lang_k::{Ending, Language, State, Value, run};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Files};
use term::Pool;

/// A language of the examples with the files it came from.
pub(crate) struct Loaded {
    pub(crate) language: Language,
    pub(crate) files: Files,
}

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/k")
}

fn shown(files: &Files, errors: &[Diagnostic]) -> String {
    let lines = errors.iter().map(|error| {
        let place = error.labels.first().map(|label| files.describe(label.span));
        format!("{}: {} ({})", place.unwrap_or_default(), error.message, error.notes.join("; "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Loads a definition of the examples, with patterns.
pub(crate) fn load(path: &str, patterns: &[&str]) -> Loaded {
    let path = folder().join(path);
    let text = std::fs::read_to_string(&path).expect("the example is there");
    load_text(&path.to_string_lossy(), &text, patterns)
}

/// Loads a definition from its text, with patterns.
pub(crate) fn load_text(name: &str, text: &str, patterns: &[&str]) -> Loaded {
    let mut files = Files::new();
    let main = files.add(name, text);
    let patterns: Vec<_> = patterns.iter().map(|text| files.add("pattern", text)).collect();
    let mut find = |from: &str, wanted: &str| {
        let path = Path::new(from).with_file_name(wanted);
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    };
    match Language::load(&mut files, &main, &Default::default(), &mut find, &patterns) {
        Ok((language, _)) => Loaded { language, files },
        Err(errors) => panic!("{}", shown(&files, &errors)),
    }
}

impl Loaded {
    /// The configuration of a program at the start.
    pub(crate) fn start(&mut self, pool: &Pool, program: &str, input: Vec<Value>) -> State {
        let file = self.files.add("program", program);
        let none = FxHashMap::default();
        let value = self.language.value_for(pool, "PGM", &file, &none, &Arc::default());
        let value = value.unwrap_or_else(|error| panic!("{}", shown(&self.files, &[*error])));
        let given = FxHashMap::from_iter([("PGM".to_owned(), value)]);
        let mut state = self.language.start(pool, &given).expect("the configuration has values");
        self.language.feed(&mut state, "stdin", input);
        state
    }

    /// Runs a program to its end. Returns what it printed.
    pub(crate) fn run(&mut self, program: &str, input: &[i64]) -> (String, Ending, State) {
        let pool = Pool::new();
        let input = input.iter().map(|number| Value::int(*number)).collect();
        let mut state = self.start(&pool, program, input);
        let program = &self.language.compiled.program;
        let limit = Some(1_000_000);
        let (_, ending) = run(program, &pool, &mut state, limit, &Meter::default(), &mut |_, _| {});
        (self.printed(&state), ending, state)
    }

    /// What a state has printed.
    pub(crate) fn printed(&self, state: &State) -> String {
        let text = |value: &Value| match value {
            Value::Str(text) => text.to_string(),
            Value::Int(int) => int.to_string(),
            other => format!("{other:?}"),
        };
        self.language.stream(state, "stdout").iter().map(text).collect()
    }
}

/// A solver for paths: Z3 if it is there.
pub(crate) fn solver() -> Box<dyn solve::Solver> {
    let backend = solve_chain::Backend::auto(&solve_z3::Search::default());
    let theory = solve::Theory::default();
    solve_chain::Config::new(backend).build(&theory).expect("loaded back ends are built")
}

/// A solver for programs that ask nothing.
pub(crate) fn no_solver() -> Box<dyn solve::Solver> {
    Box::new(solve::NoSolver::new())
}

impl Loaded {
    /// The conditions of a path and what it printed.
    pub(crate) fn printed_term(&self, pool: &Pool, end: &lang_k::Solution) -> String {
        let conds: Vec<String> =
            end.conds.iter().map(|cond| lang_k::show_term(pool, *cond)).collect();
        let items = self.language.stream(&end.state, "stdout");
        let text = items.iter().map(|value| match value {
            Value::Sym(term, _) => lang_k::show_term(pool, *term),
            Value::Int(int) => int.to_string(),
            Value::Str(text) => text.trim().to_owned(),
            other => format!("{other:?}"),
        });
        let printed: Vec<String> = text.filter(|text| !text.is_empty()).collect();
        format!("{}: {}", conds.join(" andBool "), printed.join(" "))
    }
}

/// The formula of a text.
pub(crate) fn property(text: &str) -> lang_k::ltl::Property {
    lang_k::ltl::parse(&Files::new().add("--ltl", text)).expect("a formula")
}
