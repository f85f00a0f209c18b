//! Letters and expressions in the syntax of specs, for people.
//!
//! Qualifiers become patterns again (`<put a !b>`), and complements are written with `~` where that
//! is shorter. What the spec format can say reads back with the same meaning; automata by state and
//! values without a notation are shown by a name.

use source::{Files, Span};
use term::{Literal, Op, Pool, Sort, Term};

use crate::alphabet::{OpId, OpPlace};
use crate::context::Context;
use crate::cover::{Product, cover};
use crate::formula::{EventSet, Formula};
use crate::letter::Letter;
use crate::regex::{Node, Regex};
use crate::syntax::print::{show_events, show_expr};
use crate::syntax::tree::{
    Arg, At, BinaryOp, EventExpr, Expr, ManyOp, Mode, Pattern, TermExpr, TermOp, UnaryOp,
};

/// Conditions deeper than this are shown in the printed form of terms.
const MAX_DEPTH: usize = 24;

impl Context<'_> {
    /// A letter as text, such as `<put a !b>` or `~<get>`.
    #[must_use]
    pub fn show_letter(&self, letter: Letter) -> String {
        show_events(&Sugar::new(*self).letter(letter), 0)
    }

    /// A formula as text, as after `property name :=`. An explicit automaton is only named.
    #[must_use]
    pub fn show_formula(&self, formula: &Formula) -> String {
        show_expr(&Sugar::new(*self).formula(formula), 0)
    }

    /// An expression as text, as after `regex name :=`, unless it has more than `most` parts. Expressions
    /// share their parts, which text cannot, so that small ones may be exponentially long as text.
    #[must_use]
    pub fn show_regex(&self, regex: Regex, most: u64) -> Option<String> {
        let is_short = self.regexes.written_size(regex) <= most;
        is_short.then(|| show_expr(&Sugar::new(*self).regex(regex), 0))
    }
}

struct Sugar<'a> {
    ctx: Context<'a>,
    nowhere: Span,
}

impl<'a> Sugar<'a> {
    fn new(ctx: Context<'a>) -> Sugar<'a> {
        Sugar { ctx, nowhere: Files::new().add("", "").span(0..0) }
    }

    fn at<T>(&self, node: T) -> At<T> {
        At { node, span: self.nowhere }
    }

    fn boxed<T>(&self, node: T) -> Box<At<T>> {
        Box::new(self.at(node))
    }

    fn name(&self, text: impl Into<String>) -> At<String> {
        self.at(text.into())
    }

    fn regex(&self, regex: Regex) -> Expr {
        let all = |parts: &[Regex]| parts.iter().map(|part| self.at(self.regex(*part))).collect();
        match self.ctx.regexes.node(regex) {
            Node::Empty => Expr::False,
            Node::Epsilon => Expr::Eps,
            Node::All => Expr::Unary(UnaryOp::Star, self.boxed(Expr::Event(EventExpr::Any))),
            Node::Letter(letter) => self.letter_expr(*letter),
            Node::Concat(parts) => Expr::Many(ManyOp::Then, all(parts)),
            Node::Star(inner) => Expr::Unary(UnaryOp::Star, self.boxed(self.regex(*inner))),
            Node::Not(inner) => Expr::Unary(UnaryOp::Not, self.boxed(self.regex(*inner))),
            Node::And(parts) => Expr::Many(ManyOp::And, all(parts)),
            Node::Or(parts) => Expr::Many(ManyOp::Or, all(parts)),
            Node::Until(left, right) => {
                let part = |regex| Expr::In(Mode::Regex, self.boxed(self.regex(regex)));
                let (left, right) = (self.boxed(part(*left)), self.boxed(part(*right)));
                let until = Expr::Binary(BinaryOp::Until, left, right);
                Expr::In(Mode::Ltl, self.boxed(until))
            }
            Node::Run(_, state) => {
                let number = TermExpr::Number(state.to_string());
                Expr::Call(self.name("automaton_from"), vec![self.at(number)])
            }
        }
    }

    fn formula(&self, formula: &Formula) -> Expr {
        let all = |parts: &[Formula]| -> Vec<At<Expr>> {
            parts.iter().map(|part| self.at(self.formula(part))).collect()
        };
        let unary = |op, inner| Expr::Unary(op, self.boxed(self.formula(inner)));
        let binary =
            |op, a, b| Expr::Binary(op, self.boxed(self.formula(a)), self.boxed(self.formula(b)));
        let many = |op, parts: &[Formula], none| match all(parts) {
            parts if parts.is_empty() => none,
            mut parts if parts.len() == 1 => parts.remove(0).node,
            parts => Expr::Many(op, parts),
        };
        match formula {
            Formula::True => Expr::True,
            Formula::False => Expr::False,
            Formula::Last => Expr::Last,
            Formula::Empty => Expr::Eps,
            Formula::Event(set) => self.letter_expr(self.events(set)),
            Formula::One(set) => {
                Expr::In(Mode::Regex, self.boxed(self.letter_expr(self.events(set))))
            }
            Formula::Not(a) => unary(UnaryOp::Not, a),
            Formula::And(parts) => many(ManyOp::And, parts, Expr::True),
            Formula::Or(parts) => many(ManyOp::Or, parts, Expr::False),
            Formula::Then(parts) => many(ManyOp::Then, parts, Expr::Eps),
            Formula::Implies(a, b) => binary(BinaryOp::Implies, a, b),
            Formula::Iff(a, b) => binary(BinaryOp::Iff, a, b),
            Formula::Next(a) => unary(UnaryOp::Next, a),
            Formula::WeakNext(a) => unary(UnaryOp::WeakNext, a),
            Formula::Finally(a) => unary(UnaryOp::Finally, a),
            Formula::Globally(a) => unary(UnaryOp::Globally, a),
            Formula::Until(a, b) => binary(BinaryOp::Until, a, b),
            Formula::WeakUntil(a, b) => binary(BinaryOp::WeakUntil, a, b),
            Formula::Release(a, b) => binary(BinaryOp::Release, a, b),
            Formula::Star(a) => {
                let inner = Expr::In(Mode::Ltl, self.boxed(self.formula(a)));
                let star = Expr::Unary(UnaryOp::Star, self.boxed(inner));
                Expr::In(Mode::Regex, self.boxed(star))
            }
            Formula::Machine(_) => Expr::Call(self.name("automaton"), Vec::new()),
        }
    }

    fn events(&self, set: &EventSet) -> Letter {
        self.ctx.regexes.of_events(self.ctx.pool, set)
    }

    /// A letter as a regular expression: `||` between events is also one between expressions, and
    /// so reads back.
    fn letter_expr(&self, letter: Letter) -> Expr {
        match self.letter(letter) {
            EventExpr::Many(ManyOp::Or, parts) => {
                let parts = parts.into_iter().map(|part| self.at(Expr::Event(part.node)));
                Expr::Many(ManyOp::Or, parts.collect())
            }
            other => Expr::Event(other),
        }
    }

    fn letter(&self, letter: Letter) -> EventExpr {
        let (cases, rest) =
            (self.ctx.regexes.letter_cases(letter), self.ctx.regexes.letter_rest(letter));
        let not = |events| EventExpr::Not(self.boxed(events));
        match rest {
            Term::FALSE => self.any_of(cases, |term| term).unwrap_or(not(EventExpr::Any)),
            Term::TRUE => {
                let out = self.any_of(cases, |term| self.ctx.pool.not(term));
                out.map_or(EventExpr::Any, not)
            }
            guard => {
                let guard = self.at(self.guarded(guard));
                let rest = match self.any_of(cases, |_| Term::TRUE) {
                    None => guard.node,
                    Some(others) => EventExpr::Many(ManyOp::And, vec![guard, self.at(not(others))]),
                };
                let listed = cases.iter().flat_map(|(op, term)| self.calls(*op, *term));
                let all: Vec<EventExpr> = listed.chain([rest]).collect();
                self.union(all).expect("at least the rest")
            }
        }
    }

    fn guarded(&self, guard: Term) -> EventExpr {
        let cond = Some(self.at(self.term(guard, &[], 0)));
        EventExpr::Pattern(Box::new(Pattern { result: None, op: None, args: Vec::new(), cond }))
    }

    fn any_of(&self, cases: &[(OpId, Term)], of: impl Fn(Term) -> Term) -> Option<EventExpr> {
        self.union(cases.iter().flat_map(|(op, term)| self.calls(*op, of(*term))).collect())
    }

    fn union(&self, mut all: Vec<EventExpr>) -> Option<EventExpr> {
        if all.len() < 2 {
            return all.pop();
        }
        Some(EventExpr::Many(ManyOp::Or, all.into_iter().map(|part| self.at(part)).collect()))
    }

    /// The calls of an operation under a condition, as patterns: those that are in, or all but those
    /// that are out, whichever is shorter.
    fn calls(&self, op: OpId, cond: Term) -> Vec<EventExpr> {
        let pool = self.ctx.pool;
        let Some(within) = cover(pool, cond) else {
            return vec![self.pattern(op, &[], Some(cond))];
        };
        let pattern = |product: &Product| self.pattern(op, product, None);
        let without = cover(pool, pool.not(cond)).unwrap_or_default();
        let out = self.union(without.iter().map(pattern).collect());
        if let Some(out) = out.filter(|_| without.len() + 1 < within.len()) {
            let all = self.pattern(op, &[], None);
            let parts = vec![self.at(all), self.at(EventExpr::Not(self.boxed(out)))];
            return vec![EventExpr::Many(ManyOp::And, parts)];
        }
        within.iter().map(pattern).collect()
    }

    /// One call pattern: equations of a place with a value become arguments, the rest a condition.
    fn pattern(&self, op: OpId, product: &[(Term, bool)], cond: Option<Term>) -> EventExpr {
        let pool = self.ctx.pool;
        let declared = self.ctx.alphabet.op(op);
        let places = declared.places();
        let mut args: Vec<Arg> = vec![Arg::Any; places.len()];
        let mut conds: Vec<Term> = cond.into_iter().collect();
        for (atom, sign) in product {
            match self.equation(places, *atom) {
                Some((at, value)) if args[at] == Arg::Any => {
                    let value = self.term(value, &[], 0);
                    args[at] = if *sign { Arg::Is(value) } else { Arg::IsNot(value) };
                }
                _ => conds.push(if *sign { *atom } else { pool.not(*atom) }),
            }
        }
        let cond = pool.and(&conds);
        let names = self.bind_places(places, cond, &mut args);
        let cond = (cond != Term::TRUE).then(|| self.at(self.term(cond, &names, 0)));
        EventExpr::Pattern(Box::new(self.assemble(op, args, cond)))
    }

    fn assemble(&self, op: OpId, args: Vec<Arg>, cond: Option<At<TermExpr>>) -> Pattern {
        let declared = self.ctx.alphabet.op(op);
        let mut args = args;
        let result = declared.result().and_then(|_| args.pop()).filter(|arg| *arg != Arg::Any);
        if args.iter().all(|arg| *arg == Arg::Any) {
            args.clear();
        }
        Pattern {
            result: result.map(|arg| self.at(arg)),
            op: Some(self.name(self.ctx.alphabet.name(self.ctx.pool, op))),
            args: args.into_iter().map(|arg| self.at(arg)).collect(),
            cond,
        }
    }

    /// `place = value` where the value mentions no place; a place that is a truth value or its
    /// negation counts too.
    fn equation(&self, places: &[OpPlace], atom: Term) -> Option<(usize, Term)> {
        let pool = self.ctx.pool;
        let place_of = |term: Term| places.iter().position(|place| place.formal == term);
        if let Some(at) = place_of(atom) {
            return Some((at, Term::TRUE));
        }
        let (Op::Eq, &[a, b]) = pool.node(atom) else { return None };
        let (at, value) = match (place_of(a), place_of(b)) {
            (Some(at), None) => (at, b),
            (None, Some(at)) => (at, a),
            _ => return None,
        };
        let free = pool.free_vars(&[value]);
        let closed = !free.iter().any(|var| place_of(*var).is_some());
        closed.then_some((at, value))
    }

    /// Names for the places that a condition mentions; they stand as arguments, so that the names
    /// are known in the condition. A place whose argument is taken keeps its declared name.
    fn bind_places(&self, places: &[OpPlace], cond: Term, args: &mut [Arg]) -> Vec<(Term, String)> {
        let pool = self.ctx.pool;
        let free = pool.free_vars(&[cond]);
        let mut names = Vec::new();
        for (place, arg) in places.iter().zip(args) {
            if free.contains(&place.formal) {
                let mut name = place.name.clone();
                while free.iter().any(|var| pool.show(*var) == name) {
                    name.push('\'');
                }
                if *arg == Arg::Any {
                    *arg = Arg::Is(TermExpr::Name(self.name(name.clone())));
                }
                names.push((place.formal, name));
            }
        }
        names
    }

    fn term(&self, term: Term, names: &[(Term, String)], depth: usize) -> TermExpr {
        let pool = self.ctx.pool;
        let of = |part: Term| self.at(self.term(part, names, depth + 1));
        let boxed = |part: Term| Box::new(of(part));
        let all = |parts: &[Term]| parts.iter().map(|part| of(*part)).collect::<Vec<_>>();
        let binary = |op, a, b| TermExpr::Binary(op, boxed(a), boxed(b));
        if depth > MAX_DEPTH {
            return TermExpr::Name(self.name(pool.show(term)));
        }
        match pool.node(term) {
            (Op::Lit(_), _) => self.literal(pool, term),
            (Op::Var(_), _) => {
                let named = names.iter().find(|(formal, _)| *formal == term);
                let text = named.map_or_else(|| plain_name(pool, term), |(_, name)| name.clone());
                TermExpr::Name(self.name(text))
            }
            (Op::Apply(func), args) => {
                TermExpr::Apply(self.name(pool.name(pool.func_name(func))), all(args))
            }
            (Op::Not, &[inner]) => match pool.node(inner) {
                (Op::Eq, &[a, b]) => binary(TermOp::Differs, a, b),
                _ => TermExpr::Not(boxed(inner)),
            },
            (Op::And, parts) => TermExpr::Many(ManyOp::And, all(parts)),
            (Op::Or, parts) => TermExpr::Many(ManyOp::Or, all(parts)),
            (Op::Eq, &[a, b]) if pool.sort(a) == Sort::BOOL => binary(TermOp::Iff, a, b),
            (Op::Eq, &[a, b]) => binary(TermOp::Equal, a, b),
            (Op::Le, &[a, b]) => binary(TermOp::LessEq, a, b),
            (Op::Lt, &[a, b]) => binary(TermOp::Less, a, b),
            (Op::Div, &[a, b]) => binary(TermOp::Div, a, b),
            (Op::Mod, &[a, b]) => binary(TermOp::Mod, a, b),
            (Op::Add, parts) => self.chain(TermOp::Add, all(parts)),
            (Op::Mul, parts) => self.chain(TermOp::Mul, all(parts)),
            (Op::Ite, &[cond, yes, no]) => TermExpr::If(boxed(cond), boxed(yes), boxed(no)),
            _ => TermExpr::Name(self.name(pool.show(term))),
        }
    }

    fn chain(&self, op: TermOp, parts: Vec<At<TermExpr>>) -> TermExpr {
        let joined = parts
            .into_iter()
            .reduce(|left, right| self.at(TermExpr::Binary(op, Box::new(left), Box::new(right))));
        joined.expect("sums and products have operands").node
    }

    fn literal(&self, pool: &Pool, term: Term) -> TermExpr {
        match pool.as_literal(term).expect("a literal") {
            Literal::Bool(value) => TermExpr::Bool(*value),
            Literal::Int(int) if int.is_negative() => {
                TermExpr::Minus(self.boxed(TermExpr::Number(int.abs().to_string())))
            }
            Literal::Int(int) => TermExpr::Number(int.to_string()),
            Literal::Text(text) => TermExpr::Text(text.to_string()),
            Literal::Elem(sort, number) => {
                TermExpr::Name(self.name(format!("{}!{number}", pool.show_sort(*sort))))
            }
            Literal::Real(_) | Literal::BitVec(_) => TermExpr::Name(self.name(pool.show(term))),
        }
    }
}

/// The name of a variable as people wrote it: what follows a `#` keeps variables of one name apart.
fn plain_name(pool: &Pool, var: Term) -> String {
    let shown = pool.show(var);
    match shown.trim_matches('|').split_once('#') {
        Some((name, _)) if !name.is_empty() => name.to_owned(),
        _ => shown,
    }
}
