//! The tableau of a simplex: some variables as sums of the others.
//!
//! A basic variable has a row that says what it is in terms of variables that are not basic. The values
//! of all variables satisfy all rows at any time.

use smallvec::SmallVec;

use super::form::{Parts, Var};
use super::rational::Rational;

/// A basic variable as a sum.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) owner: Var,
    /// Variables that are not basic, ascending, with coefficients that are not zero.
    pub(super) parts: Vec<(Var, Rational)>,
}

impl Row {
    pub(super) fn coefficient(&self, var: Var) -> Option<&Rational> {
        let at = self.parts.binary_search_by_key(&var, |(var, _)| *var).ok()?;
        Some(&self.parts[at].1)
    }
}

/// What the tableau knows of a variable.
#[derive(Debug)]
struct Cell {
    value: Rational,
    /// The number of its row, if it is basic.
    row: Option<u32>,
}

/// Rows over variables, with a value for each.
#[derive(Debug, Default)]
pub(super) struct Tableau {
    cells: Vec<Cell>,
    rows: Vec<Row>,
    /// Memory for sums of rows.
    scratch: Vec<(Var, Rational)>,
}

impl Tableau {
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(super) fn value(&self, var: Var) -> &Rational {
        &self.cells[var.index()].value
    }

    /// Whether a value or a coefficient has more bits than this.
    pub(super) fn has_more_bits(&self, most: u64) -> bool {
        let values = self.cells.iter().map(|cell| &cell.value);
        let parts = self.rows.iter().flat_map(|row| &row.parts).map(|(_, part)| part);
        values.chain(parts).any(|number| number.bits() > most)
    }

    /// The values of all variables.
    pub(super) fn values(&self) -> Vec<Rational> {
        self.cells.iter().map(|cell| cell.value.clone()).collect()
    }

    /// Gives values to all variables that satisfy all rows.
    pub(super) fn set_values(&mut self, values: Vec<Rational>) {
        for (cell, value) in self.cells.iter_mut().zip(values) {
            cell.value = value;
        }
    }

    /// By variable: how many rows have it in them.
    pub(super) fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.cells.len()];
        for (var, _) in self.rows.iter().flat_map(|row| &row.parts) {
            uses[var.index()] += 1;
        }
        uses
    }

    /// The number of the row of a basic variable.
    pub(super) fn row_of(&self, var: Var) -> Option<usize> {
        self.cells[var.index()].row.map(|row| row as usize)
    }

    /// A new variable with the value zero and no row.
    pub(super) fn add_free(&mut self) -> Var {
        let var = Var(self.cells.len() as u32);
        self.cells.push(Cell { value: Rational::ZERO, row: None });
        var
    }

    /// A new basic variable that is the sum of others.
    pub(super) fn add_sum(&mut self, sum: &Parts) -> Var {
        let mut parts: Vec<(Var, Rational)> = Vec::with_capacity(sum.len());
        let mut value = Rational::ZERO;
        for (var, coefficient) in sum {
            let coefficient = Rational::from(coefficient);
            value = value.add(&coefficient.mul(self.value(*var)));
            match self.row_of(*var) {
                Some(row) => {
                    add_scaled(&mut parts, &coefficient, &self.rows[row].parts, &mut self.scratch);
                }
                None => add_scaled(
                    &mut parts,
                    &Rational::ONE,
                    &[(*var, coefficient)],
                    &mut self.scratch,
                ),
            }
        }
        let owner = Var(self.cells.len() as u32);
        self.cells.push(Cell { value, row: Some(self.rows.len() as u32) });
        self.rows.push(Row { owner, parts });
        owner
    }

    /// Forgets the last variable. A sum disappears with the row that defines it; a variable that is no
    /// sum is in no row any more when all sums over it are gone. Returns a variable that was basic and
    /// is not any more, if there is one.
    pub(super) fn remove_last(&mut self) -> Option<Var> {
        let var = Var(self.cells.len() as u32 - 1);
        let row = self.row_of(var);
        let freed = match row {
            Some(row) => {
                self.drop_row(row);
                None
            }
            None => self.rows.iter().position(|row| row.coefficient(var).is_some()).map(|row| {
                let owner = self.rows[row].owner;
                self.pivot(row, var);
                self.drop_row(row);
                owner
            }),
        };
        self.cells.pop();
        freed
    }

    /// Moves a variable that is not basic by `delta`, and the basic ones with it.
    pub(super) fn shift(&mut self, var: Var, delta: &Rational) {
        for row in &self.rows {
            if let Some(coefficient) = row.coefficient(var) {
                let value = &mut self.cells[row.owner.index()].value;
                *value = value.add(&coefficient.mul(delta));
            }
        }
        let value = &mut self.cells[var.index()].value;
        *value = value.add(delta);
    }

    /// Exchanges the owner of a row with a variable in it.
    pub(super) fn pivot(&mut self, row: usize, entering: Var) {
        let Row { owner, mut parts } =
            std::mem::replace(&mut self.rows[row], Row { owner: entering, parts: Vec::new() });
        let at = parts
            .binary_search_by_key(&entering, |(var, _)| *var)
            .expect("the entering variable is in the row");
        let (_, coefficient) = parts.remove(at);
        let inverse = coefficient.recip();
        let factor = inverse.neg();
        for (_, coefficient) in &mut parts {
            *coefficient = coefficient.mul(&factor);
        }
        let place = parts.partition_point(|(var, _)| *var < owner);
        parts.insert(place, (owner, inverse));
        for other in &mut self.rows {
            if let Ok(at) = other.parts.binary_search_by_key(&entering, |(var, _)| *var) {
                let (_, coefficient) = other.parts.remove(at);
                add_scaled(&mut other.parts, &coefficient, &parts, &mut self.scratch);
            }
        }
        self.rows[row].parts = parts;
        self.cells[owner.index()].row = None;
        self.cells[entering.index()].row = Some(row as u32);
    }

    /// A sum of variables, expressed by those that are not basic.
    pub(super) fn expressed(&self, sum: &Parts) -> SmallVec<[(Var, Rational); 4]> {
        let (mut parts, mut scratch) = (Vec::new(), Vec::new());
        for (var, coefficient) in sum {
            let coefficient = Rational::from(coefficient);
            match self.row_of(*var) {
                Some(row) => {
                    add_scaled(&mut parts, &coefficient, &self.rows[row].parts, &mut scratch);
                }
                None => {
                    add_scaled(&mut parts, &Rational::ONE, &[(*var, coefficient)], &mut scratch)
                }
            }
        }
        parts.into()
    }

    fn drop_row(&mut self, row: usize) {
        self.cells[self.rows[row].owner.index()].row = None;
        self.rows.swap_remove(row);
        if let Some(moved) = self.rows.get(row) {
            self.cells[moved.owner.index()].row = Some(row as u32);
        }
    }
}

/// Adds `by` times `source` to `target`; both ascending.
fn add_scaled(
    target: &mut Vec<(Var, Rational)>,
    by: &Rational,
    source: &[(Var, Rational)],
    scratch: &mut Vec<(Var, Rational)>,
) {
    scratch.clear();
    let mut old = target.drain(..).peekable();
    for (var, coefficient) in source {
        while let Some(before) = old.next_if(|(other, _)| other < var) {
            scratch.push(before);
        }
        let scaled = coefficient.mul(by);
        let sum = match old.next_if(|(other, _)| other == var) {
            Some((_, known)) => known.add(&scaled),
            None => scaled,
        };
        if !sum.is_zero() {
            scratch.push((*var, sum));
        }
    }
    scratch.extend(old);
    std::mem::swap(target, scratch);
}
