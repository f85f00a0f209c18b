//! Putting terms in place of the parameters of an expression.

use rustc_hash::FxHashMap;
use term::{Pool, Term};

use crate::letter::Letter;
use crate::regex::{Node, Regex, RegexPool};

impl RegexPool {
    /// The expression with terms in place of variables, all at once. This is how the ghosts of a
    /// spec become program values.
    pub fn substitute(&self, pool: &Pool, root: Regex, by: &FxHashMap<Term, Term>) -> Regex {
        let mut letters = FxHashMap::default();
        let mut change = |pool: &Pool, letter: Letter| {
            *letters
                .entry(letter)
                .or_insert_with(|| self.map_letter(pool, letter, |term| pool.substitute(term, by)))
        };
        self.map_letters(pool, root, &mut FxHashMap::default(), &mut change)
    }

    fn map_letters(
        &self,
        pool: &Pool,
        regex: Regex,
        done: &mut FxHashMap<Regex, Regex>,
        change: &mut dyn FnMut(&Pool, Letter) -> Letter,
    ) -> Regex {
        if let Some(known) = done.get(&regex) {
            return *known;
        }
        let mut all = |parts: &[Regex]| -> Vec<Regex> {
            parts.iter().map(|part| self.map_letters(pool, *part, done, change)).collect()
        };
        let made = match self.node(regex) {
            Node::Empty | Node::Epsilon | Node::All => regex,
            Node::Letter(letter) => self.one(change(pool, *letter)),
            Node::Concat(parts) => self.concat(&all(parts)),
            Node::Star(inner) => self.star(pool, all(&[*inner])[0]),
            Node::Not(inner) => self.not(all(&[*inner])[0]),
            Node::And(parts) => self.and(pool, &all(parts)),
            Node::Or(parts) => self.or(pool, &all(parts)),
            Node::Until(left, right) => {
                let both = all(&[*left, *right]);
                self.until(pool, both[0], both[1])
            }
            Node::Run(run, state) => self.map_run(pool, (*run, *state), change),
        };
        done.insert(regex, made);
        made
    }
}
