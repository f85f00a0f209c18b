//! Constants and pure functions of libraries.
//!
//! A violation says what a function is at the places that mattered. Elsewhere it is what the model
//! says as long as the axioms hold with that on all elements that are known and one more; if they do
//! not, the function is an order or equality that keeps what is known and the axioms.

use lang_ml::OperationKind;
use term::{Func, Literal, Model, Pool, Sort, SortNode, Term};
use trace::Axiom;

use crate::expr::{Scene, Vars};
use crate::incident::Unwritable;
use crate::names;

/// How many instances of an axiom are checked at most.
const MOST_INSTANCES: usize = 10_000;

/// What a function is where nothing is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meaning {
    /// What the model says.
    Table,
    /// Comes before, in this order.
    Before(Vec<Term>),
    /// Is the same or comes before, in this order.
    NotAfter(Vec<Term>),
    /// Is the same.
    Same,
}

impl Scene<'_> {
    /// The definitions of constants and pure functions, each under its word.
    pub(crate) fn pure_values(&self) -> Result<String, Unwritable> {
        let mut text = String::new();
        for operation in &self.incident.module.outline.operations {
            let word = names::word(&operation.name);
            match operation.kind {
                OperationKind::Constant(term) => {
                    let value = self.pool().eval(term, self.incident.functions);
                    // An element that a constant names is called like the constant already.
                    let value = self.expr(value, &Vars::default())?;
                    if value != word {
                        text.push_str(&format!("let {word} = {value}\n"));
                    }
                }
                OperationKind::Pure(func) => {
                    text.push_str(&format!("let {word} {}\n", self.pure_function(func)?));
                }
                OperationKind::Effect(_) => {}
            }
        }
        Ok(text)
    }

    /// Parameters, an equals sign and the body.
    fn pure_function(&self, func: Func) -> Result<String, Unwritable> {
        let pool = self.pool();
        let list = |values: &[Term]| {
            let values = values.iter().map(|value| self.expr(*value, &Vars::default()));
            let values = values.collect::<Result<Vec<String>, Unwritable>>()?;
            Ok::<String, Unwritable>(format!("[ {} ]", values.join("; ")))
        };
        Ok(match self.meaning(func) {
            Meaning::Table => self.table(func)?,
            Meaning::Before(order) => {
                let order = list(&order)?;
                format!("x y = rank {order} x < rank {order} y")
            }
            Meaning::NotAfter(order) => {
                let order = list(&order)?;
                format!("x y = rank {order} x <= rank {order} y")
            }
            Meaning::Same => {
                let (_, result) = pool.signature(func);
                debug_assert_eq!(result, Sort::BOOL, "only predicates are equalities");
                "x y = x = y".to_owned()
            }
        })
    }

    fn table(&self, func: Func) -> Result<String, Unwritable> {
        let pool = self.pool();
        let (sorts, result) = pool.signature(func);
        let params: Vec<String> = (0..sorts.len()).map(|at| format!("x{at}")).collect();
        let table = self.incident.functions.func(func);
        let mut rows = Vec::new();
        for (args, value) in table.iter().flat_map(|table| table.rows(pool)) {
            let args = args.iter().map(|arg| self.expr(*arg, &Vars::default()));
            let args = args.collect::<Result<Vec<String>, Unwritable>>()?.join(", ");
            rows.push(format!("(({args}), {})", self.expr(value, &Vars::default())?));
        }
        let otherwise = table.and_then(|table| table.otherwise());
        let otherwise = otherwise.or_else(|| pool.default_value(result)).ok_or_else(|| {
            Unwritable::because(format!("`{}` has no finite value", pool.show_sort(result)))
        })?;
        let otherwise = self.argument(otherwise, &Vars::default())?;
        Ok(format!(
            "{} = table [ {} ] ({}) {otherwise}",
            params.join(" "),
            rows.join("; "),
            params.join(", ")
        ))
    }

    fn meaning(&self, func: Func) -> Meaning {
        let pool = self.pool();
        let (sorts, result) = pool.signature(func);
        let axioms = &self.incident.specs.axioms;
        let [first, second] = *sorts else { return Meaning::Table };
        if first != second || result != Sort::BOOL {
            return Meaning::Table;
        }
        let domain = self.domain(first);
        let mut candidates = vec![Meaning::Table];
        if let Some(order) = self.order(func, first) {
            candidates.extend([Meaning::Before(order.clone()), Meaning::NotAfter(order)]);
        }
        candidates.push(Meaning::Same);
        let fits = |meaning: &Meaning| {
            let model = self.with_meaning(func, &domain, meaning);
            model.is_some_and(|model| axioms.iter().all(|axiom| self.keeps(axiom, &model)))
        };
        candidates.into_iter().find(fits).unwrap_or(Meaning::Table)
    }

    /// The known values of a sort, and one more if it is abstract.
    fn domain(&self, sort: Sort) -> Vec<Term> {
        let pool = self.pool();
        let mut domain = self.elements.of_sort(pool, sort);
        if let SortNode::Elem(_) = pool.sort_node(sort) {
            let number = |value: &Term| match pool.as_literal(*value) {
                Some(Literal::Elem(_, number)) => Some(*number),
                _ => None,
            };
            let next = domain.iter().filter_map(number).max().map_or(0, |number| number + 1);
            domain.push(pool.elem(sort, next));
        }
        domain
    }

    /// An order of the known elements in which the function says "comes before".
    fn order(&self, func: Func, sort: Sort) -> Option<Vec<Term>> {
        let pool = self.pool();
        let mut left = self.elements.of_sort(pool, sort);
        let mut before: Vec<(Term, Term)> = Vec::new();
        for (args, value) in self.incident.functions.func(func)?.rows(pool) {
            let [a, b] = *args else { continue };
            if a != b {
                before.push(if value == Term::TRUE { (a, b) } else { (b, a) });
            }
        }
        let mut order = Vec::new();
        while !left.is_empty() {
            let waits = |value: &Term| before.iter().any(|(a, b)| b == value && left.contains(a));
            let at = left.iter().position(|value| !waits(value))?;
            order.push(left.remove(at));
        }
        Some(order)
    }

    /// The model with a function of which everything is known; none if that contradicts it.
    fn with_meaning(&self, func: Func, domain: &[Term], meaning: &Meaning) -> Option<Model> {
        let pool = self.pool();
        let known = self.incident.functions;
        let mut model = known.clone();
        let rank = |order: &[Term], value: Term| {
            order.iter().position(|known| *known == value).unwrap_or(order.len())
        };
        for a in domain {
            for b in domain {
                let args = [*a, *b];
                let value = match meaning {
                    Meaning::Table => known.apply(pool, func, &args) == Some(Term::TRUE),
                    Meaning::Before(order) => rank(order, *a) < rank(order, *b),
                    Meaning::NotAfter(order) => rank(order, *a) <= rank(order, *b),
                    Meaning::Same => a == b,
                };
                let value = pool.bool(value);
                let table = known.func(func).filter(|table| table.has_row(&args));
                if table.is_some_and(|table| table.get(&args) != Some(value)) {
                    return None;
                }
                model.func_mut(func).insert(&args, value);
            }
        }
        Some(model)
    }

    /// Whether an axiom holds of everything that is known.
    fn keeps(&self, axiom: &Axiom, model: &Model) -> bool {
        let pool = self.pool();
        let domains: Vec<Vec<Term>> =
            axiom.vars.iter().map(|var| self.domain(pool.sort(*var))).collect();
        let instances = domains.iter().map(Vec::len).try_fold(1usize, |all, n| all.checked_mul(n));
        let Some(instances) = instances.filter(|count| *count <= MOST_INSTANCES) else {
            return true;
        };
        (0..instances).all(|instance| holds(pool, axiom, model, &domains, instance))
    }
}

/// Whether one instance of an axiom holds; its number says which values are taken.
fn holds(
    pool: &Pool,
    axiom: &Axiom,
    model: &Model,
    domains: &[Vec<Term>],
    instance: usize,
) -> bool {
    let (mut model, mut number) = (model.clone(), instance);
    for (var, domain) in axiom.vars.iter().zip(domains) {
        model.set(*var, domain[number % domain.len()]);
        number /= domain.len();
    }
    pool.eval(axiom.body, &model) == Term::TRUE
}
