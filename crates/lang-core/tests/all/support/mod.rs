//! Running core programs by hand.

pub(crate) mod naive;
pub(crate) mod random;
pub(crate) mod tree;

use lang_core::{Argument, Session, State};
use machine::{Event, Exit, Machine, Step};
use term::{Op, Pool, Term};

use tree::{Mode, Prelude};

/// A test program with its pool.
pub(crate) struct Test {
    pub(crate) pool: Pool,
    pub(crate) session: Session,
    pub(crate) prelude: Prelude,
}

impl Test {
    pub(crate) fn new(text: &str, mode: Mode) -> Test {
        Test::of(&tree::read(text), mode)
    }

    pub(crate) fn of(definitions: &[(String, tree::Tree)], mode: Mode) -> Test {
        let pool = Pool::new();
        let (program, prelude) = tree::lower(&pool, definitions, mode);
        let entry = program.find_global(&pool, "main").expect("there is a main");
        Test { session: Session::new(program, entry), pool, prelude }
    }

    pub(crate) fn returning(mut self, sort: &str) -> Test {
        self.session = self.session.returning(self.prelude.sorts[sort]);
        self
    }

    pub(crate) fn with_input(mut self, name: &str, sort: &str) -> Test {
        let arg = Argument::Ask(name.to_owned(), self.prelude.sorts[sort]);
        self.session = self.session.with_arg(arg);
        self
    }

    /// Follows all alternatives that are not plainly impossible, up to `splits` splits on a path,
    /// and says how each path ends, in the order of the alternatives. Paths that are too long end
    /// in `…`.
    pub(crate) fn paths(&self, splits: usize) -> Vec<Path> {
        let mut ends = Vec::new();
        let first = Path::default();
        let mut waiting = vec![(self.session.start(&self.pool), first)];
        while let Some((state, path)) = waiting.pop() {
            match self.run(state, path, splits) {
                Ok(path) => ends.push(path),
                Err(more) => waiting.extend(more.into_iter().rev()),
            }
        }
        ends
    }

    /// The end of a program that has only one path, after its events.
    pub(crate) fn outcome(&self) -> String {
        let paths = self.paths(0);
        let [path] = &paths[..] else { panic!("one path") };
        let mut parts = path.events.clone();
        parts.push(path.end.clone());
        parts.join(" ")
    }

    /// Runs to the end of a path, or to a split, which gives the paths after it.
    fn run(
        &self,
        mut state: State,
        mut path: Path,
        splits: usize,
    ) -> Result<Path, Vec<(State, Path)>> {
        loop {
            state = match self.session.step(&self.pool, state) {
                Step::Go(cases) => {
                    let possible = cases
                        .into_iter()
                        .filter_map(|(cond, state)| Some((state, path.with(&self.pool, cond)?)));
                    let mut possible: Vec<(State, Path)> = possible.collect();
                    if possible.len() != 1 {
                        return path.split(possible, splits);
                    }
                    let (state, only) = possible.remove(0);
                    path = only;
                    state
                }
                Step::Ask(input, state) => {
                    path.inputs += 1;
                    let name = format!("{}{}", input.name, path.inputs);
                    let answer = self.pool.var(&name, input.sort);
                    self.session.supply(&self.pool, state, answer)
                }
                Step::Emit(event, state) => {
                    path.events.push(self.show_event(&event));
                    state
                }
                Step::Stop(exit) => return Ok(path.ended(self.show_exit(&exit))),
                Step::Unsupported(gap) => return Ok(path.ended(format!("gap: {}", gap.what))),
            }
        }
    }

    fn show_event(&self, event: &Event) -> String {
        let args: Vec<String> = event.args.iter().map(|arg| self.pool.show(*arg)).collect();
        format!("{}({})", self.pool.name(event.op), args.join(","))
    }

    fn show_exit(&self, exit: &Exit) -> String {
        match exit {
            Exit::Finished(Some(term)) => self.pool.show(*term),
            Exit::Finished(None) => "finished".to_owned(),
            Exit::Failed(failure) => format!("{}: {}", failure.code, failure.text()),
            Exit::Discarded => "discarded".to_owned(),
            Exit::TooManyEvents(most) => format!("more than {most} events"),
            Exit::Unrolled(most) => format!("a branch undecided more than {most} times"),
        }
    }
}

/// A path of a tiny explorer that has no solver.
#[derive(Clone, Default, Debug)]
pub(crate) struct Path {
    conds: Vec<Term>,
    pub(crate) events: Vec<String>,
    pub(crate) end: String,
    splits: usize,
    inputs: usize,
}

impl Path {
    fn ended(mut self, end: impl Into<String>) -> Path {
        self.end = end.into();
        self
    }

    /// Ends the path if it has split often enough, and otherwise goes on with all its successors.
    fn split(
        self,
        mut next: Vec<(State, Path)>,
        splits: usize,
    ) -> Result<Path, Vec<(State, Path)>> {
        if self.splits == splits {
            return Ok(self.ended("…"));
        }
        next.iter_mut().for_each(|(_, path)| path.splits += 1);
        Err(next)
    }

    /// The path with one more condition, unless they contradict each other plainly: two
    /// constructors of one value, or a condition and its negation.
    fn with(&self, pool: &Pool, cond: Term) -> Option<Path> {
        let mut path = self.clone();
        if cond == Term::TRUE {
            return Some(path);
        }
        path.conds.push(cond);
        let clash = |a: &Term, b: &Term| match (pool.node(*a), pool.node(*b)) {
            ((Op::Is(one), on), (Op::Is(other), also)) => one != other && on == also,
            _ => false,
        };
        let impossible = self.conds.iter().any(|known| clash(known, &cond))
            || pool.and(&path.conds) == Term::FALSE;
        (!impossible).then_some(path)
    }

    pub(crate) fn shown_conds(&self, pool: &Pool) -> String {
        pool.show(pool.and(&self.conds))
    }
}

/// The end of a program with one path, run strictly.
pub(crate) fn strict(main: &str) -> String {
    Test::new(&format!("(def main {main})"), Mode::Strict).outcome()
}

/// The end of a program with one path, run lazily.
pub(crate) fn lazy(main: &str) -> String {
    Test::new(&format!("(def main {main})"), Mode::Lazy).outcome()
}
