//! A small language with two interpreters, and every verb of the command that it becomes.

use std::fs;

use tracehound_interp::{Cx, Kind, Language, Stop, Symbol, Value, case, data};

data! {
    Prog = Num(Int) | Sum(Prog, Prog) | Half(Prog) | Log(Prog);
}

fn run(cx: &mut Cx<'_>, prog: Value) -> Result<Value, Stop> {
    case!(cx, prog; {
        Num(n) => Ok(n),
        Sum(a, b) => {
            let (a, b) = (cx.call(|cx| run(cx, a))?, cx.call(|cx| run(cx, b))?);
            cx.add(a, b)
        }
        Half(a) => {
            let (a, two) = (cx.call(|cx| run(cx, a))?, cx.int(2));
            let rest = cx.rem(a, two)?;
            let zero = cx.int(0);
            if !cx.eq(rest, zero)? {
                return Err(cx.fail("it is odd"));
            }
            cx.div(a, two)
        }
        Log(a) => {
            let value = cx.call(|cx| run(cx, a))?;
            cx.emit(Symbol::new("saw"), &[value])?;
            Ok(value)
        }
    })
}

/// Forgets that odd numbers have no half.
fn careless(cx: &mut Cx<'_>, prog: Value) -> Result<Value, Stop> {
    case!(cx, prog; {
        Half(a) => {
            let (a, two) = (cx.call(|cx| careless(cx, a))?, cx.int(2));
            cx.div(a, two)
        }
        other => run(cx, other),
    })
}

fn calc(args: &[&str]) -> (u8, String) {
    let language = Language::new(Kind::Data(&Prog), run).with("careless", careless);
    let mut out = Vec::new();
    let args = ["calc"].iter().chain(args).map(ToString::to_string);
    let code = language.command(args, &mut out);
    (code, String::from_utf8(out).expect("text"))
}

fn says(args: &[&str], code: u8, text: &str) {
    assert_eq!(calc(args), (code, text.to_owned()), "{args:?}");
}

#[test]
fn programs_are_run() {
    says(&["run", "Sum(Num(1), Half(Num(4)))"], 0, "3\n");
    says(&["run", "Half(Num(3))"], 1, "fails: INT004: it is odd\n");
    says(&["run", "Half(Num(3))", "--interp", "careless"], 0, "1\n");
    says(&["run", "Log(Num(7))"], 0, "  1  saw(7)\n7\n");
    for wrong in [
        &["run"][..],
        &["run", "Num(?n)"],
        &["run", "Num(x)"],
        &["run", "Num(1)", "--interp", "other"],
    ] {
        assert_eq!(calc(wrong).0, 2, "{wrong:?}");
    }
}

#[test]
fn holes_are_filled() {
    says(
        &["solve", "Sum(Num(1), Num(?n))", "--to", "3"],
        0,
        "n = 2\n1 answer, there may be others\n",
    );
    says(&["solve", "Num(1)", "--to", "2"], 1, "no answer, no others\n");
    says(&["solve", "Num(?n)", "--to", "?n", "--all"], 0, "n = _0\n1 answer, no others\n");
    let (code, out) = calc(&["solve", "Half(Num(?n))", "--fails", "--paths"]);
    assert!(
        code == 0 && out.contains("fails: INT004: it is odd") && out.contains("  path "),
        "{out}"
    );
}

#[test]
fn a_path_is_replayed() {
    let (_, out) = calc(&["solve", "Sum(?a, Num(2))", "--to", "5", "--paths"]);
    let path = out.lines().find_map(|line| line.strip_prefix("  path ")).expect("it is shown");
    let (code, again) = calc(&["replay", "Sum(?a, Num(2))", "--to", "5", "--path", path]);
    assert!(code == 0 && again.contains("a = Num(3)"), "{again}");
    assert_eq!(calc(&["replay", "Sum(?a, Num(2))", "--path", "zz"]).0, 2);
}

#[test]
fn interpreters_are_compared() {
    let (code, out) = calc(&["diff", "-n", "1"]);
    let lines: Vec<&str> = out.lines().collect();
    assert!(code == 1 && lines[0].starts_with("Half(Num("), "{out}");
    assert_eq!(lines[1], "  main: fails: INT004: it is odd");
    assert!(lines[2].starts_with("  careless: "), "{out}");
    assert_eq!(calc(&["diff", "main"]).0, 2);
}

#[test]
fn events_are_checked() {
    let folder = tempdir("check");
    let spec = folder.join("seen.trace");
    fs::write(&spec, "op saw(n: Int) property small := G <saw | n < 10>").expect("written");
    let spec = spec.display().to_string();
    let (code, out) = calc(&["check", "Log(Num(?n))", "--spec", &spec]);
    assert!(code == 1 && out.starts_with("`small` is broken: n = "), "{out}");
    says(&["check", "Log(Num(9))", "--spec", &spec], 0, "`small`: no violation, no others\n");
    let (code, out) = calc(&["replay", "Log(Num(10))", "--spec", &spec]);
    assert_eq!((code, &*out), (1, "  1  saw(10)\n10\n`small` is broken\n"));
    assert_eq!(calc(&["check", "Log(Num(?n))", "--spec", &format!("{spec}:none")]).0, 2);
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn tests_of_a_language_are_run() {
    let folder = tempdir("test");
    let (good, bad) = (folder.join("good"), folder.join("bad"));
    fs::write(&good, "# halves\nHalf(Num(4)) => 2\n\nHalf(Num(3)) fails\n").expect("written");
    fs::write(&bad, "Half(Num(4)) => 3\nHalf(Num(4)) fails\n").expect("written");
    let (good, bad) = (good.display().to_string(), bad.display().to_string());
    says(&["test", &good], 0, "2 passed, 0 failed\n");
    let text = format!(
        "{bad}:1: it comes to something else: 2\n{bad}:2: it should fail, and comes to 2\n2 passed, 2 failed\n"
    );
    says(&["test", &good, &bad], 1, &text);
    assert_eq!(calc(&["test", &good, "--interp", "careless"]).0, 1);
    fs::remove_dir_all(folder).expect("removed");
}

fn tempdir(name: &str) -> std::path::PathBuf {
    let folder =
        std::env::temp_dir().join(format!("tracehound-interp-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("made");
    folder
}
