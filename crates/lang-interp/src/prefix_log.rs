//! Getting ahead: what a run has in common with the one before it is not computed again.
//!
//! Every operation of a run writes its answer into a log. The next run mostly begins with the same
//! choices. The heap is then not emptied but cut back to the operation that chooses otherwise, and up
//! to there the operations answer from the log: the interpreter passes through its own code once
//! more, but nothing is matched, unified or built again. Values are numbered in the order in which
//! they are built, so those built in between are found where they are.
//!
//! While a run gets ahead, the heap knows more than it did when the operations answered first. So
//! nothing may read it then: reading is an operation with an entry in the log, too, and after a look at the
//! heap behind the back of the context ([`Heap::show`] and the like) no run gets ahead any more.

use term::Term;

use crate::heap::{Heap, Lens, Mark};
use crate::pattern::Parts;
use crate::stop::{Failure, Halt, Site};
use crate::{Cx, Shape, Stop, Value};

/// The answers of a run.
#[derive(Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    parts: Vec<Value>,
    texts: Vec<String>,
    failures: Vec<Failure>,
    /// Where later runs can leave this one: the operations that chose.
    turns: Vec<Turn>,
    /// The choices of the run.
    choices: Vec<u8>,
    /// While a run gets ahead: how far it has come, and where that ends.
    next: usize,
    until: Option<Turn>,
    /// Whether an operation is under way: those that it consists of have no entries.
    busy: bool,
}

/// One operation and its answer.
struct Entry {
    site: Site,
    /// What was built before it.
    before: Lens,
    /// What was built after it.
    after: Lens,
    ticks: u64,
    reply: Reply,
}

/// The answer of an operation.
#[derive(Clone, Copy)]
pub(crate) enum Reply {
    Nothing,
    Truth(bool),
    Value(Value),
    Term(Term),
    Number(usize),
    /// A clause, and where its parts are in the log.
    Clause(usize, usize, usize),
    Shape(Shape),
    Field(Option<Value>),
    /// The number of a text in the log.
    Text(usize),
    /// The number of a failure in the log.
    Failed(usize),
}

/// The state before an operation that chose.
#[derive(Clone, Copy)]
struct Turn {
    entry: usize,
    parts: usize,
    texts: usize,
    failures: usize,
    heap: Mark,
    made: usize,
    sites: u64,
}

/// What an operation can answer.
pub(crate) trait Logged: Sized {
    fn write(&self, log: &mut Log) -> Reply;
    fn read(log: &Log, reply: Reply) -> Option<Self>;
}

impl Log {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.parts.clear();
        self.texts.clear();
        self.failures.clear();
        self.turns.clear();
        self.until = None;
        self.busy = false;
    }

    /// Keeps the choices of the run that has ended; `prefix` becomes free for those of the next.
    pub(crate) fn end_run(&mut self, prefix: &mut Vec<u8>) {
        std::mem::swap(&mut self.choices, prefix);
    }

    /// Gets ready for a run along `prefix`: the heap as the last run left it is cut back as far as
    /// needed.
    pub(crate) fn begin_run(&mut self, heap: &mut Heap, base: Mark, prefix: &[u8]) {
        let pairs = self.choices.iter().zip(prefix);
        let common = pairs.take_while(|(old, new)| old == new).count();
        while self.turns.last().is_some_and(|turn| turn.made > common) {
            self.turns.pop();
        }
        // The turn itself is recorded again when the run takes it.
        let Some(turn) = self.turns.pop() else {
            self.clear();
            heap.undo(base);
            return;
        };
        self.entries.truncate(turn.entry);
        self.parts.truncate(turn.parts);
        self.texts.truncate(turn.texts);
        self.failures.truncate(turn.failures);
        self.busy = false;
        self.next = 0;
        self.until = Some(turn);
        heap.undo(turn.heap);
        heap.get_ahead(base.lens());
    }

    /// The run is over. One that ended while it got ahead left nothing of use.
    pub(crate) fn stay(&mut self, heap: &mut Heap) {
        if self.until.is_some() {
            self.clear();
            heap.end_ahead();
        }
    }

    fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
    }
}

/// What an operation has to remember of the state before it.
struct Before {
    lens: Lens,
    turn: Turn,
}

impl Cx<'_> {
    /// Does an operation, or answers what it answered in the run before.
    pub(crate) fn operation<T: Logged>(
        &mut self,
        site: Site,
        what: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.engine.log.busy {
            return what(self);
        }
        if self.engine.log.until.is_some()
            && let Some(answer) = self.answer_logged(site)
        {
            return answer;
        }
        let before = self.before();
        self.engine.log.busy = true;
        let answer = what(self);
        self.engine.log.busy = false;
        self.write(site, &before, &answer);
        answer
    }

    /// The answer in the log. None at the operation that chooses otherwise: from there on the run
    /// is on its own.
    fn answer_logged<T: Logged>(&mut self, site: Site) -> Option<Result<T, Stop>> {
        let log = &mut self.engine.log;
        let Some(entry) = log.entries.get(log.next) else {
            let turn = log.until.take()?;
            if self.heap.lens() != turn.heap.lens() {
                return Some(Err(self.strayed(site)));
            }
            self.heap.end_ahead();
            self.made = turn.made;
            self.path.sites = turn.sites;
            return None;
        };
        if entry.site != site || entry.before != self.heap.lens() {
            return Some(Err(self.strayed(site)));
        }
        log.next += 1;
        self.heap.get_ahead(entry.after);
        self.ticks = entry.ticks.saturating_sub(1);
        let reply = entry.reply;
        if let Err(stop) = self.tick() {
            return Some(Err(stop));
        }
        if let Reply::Failed(number) = reply {
            let failure = self.engine.log.failures[number].clone();
            return Some(Err(self.halt(Halt::Failed(failure))));
        }
        let answer = T::read(&self.engine.log, reply);
        Some(answer.ok_or_else(|| self.strayed(site)))
    }

    fn before(&self) -> Before {
        let log = &self.engine.log;
        let turn = Turn {
            entry: log.entries.len(),
            parts: log.parts.len(),
            texts: log.texts.len(),
            failures: log.failures.len(),
            heap: self.heap.mark(),
            made: self.made,
            sites: self.path.sites,
        };
        Before { lens: self.heap.lens(), turn }
    }

    fn write<T: Logged>(&mut self, site: Site, before: &Before, answer: &Result<T, Stop>) {
        if self.heap.was_read() {
            return;
        }
        let log = &mut self.engine.log;
        if self.made > before.turn.made {
            log.turns.push(before.turn);
        }
        let reply = match (answer, &self.halted) {
            (Ok(answer), _) => answer.write(log),
            (Err(_), Some(Halt::Failed(failure))) => {
                log.failures.push(failure.clone());
                Reply::Failed(log.failures.len() - 1)
            }
            // The run ends here.
            (Err(_), _) => return,
        };
        let (after, ticks) = (self.heap.lens(), self.ticks);
        log.add(Entry { site, before: before.lens, after, ticks, reply });
    }
}

impl Logged for () {
    fn write(&self, _: &mut Log) -> Reply {
        Reply::Nothing
    }

    fn read(_: &Log, reply: Reply) -> Option<()> {
        matches!(reply, Reply::Nothing).then_some(())
    }
}

impl Logged for bool {
    fn write(&self, _: &mut Log) -> Reply {
        Reply::Truth(*self)
    }

    fn read(_: &Log, reply: Reply) -> Option<bool> {
        if let Reply::Truth(truth) = reply { Some(truth) } else { None }
    }
}

impl Logged for Value {
    fn write(&self, _: &mut Log) -> Reply {
        Reply::Value(*self)
    }

    fn read(_: &Log, reply: Reply) -> Option<Value> {
        if let Reply::Value(value) = reply { Some(value) } else { None }
    }
}

impl Logged for Term {
    fn write(&self, _: &mut Log) -> Reply {
        Reply::Term(*self)
    }

    fn read(_: &Log, reply: Reply) -> Option<Term> {
        if let Reply::Term(term) = reply { Some(term) } else { None }
    }
}

impl Logged for usize {
    fn write(&self, _: &mut Log) -> Reply {
        Reply::Number(*self)
    }

    fn read(_: &Log, reply: Reply) -> Option<usize> {
        if let Reply::Number(number) = reply { Some(number) } else { None }
    }
}

impl Logged for Shape {
    fn write(&self, _: &mut Log) -> Reply {
        Reply::Shape(*self)
    }

    fn read(_: &Log, reply: Reply) -> Option<Shape> {
        if let Reply::Shape(shape) = reply { Some(shape) } else { None }
    }
}

impl Logged for Option<Value> {
    fn write(&self, _: &mut Log) -> Reply {
        Reply::Field(*self)
    }

    fn read(_: &Log, reply: Reply) -> Option<Option<Value>> {
        if let Reply::Field(field) = reply { Some(field) } else { None }
    }
}

impl Logged for String {
    fn write(&self, log: &mut Log) -> Reply {
        log.texts.push(self.clone());
        Reply::Text(log.texts.len() - 1)
    }

    fn read(log: &Log, reply: Reply) -> Option<String> {
        if let Reply::Text(number) = reply { log.texts.get(number).cloned() } else { None }
    }
}

impl Logged for (usize, Parts) {
    fn write(&self, log: &mut Log) -> Reply {
        let start = log.parts.len();
        log.parts.extend_from_slice(&self.1);
        Reply::Clause(self.0, start, self.1.len())
    }

    fn read(log: &Log, reply: Reply) -> Option<(usize, Parts)> {
        match reply {
            Reply::Clause(clause, start, len) => {
                Some((clause, Parts::from_slice(&log.parts[start..start + len])))
            }
            _ => None,
        }
    }
}
