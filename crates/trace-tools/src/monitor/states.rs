//! The states of a monitor: derivatives of the property, with compiled transitions.
//!
//! Each state and operation gets its transitions once, from the derivative by the operation's formal
//! event; after that an event costs the evaluation of a few conditions.

use rustc_hash::FxHashMap;
use term::{Op, Pool, Term, Visit};
use trace::{Context, Event, OpId, Regex};

use crate::log::Value;
use crate::monitor::MonitorError;
use crate::monitor::code::{Code, Env, Names};

/// More states than these are not followed.
const MAX_STATES: usize = 10_000;

type Ways = Box<[(Code, u32)]>;

pub(crate) struct States<'a> {
    ctx: Context<'a>,
    names: Names,
    regexes: Vec<Regex>,
    by_regex: FxHashMap<Regex, u32>,
    /// By state, then by operation; the last one is for operations that are not declared.
    ways: Vec<Vec<Option<Ways>>>,
}

impl<'a> States<'a> {
    pub(crate) fn new(ctx: Context<'a>, regex: Regex, names: Names) -> States<'a> {
        let mut states = States {
            ctx,
            names,
            regexes: Vec::new(),
            by_regex: FxHashMap::default(),
            ways: Vec::new(),
        };
        states.state_of(regex);
        states
    }

    pub(crate) fn regex(&self, state: u32) -> Regex {
        self.regexes[state as usize]
    }

    pub(crate) fn accepts(&self, state: u32) -> bool {
        self.ctx.regexes.nullable(self.regex(state))
    }

    /// The state after an event.
    pub(crate) fn step(
        &mut self,
        state: u32,
        op: Option<OpId>,
        env: Env<'_>,
    ) -> Result<u32, MonitorError> {
        let column = op.map_or(self.ctx.alphabet.len(), OpId::index);
        if self.ways[state as usize][column].is_none() {
            let ways = self.compile(state, op)?;
            self.ways[state as usize][column] = Some(ways);
        }
        let ways = self.ways[state as usize][column].as_ref().expect("just compiled");
        for (code, to) in ways {
            if code.holds(env).ok_or_else(MonitorError::overflow)? {
                return Ok(*to);
            }
        }
        unreachable!("the conditions of a derivative cover every event")
    }

    /// Whether the step of a state by an operation depends on nothing but which parameters have which values of the
    /// event. The step was taken before.
    pub(crate) fn only_equates(&self, state: u32, op: Option<OpId>) -> bool {
        let column = op.map_or(self.ctx.alphabet.len(), OpId::index);
        let ways = self.ways[state as usize][column].as_ref();
        ways.is_some_and(|ways| ways.iter().all(|(code, _)| code.only_equates(&self.names.every)))
    }

    fn compile(&mut self, state: u32, op: Option<OpId>) -> Result<Ways, MonitorError> {
        let Context { pool, alphabet, regexes } = self.ctx;
        let event = match op {
            Some(op) => alphabet.formal_event(op),
            None => Event { op: None, values: Vec::new() },
        };
        let formals = event.values.iter().copied().enumerate();
        self.names.places = formals.map(|(at, formal)| (formal, at)).collect();
        let cases = regexes.derivative(pool, alphabet, self.regex(state), &event);
        let mut ways = Vec::new();
        for (cond, after) in cases {
            let code = self.names.compile(pool, cond)?;
            ways.push((code, self.state_of(after)));
        }
        // The case that is left over needs no test, and cheap tests come first.
        ways.sort_by_key(|(code, _)| size(code));
        if let Some((last, _)) = ways.last_mut() {
            *last = Code::Bool(true);
        }
        if self.regexes.len() > MAX_STATES {
            return Err(MonitorError::condition("the property has too many states"));
        }
        Ok(ways.into())
    }

    fn state_of(&mut self, regex: Regex) -> u32 {
        if let Some(state) = self.by_regex.get(&regex) {
            return *state;
        }
        let state = self.regexes.len() as u32;
        self.regexes.push(regex);
        self.by_regex.insert(regex, state);
        self.ways.push(vec![None; self.ctx.alphabet.len() + 1]);
        state
    }
}

fn size(code: &Code) -> usize {
    match code {
        Code::And(parts) | Code::Or(parts) | Code::Add(parts) | Code::Mul(parts) => {
            1 + parts.iter().map(size).sum::<usize>()
        }
        Code::Not(inner) => 1 + size(inner),
        Code::Eq(two) | Code::Le(two) | Code::Lt(two) | Code::Div(two) | Code::Mod(two) => {
            1 + two.iter().map(size).sum::<usize>()
        }
        Code::If(three) => 1 + three.iter().map(size).sum::<usize>(),
        Code::Bool(_) | Code::Int(_) | Code::Text(_) | Code::Place(_) | Code::Param(_) => 1,
    }
}

/// The literals that a parameter is compared with in a property: values to be followed from the
/// start.
pub(crate) fn literals_beside(pool: &Pool, terms: &[Term], param: Term) -> Vec<Value<'static>> {
    let mut found = Vec::new();
    let enter = |term: Term| {
        if let (Op::Eq, &[a, b]) = pool.node(term) {
            let other = if a == param { Some(b) } else { (b == param).then_some(a) };
            let value = other.and_then(|other| match pool.as_literal(other)? {
                term::Literal::Int(int) => int.to_i64().map(Value::Int),
                term::Literal::Text(text) => Some(Value::Text(text.to_string().into())),
                _ => None,
            });
            found.extend(
                value.filter(|value| !found.contains(value)).into_iter().collect::<Vec<_>>(),
            );
        }
        Visit::Descend
    };
    pool.walk(terms, enter, |_| ());
    found
}
