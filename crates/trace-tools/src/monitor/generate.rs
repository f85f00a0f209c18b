//! A monitor as source code: a class with a method for each operation, for values of the parameters that it is made with.
//!
//! The states are derivatives of the property, as when a log is followed; the code has a table of those that accept and of those
//! that are lost, and the conditions of their transitions. It depends on nothing, not on Tracehound either.

mod expr;

use std::fmt::Write;

use rustc_hash::FxHashMap;
use trace::{Context, Event, Formula, OpId, Param, Regex};

use crate::monitor::MonitorError;
use crate::monitor::code::{Code, Names};
use crate::oracle::Oracle;
use crate::search::{Bounds, SearchResult, shortest};
use expr::{Kind, Scope};

/// Larger automata are not written.
const MAX_STATES: usize = 500;

/// The language of the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceLanguage {
    /// A class.
    Java,
    /// A module.
    Ocaml,
    /// A class.
    Python,
    /// A struct.
    Rust,
}

/// What is written.
struct Machine {
    name: String,
    params: Vec<(String, Kind)>,
    ops: Vec<Operation>,
    accepting: Vec<bool>,
    lost: Vec<bool>,
}

struct Operation {
    name: String,
    places: Vec<(String, Kind)>,
    /// By state, the conditions of what comes next; the last one always holds.
    ways: Vec<Vec<(Code, usize)>>,
}

/// The source code of a monitor of a property. Parameters, whichever the property mentions, become arguments of
/// whatever makes a monitor. It is called `name` in the way of the language.
///
/// # Errors
///
/// If a condition means nothing outside of a solver, or there are too many states.
pub fn monitor_source(
    ctx: Context<'_>,
    name: &str,
    formula: &Formula,
    params: &[Param],
    language: SourceLanguage,
    oracle: &mut Oracle<'_>,
) -> Result<String, MonitorError> {
    let machine = Machine::new(ctx, name, formula, params, oracle)?;
    Ok(match language {
        SourceLanguage::Java => machine.java(),
        SourceLanguage::Ocaml => machine.ocaml(),
        SourceLanguage::Python => machine.python(),
        SourceLanguage::Rust => machine.rust(),
    })
}

/// Names of Tracehound as names of any of the languages.
fn word(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.chars().map(plain).collect()
}

impl Machine {
    fn new(
        ctx: Context<'_>,
        name: &str,
        formula: &Formula,
        params: &[Param],
        oracle: &mut Oracle<'_>,
    ) -> Result<Machine, MonitorError> {
        let regex = ctx.regexes.of_formula(ctx.pool, formula);
        let regex = regex.map_err(|error| MonitorError::condition(&error.to_string()))?;
        let vars = ctx.pool.free_vars(&super::mentioned(ctx, formula));
        let params: Vec<&Param> = params.iter().filter(|param| vars.contains(&param.var)).collect();
        let mut names = Names {
            places: FxHashMap::default(),
            params: params.iter().enumerate().map(|(at, param)| (param.var, at)).collect(),
            every: vec![false; params.len()],
        };
        let mut ops: Vec<Operation> = ctx.alphabet.ops().map(|op| operation(ctx, op)).collect();
        if ctx.alphabet.is_open() {
            ops.push(Operation { name: "other".to_owned(), places: Vec::new(), ways: Vec::new() });
        }
        let mut words: Vec<&str> = ops.iter().map(|op| op.name.as_str()).collect();
        words.sort_unstable();
        if let Some(two) = words.windows(2).find(|two| two[0] == two[1]) {
            let text = format!("two operations would be called `on_{}` in the code", two[0]);
            return Err(MonitorError::condition(&text));
        }
        let events: Vec<Event> =
            ctx.alphabet.ops().map(|op| ctx.alphabet.formal_event(op)).collect();
        let mut states: Vec<Regex> = vec![regex];
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            for (number, op) in ops.iter_mut().enumerate() {
                let other = Event { op: None, values: Vec::new() };
                let event = events.get(number).unwrap_or(&other);
                let formals = event.values.iter().copied().enumerate();
                names.places = formals.map(|(at, formal)| (formal, at)).collect();
                let mut ways = Vec::new();
                for (cond, after) in ctx.regexes.derivative(ctx.pool, ctx.alphabet, state, event) {
                    let known = states.iter().position(|known| *known == after);
                    let to = known.unwrap_or(states.len());
                    if known.is_none() {
                        states.push(after);
                    }
                    ways.push((names.compile(ctx.pool, cond)?, to));
                }
                op.ways.push(ways);
            }
            if states.len() > MAX_STATES {
                return Err(MonitorError::condition("the property has too many states"));
            }
            at += 1;
        }
        let mut is_lost = |state: &Regex| {
            shortest(ctx, *state, Bounds::default(), oracle) == SearchResult::Nothing
        };
        Ok(Machine {
            name: word(name),
            params: params
                .iter()
                .map(|param| {
                    let kind = Kind::of(ctx.pool.sort(param.var));
                    (format!("p_{}", word(&param.name)), kind)
                })
                .collect(),
            ops,
            accepting: states.iter().map(|state| ctx.regexes.nullable(*state)).collect(),
            lost: states.iter().map(&mut is_lost).collect(),
        })
    }

    /// What is written before a monitor, each line behind a mark of remarks.
    fn head(&self, mark: &str) -> String {
        format!(
            "{mark} A monitor of the property `{}`, written by Tracehound.\n\
             {mark} A method for each operation reads an event and says whether the property can still hold;\n\
             {mark} `accepts` says whether it holds if nothing more happens.\n",
            self.name
        )
    }

    fn python(&self) -> String {
        let mut out = self.head("#");
        let bools = |bools: &[bool]| {
            let words: String =
                bools.iter().map(|one| if *one { "True, " } else { "False, " }).collect();
            format!("({})", words.trim_end())
        };
        let names: String = self.params.iter().map(|(name, _)| format!(", {name}")).collect();
        let _ = writeln!(out, "\n\nclass {}:", class_name(&self.name));
        let _ = writeln!(out, "    ACCEPTING = {}", bools(&self.accepting));
        let _ = writeln!(out, "    LOST = {}", bools(&self.lost));
        let _ = writeln!(out, "\n    def __init__(self{names}):\n        self.state = 0");
        for (name, _) in &self.params {
            let _ = writeln!(out, "        self.{name} = {name}");
        }
        out.push_str("\n    def accepts(self):\n        return self.ACCEPTING[self.state]\n");
        out.push_str("\n    def broken(self):\n        return self.LOST[self.state]\n");
        for op in &self.ops {
            let args: String = op.places.iter().map(|(name, _)| format!(", {name}")).collect();
            let _ = writeln!(out, "\n    def on_{}(self{args}):", op.name);
            let scope = self.scope(op, SourceLanguage::Python, "self.");
            for (state, ways) in op.moving() {
                let word = if state == op.first_moving() { "if" } else { "elif" };
                let _ = writeln!(out, "        {word} self.state == {state}:");
                let steps = chain(
                    ways,
                    |cond, word| match cond {
                        Some(cond) => format!("            {word} {}:\n", scope.cond(cond)),
                        None if word == "if" => "            if True:\n".to_owned(),
                        None => "            else:\n".to_owned(),
                    },
                    "elif",
                );
                for (head, to) in steps {
                    let _ = writeln!(out, "{head}                self.state = {to}");
                }
            }
            out.push_str("        return not self.LOST[self.state]\n");
        }
        out
    }

    fn rust(&self) -> String {
        let mut out = self.head("//");
        let name = class_name(&self.name);
        let owned = |kind: Kind| kind.name(SourceLanguage::Rust, true);
        let _ = writeln!(out, "\npub struct {name} {{\n    state: usize,");
        for (param, kind) in &self.params {
            let _ = writeln!(out, "    {param}: {},", owned(*kind));
        }
        let params: Vec<String> =
            self.params.iter().map(|(param, kind)| format!("{param}: {}", owned(*kind))).collect();
        let names: String = self.params.iter().map(|(param, _)| format!(", {param}")).collect();
        let _ = writeln!(out, "}}\n\n#[allow(dead_code)]\nimpl {name} {{");
        let table = |bools: &[bool]| format!("[bool; {}] = {bools:?}", bools.len());
        let _ = writeln!(out, "    const ACCEPTING: {};", table(&self.accepting));
        let _ = writeln!(out, "    const LOST: {};", table(&self.lost));
        let _ = writeln!(out, "\n    pub fn new({}) -> {name} {{", params.join(", "));
        let _ = writeln!(out, "        {name} {{ state: 0{names} }}\n    }}");
        out.push_str(
            "\n    pub fn accepts(&self) -> bool {\n        Self::ACCEPTING[self.state]\n    }\n",
        );
        out.push_str(
            "\n    pub fn broken(&self) -> bool {\n        Self::LOST[self.state]\n    }\n",
        );
        for op in &self.ops {
            let args: String = op
                .places
                .iter()
                .map(|(name, kind)| format!(", {name}: {}", kind.name(SourceLanguage::Rust, false)))
                .collect();
            let _ = writeln!(
                out,
                "\n    #[allow(unused_variables)]\n    pub fn on_{}(&mut self{args}) -> bool {{",
                op.name
            );
            let scope = self.scope(op, SourceLanguage::Rust, "self.");
            out.push_str("        self.state = match self.state {\n");
            for (state, ways) in op.moving() {
                let _ = writeln!(
                    out,
                    "            {state} => {}",
                    nested(&scope, ways, "if ", " { ", " } else { ", " }")
                );
            }
            out.push_str(
                "            state => state,\n        };\n        !self.broken()\n    }\n",
            );
        }
        out + "}\n"
    }

    fn java(&self) -> String {
        let mut out = self.head("//");
        let name = class_name(&self.name);
        let typed = |(name, kind): &(String, Kind)| {
            format!("{} {name}", kind.name(SourceLanguage::Java, true))
        };
        let params: Vec<String> = self.params.iter().map(typed).collect();
        let _ = writeln!(out, "\nfinal class {name} {{");
        let table =
            |bools: &[bool]| bools.iter().map(bool::to_string).collect::<Vec<String>>().join(", ");
        let _ = writeln!(
            out,
            "    private static final boolean[] ACCEPTING = {{{}}};",
            table(&self.accepting)
        );
        let _ =
            writeln!(out, "    private static final boolean[] LOST = {{{}}};", table(&self.lost));
        out.push_str("    private int state;\n");
        for param in &params {
            let _ = writeln!(out, "    private final {param};");
        }
        let _ = writeln!(out, "\n    {name}({}) {{", params.join(", "));
        for (param, _) in &self.params {
            let _ = writeln!(out, "        this.{param} = {param};");
        }
        out.push_str("    }\n\n    boolean accepts() {\n        return ACCEPTING[state];\n    }\n");
        out.push_str("\n    boolean broken() {\n        return LOST[state];\n    }\n");
        for op in &self.ops {
            let args: Vec<String> = op.places.iter().map(typed).collect();
            let _ = writeln!(out, "\n    boolean on_{}({}) {{", op.name, args.join(", "));
            let scope = self.scope(op, SourceLanguage::Java, "");
            out.push_str("        switch (state) {\n");
            for (state, ways) in op.moving() {
                let to = nested(&scope, ways, "", " ? ", " : ", "");
                let _ = writeln!(out, "            case {state}: state = {to}; break;");
            }
            out.push_str(
                "            default: break;\n        }\n        return !broken();\n    }\n",
            );
        }
        out + "}\n"
    }

    fn ocaml(&self) -> String {
        let head = self.head(" ");
        let mut out = format!("(*{} *)\n", &head[1..]);
        let _ = writeln!(out, "module {} = struct", class_name(&self.name));
        let fields: String = self
            .params
            .iter()
            .map(|(name, kind)| format!("; {name} : {}", kind.name(SourceLanguage::Ocaml, true)))
            .collect();
        let names: String = self.params.iter().map(|(name, _)| format!(" {name}")).collect();
        let set: String = self.params.iter().map(|(name, _)| format!("; {name}")).collect();
        let table =
            |bools: &[bool]| bools.iter().map(bool::to_string).collect::<Vec<String>>().join("; ");
        let _ = writeln!(out, "  type t = {{ mutable state : int{fields} }}");
        let _ = writeln!(out, "  let accepting = [| {} |]", table(&self.accepting));
        let _ = writeln!(out, "  let lost = [| {} |]", table(&self.lost));
        let unit = if names.is_empty() { " ()" } else { "" };
        let _ = writeln!(out, "  let create{names}{unit} = {{ state = 0{set} }}");
        out.push_str("  let accepts m = accepting.(m.state)\n  let broken m = lost.(m.state)\n");
        for op in &self.ops {
            let args: String = op
                .places
                .iter()
                .map(|(name, kind)| {
                    format!(" ({name} : {})", kind.name(SourceLanguage::Ocaml, true))
                })
                .collect();
            let _ = writeln!(out, "  let on_{} m{args} =", op.name);
            for (name, _) in &op.places {
                let _ = writeln!(out, "    ignore {name};");
            }
            let scope = self.scope(op, SourceLanguage::Ocaml, "m.");
            out.push_str("    m.state <- (match m.state with\n");
            for (state, ways) in op.moving() {
                let to = nested(&scope, ways, "if ", " then ", " else ", "");
                let _ = writeln!(out, "      | {state} -> {to}");
            }
            out.push_str("      | state -> state);\n    not (broken m)\n");
        }
        out + "end\n"
    }

    fn scope<'m>(
        &'m self,
        op: &'m Operation,
        language: SourceLanguage,
        of: &'static str,
    ) -> Scope<'m> {
        Scope { language, of, params: &self.params, places: &op.places }
    }
}

impl Operation {
    /// The states that it can change.
    fn moving(&self) -> impl Iterator<Item = (usize, &[(Code, usize)])> {
        let states = self.ways.iter().enumerate().map(|(state, ways)| (state, ways.as_slice()));
        states.filter(|(state, ways)| ways.iter().any(|(_, to)| to != state))
    }

    fn first_moving(&self) -> usize {
        self.moving().next().map_or(0, |(state, _)| state)
    }
}

fn operation(ctx: Context<'_>, op: OpId) -> Operation {
    let declared = ctx.alphabet.op(op);
    let place = |(at, place): (usize, &trace::OpPlace)| {
        (format!("a{}_{}", at + 1, word(&place.name)), Kind::of(place.sort))
    };
    Operation {
        name: word(ctx.alphabet.name(ctx.pool, op)),
        places: declared.places().iter().enumerate().map(place).collect(),
        ways: Vec::new(),
    }
}

/// `no_double_open` as `NoDoubleOpen`.
fn class_name(name: &str) -> String {
    let capital = |part: &str| {
        let mut chars = part.chars();
        let first = chars.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    };
    let joined: String = name.split('_').map(capital).collect();
    if joined.starts_with(|c: char| c.is_ascii_alphabetic()) {
        joined
    } else {
        format!("M{joined}")
    }
}

/// Conditions with what follows them, tested one after the other; the last one always holds.
fn chain(
    ways: &[(Code, usize)],
    head: impl Fn(Option<&Code>, &str) -> String,
    again: &'static str,
) -> Vec<(String, usize)> {
    let last = ways.len().saturating_sub(1);
    let steps = ways.iter().enumerate().map(|(at, (cond, to))| {
        let word = if at == 0 { "if" } else { again };
        (head((at != last).then_some(cond), word), *to)
    });
    steps.collect()
}

/// The same as one expression: `open`, a condition, `then`, a state, `otherwise` …, and as often `close`.
fn nested(
    scope: &Scope<'_>,
    ways: &[(Code, usize)],
    open: &str,
    then: &str,
    otherwise: &str,
    close: &str,
) -> String {
    let mut out = String::new();
    let last = ways.len().saturating_sub(1);
    for (at, (cond, to)) in ways.iter().enumerate() {
        if at == last {
            let _ = write!(out, "{to}");
        } else {
            let _ = write!(out, "{open}{}{then}{to}{otherwise}", scope.cond(cond));
        }
    }
    out.push_str(&close.repeat(last));
    if scope.language == SourceLanguage::Rust {
        // An arm that is a block of its own.
        return if last == 0 { format!("{out},") } else { out };
    }
    out
}
