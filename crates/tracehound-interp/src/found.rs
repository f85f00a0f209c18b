//! Questions and what they come to, ready to be printed.

use std::fmt;
use std::ops::ControlFlow;

use lang_interp::{
    Answer, Cx, Heap, Interpreter, Kind, Options, Order, RunOutcome, Stop, Summary, Tree, Value,
    run_once, search, solve,
};

use crate::options;
use crate::spec::{BadSpec, SpecFile};

/// Answers, and whether there are others.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The answers in the order in which they were found.
    pub answers: Vec<Answer>,
    /// How the search ended.
    pub summary: Summary,
}

/// Finds at most so many answers: runs that come to a value.
pub fn answers(count: u64, program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync) -> Found {
    let (answers, summary) = solve(&mut Heap::new(), &options().take(count), program);
    Found { answers, summary }
}

/// An answer to a line, and how the search ended.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for answer in &self.answers {
            writeln!(f, "{answer}{}", unconfirmed(answer))?;
        }
        write!(f, "{}", self.summary)
    }
}

/// What has to be said of an answer that was not confirmed.
pub(crate) fn unconfirmed(answer: &Answer) -> String {
    match &answer.confirmed {
        lang_interp::Confirmed::Yes => String::new(),
        other => format!(" ({other})"),
    }
}

/// A program on which two interpreters differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The program, in which parts that do not matter are open, and what must hold of them.
    pub answer: Answer,
    /// A program without open parts, on which both were run; none if none was found.
    pub instance: Option<Tree>,
    /// What each of them does on it, run for itself; or why that is not known.
    pub seen: [Result<RunOutcome, String>; 2],
}

/// Programs on which two interpreters differ, the smallest first.
#[derive(Clone, PartialEq, Debug)]
pub struct Differences {
    /// The programs.
    pub differences: Vec<Difference>,
    /// How the search ended.
    pub summary: Summary,
}

/// Finds at most so many programs on which two interpreters differ, the smallest first.
///
/// ```
/// use tracehound_interp::{Cx, Kind, Stop, Value, case, data, differences};
///
/// data! { pub Expr = Zero() | Succ(Expr); }
///
/// fn count(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
///     case!(cx, expr; {
///         Zero() => Ok(cx.int(0)),
///         Succ(inner) => {
///             let (inner, one) = (cx.call(|cx| count(cx, inner))?, cx.int(1));
///             cx.add(inner, one)
///         }
///     })
/// }
///
/// fn saturating(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
///     let (value, two) = (count(cx, expr)?, cx.int(2));
///     let small = cx.lt(value, two)?;
///     Ok(if cx.branch(small)? { value } else { two })
/// }
///
/// let found = differences(1, Kind::Data(&Expr), &count, &saturating);
/// assert_eq!(found.differences[0].to_string(), "Succ(Succ(Succ(Zero)))\n  3\n  2");
/// ```
pub fn differences(
    count: u64,
    programs: Kind,
    left: &dyn Interpreter,
    right: &dyn Interpreter,
) -> Differences {
    differences_with(&options().take(count).smallest_first(), programs, left, right)
}

/// The same under options of the caller.
pub(crate) fn differences_with(
    options: &Options,
    programs: Kind,
    left: &dyn Interpreter,
    right: &dyn Interpreter,
) -> Differences {
    let mut differences = Vec::new();
    let summary = lang_interp::diff(&mut Heap::new(), options, programs, left, right, |answer| {
        let instance = answer.instance.first().map(|named| named.value.clone());
        let seen = [left, right].map(|interpreter| seen(options, interpreter, instance.as_ref()));
        differences.push(Difference { answer: answer.clone(), instance, seen });
        ControlFlow::Continue(())
    });
    Differences { differences, summary }
}

/// What one interpreter does on a program.
fn seen(
    options: &Options,
    interpreter: &dyn Interpreter,
    program: Option<&Tree>,
) -> Result<RunOutcome, String> {
    let Some(program) = program else { return Err("no instance was found".to_owned()) };
    let once = |cx: &mut Cx<'_>| {
        let program = cx.plant(program);
        let value = interpreter.eval(cx, program)?;
        interpreter.observe(cx, value)
    };
    run_once(&mut Heap::new(), options, &[], once).map_err(|why| why.to_string())
}

impl Difference {
    /// What is seen of one side.
    pub(crate) fn side(&self, number: usize) -> String {
        match &self.seen[number] {
            Ok(outcome) => outcome.to_string(),
            Err(why) => format!("no end: {why}"),
        }
    }
}

/// The program, the instance if it is another one, and what both do on it.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = &self.answer.unknowns[0].value;
        write!(f, "{program}")?;
        let remains = self.answer.remains();
        if !remains.is_empty() {
            write!(f, " where {}", remains.join(", "))?;
        }
        if let Some(instance) = self.instance.as_ref().filter(|instance| *instance != program) {
            write!(f, "\n  run on {instance}")?;
        }
        write!(f, "{}\n  {}\n  {}", unconfirmed(&self.answer), self.side(0), self.side(1))
    }
}

/// A difference after the other, and how the search ended.
impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        write!(f, "{}", self.summary)
    }
}

/// A run whose events break a property.
#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    /// The property.
    pub property: String,
    /// The run.
    pub answer: Answer,
}

/// Runs whose events break properties of a spec.
#[derive(Clone, PartialEq, Debug)]
pub struct Violations {
    /// The runs.
    pub violations: Vec<Violation>,
    /// How the search for each property ended.
    pub summaries: Vec<(String, Summary)>,
}

/// Finds, for each property of a trace spec, at most so many runs whose events break it.
///
/// ```
/// use tracehound_interp::{Cx, Kind, Stop, Symbol, Value, case, data, violations};
///
/// data! { pub Plan = Coin(Plan) | Choose(Plan) | Leave(); }
///
/// fn serve(cx: &mut Cx<'_>, plan: Value) -> Result<Value, Stop> {
///     case!(cx, plan; {
///         Coin(rest) => {
///             cx.emit(Symbol::new("paid"), &[])?;
///             cx.call(|cx| serve(cx, rest))
///         }
///         Choose(rest) => {
///             cx.emit(Symbol::new("served"), &[])?;
///             cx.call(|cx| serve(cx, rest))
///         }
///         Leave() => Ok(plan),
///     })
/// }
///
/// let spec = "op paid() op served() property not_for_free := ~<served> W <paid>";
/// let found = violations(1, "shop.trace", spec, |cx| {
///     let plan = cx.unknown("plan", Kind::Data(&Plan));
///     serve(cx, plan)
/// });
/// let found = found.expect("the spec has no mistakes");
/// assert_eq!(found.violations[0].answer.unknowns[0].value.to_string(), "Choose(Leave)");
/// ```
pub fn violations(
    count: u64,
    name: &str,
    spec: &str,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Result<Violations, BadSpec> {
    SpecFile::new(name, spec).violations(&options().take(count), None, &program)
}

/// The property, the unknowns, and the events.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |named: &lang_interp::Named| format!("{} = {}", named.name, named.value);
        let unknowns: Vec<String> = self.answer.unknowns.iter().map(named).collect();
        write!(f, "`{}` is broken", self.property)?;
        if !unknowns.is_empty() {
            write!(f, ": {}", unknowns.join(", "))?;
        }
        let remains = self.answer.remains();
        if !remains.is_empty() {
            write!(f, " where {}", remains.join(", "))?;
        }
        f.write_str(&unconfirmed(&self.answer))?;
        for (number, event) in self.answer.events.iter().enumerate() {
            write!(f, "\n  {}  {event}", number + 1)?;
        }
        Ok(())
    }
}

/// A violation after the other, and how the search for each property ended.
impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for violation in &self.violations {
            writeln!(f, "{violation}")?;
        }
        for (number, (property, summary)) in self.summaries.iter().enumerate() {
            let said = summary.to_string().replacen("answer", "violation", 1);
            write!(f, "{}`{property}`: {said}", if number == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// The options of a search for programs in an order.
pub(crate) fn in_order(options: Options, order: Order) -> Options {
    Options { order, ..options }
}

/// Runs a program along all its paths until it comes to an end of any kind; the ends.
pub(crate) fn ends(
    options: &Options,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Found {
    let mut answers = Vec::new();
    let options = options.clone().wanted(lang_interp::Wanted::All);
    let summary = search(&mut Heap::new(), &options, program, |answer| {
        answers.push(answer.clone());
        ControlFlow::Continue(())
    });
    Found { answers, summary }
}
