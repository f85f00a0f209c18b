//! A context along a path: Z3's stack is the query.
//!
//! A query usually shares a prefix with the one before. The levels of that prefix stay, those
//! beyond it are closed, and the rest of the query is opened, one level for each term.

use std::sync::Arc;

use solve::Theory;
use term::{Model, Pool, Term};

use crate::api::Api;
use crate::context::{Context, InterruptHandle, Made};
use crate::decode;
use crate::encode::Encoder;

/// A context with this many terms is given up for a new one, so that memory has a bound.
const MOST_TERMS: usize = 1_000_000;

/// A context, what it has been told, and the terms of its open levels.
pub(crate) struct Session {
    context: Context,
    encoder: Encoder,
    levels: Vec<Term>,
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

    /// Makes the stack equal to the query.
    pub(crate) fn align(&mut self, pool: &Pool, query: &[Term]) -> Made<()> {
        let same = self.levels.iter().zip(query).take_while(|(level, term)| level == term).count();
        let added = query[same..].iter().map(|term| self.encoder.term(&self.context, pool, *term));
        let added = added.collect::<Made<Vec<_>>>()?;
        self.truncate(same)?;
        self.assert_facts(pool)?;
        let opened = self.levels.len();
        debug_assert!(opened == same, "the prefix is open");
        for (term, cond) in query[same..].iter().zip(added) {
            self.context.push()?;
            self.levels.push(*term);
            self.context.assert(cond)?;
        }
        Ok(())
    }

    /// What holds of new elements belongs below all levels, so these are opened anew.
    fn assert_facts(&mut self, pool: &Pool) -> Made<()> {
        let facts = self.encoder.new_facts();
        if facts.is_empty() {
            return Ok(());
        }
        let levels = self.levels.clone();
        self.truncate(0)?;
        for fact in facts {
            self.context.assert(fact)?;
        }
        for term in levels {
            let cond = self.encoder.term(&self.context, pool, term)?;
            self.context.push()?;
            self.levels.push(term);
            self.context.assert(cond)?;
        }
        Ok(())
    }

    fn truncate(&mut self, levels: usize) -> Made<()> {
        let closed = self.levels.len() - levels;
        if closed > 0 {
            self.context.pop(closed)?;
            self.levels.truncate(levels);
        }
        Ok(())
    }

    /// Whether the aligned query has a model.
    pub(crate) fn check(&self) -> Made<bool> {
        self.context.check()
    }

    /// The model of the last check, which has found one.
    pub(crate) fn model(&mut self, pool: &Pool) -> Option<Model> {
        decode::model(&self.context, &mut self.encoder, pool, &self.levels)
    }
}
