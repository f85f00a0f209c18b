//! A language of the examples, with the files it came from.

use std::path::Path;
use std::sync::Arc;

use explore::Meter;
use lang_k::{Language, State, Value, run};
use rustc_hash::FxHashMap;

use source::Files;
use term::Pool;

/// A loaded definition.
pub(super) struct Loaded {
    pub(super) language: Language,
    pub(super) files: Files,
}

/// Steps after which a run is given up.
const STEPS: u64 = 100_000;

impl Loaded {
    /// The definition in a file.
    pub(super) fn new(path: &Path) -> Loaded {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut files = Files::new();
        let main = files.add(&path.to_string_lossy(), &text);
        let mut find = |from: &str, wanted: &str| {
            let path = Path::new(from).with_file_name(wanted);
            let text = std::fs::read_to_string(&path).ok()?;
            Some((path.to_string_lossy().into_owned(), text))
        };
        match Language::load(&mut files, &main, &Default::default(), &mut find, &[]) {
            Ok((language, _)) => Loaded { language, files },
            Err(errors) => panic!("{}: {errors:?}", path.display()),
        }
    }

    /// The configuration of a program at the start; none if the text is no program.
    pub(super) fn start(&mut self, pool: &Pool, text: &str, input: Vec<Value>) -> Option<State> {
        let file = self.files.add("program", text);
        let none = FxHashMap::default();
        let value = self.language.value_for(pool, "PGM", &file, &none, &Arc::default()).ok()?;
        let given = FxHashMap::from_iter([("PGM".to_owned(), value)]);
        let mut state = self.language.start(pool, &given).ok()?;
        self.language.feed(&mut state, "stdin", input);
        Some(state)
    }

    /// The last configuration of a run.
    pub(super) fn run(&self, pool: &Pool, mut state: State) -> State {
        let program = &self.language.compiled.program;
        run(program, pool, &mut state, Some(STEPS), &Meter::default(), &mut |_, _| {});
        state
    }
}
