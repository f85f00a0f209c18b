//! Whether some history breaks a method, by trying them all.
//!
//! Histories are tried in the order of their lengths. Two that leave the same of every formula of the case, for all values, are
//! told apart by nothing that comes after them, so only the first is gone on with; where no new ones come, all histories of
//! any length were tried. A violation is judged once more by the definition of formulas on the whole trace.

use std::collections::HashMap;

use super::case::{
    Case, Clauses, ELEMENT, Formula, Method, Op, OpCase, Operand, RESULT, Recursion, Sort, Stmt,
    Test, Var,
};
use super::truth::{Env, Event, Rest, Rests, holds, is_true, value};

/// What trying all histories says of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tried {
    /// This history and call break it.
    Broken(String),
    /// Nothing breaks it; whether all histories were tried.
    Kept { all: bool },
}

/// Histories that leave different things, at most.
const MOST_STATES: usize = 600;
/// Formulas that are read by an event, at most.
const MOST_WORK: usize = 1_500_000;
/// Calls of itself in one call, at most; longer ones are passed over.
const MOST_TURNS: usize = 3;
/// Elements of a list, at most.
const MOST_ELEMENTS: usize = 2;
/// Ways through one call, at most.
const MOST_WAYS: usize = 64;

/// Tries the method of a case.
pub(super) fn search(case: &Case) -> Tried {
    let mut world = World::new(case);
    world.search()
}

/// What is left of each formula.
type State = Vec<Rest>;

/// Part of a run: what is left after it, and its own events.
#[derive(Clone)]
struct Part {
    state: State,
    events: Vec<Event>,
}

struct World<'c> {
    case: &'c Case,
    rests: Rests,
    start: State,
    /// The place of each formula of `start`.
    places: HashMap<Rest, usize>,
    alphabet: Vec<Event>,
    work: usize,
}

impl<'c> World<'c> {
    fn new(case: &'c Case) -> World<'c> {
        let (rests, start, places) = (Rests::new(), State::new(), HashMap::new());
        let alphabet = case.ops.iter().enumerate().flat_map(|(op, declared)| {
            let each = all_values(&declared.places());
            each.into_iter().map(move |values| Event { op, values })
        });
        let alphabet = alphabet.collect();
        let mut world = World { case, rests, start, places, alphabet, work: 0 };
        for op in &case.ops {
            for one in &op.cases {
                let vars = [op.params.as_slice(), &one.ghosts].concat();
                world.follow(&vars, &one.context);
            }
        }
        let method = &case.method;
        let vars = [method.params.as_slice(), &method.ghosts].concat();
        for clauses in &method.clauses {
            for formula in [&clauses.context, &clauses.invariant, &clauses.after] {
                world.follow(&vars, formula);
            }
        }
        world
    }

    /// Follows a formula at all values of some variables.
    fn follow(&mut self, vars: &[Var], formula: &Option<Formula>) {
        let Some(formula) = formula else { return };
        for env in envs(vars) {
            let rest = self.rests.of(&env, formula);
            if !self.places.contains_key(&rest) {
                self.places.insert(rest, self.start.len());
                self.start.push(rest);
            }
        }
    }

    /// Whether a formula holds at some values of what led to a state.
    fn is_met(&mut self, env: &Env, formula: &Option<Formula>, state: &State) -> bool {
        let Some(formula) = formula else { return true };
        let rest = self.rests.of(env, formula);
        self.rests.may_end(state[self.places[&rest]])
    }

    fn after(&mut self, state: &State, event: &Event) -> State {
        self.work += state.len();
        state.iter().map(|rest| self.rests.after(*rest, event)).collect()
    }

    fn allows(&mut self, event: &Event, state: &State) -> bool {
        let op = &self.case.ops[event.op];
        allows(op, event, |env, context| self.is_met(env, context, state))
    }

    fn search(&mut self) -> Tried {
        let mut known: HashMap<State, usize> = HashMap::new();
        let mut order: Vec<(State, Option<(usize, Event)>)> = vec![(self.start.clone(), None)];
        known.insert(self.start.clone(), 0);
        let mut next = 0;
        while next < order.len() {
            let state = order[next].0.clone();
            if let Some((env, elements, call)) = self.breaks(&state) {
                let history = history(&order, next);
                return self.confirmed(&history, &env, &elements, &call);
            }
            for event in self.alphabet.clone() {
                if !self.allows(&event, &state) {
                    continue;
                }
                let after = self.after(&state, &event);
                if !known.contains_key(&after) {
                    if order.len() >= MOST_STATES || self.work > MOST_WORK {
                        return Tried::Kept { all: false };
                    }
                    known.insert(after.clone(), order.len());
                    order.push((after, Some((next, event))));
                }
            }
            next += 1;
        }
        Tried::Kept { all: true }
    }

    /// A call after this history that breaks a clause: values, elements of the list, the call.
    fn breaks(&mut self, state: &State) -> Option<(Env, Vec<usize>, Call)> {
        let method = &self.case.method;
        let is_list = matches!(method.recursion, Recursion::ListFirst | Recursion::ListLast);
        let longest = if is_list { MOST_ELEMENTS } else { 0 };
        for env in envs(&method.params) {
            for length in 0..=longest {
                for elements in all_values(&vec![Sort::Key; length]) {
                    let part = Part { state: state.clone(), events: Vec::new() };
                    let ways = self.call(method, &env, &elements, part, 0);
                    for (part, result) in ways {
                        let broken = self.is_broken(&env, state, &part, result);
                        if let Some(env) = broken {
                            let call = Call { events: part.events, result };
                            return Some((env, elements, call));
                        }
                    }
                    if self.work > MOST_WORK {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// The values with which a call breaks a clause.
    fn is_broken(&mut self, env: &Env, before: &State, part: &Part, result: bool) -> Option<Env> {
        let method = &self.case.method;
        for ghosts in envs(&method.ghosts) {
            let env: Env = [env.as_slice(), &ghosts].concat();
            for clauses in &method.clauses {
                let applies = self.is_met(&env, &clauses.context, before)
                    && self.is_met(&env, &clauses.invariant, before)
                    && requires(&env, clauses);
                let kept = self.is_met(&env, &clauses.invariant, &part.state)
                    && self.is_met(&env, &clauses.after, &part.state)
                    && keeps(&env, clauses, &part.events, result);
                if applies && !kept {
                    return Some(env);
                }
            }
        }
        None
    }

    /// Judges a violation by the definition of formulas.
    fn confirmed(&self, history: &[Event], env: &Env, elements: &[usize], call: &Call) -> Tried {
        let whole = [history, &call.events].concat();
        for (at, event) in whole.iter().enumerate() {
            let met = |env: &Env, context: &Option<Formula>| {
                context.as_ref().is_none_or(|context| holds(env, context, &whole[..at]))
            };
            assert!(allows(&self.case.ops[event.op], event, met), "event {at} of {whole:?}");
        }
        let is_met = |formula: &Option<Formula>, trace: &[Event]| {
            formula.as_ref().is_none_or(|formula| holds(env, formula, trace))
        };
        let is_broken = |clauses: &Clauses| {
            let before = is_met(&clauses.context, history) && is_met(&clauses.invariant, history);
            let after = is_met(&clauses.invariant, &whole)
                && is_met(&clauses.after, &whole)
                && keeps(env, clauses, &call.events, call.result);
            before && requires(env, clauses) && !after
        };
        let broken = self.case.method.clauses.iter().any(is_broken);
        assert!(broken, "the two readings of formulas differ on {history:?} {call:?} {env:?}");
        let show = |events: &[Event]| -> String {
            let one = |event: &Event| {
                let op = &self.case.ops[event.op];
                let sorts = op.places();
                let values = event.values.iter().zip(sorts).map(|(value, sort)| match sort {
                    Sort::Key => format!(" k{value}"),
                    _ => format!(" {}", sort.literal(*value)),
                });
                format!("{}{}; ", op.name, values.collect::<String>())
            };
            events.iter().map(one).collect()
        };
        let (before, during) = (show(history), show(&call.events));
        Tried::Broken(format!(
            "after [{before}] the call with {env:?}, list {elements:?}, does [{during}] and returns {}",
            call.result
        ))
    }

    /// The ways through a call.
    fn call(
        &mut self,
        method: &Method,
        env: &Env,
        elements: &[usize],
        part: Part,
        turn: usize,
    ) -> Vec<(Part, bool)> {
        match method.recursion {
            Recursion::None => {
                let ways = self.stmt(&method.body, env, part);
                self.each(ways, |this, part| this.test(&method.result, env, part))
            }
            Recursion::ListLast | Recursion::ListFirst => {
                let Some((first, others)) = elements.split_first() else {
                    return self.test(&method.result, env, part);
                };
                let mut own = env.clone();
                own.push((ELEMENT.to_owned(), *first));
                if method.recursion == Recursion::ListLast {
                    let ways = self.stmt(&method.body, &own, part);
                    return self
                        .each(ways, |this, part| this.call(method, env, others, part, turn));
                }
                let ways = self.call(method, env, others, part, turn);
                self.each(ways, |this, (part, result)| {
                    let ways = this.stmt(&method.body, &own, part);
                    ways.into_iter().map(|part| (part, result)).collect()
                })
            }
            Recursion::While => {
                let ways = self.test(&method.again, env, part);
                self.each(ways, |this, (part, again)| match again {
                    false => this.test(&method.result, env, part),
                    true if turn == MOST_TURNS => Vec::new(),
                    true => {
                        let mut swapped = env.clone();
                        (swapped[0].1, swapped[1].1) = (env[1].1, env[0].1);
                        let ways = this.stmt(&method.body, env, part);
                        this.each(ways, |this, part| {
                            this.call(method, &swapped, elements, part, turn + 1)
                        })
                    }
                })
            }
        }
    }

    fn each<A, B>(
        &mut self,
        ways: Vec<A>,
        mut go_on: impl FnMut(&mut Self, A) -> Vec<B>,
    ) -> Vec<B> {
        let mut all = Vec::new();
        for way in ways {
            all.extend(go_on(self, way));
            all.truncate(MOST_WAYS);
        }
        all
    }

    fn helper(&mut self, env: &Env, args: &[Operand], part: Part) -> Vec<(Part, bool)> {
        let case = self.case;
        let Some(helper) = &case.helper else { return Vec::new() };
        let values = helper.params.iter().zip(args);
        let own = values.map(|(var, arg)| (var.name.clone(), value(env, arg))).collect();
        self.call(helper, &own, &[], part, 0)
    }

    /// The ways of a call of an operation, each with what it returns.
    fn perform(
        &mut self,
        op: usize,
        args: &[Operand],
        env: &Env,
        part: &Part,
    ) -> Vec<(Part, usize)> {
        let given: Vec<usize> = args.iter().map(|arg| value(env, arg)).collect();
        let results: Vec<usize> = (0..self.case.ops[op].result.map_or(1, Sort::size)).collect();
        let mut ways = Vec::new();
        for result in results {
            let mut values = given.clone();
            values.extend(self.case.ops[op].result.map(|_| result));
            let event = Event { op, values };
            if self.allows(&event, &part.state) {
                let state = self.after(&part.state, &event);
                let events = [part.events.as_slice(), &[event]].concat();
                ways.push((Part { state, events }, result));
            }
        }
        ways
    }

    fn stmt(&mut self, stmt: &Stmt, env: &Env, part: Part) -> Vec<Part> {
        match stmt {
            Stmt::Skip => vec![part],
            Stmt::Call(op, args) => {
                self.perform(*op, args, env, &part).into_iter().map(|(part, _)| part).collect()
            }
            Stmt::Let(name, op, args, rest) => {
                let ways = self.perform(*op, args, env, &part);
                self.each(ways, |this, (part, result)| {
                    let mut own = env.clone();
                    own.push((name.clone(), result));
                    this.stmt(rest, &own, part)
                })
            }
            Stmt::If(test, yes, no) => {
                let ways = self.test(test, env, part);
                self.each(ways, |this, (part, answer)| {
                    this.stmt(if answer { yes } else { no }, env, part)
                })
            }
            Stmt::Seq(first, second) => {
                let ways = self.stmt(first, env, part);
                self.each(ways, |this, part| this.stmt(second, env, part))
            }
            Stmt::Helper(args) => {
                self.helper(env, args, part).into_iter().map(|(part, _)| part).collect()
            }
        }
    }

    fn test(&mut self, test: &Test, env: &Env, part: Part) -> Vec<(Part, bool)> {
        match test {
            Test::Cond(cond) => vec![(part, is_true(env, cond))],
            Test::Returns(op, args, wanted) => {
                let ways = self.perform(*op, args, env, &part).into_iter();
                ways.map(|(part, result)| (part, result == *wanted)).collect()
            }
            Test::Helper(args) => self.helper(env, args, part),
            Test::Not(inner) => {
                let ways = self.test(inner, env, part).into_iter();
                ways.map(|(part, answer)| (part, !answer)).collect()
            }
            Test::Both(a, b) => {
                let ways = self.test(a, env, part);
                self.each(ways, |this, (part, answer)| match answer {
                    true => this.test(b, env, part),
                    false => vec![(part, false)],
                })
            }
            Test::Either(a, b) => {
                let ways = self.test(a, env, part);
                self.each(ways, |this, (part, answer)| match answer {
                    true => vec![(part, true)],
                    false => this.test(b, env, part),
                })
            }
        }
    }
}

/// A call that was made.
#[derive(Debug)]
struct Call {
    events: Vec<Event>,
    result: bool,
}

/// Whether the contract of an operation allows an event: some case applies and is kept, and so is each that applies and has no ghosts.
fn allows(op: &Op, event: &Event, mut is_met: impl FnMut(&Env, &Option<Formula>) -> bool) -> bool {
    let names = op.params.iter().map(|var| var.name.clone()).chain([RESULT.to_owned()]);
    let env: Env = names.zip(event.values.iter().copied()).collect();
    let mut judge = |case: &OpCase, env: &Env| {
        let applies = is_met(env, &case.context);
        (applies, is_true(env, &case.ensure))
    };
    let (mut allowed, mut bound) = (false, true);
    for case in &op.cases {
        for ghosts in envs(&case.ghosts) {
            let (applies, kept) = judge(case, &[env.as_slice(), &ghosts].concat());
            allowed |= applies && kept;
            bound &= !case.ghosts.is_empty() || !applies || kept;
        }
    }
    allowed && bound
}

fn requires(env: &Env, clauses: &Clauses) -> bool {
    clauses.require.as_ref().is_none_or(|require| is_true(env, require))
}

/// Whether the call is as the clauses on it alone say.
fn keeps(env: &Env, clauses: &Clauses, events: &[Event], result: bool) -> bool {
    let mut own = env.clone();
    own.push((RESULT.to_owned(), usize::from(result)));
    clauses.effect.as_ref().is_none_or(|effect| holds(env, effect, events))
        && clauses.ensure.as_ref().is_none_or(|ensure| is_true(&own, ensure))
}

fn history(order: &[(State, Option<(usize, Event)>)], mut at: usize) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some((before, event)) = &order[at].1 {
        events.push(event.clone());
        at = *before;
    }
    events.reverse();
    events
}

/// All values of some variables.
fn envs(vars: &[Var]) -> Vec<Env> {
    let sorts: Vec<Sort> = vars.iter().map(|var| var.sort).collect();
    let name = |values: Vec<usize>| vars.iter().map(|var| var.name.clone()).zip(values).collect();
    all_values(&sorts).into_iter().map(name).collect()
}

/// All rows of values of some sorts.
fn all_values(sorts: &[Sort]) -> Vec<Vec<usize>> {
    sorts.iter().fold(vec![Vec::new()], |rows, sort| {
        let longer = |row: &Vec<usize>| {
            let row = row.clone();
            (0..sort.size()).map(move |value| [row.as_slice(), &[value]].concat())
        };
        rows.iter().flat_map(longer).collect()
    })
}
