//! Random properties and traces over a small world.

use std::collections::HashMap;

use solve::{Solver, Theory};
use solve_chain::{Backend, Config};
use source::Files;
use term::{Func, Model, Pool, Sort, Term};
use test_support::Dice;
use trace::{
    Alphabet, Context, Event, EventSet, Formula, Marks, OpId, Param, RegexPool, StateMachine,
};

use crate::naive::{Env, Told, Unknown, Value, of_term};

/// Operations over several sorts, and parameters.
pub(super) struct World {
    pub(super) pool: Pool,
    pub(super) regexes: RegexPool,
    pub(super) alphabet: Alphabet,
    pub(super) ops: Vec<OpId>,
    /// Two keys and a number.
    pub(super) ghosts: Vec<Term>,
    /// The two keys.
    pub(super) params: Vec<Param>,
    odd: Func,
}

/// A concrete trace with values of the parameters and of the function.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) events: Vec<Event>,
    pub(super) model: Model,
    /// The same, for the naive evaluator.
    pub(super) values: Vec<(OpId, Vec<Value>)>,
    pub(super) known: HashMap<Unknown, Value>,
}

impl Run {
    /// The first events of it.
    pub(super) fn part(&self, to: usize) -> Run {
        let mut part = self.clone();
        part.events.truncate(to);
        part.values.truncate(to);
        part
    }
}

impl World {
    pub(super) fn new() -> World {
        let pool = Pool::new();
        let key = pool.elem_sort("Key");
        let mut alphabet = Alphabet::new();
        let mut declare = |name: &str, params: &[(&str, Sort)], result| {
            alphabet.declare(&pool, name, params, result).expect("names differ")
        };
        let ops = vec![
            declare("put", &[("key", key), ("val", Sort::INT)], None),
            declare("get", &[("key", key)], Some(Sort::INT)),
            declare("flip", &[("on", Sort::BOOL)], None),
            declare("tick", &[], None),
        ];
        let ghosts = vec![pool.var("a", key), pool.var("b", key), pool.var("n", Sort::INT)];
        let odd = pool.func("odd", &[Sort::INT], Sort::BOOL);
        let span = Files::new().add("", "").span(0..0);
        let param = |name: &str, var: Term| Param { name: name.to_owned(), var, span };
        let params = vec![param("a", ghosts[0]), param("b", ghosts[1])];
        World { regexes: RegexPool::new(&pool), alphabet, ops, ghosts, params, odd, pool }
    }

    pub(super) fn ctx(&self) -> Context<'_> {
        Context { pool: &self.pool, alphabet: &self.alphabet, regexes: &self.regexes }
    }

    /// The embedded solver alone.
    pub(super) fn solver(&self) -> Box<dyn Solver> {
        Config::new(Backend::None).build(&Theory::empty()).expect("it needs nothing")
    }

    fn value(&self, sort: Sort, dice: &mut Dice) -> Term {
        match sort {
            Sort::BOOL => self.pool.bool(dice.below(2) == 1),
            Sort::INT => self.pool.int(dice.below(3) as i64),
            _ => self.pool.elem(sort, dice.below(3) as u32),
        }
    }

    /// A random trace.
    pub(super) fn run(&self, dice: &mut Dice) -> Run {
        let events = (0..dice.below(7)).map(|_| self.event(dice)).collect::<Vec<Event>>();
        let mut model = Model::new();
        for ghost in &self.ghosts {
            model.set(*ghost, self.value(self.pool.sort(*ghost), dice));
        }
        for number in 0..3 {
            let holds = self.pool.bool(dice.below(2) == 1);
            model.func_mut(self.odd).insert(&[self.pool.int(number)], holds);
        }
        self.run_of(&events, &model)
    }

    fn event(&self, dice: &mut Dice) -> Event {
        let op = *dice.pick(&self.ops);
        let places = self.alphabet.op(op).places().iter();
        Event { op: Some(op), values: places.map(|place| self.value(place.sort, dice)).collect() }
    }

    /// A trace of the engine, for the naive evaluator too.
    pub(super) fn run_of(&self, events: &[Event], model: &Model) -> Run {
        let told = Told::new(&self.pool, model);
        let value = |term: &Term| of_term(&self.pool, *term).expect("values are literals");
        let one =
            |event: &Event| (event.op.expect("declared"), event.values.iter().map(value).collect());
        let mut known = HashMap::new();
        let mut learn = |unknown: Unknown| {
            let value = told.look_up(&unknown).expect("models tell everything");
            known.insert(unknown, value);
        };
        self.ghosts.iter().for_each(|ghost| learn(Unknown::Var(*ghost)));
        // The numbers that occur, and those that are drawn.
        let numbers = events.iter().flat_map(|event| &event.values).map(value);
        let numbers = numbers.filter(|value| matches!(value, Value::Int(_)));
        let small = (0..3).map(|number| Value::Int(number.into()));
        numbers.chain(small).for_each(|number| learn(Unknown::At(self.odd, vec![number])));
        Run {
            values: events.iter().map(one).collect(),
            events: events.to_vec(),
            model: model.clone(),
            known,
        }
    }

    /// A condition on the places of an operation; `plain` ones only compare keys.
    fn condition(&self, op: OpId, dice: &mut Dice, plain: bool) -> Term {
        let pool = &self.pool;
        let places = self.alphabet.op(op).places();
        let places: Vec<_> = places
            .iter()
            .filter(|place| !plain || pool.sort(self.ghosts[0]) == place.sort)
            .collect();
        if places.is_empty() {
            return Term::TRUE;
        }
        let tests: Vec<Term> = (0..dice.below(if plain { 2 } else { 3 }))
            .map(|_| {
                let place = dice.pick(&places);
                self.test(place.formal, place.sort, dice)
            })
            .collect();
        if tests.is_empty() || dice.percent(50) { pool.and(&tests) } else { pool.or(&tests) }
    }

    fn test(&self, formal: Term, sort: Sort, dice: &mut Dice) -> Term {
        let pool = &self.pool;
        let fits = |ghost: &&Term| pool.sort(**ghost) == sort;
        let ghosts: Vec<Term> = self.ghosts.iter().filter(fits).copied().collect();
        let kind = dice.below(6);
        let equal = match ghosts.get(kind / 2 % ghosts.len().max(1)) {
            Some(ghost) => pool.eq(formal, *ghost),
            None => formal,
        };
        match (kind, sort) {
            (4, Sort::INT) => pool.apply(self.odd, &[formal]),
            (5, Sort::INT) => pool.lt(formal, self.ghosts[2]),
            (kind, _) if kind % 2 == 0 => equal,
            _ => pool.not(equal),
        }
    }

    fn event_set(&self, dice: &mut Dice, depth: usize, plain: bool) -> EventSet {
        match dice.below(if depth == 0 { 8 } else { 11 }) {
            0..7 => {
                let op = *dice.pick(&self.ops);
                EventSet::Call(op, self.condition(op, dice, plain))
            }
            7 if plain || dice.percent(50) => EventSet::Any(Term::TRUE),
            7 => EventSet::Any(self.pool.eq(self.ghosts[0], self.ghosts[1])),
            8 => EventSet::Not(Box::new(self.event_set(dice, depth - 1, plain))),
            kind => {
                let both = (0..2).map(|_| self.event_set(dice, depth - 1, plain)).collect();
                if kind == 9 { EventSet::And(both) } else { EventSet::Or(both) }
            }
        }
    }

    fn machine(&self, dice: &mut Dice, plain: bool) -> Formula {
        let transitions = (0..1 + dice.below(4))
            .map(|_| (dice.below(3), self.event_set(dice, 1, plain), dice.below(3)))
            .collect();
        let marked = (0..dice.below(3)).map(|_| dice.below(3)).collect();
        let marks =
            if dice.percent(50) { Marks::Accepting(marked) } else { Marks::Violating(marked) };
        let states = (0..3).map(|number| format!("s{number}")).collect();
        Formula::Machine(StateMachine { states, start: 0, transitions, marks }.into())
    }

    /// A random property with all operators.
    pub(super) fn formula(&self, dice: &mut Dice, plain: bool) -> Formula {
        self.formula_of(dice, if plain { 3 } else { 4 }, plain)
    }

    fn formula_of(&self, dice: &mut Dice, depth: usize, plain: bool) -> Formula {
        if depth == 0 || dice.percent(25) {
            return self.leaf(dice, plain);
        }
        let one = |dice: &mut Dice| Box::new(self.formula_of(dice, depth - 1, plain));
        match dice.below(15) {
            0 | 1 => Formula::Globally(one(dice)),
            2 => Formula::Finally(one(dice)),
            3 => Formula::Not(one(dice)),
            4 => Formula::Next(one(dice)),
            5 => Formula::WeakNext(one(dice)),
            6 => Formula::Implies(one(dice), one(dice)),
            7 => Formula::Iff(one(dice), one(dice)),
            8 => Formula::Until(one(dice), one(dice)),
            9 => Formula::WeakUntil(one(dice), one(dice)),
            10 => Formula::Release(one(dice), one(dice)),
            11 => Formula::Star(one(dice)),
            12 => Formula::And((0..=dice.below(2)).map(|_| *one(dice)).collect()),
            13 => Formula::Or((0..=dice.below(2)).map(|_| *one(dice)).collect()),
            _ => Formula::Then((0..=dice.below(2)).map(|_| *one(dice)).collect()),
        }
    }

    fn leaf(&self, dice: &mut Dice, plain: bool) -> Formula {
        match dice.below(17) {
            0..8 => Formula::Event(self.event_set(dice, 2, plain)),
            8..12 => Formula::One(self.event_set(dice, 2, plain)),
            12 => Formula::Last,
            13 => Formula::True,
            14 => Formula::False,
            15 => Formula::Empty,
            _ => self.machine(dice, plain),
        }
    }
}
