//! Random methods in Java.

use std::fmt::Write;

use test_support::Dice;

/// The classes that methods use.
pub(super) const SUPPORT: &str = "\
class Box {
    int value;
    Box(int value) { this.value = value; }
    int get() { return value; }
}
class Twice extends Box {
    Twice(int value) { super(value); }
    @Override int get() { return value + value; }
}
";

/// A resource that must not be used once it is closed.
pub(super) const PLAIN_RES: &str = "\
class Res {
    void open() { }
    void use() { }
    void close() { }
}
";

/// The same, and whether it happened.
pub(super) const WATCHED_RES: &str = "\
class Res {
    static boolean broken;
    boolean closed;
    void open() { }
    void use() { if (closed) broken = true; }
    void close() { closed = true; }
}
";

/// What must not happen to a resource.
pub(super) const PROPERTY: &str = "\
property Res(Res r) {
    event open = Res.open() on r
    event use = Res.use() on r
    event close = Res.close() on r
    never close any* use
}
";

/// A method with the lengths of its text and of its array.
pub(super) struct Method {
    pub(super) text: String,
    pub(super) chars: usize,
    pub(super) items: usize,
}

/// The method that a tape describes. Parameters are always the same; with `resources` it works on
/// them, without it may fail in other ways.
pub(super) fn method(tape: &[u8], name: &str) -> (Method, bool) {
    let mut dice = Dice::of_tape(tape);
    let resources = dice.percent(35);
    let (chars, items) = (dice.below(3), dice.below(3));
    let mut writer = Writer { dice, text: String::new(), ints: Vec::new(), next: 0, resources };
    writer.ints = ["a", "b", "n"].map(str::to_owned).to_vec();
    let _ =
        writeln!(writer.text, "static int {name}(int a, int b, boolean p, String s, int[] xs) {{");
    writer.text.push_str("int n = 0; String t = \"\"; int[] ar = {1, 2, 3}; Box box = null;\n");
    writer.text.push_str("Res r = new Res(); Res q = new Res();\n");
    writer.text.push_str("List<Integer> list = new ArrayList<>(); list.add(b);\n");
    if resources {
        let cond = writer.cond(1);
        writer.line(&format!("if ({cond}) r.close();"));
    }
    writer.block(2);
    writer
        .text
        .push_str("return n + t.length() + ar[0] + list.size() + (box == null ? 0 : 1);\n}\n");
    (Method { text: writer.text, chars, items }, resources)
}

struct Writer {
    dice: Dice,
    text: String,
    /// Variables of numbers in scope; the counters of loops cannot be assigned to and have names with
    /// an `i`.
    ints: Vec<String>,
    next: usize,
    resources: bool,
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn block(&mut self, depth: usize) {
        let outer = self.ints.len();
        for _ in 0..=self.dice.below(3) {
            self.statement(depth);
        }
        self.ints.truncate(outer);
    }

    fn statement(&mut self, depth: usize) {
        let choice = self.dice.below(if depth == 0 { 12 } else { 17 });
        match choice {
            0 => self.assign(),
            1 => {
                self.next += 1;
                let (name, value) = (format!("v{}", self.next), self.int(2));
                self.line(&format!("int {name} = {value};"));
                self.ints.push(name);
            }
            2 | 3 if self.resources => {
                let object = self.dice.pick(&["r", "q"]);
                let call = self.dice.pick(&["open", "use", "use", "close"]);
                let line = format!("{object}.{call}();");
                self.line(&line);
            }
            4 if self.resources => self.line("q = r;"),
            2 if self.dice.percent(40) => {
                let cond = self.cond(2);
                self.line(&format!("assert {cond};"));
            }
            3 => {
                let (at, value) = (self.index(), self.int(1));
                self.line(&format!("ar[{at}] = {value};"));
            }
            4 => {
                let value = self.string(1);
                self.line(&format!("t = {value};"));
            }
            5 => {
                let (cond, value) = (self.cond(1), self.int(1));
                let class = self.dice.pick(&["Box", "Twice"]);
                let line = format!("if ({cond}) box = new {class}({value});");
                self.line(&line);
            }
            6 => {
                let value = self.int(1);
                self.line(&format!("list.add({value});"));
            }
            7 if self.dice.percent(40) => {
                let at = self.index();
                self.line(&format!("list.remove({at});"));
            }
            8 if self.dice.percent(40) => {
                let cond = self.cond(1);
                self.line(&format!("if ({cond}) throw new IllegalStateException();"));
            }
            9 if self.dice.percent(50) => {
                let cond = self.cond(1);
                self.line(&format!("if ({cond}) return n;"));
            }
            10 => {
                let value = self.int(1);
                self.line(&format!("n = Batch.sum(({value}) & 3);"));
            }
            12 | 13 => self.branch(depth),
            14 => self.counted(depth),
            15 => self.guarded(depth),
            16 => self.switched(depth),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) {
        let free: Vec<String> =
            self.ints.iter().filter(|name| !name.starts_with('i')).cloned().collect();
        let name = self.dice.pick(&free).clone();
        let (op, value) = (*self.dice.pick(&["=", "+=", "-=", "^="]), self.int(2));
        self.line(&format!("{name} {op} {value};"));
    }

    fn branch(&mut self, depth: usize) {
        let cond = self.cond(2);
        self.line(&format!("if ({cond}) {{"));
        self.block(depth - 1);
        if self.dice.percent(50) {
            self.line("} else {");
            self.block(depth - 1);
        }
        self.line("}");
    }

    fn counted(&mut self, depth: usize) {
        self.next += 1;
        let name = format!("i{}", self.next);
        let end = *self.dice.pick(&["2", "3", "xs.length", "s.length()"]);
        self.line(&format!("for (int {name} = 0; {name} < {end}; {name}++) {{"));
        self.ints.push(name);
        self.block(depth - 1);
        if self.dice.percent(30) {
            let cond = self.cond(1);
            let leave = *self.dice.pick(&["break", "continue"]);
            self.line(&format!("if ({cond}) {leave};"));
        }
        self.ints.pop();
        self.line("}");
    }

    fn guarded(&mut self, depth: usize) {
        self.line("try {");
        self.block(depth - 1);
        let caught = *self.dice.pick(&[
            "ArithmeticException",
            "RuntimeException",
            "IndexOutOfBoundsException",
            "NullPointerException",
        ]);
        self.next += 1;
        let line = format!("}} catch ({caught} e{}) {{", self.next);
        self.line(&line);
        self.block(depth - 1);
        if self.dice.percent(30) {
            self.line("} finally {");
            self.assign();
        }
        self.line("}");
    }

    fn switched(&mut self, depth: usize) {
        let value = self.int(1);
        self.line(&format!("switch ({value}) {{ case 1: {{"));
        self.block(depth - 1);
        let end = if self.dice.percent(50) { "if (p) break;" } else { "" };
        self.line(&format!("{end} }} case 7: {{"));
        self.block(depth - 1);
        self.line("} default: n++; }");
    }

    fn index(&mut self) -> String {
        if self.dice.percent(60) { self.dice.below(3).to_string() } else { self.int(1) }
    }

    fn int(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 4 } else { 14 }) {
            0 => self.dice.below(10).to_string(),
            1 | 2 => self.dice.pick(&self.ints.clone()).clone(),
            3 => match self.dice.below(6) {
                0 => "Integer.MAX_VALUE".to_owned(),
                1 => "Integer.MIN_VALUE".to_owned(),
                2 => "xs.length".to_owned(),
                3 => "t.length()".to_owned(),
                _ => format!("-{}", self.dice.below(9)),
            },
            4..8 => {
                let op = *self.dice.pick(&["+", "-", "&", "|", "^", "+", "-"]);
                format!("({} {op} {})", self.int(depth - 1), self.int(depth - 1))
            }
            8 => format!("({} * {})", self.int(depth - 1), self.dice.below(6)),
            9 => {
                let op = *self.dice.pick(&["/", "%"]);
                let divisor = if self.dice.percent(20) {
                    self.int(0)
                } else {
                    (1 + self.dice.below(4)).to_string()
                };
                format!("({} {op} ({divisor}))", self.int(depth - 1))
            }
            10 => {
                let op = *self.dice.pick(&["<<", ">>", ">>>"]);
                format!("({} {op} {})", self.int(depth - 1), self.dice.below(34))
            }
            11 => {
                let array = *self.dice.pick(&["ar", "xs"]);
                format!("{array}[{}]", self.index())
            }
            12 => match self.dice.below(4) {
                0 => format!("(int) s.charAt({})", self.index()),
                1 => "box.get()".to_owned(),
                2 => format!("(int) list.get({})", self.index()),
                _ => "s.indexOf('b')".to_owned(),
            },
            _ => {
                let (cond, yes, no) = (self.cond(0), self.int(depth - 1), self.int(depth - 1));
                format!("({cond} ? {yes} : {no})")
            }
        }
    }

    fn cond(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 6 } else { 9 }) {
            0 => "p".to_owned(),
            1..5 => {
                let op = *self.dice.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("({} {op} {})", self.int(depth.min(1)), self.int(depth.min(1)))
            }
            5 => match self.dice.below(4) {
                0 => "s.equals(t)".to_owned(),
                1 => "s.isEmpty()".to_owned(),
                2 => "s.startsWith(\"a\")".to_owned(),
                _ => "(box instanceof Twice)".to_owned(),
            },
            6 => format!("!{}", self.cond(depth - 1)),
            _ => {
                let op = *self.dice.pick(&["&&", "||"]);
                format!("({} {op} {})", self.cond(depth - 1), self.cond(depth - 1))
            }
        }
    }

    fn string(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 3 } else { 5 }) {
            0 => "\"ab\"".to_owned(),
            1 => "s".to_owned(),
            2 => "t".to_owned(),
            3 => format!("({} + {})", self.string(depth - 1), self.string(depth - 1)),
            _ => format!("s.substring({})", self.index()),
        }
    }
}
