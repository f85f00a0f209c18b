//! A process along a path: its stack is the query.

use std::fmt::Write;

use solve::{Elements, Reason, Theory, assemble};
use term::{Model, Pool, Term};

use crate::Command;
use crate::encode::Encoder;
use crate::process::{Patience, Process};
use crate::sexp::Tree;
use crate::value::Values;

/// A process, what it has received, and the terms of its open levels.
pub(crate) struct Session {
    process: Process,
    encoder: Encoder,
    levels: Vec<Term>,
}

/// Definitions outlive the level in which they are made.
const PROLOGUE: &str = "(set-option :print-success false)\n(set-option :global-declarations true)\n\
                        (set-option :produce-models true)\n";

impl Session {
    pub(crate) fn start(command: &Command, theory: Theory) -> std::io::Result<Session> {
        let mut process = Process::start(command)?;
        let own: String = command.prologue.iter().map(|line| format!("{line}\n")).collect();
        // A process that takes no input says so when it is asked for the first time.
        let _ = process.send(&format!("{PROLOGUE}{own}(set-logic ALL)\n"));
        Ok(Session { process, encoder: Encoder::new(theory), levels: Vec::new() })
    }

    /// Makes the stack equal to the query and asks whether it has a model.
    pub(crate) fn check(
        &mut self,
        pool: &Pool,
        query: &[Term],
        patience: Patience<'_>,
    ) -> Result<bool, Reason> {
        let mut commands = self.align(pool, query)?;
        commands.push_str("(check-sat)\n");
        self.process.send(&commands)?;
        match self.process.answer(patience)?.as_str() {
            "sat" => Ok(true),
            "unsat" => Ok(false),
            "unknown" => Err(Reason::Incomplete("the solver does not know".to_owned())),
            other => Err(Reason::Failed(other.to_owned())),
        }
    }

    fn align(&mut self, pool: &Pool, query: &[Term]) -> Result<String, Reason> {
        let mut same = self.levels.iter().zip(query).take_while(|(a, b)| a == b).count();
        let names = query.iter().map(|term| self.encoder.term(pool, *term));
        let names = names.collect::<Result<Vec<String>, Reason>>()?;
        let facts = self.encoder.new_facts();
        if !facts.is_empty() {
            // What holds of new elements belongs below all levels, so these are opened anew.
            same = 0;
        }
        let mut commands = String::new();
        if self.levels.len() > same {
            let _ = writeln!(commands, "(pop {})", self.levels.len() - same);
        }
        commands.push_str(&self.encoder.new_declarations());
        for fact in facts {
            let _ = writeln!(commands, "(assert {fact})");
        }
        for name in &names[same..] {
            let _ = writeln!(commands, "(push 1)\n(assert {name})");
        }
        self.levels = query.to_vec();
        Ok(commands)
    }

    /// The model of the last check, which has found one.
    pub(crate) fn model(&mut self, pool: &Pool, patience: Patience<'_>) -> Option<Model> {
        let mut elements = Elements::new();
        for elem in self.encoder.elems().to_vec() {
            let tree = self.ask_value(elem, patience)?;
            let values = Values { pool, encoder: &self.encoder, tree: &tree };
            let key = values.key(told(&tree)?, pool.sort(elem))?;
            if !elements.fix(pool, elem, key) {
                return None;
            }
        }
        let (theory, levels) = (self.encoder.theory().clone(), self.levels.clone());
        assemble(pool, &theory, &levels, &mut elements, |elements, term| {
            let tree = self.ask_value(term, patience)?;
            let values = Values { pool, encoder: &self.encoder, tree: &tree };
            values.read(elements, told(&tree)?, pool.sort(term))
        })
    }

    fn ask_value(&mut self, term: Term, patience: Patience<'_>) -> Option<Tree> {
        let name = self.encoder.known(term)?;
        self.process.send(&format!("(get-value ({name}))\n")).ok()?;
        Tree::parse(&self.process.answer(patience).ok()?)
    }
}

/// The value in an answer `((name value))`.
fn told(tree: &Tree) -> Option<usize> {
    let &[pair] = tree.list(tree.root())? else { return None };
    let &[_, value] = tree.list(pair)? else { return None };
    Some(value)
}
