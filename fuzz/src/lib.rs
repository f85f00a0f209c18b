//! What the fuzzer feeds: every reader of text or bytes that come from outside.
//!
//! A [`Target`] takes any bytes and must come back: no panic, no hang, and every complaint lies in the
//! text. `cargo xtask fuzz` looks for bytes that break that; the tests of this crate replay what it has
//! kept in `corpus` and what once broke a target, in `regressions`.

use std::sync::LazyLock;

use k_syntax::{Definition, LoadOptions, ProgramParser, Terms};
use lang_ml::attribute::{Folder, SHARED};
use report::Paint;
use source::{Diagnostic, File, Files};

/// A function to feed.
pub struct Target {
    /// Its name, which is also that of its folders.
    pub name: &'static str,
    /// Reads the bytes; panics if something is wrong with the reader.
    pub run: fn(&[u8]),
}

/// All of them, by name.
pub const TARGETS: &[Target] = &[
    Target { name: "goal_parse", run: |bytes| text(bytes, goal_parse) },
    Target { name: "hs_cache", run: hs_cache },
    Target { name: "jvm_class", run: jvm_class },
    Target { name: "k_load", run: |bytes| text(bytes, k_load) },
    Target { name: "k_program", run: |bytes| text(bytes, k_program) },
    Target { name: "liquid_parse", run: |bytes| text(bytes, liquid_parse) },
    Target { name: "log_line", run: log_line },
    Target { name: "ml_folder", run: |bytes| text(bytes, ml_folder) },
    Target { name: "ml_parse", run: |bytes| text(bytes, ml_parse) },
    Target { name: "mop_read", run: |bytes| text(bytes, mop_read) },
    Target { name: "report_json", run: |bytes| text(bytes, report_json) },
    Target { name: "term_read", run: |bytes| text(bytes, term_read) },
    Target { name: "toy_parse", run: |bytes| text(bytes, toy_parse) },
    Target { name: "trace_spec", run: |bytes| text(bytes, trace_spec) },
];

/// Bytes that are no text never reach a reader of text.
fn text(bytes: &[u8], read: fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        read(text);
    }
}

/// A text as a file of its own.
fn file(name: &str, text: &str) -> File {
    Files::new().add(name, text)
}

fn lie_within(text: &str, diagnostics: &[Diagnostic]) {
    for label in diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
        assert!(text.get(label.span.range()).is_some(), "{label:?} lies outside of the text");
    }
}

fn goal_parse(text: &str) {
    let parsed = interp_langs::caselang::parse::parse(&file("fuzz.goal", text));
    lie_within(text, &parsed.err().unwrap_or_default());
}

/// Dumps of modules that were kept, as they are after their checksum.
fn hs_cache(bytes: &[u8]) {
    let read = postcard::from_bytes::<Vec<lang_haskell::core::Module>>(bytes);
    if let Ok(modules) = read {
        let written = postcard::to_allocvec(&modules).expect("what was read can be written");
        let again: Vec<lang_haskell::core::Module> =
            postcard::from_bytes(&written).expect("we read what we write");
        assert_eq!(again, modules);
    }
}

/// The methods of a class are lowered or refused.
fn jvm_class(bytes: &[u8]) {
    if let Ok(file) = lang_jvm::parse::ClassFile::parse(bytes) {
        lang_jvm::check_code(&file).ok();
    }
}

fn k_load(text: &str) {
    let mut files = Files::new();
    let main = files.add("fuzz.k", text);
    let loaded = k_syntax::load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
    for label in loaded.err().unwrap_or_default().iter().flat_map(|diagnostic| &diagnostic.labels) {
        let text = files.get(label.span.file).text();
        assert!(text.get(label.span.range()).is_some(), "{label:?} lies outside of the text");
    }
}

/// A language with lists, brackets, priorities and comments.
static LANGUAGE: LazyLock<Definition> = LazyLock::new(|| {
    let mut files = Files::new();
    let main = files.add("language.k", include_str!("language.k"));
    let options = LoadOptions::default();
    let loaded = k_syntax::load(&mut files, &main, &options, &mut |_, _| None);
    loaded.expect("the language is one").0
});

fn k_program(text: &str) {
    let parser = ProgramParser::new(&LANGUAGE).expect("the grammar is one");
    let sort = LANGUAGE.find_sort("Pgm").expect("it is declared");
    parser.parse(&file("fuzz.pgm", text), sort, &mut Terms::default()).ok();
}

fn liquid_parse(text: &str) {
    for name in ["fuzz.hs", "fuzz.lhs"] {
        let (_, unread) = lang_haskell::liquid::parse(&file(name, text));
        let diagnostics: Vec<_> = unread.into_iter().map(|one| one.why).collect();
        lie_within(text, &diagnostics);
    }
}

/// What was read can be shown.
fn log_line(bytes: &[u8]) {
    if let Ok(event) = trace_tools::parse_line(bytes) {
        let shown = event.to_string();
        assert!(!shown.is_empty());
        assert_eq!(event.into_owned().to_string(), shown);
    }
}

/// The files of a folder of attribute specs, the method last, with zero bytes between them.
fn ml_folder(text: &str) {
    let mut files = Files::new();
    let mut texts = text.split('\0');
    let mut next = || texts.next().unwrap_or_default();
    let shared = SHARED.map(|name| files.add(name, next()));
    let method = files.add("method.ml", next());
    let folder = Folder { shared, methods: vec![method.clone()] };
    let faults = folder.load(&term::Pool::new(), &mut files, &method).err();
    for label in faults.iter().flatten().flat_map(|fault| &fault.labels) {
        let text = files.get(label.span.file).text();
        assert!(text.get(label.span.range()).is_some(), "{label:?} lies outside of the text");
    }
}

fn ml_parse(text: &str) {
    let (_, diagnostics) = lang_ml::parse::parse(&file("fuzz.ml", text));
    lie_within(text, &diagnostics);
}

fn mop_read(text: &str) {
    lie_within(text, &typestate::read(&file("fuzz.mop", text)).err().unwrap_or_default());
}

/// A report from outside can be written in every form, and as JSON it stays what it is.
fn report_json(text: &str) {
    let Ok(report) = report::parse_json(text) else { return };
    let files = Files::new();
    drop(report::human(&report, &files, Paint::Plain));
    drop(report::short(&report));
    drop(report::markdown(&report));
    let written = report::json(&report);
    let again = report::parse_json(&written).expect("we read what we write");
    assert_eq!(report::json(&again), written);
}

/// What is read as a script of terms is written and read back as the same.
fn term_read(text: &str) {
    let pool = term::Pool::new();
    match term::read_script(&pool, text) {
        Ok(script) => {
            let (written, names) = term::write_script(&pool, &script.asserts);
            if names.is_empty() {
                let again = term::read_script(&pool, &written).expect("we read what we write");
                assert_eq!(again.asserts, script.asserts);
            }
        }
        Err(error) => assert!(error.at <= text.len(), "{error} lies outside of the text"),
    }
}

fn toy_parse(text: &str) {
    let file = file("fuzz.toy", text);
    let (ast, errors) = lang_toy::parse(&file);
    lie_within(text, &errors);
    lie_within(text, &lang_toy::lower(&ast).err().unwrap_or_default());
}

fn trace_spec(text: &str) {
    let (_, diagnostics) = trace::Spec::read(&term::Pool::new(), &file("fuzz.trace", text));
    lie_within(text, &diagnostics);
}
