//! Random temporal formulas, printed in any spelling with as few parentheses as possible.

use syntax::temporal::{InfixOp, PrefixOp, TemporalLogic};

use crate::Dice;

/// A formula over numbered atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TemporalFormula {
    /// An atom below [`TemporalFormula::ATOMS`].
    Atom(usize),
    /// An operator in front of a formula.
    Prefix(PrefixOp, Box<TemporalFormula>),
    /// An operator that groups to the right.
    Infix(InfixOp, Box<TemporalFormula>, Box<TemporalFormula>),
    /// An associative operator between two formulas or more, none of which is a row of the same.
    Row(InfixOp, Vec<TemporalFormula>),
}

impl TemporalFormula {
    /// So many different atoms occur.
    pub const ATOMS: usize = 4;

    /// A formula with the operators of a logic, at most so deep.
    #[must_use]
    pub fn draw(dice: &mut Dice, logic: TemporalLogic, depth: usize) -> TemporalFormula {
        let infixes = |associative: bool| -> Vec<InfixOp> {
            let all = InfixOp::ALL.into_iter().filter(|op| op.logics().contains(&logic));
            all.filter(|op| op.is_associative() == associative).collect()
        };
        let kind = if depth == 0 { 0 } else { dice.below(4) };
        let part = |dice: &mut Dice| TemporalFormula::draw(dice, logic, depth - 1);
        match kind {
            0 => TemporalFormula::Atom(dice.below(TemporalFormula::ATOMS)),
            1 => {
                let all = PrefixOp::ALL.into_iter().filter(|op| op.logics().contains(&logic));
                let op = *dice.pick(&all.collect::<Vec<_>>());
                TemporalFormula::Prefix(op, Box::new(part(dice)))
            }
            2 => {
                let op = *dice.pick(&infixes(false));
                TemporalFormula::Infix(op, Box::new(part(dice)), Box::new(part(dice)))
            }
            _ => {
                let op = *dice.pick(&infixes(true));
                let parts = 2 + dice.below(3);
                let same = |part: &TemporalFormula| matches!(part, TemporalFormula::Row(own, _) if *own == op);
                let parts = (0..parts).map(|_| match part(dice) {
                    row if same(&row) => TemporalFormula::Prefix(PrefixOp::Not, Box::new(row)),
                    part => part,
                });
                TemporalFormula::Row(op, parts.collect())
            }
        }
    }

    /// The text of the formula, with any spelling of each operator.
    #[must_use]
    pub fn print(&self, dice: &mut Dice, atoms: &[&str; TemporalFormula::ATOMS]) -> String {
        self.show(dice, atoms, 0)
    }

    /// `around` is how tightly the place binds.
    fn show(&self, dice: &mut Dice, atoms: &[&str; Self::ATOMS], around: u8) -> String {
        let (text, own) = match self {
            TemporalFormula::Atom(number) => return atoms[*number].to_owned(),
            TemporalFormula::Prefix(op, inner) => {
                let spelling = *dice.pick(op.spellings());
                let inner = inner.show(dice, atoms, PrefixOp::STRENGTH);
                (format!("{spelling} {inner}"), PrefixOp::STRENGTH)
            }
            TemporalFormula::Infix(op, left, right) => {
                let spelling = *dice.pick(op.spellings());
                let left = left.show(dice, atoms, op.strength() + 1);
                let right = right.show(dice, atoms, op.strength());
                (format!("{left} {spelling} {right}"), op.strength())
            }
            TemporalFormula::Row(op, parts) => {
                let mut text = String::new();
                for (nth, part) in parts.iter().enumerate() {
                    if nth > 0 {
                        text.push_str(&format!(" {} ", dice.pick(op.spellings())));
                    }
                    text.push_str(&part.show(dice, atoms, op.strength() + 1));
                }
                (text, op.strength())
            }
        };
        if own < around { format!("({text})") } else { text }
    }

    /// The formula as another kind of tree.
    pub fn fold<T>(
        &self,
        atom: &dyn Fn(usize) -> T,
        prefix: &dyn Fn(PrefixOp, T) -> T,
        infix: &dyn Fn(InfixOp, T, T) -> T,
        row: &dyn Fn(InfixOp, Vec<T>) -> T,
    ) -> T {
        let part = |part: &TemporalFormula| part.fold(atom, prefix, infix, row);
        match self {
            TemporalFormula::Atom(number) => atom(*number),
            TemporalFormula::Prefix(op, inner) => prefix(*op, part(inner)),
            TemporalFormula::Infix(op, left, right) => infix(*op, part(left), part(right)),
            TemporalFormula::Row(op, parts) => row(*op, parts.iter().map(part).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_stand_only_where_they_are_needed() {
        let atom = |number| Box::new(TemporalFormula::Atom(number));
        let until = TemporalFormula::Infix(InfixOp::Until, atom(0), atom(1));
        let twice = |left, right| TemporalFormula::Infix(InfixOp::Until, left, right);
        let mut dice = Dice::of_tape(&[]);
        let mut print = |formula: TemporalFormula| formula.print(&mut dice, &["a", "b", "c", "d"]);
        assert_eq!(print(twice(atom(2), Box::new(until.clone()))), "c U a U b");
        assert_eq!(print(twice(Box::new(until.clone()), atom(2))), "(a U b) U c");
        let not = TemporalFormula::Prefix(PrefixOp::Not, Box::new(until.clone()));
        assert_eq!(print(not), "! (a U b)");
        let row = TemporalFormula::Row(InfixOp::And, vec![until, *atom(3)]);
        assert_eq!(print(row), "a U b && d");
    }
}
