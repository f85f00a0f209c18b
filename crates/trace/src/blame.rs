//! Why a concrete trace does not have a property: the smallest sub-formula that is to blame.
//!
//! A formula that fails is taken apart as long as one part alone explains the failure: the conjunct
//! that fails, the first position at which the body of a `G` fails, the consequence whose condition
//! holds. Where only the whole explains it (no disjunct holds, an `F` never comes true, a
//! concatenation cannot be cut), the whole is blamed. Under a negation the question is turned
//! round: what is to blame then is a part that holds.
//!
//! Truth is asked of the [`Judge`] alone, at every step; nothing here decides it anew.

use crate::formula::{Formula, TooDeep};
use crate::judge::Judge;

/// A sub-formula that is to blame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blame<'f> {
    /// The way to it from the formula: the number of a part ([`Formula::parts`]) at each step.
    pub path: Vec<usize>,
    /// The sub-formula.
    pub formula: &'f Formula,
    /// The position from which on it is judged; that after the last event if there is none.
    pub from: usize,
    /// Whether it holds there, and so is what must not be; it fails there otherwise.
    pub holds: bool,
    /// Conditions of implications that hold, and made it matter, outermost first.
    pub since: Vec<Since<'f>>,
}

/// A condition that holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Since<'f> {
    /// The condition.
    pub formula: &'f Formula,
    /// The position from which on it holds.
    pub from: usize,
}

impl Judge<'_> {
    /// What is to blame if the trace does not have the property; none if it has.
    pub fn blame<'f>(&self, formula: &'f Formula) -> Result<Option<Blame<'f>>, TooDeep> {
        if self.holds(formula)? {
            return Ok(None);
        }
        let mut blame =
            Blame { path: Vec::new(), formula, from: 0, holds: false, since: Vec::new() };
        while let Some(part) = self.part_to_blame(&blame)? {
            let before = (blame.formula, blame.from);
            if let (Formula::Implies(condition, _), false) = (blame.formula, blame.holds) {
                blame.since.push(Since { formula: condition, from: before.1 });
            }
            blame.path.push(part.number);
            blame.formula = before.0.parts()[part.number];
            blame.from = part.from;
            blame.holds = part.holds;
        }
        Ok(Some(blame))
    }

    /// The part that alone explains what is wrong with the whole, if there is one.
    fn part_to_blame(&self, whole: &Blame<'_>) -> Result<Option<Part>, TooDeep> {
        match whole.holds {
            false => self.part_that_fails(whole.formula, whole.from),
            true => self.part_that_holds(whole.formula, whole.from),
        }
    }

    /// For a formula that fails.
    fn part_that_fails(&self, formula: &Formula, from: usize) -> Result<Option<Part>, TooDeep> {
        let end = self.trace.len();
        let fails = |number, from| Some(Part { number, from, holds: false });
        Ok(match formula {
            Formula::Not(_) => Some(Part { number: 0, from, holds: true }),
            Formula::And(parts) => {
                let number = self.first_part(parts, from, false)?;
                number.and_then(|number| fails(number, from))
            }
            Formula::Implies(..) => fails(1, from),
            Formula::Next(_) if from < end => fails(0, from + 1),
            Formula::WeakNext(_) => fails(0, from + 1),
            Formula::Globally(body) => {
                self.first_position(body, from, false)?.and_then(|at| fails(0, at))
            }
            // The left side fails before the right side has held: there the choice was lost.
            Formula::WeakUntil(left, _) | Formula::Until(left, _) => {
                self.first_position(left, from, false)?.and_then(|at| fails(0, at))
            }
            Formula::Release(_, right) => {
                self.first_position(right, from, false)?.and_then(|at| fails(1, at))
            }
            Formula::Or(parts) if parts.len() == 1 => fails(0, from),
            Formula::True
            | Formula::False
            | Formula::Event(_)
            | Formula::One(_)
            | Formula::Last
            | Formula::Empty
            | Formula::Or(_)
            | Formula::Iff(..)
            | Formula::Next(_)
            | Formula::Finally(_)
            | Formula::Then(_)
            | Formula::Star(_)
            | Formula::Machine(_) => None,
        })
    }

    /// For a formula that holds, but must not.
    fn part_that_holds(&self, formula: &Formula, from: usize) -> Result<Option<Part>, TooDeep> {
        let holds = |number, from| Some(Part { number, from, holds: true });
        Ok(match formula {
            Formula::Not(_) => Some(Part { number: 0, from, holds: false }),
            Formula::Or(parts) => {
                let number = self.first_part(parts, from, true)?;
                number.and_then(|number| holds(number, from))
            }
            Formula::And(parts) if parts.len() == 1 => holds(0, from),
            Formula::Next(_) => holds(0, from + 1),
            Formula::Finally(body) => {
                self.first_position(body, from, true)?.and_then(|at| holds(0, at))
            }
            Formula::True
            | Formula::False
            | Formula::Event(_)
            | Formula::One(_)
            | Formula::Last
            | Formula::Empty
            | Formula::And(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::WeakNext(_)
            | Formula::Globally(_)
            | Formula::Until(..)
            | Formula::WeakUntil(..)
            | Formula::Release(..)
            | Formula::Then(_)
            | Formula::Star(_)
            | Formula::Machine(_) => None,
        })
    }

    /// The first of several formulas that holds, or fails, from a position on.
    fn first_part(
        &self,
        parts: &[Formula],
        from: usize,
        holds: bool,
    ) -> Result<Option<usize>, TooDeep> {
        for (number, part) in parts.iter().enumerate() {
            if self.truth(part)?.from(from) == holds {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// The first event from which on a formula holds, or fails.
    fn first_position(
        &self,
        formula: &Formula,
        from: usize,
        holds: bool,
    ) -> Result<Option<usize>, TooDeep> {
        let truth = self.truth(formula)?;
        Ok((from..self.trace.len()).find(|at| truth.from(*at) == holds))
    }
}

/// One step towards what is to blame.
struct Part {
    /// Which part of the formula.
    number: usize,
    /// Judged from where on.
    from: usize,
    /// Whether it holds there.
    holds: bool,
}

#[cfg(test)]
mod tests {
    use source::Files;
    use term::{Model, Pool};

    use super::*;
    use crate::{Event, Spec};

    /// Who is to blame for `property` on a trace of the operations `a` and `b`, in few words.
    #[track_caller]
    fn check(property: &str, trace: &str) -> String {
        let pool = Pool::new();
        let text = format!("op a() op b() property p := {property}");
        let (spec, faults) = Spec::read(&pool, &Files::new().add("p.trace", &text));
        let spec = spec.unwrap_or_else(|| panic!("{faults:?}"));
        let event = |op: char| {
            let op = spec.alphabet.find(pool.symbol(&op.to_string()));
            Event { op: Some(op.expect("it is declared")), values: Vec::new() }
        };
        let trace: Vec<Event> = trace.chars().map(event).collect();
        let model = Model::new();
        let judge = Judge { pool: &pool, alphabet: &spec.alphabet, model: &model, trace: &trace };
        let regexes = crate::RegexPool::new(&pool);
        let ctx = crate::Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
        let blame = judge.blame(&spec.properties[0].formula).expect("not deep");
        let Some(blame) = blame else { return "no part".to_owned() };
        let word = if blame.holds { "holds" } else { "fails" };
        let text = ctx.show_formula(blame.formula);
        let since = blame.since.iter();
        let since = since.map(|s| format!(" since {} at {}", ctx.show_formula(s.formula), s.from));
        format!("{text} {word} at {}{}", blame.from, since.collect::<String>())
    }

    #[test]
    fn the_smallest_part_is_blamed_at_its_position() {
        assert_eq!(check("G <a>", "aaba"), "<a> fails at 2");
        assert_eq!(check("<a> && X <b>", "aa"), "<b> fails at 1");
        assert_eq!(check("~<b> W <b>", "aab"), "no part");
        assert_eq!(check("G (<a> implies X <b>)", "abaa"), "<b> fails at 3 since <a> at 2");
        assert_eq!(check("!F <b>", "aab"), "<b> holds at 2");
        assert_eq!(check("!(<b> || X <a>)", "aa"), "<a> holds at 1");
        assert_eq!(check("<a> W X <a>", "abb"), "<a> fails at 1");
        assert_eq!(check("<a> U <b>", "aa"), "<a> U <b> fails at 0");
        assert_eq!(check("<b> R <a>", "aab"), "<a> fails at 2");
    }

    #[test]
    fn the_whole_is_blamed_where_no_part_alone_explains_it() {
        assert_eq!(check("F <b>", "aa"), "F <b> fails at 0");
        assert_eq!(check("<b> || X <b>", "aa"), "<b> || X <b> fails at 0");
        assert_eq!(check("X X <a>", "a"), "X <a> fails at 1");
        assert_eq!(check("!G <a>", "aa"), "G <a> holds at 0");
    }
}
