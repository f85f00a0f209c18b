//! From rational numbers to integers.
//!
//! After the simplex, variables that are not basic have integer values and basic ones may not. A row
//! whose other variables are fixed or have coefficients with a common divisor may exclude all integers,
//! which is seen at once. Otherwise variables that are not basic are moved a little, until the basic ones
//! are integers, too. Where that does not help, `implied` narrows the ranges of variables and `inner` looks for a
//! point that has integers around it; after that a variable is chosen whose values are to be tried by cases.

use term::Int;

use super::form::{Parts, Var, gcd, lcm};
use super::rational::Rational;
use super::simplex::{Infeasible, Simplex};
use super::tableau::Row;

/// Moves tried to make values integers.
const MOST_MOVES: u32 = 300;
/// How far one variable is moved for that.
const FARTHEST: i64 = 12;

/// Up to how many values a variable that others depend on is fixed by cases.
const FEW: i64 = 64;

/// How far a variable that is not basic can move while all bounds are kept and all integers stay
/// integers.
pub(crate) struct Room {
    lowest: Option<Rational>,
    highest: Option<Rational>,
    /// It moves by multiples of this.
    step: Int,
}

impl Room {
    /// The move by `times` steps, if there is room for it.
    pub(crate) fn steps(&self, times: i64) -> Option<Int> {
        let delta = self.step.mul(&Int::from(times));
        let exact = Rational::from(&delta);
        let fits = self.lowest.as_ref().is_none_or(|lowest| exact >= *lowest)
            && self.highest.as_ref().is_none_or(|highest| exact <= *highest);
        fits.then_some(delta)
    }

    fn restrict(&mut self, lowest: Option<Rational>, highest: Option<Rational>) {
        if let Some(new) = lowest {
            self.lowest = Some(self.lowest.take().map_or(new.clone(), |old| old.max(new)));
        }
        if let Some(new) = highest {
            self.highest = Some(self.highest.take().map_or(new.clone(), |old| old.min(new)));
        }
    }
}

impl<R: Copy> Simplex<R> {
    /// Moves variables that are not basic within their room, as long as that makes more values integers.
    pub(crate) fn round(&mut self) {
        let mut left = MOST_MOVES;
        let mut broken = self.fractions();
        while broken > 0 && self.round_more(&mut broken, &mut left) {}
    }

    /// Makes more values integers by one move.
    fn round_more(&mut self, broken: &mut usize, left: &mut u32) -> bool {
        let is_broken = |row: &&Row| !self.value(row.owner).is_integer();
        let rows = self.tableau.rows().iter().filter(is_broken);
        let mut movers: Vec<Var> =
            rows.flat_map(|row| row.parts.iter().map(|(var, _)| *var)).collect();
        movers.sort_unstable();
        movers.dedup();
        for var in movers {
            let room = Room { step: Int::ONE, ..self.room(var) };
            let moves = (1..=FARTHEST).flat_map(|times| [times, -times]);
            for delta in moves.filter_map(|times| room.steps(times)) {
                let Some(next) = left.checked_sub(1) else { return false };
                *left = next;
                self.shift(var, &delta);
                let fractions = self.fractions();
                if fractions < *broken {
                    *broken = fractions;
                    return true;
                }
                self.shift(var, &delta.neg());
            }
        }
        false
    }

    /// How many values are no integers.
    fn fractions(&self) -> usize {
        self.plain_vars().filter(|var| !self.value(*var).is_integer()).count()
    }

    /// A variable and an integer, such that whether the variable is at most that or above it is to be
    /// decided before all values are integers. None if they are.
    ///
    /// It is the variable with the fewest values of those that are no integers. If these have no bounds,
    /// cases could go on for ever; fixing others that they depend on may then show that there is none.
    pub(crate) fn undecided(&self) -> Option<(Var, Int)> {
        let broken = || self.plain_vars().filter(|var| !self.value(*var).is_integer());
        let bounded = broken().filter_map(|var| Some((self.choices(var)?, var))).min();
        let neighbour = || {
            let is_broken = |row: &&Row| !self.value(row.owner).is_integer();
            let rows = self.tableau.rows().iter().filter(is_broken);
            let vars = rows.flat_map(|row| row.parts.iter().map(|(var, _)| *var));
            let choices = vars.filter_map(|var| Some((self.choices(var)?, var)));
            choices.filter(|(choices, _)| (Int::ONE..=Int::from(FEW)).contains(choices)).min()
        };
        let var = match bounded.or_else(neighbour) {
            Some((_, var)) => var,
            None => broken().next()?,
        };
        // Both cases must exclude something.
        let value = self.value(var).floor();
        let upper = self.limits(var).upper.as_ref().map(|upper| upper.value.sub(&Int::ONE));
        Some((var, upper.map_or(value.clone(), |upper| upper.min(value))))
    }

    /// The distance between the bounds of a variable, if it has both.
    fn choices(&self, var: Var) -> Option<Int> {
        let limits = self.limits(var);
        Some(limits.upper.as_ref()?.value.sub(&limits.lower.as_ref()?.value))
    }

    /// Refutes a row that no integers satisfy.
    pub(crate) fn check_divisors(&self) -> Result<(), Infeasible<R>> {
        let is_broken = |row: &&Row| !self.value(row.owner).is_integer();
        self.tableau.rows().iter().filter(is_broken).try_for_each(|row| self.check_divisor(row))
    }

    /// With all coefficients made integers, the fixed part of a row must be a multiple of whatever
    /// divides all others.
    fn check_divisor(&self, row: &Row) -> Result<(), Infeasible<R>> {
        let multiple =
            row.parts.iter().fold(Int::ONE, |known, (_, next)| lcm(&known, &next.denominator()));
        let (mut divisor, mut fixed, mut whys) = (multiple.clone(), Int::ZERO, Vec::new());
        let owner_fixed = self.limits(row.owner).fixed();
        if let Some(value) = owner_fixed {
            divisor = Int::ZERO;
            fixed = multiple.mul(value).neg();
            whys.extend(self.whys(row.owner));
        }
        for (var, coefficient) in &row.parts {
            let coefficient = coefficient
                .mul(&Rational::from(&multiple))
                .to_int()
                .expect("a multiple of the denominator");
            match self.limits(*var).fixed() {
                Some(value) => {
                    fixed = fixed.add(&coefficient.mul(value));
                    whys.extend(self.whys(*var));
                }
                None => divisor = gcd(&divisor, &coefficient),
            }
        }
        let is_possible = divisor == Int::ZERO || fixed.rem_euclid(&divisor) == Int::ZERO;
        if is_possible { Ok(()) } else { Err(Infeasible(whys)) }
    }

    fn whys(&self, var: Var) -> impl Iterator<Item = R> {
        let limits = self.limits(var);
        limits.lower.iter().chain(&limits.upper).map(|bound| bound.why)
    }

    /// The variables, none of them basic, whose move would change a sum.
    pub(crate) fn movers(&self, sum: &Parts) -> Vec<Var> {
        self.tableau.expressed(sum).iter().map(|(var, _)| *var).collect()
    }

    /// The room of a variable that is not basic.
    pub(crate) fn room(&self, var: Var) -> Room {
        let mut room = Room { lowest: None, highest: None, step: Int::ONE };
        let (below, above) = self.slack(var);
        room.restrict(below, above);
        for row in self.tableau.rows() {
            let Some(coefficient) = row.coefficient(var) else { continue };
            room.step = lcm(&room.step, &coefficient.denominator());
            let (below, above) = self.slack(row.owner);
            let scale = coefficient.recip();
            let scaled = |slack: Option<Rational>| slack.map(|slack| slack.mul(&scale));
            match coefficient.is_negative() {
                false => room.restrict(scaled(below), scaled(above)),
                true => room.restrict(scaled(above), scaled(below)),
            }
        }
        room
    }

    /// Moves a variable that is not basic, within its room.
    pub(crate) fn shift(&mut self, var: Var, delta: &Int) {
        self.tableau.shift(var, &Rational::from(delta));
    }

    /// How far a variable can move down, as a negative number, and up.
    fn slack(&self, var: Var) -> (Option<Rational>, Option<Rational>) {
        let (limits, value) = (self.limits(var), self.value(var));
        let distance = |bound: &Int| Rational::from(bound).sub(value);
        let lower = limits.lower.as_ref().map(|bound| distance(&bound.value));
        let upper = limits.upper.as_ref().map(|bound| distance(&bound.value));
        (lower, upper)
    }

    /// Whether the values are integers that keep all bounds, computed from nothing but the values of
    /// the variables that are no sums.
    pub(crate) fn is_solved(&self) -> bool {
        (0..self.len() as u32).map(Var).all(|var| {
            let value = match self.sum(var) {
                Some(sum) => self.evaluate(sum),
                None => self.value(var).to_int(),
            };
            let limits = self.limits(var);
            value.is_some_and(|value| {
                limits.lower.as_ref().is_none_or(|lower| lower.value <= value)
                    && limits.upper.as_ref().is_none_or(|upper| value <= upper.value)
            })
        })
    }

    /// The value of a sum of variables that are no sums, if all of them are integers.
    pub(crate) fn evaluate(&self, sum: &Parts) -> Option<Int> {
        let mut parts = sum.iter();
        parts.try_fold(Int::ZERO, |known, (var, coefficient)| {
            Some(known.add(&coefficient.mul(&self.value(*var).to_int()?)))
        })
    }
}
