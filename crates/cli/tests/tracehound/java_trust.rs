//! Java programs that try to get a wrong answer, to take forever, or to take all memory.
//!
//! Where no JDK is installed, a note says that nothing was checked.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Done, Programs, command, run};
use crate::java::has_jdk;
use crate::processes::timed;

/// Calls the binary from the folder of programs, with a cache of their own.
fn in_folder(programs: &Programs, args: &[&str]) -> Done {
    run(&mut prepared(programs, args))
}

fn prepared(programs: &Programs, args: &[&str]) -> Command {
    let mut command = command(args);
    command.current_dir(programs.path());
    command.env("TRACEHOUND_CACHE", format!("{}/cache", programs.path()));
    command.env("XDG_STATE_HOME", format!("{}/state", programs.path()));
    command
}

/// The report on one method.
fn report(programs: &Programs, args: &[&str]) -> (i32, Value) {
    let done = in_folder(programs, &[&["check", "--format", "json"], args].concat());
    let report: Value = serde_json::from_str(&done.stdout)
        .unwrap_or_else(|_| panic!("{} {}", done.stdout, done.stderr));
    (done.code, report["targets"][0].clone())
}

fn javac(programs: &Programs, args: &[&str]) {
    let done = Command::new("javac").current_dir(programs.path()).args(args).output();
    let done = done.expect("javac can be started");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn cached_answer_follows_its_inputs() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("A.java", "class A { static int f(int x) { return x / (B.LEAST + C.more()); } }");
    let b = |least: u32| format!("class B {{ static final int LEAST = {least}; }}");
    let c =
        |more: u32| format!("public class C {{ public static int more() {{ return {more}; }} }}");
    programs.add("B.java", b(1));
    programs.add("lib/C.java", c(0));
    javac(&programs, &["-d", "classes", "lib/C.java"]);
    let exit = || in_folder(&programs, &["check", "A.java", "classes", "A#f(x: int)"]).code;
    assert_eq!((exit(), exit()), (0, 0));
    // A source that was not named.
    programs.add("B.java", b(0));
    assert_eq!((exit(), exit()), (1, 1));
    programs.add("B.java", b(1));
    assert_eq!(exit(), 0);
    // A folder of classes of the same name.
    programs.add("lib/C.java", "public class C { public static int more() { return -1; } }");
    javac(&programs, &["-d", "classes", "lib/C.java"]);
    assert_eq!(exit(), 1);
    // A source that was not there.
    programs.add("lib/C.java", c(0));
    javac(&programs, &["-d", "classes", "lib/C.java"]);
    assert_eq!(exit(), 0);
    programs.add("C.java", c(0).replace("return 0", "return -1"));
    assert_eq!(exit(), 1);
}

#[test]
fn jars_that_manifests_name_are_on_the_class_path() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    let jar = |name: &str, args: &[&str]| {
        let mut jar = Command::new("jar");
        jar.current_dir(programs.path()).args(["--create", "--file", name]).args(args);
        assert!(jar.output().expect("jar can be started").status.success(), "{name}");
    };
    let inner = |value: i32| {
        programs.add("in/Inner.java", format!("public class Inner {{ public static final int C = {value}; public static int f() {{ return C; }} }}"));
        javac(&programs, &["-d", "inner", "in/Inner.java"]);
        jar("inner.jar", &["-C", "inner", "Inner.class"]);
    };
    inner(1);
    programs.add(
        "out/Outer.java",
        "public class Outer { public static void g() { assert Inner.f() == 1; } }",
    );
    javac(&programs, &["-d", "outer", "-cp", "inner", "out/Outer.java"]);
    programs.add("manifest", "Class-Path: inner.jar\n");
    jar("outer.jar", &["--manifest", "manifest", "-C", "outer", "Outer.class"]);
    programs.add("A.java", "class A { static int f(int x) { return x / Inner.C; } }");
    let exit = |args: &[&str]| in_folder(&programs, &[&["check"], args].concat()).code;
    assert_eq!(exit(&["outer.jar", "Outer#g()"]), 0);
    assert_eq!(exit(&["A.java", "outer.jar", "A#f(x: int)"]), 0);
    inner(0);
    assert_eq!(exit(&["outer.jar", "Outer#g()"]), 1);
    assert_eq!(exit(&["A.java", "outer.jar", "A#f(x: int)"]), 1);
}

#[test]
fn identity_of_boxes_depends_on_their_numbers() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add(
        "B.java",
        "import java.util.*;
        import java.util.concurrent.atomic.*;
        class B {
            static void all(int x) { Integer a = x, b = x; assert a == b; }
            static void small(Integer a) {
                Integer b = Integer.valueOf(a);
                if (a >= -128 && a <= 127) assert a == b; else assert a != b;
            }
            static void longs(long x, long y) { Long a = x, b = y; if (a.equals(b)) assert a == b; }
            static void chars(char x) { Character a = x, b = x; assert a == b; }
            static void bytes(byte x, byte y) { Byte a = x, b = y; assert (a == b) == (x == y); }
            static void shorts(short x) { Short a = x, b = x; assert a != b; }
            static void known(int x) { Integer a = x, b = 100; assert a != b; }
            static void far(int x) { Integer a = x, b = 1000; assert a != b; }
            @SuppressWarnings(\"removal\")
            static void fresh(int x) { Integer a = new Integer(x), b = x, c = 5; assert a != b && a != c; }
            static void list(ArrayList<Integer> l) {
                if (l.get(0).equals(l.get(1))) assert l.get(0) == l.get(1);
            }
            static void swap(int x) {
                AtomicReference<Integer> r = new AtomicReference<>(x);
                assert r.compareAndSet(x, 1);
            }
            static void table(int x) {
                Map<Integer, String> m = new IdentityHashMap<>();
                m.put(x, \"a\");
                assert m.containsKey(x);
            }
        }",
    );
    let said = |method: &str| {
        in_folder(&programs, &["check", "B.java", &format!("B#{method}"), "--native-replay"])
    };
    let holds =
        ["small(a: Integer)", "bytes(x: byte, y: byte)", "far(x: int)", "fresh(x: int)"].map(said);
    assert_eq!(holds.each_ref().map(|done| done.code), [0; 4], "{}", holds[0].stdout);
    for method in [
        "all(x: int)",
        "longs(x: long, y: long)",
        "chars(x: char)",
        "shorts(x: short)",
        "known(x: int)",
        "list(l: ArrayList<Integer>[2])",
        "swap(x: int)",
    ] {
        let done = said(method);
        assert_eq!(done.code, 1, "{method}: {}", done.stdout);
        assert!(done.stdout.contains("seen on the real Java"), "{method}: {}", done.stdout);
    }
    let table = said("table(x: int)");
    assert_eq!(table.code, 3, "{}", table.stdout);
    assert!(table.stdout.contains("identity hash of a boxed number"), "{}", table.stdout);
}

#[test]
fn what_differs_between_machines_is_named() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add(
        "B.java",
        "import java.util.*;
        import java.util.stream.*;
        class B {
            static void bell() { new Object().notify(); }
            enum E { A, B, C }
            static void table() {
                Set<E> all = new HashSet<>();
                for (E e : E.values()) all.add(e);
                assert all.size() == 3;
            }
            static void set(int x) { if (x == 2) assert Set.of(1, 2, 3).contains(x); }
            static void equal() { assert Set.copyOf(List.of(1, 2)).equals(Set.of(2, 1)); }
            static void single() { for (String s : Set.of(\"a\")) assert s.equals(\"a\"); }
            static void collected() {
                Set<Integer> all = Stream.of(1, 2, 3).collect(Collectors.toUnmodifiableSet());
                assert all.toString().length() == 9;
            }
            static void copied() { assert new ArrayList<>(Set.copyOf(List.of(1, 2))).size() == 2; }
            static void map() { assert Map.of(1, 2, 3, 4).toString().length() == 10; }
            static void methods() { assert B.class.getDeclaredMethods().length > 1; }
            static void exp() { assert Math.exp(1) > 2; }
            static void strict() { assert StrictMath.sinh(1) > 1; }
            static void exact() { assert StrictMath.sqrt(4) == 2 && Math.cbrt(27) == 3; }
            static void text() { assert \"x\".repeat(Integer.MAX_VALUE - 8).length() > 4; }
            static void builder() { new StringBuilder().setLength(1 << 30); }
            static void own() { throw new OutOfMemoryError(); }
        }",
    );
    let said = |method: &str| in_folder(&programs, &["check", "B.java", &format!("B#{method}")]);
    for (method, code, named) in [
        ("bell()", 0, "monitors"),
        ("table()", 0, "tables with objects"),
        ("set(x: int)", 0, "1 holds"),
        ("equal()", 0, "1 holds"),
        ("single()", 0, "1 holds"),
        ("collected()", 3, "the order of what is in Set.of"),
        ("copied()", 3, "the order of what is in Set.of"),
        ("map()", 3, "the order of what is in Set.of"),
        ("methods()", 3, "the order of reflected methods and constructors"),
        ("exp()", 0, "the last digit of `Math.exp`"),
        ("strict()", 0, "the last digit of `StrictMath.sinh`"),
        ("exact()", 0, "1 holds"),
        ("text()", 3, "a heap of more than"),
        ("builder()", 3, "a heap of more than"),
        ("own()", 1, "OutOfMemoryError"),
    ] {
        let done = said(method);
        assert_eq!(done.code, code, "{method}: {}", done.stdout);
        assert!(done.stdout.contains(named), "{method}: {}", done.stdout);
    }
    for method in ["set(x: int)", "equal()", "single()", "exact()"] {
        let done = said(method);
        assert!(
            !done.stdout.contains("order") && !done.stdout.contains("digit"),
            "{}",
            done.stdout
        );
    }
}

#[test]
fn constants_of_a_jar_are_not_remembered() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("A.java", "class A { static int f(int x) { return x / Lib.LEAST; } }");
    let jar = |least: u32| {
        let text = format!("public class Lib {{ public static final int LEAST = {least}; }}");
        programs.add("lib/Lib.java", text);
        javac(&programs, &["-d", "out", "lib/Lib.java"]);
        let args = ["cf", "lib.jar", "-C", "out", "."];
        let done = Command::new("jar").current_dir(programs.path()).args(args).status();
        assert!(done.expect("jar can be started").success());
    };
    let exit = || in_folder(&programs, &["check", "A.java", "lib.jar", "A#f(x: int)"]).code;
    jar(1);
    assert_eq!(exit(), 0);
    jar(0);
    assert_eq!(exit(), 1);
}

/// Methods that do not end, or take all memory.
const ENDLESS: &str = "import java.util.*;
class Endless {
    static class Init { static int x; static { while (x >= 0 || x < 0) x++; } }
    static void loop(int n) { while (n < 5 || n >= 5) n++; }
    static void init(int n) { Init.x = n; }
    static void last(int n) { try { n++; } finally { while (true) { } } }
    static void deep(int n) { try { deep(n); } finally { deep(n); } }
    static void text(int n) { String s = \"a\"; while (true) s = s + n; }
    static void copies(int n) {
        int[] a = new int[30_000_000];
        int[] b = new int[30_000_000];
        while (true) System.arraycopy(a, 0, b, 0, a.length);
    }
    static void list(int n) { List<int[]> all = new ArrayList<>(); while (true) all.add(new int[1000]); }
    static void huge(int n) { int[] a = new int[2_000_000_000]; a[0] = n; }
    static void found(int n) {
        if (n > 1000) throw new IllegalStateException(\"n is \" + n);
        while (n == 0 || n == 1 || n == 2 || n == 3 || n == 10 || n == 100) { }
    }
    public static void main(String[] args) { while (args.length == 0) { } }
}
";

fn endless() -> Programs {
    let programs = Programs::new();
    programs.add("Endless.java", ENDLESS);
    programs
}

#[test]
fn limits_hold_inside_of_one_run() {
    if !has_jdk() {
        return;
    }
    let programs = endless();
    // Compiling counts, too; what was compiled is kept.
    in_folder(&programs, &["list", "Endless.java"]);
    let methods = ["loop", "init", "last", "deep", "text", "copies", "list", "huge"];
    for (at, method) in methods.iter().enumerate() {
        let mode = ["dfs", "guide", "slice", "srv"][at % 4];
        let entry = format!("Endless#{method}(n: int)");
        let started = Instant::now();
        let limits = ["--timeout", "2s", "--memory", "1G", "--mode", mode];
        let call = [&["check", "--format", "json", "Endless.java", &entry], &limits[..]].concat();
        let done = in_folder(&programs, &call);
        let report: Value = serde_json::from_str(&done.stdout).expect("it is JSON");
        let target = &report["targets"][0];
        assert_eq!(done.code, 3, "{method}: {report}");
        assert!(started.elapsed() < Duration::from_secs(60), "{method}: {:?}", started.elapsed());
        // A busy machine may be ended in the middle of a step, before there is a target to report.
        if target.is_null() {
            assert!(done.stdout.contains("limit of"), "{method}: {report}");
            continue;
        }
        assert_eq!(target["answer"], "inconclusive", "{target}");
        let told = [&target["limits"], &target["doubts"]];
        assert!(told.iter().any(|told| !told[0].is_null()), "{method}: {target}");
    }
}

#[test]
fn findings_survive_slow_simplification() {
    if !has_jdk() {
        return;
    }
    let programs = endless();
    let entry = "Endless#found(n: int = 5000)";
    let started = Instant::now();
    let (exit, target) = report(&programs, &["Endless.java", entry, "--timeout", "8s"]);
    assert_eq!(exit, 1, "{target}");
    assert_eq!(target["findings"][0]["code"], "JVM001");
    assert!(started.elapsed() < Duration::from_secs(90), "{:?}", started.elapsed());
}

#[test]
fn memory_is_a_limit_that_is_named() {
    if !has_jdk() {
        return;
    }
    let programs = endless();
    let args = ["Endless.java", "Endless#list(n: int)", "--memory", "200M", "--timeout", "60s"];
    let (exit, target) = report(&programs, &args);
    assert_eq!(exit, 3, "{target}");
    assert!(target.to_string().contains("MiB"), "{target}");
}

/// Runs a command, sends it a signal when it is under way, and waits for it.
fn interrupted(mut command: Command, signal: &str) -> (i32, String) {
    let out = tempfile::NamedTempFile::new().expect("there is room");
    command.stdout(out.reopen().expect("it can be opened"));
    let mut child = command.spawn().expect("the binary can be started");
    std::thread::sleep(Duration::from_secs(4));
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-s", signal, &pid]).status();
    let (begun, mut ended) = (Instant::now(), None);
    while ended.is_none() && begun.elapsed() < Duration::from_secs(60) {
        ended = child.try_wait().expect("it can be waited for");
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    assert!(sent.expect("kill is there").success());
    let code = ended.and_then(|ended| ended.code()).expect("it ends by itself");
    (code, std::fs::read_to_string(out.path()).expect("it can be read"))
}

#[test]
fn a_run_without_end_is_interrupted() {
    if !has_jdk() {
        return;
    }
    let programs = endless();
    let args = ["check", "Endless.java", "Endless#loop(n: int)", "--timeout", "none"];
    let steps = ["--max-steps", "1000000000"];
    let (code, said) = interrupted(prepared(&programs, &[&args[..], &steps].concat()), "INT");
    assert_eq!(code, 130, "{said}");
    assert!(said.contains("interrupted"), "{said}");
    let (code, _) = interrupted(prepared(&programs, &["run", "Endless.java", "Endless"]), "TERM");
    assert_eq!(code, 130);
}

#[test]
fn programs_are_run_within_limits() {
    if !has_jdk() {
        return;
    }
    let programs = endless();
    let done = in_folder(&programs, &["run", "Endless.java", "Endless", "--timeout", "1s"]);
    assert_eq!(done.code, 3, "{}", done.stderr);
    assert!(done.stderr.contains("time limit of 1s reached"), "{}", done.stderr);
}

#[test]
fn compiling_is_part_of_the_time() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    let many = (0..6000).map(|n| format!("    static int f{n}(int x) {{ return x * {n} + 1; }}\n"));
    let methods: String = many.collect();
    let endless = "static void loop(int x) { while (true) x++; }";
    programs.add("Large.java", format!("public class Large {{\n    {endless}\n{methods}}}\n"));
    let limits = ["--timeout", "8s", "--max-steps", "999999999"];
    let args = [&["check", "Large.java", "Large#loop(x: int)"][..], &limits].concat();
    // Compilers use several threads, so the clock has to tell.
    let elapsed = || {
        let begun = Instant::now();
        let done = in_folder(&programs, &args);
        assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
        begun.elapsed()
    };
    let (first, second) = (elapsed(), elapsed());
    assert!(first < second + Duration::from_millis(1500), "{first:?} {second:?}");
}

#[test]
fn time_limit_holds_in_deep_calls() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    let deep = "static int deep(int x) { if (x > 60) return 0; return x > 3 ? deep(x - 1) + deep(x - 2) : 1; }";
    programs.add("Deep.java", format!("class Deep {{ {deep} }}"));
    let args = ["check", "Deep.java", "Deep#deep(x: int)", "--timeout", "4s"];
    let (done, spent) = timed(&mut prepared(&programs, &args));
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(spent < Duration::from_secs(7), "{spent:?}");
}

/// Programs that depend on the world around them.
const WORLD: &str = "import java.nio.charset.Charset;
import java.text.NumberFormat;
import java.util.*;
public class World {
    public static void main(String[] args) { if (args.length == 2) throw new IllegalStateException(); }
    static class Driver { public static void main(String[] args) { int x = 1; assert x == 1; } }
    interface Own { }
    static void input(int n) throws Exception { assert System.in.read() < 0; }
    static void scanner(int n) { if (new Scanner(System.in).hasNext()) throw new IllegalStateException(); }
    static void german(int n) { assert NumberFormat.getInstance(Locale.GERMANY).format(1.5).equals(\"1,5\"); }
    static void charset(int n) { assert Charset.isSupported(\"IBM1047\"); }
    static void tools(int n) {
        assert ServiceLoader.load(java.util.spi.ToolProvider.class).iterator().hasNext();
    }
    static void own(int n) { assert !ServiceLoader.load(Own.class).iterator().hasNext(); }
    static void environment(int n) { assert System.getenv(\"HOME\") == null; }
    static void property(int n) { assert System.getProperty(\"user.name\").length() < 99; }
    static void locale(int n) { assert \"i\".toUpperCase().equals(\"I\"); }
    static void zone(int n) { assert TimeZone.getDefault().getRawOffset() == 0; }
    static void clock(int n) { assert System.currentTimeMillis() > 0; }
    static void random(int n) { assert new Random().nextInt(9) < 9; }
    static void console(int n) { assert System.console() == null; }
    static void deep(int n) { assert depth(9000) == 9000; }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static int endless(int n) { return 1 + endless(n); }
    static void settings(int n) { assert World.class.getResource(\"settings.txt\") == null; }
    static void outside(int n) { assert World.class.getResource(\"../../../../etc/passwd\") == null; }
}
";

#[test]
fn what_is_assumed_of_the_world_is_named() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("World.java", WORLD);
    for (method, assumed) in [
        ("World#main", "empty `args`"),
        ("World#input(n: int)", "empty standard input"),
        ("World#scanner(n: int)", "empty standard input"),
        ("World#environment(n: int)", "an environment without `HOME`"),
        ("World#property(n: int)", "the system property `user.name` set to `user`"),
        ("World#settings(n: int)", "no file `settings.txt` on the class path"),
        ("World#locale(n: int)", "the default locale en-US"),
        ("World#zone(n: int)", "the time zone UTC"),
        ("World#console(n: int)", "no console"),
        ("World#deep(n: int)", "a stack for more than 6000 calls"),
    ] {
        let (exit, target) = report(&programs, &["World.java", method]);
        assert_eq!((exit, &target["answer"]), (0, &Value::from("holds-within-bounds")), "{target}");
        let bounds = target["bounds"].as_array().expect("there are bounds");
        assert!(bounds.iter().any(|bound| bound == assumed), "{method}: {bounds:?}");
    }
    for method in ["World$Driver#main", "World#own(n: int)", "World#outside(n: int)"] {
        let (_, target) = report(&programs, &["World.java", method]);
        assert_eq!(target["answer"], "holds", "{method}: {target}");
    }
    for method in ["World#clock(n: int)", "World#random(n: int)"] {
        let (_, target) = report(&programs, &["World.java", method]);
        assert_eq!(target["answer"], "inconclusive", "{method}: {target}");
    }
    for method in ["World#main(args: String[2][1])", "World#endless(n: int)"] {
        let (_, target) = report(&programs, &["World.java", method]);
        assert_eq!(target["answer"], "violation", "{method}: {target}");
    }
}

#[test]
fn services_of_the_jdk_are_never_silently_absent() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("World.java", WORLD);
    for method in ["german", "charset", "tools"] {
        let entry = format!("World#{method}(n: int)");
        let (exit, target) = report(&programs, &["World.java", &entry, "--timeout", "20s"]);
        assert_ne!(exit, 1, "{method}: {target}");
        assert_ne!(target["answer"], "violation", "{method}: {target}");
    }
}

#[test]
fn archives_that_unpack_to_gigabytes_are_refused() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("A.java", "class A { static int f(int x) { return x + Big.X; } }");
    programs.add("Big.java", "class Big { static int X = 1; }");
    javac(&programs, &["-d", "classes", "A.java", "Big.java"]);
    let big = Path::new(programs.path()).join("classes/Big.class");
    let file = std::fs::OpenOptions::new().append(true).open(&big).expect("it is there");
    // Zeros behind a class.
    file.set_len(300 << 20).expect("there is room for a file with holes");
    let args = ["cf", "big.jar", "-C", "classes", "."];
    let done = Command::new("jar").current_dir(programs.path()).args(args).status();
    assert!(done.expect("jar can be started").success());
    std::fs::remove_file(&big).expect("it is there");
    let (exit, target) = report(&programs, &["big.jar", "A#f(x: int)"]);
    assert_eq!(exit, 3, "{target}");
    assert!(target.to_string().contains("larger than 64 MiB"), "{target}");
    let done = in_folder(&programs, &["check", "big.jar", "Big#f(x: int)"]);
    assert_eq!(done.code, 2, "{}{}", done.stdout, done.stderr);
    let said = format!("{}{}", done.stdout, done.stderr);
    assert!(said.contains("larger than 64 MiB"), "{said}");
}

#[test]
fn damaged_archive_is_reported() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("A.java", "class A { static int f(int x) { return x; } }");
    javac(&programs, &["-d", "classes", "A.java"]);
    let args = ["cf", "a.jar", "-C", "classes", "."];
    let done = Command::new("jar").current_dir(programs.path()).args(args).status();
    assert!(done.expect("jar can be started").success());
    let path = Path::new(programs.path()).join("a.jar");
    let whole = std::fs::read(&path).expect("it is there");
    for at in (0..whole.len()).step_by(37) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0xff;
        std::fs::write(&path, &damaged).expect("it can be written");
        let done = in_folder(&programs, &["check", "a.jar", "A#f(x: int)"]);
        assert!([0, 2, 3].contains(&done.code), "{at}: {}{}", done.stdout, done.stderr);
        assert!(!done.stderr.contains("bug"), "{at}: {}", done.stderr);
    }
}

/// Faults, each on one line.
const FAULTS: &str = "import java.util.*;
class Faults {
    static void message(int n) {
        if (n > 10) throw new IllegalArgumentException(\"value \" + n);
    }
    static void library(String s) {
        Integer.parseInt(s);
    }
    static void several(int n) {
        switch (n) { case 1: boom(n); break; case 2: boom(n); break; case 3: boom(n + 1); }
    }
    static void boom(int n) { throw new IllegalStateException(\"n = \" + n); }
    static class Quiet extends RuntimeException { Quiet(String m) { super(m, null, false, false); } }
    static void two(int n) {
        if (n == 1) throw new IllegalStateException(\"one\");
        if (n == 2) throw new IllegalStateException(\"two\");
    }
    static void quiet(int n) {
        if (n == 1) throw new Quiet(\"one\");
        if (n == 2) throw new Quiet(\"two\" + n);
    }
}
";

#[test]
fn one_fault_is_one_finding_in_the_code_of_the_user() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("Faults.java", FAULTS);
    for (method, lines) in [
        ("message(n: int)", vec![4]),
        ("library(s: String[2])", vec![7]),
        ("several(n: int)", vec![12]),
        ("two(n: int)", vec![15, 16]),
        ("quiet(n: int)", vec![19, 20]),
    ] {
        for mode in ["dfs", "srv"] {
            let entry = format!("Faults#{method}");
            let (_, target) = report(&programs, &["Faults.java", &entry, "--mode", mode]);
            let findings = target["findings"].as_array().expect("there are findings");
            let place = |finding: &Value| finding["place"]["line"].as_u64().expect("a place");
            let mut found: Vec<u64> = findings.iter().map(place).collect();
            found.sort_unstable();
            assert_eq!(found, lines, "{method}: {target}");
        }
    }
}

#[test]
fn names_and_lengths_of_parameters_have_no_part_in_an_id() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("Faults.java", FAULTS);
    let id = |entry: &str| {
        let (_, target) = report(&programs, &["Faults.java", entry]);
        target["findings"][0]["id"].as_str().expect("there is a finding").to_owned()
    };
    let ids = ["s: String[2]", "s: String[3]", "other: String[1]"]
        .map(|params| id(&format!("Faults#library({params})")));
    assert_eq!(ids, [ids[0].clone(), ids[0].clone(), ids[0].clone()]);
    let (_, target) = report(&programs, &["Faults.java", "Faults#two(n: int)"]);
    let two = ["0", "1"]
        .map(|at| target["findings"][at.parse::<usize>().expect("a number")]["id"].clone());
    assert_ne!(two[0], two[1]);
    assert!(!two[1].to_string().ends_with("-2\""), "their lines tell them apart: {two:?}");
}

#[test]
fn processors_of_annotations_never_run() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add(
        "lib/Evil.java",
        "import java.util.*; import javax.annotation.processing.*; import javax.lang.model.element.*;
        @SupportedAnnotationTypes(\"*\")
        public class Evil extends AbstractProcessor {
            public boolean process(Set<? extends TypeElement> a, RoundEnvironment r) {
                try { new java.io.FileWriter(\"evil\").close(); } catch (Exception e) { }
                return false;
            }
        }",
    );
    javac(&programs, &["-proc:none", "-d", "lib", "lib/Evil.java"]);
    std::fs::remove_file(format!("{}/lib/Evil.java", programs.path())).expect("it is there");
    programs.add("lib/META-INF/services/javax.annotation.processing.Processor", "Evil\n");
    programs.add("A.java", "class A { @Deprecated static int f(int x) { return 1 / x; } }");
    let args = ["check", "A.java", "lib", "A#f(x: int)", "--native-replay"];
    let done = in_folder(&programs, &args);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("seen on the real Java virtual machine"), "{}", done.stdout);
    assert!(!Path::new(programs.path()).join("evil").exists());
}

#[test]
fn java_files_beside_others_are_not_left_out_in_silence() {
    let programs = Programs::new();
    programs.add("main.toy", crate::common::HOLDS);
    programs.add("deep/A.java", "class A { static int f(int x) { return x; } }");
    let said = "1 Java file was left out of `.`: no method is named";
    let done = in_folder(&programs, &["check", "."]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains(said), "{}{}", done.stdout, done.stderr);
    let done = in_folder(&programs, &["list", "."]);
    assert!(done.stdout.contains(":A#f("), "{}{}", done.stdout, done.stderr);
}

#[test]
fn a_report_cannot_write_code_into_a_test() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("Faults.java", FAULTS);
    let check = ["check", "Faults.java", "Faults#message(n: int)", "--format", "json"];
    let text = in_folder(&programs, &check).stdout;
    let evil = text.replace("message(n: int)", "message(n; evil(): int)");
    assert_ne!(evil, text);
    let path = programs.add("evil.json", &evil);
    let done = in_folder(&programs, &["replay", &path]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("cannot be read"), "{}", done.stdout);
}

/// A program whose method has inputs of many types, and the report on it.
fn many() -> (Programs, Value) {
    let programs = Programs::new();
    programs.add(
        "my folder/Many.java",
        "class Many { static void own(int n, long l, char c, boolean b, String s) {
            if (n == 3 && l == 4 && c == 'x' && b && s.equals(\"q\")) throw new RuntimeException();
        } }",
    );
    let target = "Many#own(n: int, l: long, c: char, b: boolean, s: String[1])";
    let done = in_folder(&programs, &["check", "my folder/Many.java", target, "--format", "json"]);
    let report = serde_json::from_str(&done.stdout).expect("it is a report");
    (programs, report)
}

/// The path of a report in which one text is another one.
fn changed(programs: &Programs, report: &Value, pointer: &str, text: &str) -> String {
    let mut report = report.clone();
    *report["targets"][0].pointer_mut(pointer).expect("it is there") = Value::String(text.into());
    programs.add("changed.json", report.to_string())
}

#[test]
fn reports_with_hostile_names_are_refused() {
    if !has_jdk() {
        return;
    }
    let (programs, report) = many();
    let witness = report["targets"][0]["findings"][0]["witness"].as_str().expect("it is a text");
    let other_sort = witness.replace("(_ BitVec 32)", "Bool").replace("(_ bv3 32)", "true");
    let too_wide = witness.replace("BitVec 32", "BitVec 128").replace("bv3 32", "bv3 128");
    let deep = "(".repeat(100_000);
    for (pointer, text) in [
        ("/findings/0/id", "../JVM001-d9540a"),
        ("/findings/0/id", "JVM001-d9\n540a"),
        ("/findings/0/id", "JVM001-\"); evil(); (\""),
        ("/findings/0/property/name", "E; } static { evil(); } class X is thrown"),
        ("/findings/0/property/name", "a\nb"),
        ("/findings/0/property/from", "/etc/passwd"),
        ("/file", "/etc/passwd"),
        ("/file", "my folder/Many.java; touch owned"),
        ("/file", "@args"),
        ("/name", "Many\"; evil()#own(n: int)"),
        ("/name", "../Many#own(n: int)"),
        ("/name", "Many#own(n: int[2000000000])"),
        ("/findings/0/inputs/0/name", "n|; (evil) \n"),
        ("/findings/0/inputs/0/name", "l"),
        ("/findings/0/witness", ""),
        ("/findings/0/witness", &other_sort),
        ("/findings/0/witness", &too_wide),
        ("/findings/0/witness", &deep),
    ] {
        let path = changed(&programs, &report, pointer, text);
        let done = in_folder(&programs, &["test", &path, "--write"]);
        let case = text.chars().take(60).collect::<String>();
        assert_eq!(done.code, 2, "{pointer} {case:?}: {}{}", done.stdout, done.stderr);
        assert!(done.stderr.starts_with("error: "), "{pointer} {case:?}: {}", done.stderr);
    }
    let files = std::fs::read_dir(format!("{}/my folder", programs.path()));
    assert_eq!(files.expect("it can be listed").count(), 1, "something was written");
}

#[test]
fn what_is_written_for_a_report_is_quoted() {
    if !has_jdk() {
        return;
    }
    let (programs, report) = many();
    let evil = "a\n*/ class Evil {} \\u000a class Evil {}";
    let path = changed(&programs, &report, "/findings/0/message", evil);
    let done = in_folder(&programs, &["test", &path]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    let mut lines = done.stdout.lines().filter(|line| line.contains("Evil"));
    assert!(lines.all(|line| line.starts_with("//") && !line.contains('\\')), "{}", done.stdout);
    let done = in_folder(&programs, &["test", &path, "--write"]);
    assert!(done.stdout.contains(" 'my folder/Many.java'"), "{}{}", done.stdout, done.stderr);
    // A report may name any method of the library.
    let path = changed(&programs, &report, "/name", "java.lang.System#exit(n: int)");
    let done = in_folder(&programs, &["replay", &path, "--native-replay"]);
    assert!(done.stdout.contains("a method of the JDK is not called"), "{}", done.stdout);
}

#[test]
fn files_are_never_taken_for_options_of_the_compiler() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    let class = |name: &str| format!("class {name} {{ static int f(int x) {{ return 1 / x; }} }}");
    programs.add("@A.java", class("A"));
    // To `javac`, `@A.java` means the options in this file.
    programs.add("A.java", "-d elsewhere --help");
    let done = in_folder(&programs, &["check", "@A.java", "A#f(x: int)"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
}

#[test]
fn a_home_that_cannot_be_written_stops_nothing() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("A.java", "class A { static int f(int x) { return x; } }");
    let mut command = command(&["check", "A.java", "A#f(x: int)"]);
    command.current_dir(programs.path()).env_remove("XDG_CACHE_HOME");
    command.env_remove("TRACEHOUND_CACHE").env("HOME", "/nonexistent/home");
    let done = run(&mut command);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
}
