//! Integers and characters of OCaml programs: the answers agree with the real compiler.

use std::fmt::Write as _;
use std::process::Command;

use serde_json::Value;

use crate::common::{Done, Programs, tracehound};

/// The report of a check of one program.
fn checked(text: &str, options: &[&str]) -> Value {
    let programs = Programs::new();
    let path = programs.add("main.ml", text);
    let done = tracehound(&[&["check", &path, "--format", "json"], options].concat());
    serde_json::from_str(&done.stdout).unwrap_or_else(|_| panic!("{}{}", done.stdout, done.stderr))
}

/// The answer for the only method of a program.
fn answer(text: &str, options: &[&str]) -> String {
    let report = checked(text, options);
    assert_eq!(report["targets"].as_array().map(Vec::len), Some(1), "{report}");
    report["targets"][0]["answer"].as_str().expect("it is text").to_owned()
}

#[track_caller]
fn holds(text: &str) {
    let answer = answer(text, &[]);
    assert!(answer == "proved" || answer.starts_with("holds"), "{}", checked(text, &[]));
}

#[track_caller]
fn breaks(text: &str) {
    assert_eq!(answer(text, &[]), "violation", "{}", checked(text, &[]));
}

const DOUBLE: &str =
    "(** (n: int) -> (r: int)\n require n >= 0\n ensure r >= 0 *)\nlet f n = n * 2\n";

fn human(text: &str, options: &[&str]) -> Done {
    let programs = Programs::new();
    let path = programs.add("main.ml", text);
    tracehound(&[&["check", &path], options].concat())
}

#[test]
fn ideal_integers_are_named_in_the_answer() {
    breaks(DOUBLE);
    let done = human(DOUBLE, &["--int", "ideal"]);
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(done.stdout.contains("proved if integers have no bound"), "{}", done.stdout);
    let done = human(DOUBLE, &["--int", "ideal", "--no-prove"]);
    assert!(done.stdout.contains("int = ideal"), "{}", done.stdout);
    let beyond = "(** (n: int) -> (r: bool)\n ensure r *)\nlet f n = n <= max_int\n";
    holds(beyond);
    let done = human(beyond, &["--int", "ideal"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stdout.contains("by --int ideal integers have no bound"), "{}", done.stdout);
}

#[test]
fn witnesses_on_ideal_integers_are_replayed_on_them() {
    let programs = Programs::new();
    let text = "(** (n: int) -> (r: bool)\n ensure r *)\nlet f n = n <= max_int\n";
    let path = programs.add("main.ml", text);
    let folder = programs.path().to_owned();
    tracehound(&["check", &path, "--int", "ideal", "--save-run", &folder]);
    let done = tracehound(&["replay", &format!("{folder}/run.json")]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
}

#[test]
fn results_that_wrap_around_are_met() {
    for body in [
        "(x + y) / 2 >= x || y < x",
        "x >= 0 || abs x > 0",
        "y = 0 || x >= 0 || x / y <= max_int && (y <> -1 || x / y > 0)",
        "x <= 0 || x lsl 1 > 0",
        "x = min_int || succ x > x",
        "pred x < x",
        "x >= 0 || - x > 0",
        "x asr 1 >= 0",
        "x - y <= x || y < 0",
        "let rec sum n acc = if n = 0 then acc else sum (n - 1) (acc + x) in x <= 0 || sum 3 0 > 0",
    ] {
        breaks(&format!(
            "(** (x: int) -> (y: int) -> (r: bool)\n ensure r *)\nlet f (x : int) (y : int) = {body}\n"
        ));
    }
}

#[test]
fn results_that_stay_in_range_are_proved_to() {
    for body in [
        "x + 1 > x || x = max_int",
        "x < 0 || y < x || x + ((y - x) / 2) <= y",
        "x = min_int || abs x >= 0",
        "x land 255 <= 255 && x land 255 >= 0",
        "(x land 1 = 0) = (x mod 2 = 0)",
        "x asr 1 <= max_int / 2",
        "(x lsr 1) >= 0",
        "lnot x = -1 - x && lnot (lnot x) = x",
        "x <= max_int && min_int <= y",
        "y <= 0 || x mod y < y",
        "let n = ref 0 in for i = max_int - 1 to max_int do if i > 0 then incr n done; !n = 2",
    ] {
        holds(&format!(
            "(** (x: int) -> (y: int) -> (r: bool)\n ensure r *)\nlet f (x : int) (y : int) = {body}\n"
        ));
    }
}

#[test]
fn contracts_are_mathematics() {
    breaks("(** (n: int) -> (r: int)\n ensure r = n + 1 *)\nlet f n = n + 1\n");
    holds(
        "(** (n: int) -> (r: int)\n require n < max_int\n ensure r = n + 1 *)\nlet f n = n + 1\n",
    );
    holds(
        "(** (n: int) -> (r: bool)\n require n + 1 > max_int\n ensure r *)\nlet f n = n = max_int\n",
    );
}

#[test]
fn numbers_in_texts_are_read_as_ocaml_reads_them() {
    for (text, reads) in
        [("0x1f", true), ("-0b11", true), ("1_000", true), ("0x", false), ("+", false)]
    {
        let body = format!("match int_of_string_opt {text:?} with Some _ -> b | None -> not b");
        let text =
            format!("(** (b: bool) -> (r: bool)\n require b\n ensure r *)\nlet f b = {body}\n");
        if reads { holds(&text) } else { breaks(&text) }
    }
    let unknown = "(** (s: string) -> (r: bool)\n require s = \"0x10\"\n ensure r *)\n\
                   let f s = int_of_string s = 16\n";
    holds(unknown);
}

#[test]
fn characters_are_shown_as_such() {
    let text = "(** (c: char) -> (r: bool)\n ensure r *)\nlet f c = c <> 'q'\n";
    let done = human(text, &[]);
    assert!(done.stdout.contains("the call: f 'q'"), "{}", done.stdout);
    holds("(** (c: char) -> (r: bool)\n ensure r *)\nlet f c = Char.code c <> 256\n");
    holds(
        "(** (c: char) -> (d: char) -> (r: bool)\n require c <= d\n ensure r *)\nlet f (c : char) (d : char) = c <= d\n",
    );
}

/// A random method: its expression over `x` and `y`, what is required, what is ensured of `r`.
struct Method {
    body: String,
    require: String,
    ensure: String,
}

/// Random numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides as u64) as usize
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.roll(of.len())]
    }

    fn constant(&mut self) -> &'static str {
        self.pick(&[
            "0",
            "1",
            "2",
            "3",
            "(-1)",
            "(-7)",
            "10",
            "max_int",
            "min_int",
            "(max_int - 1)",
            "(1 lsl 40)",
        ])
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 || self.roll(5) == 0 {
            return match self.roll(3) {
                0 => self.constant().to_owned(),
                1 => "x".to_owned(),
                _ => "y".to_owned(),
            };
        }
        let a = self.expr(depth - 1);
        match self.roll(9) {
            0 => format!("(- {a})"),
            1 => format!("(abs {a})"),
            2 => format!(
                "({a} {} {})",
                self.pick(&["*", "/", "mod"]),
                self.pick(&["2", "3", "(-1)", "(-3)", "10"])
            ),
            3 => format!(
                "({a} {} {})",
                self.pick(&["lsl", "lsr", "asr"]),
                self.pick(&["0", "1", "2", "62"])
            ),
            4 => format!("({a} land {})", self.pick(&["1", "7", "255"])),
            5 => {
                let (b, c) = (self.expr(depth - 1), self.expr(depth - 1));
                format!("(if {a} {} {b} then {c} else {a})", self.pick(&["<", "<=", "="]))
            }
            _ => format!("({a} {} {})", self.pick(&["+", "-", "+", "-"]), self.expr(depth - 1)),
        }
    }

    fn method(&mut self) -> Method {
        let body = self.expr(3);
        let require =
            self.pick(&["true", "x >= 0", "x <= y", "0 <= x && x <= 1000 && y < 100 && y > -100"]);
        let other = match self.roll(3) {
            0 => self.constant().to_owned(),
            1 => "x".to_owned(),
            _ => "y".to_owned(),
        };
        // Contracts have no shifts.
        let other = if other.contains("lsl") { "1099511627776".to_owned() } else { other };
        let ensure = format!("r {} {other}", self.pick(&["<=", ">=", "<>", "<"]));
        Method { body, require: require.to_owned(), ensure }
    }
}

/// What the real `ocaml` says: for each method whether a sample breaks it, and for each call whether
/// that does.
fn judged(methods: &[Method], calls: &[Option<String>]) -> Option<Vec<(bool, bool)>> {
    let mut text = "let edges = [ 0; 1; -1; 2; 3; 7; -7; 10; 99; 1000; max_int; max_int - 1; min_int; min_int + 1; \
        max_int / 2; max_int / 2 + 1; min_int / 2; min_int / 2 - 1; max_int / 3 + 1; 1 lsl 31; 1 lsl 60; 1 lsl 61; -(1 lsl 61) ]\n\
        let broken f p q x y = p x y && (match f x y with r -> not (q r x y) | exception Division_by_zero -> true)\n"
        .to_owned();
    for (number, Method { body, require, ensure }) in methods.iter().enumerate() {
        let call = calls[number]
            .as_deref()
            .map_or("false".to_owned(), |args| format!("broken f p q {args}"));
        writeln!(
            text,
            "let () = let f x y = {body} and p x y = {require} and q r x y = {ensure} in\n\
             ignore (f, p, q); let sampled = List.exists (fun x -> List.exists (broken f p q x) edges) edges in\n\
             Printf.printf \"%b %b\\n\" sampled ({call})"
        )
        .expect("text grows");
    }
    if !testbed::Tool::Ocaml.is_there() {
        return None;
    }
    let programs = Programs::new();
    let path = programs.add("judge.ml", text);
    let done = Command::new("ocaml").args(["-w", "-a", &path]).output().expect("OCaml is there");
    let told = String::from_utf8(done.stdout).expect("it prints text");
    let pair = |line: &str| {
        let (sampled, call) = line.split_once(' ').expect("two words");
        (sampled == "true", call == "true")
    };
    let pairs: Vec<(bool, bool)> = told.lines().map(pair).collect();
    assert_eq!(pairs.len(), methods.len(), "{}", String::from_utf8_lossy(&done.stderr));
    Some(pairs)
}

#[test]
fn random_methods_agree_with_the_compiler() {
    let mut dice = Dice(20);
    let methods: Vec<Method> = (0..40).map(|_| dice.method()).collect();
    let mut text = String::new();
    for (number, Method { body, require, ensure }) in methods.iter().enumerate() {
        let contract = format!("require {require}\n ensure {ensure}");
        writeln!(
            text,
            "(** (x: int) -> (y: int) -> (r: int)\n {contract} *)\nlet f{number} (x : int) (y : int) : int = {body}\n"
        )
        .expect("text grows");
    }
    let report = checked(&text, &["--solver-timeout", "1s", "--timeout", "120s"]);
    let targets = report["targets"].as_array().expect("there are targets");
    assert_eq!(targets.len(), methods.len(), "{report}");
    // The arguments are what follows the name.
    let args = |target: &Value| {
        let call = target["findings"][0]["call"]["text"].as_str()?;
        call.split_once(' ').map(|(_, args)| args.to_owned())
    };
    let calls: Vec<Option<String>> = targets.iter().map(args).collect();
    let Some(judged) = judged(&methods, &calls) else { return };
    let mut decided = 0;
    for ((target, method), (sampled, reproduced)) in targets.iter().zip(&methods).zip(judged) {
        let Method { body, require, ensure } = method;
        let told = format!("{body} requires {require}, ensures {ensure}: {target}");
        match target["answer"].as_str().expect("it is text") {
            "violation" => assert!(reproduced, "the witness is none: {told}"),
            "inconclusive" => continue,
            _ => assert!(!sampled, "it does not hold: {told}"),
        }
        decided += 1;
    }
    assert!(decided * 10 >= methods.len() * 8, "only {decided} of {} are decided", methods.len());
}
