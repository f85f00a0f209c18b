//! Products of unknown integers, and quotients by unknowns.
//!
//! A product has a variable of its own in the simplex, which knows nothing of its factors. When all other
//! questions are settled, its value is compared with theirs. If they do not fit, the bounds of the factors
//! say more: `(a - low(a)) * (b - low(b))` is not negative, and so on for all corners of their ranges
//! (McCormick, 1976), which is a linear bound on the product; the product of a factor with one value left is
//! linear altogether. Where that excludes nothing, the range of a factor is split at its value. So factors with
//! few values are decided, and others often: what takes too long is given up.
//!
//! A quotient by an unknown has a variable, too, and so has its product with the divisor. What is left of the
//! dividend has bounds that depend on the sign of the divisor, which is decided by cases.

use term::{Int, Pool, Term};

use super::Closure;
use super::node::Node;
use super::proof::{Premise, Reason};
use super::settle::Split;
use crate::arith::{Form, Var};

/// A product and its factors, as variables of the simplex.
#[derive(Clone, Copy)]
pub(super) struct Product {
    whole: Var,
    factors: [Var; 2],
}

/// A quotient by an unknown.
#[derive(Clone)]
pub(super) struct Division {
    node: Node,
    quotient: Var,
    dividend: Form,
    divisor: Var,
    /// The product of quotient and divisor.
    whole: Var,
}

/// What is to be done about products whose values do not fit.
pub(super) enum Misfit {
    /// A bound was added that excludes the values.
    Excluded,
    /// The range of a factor is to be split.
    Split(Split),
    /// Nothing can be done.
    Stuck,
}

/// An end of the range of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

impl Closure {
    /// The form of a product: a variable that is compared with the values of its factors later.
    pub(super) fn product(&mut self, pool: &Pool, node: Node, factors: [Term; 2]) -> Form {
        let factors = factors.map(|factor| {
            let factor = self.node_of(pool, factor);
            self.involve(pool, factor);
            self.var_of_factor(factor)
        });
        let whole = self.numbers.add_var(node);
        self.numbers.products.push(Product { whole, factors });
        Form::of_var(whole)
    }

    /// The form of a quotient by an unknown.
    pub(super) fn division(&mut self, pool: &Pool, node: Node, [a, b]: [Term; 2]) -> Form {
        let dividend = self.form_of_term(pool, a);
        let divisor = self.node_of(pool, b);
        self.involve(pool, divisor);
        let divisor = self.var_of_factor(divisor);
        let quotient = self.numbers.add_var(node);
        let whole = self.numbers.simplex.add_var();
        self.numbers.products.push(Product { whole, factors: [quotient, divisor] });
        self.numbers.divisions.push(Division { node, quotient, dividend, divisor, whole });
        Form::of_var(quotient)
    }

    /// The product of a quotient by an unknown with its divisor.
    pub(super) fn divided(&mut self, pool: &Pool, quotient: Term) -> Option<Var> {
        let node = self.node_of(pool, quotient);
        self.involve(pool, node);
        let division = self.numbers.divisions.iter().find(|division| division.node == node)?;
        Some(division.whole)
    }

    /// A variable with the value of a node.
    fn var_of_factor(&mut self, node: Node) -> Var {
        let form = self.form(node).clone();
        if let [(var, by)] = &form.parts[..]
            && *by == Int::ONE
            && form.constant == Int::ZERO
        {
            return *var;
        }
        let var = self.numbers.simplex.add_var();
        self.assert_zero(&form.minus(&Form::of_var(var)), Reason::Fact);
        var
    }

    /// What to do about the first quotient or product that does not have the value that it must have.
    pub(super) fn misfit(&mut self) -> Option<Misfit> {
        self.misfit_quotient().or_else(|| self.misfit_product())
    }

    /// What to do about a quotient whose remainder is not within its bounds. That of a quotient by zero is the
    /// dividend, as the quotient is zero.
    fn misfit_quotient(&mut self) -> Option<Misfit> {
        let fits = |division: &Division| {
            let [quotient, divisor] = [division.quotient, division.divisor]
                .map(|var| self.numbers.simplex.value(var).to_int());
            let dividend = self.numbers.simplex.evaluate(&division.dividend.parts);
            let dividend = dividend.map(|value| value.add(&division.dividend.constant));
            quotient == dividend.zip(divisor).map(|(a, b)| a.div_euclid(&b))
        };
        let divisions = self.numbers.divisions.iter();
        let broken: Vec<Division> = divisions.filter(|division| !fits(division)).cloned().collect();
        broken.iter().find_map(|division| self.bound_remainder(division))
    }

    /// Adds what the sign of the divisor says of the remainder, or asks for that sign. None if it is known, and
    /// the values keep its bounds; then the product of quotient and divisor is what does not fit.
    fn bound_remainder(&mut self, division: &Division) -> Option<Misfit> {
        let mut rest = division.dividend.clone();
        rest.add_var(division.whole, &Int::from(-1));
        let [low, high] = [End::Low, End::High].map(|end| self.end(division.divisor, end));
        let is_at_least = |least: i64| low.clone().filter(|(low, _)| *low >= Int::from(least));
        let is_at_most = |most: i64| high.clone().filter(|(high, _)| *high <= Int::from(most));
        let (sign, whys) = match (is_at_least(1), is_at_most(-1), is_at_least(0), is_at_most(0)) {
            (Some((_, why)), ..) => (1, vec![why]),
            (_, Some((_, why)), ..) => (-1, vec![why]),
            (.., Some((_, low)), Some((_, high))) => (0, vec![low, high]),
            (.., None, None) | (.., Some(_), None) => {
                return Some(Misfit::Split(Split::AtMost(division.divisor, Int::ZERO)));
            }
            (.., None, Some(_)) => {
                return Some(Misfit::Split(Split::AtMost(division.divisor, Int::from(-1))));
            }
        };
        let quotient = Form::of_var(division.quotient);
        // Each of these is at most zero.
        let bounds = match sign {
            0 => [quotient.clone(), Form::constant(Int::ZERO).minus(&quotient)],
            _ => {
                let mut beyond = rest.clone();
                beyond.add_var(division.divisor, &Int::from(-sign));
                beyond.constant = beyond.constant.add(&Int::ONE);
                [Form::constant(Int::ZERO).minus(&rest), beyond]
            }
        };
        let broken: Vec<Form> = bounds.into_iter().filter(|form| !self.is_kept(form)).collect();
        if broken.is_empty() {
            return None;
        }
        let why = self.lemmas.add(whys.into_iter().map(Premise::Because));
        broken.iter().for_each(|form| self.at_most(form, &Int::ZERO, why));
        Some(Misfit::Excluded)
    }

    fn misfit_product(&mut self) -> Option<Misfit> {
        let value = |var: Var| self.numbers.simplex.value(var).to_int();
        let fits = |product: &Product| {
            let [a, b] = product.factors.map(value);
            value(product.whole) == a.zip(b).map(|(a, b)| a.mul(&b))
        };
        let product = self.numbers.products.iter().copied().find(|product| !fits(product))?;
        if self.exclude(product) {
            return Some(Misfit::Excluded);
        }
        Some(self.split_factor(product).map_or(Misfit::Stuck, Misfit::Split))
    }

    /// Adds the bounds that follow from the ranges of the factors and that the values break.
    fn exclude(&mut self, product: Product) -> bool {
        let mut is_new = self.exclude_square(product);
        for ends in [
            [End::Low, End::Low],
            [End::High, End::High],
            [End::Low, End::High],
            [End::High, End::Low],
        ] {
            is_new |= self.exclude_at(product, ends);
        }
        is_new
    }

    /// At a corner `(s, t)` of the ranges of `a` and `b`, the product of `a - s` and `b - t` has a known
    /// sign: it is not negative if both are at their lowest or both at their highest.
    fn exclude_at(&mut self, product: Product, ends: [End; 2]) -> bool {
        let [a, b] = product.factors;
        let (Some((s, why_s)), Some((t, why_t))) = (self.end(a, ends[0]), self.end(b, ends[1]))
        else {
            return false;
        };
        // `s*b + t*a - s*t - whole`, which is at most zero or at least zero.
        let mut form = Form::constant(s.mul(&t).neg());
        form.add_var(b, &s);
        form.add_var(a, &t);
        form.add_var(product.whole, &Int::from(-1));
        if ends[0] != ends[1] {
            form = Form::constant(Int::ZERO).minus(&form);
        }
        if self.is_kept(&form) {
            return false;
        }
        let why = self.lemmas.add([Premise::Because(why_s), Premise::Because(why_t)]);
        self.at_most(&form, &Int::ZERO, why);
        true
    }

    /// A square lies above every line through two neighbouring points of the parabola.
    fn exclude_square(&mut self, product: Product) -> bool {
        let [a, b] = product.factors;
        let Some(value) = self.numbers.simplex.value(a).to_int().filter(|_| a == b) else {
            return false;
        };
        let next = value.add(&Int::ONE);
        let mut form = Form::constant(value.mul(&next).neg());
        form.add_var(a, &value.add(&next));
        form.add_var(product.whole, &Int::from(-1));
        if self.is_kept(&form) {
            return false;
        }
        self.at_most(&form, &Int::ZERO, Reason::Fact);
        true
    }

    /// Whether the values keep the bound that a form is at most zero.
    fn is_kept(&self, form: &Form) -> bool {
        let value = self.numbers.simplex.evaluate(&form.parts);
        value.is_none_or(|value| value.add(&form.constant) <= Int::ZERO)
    }

    /// An end of the range of a variable, and why it is one.
    fn end(&self, var: Var, end: End) -> Option<(Int, Reason)> {
        let limits = self.numbers.simplex.limits(var);
        let bound = match end {
            End::Low => limits.lower.as_ref(),
            End::High => limits.upper.as_ref(),
        };
        bound.map(|bound| (bound.value.clone(), bound.why))
    }

    /// A split of the range of the factor that has fewer values left. Both cases exclude something.
    fn split_factor(&self, product: Product) -> Option<Split> {
        let choices = |var: &Var| {
            let (low, high) = (self.end(*var, End::Low), self.end(*var, End::High));
            low.zip(high).map(|((low, _), (high, _))| high.sub(&low))
        };
        let open = product.factors.into_iter().filter(|var| choices(var) != Some(Int::ZERO));
        // A factor without bounds comes last, as having the most values.
        let var = open.min_by_key(|var| (choices(var).is_none(), choices(var)))?;
        let value = self.numbers.simplex.value(var).to_int()?;
        let highest = self.end(var, End::High).map(|(high, _)| high.sub(&Int::ONE));
        Some(Split::AtMost(var, highest.map_or(value.clone(), |highest| highest.min(value))))
    }
}
