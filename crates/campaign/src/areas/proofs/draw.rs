//! Random cases.

use test_support::Dice;

use super::case::{
    Case, Clauses, Cond, ELEMENT, Formula, Method, Op, OpCase, Operand, Pattern, RESULT, Recursion,
    Sort, Stmt, Test, Var,
};

/// The case that a tape describes.
pub(super) fn case(tape: &[u8]) -> Case {
    let mut dice = Dice::of_tape(tape);
    let ops = library(&mut dice);
    let mut drawer = Drawer { dice, ops };
    let helper = drawer.dice.percent(25).then(|| drawer.method(None, false));
    let method = drawer.method(helper.as_ref(), true);
    Case { ops: drawer.ops, helper, method }
}

/// A case in which one thing is different.
pub(super) fn mutant(case: &Case, seed: u64) -> Case {
    let mut drawer = Drawer { dice: Dice::new(seed), ops: case.ops.clone() };
    let mut other = case.clone();
    let helper = case.helper.as_ref();
    match drawer.dice.below(6) {
        0 | 1 => drawer.change_stmt(&mut other.method.body, helper),
        2 => other.method.result = Test::Not(Box::new(other.method.result)),
        3 => drawer.change_clauses(&mut other.method),
        4 => drawer.change_library(&mut other.ops),
        _ => match &mut other.helper {
            Some(helper) => drawer.change_stmt(&mut helper.body, None),
            None => drawer.change_stmt(&mut other.method.body, None),
        },
    }
    other
}

/// A formula over operations with one place of two values, for tests of what formulas mean.
#[cfg(test)]
pub(super) fn formula_over(dice: &mut Dice, count: usize, depth: usize) -> Formula {
    let op = |name| Op {
        name,
        params: vec![var("v", Sort::Two)],
        result: None,
        cases: vec![OpCase { ghosts: vec![], context: None, ensure: Cond::True }],
    };
    let ops = ["put", "del"].into_iter().take(count).map(op).collect();
    let mut drawer = Drawer { dice: Dice::new(dice.any()), ops };
    drawer.formula(&[], depth)
}

fn var(name: &str, sort: Sort) -> Var {
    Var { name: name.to_owned(), sort }
}

fn event(op: usize, places: Vec<Pattern>) -> Formula {
    Formula::Event { op, places, negated: false }
}

fn negated(formula: &Formula) -> Formula {
    match formula {
        Formula::Event { op, places, negated } => {
            Formula::Event { op: *op, places: places.clone(), negated: !negated }
        }
        other => Formula::Not(Box::new(other.clone())),
    }
}

/// Operations: `put` and one or two others.
fn library(dice: &mut Dice) -> Vec<Op> {
    let values = *dice.pick(&[Sort::Two, Sort::Two, Sort::Three]);
    let mut put = vec![var("k", Sort::Key)];
    if dice.percent(60) {
        put.push(var("v", values));
    }
    let any = OpCase { ghosts: vec![], context: None, ensure: Cond::True };
    let mut ops = vec![Op { name: "put", params: put, result: None, cases: vec![any.clone()] }];
    let has_values = ops[0].params.len() > 1;
    let mem = Op {
        name: "mem",
        params: vec![var("k", Sort::Key)],
        result: Some(Sort::Bool),
        cases: vec![],
    };
    ops.push(mem);
    match dice.below(4) {
        0 if has_values => ops.push(Op {
            name: "get",
            params: vec![var("k", Sort::Key)],
            result: Some(values),
            cases: vec![],
        }),
        1 => ops.push(Op {
            name: "del",
            params: vec![var("k", Sort::Key)],
            result: None,
            cases: vec![any],
        }),
        2 => ops.push(Op {
            name: "tick",
            params: vec![var("b", Sort::Bool)],
            result: None,
            cases: vec![any],
        }),
        _ => {}
    }
    let mut drawer = Drawer { dice: Dice::new(dice.any()), ops: ops.clone() };
    for (at, op) in ops.iter_mut().enumerate() {
        match op.result {
            Some(sort) => op.cases = drawer.answers(at, sort),
            None if drawer.dice.percent(15) => {
                let params = op.params.clone();
                op.cases[0].context = Some(drawer.formula(&params, 1));
            }
            None => {}
        }
    }
    ops
}

struct Drawer {
    dice: Dice,
    ops: Vec<Op>,
}

impl Drawer {
    /// The cases of an operation that answers.
    fn answers(&mut self, op: usize, sort: Sort) -> Vec<OpCase> {
        let params = self.ops[op].params.clone();
        let result = || Operand::Var(RESULT.to_owned());
        let case = |context, ensure| OpCase { ghosts: vec![], context, ensure };
        let is = |value| Cond::Is(result(), Operand::Value(sort, value));
        match self.dice.below(10) {
            // What was put last is what is got.
            0..3 if sort != Sort::Bool => {
                let ghost = var("w", sort);
                let key = || Pattern::Is(Operand::Var("k".to_owned()));
                let put = event(0, vec![key(), Pattern::Is(Operand::Var("w".to_owned()))]);
                let again = negated(&event(0, vec![key(), Pattern::Any]));
                let since = Formula::Next(Box::new(Formula::Globally(Box::new(again))));
                let context =
                    Formula::Finally(Box::new(Formula::And(Box::new(put), Box::new(since))));
                let ensure = Cond::Is(result(), Operand::Var("w".to_owned()));
                vec![OpCase { ghosts: vec![ghost], context: Some(context), ensure }]
            }
            0..7 => {
                let context = self.formula(&params, 1);
                let other = Formula::Not(Box::new(context.clone()));
                let (yes, no) = (is(1), is(0));
                vec![case(Some(context), yes), case(Some(other), no)]
            }
            7 => vec![case(None, Cond::True)],
            8 => {
                let context = self.formula(&params, 2);
                vec![case(Some(context), is(1))]
            }
            _ => {
                let (one, other) = (self.formula(&params, 1), self.formula(&params, 1));
                vec![case(Some(one), is(1)), case(Some(other), is(0)), case(None, Cond::True)]
            }
        }
    }

    fn operand(&mut self, scope: &[Var], sort: Sort) -> Option<Operand> {
        let fit: Vec<&Var> = scope.iter().filter(|var| var.sort == sort).collect();
        if !fit.is_empty() && (sort == Sort::Key || self.dice.percent(50)) {
            return Some(Operand::Var(self.dice.pick(&fit).name.clone()));
        }
        (sort != Sort::Key).then(|| Operand::Value(sort, self.dice.below(sort.size())))
    }

    /// An event of some operation.
    fn event(&mut self, scope: &[Var]) -> Formula {
        let op = if self.dice.percent(60) { 0 } else { self.dice.below(self.ops.len()) };
        let places = self.ops[op].places();
        let places = places.into_iter().map(|sort| match self.dice.below(8) {
            0 | 1 => Pattern::Any,
            2 => self.operand(scope, sort).map_or(Pattern::Any, Pattern::IsNot),
            _ => self.operand(scope, sort).map_or(Pattern::Any, Pattern::Is),
        });
        let places = places.collect();
        event(op, places)
    }

    fn formula(&mut self, scope: &[Var], depth: usize) -> Formula {
        let this = self.event(scope);
        let other = if self.dice.percent(50) { this.clone() } else { self.event(scope) };
        if depth > 1 && self.dice.percent(40) {
            let (a, b) = (self.formula(scope, depth - 1), self.formula(scope, depth - 1));
            return match self.dice.below(9) {
                0 => Formula::And(Box::new(a), Box::new(b)),
                1 => Formula::Or(Box::new(a), Box::new(b)),
                2 => Formula::Implies(Box::new(a), Box::new(b)),
                3 => Formula::Not(Box::new(a)),
                4 => Formula::Globally(Box::new(a)),
                5 => Formula::Until(Box::new(a), Box::new(b)),
                6 => Formula::Then(Box::new(a), Box::new(b)),
                7 => Formula::Next(Box::new(a)),
                _ => Formula::Finally(Box::new(a)),
            };
        }
        let never = |event: &Formula| Formula::Globally(Box::new(negated(event)));
        match self.dice.below(8) {
            0 | 1 => {
                let since = Formula::Next(Box::new(never(&other)));
                Formula::Globally(Box::new(Formula::Implies(Box::new(this), Box::new(since))))
            }
            2 => Formula::Finally(Box::new(this)),
            3 => never(&this),
            4 => Formula::Finally(Box::new(Formula::And(
                Box::new(this),
                Box::new(Formula::Next(Box::new(never(&other)))),
            ))),
            5 => Formula::Or(
                Box::new(Formula::Until(Box::new(negated(&this)), Box::new(other))),
                Box::new(never(&this)),
            ),
            6 => Formula::Implies(
                Box::new(Formula::Finally(Box::new(this))),
                Box::new(Formula::Finally(Box::new(other))),
            ),
            _ => Formula::Globally(Box::new(Formula::Implies(
                Box::new(this),
                Box::new(Formula::Next(Box::new(Formula::Finally(Box::new(other))))),
            ))),
        }
    }

    fn cond(&mut self, scope: &[Var], depth: usize) -> Cond {
        if depth > 0 && self.dice.percent(50) {
            let (a, b) =
                (Box::new(self.cond(scope, depth - 1)), Box::new(self.cond(scope, depth - 1)));
            return match self.dice.below(3) {
                0 => Cond::Both(a, b),
                1 => Cond::Either(a, b),
                _ => Cond::Not(a),
            };
        }
        if scope.is_empty() {
            return Cond::True;
        }
        let one = self.dice.pick(scope).clone();
        match self.operand(scope, one.sort) {
            Some(other) => Cond::Is(Operand::Var(one.name), other),
            None => Cond::True,
        }
    }

    /// A method with its contract.
    fn method(&mut self, helper: Option<&Method>, recursive: bool) -> Method {
        let mut params = vec![var("a", Sort::Key)];
        if self.dice.percent(40) {
            params.push(var("b", Sort::Key));
        }
        let values = self.ops[0].params.get(1).map(|var| var.sort);
        if let Some(sort) = values.filter(|_| self.dice.percent(50)) {
            params.push(var("v", sort));
        }
        let mut ghosts = Vec::new();
        if self.dice.percent(70) {
            ghosts.push(var("i", Sort::Key));
        }
        if let Some(sort) = values.filter(|_| self.dice.percent(20)) {
            ghosts.push(var("w", sort));
        }
        let recursion = match self.dice.below(10) {
            0 | 1 if recursive => Recursion::ListLast,
            2 if recursive => Recursion::ListFirst,
            3 if recursive && params.get(1).is_some_and(|var| var.sort == Sort::Key) => {
                Recursion::While
            }
            _ => Recursion::None,
        };
        let groups = 1 + usize::from(self.dice.percent(15));
        let clauses = (0..groups).map(|_| self.clauses(&params, &ghosts)).collect();
        let mut scope = params.clone();
        if matches!(recursion, Recursion::ListFirst | Recursion::ListLast) {
            scope.push(var(ELEMENT, Sort::Key));
        }
        let body = self.stmt(&scope, helper, 2);
        let again = self.test(&params, helper, 1);
        let result = match self.dice.percent(50) {
            true => Test::Cond(Cond::True),
            false => self.test(&params, helper, 1),
        };
        Method { params, ghosts, clauses, recursion, again, body, result }
    }

    fn clauses(&mut self, params: &[Var], ghosts: &[Var]) -> Clauses {
        let scope = [params, ghosts].concat();
        let with_result = [params, &[var(RESULT, Sort::Bool)]].concat();
        let mut clauses = Clauses::default();
        let some = |this: &mut Drawer, percent: usize, depth: usize| {
            this.dice.percent(percent).then(|| this.formula(&scope, depth))
        };
        clauses.invariant = some(self, 65, 2);
        clauses.context = some(self, 30, 2);
        clauses.effect = some(self, 20, 1);
        clauses.after = some(self, 20, 1);
        clauses.require = self.dice.percent(20).then(|| self.cond(params, 1));
        let nothing =
            clauses.invariant.is_none() && clauses.effect.is_none() && clauses.after.is_none();
        let wanted = nothing || self.dice.percent(25);
        clauses.ensure = wanted.then(|| self.cond(&with_result, 2));
        clauses
    }

    fn args(&mut self, scope: &[Var], params: &[Var]) -> Option<Vec<Operand>> {
        params.iter().map(|param| self.operand(scope, param.sort)).collect()
    }

    fn stmt(&mut self, scope: &[Var], helper: Option<&Method>, depth: usize) -> Stmt {
        match self.dice.below(if depth == 0 { 3 } else { 9 }) {
            0 | 1 => {
                let op = if self.dice.percent(60) { 0 } else { self.dice.below(self.ops.len()) };
                let params = self.ops[op].params.clone();
                self.args(scope, &params).map_or(Stmt::Skip, |args| Stmt::Call(op, args))
            }
            2 => match helper {
                Some(helper) => {
                    let params = helper.params.clone();
                    self.args(scope, &params).map_or(Stmt::Skip, Stmt::Helper)
                }
                None => Stmt::Skip,
            },
            // What is not there is put.
            3 | 4 => {
                let Some(key) = self.operand(scope, Sort::Key) else { return Stmt::Skip };
                let mem = Test::Returns(1, vec![key.clone()], 1);
                let mut args = vec![key];
                for param in self.ops[0].params.clone().iter().skip(1) {
                    args.extend(self.operand(scope, param.sort));
                }
                let test = if self.dice.percent(80) { Test::Not(Box::new(mem)) } else { mem };
                Stmt::If(test, Box::new(Stmt::Call(0, args)), Box::new(self.stmt(scope, helper, 0)))
            }
            5 | 6 => {
                let test = self.test(scope, helper, 1);
                let (yes, no) =
                    (self.stmt(scope, helper, depth - 1), self.stmt(scope, helper, depth - 1));
                Stmt::If(test, Box::new(yes), Box::new(no))
            }
            7 => {
                let (first, second) =
                    (self.stmt(scope, helper, depth - 1), self.stmt(scope, helper, depth - 1));
                Stmt::Seq(Box::new(first), Box::new(second))
            }
            _ => {
                let answering = |op: &usize| self.ops[*op].result.is_some();
                let ops: Vec<usize> = (0..self.ops.len()).filter(answering).collect();
                let op = *self.dice.pick(&ops);
                let params = self.ops[op].params.clone();
                let Some(args) = self.args(scope, &params) else { return Stmt::Skip };
                let name = format!("x{depth}");
                let sort = self.ops[op].result.expect("it answers");
                let inner = [scope, &[var(&name, sort)]].concat();
                Stmt::Let(name, op, args, Box::new(self.stmt(&inner, helper, depth - 1)))
            }
        }
    }

    fn test(&mut self, scope: &[Var], helper: Option<&Method>, depth: usize) -> Test {
        match self.dice.below(if depth == 0 { 5 } else { 8 }) {
            0 | 1 => {
                let answering = |op: &usize| self.ops[*op].result.is_some();
                let ops: Vec<usize> = (0..self.ops.len()).filter(answering).collect();
                let op = *self.dice.pick(&ops);
                let (params, sort) = (self.ops[op].params.clone(), self.ops[op].result);
                let value = self.dice.below(sort.map_or(1, Sort::size));
                match self.args(scope, &params) {
                    Some(args) => Test::Returns(op, args, value),
                    None => Test::Cond(Cond::True),
                }
            }
            2 if helper.is_some() => {
                let params = helper.map(|helper| helper.params.clone()).unwrap_or_default();
                self.args(scope, &params).map_or(Test::Cond(Cond::True), Test::Helper)
            }
            2..5 => Test::Cond(self.cond(scope, 1)),
            5 => Test::Not(Box::new(self.test(scope, helper, depth - 1))),
            6 => Test::Both(
                Box::new(self.test(scope, helper, depth - 1)),
                Box::new(self.test(scope, helper, depth - 1)),
            ),
            _ => Test::Either(
                Box::new(self.test(scope, helper, depth - 1)),
                Box::new(self.test(scope, helper, depth - 1)),
            ),
        }
    }

    /// Changes one thing that a program does.
    fn change_stmt(&mut self, stmt: &mut Stmt, helper: Option<&Method>) {
        let here = self.dice.percent(50);
        match stmt {
            Stmt::If(test, ..) if here && self.dice.percent(60) => {
                *test = Test::Not(Box::new(test.clone()));
            }
            Stmt::If(_, yes, no) if !here => match self.dice.percent(50) {
                true => self.change_stmt(yes, helper),
                false => self.change_stmt(no, helper),
            },
            Stmt::Seq(first, second) if !here => match self.dice.percent(50) {
                true => self.change_stmt(first, helper),
                false => self.change_stmt(second, helper),
            },
            Stmt::Let(.., rest) if !here => self.change_stmt(rest, helper),
            _ => match self.dice.below(3) {
                0 => *stmt = Stmt::Skip,
                1 => *stmt = Stmt::Seq(Box::new(stmt.clone()), Box::new(stmt.clone())),
                _ => {
                    let more = self.stmt(&[var("a", Sort::Key)], helper, 0);
                    *stmt = Stmt::Seq(Box::new(stmt.clone()), Box::new(more));
                }
            },
        }
    }

    /// Drops or changes a clause.
    fn change_clauses(&mut self, method: &mut Method) {
        let scope = [method.params.as_slice(), &method.ghosts].concat();
        let clauses = &mut method.clauses[0];
        match self.dice.below(4) {
            0 => clauses.context = None,
            1 => clauses.require = None,
            2 => clauses.after = clauses.invariant.clone().or(Some(self.formula(&scope, 1))),
            _ => clauses.invariant = Some(self.formula(&scope, 2)),
        }
    }

    /// Changes what an operation says.
    fn change_library(&mut self, ops: &mut [Op]) {
        let answering: Vec<usize> = (0..ops.len()).filter(|op| ops[*op].result.is_some()).collect();
        let op = *self.dice.pick(&answering);
        let sort = ops[op].result.expect("it answers");
        match self.dice.below(3) {
            0 => ops[op].cases = self.answers(op, sort),
            1 => ops[op].cases[0].ensure = Cond::True,
            _ => ops[op].cases[0].context = None,
        }
    }
}
