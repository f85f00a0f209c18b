//! Monitors as source code, run by the compilers and interpreters of their languages, against the monitor that follows logs.

use std::fmt::Write;
use std::process::Command;

use source::Files;
use term::Pool;
use testbed::Tool;
use trace::{Context, RegexPool, Spec};
use trace_tools::{LogMonitor, Logged, Oracle, SourceLanguage, Step, Value, monitor_source};

use crate::support::solver;

const SPEC: &str = "sort Key
op put(key: Key, val: Int, fresh: Bool)
op get(key: Key) : Int
op note(text: String)
op db.tick()
op ...
ghost k: Key, n: Int, s: String, b: Bool
property p0 := G (<put k _ _> implies X (~<put k _ _> W <get k _>))
property p1 := G <put _ x _ | x mod 3 == n mod 3 || x / (0 - 2) < n>
property p2 := F <note s> && G !<note \"a \\\"b\\\" é\">
property p3 := !<get k x | x * x > n + 3> W <put k n true>
property p4 := G (<put k v f | f == b && (if v > 2 then v - 1 else 7) <= n> implies X[!] <get k>)
property p5 := G (<db.tick> implies X F <db.tick>) || G ~any
property p6 := G (any implies X (!<db.tick> U (<note \"x\"> || last)))
property p7 := G (<put !k _ _> implies F <get>) && !<note !s>
";

/// A trace of an own generator, so that it is the same in every run.
fn trace(seed: u64) -> Vec<Logged<'static>> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut dice = |sides: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % sides
    };
    let text = |text: &str| Value::Text(text.to_owned().into());
    let event = |op: &str, args: Vec<Value<'static>>, result| Logged {
        op: op.to_owned().into(),
        args: args.into_iter().collect(),
        result,
    };
    let mut one = || {
        let key = text(["a", "b"][dice(2) as usize]);
        let number = Value::Int(dice(9) as i64 - 4);
        match dice(6) {
            0 | 1 => event("put", vec![key, number, Value::Bool(dice(2) == 0)], None),
            2 => event("get", vec![key], Some(number)),
            3 => event("note", vec![text(["x", "a \"b\" é", "zz"][dice(3) as usize])], None),
            4 => event("db.tick", Vec::new(), None),
            _ => event("unknown", Vec::new(), None),
        }
    };
    (0..8).map(|_| one()).collect()
}

const GIVEN: [&str; 4] = ["k", "n", "s", "b"];

fn given(seed: u64) -> Vec<Option<Value<'static>>> {
    let text = |text: &str| Value::Text(text.to_owned().into());
    vec![
        Some(text(if seed.is_multiple_of(2) { "a" } else { "b" })),
        Some(Value::Int(seed as i64 % 5 - 1)),
        Some(text("zz")),
        Some(Value::Bool(seed.is_multiple_of(3))),
    ]
}

fn literal(value: &Value<'_>, language: SourceLanguage) -> String {
    match (value, language) {
        (Value::Bool(value), SourceLanguage::Python) => {
            if *value {
                "True".to_owned()
            } else {
                "False".to_owned()
            }
        }
        (Value::Bool(value), _) => value.to_string(),
        (Value::Int(int), SourceLanguage::Java) => format!("{int}L"),
        (Value::Int(int), _) => format!("({int})"),
        (Value::Text(text), _) => format!("{text:?}"),
    }
}

/// A program that runs every monitor over every trace, and what it should print.
fn program(language: SourceLanguage) -> (String, String) {
    let pool = Pool::new();
    let (spec, faults) = Spec::read(&pool, &Files::new().add("a.trace", SPEC));
    let spec = spec.unwrap_or_else(|| panic!("{faults:?}"));
    let regexes = RegexPool::new(&pool);
    let ctx = Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let (mut source, mut calls, mut expected) = (String::new(), String::new(), String::new());
    for property in &spec.properties {
        let (name, formula) = (&property.name, &property.formula);
        source += &monitor_source(ctx, name, formula, &spec.ghosts, language, &mut oracle)
            .expect("plain");
        for seed in 0..12 {
            let given = given(seed);
            let monitor = LogMonitor::new(ctx, formula, &spec.ghosts, 4, given.clone());
            let mut monitor = monitor.expect("plain");
            let values = monitor.params().iter().map(|param| {
                let at = GIVEN.iter().position(|name| *name == param.name).expect("a ghost");
                let value = literal(given[at].as_ref().expect("given"), language);
                let is_text = matches!(given[at], Some(Value::Text(_)));
                let owned = language == SourceLanguage::Rust && is_text;
                value + if owned { ".to_owned()" } else { "" }
            });
            let values: Vec<String> = values.collect();
            begin(&mut calls, language, &name.to_uppercase(), &values);
            for event in trace(seed) {
                call(&mut calls, language, &event);
                let step = monitor.read(&event, &mut oracle).expect("it fits");
                expected.push(if step == Step::Open { '+' } else { '!' });
                if step != Step::Open {
                    break;
                }
                expected.push(if monitor.end().is_none() { 'a' } else { 'r' });
            }
            calls.push_str(match language {
                SourceLanguage::Python => "",
                SourceLanguage::Ocaml => "  ());;\n",
                SourceLanguage::Rust | SourceLanguage::Java => "}\n",
            });
        }
    }
    let program = match language {
        SourceLanguage::Python => format!(
            "{source}\ndef show(holds, accepts):\n    print('+' + ('a' if accepts else 'r') if holds else '!', end='')\n{calls}"
        ),
        SourceLanguage::Ocaml => format!(
            "{source}let show holds accepts = print_string (if not holds then \"!\" else if accepts then \"+a\" else \"+r\");;\n{calls}"
        ),
        SourceLanguage::Rust => format!(
            "{source}fn show(holds: bool, accepts: bool) {{ print!(\"{{}}\", if !holds {{ \"!\" }} else if accepts {{ \"+a\" }} else {{ \"+r\" }}); }}\nfn main() {{\n{calls}}}\n"
        ),
        SourceLanguage::Java => format!(
            "class Main {{\nstatic void show(boolean holds, boolean accepts) {{ System.out.print(!holds ? \"!\" : accepts ? \"+a\" : \"+r\"); }}\npublic static void main(String[] args) {{\n{calls}}}\n}}\n{source}"
        ),
    };
    (program, expected)
}

fn begin(calls: &mut String, language: SourceLanguage, class: &str, values: &[String]) {
    let list = values.join(", ");
    let _ = match language {
        SourceLanguage::Python => writeln!(calls, "m = {class}({list})"),
        SourceLanguage::Rust => writeln!(calls, "{{ let mut m = {class}::new({list});"),
        SourceLanguage::Java => writeln!(calls, "{{ {class} m = new {class}({list});"),
        SourceLanguage::Ocaml => {
            let args = if values.is_empty() { "()".to_owned() } else { values.join(" ") };
            writeln!(calls, "let open {class} in let m = create {args} in (")
        }
    };
}

fn call(calls: &mut String, language: SourceLanguage, event: &Logged<'static>) {
    let name = match &*event.op {
        "unknown" => "other".to_owned(),
        name => name.replace('.', "_"),
    };
    let args = event.args.iter().chain(&event.result).map(|value| literal(value, language));
    let args: Vec<String> = args.collect();
    let list = args.join(", ");
    let _ = match language {
        SourceLanguage::Python => writeln!(calls, "show(m.on_{name}({list}), m.accepts())"),
        SourceLanguage::Rust => {
            writeln!(calls, "let holds = m.on_{name}({list}); show(holds, m.accepts());")
        }
        SourceLanguage::Java => writeln!(calls, "show(m.on_{name}({list}), m.accepts());"),
        SourceLanguage::Ocaml => {
            writeln!(
                calls,
                "  let holds = on_{name} m {} in show holds (accepts m);",
                args.join(" ")
            )
        }
    };
}

/// Runs a program in a folder, by these commands one after the other, and compares what the last one prints.
fn check(language: SourceLanguage, file: &str, commands: &[&[&str]]) {
    let (program, expected) = program(language);
    let folder = tempfile::tempdir().expect("there is room for scratch files");
    std::fs::write(folder.path().join(file), &program).expect("scratch files can be written");
    let mut printed = Vec::new();
    for command in commands {
        let mut call = Command::new(command[0]);
        let done =
            call.args(&command[1..]).current_dir(folder.path()).output().expect("it is there");
        assert!(done.status.success(), "{}\n{program}", String::from_utf8_lossy(&done.stderr));
        printed = done.stdout;
    }
    assert_eq!(String::from_utf8_lossy(&printed), expected);
}

#[test]
fn python() {
    if Tool::Python.is_there() {
        check(SourceLanguage::Python, "m.py", &[&["python3", "m.py"]]);
    }
}

#[test]
fn ocaml() {
    if Tool::Ocaml.is_there() {
        check(SourceLanguage::Ocaml, "m.ml", &[&["ocaml", "m.ml"]]);
    }
}

#[test]
fn java() {
    if Tool::Javac.is_there() {
        let compile =
            ["javac", "-J-XX:TieredStopAtLevel=1", "-proc:none", "-encoding", "UTF-8", "Main.java"];
        check(SourceLanguage::Java, "Main.java", &[&compile, &["java", "-cp", ".", "Main"]]);
    }
}

#[test]
fn rust() {
    let compile = ["rustc", "--edition", "2021", "-o", "m", "m.rs"];
    check(SourceLanguage::Rust, "m.rs", &[&compile, &["./m"]]);
}
