//! Properties: operators, predicates expanded, automata.

use std::sync::Arc;

use crate::elaborate::{Bound, Elaborator, Fault, Helping, Locals, fault};
use term::Term;

use crate::formula::{EventSet, Formula, Marks, StateMachine};
use crate::syntax::tree::{
    At, BinaryOp, EventExpr, Expr, ManyOp, MarkKind, Mode, Name, TermExpr, UnaryOp,
};

/// How many predicates one property may expand to. Predicates that use predicates twice double the
/// size each time.
const MAX_EXPANSIONS: usize = 10_000;

impl Elaborator<'_> {
    /// A property, with events read as `mode` says.
    pub(crate) fn property(
        &mut self,
        mode: Mode,
        expr: &At<Expr>,
        locals: &Locals,
    ) -> Result<Formula, Fault> {
        match &expr.node {
            Expr::True => Ok(Formula::True),
            Expr::False => Ok(Formula::False),
            Expr::Last => Ok(Formula::Last),
            Expr::Eps => Ok(Formula::Empty),
            Expr::Event(events) => {
                let set = self.events(events, expr.span, locals)?;
                Ok(if mode == Mode::Ltl { Formula::Event(set) } else { Formula::One(set) })
            }
            Expr::Call(name, args) => self.expand(name, args, locals),
            Expr::Unary(op, inner) => {
                let inner = self.property(mode, inner, locals)?;
                Ok(unary(*op, inner))
            }
            Expr::Binary(op, left, right) => {
                let left = Box::new(self.property(mode, left, locals)?);
                Ok(binary(*op, left, Box::new(self.property(mode, right, locals)?)))
            }
            Expr::Many(op, parts) => {
                let parts = parts.iter().map(|part| self.property(mode, part, locals));
                let parts = parts.collect::<Result<_, _>>()?;
                Ok(match op {
                    ManyOp::And => Formula::And(parts),
                    ManyOp::Or => Formula::Or(parts),
                    ManyOp::Then => Formula::Then(parts),
                })
            }
            Expr::In(mode, inner) => self.property(*mode, inner, locals),
        }
    }

    /// A predicate with its arguments put in, or a property by its name.
    fn expand(
        &mut self,
        name: &Name,
        args: &[At<TermExpr>],
        locals: &Locals,
    ) -> Result<Formula, Fault> {
        self.expansions += 1;
        if self.expansions > MAX_EXPANSIONS {
            let message = format!("this expands to more than {MAX_EXPANSIONS} predicates");
            return Err(fault("SPC002", message, name.span));
        }
        let Some(predicate) = self.predicates.get(&name.node) else {
            return self.named_property(name, args);
        };
        if predicate.params.len() != args.len() {
            let expected = source::counted(predicate.params.len(), "argument");
            let message = format!("`{}` takes {expected}, found {}", name.node, args.len());
            return Err(fault("SPC006", message, name.span));
        }
        let mut inner = Locals::default();
        for (param, arg) in predicate.params.iter().zip(args) {
            let bound = match param.sort.as_ref().map(|sort| (sort, sort.node.as_str())) {
                Some((_, "instance")) => self.instance(arg, locals)?,
                Some((sort, _)) => Bound::Value(self.value_of(arg, self.sort(sort)?, locals)?),
                None if self.names_instance(arg, locals) => self.instance(arg, locals)?,
                None if self.is_construction(&arg.node, locals) => {
                    Bound::Written(arg.clone(), Arc::new(locals.clone()))
                }
                None => Bound::Value(self.value(arg, locals)?),
            };
            inner.insert(param.name.node.clone(), bound);
        }
        let (mode, body) = (predicate.mode, predicate.body.clone());
        let expanded = self.property(mode, &body, &inner);
        expanded.map_err(|fault| Box::new((*fault).at(name.span, "in this use of the predicate")))
    }

    fn named_property(&self, name: &Name, args: &[At<TermExpr>]) -> Result<Formula, Fault> {
        match self.spec.property(&name.node) {
            Some(property) if args.is_empty() => Ok(property.formula.clone()),
            Some(_) => {
                let message = format!("property `{}` takes no arguments", name.node);
                Err(fault("SPC006", message, name.span))
            }
            None => {
                let message = format!("there is no predicate or property `{}`", name.node);
                let mut known: Vec<&str> = self.predicates.keys().map(String::as_str).collect();
                known.sort_unstable();
                known.extend(self.spec.properties.iter().map(|p| p.name.as_str()));
                Err(fault("SPC005", message, name.span).suggesting(&name.node, known))
            }
        }
    }

    /// Whether an argument for a parameter without a sort can only be an instance.
    fn names_instance(&self, arg: &At<TermExpr>, locals: &Locals) -> bool {
        let TermExpr::Name(name) = &arg.node else { return false };
        match self.known(&name.node, locals) {
            Some(Bound::Instance(_)) => true,
            Some(Bound::Value(_) | Bound::Written(..)) => false,
            None => self.instance(arg, locals).is_ok(),
        }
    }

    /// The instance that an argument names: a parameter, or the first part of operation names.
    fn instance(&self, arg: &At<TermExpr>, locals: &Locals) -> Result<Bound, Fault> {
        let TermExpr::Name(name) = &arg.node else {
            return Err(fault("SPC007", "expected the name of an instance", arg.span));
        };
        if let Some(bound @ Bound::Instance(_)) = locals.get(&name.node) {
            return Ok(bound.clone());
        }
        if let Some(instance) = self.instances.get(&name.node) {
            return Ok(Bound::Instance(instance.clone()));
        }
        let alphabet = &self.spec.alphabet;
        let ops = alphabet.ops().map(|op| alphabet.name(self.pool, op));
        let instances: Vec<&str> =
            ops.filter_map(|op| op.rsplit_once('.').map(|(instance, _)| instance)).collect();
        if instances.contains(&name.node.as_str()) {
            return Ok(Bound::Instance(name.node.clone()));
        }
        let message = format!("no operation begins with `{}.`", name.node);
        Err(fault("SPC008", message, name.span).suggesting(&name.node, instances))
    }

    /// An explicit automaton. Its states are those that its transitions and marks name.
    pub(crate) fn machine(
        &mut self,
        start: &Name,
        kind: MarkKind,
        marked: &[Name],
        transitions: &[(Name, At<EventExpr>, Name)],
    ) -> Result<Formula, Fault> {
        let mut states: Vec<String> = vec![start.node.clone()];
        for name in transitions.iter().flat_map(|(from, _, to)| [from, to]) {
            if !states.contains(&name.node) {
                states.push(name.node.clone());
            }
        }
        let number = |name: &Name| {
            states.iter().position(|state| *state == name.node).ok_or_else(|| {
                let message = format!("no transition mentions state `{}`", name.node);
                let known = states.iter().map(String::as_str);
                fault("SPC005", message, name.span).suggesting(&name.node, known)
            })
        };
        let marks = marked.iter().map(number).collect::<Result<Vec<usize>, _>>()?;
        let mut edges = Vec::new();
        for (from, events, to) in transitions {
            let set = self.events(&events.node, events.span, &Locals::default())?;
            edges.push((number(from)?, set, number(to)?));
        }
        let marks = match kind {
            MarkKind::Accept => Marks::Accepting(marks),
            MarkKind::Violating => Marks::Violating(marks),
        };
        let machine = StateMachine { states: states.clone(), start: 0, transitions: edges, marks };
        Ok(Formula::Machine(machine.into()))
    }
}

fn unary(op: UnaryOp, inner: Formula) -> Formula {
    let boxed = Box::new(inner);
    match op {
        UnaryOp::Not => Formula::Not(boxed),
        UnaryOp::Next => Formula::Next(boxed),
        UnaryOp::WeakNext => Formula::WeakNext(boxed),
        UnaryOp::StrongNext => {
            let any = Formula::Event(EventSet::Any(Term::TRUE));
            Formula::Next(Box::new(Formula::And(vec![any, *boxed])))
        }
        UnaryOp::Finally => Formula::Finally(boxed),
        UnaryOp::Globally => Formula::Globally(boxed),
        UnaryOp::Star => Formula::Star(boxed),
        UnaryOp::Plus => Formula::Then(vec![(*boxed).clone(), Formula::Star(boxed)]),
        UnaryOp::Optional => Formula::Or(vec![Formula::Empty, *boxed]),
    }
}

fn binary(op: BinaryOp, left: Box<Formula>, right: Box<Formula>) -> Formula {
    match op {
        BinaryOp::Implies => Formula::Implies(left, right),
        BinaryOp::Iff => Formula::Iff(left, right),
        BinaryOp::Until => Formula::Until(left, right),
        BinaryOp::WeakUntil => Formula::WeakUntil(left, right),
        BinaryOp::Release => Formula::Release(left, right),
    }
}
