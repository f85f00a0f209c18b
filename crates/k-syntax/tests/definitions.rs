//! The definitions under `examples/k` and their programs.

use std::path::{Path, PathBuf};

use k_syntax::definition::RuleKind;
use k_syntax::{Definition, LoadOptions, ProgramParser, Terms, load};
use source::{Diagnostic, Files};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/k")
}

fn shown(files: &Files, errors: &[Diagnostic]) -> String {
    let lines = errors.iter().map(|error| {
        let place = error.labels.first().map(|label| files.describe(label.span));
        let notes = error.notes.join("; ");
        format!("{}: {} ({notes})", place.unwrap_or_default(), error.message)
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn definition(files: &mut Files, path: &str) -> Definition {
    let path = folder().join(path);
    let text = std::fs::read_to_string(&path).expect("the example is there");
    let main = files.add(&path.to_string_lossy(), &text);
    let mut find = |from: &str, wanted: &str| {
        let path = Path::new(from).with_file_name(wanted);
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    };
    match load(files, &main, &LoadOptions::default(), &mut find) {
        Ok((definition, warnings)) => {
            assert!(warnings.is_empty(), "{}", shown(files, &warnings));
            definition
        }
        Err(errors) => panic!("{}", shown(files, &errors)),
    }
}

/// Loads a definition and reads all programs beside it that end like `ending`.
#[track_caller]
fn check(path: &str, sort: &str, ending: &str, programs: usize) {
    let mut files = Files::new();
    let definition = definition(&mut files, path);
    assert!(definition.rules.iter().any(|rule| rule.kind == RuleKind::Rule));
    let parser = ProgramParser::new(&definition).expect("the expressions are fine");
    let sort = definition.find_sort(sort).expect("the sort of programs");
    let folder = folder().join(path);
    let folder = folder.parent().expect("examples are in folders");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|found| found == ending) {
            let text = std::fs::read_to_string(&path).expect("programs are text");
            let file = files.add(&path.to_string_lossy(), &text);
            let parsed = parser.parse(&file, sort, &mut Terms::default());
            parsed.unwrap_or_else(|error| panic!("{}", shown(&files, &[error])));
            count += 1;
        }
    }
    assert_eq!(count, programs);
}

#[test]
fn imp() {
    check("imp/imp.k", "Pgm", "imp", 2);
}

#[test]
fn tmp_dump() {
    let mut files = Files::new();
    let path = std::env::var("KDEF").unwrap_or("imp/imp.k".into());
    let t = std::time::Instant::now();
    let d = definition(&mut files, &path);
    eprintln!(
        "load {:?}, {} productions {} rules",
        t.elapsed(),
        d.productions().count(),
        d.rules.len()
    );
    fn s(d: &Definition, t: &Terms, id: k_syntax::TermId) -> String {
        use k_syntax::Term::*;
        let l =
            |v: &[k_syntax::TermId]| v.iter().map(|x| s(d, t, *x)).collect::<Vec<_>>().join(", ");
        match t.get(id) {
            Apply { label, args } => format!("{}({})", d.label(*label).name, l(args)),
            Token { text, sort } => format!("{text}'{}", d.sort(*sort).name),
            Variable { name, sort, kind } => format!(
                "{name}:{}{}",
                d.sort(*sort).name,
                if *kind == k_syntax::VariableKind::Plain {
                    "".into()
                } else {
                    format!("{kind:?}")
                }
            ),
            Rewrite { left, right } => format!("[{} => {}]", s(d, t, *left), s(d, t, *right)),
            Sequence(v) => format!("seq({})", l(v)),
            Bag(v) => format!("bag({})", l(v)),
            Cell { name, open_left, open_right, contents } => format!(
                "<{name}{}{} {}>",
                if *open_left { " .." } else { "" },
                if *open_right { " ->" } else { "" },
                s(d, t, *contents)
            ),
            Cast { kind, sort, term } => {
                format!("cast{kind:?}({},{})", d.sort(*sort).name, s(d, t, *term))
            }
            As { pattern, alias } => format!("as({},{})", s(d, t, *pattern), s(d, t, *alias)),
        }
    }
    for r in &d.rules {
        eprintln!("{}", k_syntax::Unparser::new(&d, &d.terms).print(r.body));
        eprintln!(
            "{}  REQ {}",
            s(&d, &d.terms, r.body),
            r.requires.map(|x| s(&d, &d.terms, x)).unwrap_or_default()
        );
    }
    if let Ok(p) = std::env::var("KPGM") {
        let text = std::fs::read_to_string(folder().join(p)).unwrap();
        let f = files.add("p", &text);
        let t = std::time::Instant::now();
        let parser = ProgramParser::new(&d).unwrap();
        let mut terms = Terms::default();
        let r =
            parser.parse(&f, d.find_sort(&std::env::var("KSORT").unwrap()).unwrap(), &mut terms);
        eprintln!("program {:?}", t.elapsed());
        if let Ok(r) = &r {
            eprintln!("{}", k_syntax::Unparser::new(&d, &terms).print(*r));
        }
        eprintln!("{}", r.map(|r| s(&d, &terms, r)).unwrap_or_else(|e| shown(&files, &[e])));
    }
}
