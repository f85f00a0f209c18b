//! A context along a path: Z3's stack is the query.
//!
//! A query usually shares a prefix with the one before. The levels of that prefix stay, those
//! beyond it are closed, and the rest of the query is opened, one level for each term. Terms are
//! translated on the thread that asks, which has their pool; what Z3 then does with them is a
//! [`Check`], which may run on another thread.

use std::sync::Arc;

use solve::Theory;
use term::{Model, Pool, Term};

use crate::api::{Api, Ast};
use crate::context::{Context, InterruptHandle, Made};
use crate::decode;
use crate::encode::Encoder;

/// A context with this many terms is given up for a new one, so that memory has a bound.
const MOST_TERMS: usize = 1_000_000;

/// A context, what it has received, and the terms of its open levels.
pub(crate) struct Session {
    context: Context,
    encoder: Encoder,
    levels: Vec<Term>,
}

/// What is left of a session while its context is with another thread.
pub(crate) struct Rest {
    encoder: Encoder,
    levels: Vec<Term>,
}

/// What makes the stack of a context equal to a query and decides it.
pub(crate) struct Check {
    /// How many of the innermost levels are closed.
    closed: usize,
    /// What holds at all times, once all levels are closed.
    facts: Vec<Ast>,
    /// The conditions of the levels that are opened.
    opened: Vec<Ast>,
}

impl Session {
    pub(crate) fn new(api: &Arc<Api>, theory: Theory, work: Option<u32>) -> Made<Session> {
        let context = Context::new(api, work)?;
        Ok(Session { context, encoder: Encoder::new(theory), levels: Vec::new() })
    }

    /// Whether it has grown so large that a new one is better.
    pub(crate) fn is_full(&self) -> bool {
        self.encoder.len() > MOST_TERMS
    }

    pub(crate) fn handle(&self) -> InterruptHandle {
        self.context.handle()
    }

    /// Translates a query. The check has to run before the next query is translated.
    pub(crate) fn encode(&mut self, pool: &Pool, query: &[Term]) -> Made<Check> {
        let same = self.levels.iter().zip(query).take_while(|(level, term)| level == term).count();
        let mut opened = self.encode_all(pool, &query[same..])?;
        let mut closed = self.levels.len() - same;
        let facts = self.encoder.new_facts();
        // What holds of new elements belongs below all levels, so these are opened anew.
        if !facts.is_empty() {
            opened = self.encode_all(pool, query)?;
            closed = self.levels.len();
        }
        self.levels = query.to_vec();
        Ok(Check { closed, facts, opened })
    }

    fn encode_all(&mut self, pool: &Pool, terms: &[Term]) -> Made<Vec<Ast>> {
        terms.iter().map(|term| self.encoder.term(&self.context, pool, *term)).collect()
    }

    /// The context, for another thread, and what is needed to have the session back.
    pub(crate) fn split(self) -> (Context, Rest) {
        (self.context, Rest { encoder: self.encoder, levels: self.levels })
    }

    /// The model of the last check, which has found one.
    pub(crate) fn model(&mut self, pool: &Pool) -> Option<Model> {
        decode::model(&self.context, &mut self.encoder, pool, &self.levels)
    }
}

impl Rest {
    /// The session again.
    pub(crate) fn with(self, context: Context) -> Session {
        Session { context, encoder: self.encoder, levels: self.levels }
    }
}

impl Check {
    /// Whether the query has a model.
    pub(crate) fn run(&self, context: &Context) -> Made<bool> {
        if self.closed > 0 {
            context.pop(self.closed)?;
        }
        for fact in &self.facts {
            context.assert(*fact)?;
        }
        for cond in &self.opened {
            context.push()?;
            context.assert(*cond)?;
        }
        context.check()
    }
}
