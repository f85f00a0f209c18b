//! Programs without end, stopped by limits and by signals at random moments, in every language and
//! verb: the answer comes at once, is whole, and has all that was found until then.
//!
//! The rows are data: a call, what it finds first, and what it never comes to the end of. The usual
//! run stops each of them in two ways that are picked by the seed, a nightly run in all ways and at
//! many moments. How long a call takes to stop is measured in time of the processor where the system
//! tells, because the machine may be busy; one that hangs fails anyway.

use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use crate::common::{Programs, command};
use crate::processes::{HANGS, end, lines, spent};
use serde_json::Value;
use testbed::{amount, is_nightly, pick, sample};

/// Limits on time, in seconds. A busy machine may find nothing within the first.
const LIMITS: [u64; 3] = [1, 5, 25];
/// How much of the processor a call may take to stop. More than is promised to users, because tests are
/// built with few optimisations, what shows solutions with none, and some calls have two threads.
const AT_MOST: Duration = Duration::from_secs(4);
/// How long after it found something, or after its start, a call gets a signal, in milliseconds.
const MOMENTS: [u64; 8] = [0, 15, 60, 130, 260, 500, 900, 1700];

/// A call that would go on for ever.
struct Row {
    name: String,
    args: Vec<String>,
    /// Part of the output that is there before the endless part begins.
    found: &'static str,
    /// What the call comes to if a limit ends it: a violation counts for more than what is left.
    code: i32,
    /// Options for a form that shows what is found at once, and for one that is a JSON document.
    streamed: &'static [&'static str],
    document: Option<&'static [&'static str]>,
    /// Whether memory runs out, too.
    grows: bool,
    /// Whether what is found is shown at once, and not at the end.
    shows_at_once: bool,
}

/// What ends a call.
#[derive(Clone, Copy, Debug)]
enum Stop {
    /// After so many seconds.
    Time(u64),
    Memory,
    /// The signal and how many milliseconds it comes after something was found.
    Signal(&'static str, u64),
    /// At any moment after the start, perhaps before there is anything to report.
    Early(&'static str, u64),
}

/// What a call left behind.
struct Stopped {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    /// The time of the processor after the limit or the signal.
    late: Duration,
    /// Whether it did not end by itself.
    hangs: bool,
}

impl Row {
    /// Stops the call in some ways.
    fn check(&self) {
        for stop in self.stops() {
            match stop {
                Stop::Time(_) => self.check_times(),
                Stop::Memory | Stop::Signal(..) | Stop::Early(..) => self.check_stop(stop),
            }
        }
    }

    /// Gives the call ever more time until it finds something.
    fn check_times(&self) {
        let (most, less) = LIMITS.split_last().expect("there are some");
        for seconds in less {
            let (form, time) = (self.document.unwrap_or(self.streamed), format!("{seconds}s"));
            let stop = Stop::Time(*seconds);
            let stopped = self.run(stop, &self.call(form, &["--timeout", &time]));
            self.check_late(stop, &stopped);
            if stopped.stdout.contains(self.found) {
                return self.check_answer(stop, &stopped);
            }
        }
        self.check_stop(Stop::Time(*most));
    }

    fn stops(&self) -> Vec<Stop> {
        let signal = |nth: usize| {
            let name = format!("{} {nth}", self.name);
            let moment = *pick(&name, &MOMENTS);
            let signal = *pick(&format!("{name} signal"), &["-INT", "-TERM", "-HUP"]);
            match *pick(&format!("{name} early"), &[false, false, true]) {
                false if self.shows_at_once => Stop::Signal(signal, moment),
                // Others may be ignored from the start: `nohup` and background jobs of shells do so.
                _ => Stop::Early("-TERM", moment),
            }
        };
        let memory = self.grows.then_some(Stop::Memory);
        let limits: Vec<Stop> = std::iter::once(Stop::Time(LIMITS[0])).chain(memory).collect();
        let mut stops = match is_nightly() {
            true => limits,
            false => vec![*pick(&self.name, &limits)],
        };
        stops.extend((0..amount(1, 12)).map(signal));
        stops
    }

    fn check_stop(&self, stop: Stop) {
        let document = self.document(stop).map(|form| ["--format", form]);
        let document = document.as_ref().map_or(self.streamed, |form| &form[..]);
        let (form, time) = match stop {
            Stop::Time(seconds) => (document, format!("{seconds}s")),
            Stop::Memory | Stop::Early(..) => (document, "none".to_owned()),
            Stop::Signal(..) => (self.streamed, "none".to_owned()),
        };
        let mut limits = vec!["--timeout", &time];
        if let Stop::Memory = stop {
            limits.extend(["--memory", "250M"]);
        }
        let stopped = self.run(stop, &self.call(form, &limits));
        self.check_late(stop, &stopped);
        self.check_answer(stop, &stopped);
    }

    fn check_late(&self, stop: Stop, stopped: &Stopped) {
        let Row { name, .. } = self;
        assert!(!stopped.hangs, "{name} hangs, stopped by {stop:?}: {}", stopped.stderr);
        let late = stopped.late;
        assert!(late <= AT_MOST, "{name} took {late:?} to stop by {stop:?}: {}", stopped.stderr);
    }

    fn check_answer(&self, stop: Stop, stopped: &Stopped) {
        let said =
            format!("{} stopped by {stop:?}: {}{}", self.name, stopped.stdout, stopped.stderr);
        let code = match stop {
            Stop::Time(_) | Stop::Memory => self.code,
            Stop::Signal(..) | Stop::Early(..) => 130,
        };
        let is_early = matches!(stop, Stop::Early(..));
        if is_early && stopped.code.is_none() {
            // The signal came before the first line of the program was run.
            return assert_eq!((stopped.stdout.as_str(), stopped.stderr.as_str()), ("", ""));
        }
        let is_signal = matches!(stop, Stop::Signal(..) | Stop::Early(..));
        if is_signal && self.grows && stopped.code == Some(self.code) {
            // A fast machine fills the heap of one run before the signal comes.
            return assert!(said.contains("MiB"), "{said}");
        }
        assert_eq!(stopped.code, Some(code), "{said}");
        // Before there is anything to report, a signal ends a call without a word.
        if is_early && stopped.stdout.is_empty() {
            return;
        }
        let document = self.document(stop).filter(|_| !matches!(stop, Stop::Signal(..)));
        if !is_early && document.is_none_or(|form| form == "json") {
            assert!(stopped.stdout.contains(self.found), "{said}");
        }
        if let Some(form) = document {
            let exit = exit_in(form, &stopped.stdout).unwrap_or_else(|why| panic!("{why}: {said}"));
            assert!(exit.is_none_or(|exit| exit == code), "{exit:?} is not {code}: {said}");
        }
    }

    /// The form of a document that is asked for, which is any of those that programs read.
    fn document(&self, stop: Stop) -> Option<&'static str> {
        self.document?;
        let name = format!("{} {stop:?}", self.name);
        // The others do not have the words that are looked for.
        let forms: &[&str] = match stop {
            Stop::Time(_) => &["json"],
            Stop::Memory | Stop::Signal(..) | Stop::Early(..) => {
                &["json", "sarif", "jsonl", "junit"]
            }
        };
        Some(*pick(&name, forms))
    }

    /// The arguments with options in front of what is the program's own.
    fn call(&self, form: &[&str], limits: &[&str]) -> Vec<String> {
        let own = self.args.iter().position(|arg| arg == "--").unwrap_or(self.args.len());
        let options = form.iter().chain(limits).map(|&option| option.to_owned());
        let (before, after) = self.args.split_at(own);
        before.iter().cloned().chain(options).chain(after.iter().cloned()).collect()
    }

    fn run(&self, stop: Stop, args: &[String]) -> Stopped {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut command = command(&args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary can be started");
        let started = Instant::now();
        let stdout = lines(child.stdout.take().expect("it is piped"));
        let stderr = lines(child.stderr.take().expect("it is piped"));
        let mut seen = String::new();
        let spent_before = match stop {
            // What it may take by itself; on a busy machine it takes longer than that to get it.
            Stop::Time(seconds) => Duration::from_secs(seconds),
            // From the moment on at which it has more than it may.
            Stop::Memory => {
                while resident_mib(&child).is_some_and(|mib| mib < 250) && started.elapsed() < HANGS
                {
                    std::thread::sleep(Duration::from_millis(5));
                }
                spent(&child)
            }
            Stop::Signal(signal, moment) => {
                self.wait_for_finding(&stdout, &mut seen);
                send(&child, signal, moment)
            }
            Stop::Early(signal, moment) => send(&child, signal, moment),
        };
        let (code, spent_in_all) = end(&mut child, spent_before);
        let late = spent_in_all.saturating_sub(spent_before);
        seen.extend(stdout.iter());
        let (code, hangs) = (code.flatten(), code.is_none());
        Stopped { code, stdout: seen, stderr: stderr.iter().collect(), late, hangs }
    }

    fn wait_for_finding(&self, stdout: &Receiver<String>, seen: &mut String) {
        while !seen.contains(self.found) {
            let line = stdout.recv_timeout(HANGS);
            *seen += &line.unwrap_or_else(|_| panic!("{} finds nothing: {seen}", self.name));
        }
    }
}

/// The exit code that a whole document names, if documents of this form do.
fn exit_in(form: &str, text: &str) -> Result<Option<i32>, String> {
    let read = |text: &str| -> Result<Value, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    };
    let exit = match form {
        "json" => read(text)?["exit"].clone(),
        "sarif" => read(text)?["runs"][0]["invocations"][0]["exitCode"].clone(),
        "jsonl" => {
            let lines: Vec<Value> = text.lines().map(read).collect::<Result<_, _>>()?;
            lines.last().ok_or("there is no line")?["exit"].clone()
        }
        _ => {
            quick_junit::Report::deserialize_from_str(text).map_err(|error| error.to_string())?;
            return Ok(None);
        }
    };
    let exit = exit.as_i64().and_then(|exit| i32::try_from(exit).ok());
    exit.map(Some).ok_or("it has no exit code".to_owned())
}

/// Sends a signal after some milliseconds. Returns how much of the processor was spent by then.
fn send(child: &Child, signal: &str, moment: u64) -> Duration {
    std::thread::sleep(Duration::from_millis(moment));
    let spent = spent(child);
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("there is a `kill`").success());
    spent
}

/// The memory that a process occupies; none if it is over or the system does not tell.
fn resident_mib(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

/// What an endless part does: its name, its text, whether it takes ever more memory.
type Endless = (&'static str, &'static str, bool);

const VIOLATION: &str = "\"violation\"";
const JSON: Option<&[&str]> = Some(&["--format", "json"]);
const JSONL: &[&str] = &["--format", "jsonl"];

/// How many endless programs of a language are stopped in a usual run, by the seed.
const ROWS: usize = 2;

/// Calls of `check` and `test` on programs of a language.
fn checks(
    programs: &Programs,
    ending: &str,
    endless: &[Endless],
    options: &[&str],
    text: impl Fn(&str, &str) -> String,
) -> Vec<Row> {
    let row = |&(name, body, grows): &Endless| {
        let path = programs.add(&format!("{name}.{ending}"), text(name, body));
        let unlimited = ["--max-steps", "100000000000", "--solver-timeout", "10m", "-j", "1"];
        let args = [&["check", &path], &unlimited[..], options].concat();
        Row {
            name: format!("check {name}.{ending}"),
            args: args.into_iter().map(str::to_owned).collect(),
            found: VIOLATION,
            code: 1,
            streamed: JSONL,
            document: JSON,
            grows,
            shows_at_once: true,
        }
    };
    sample(ending, endless, ROWS).into_iter().map(row).collect()
}

#[test]
fn toy_without_end() {
    let endless = [
        ("loop", "let n = 0; while true { n = n + 1; }", false),
        ("deep", "assert down(read int \"n\") == 0;", true),
        ("fork", "let n = 0; while n >= 0 { if read bool \"b\" { n = n + 1; } }", false),
        (
            "query",
            "let a = read int \"a\"; let b = read int \"b\"; let c = read int \"c\";
             assume a > 1 && b > 1 && c > 1; assert a * a * a + b * b * b != c * c * c;",
            false,
        ),
    ];
    let programs = Programs::new();
    let text = |_: &str, body: &str| {
        format!(
            "check found {{ assert 1 > 2; }}
             fn down(n: int) -> int {{ return 1 + down(n + 1); }}
             check endless {{ {body} }}"
        )
    };
    checks(&programs, "toy", &endless, &[], text).iter().for_each(Row::check);
}

/// A call whose answer is a violation, before an endless one.
fn ocaml(_: &str, body: &str) -> String {
    let contract = "(** (n: int) -> (r: int)\n    ensure r = 0 *)";
    format!(
        "{contract}\nlet found n = if n = 7 then 1 else 0\n\
         let rec grow l = grow (1 :: l)\n\
         let rec count n = if n land 1 = 0 then count (n / 2) else 1 + count (n / 2 + 1)\n\
         {contract}\nlet endless n = {body}\n"
    )
}

#[test]
fn ocaml_without_end() {
    let endless = [
        ("loop", "let i = ref 0 in while true do i := !i + 1 done; n", false),
        ("heap", "grow [n]", true),
        ("fork", "count n", false),
        ("product", "let i = ref n in while true do i := !i * !i + 1 done; n", false),
    ];
    let programs = Programs::new();
    let rows = checks(&programs, "ml", &endless, &["--unroll", "1000000"], ocaml);
    rows.iter().for_each(Row::check);
}

#[test]
fn haskell_without_end() {
    let endless = [
        ("Loop", "go 0 where go i = if even i && odd i then n else go (i + 1)", false),
        ("Heap", "length (repeat n)", true),
        ("Fork", "if n > 3 then 1 + endless (n - 1) else endless (n + 5)", false),
    ];
    let programs = Programs::new();
    let text = |name: &str, body: &str| {
        format!(
            "module {name} where\n\
             {{-@ found :: Int -> {{v:Int | v == 0}} @-}}\nfound :: Int -> Int\n\
             found n = if n == 7 then 1 else 0\n\
             {{-@ endless :: Int -> {{v:Int | v == 0}} @-}}\nendless :: Int -> Int\n\
             endless n = {body}\n"
        )
    };
    // How long GHC takes for a file that it has not seen counts, too, and varies.
    let rows = checks(&programs, "hs", &endless, &["--unroll", "1000000"], text);
    for row in rows {
        let warm = command(&[&["list"][..], &[row.args[1].as_str()]].concat()).output();
        assert!(warm.expect("the binary can be started").status.success());
        row.check();
    }
}

const JAVA: &str = r#"
import java.util.*;
public class Slow {
    static int found(int n) { return 10 / (n - 7); }
    static int loop(int n) { int i = 0; while (true) { i += 2; if (i == 1) return 1; } }
    static int heap(int n) {
        List<int[]> all = new ArrayList<>();
        while (true) { all.add(new int[1000]); if (all.isEmpty()) return 1; }
    }
    static int rows(int n) { while (true) { if (new int[3000][3000].length == n) return 1; } }
    static int sum(int n) {
        java.util.zip.CRC32 sum = new java.util.zip.CRC32();
        byte[] bytes = new byte[1 << 26];
        while (true) { sum.update(bytes); if (sum.getValue() == n) return 1; }
    }
    static int fork(int n) { int i = 0; while (true) { if ((n >> (i % 32) & 1) == 0) i++; else i += 2; } }
    public static void main(String[] args) {
        System.out.println("found");
        switch (args[0]) {
            case "loop": loop(1); break;
            case "heap": heap(1); break;
            case "rows": rows(1); break;
            case "sum": sum(1); break;
        }
    }
}
"#;

#[test]
fn java_without_end() {
    let programs = Programs::new();
    compile(&programs, "Slow.java", JAVA);
    // The checksum of so many bytes is one step.
    let all = [("loop", false), ("heap", true), ("rows", true), ("fork", false), ("sum", false)];
    for &(name, grows) in sample("Java", &all, ROWS) {
        let methods = ["Slow#found(n: int)".to_owned(), format!("Slow#{name}(n: int)")];
        let call =
            ["check", programs.path(), &methods[0], &methods[1], "--max-steps", "10000000000"];
        let check = Row {
            name: format!("check Slow#{name}"),
            args: call.map(str::to_owned).to_vec(),
            found: VIOLATION,
            code: 1,
            streamed: JSONL,
            document: JSON,
            grows,
            shows_at_once: true,
        };
        check.check();
        if name == "fork" {
            continue;
        }
        let call = ["run", programs.path(), "Slow", "--", name];
        let args = call.map(str::to_owned).to_vec();
        let run = Row {
            name: format!("run Slow {name}"),
            args,
            found: "found",
            code: 3,
            streamed: &[],
            document: JSON,
            grows,
            shows_at_once: true,
        };
        run.check();
    }
}

fn compile(programs: &Programs, name: &str, text: &str) {
    let source = programs.add(name, text);
    let done = Command::new("javac").args(["-d", programs.path(), &source]).output();
    let done = done.expect("javac is installed: `apt-get install default-jdk-headless`");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// A program that has become endless since its violation was saved.
#[test]
fn replay_without_end() {
    let programs = Programs::new();
    compile(&programs, "Slow.java", JAVA);
    let saved = format!("{}/saved", programs.path());
    let check = ["check", programs.path(), "Slow#found(n: int)", "--save-run", &saved];
    let done = crate::common::run(&mut command(&check));
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let bodies = [("sum", "return sum(n);"), ("loop", "return loop(n);")];
    for (name, body) in sample("replay", &bodies, 1) {
        compile(&programs, "Slow.java", &JAVA.replace("return 10 / (n - 7);", body));
        let args = ["replay", &format!("{saved}/run.json")].map(str::to_owned).to_vec();
        let replay = Row {
            name: format!("replay {name}"),
            args,
            found: "not decided",
            code: 3,
            streamed: &[],
            document: None,
            grows: false,
            shows_at_once: false,
        };
        replay.check();
    }
}

const SPIN: &str = r#"module SPIN
  imports DOMAINS
  syntax Pgm ::= List{Stmt, ";"}
  syntax Stmt ::= "loop" | "spin" | "grow" | "fork" | "power" | Id "=" Int | "say" String
  syntax Int ::= endless(Int) [function]
  syntax Bool ::= small(Int) [function]
  configuration <k> $PGM:Pgm </k> <state> .Map </state> <n> 0 </n>
                <out stream="stdout"> .List </out>
  rule S:Stmt ; Ss:Pgm => S ~> Ss
  rule .Pgm => .K
  rule endless(X) => endless(X +Int 1)
  rule small(X) => X <Int 3
  rule <k> X:Id = I:Int => .K ...</k> <state> M => M[X <- I] </state>
  rule <k> say T => .K ...</k> <out>... .List => ListItem(T) </out>
  rule <k> loop => loop ...</k> <n> N => N +Int 1 </n>
  rule <k> spin => .K ...</k> <n> _ => endless(0) </n>
  rule <k> grow => grow ...</k> <n> N => N +Int 1 </n> <state> M => M[N <- "entry"] </state>
  rule <k> power => .K ...</k>
       <n> N => 3 ^%Int (2 ^Int (100000 +Int N) -Int 1) (2 ^Int (100001 +Int N) -Int 3) </n>
  rule <k> fork => fork ...</k> <n> N => N +Int 1 </n>
  rule <k> fork => fork ...</k> <n> N => N *Int 2 +Int 2 </n>
endmodule
"#;

#[test]
fn k_without_end() {
    let programs = Programs::new();
    let definition = programs.add("spin.k", SPIN);
    let endless = [("loop", false), ("spin", false), ("grow", true), ("fork", false)];
    // The power is one step, which takes minutes.
    for &(name, grows) in sample("K", &endless, ROWS).into_iter().chain([&("power", false)]) {
        let path =
            programs.add(&format!("{name}.spin"), format!("say \"found\\n\"; x = 1; {name}"));
        let run = ["run", &path, "--def", &definition];
        let row = |options: &[&str], found: &'static str| Row {
            name: format!("run {name}.spin {}", options.join(" ")),
            args: [&run[..], options].concat().into_iter().map(str::to_owned).collect(),
            found,
            code: 3,
            streamed: &[],
            document: JSON,
            grows: grows && options.is_empty(),
            // A search reports when it is over, and what a program prints before it evaluates a function
            // is shown after that.
            shows_at_once: options.is_empty() && !["spin", "power"].contains(&name),
        };
        // In a step without end, what was printed since limits were last checked is lost.
        let is_stuck = name == "power";
        row(&[], if is_stuck { "in the middle of a long step" } else { "found" }).check();
        let searches: [&[&str]; 4] = [
            &["--search"],
            &["--search-all"],
            &["--ltl", "G small(x)"],
            &["--pattern", "<n> -5 </n>"],
        ];
        let all = searches.iter().filter(|_| is_nightly());
        for options in all.chain([pick(name, &searches)]) {
            row(options, if is_stuck { "in the middle of a long step" } else { "" }).check();
        }
    }
}

#[test]
fn interpreters_without_end() {
    let goals = [
        ("fork", "let rec f n = case n of [] -> []; _ :: r -> f r", "f x = a", false),
        ("answers", "let rec f n = case n of [] -> a; _ :: r -> f r", "f x = a", false),
    ];
    let programs = Programs::new();
    for (name, definition, goal, grows) in goals {
        let text = format!("data a\n{definition}\nexists x. x = a\nexists x. {goal}\n");
        let path = programs.add(&format!("{name}.goal"), text);
        let mut args = vec!["solve".to_owned(), path];
        args.extend((name == "answers").then(|| "--all".to_owned()));
        let name = format!("solve {name}.goal");
        let solve = Row {
            name,
            args,
            found: "x = a",
            code: 3,
            streamed: &[],
            document: None,
            grows,
            shows_at_once: true,
        };
        solve.check();
    }
    let interp =
        |result: &str| format!("let rec interp p = case p of [] -> {result}; _ :: r -> interp r");
    let [one, other] = [("one", "[]"), ("other", "1")]
        .map(|(name, result)| programs.add(&format!("{name}.goal"), interp(result)));
    let args = ["diff", "--interp", &one, &other, "-n", "100000000", "--order", "found"];
    let args = args.map(str::to_owned).to_vec();
    let diff = Row {
        name: "diff".to_owned(),
        args,
        found: "[]",
        code: 1,
        streamed: &[],
        document: JSON,
        grows: false,
        shows_at_once: true,
    };
    diff.check();
}

/// A Haskell function that is run on unknown inputs, path by path.
#[test]
fn haskell_runs_without_end() {
    let endless = [
        ("loop", "go 0 where go i = if even i && odd i then n else go (i + 1)", false),
        ("heap", "length (repeat n)", true),
        ("fork", "if n > 3 then 1 + endless (n - 1) else endless (n + 5)", false),
    ];
    let programs = Programs::new();
    let functions = endless.map(|(name, body, _)| {
        let body = body.replace("endless", name);
        format!("{name} :: Int -> Int\n{name} 7 = 70\n{name} n = {body}\n")
    });
    let text = format!("module Runs where\n{}", functions.concat());
    let path = programs.add("Runs.hs", text);
    // What GHC makes of the file is kept.
    let warm = command(&["run", &path, "fork", "-n", "1"]).output();
    assert!(warm.expect("the binary can be started").status.success());
    for &(name, _, grows) in sample("run of Haskell", &endless, ROWS) {
        let unlimited = ["--max-steps", "100000000000", "-n", "100000000"];
        let args = [&["run", &path, name], &unlimited[..]].concat();
        let run = Row {
            name: format!("run {name} of Runs.hs"),
            args: args.into_iter().map(str::to_owned).collect(),
            // What a search has found is reported when it is over.
            found: "",
            code: 3,
            streamed: &[],
            document: JSON,
            grows,
            shows_at_once: false,
        };
        run.check();
    }
}

/// A question to the solver that takes minutes.
#[test]
fn queries_without_end() {
    let cubes = "if a > 1 && b > 1 && c > 1 && a * a * a + b * b * b = c * c * c then 1 else 0";
    let programs = Programs::new();
    let contract = "(** (a: int) (b: int) (c: int) -> (r: int)\n    ensure r = 0 *)";
    let ml = format!(
        "(** (n: int) -> (r: int)\n    ensure r = 0 *)\nlet found n = if n = 7 then 1 else 0\n\
         {contract}\nlet cubes a b c = {cubes}\n"
    );
    let hs = format!(
        "module Cubes where\n{{-@ found :: Int -> {{v:Int | v == 0}} @-}}\nfound :: Int -> Int\n\
         found n = if n == 7 then 1 else 0\n\
         {{-@ cubes :: Int -> Int -> Int -> {{v:Int | v == 0}} @-}}\n\
         cubes :: Int -> Int -> Int -> Int\ncubes a b c = {}\n",
        cubes.replace(" = c", " == c")
    );
    let paths = [programs.add("cubes.ml", ml), programs.add("Cubes.hs", hs)];
    let warm = command(&["list", &paths[1]]).output();
    assert!(warm.expect("the binary can be started").status.success());
    for path in sample("queries", &paths, 1) {
        let args = ["check", path, "--solver-timeout", "10m", "--int", "ideal"];
        let args = if path.ends_with(".ml") { &args[..] } else { &args[..4] };
        let check = Row {
            name: format!("check {}", path.rsplit('/').next().unwrap_or_default()),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            found: VIOLATION,
            code: 1,
            streamed: JSONL,
            document: JSON,
            grows: false,
            shows_at_once: true,
        };
        check.check();
    }
}

/// `check` of a program in K and of goals against a trace spec, and `solve --spec`.
#[test]
fn events_without_end() {
    let programs = Programs::new();
    let (definition, loops) = (programs.add("spin.k", SPIN), programs.add("loop.spin", "loop"));
    let goal = "let rec f n = case n of [] -> []; _ :: r -> emit e(n) in f r\nexists x. f x = 1\n";
    let goal = programs.add("f.goal", goal);
    let spec = programs.add("e.trace", "op ...\nproperty p := G true\n");
    let calls: [&[&str]; 3] = [
        &["check", &loops, "--def", &definition],
        &["check", &goal, "--spec", &spec],
        &["solve", &goal, "--spec", &spec, "--all"],
    ];
    for call in sample("events", &calls, 1) {
        let unlimited = ["--max-steps", "100000000000"];
        let row = Row {
            name: format!("{} of {}", call[0], call[1].rsplit('/').next().unwrap_or_default()),
            args: call.iter().chain(&unlimited).map(|&arg| arg.to_owned()).collect(),
            found: "",
            code: 3,
            streamed: &[],
            document: JSON,
            grows: false,
            shows_at_once: false,
        };
        row.check();
    }
}

/// Questions about specs and logs, which have no program.
#[test]
fn specs_without_end() {
    let programs = Programs::new();
    let ops: String = (0..=50).map(|at| format!("op a{at}()\n")).collect();
    let nested = (1..=50).fold("<a0>".to_owned(), |formula, at| format!("(<a{at}> W {formula})"));
    let spec = programs.add("w.trace", format!("{ops}property p := {nested}\n"));
    let calls: [&[&str]; 2] =
        [&["spec", "check", &spec], &["spec", "compare", &spec, &spec, "--max-length", "60"]];
    for call in sample("specs", &calls, 1) {
        let row = Row {
            name: call[..2].join(" "),
            args: call.iter().map(|&arg| arg.to_owned()).collect(),
            found: "",
            code: 3,
            streamed: &[],
            document: JSON,
            grows: false,
            shows_at_once: false,
        };
        row.check();
    }
}

/// A step that alone would take hours is not begun, and the answer says so.
#[test]
fn values_of_astronomical_size_are_not_computed() {
    let programs = Programs::new();
    let text = "check found { assert 1 > 2; } check large { let n = 3; while true { n = n * n; } }";
    let toy = programs.add("large.toy", text);
    let body = "let s = ref \"ab\" in while true do s := !s ^ !s done; n + String.length !s";
    let ml = programs.add("large.ml", ocaml("", body));
    for (path, what) in [(toy, "a number with so many digits"), (ml, "a text of such a length")] {
        let mut call = command(&["check", &path, "--timeout", "100s"]);
        let done = crate::common::run(&mut call);
        assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains(what), "{}", done.stdout);
    }
}
