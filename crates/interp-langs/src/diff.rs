//! Programs on which two interpreters differ, in the syntax of their language.
//!
//! The search is that of [`lang_interp::diff()`]. Here each difference is
//! confirmed once more from the outside: both interpreters are run on a program without open parts, each
//! for itself in a heap of its own, and what they do there is what is reported.

use std::fmt;
use std::ops::ControlFlow;

use lang_interp::{
    Answer, Apart, Confirmed, Cx, Failure, Heap, Interpreter, Options, RunOutcome, Stop, Summary,
    Tree, Value, run_once,
};

use crate::subject::{ComparedInterpreter, Incomparable};

/// A program on which two interpreters differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The program; a part that does not matter is `_0`, `_1` and so on.
    pub program: String,
    /// What must hold of the parts that do not matter otherwise.
    pub conditions: Vec<String>,
    /// A program without open parts, on which both were run. Empty if none was found.
    pub instance: String,
    /// The same in a form from which it can be read again; empty if it has none.
    pub saved: String,
    /// How big it is: its constructors, numbers and names.
    pub size: u64,
    /// What the first interpreter does on it.
    pub left: Seen,
    /// What the second does.
    pub right: Seen,
    /// Whether they were seen to differ on the instance.
    pub confirmed: Confirmed,
}

/// What an interpreter does on a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// It comes to a value, of which this is seen.
    Value(String),
    /// It fails.
    Fails(String),
    /// It was not run to its end.
    Nothing(String),
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Value(value) => f.write_str(value),
            Seen::Fails(why) => write!(f, "fails: {why}"),
            Seen::Nothing(why) => write!(f, "no end: {why}"),
        }
    }
}

/// Finds programs on which two interpreters differ, in the order that the options say.
///
/// ```
/// use std::ops::ControlFlow;
/// use interp_langs::{ComparedInterpreter, diff};
/// use lang_interp::{Confirmed, Heap, Options};
///
/// let subject = |name| ComparedInterpreter::built_in(name).expect("it is built in");
/// let mut told = Vec::new();
/// let options = Options::default().smallest_first();
/// let (left, right) = (subject("by-value"), subject("by-name"));
/// diff(&mut Heap::new(), &options, &left, &right, |difference| {
///     // One that was not seen on a program without open parts is no difference yet.
///     if difference.confirmed != Confirmed::Yes {
///         return ControlFlow::Continue(());
///     }
///     told.push((difference.left.to_string(), difference.right.to_string()));
///     ControlFlow::Break(())
/// })
/// .expect("they are of one language");
/// assert!(told[0].0.starts_with("fails"));
/// assert!(!told[0].1.starts_with("fails"));
/// ```
pub fn diff(
    heap: &mut Heap,
    options: &Options,
    left: &ComparedInterpreter,
    right: &ComparedInterpreter,
    mut tell: impl FnMut(&Difference) -> ControlFlow<()>,
) -> Result<Summary, Incomparable> {
    left.check_same_language(right)?;
    let (a, b) = (left.interpreter(), right.interpreter());
    let tell = |answer: &Answer| tell(&describe(options, left, right, answer));
    Ok(lang_interp::diff(heap, options, left.programs(), a, b, tell))
}

fn describe(
    options: &Options,
    left: &ComparedInterpreter,
    right: &ComparedInterpreter,
    answer: &Answer,
) -> Difference {
    let program = left.show(&answer.unknowns[0].value);
    let apart = answer.apart.iter().map(|apart| conditions(left, apart));
    let absent = answer
        .absent
        .iter()
        .map(|known| format!("absent {} in {}", left.show(&known.part), left.show(&known.whole)));
    let conditions = apart.chain(absent).chain(answer.conds.iter().cloned()).collect();
    let mut difference = Difference {
        program,
        conditions,
        instance: String::new(),
        saved: String::new(),
        size: answer.size(),
        left: Seen::Nothing("no instance was found".to_owned()),
        right: Seen::Nothing("no instance was found".to_owned()),
        confirmed: answer.confirmed.clone(),
    };
    if let Some(instance) = answer.instance.first() {
        difference.instance = left.show(&instance.value);
        difference.saved = instance.value.save().unwrap_or_default();
        difference.left = run(options, left, &instance.value);
        difference.right = run(options, right, &instance.value);
        if difference.confirmed == Confirmed::Yes && !difference.is_seen() {
            let why = "both do the same when each is run for itself".to_owned();
            difference.confirmed = Confirmed::Differs(why);
        }
    }
    difference
}

/// What two interpreters do on a program that was saved, if they still differ on it; none if it is no program.
pub fn differ_on(
    options: &Options,
    left: &ComparedInterpreter,
    right: &ComparedInterpreter,
    saved: &str,
) -> Result<Option<(bool, Seen, Seen)>, Incomparable> {
    left.check_same_language(right)?;
    let Some(program) = Heap::new().read_tree(saved) else { return Ok(None) };
    let (one, other) = (run(options, left, &program), run(options, right, &program));
    Ok(Some((are_apart(&one, &other), one, other)))
}

/// Whether what was seen differs. Which failure it is does not count.
fn are_apart(left: &Seen, right: &Seen) -> bool {
    match (left, right) {
        (Seen::Value(left), Seen::Value(right)) => left != right,
        (Seen::Value(_), Seen::Fails(_)) | (Seen::Fails(_), Seen::Value(_)) => true,
        (Seen::Fails(_), Seen::Fails(_)) | (Seen::Nothing(_), _) | (_, Seen::Nothing(_)) => false,
    }
}

impl Difference {
    /// Whether what was seen differs.
    fn is_seen(&self) -> bool {
        are_apart(&self.left, &self.right)
    }
}

fn conditions(subject: &ComparedInterpreter, apart: &Apart) -> String {
    let pair =
        |(left, right): &(Tree, Tree)| format!("{} /= {}", subject.show(left), subject.show(right));
    apart.0.iter().map(pair).collect::<Vec<_>>().join(" or ")
}

/// Runs one interpreter on a program and looks at its value.
fn run(options: &Options, subject: &ComparedInterpreter, program: &Tree) -> Seen {
    let interpreter = subject.interpreter();
    let once = |cx: &mut Cx<'_>| seen(cx, interpreter, program);
    match run_once(&mut Heap::new(), options, &[], once) {
        Ok(RunOutcome::Value(tree)) => Seen::Value(subject.show(&tree)),
        Ok(RunOutcome::Failed(Failure { message, .. })) => Seen::Fails(message),
        Err(why) => Seen::Nothing(why.to_string()),
    }
}

fn seen(cx: &mut Cx<'_>, interpreter: &dyn Interpreter, program: &Tree) -> Result<Value, Stop> {
    let program = cx.plant(program);
    let value = interpreter.eval(cx, program)?;
    interpreter.observe(cx, value)
}
