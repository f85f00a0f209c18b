//! Values and conditions: names resolved, sorts checked.

use source::{Span, counted};
use term::{Data, Pool, Sort, Term};

use crate::elaborate::{Bound, Elaborator, Fault, Helping, Locals, fault};
use crate::syntax::is_constructor;
use crate::syntax::tree::{At, ManyOp, Name, TermExpr, TermOp};

impl Elaborator<'_> {
    /// A condition.
    pub(crate) fn condition(&self, expr: &At<TermExpr>, locals: &Locals) -> Result<Term, Fault> {
        let term = self.value(expr, locals)?;
        self.expect_sort(term, Sort::BOOL, expr.span)?;
        Ok(term)
    }

    /// A value of any sort.
    pub(crate) fn value(&self, expr: &At<TermExpr>, locals: &Locals) -> Result<Term, Fault> {
        let pool = self.pool;
        match &expr.node {
            TermExpr::Bool(value) => Ok(pool.bool(*value)),
            TermExpr::Number(digits) => parse_int(pool, digits)
                .ok_or_else(|| fault("SPC007", "this number is too large", expr.span)),
            TermExpr::Text(text) => Ok(pool.text(text)),
            TermExpr::Char(code) => Ok(pool.int(i64::from(*code))),
            TermExpr::Code(_) => {
                let message = "an expression of the program cannot be used here";
                Err(fault("SPC007", message, expr.span))
            }
            TermExpr::Name(name) => self.named(name, locals),
            TermExpr::Apply(name, args) => self.apply(name, args, locals),
            TermExpr::Not(inner) => Ok(pool.not(self.condition(inner, locals)?)),
            TermExpr::Minus(inner) => Ok(pool.neg(self.number(inner, locals)?)),
            TermExpr::Binary(op, left, right) => self.binary(*op, left, right, locals),
            TermExpr::Many(op, parts) => {
                let parts: Vec<Term> = parts
                    .iter()
                    .map(|part| self.condition(part, locals))
                    .collect::<Result<_, _>>()?;
                Ok(if *op == ManyOp::And { pool.and(&parts) } else { pool.or(&parts) })
            }
            TermExpr::If(cond, yes, no) => {
                let cond = self.condition(cond, locals)?;
                let yes = self.value(yes, locals)?;
                let otherwise = self.value_of(no, pool.sort(yes), locals)?;
                Ok(pool.ite(cond, yes, otherwise))
            }
        }
    }

    /// A value of this sort. Only here can a constructor be named, because the constructors of
    /// different types may have the same name.
    pub(crate) fn value_of(
        &self,
        expr: &At<TermExpr>,
        sort: Sort,
        locals: &Locals,
    ) -> Result<Term, Fault> {
        if let TermExpr::Name(name) = &expr.node
            && let Some(Bound::Written(written, around)) = locals.get(&name.node)
        {
            return self.value_of(written, sort, around);
        }
        let (name, args): (&Name, &[At<TermExpr>]) = match &expr.node {
            TermExpr::Name(name) => (name, &[]),
            TermExpr::Apply(name, args) => (name, args),
            _ => return self.of_sort(expr, sort, locals),
        };
        let known = self.known(&name.node, locals).is_some() || self.funcs.contains_key(&name.node);
        match self.constructor(sort, &name.node).filter(|_| !known) {
            Some(number) => self.construct((name, number), args, sort, locals),
            None => self.of_sort(expr, sort, locals),
        }
    }

    /// Which constructor of a sort has this name, perhaps with the modules around it.
    fn constructor(&self, sort: Sort, name: &str) -> Option<usize> {
        let (data, _) = self.pool.as_data(sort)?;
        let last = name.rsplit('.').next()?;
        self.pool.ctors(data).iter().position(|ctor| self.pool.name(ctor.name) == last)
    }

    /// The number of the constructor of a sort that has this name and so many arguments.
    pub(crate) fn constructor_with(&self, sort: Sort, name: &str, args: usize) -> Option<u32> {
        let (data, _) = self.pool.as_data(sort)?;
        let number = self.constructor(sort, name)?;
        let fits = self.pool.ctors(data)[number].fields.len() == args;
        fits.then(|| u32::try_from(number).expect("fewer than 2^32 constructors"))
    }

    /// Whether a sort has a constructor of this name.
    pub(crate) fn has_constructor(&self, sort: Sort, name: &str) -> bool {
        self.constructor(sort, name).is_some()
    }

    fn of_sort(&self, expr: &At<TermExpr>, sort: Sort, locals: &Locals) -> Result<Term, Fault> {
        let term = coerce(self.pool, self.value(expr, locals)?, sort);
        self.expect_sort(term, sort, expr.span)?;
        Ok(term)
    }

    fn construct(
        &self,
        (name, number): (&Name, usize),
        args: &[At<TermExpr>],
        sort: Sort,
        locals: &Locals,
    ) -> Result<Term, Fault> {
        let (data, _) = self.pool.as_data(sort).expect("it has a constructor");
        let fields = self.pool.ctors(data)[number].fields.len();
        if fields != args.len() {
            let fields = counted(fields, "argument");
            let message = format!("`{}` takes {fields}, found {}", name.node, args.len());
            return Err(fault("SPC006", message, name.span));
        }
        let ctor = u32::try_from(number).expect("fewer than 2^32 constructors");
        let field = |(at, arg): (usize, &At<TermExpr>)| {
            let at = u32::try_from(at).expect("fewer than 2^32 fields");
            self.value_of(arg, self.pool.field_sort(sort, ctor, at), locals)
        };
        let terms = args.iter().enumerate().map(field).collect::<Result<Vec<Term>, Fault>>()?;
        Ok(self.pool.construct(sort, ctor, &terms))
    }

    /// Whether an expression can only be a constructor, so that the other side tells its sort.
    pub(crate) fn is_construction(&self, expr: &TermExpr, locals: &Locals) -> bool {
        match expr {
            TermExpr::Name(name) if matches!(locals.get(&name.node), Some(Bound::Written(..))) => {
                true
            }
            TermExpr::Name(name) | TermExpr::Apply(name, _) => {
                is_constructor(&name.node)
                    && self.known(&name.node, locals).is_none()
                    && !self.funcs.contains_key(&name.node)
            }
            _ => false,
        }
    }

    fn number(&self, expr: &At<TermExpr>, locals: &Locals) -> Result<Term, Fault> {
        let term = coerce(self.pool, self.value(expr, locals)?, Sort::INT);
        self.expect_sort(term, Sort::INT, expr.span)?;
        Ok(term)
    }

    fn binary(
        &self,
        op: TermOp,
        left: &At<TermExpr>,
        right: &At<TermExpr>,
        locals: &Locals,
    ) -> Result<Term, Fault> {
        let pool = self.pool;
        let (a, b) = match op {
            TermOp::Implies | TermOp::Iff => {
                (self.condition(left, locals)?, self.condition(right, locals)?)
            }
            TermOp::Equal | TermOp::Differs => {
                if self.is_construction(&left.node, locals) {
                    let b = self.value(right, locals)?;
                    (self.value_of(left, pool.sort(b), locals)?, b)
                } else {
                    let a = self.value(left, locals)?;
                    (a, self.value_of(right, pool.sort(a), locals)?)
                }
            }
            TermOp::Less
            | TermOp::LessEq
            | TermOp::Greater
            | TermOp::GreaterEq
            | TermOp::Add
            | TermOp::Sub
            | TermOp::Mul
            | TermOp::Div
            | TermOp::Mod => (self.number(left, locals)?, self.number(right, locals)?),
        };
        Ok(join(pool, op, a, b))
    }

    fn apply(&self, name: &Name, args: &[At<TermExpr>], locals: &Locals) -> Result<Term, Fault> {
        let Some(&func) = self.funcs.get(&name.node) else {
            if let (Some(place), [pair]) = (part_of_pair(&name.node), args) {
                return self.part(self.value(pair, locals)?, place, pair.span);
            }
            let message = format!("there is no function `{}`", name.node);
            let known = self.spec.funcs.iter().map(|(name, _)| name.as_str());
            return Err(fault("SPC005", message, name.span).suggesting(&name.node, known));
        };
        let (sorts, _) = self.pool.signature(func);
        if sorts.len() != args.len() {
            let takes = counted(sorts.len(), "argument");
            let message = format!("`{}` takes {takes}, found {}", name.node, args.len());
            return Err(fault("SPC006", message, name.span));
        }
        let mut terms = Vec::new();
        for (arg, sort) in args.iter().zip(sorts) {
            terms.push(self.value_of(arg, *sort, locals)?);
        }
        Ok(self.pool.apply(func, &terms))
    }

    /// What a name stands for, if it is known.
    pub(crate) fn known(&self, name: &str, locals: &Locals) -> Option<Bound> {
        let local = locals.get(name).cloned();
        local.or_else(|| self.values.get(name).copied().map(Bound::Value))
    }

    /// The first or the second part of a pair.
    fn part(&self, pair: Term, place: u32, span: Span) -> Result<Term, Fault> {
        let sort = self.pool.sort(pair);
        let is_pair = self.pool.as_data(sort).is_some_and(
            |(data, _)| matches!(self.pool.ctors(data), [only] if only.fields.len() == 2),
        );
        if !is_pair {
            let found = self.pool.show_sort(sort);
            return Err(fault(
                "SPC007",
                format!("expected a pair, found a value of sort {found}"),
                span,
            ));
        }
        Ok(self.pool.field(0, place, pair))
    }

    /// `r.lo`: fields of records that have a name.
    fn field(&self, name: &str, locals: &Locals) -> Option<Term> {
        let (first, fields) = name.split_once('.')?;
        let Some(Bound::Value(mut value)) = self.known(first, locals) else { return None };
        for field in fields.split('.') {
            let (data, _) = self.pool.as_data(self.pool.sort(value))?;
            let known = |(of, name, _): &&(Data, String, u32)| *of == data && name == field;
            let (_, _, place) = self.fields.iter().find(known)?;
            value = self.pool.field(0, *place, value);
        }
        Some(value)
    }

    fn named(&self, name: &Name, locals: &Locals) -> Result<Term, Fault> {
        if let Some(field) = self.field(&name.node, locals) {
            return Ok(field);
        }
        match self.known(&name.node, locals) {
            Some(Bound::Written(written, _)) => {
                let message = "nothing tells which type this constructor belongs to";
                Err(fault("SPC007", message, written.span)
                    .helping("give the parameter of the predicate a type"))
            }
            Some(Bound::Value(term)) => Ok(term),
            Some(Bound::Instance(_)) => {
                let message = format!("`{}` is an instance, not a value", name.node);
                Err(fault("SPC007", message, name.span))
            }
            None => Err(self.unknown_value(name, locals)),
        }
    }

    pub(crate) fn unknown_value(&self, name: &Name, locals: &Locals) -> Fault {
        let mut known: Vec<&str> = locals.keys().map(String::as_str).collect();
        known.sort_unstable();
        let declared = self.spec.ghosts.iter().chain(&self.spec.consts);
        known.extend(declared.map(|param| param.name.as_str()));
        let message = format!("`{}` is not declared", name.node);
        fault("SPC005", message, name.span).suggesting(&name.node, known)
    }

    pub(crate) fn expect_sort(&self, term: Term, sort: Sort, span: Span) -> Result<(), Fault> {
        let found = self.pool.sort(term);
        if found == sort {
            return Ok(());
        }
        let (expected, found) = (self.pool.show_sort(sort), self.pool.show_sort(found));
        Err(fault("SPC007", format!("expected a value of sort {expected}, found {found}"), span))
    }
}

fn join(pool: &Pool, op: TermOp, a: Term, b: Term) -> Term {
    match op {
        TermOp::Implies => pool.implies(a, b),
        TermOp::Iff | TermOp::Equal => pool.eq(a, b),
        TermOp::Differs => pool.not(pool.eq(a, b)),
        TermOp::Less => pool.lt(a, b),
        TermOp::LessEq => pool.le(a, b),
        TermOp::Greater => pool.lt(b, a),
        TermOp::GreaterEq => pool.le(b, a),
        TermOp::Add => pool.add(&[a, b]),
        TermOp::Sub => pool.sub(a, b),
        TermOp::Mul => pool.mul(&[a, b]),
        TermOp::Div => pool.div(a, b),
        TermOp::Mod => pool.modulo(a, b),
    }
}

/// Which part of a pair a function gives.
fn part_of_pair(name: &str) -> Option<u32> {
    match name {
        "fst" => Some(0),
        "snd" => Some(1),
        _ => None,
    }
}

/// A character where a number is wanted is its code, and the other way round. Characters are the
/// values of a data type `char` whose only constructor is over their codes.
fn coerce(pool: &Pool, term: Term, wanted: Sort) -> Term {
    let is_char = |sort: Sort| {
        pool.as_data(sort).is_some_and(|(data, _)| {
            pool.name(pool.data_name(data)) == "char"
                && matches!(pool.ctors(data), [only] if only.fields.len() == 1)
                && pool.field_sort(sort, 0, 0) == Sort::INT
        })
    };
    match pool.sort(term) {
        Sort::INT if is_char(wanted) => pool.construct(wanted, 0, &[term]),
        sort if wanted == Sort::INT && is_char(sort) => pool.field(0, 0, term),
        _ => term,
    }
}

/// Longer numbers are not written by hand.
const MAX_DIGITS: usize = 1000;

/// The number that digits write.
fn parse_int(pool: &Pool, digits: &str) -> Option<Term> {
    if let Ok(small) = digits.parse::<i64>() {
        return Some(pool.int(small));
    }
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let ten = pool.int(10);
    let digit = |total: Term, c: char| {
        Some(pool.add(&[pool.mul(&[total, ten]), pool.int(i64::from(c.to_digit(10)?))]))
    };
    digits.chars().try_fold(pool.int(0), digit)
}

#[cfg(test)]
mod tests {
    use source::Files;
    use term::{Ctor, Field};

    use super::*;
    use crate::contract::{Contract, Surroundings};
    use crate::syntax::{Tree, parse_contract};

    fn data(pool: &Pool, name: &str, ctors: &[(&str, Option<Sort>)]) -> Sort {
        let params = u32::from(ctors.iter().any(|(_, field)| field.is_some()));
        let data = pool.declare_data(name, params).expect("it is new");
        let ctor = |(name, field): &(&str, Option<Sort>)| Ctor {
            name: pool.symbol(name),
            fields: field
                .iter()
                .map(|sort| Field { name: pool.symbol("of"), sort: *sort })
                .collect(),
        };
        pool.define_data(data, ctors.iter().map(ctor).collect()).expect("names differ");
        let args: &[Sort] = if params == 0 { &[] } else { &[pool.param_sort(0)] };
        pool.data_sort(data, args)
    }

    /// What a condition means where `c` is a colour and `o` perhaps one, or what is wrong with it.
    fn meaning(text: &str) -> Result<String, String> {
        let pool = Pool::new();
        let color = data(&pool, "color", &[("Red", None), ("Green", None)]);
        let of = pool.param_sort(0);
        let option = data(&pool, "option", &[("None", None), ("Some", Some(of))]);
        let (option, _) = pool.as_data(option).expect("it is one");
        let option = pool.data_sort(option, &[color]);
        let values = [("c", color), ("o", option)];
        let values = values.map(|(name, sort)| (name.to_owned(), pool.var(name, sort))).to_vec();
        let around = Surroundings { values, ..Surroundings::default() };
        let file = Files::new().add("contract", &format!("ensure {text}"));
        let (tree, mut faults) = parse_contract(&file, 0..file.text().len());
        let (contract, more) = Contract::of_tree(&pool, &around, &Tree::default(), &tree);
        faults.extend(more);
        match faults.first() {
            Some(fault) => Err(fault.message.clone()),
            None => Ok(pool.show(contract.cases[0].ensure[0].what)),
        }
    }

    #[test]
    fn constructors_are_known_by_the_sort_of_the_other_side() {
        for (text, same) in [
            ("c = Red", "Red = c"),
            ("o = Some c", "Some(c) = o"),
            ("o = Some (Green)", "o = Some Green"),
            ("o <> None && c = Colors.Red", "None != o && Red = c"),
        ] {
            let meant = meaning(text).expect("it means something");
            assert_eq!(Ok(meant), meaning(same), "{text}");
        }
        assert_ne!(meaning("c = Red"), meaning("c = Green"));
        assert_ne!(meaning("o = Some c"), meaning("o = None"));
    }

    #[test]
    fn constructors_of_other_types_are_not_known() {
        assert_eq!(meaning("c = Blue"), Err("`Blue` is not declared".to_owned()));
        assert_eq!(meaning("Red = Red"), Err("`Red` is not declared".to_owned()));
        assert_eq!(meaning("o = Some"), Err("`Some` takes 1 argument, found 0".to_owned()));
        assert_eq!(
            meaning("o = Some o"),
            Err("expected a value of sort color, found (option color)".to_owned())
        );
    }
}
