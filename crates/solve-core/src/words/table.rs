//! Words that are computed from one narrow variable, for those of its values that are asked for.
//!
//! A program looks characters up in tables of its own, or asks for their upper case, and then compares
//! what it got with one constant after the other. So the word is computed once for each value. It is
//! mostly a long chain of choices: where many values are asked for, each choice sends some of them one
//! way and the rest the other, and only at the ends something is computed, for those that come there.

use rustc_hash::FxHashMap;
use term::Term;

use super::domain::Domain;
use super::plan::Plan;
use super::program::{Instr, LANES, Program, Registers};

/// How many tables are kept; one has up to a quarter of a megabyte.
const KEPT: usize = 128;
/// How many choices are followed, and how long code may be.
const LONGEST: usize = 4_096;
/// How many blocks of values are worth more than running the whole code for each.
const MANY_BLOCKS: usize = 32;
/// How deep tables may be nested: the conditions of a choice may look into other tables.
const DEEPEST: usize = 8;

/// The words for some values of a variable.
pub(crate) struct Table {
    words: Box<[u32]>,
    known: Domain,
}

impl Table {
    fn new(width: u32) -> Table {
        let words = vec![0; (1 << width).max(LANES)].into();
        Table { words, known: Domain::none(width) }
    }

    /// The words for the 64 values from `start` on; what was not asked for is anything.
    pub(crate) fn block(&self, start: u64) -> [u64; LANES] {
        let start = start as usize;
        std::array::from_fn(|i| self.words[start..start + LANES][i].into())
    }
}

/// The tables of some words.
#[derive(Default)]
pub(crate) struct Tables {
    known: FxHashMap<Term, Table>,
    pub(crate) block: Registers<LANES>,
    depth: usize,
}

impl Tables {
    /// The table of a word that was asked for.
    pub(crate) fn get(&self, word: Term) -> Option<&Table> {
        self.known.get(&word)
    }

    /// Forgets everything if there is much.
    pub(crate) fn tidy(&mut self) {
        if self.known.len() >= KEPT {
            self.known.clear();
        }
    }

    /// Computes a word for some values of its only variable. None if that takes too long, or if words
    /// do not fit.
    pub(crate) fn ask(&mut self, word: Term, program: &Program, values: &Domain) -> Option<()> {
        let width = program.vars[0].width;
        let mut table = self.known.remove(&word).unwrap_or_else(|| Table::new(width));
        let mut missing = values.clone();
        missing.remove(&table.known);
        self.depth += 1;
        let computed = match missing.blocks().count() {
            0 => Some(()),
            few if few < MANY_BLOCKS || self.depth > DEEPEST => {
                self.fill(program, &missing, &mut table.words)
            }
            _ => self.split(program, &missing, &mut table.words),
        };
        self.depth -= 1;
        table.known.add(&missing);
        computed?;
        self.known.insert(word, table);
        Some(())
    }

    /// Follows the choices that a word is made of.
    fn split(&mut self, program: &Program, values: &Domain, words: &mut [u32]) -> Option<()> {
        let mut waiting = vec![(program.len() - 1, values.clone())];
        let mut left = LONGEST;
        while let Some((at, values)) = waiting.pop() {
            left = left.checked_sub(1)?;
            match program.code[at] {
                Instr::Ite(cond, yes, no) => {
                    let mut chosen = values.clone();
                    Plan::of(&program.part(cond as usize)).keep(&mut chosen, self)?;
                    let mut others = values;
                    others.remove(&chosen);
                    let both = [(yes as usize, chosen), (no as usize, others)].into_iter();
                    waiting.extend(both.filter(|(_, values)| values.first_from(0).is_some()));
                }
                Instr::Constant(_) | Instr::Variable(_) | Instr::Unary(..) | Instr::Binary(..) => {
                    self.fill(&program.part(at), &values, words)?;
                }
            }
        }
        Some(())
    }

    /// Runs the code of a word for some values.
    fn fill(&mut self, program: &Program, values: &Domain, words: &mut [u32]) -> Option<()> {
        if program.len() > LONGEST {
            return None;
        }
        for (start, bits) in values.blocks() {
            let found = program.run_from(&mut self.block, start);
            for (i, word) in found.into_iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0) {
                words[start as usize + i] = u32::try_from(word).ok()?;
            }
        }
        Some(())
    }
}
