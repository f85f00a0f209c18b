//! Bounds on linear forms: whether rational numbers satisfy all of them.
//!
//! The simplex of Dutertre and de Moura ("A fast linear-arithmetic solver for DPLL(T)", 2006): every
//! form with a bound is a variable of a tableau; those that are not basic always keep their bounds, and
//! pivoting brings the others within theirs. After some pivots the smallest variable is taken wherever
//! there is a choice (Bland's rule), so it ends; before, the one that the fewest rows have in them, which keeps
//! rows short and numbers small. Bounds are taken back by putting back the old ones; the tableau stays as
//! it is, but for the rows of forms that are gone.
//!
//! Everything is exact. Bounds are integers, since the variables are.

use rustc_hash::FxHashMap;
use term::Int;

use super::form::{Parts, Var};
use super::rational::Rational;
use super::tableau::{Row, Tableau};

/// Pivots after which a check gives up.
const MOST_PIVOTS: usize = 1000;
/// Pivots that may choose values that read well.
const FREE_PIVOTS: usize = 16;
/// After these, pivots keep rows short, up to this one. Those after them follow Bland's rule.
const SHORT_PIVOTS: usize = 400;

/// The most bits of a number where there are products of unknowns. Those of two machine words have fewer.
const MOST_BITS: u64 = 128;

/// A bound, with why it holds.
#[derive(Clone, Debug)]
pub(crate) struct Bound<R> {
    pub(crate) value: Int,
    pub(crate) why: R,
}

/// The two bounds of a variable.
#[derive(Debug)]
pub(crate) struct Limits<R> {
    pub(crate) lower: Option<Bound<R>>,
    pub(crate) upper: Option<Bound<R>>,
    /// What the variable is the sum of; none if it is no sum.
    sum: Option<Parts>,
}

impl<R> Limits<R> {
    /// The only value within the bounds, if there is only one.
    pub(crate) fn fixed(&self) -> Option<&Int> {
        let (lower, upper) = (self.lower.as_ref()?, self.upper.as_ref()?);
        (lower.value == upper.value).then_some(&lower.value)
    }
}

/// Bounds that no numbers satisfy, by their reasons.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Infeasible<R>(pub(crate) Vec<R>);

/// Whether the values keep all bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Feasible,
    /// Not checked since the last change.
    Changed,
    /// It took too long to find out.
    GaveUp,
}

/// One change, as it has to be known for taking it back.
#[derive(Debug)]
enum Undo<R> {
    Var,
    Lower(Var, Option<Bound<R>>),
    Upper(Var, Option<Bound<R>>),
}

/// Variables with bounds and values.
#[derive(Debug)]
pub(crate) struct Simplex<R> {
    pub(super) tableau: Tableau,
    limits: Vec<Limits<R>>,
    sums: FxHashMap<Parts, Var>,
    trail: Vec<Undo<R>>,
    state: State,
    /// Variables that have had only one value left since they were last asked for.
    fixed: Vec<Var>,
}

impl<R> Default for Simplex<R> {
    fn default() -> Simplex<R> {
        Simplex {
            tableau: Tableau::default(),
            limits: Vec::new(),
            sums: FxHashMap::default(),
            trail: Vec::new(),
            state: State::Feasible,
            fixed: Vec::new(),
        }
    }
}

impl<R: Copy> Simplex<R> {
    /// Number of variables.
    pub(crate) fn len(&self) -> usize {
        self.limits.len()
    }

    /// Where the trail is: for [`Simplex::go_back`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all changes since a mark.
    pub(crate) fn go_back(&mut self, mark: usize) {
        if self.trail.len() == mark {
            return;
        }
        while self.trail.len() > mark {
            match self.trail.pop().expect("it is longer than the mark") {
                Undo::Var => self.remove_last(),
                Undo::Lower(var, before) => self.limits[var.index()].lower = before,
                Undo::Upper(var, before) => self.limits[var.index()].upper = before,
            }
        }
        self.fixed.clear();
        if self.state == State::GaveUp {
            self.state = State::Changed;
        }
    }

    /// A new variable without bounds.
    pub(crate) fn add_var(&mut self) -> Var {
        self.limits.push(Limits { lower: None, upper: None, sum: None });
        self.trail.push(Undo::Var);
        self.tableau.add_free()
    }

    /// The variable that is a sum of others: itself, if it is one variable.
    pub(crate) fn var_of_sum(&mut self, parts: &Parts) -> Var {
        if let [(var, coefficient)] = &parts[..]
            && *coefficient == Int::ONE
        {
            return *var;
        }
        if let Some(known) = self.sums.get(parts) {
            return *known;
        }
        let var = self.tableau.add_sum(parts);
        self.limits.push(Limits { lower: None, upper: None, sum: Some(parts.clone()) });
        self.sums.insert(parts.clone(), var);
        self.trail.push(Undo::Var);
        var
    }

    /// What a variable is the sum of, if it is a sum.
    pub(crate) fn sum(&self, var: Var) -> Option<&Parts> {
        self.limits[var.index()].sum.as_ref()
    }

    pub(crate) fn limits(&self, var: Var) -> &Limits<R> {
        &self.limits[var.index()]
    }

    pub(crate) fn value(&self, var: Var) -> &Rational {
        self.tableau.value(var)
    }

    /// All variables that are no sums.
    pub(crate) fn plain_vars(&self) -> impl Iterator<Item = Var> {
        (0..self.limits.len() as u32).map(Var).filter(|var| self.sum(*var).is_none())
    }

    /// Says that a variable is at least `value`.
    pub(crate) fn at_least(&mut self, var: Var, value: Int, why: R) -> Result<(), Infeasible<R>> {
        let limits = &mut self.limits[var.index()];
        if limits.lower.as_ref().is_some_and(|lower| lower.value >= value) {
            return Ok(());
        }
        if let Some(upper) = limits.upper.as_ref().filter(|upper| upper.value < value) {
            return Err(Infeasible(vec![why, upper.why]));
        }
        let before = limits.lower.replace(Bound { value, why });
        self.trail.push(Undo::Lower(var, before));
        self.after_bound(var);
        Ok(())
    }

    /// Says that a variable is at most `value`.
    pub(crate) fn at_most(&mut self, var: Var, value: Int, why: R) -> Result<(), Infeasible<R>> {
        let limits = &mut self.limits[var.index()];
        if limits.upper.as_ref().is_some_and(|upper| upper.value <= value) {
            return Ok(());
        }
        if let Some(lower) = limits.lower.as_ref().filter(|lower| lower.value > value) {
            return Err(Infeasible(vec![why, lower.why]));
        }
        let before = limits.upper.replace(Bound { value, why });
        self.trail.push(Undo::Upper(var, before));
        self.after_bound(var);
        Ok(())
    }

    /// Whether the values may break a bound.
    pub(crate) fn needs_check(&self) -> bool {
        self.state == State::Changed
    }

    /// Whether the values keep all bounds.
    pub(crate) fn is_feasible(&self) -> bool {
        self.state == State::Feasible
    }

    /// Whether numbers have become so large that to go on takes longer than it is worth: bounds of products
    /// of unknowns can double their length with each case.
    pub(crate) fn is_unwieldy(&self) -> bool {
        self.tableau.has_more_bits(MOST_BITS)
    }

    /// Whether numbers are so small that to move them about costs little.
    pub(crate) fn is_handy(&self) -> bool {
        !self.tableau.has_more_bits(u64::from(u64::BITS))
    }

    /// A variable that has got only one value left.
    pub(crate) fn next_fixed(&mut self) -> Option<Var> {
        self.fixed.pop()
    }

    /// Looks for values that keep all bounds. Gives up when that takes too long, which
    /// [`Simplex::is_feasible`] tells.
    pub(crate) fn check(&mut self) -> Result<(), Infeasible<R>> {
        self.check_within(MOST_PIVOTS)
    }

    /// As [`Simplex::check`], with so many pivots.
    pub(super) fn check_within(&mut self, most: usize) -> Result<(), Infeasible<R>> {
        for pivots in 0..most {
            let Some((row, direction)) = self.broken_row() else {
                self.state = State::Feasible;
                return Ok(());
            };
            let entering = match pivots {
                0..FREE_PIVOTS => {
                    self.simple(row, direction).or_else(|| self.entering(row, direction))
                }
                FREE_PIVOTS..SHORT_PIVOTS => self.rare_entering(row, direction),
                _ => self.entering(row, direction),
            };
            match entering {
                Some(entering) => self.repair(row, entering, direction),
                None => return Err(self.why_broken(row, direction)),
            }
        }
        self.state = State::GaveUp;
        Ok(())
    }

    /// The smallest basic variable that breaks a bound, by its row, and where it has to move.
    fn broken_row(&self) -> Option<(usize, Direction)> {
        let rows = self.tableau.rows().iter().enumerate();
        let broken = rows.filter_map(|(at, row)| Some((row.owner, at, self.way_back(row.owner)?)));
        let (_, row, direction) = broken.min_by_key(|(owner, ..)| *owner)?;
        Some((row, direction))
    }

    /// Where a variable has to move to keep its bounds.
    fn way_back(&self, var: Var) -> Option<Direction> {
        let (limits, value) = (&self.limits[var.index()], self.tableau.value(var));
        if limits.lower.as_ref().is_some_and(|lower| *value < Rational::from(&lower.value)) {
            Some(Direction::Up)
        } else if limits.upper.as_ref().is_some_and(|upper| *value > Rational::from(&upper.value)) {
            Some(Direction::Down)
        } else {
            None
        }
    }

    /// The smallest variable of a row whose move would move the owner in the direction.
    fn entering(&self, row: usize, direction: Direction) -> Option<Var> {
        let can_move = |(var, coefficient): &&(Var, Rational)| {
            self.has_room(*var, direction.through(coefficient))
        };
        self.tableau.rows()[row].parts.iter().find(can_move).map(|(var, _)| *var)
    }

    /// A variable as [`Simplex::entering`] finds it, that the fewest rows have in them.
    fn rare_entering(&self, row: usize, direction: Direction) -> Option<Var> {
        let uses = self.tableau.uses();
        let parts = self.tableau.rows()[row].parts.iter();
        let can_move = parts
            .filter(|(var, by)| self.has_room(*var, direction.through(by)))
            .map(|(var, _)| var);
        can_move.min_by_key(|var| (uses[var.index()], **var)).copied()
    }

    /// A variable as [`Simplex::entering`] finds it, that need not become negative.
    fn simple(&self, row: usize, direction: Direction) -> Option<Var> {
        let stays_natural = |(var, coefficient): &&(Var, Rational)| {
            let direction = direction.through(coefficient);
            let value = self.tableau.value(*var);
            let is_natural = match direction {
                Direction::Up => !value.is_negative(),
                Direction::Down => !value.is_negative() && !value.is_zero(),
            };
            self.sum(*var).is_none() && is_natural && self.has_room(*var, direction)
        };
        self.tableau.rows()[row].parts.iter().find(stays_natural).map(|(var, _)| *var)
    }

    fn has_room(&self, var: Var, direction: Direction) -> bool {
        let value = self.tableau.value(var);
        match (direction, &self.limits[var.index()]) {
            (Direction::Up, Limits { upper: Some(upper), .. }) => {
                *value < Rational::from(&upper.value)
            }
            (Direction::Down, Limits { lower: Some(lower), .. }) => {
                *value > Rational::from(&lower.value)
            }
            _ => true,
        }
    }

    /// Brings the owner of a row to the bound that it breaks, by moving `entering`, which takes its
    /// place.
    fn repair(&mut self, row: usize, entering: Var, direction: Direction) {
        let Row { owner, .. } = self.tableau.rows()[row];
        let bound = self.bound(owner, direction).expect("a broken bound");
        let missing = Rational::from(&bound.value).sub(self.tableau.value(owner));
        let coefficient = self.tableau.rows()[row].coefficient(entering).expect("it is in the row");
        let delta = missing.mul(&coefficient.recip());
        self.tableau.shift(entering, &delta);
        self.tableau.pivot(row, entering);
    }

    /// The bound that a variable breaks if it has to move in this direction.
    fn bound(&self, var: Var, direction: Direction) -> Option<&Bound<R>> {
        let limits = &self.limits[var.index()];
        match direction {
            Direction::Up => limits.lower.as_ref(),
            Direction::Down => limits.upper.as_ref(),
        }
    }

    /// The broken bound, and those that keep the others of the row from moving.
    fn why_broken(&self, row: usize, direction: Direction) -> Infeasible<R> {
        let row = &self.tableau.rows()[row];
        let own = self.bound(row.owner, direction);
        let others = row
            .parts
            .iter()
            .map(|(var, coefficient)| self.bound(*var, direction.through(coefficient).opposite()));
        let bounds = std::iter::once(own).chain(others);
        Infeasible(bounds.map(|bound| bound.expect("it has no room").why).collect())
    }

    fn after_bound(&mut self, var: Var) {
        if self.limits[var.index()].fixed().is_some() {
            self.fixed.push(var);
        }
        match self.tableau.row_of(var) {
            Some(_) if self.way_back(var).is_some() => self.state = State::Changed,
            Some(_) => {}
            None => self.bring_within(var),
        }
    }

    /// Moves a variable that is not basic to an integer within its bounds.
    fn bring_within(&mut self, var: Var) {
        let value = self.tableau.value(var);
        let limits = &self.limits[var.index()];
        let mut goal = value.floor();
        if let Some(upper) = &limits.upper {
            goal = goal.min(upper.value.clone());
        }
        if let Some(lower) = &limits.lower {
            goal = goal.max(lower.value.clone());
        }
        let delta = Rational::from(&goal).sub(value);
        if !delta.is_zero() {
            self.tableau.shift(var, &delta);
            self.state = State::Changed;
        }
    }

    /// Gives values to all variables that satisfy all rows and keep all bounds.
    pub(super) fn accept(&mut self, values: Vec<Rational>) {
        self.tableau.set_values(values);
        self.state = State::Feasible;
    }

    fn remove_last(&mut self) {
        let gone = self.limits.pop().expect("a variable was added");
        if let Some(sum) = &gone.sum {
            self.sums.remove(sum);
        }
        if let Some(freed) = self.tableau.remove_last() {
            self.bring_within(freed);
        }
    }
}

/// Where a value moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    Up,
    Down,
}

impl Direction {
    fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }

    /// Where a summand with this coefficient moves if the sum moves in this direction.
    fn through(self, coefficient: &Rational) -> Direction {
        if coefficient.is_negative() { self.opposite() } else { self }
    }
}
