//! Programs and inputs: parsed terms become values.
//!
//! Macros and functions are applied on the way, innermost first. Programs nest as deeply as they
//! like, so this keeps its own stack.

use k_syntax::{Term, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::compile::{label_id, sort_id};
use crate::context::{Ctx, Halt};
use crate::token;
use crate::value::Value;

impl Ctx<'_> {
    /// The value of a parsed term without cells and rewrites. Variables have values in `given`.
    pub fn load(
        &mut self,
        terms: &Terms,
        root: TermId,
        given: &FxHashMap<String, Value>,
    ) -> Result<Value, Halt> {
        let mut todo = vec![(root, false)];
        let mut done: Vec<Value> = Vec::new();
        while let Some((id, parts_done)) = todo.pop() {
            let term = terms.get(id);
            let parts = term.children();
            if !parts_done && !parts.is_empty() {
                todo.push((id, true));
                todo.extend(parts.iter().rev().map(|part| (*part, false)));
                continue;
            }
            let args = done.split_off(done.len() - parts.len());
            let value = self.load_node(term, args, given)?;
            done.push(value);
        }
        Ok(done.pop().unwrap_or_default())
    }

    fn load_node(
        &mut self,
        term: &Term,
        args: Vec<Value>,
        given: &FxHashMap<String, Value>,
    ) -> Result<Value, Halt> {
        match term {
            Term::Apply { label, .. } => self.construct(label_id(*label), args),
            Term::Token { text, sort } => {
                token::value(&self.program.signature, text, sort_id(*sort)).map_err(Halt::Undefined)
            }
            Term::Sequence(_) => {
                Ok(args.into_iter().rev().fold(Value::Empty, |rest, item| item.then(rest)))
            }
            Term::Cast { .. } | Term::As { .. } => Ok(args.into_iter().next().unwrap_or_default()),
            Term::Variable { name, .. } => match given.get(name) {
                Some(value) => Ok(value.clone()),
                None => self.undefined(format!("nothing is given for the variable {name}")),
            },
            Term::Rewrite { .. } | Term::Cell { .. } | Term::Bag(_) => {
                self.undefined("rewrites and cells in a program")
            }
        }
    }
}
