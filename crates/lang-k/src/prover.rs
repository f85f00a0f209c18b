//! Proofs of claims: all paths from the left side come to the right side, or do not end.
//!
//! The left side becomes one configuration of arbitrary values. Its paths are followed by all rules
//! that apply; a path is done where what it has come to is an instance of the right side, whatever the
//! values are, which the solver decides. Once a path has made a step, claims may be used like rules
//! (circularities): so loops are left by their invariants. A path that gets stuck, that needs to look
//! into an arbitrary value, or on which the solver gives up, is a *residual*, and the claim is not proved.
//!
//! Cells that a claim does not mention are arbitrary at first, and may be anything at the end; where a
//! claim is used as a rule, they are arbitrary again.

mod replay;
mod target;

use std::rc::Rc;

use explore::Meter;
use solve::{Solver, Verdict};
use term::{Model, Op, Pool, Term};

use crate::arbitrary::arbitrary;
use crate::claim::Claim;
use crate::compile::Compiled;
use crate::context::{Ctx, Halt, Known};
use crate::given_up::GivenUp;
use crate::index::Key;
use crate::machine::Done;
use crate::pattern::Reg;
use crate::signature::{Builtin, CellId};
use crate::state::State;
use crate::value::{Map, Value};

/// Proves the claims of a definition.
pub struct Prover<'a> {
    compiled: &'a Compiled,
    pool: &'a Pool,
    /// The claims that may be used, the one that is proved among them.
    claims: Vec<&'a Claim>,
    meter: &'a Meter,
    /// Steps along one path.
    depth: u64,
}

/// What came of a claim.
#[derive(Clone, Debug, Default)]
pub struct ClaimAnswer {
    /// The paths that were not closed; none if the claim is proved.
    pub residuals: Vec<Residual>,
    /// The claims that were used, by their places among all of them.
    pub used: Vec<usize>,
    /// The concrete start of a run that does not come to the right side, with what its variables are.
    pub refuted: Option<RefutingRun>,
    /// Steps made on all paths.
    pub steps: u64,
    /// Paths that were closed.
    pub closed: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Whether nothing satisfies the left side.
    pub vacuous: bool,
}

/// A path that was not closed.
#[derive(Clone, Debug)]
pub struct Residual {
    /// Where it ended.
    pub state: State,
    /// What holds there.
    pub conds: Vec<Term>,
    /// Why it does not go on.
    pub why: GivenUp,
    /// Values of the variables that lead there.
    pub model: Option<Model>,
}

/// A run that refutes a claim.
#[derive(Clone, Debug)]
pub struct RefutingRun {
    /// The values of the claim's variables.
    pub values: Vec<(String, Value)>,
    /// Where the run starts, and where it ends.
    pub start: State,
    /// The configuration in which it ends.
    pub end: State,
    /// How many steps it makes.
    pub steps: u64,
}

/// A path.
#[derive(Clone)]
struct Path {
    state: State,
    known: Known,
    conds: Vec<Term>,
    steps: u64,
}

/// Residuals that are kept at most: there may be one for each path of a loop without an invariant.
const MOST_RESIDUALS: usize = 5;

impl<'a> Prover<'a> {
    /// A prover that may use some claims, for paths of so many steps.
    #[must_use]
    pub fn new(
        compiled: &'a Compiled,
        pool: &'a Pool,
        claims: Vec<&'a Claim>,
        meter: &'a Meter,
        depth: u64,
    ) -> Prover<'a> {
        Prover { compiled, pool, claims, meter, depth }
    }

    /// Tries to prove a claim: with the help of all claims, and if that fails with its own alone. What a
    /// claim leaves out is arbitrary behind it, so using it may lose what is needed.
    pub fn prove(&self, claim: &Claim, solver: &mut dyn Solver) -> ClaimAnswer {
        let all = self.attempt(claim, false, solver);
        if all.residuals.is_empty() || all.used.is_empty() {
            return all;
        }
        let alone = self.attempt(claim, true, solver);
        if alone.residuals.is_empty() || alone.refuted.is_some() { alone } else { all }
    }

    fn attempt(&self, claim: &Claim, alone: bool, solver: &mut dyn Solver) -> ClaimAnswer {
        let answer = ClaimAnswer::default();
        let mut work = Work { prover: self, claim, alone, solver, answer, fresh: 0 };
        work.run();
        let mut answer = work.answer;
        answer.used.sort_unstable();
        answer.used.dedup();
        answer
    }

    fn ctx<'c>(&self, known: &'c Known) -> Ctx<'c>
    where
        'a: 'c,
    {
        Ctx::new(&self.compiled.program, self.pool, known).metered(self.meter).proving()
    }

    /// Whether a claim may use another one, or itself.
    fn may_use(claim: &Claim, other: &Claim) -> bool {
        match &claim.depends {
            None => true,
            Some(names) => claim.span == other.span || names.contains(&other.name),
        }
    }
}

/// The proof of one claim.
struct Work<'w, 'a> {
    prover: &'w Prover<'a>,
    claim: &'w Claim,
    /// Whether no other claim may be used.
    alone: bool,
    solver: &'w mut dyn Solver,
    answer: ClaimAnswer,
    /// The number of the next fresh variable.
    fresh: u64,
}

/// The values of the variables of a claim on one side.
type Registers = Rc<Vec<Value>>;

impl<'a> Work<'_, 'a> {
    fn run(&mut self) {
        let registers = Rc::new(self.registers());
        let mut open = match self.start(&registers) {
            Ok(Some(path)) => vec![path],
            Ok(None) => {
                self.answer.vacuous = true;
                return;
            }
            Err(halt) => {
                let state = State::default();
                let (known, conds) = (Known::default(), Vec::new());
                self.leave(Path { state, known, conds, steps: 0 }, halt.into());
                return;
            }
        };
        while let Some(path) = open.pop() {
            if self.answer.residuals.len() >= MOST_RESIDUALS {
                break;
            }
            if self.prover.meter.poll(self.answer.steps)
                && let Some(limit) = self.prover.meter.met()
            {
                self.leave(path, GivenUp::Limit(limit));
                break;
            }
            let next = self.follow(path, &registers);
            open.extend(next);
        }
    }

    /// Arbitrary values for the variables of the claim.
    fn registers(&mut self) -> Vec<Value> {
        let mut registers = vec![Value::Empty; self.claim.regs];
        for (name, reg, sort) in &self.claim.variables {
            registers[reg.index()] = self.arbitrary_of_sort(name, *sort);
        }
        for (reg, cell) in &self.claim.dots {
            registers[reg.index()] = self.arbitrary_rest(*cell);
        }
        for (name, reg, sort) in &self.claim.exists {
            registers[reg.index()] = self.arbitrary_of_sort(name, *sort);
        }
        registers
    }

    fn arbitrary_of_sort(&self, name: &str, sort: crate::signature::SortId) -> Value {
        let signature = &self.prover.compiled.program.signature;
        let value = arbitrary(signature, self.prover.pool, sort, name);
        match signature.sort_info(sort).builtin {
            Some(Builtin::Map) => Value::Map(Map { chunks: vec![value], ..Map::default() }.into()),
            _ => value,
        }
    }

    /// What the dots of a cell stand for.
    fn arbitrary_rest(&mut self, cell: CellId) -> Value {
        let Prover { compiled, .. } = self.prover;
        let signature = &compiled.program.signature;
        let sort = compiled.configuration.kind(cell).filter(|kind| *kind == Builtin::Map);
        let sort = signature.builtin(sort.unwrap_or(Builtin::K));
        self.fresh += 1;
        let name = format!("...{}", self.fresh);
        sort.map_or(Value::Empty, |sort| self.arbitrary_of_sort(&name, sort))
    }

    /// The configuration of the left side, if there is one.
    fn start(&mut self, registers: &Registers) -> Result<Option<Path>, Halt> {
        let known = Known::default();
        let mut state = State::default();
        for (cell, info) in self.prover.compiled.program.layout.iter() {
            if info.children.is_empty() {
                let slots = state.slots.len().max(info.slots.start + 1);
                state.slots.resize(slots, Value::Empty);
                state.slots[info.slots.start] = self.arbitrary_cell(cell);
            }
        }
        let mut ctx = self.prover.ctx(&known);
        ctx.regs = registers.to_vec();
        for cell in &self.claim.cells {
            state.slots[cell.slot] = ctx.eval(&cell.left)?;
        }
        let mut path = Path { state, known: Known::default(), conds: Vec::new(), steps: 0 };
        if let Some(requires) = &self.claim.requires {
            match ctx.eval(requires)? {
                Value::Bool(true) => {}
                Value::Bool(false) => return Ok(None),
                Value::Sym(cond, _) => path = self.assume(path, cond),
                _ => return Err(Halt::Undefined("a condition without a value".to_owned())),
            }
        }
        let is_empty = !path.conds.is_empty() && self.ask(&path.conds) == Verdict::Unsat;
        Ok((!is_empty).then_some(path))
    }

    /// Anything that a cell may hold.
    fn arbitrary_cell(&mut self, cell: CellId) -> Value {
        let sort = self.prover.compiled.configuration.sort(cell);
        self.fresh += 1;
        let name = format!("_{}", self.fresh);
        sort.map_or(Value::Empty, |sort| self.arbitrary_of_sort(&name, sort))
    }

    fn assume(&self, path: Path, cond: Term) -> Path {
        let known = path.known.with(self.prover.pool, cond);
        let mut conds = path.conds;
        conds.push(cond);
        Path { known, conds, ..path }
    }

    fn ask(&mut self, query: &[Term]) -> Verdict {
        self.answer.queries += 1;
        self.solver.check(self.prover.pool, query)
    }

    /// Keeps a path that is not closed.
    fn leave(&mut self, path: Path, why: GivenUp) {
        let Path { state, conds, .. } = path;
        let mut model = None;
        if self.ask(&conds) == Verdict::Sat {
            model = self.solver.model(self.prover.pool);
        }
        self.answer.residuals.push(Residual { state, conds, why, model });
    }

    /// Carries a path on by one step, and returns the paths that are open then.
    fn follow(&mut self, path: Path, registers: &Registers) -> Vec<Path> {
        match self.reaches_target(&path, registers) {
            Ok(true) => {
                self.answer.closed += 1;
                return Vec::new();
            }
            Ok(false) | Err(Halt::Unsupported(_) | Halt::Undefined(_)) => {}
            Err(Halt::Undecided(cond)) => return self.split(path, cond),
            Err(halt) => {
                self.leave(path, halt.into());
                return Vec::new();
            }
        }
        if path.steps >= self.prover.depth {
            self.leave(path, GivenUp::Steps(self.prover.depth));
            return Vec::new();
        }
        if path.steps > 0
            && let Some(paths) = self.use_claims(&path)
        {
            return paths;
        }
        if let Some(what) = self.looks_behind(&path.state) {
            self.leave_or_refute(path, GivenUp::from(Halt::Unsupported(what)), registers);
            return Vec::new();
        }
        let mut ctx = self.prover.ctx(&path.known);
        match ctx.successors(&path.state) {
            Ok(steps) if steps.is_empty() => {
                let stuck = GivenUp::from(Halt::Undefined("no rule applies".to_owned()));
                self.leave_or_refute(path, stuck, registers);
                Vec::new()
            }
            Ok(steps) => {
                self.answer.steps += steps.len() as u64;
                let rules = &self.prover.compiled.program.rules;
                let makes_fresh = |done: &Done| match done {
                    Done::Rule(id) => !rules[id.index()].fresh.is_empty(),
                    Done::Heat(_) | Done::Cool(_) => false,
                };
                if steps.iter().any(|(done, _)| makes_fresh(done)) {
                    let what = "a value that was not used before, in a proof".to_owned();
                    self.leave(path, GivenUp::Unsupported(what));
                    return Vec::new();
                }
                let next = |(_, state)| Path { state, steps: path.steps + 1, ..path.clone() };
                steps.into_iter().map(next).collect()
            }
            Err(Halt::Undecided(cond)) => self.split(path, cond),
            Err(halt) => {
                self.leave_or_refute(path, halt.into(), registers);
                Vec::new()
            }
        }
    }

    /// The paths on which a condition holds, and does not.
    fn split(&mut self, path: Path, cond: Term) -> Vec<Path> {
        let mut paths = Vec::new();
        for cond in [self.prover.pool.not(cond), cond] {
            let query = [&path.conds[..], &[cond]].concat();
            match self.ask(&query) {
                Verdict::Unsat => {}
                // What is not known to be impossible is followed.
                Verdict::Sat | Verdict::Unknown(_) => paths.push(self.assume(path.clone(), cond)),
            }
        }
        paths
    }

    /// Whether what comes next depends on what is not known: on an arbitrary value at the front, or
    /// behind it.
    fn looks_behind(&self, state: &State) -> Option<String> {
        let program = &self.prover.compiled.program;
        let known = Known::default();
        let ctx = self.prover.ctx(&known);
        let computation = &state.slots[program.index.place?.slot];
        let (first, rest) = computation.uncons()?;
        if let Some(sort) = ctx.arbitrary_sort(first) {
            let is_built = program
                .signature
                .labels()
                .any(|(label, _)| program.signature.may_have_sort(label, sort));
            let mut strict = program.strictness.iter();
            let is_open = strict.any(|strict| ctx.sort_test(first, strict.result).is_err());
            if is_built || is_open {
                return Some("what to do is arbitrary".to_owned());
            }
        }
        if let Value::Node(label, args) = first {
            let strict = program.strictness.iter().filter(|strict| strict.label == *label);
            for strict in strict {
                if ctx.sort_test(&args[strict.position], strict.result).is_err() {
                    return Some("whether an argument is a value is open".to_owned());
                }
            }
        }
        let second = rest.uncons().map_or(rest, |(second, _)| second);
        let is_open = ctx.arbitrary_sort(second).is_some();
        let asks = is_open && program.index.asks_for_second(&program.signature, Key::of(first));
        asks.then(|| "what comes behind the computation is arbitrary".to_owned())
    }

    /// The paths behind a claim that applies; none if no claim does.
    fn use_claims(&mut self, path: &Path) -> Option<Vec<Path>> {
        let claims = self.prover.claims.clone();
        for (number, claim) in claims.iter().enumerate() {
            let is_own = claim.span == self.claim.span;
            if !Prover::may_use(self.claim, claim) || self.alone && !is_own {
                continue;
            }
            let mut ctx = self.prover.ctx(&path.known);
            let rule = &claim.applied.rule;
            ctx.make_registers(rule.regs);
            let requires = rule.requires.as_ref();
            match ctx.run_steps(path.state.subject(rule), 0, &mut |ctx| ctx.guard(requires)) {
                Ok(true) => {
                    let registers = ctx.regs.clone();
                    let Ok(next) = self.after_claim(path, claim, registers) else { continue };
                    self.answer.used.push(number);
                    return Some(next.into_iter().collect());
                }
                Err(Halt::Undecided(cond)) => {
                    let negation = self.prover.pool.not(cond);
                    // A claim is used where it applies whatever the values are.
                    let query = [&path.conds[..], &[negation]].concat();
                    if self.ask(&query) == Verdict::Unsat {
                        return Some(vec![self.assume(path.clone(), cond)]);
                    }
                }
                Ok(false) | Err(_) => {}
            }
        }
        None
    }

    /// The path behind a claim whose left side was matched; none if what it promises is impossible.
    fn after_claim(
        &mut self,
        path: &Path,
        claim: &Claim,
        registers: Vec<Value>,
    ) -> Result<Option<Path>, Halt> {
        let applied = &claim.applied;
        let mut state = path.state.clone();
        let mut exists = Vec::new();
        for (name, reg, sort) in &applied.exists {
            self.fresh += 1;
            let name = format!("{}{}", name.trim_start_matches('?'), self.fresh);
            exists.push((*reg, self.arbitrary_of_sort(&name, *sort)));
        }
        for (cell, info) in self.prover.compiled.program.layout.iter() {
            let is_mentioned = claim.cells.iter().any(|own| own.cell == cell);
            if info.children.is_empty() && !is_mentioned {
                state.slots[info.slots.start] = self.arbitrary_cell(cell);
            }
        }
        let mut ctx = self.prover.ctx(&path.known);
        ctx.regs = registers;
        for (reg, value) in exists {
            ctx.regs[reg.index()] = value;
        }
        state.apply(&mut ctx, &applied.rule)?;
        let steps = path.steps + 1;
        self.answer.steps += 1;
        let next = Path { state, steps, ..path.clone() };
        match applied.ensures.as_ref().map(|ensures| ctx.eval(ensures)).transpose()? {
            None | Some(Value::Bool(true)) => Ok(Some(next)),
            Some(Value::Bool(false)) => Ok(None),
            Some(Value::Sym(cond, _)) => Ok(Some(self.assume(next, cond))),
            Some(_) => Err(Halt::Undefined("a promise without a value".to_owned())),
        }
    }
}

/// Whether a term is a variable.
fn is_variable(pool: &Pool, term: Term) -> bool {
    matches!(pool.op(term), Op::Var(_))
}

/// The value in a register.
fn at(registers: &[Value], reg: Reg) -> &Value {
    &registers[reg.index()]
}
