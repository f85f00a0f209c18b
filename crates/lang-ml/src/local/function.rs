//! Contracts of local functions.

use source::{File, counted};
use trace::syntax::ContractTree;
use trace::syntax::contract::{Clause, RaisesTree};

use super::{Adder, CheckKind, LocalContracts};
use crate::ast::{Binding, Expr, ExprKind, Label, Param, Pattern, PatternKind};
use crate::interface;
use crate::spec::{has_contract, read_contract};
use crate::trial::{self, Known, Maker, Names, Rewriter};

/// A local function with its contract.
struct Local<'a> {
    name: String,
    names: Names,
    tree: &'a ContractTree,
    make: Maker,
}

/// What stands for calls of a definition that writes to nothing, in a proof: what is required is checked, and then it
/// does anything that the contract allows.
pub(crate) fn definition_stub(
    file: &File,
    exceptions: &[(String, usize)],
    (name, names): (&str, Names),
    tree: &ContractTree,
    make: Maker,
) -> Expr {
    let (within, loops, found) = (String::new(), Vec::new(), LocalContracts::default());
    let exceptions = exceptions.to_vec();
    let mut adder = Adder { file, within, checks: 0, loops, exceptions, found };
    adder.stub(&Local { name: name.to_owned(), names, tree, make }, Writes::Nothing)
}

/// What the function writes to that a stub stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writes {
    Nothing,
    Anything,
}

impl Adder<'_> {
    /// Puts what the contract of a local function says around its body.
    pub(super) fn local_function(&mut self, binding: &mut Binding) {
        let own = binding.notes.doc.clone().filter(has_contract);
        let after = || interface::gospel_after(self.file, binding.span);
        let Some(doc) = own.or_else(after) else { return };
        let Some(name) = trial::plain_name(&binding.pattern).map(str::to_owned) else { return };
        let params = trial::parameters(binding);
        if params.is_empty() {
            return;
        }
        let (read, faults) = read_contract(self.file, &doc);
        let tree = &read.contract;
        if faults.is_empty() && tree.clauses.is_empty() && read.undecided.is_empty() {
            return;
        }
        self.found.read.push(doc.span);
        self.undecided(&read.undecided);
        if !faults.is_empty() || !self.is_of_values(tree, params.len()) {
            self.found.faults.extend(faults);
            return;
        }
        let names = trial::names(&params, &tree.places);
        let local = Local { name, names, tree, make: Maker(binding.span) };
        self.surround(&local, innermost(binding, params.len()));
        for (at, (_, own)) in params.iter().enumerate() {
            let wanted = &local.names.params[at];
            if wanted != own || own.starts_with("arg") {
                rename(binding, at, wanted);
            }
        }
    }

    /// Whether a contract is one that local functions can have; otherwise it is refused.
    fn is_of_values(&mut self, tree: &ContractTree, params: usize) -> bool {
        let before = self.found.faults.len();
        for clause in &tree.clauses {
            let word = match &clause.node {
                Clause::Require(_) | Clause::Ensure(_) | Clause::Raises(_) | Clause::Pure => {
                    continue;
                }
                Clause::Ghost(_) => "ghost",
                Clause::Context(_) => "context",
                Clause::Effect(_) => "effect",
                Clause::Invariant(_) => "invariant",
                Clause::After(_) => "after",
                Clause::Modifies(_) => "modifies",
                Clause::Case => "case",
                Clause::Always(_) => "always",
            };
            let message = format!(
                "the contract of a local function is about values: `{word}` cannot stand here"
            );
            self.fault("SPC009", clause.span, &message);
        }
        for function in &tree.functions {
            let message =
                "a local function with a function as its parameter is checked without `where`";
            self.fault("SPC009", function.name.span, message);
        }
        let written = tree.places.len();
        if written != 0 && written != params + 1 {
            let found = counted(written - 1, "parameter");
            let name = tree.places.iter().find_map(|place| place.name.as_ref());
            let span = name.map(|name| name.span).or(tree.clauses.first().map(|one| one.span));
            if let Some(span) = span {
                let message = format!("the contract names {found} instead of {params}");
                self.fault("SPC006", span, &message);
            }
        }
        self.found.faults.len() == before
    }

    /// The body of a function with the checks of its contract around it.
    fn surround(&mut self, local: &Local<'_>, body: &mut Expr) {
        let make = local.make;
        let known = Known { defined: trial::words(self.file.text()), ..Known::default() };
        let files = [self.file];
        let mut rewriter = Rewriter::new(&files, &known, local.names.clone());
        let (mut required, mut returned, mut raised) = (Vec::new(), Vec::new(), Vec::new());
        for clause in &local.tree.clauses {
            match &clause.node {
                Clause::Require(cond) => {
                    let made = rewriter.program_condition(cond);
                    let (name, text) = (&local.name, self.text(cond.span));
                    let message = format!("this call breaks what `{name}` requires: `{text}`");
                    required.push(self.check(CheckKind::Require, &message, made));
                }
                Clause::Ensure(cond) => {
                    let made = rewriter.program_condition(cond);
                    let (name, text) = (&local.name, self.text(cond.span));
                    let message = format!("`{name}` does not ensure `{text}`");
                    returned.push(self.check(CheckKind::Ensure, &message, made));
                }
                Clause::Raises(raises) => {
                    let (on_return, on_raise) = self.raises(&mut rewriter, local, raises);
                    returned.extend(on_return);
                    raised.push((raises, on_raise));
                }
                _ => {}
            }
        }
        let (computed, faults) = (rewriter.computed, rewriter.faults);
        self.found.faults.extend(faults);
        let own = std::mem::replace(body, make.unit());
        let mut whole = match returned.is_empty() && raised.is_empty() {
            true => own,
            false => local.outcomes(own, returned, raised),
        };
        for computed in computed.iter().rev() {
            let at = Maker(computed.expr.span);
            whole = at.let_in(&computed.name, at.optional(computed.expr.clone()), whole);
        }
        required.push(whole);
        let checked = make.seq(required);
        let stub = self.stub(local, Writes::Anything);
        let unknown = |name: &String| {
            let unknown = make.call("tracehound__unknown", vec![make.text(name)]);
            make.call("tracehound__like", vec![make.name(name), unknown])
        };
        let mut args =
            make.seq(local.names.params.iter().map(unknown).chain([make.unit()]).collect());
        let mut named = Vec::new();
        for clause in &local.tree.clauses {
            if let Clause::Raises(raises) = &clause.node {
                named.push(make.case(make.raised(&raises.exception.node), make.unit()));
            }
        }
        if !named.is_empty() {
            args = make.trying(args, named);
        }
        *body = make.call("tracehound__stands", vec![stub, checked, args]);
    }

    /// What stands for a call in a proof: what is required is checked, what the function may write to is forgotten,
    /// and then it does anything that the contract allows.
    fn stub(&mut self, local: &Local<'_>, writes: Writes) -> Expr {
        let make = local.make;
        let known = Known { defined: trial::words(self.file.text()), ..Known::default() };
        let files = [self.file];
        let mut rewriter = Rewriter::new(&files, &known, local.names.clone());
        let assume = |cond: Expr| make.call("tracehound__assume", vec![cond]);
        let (mut required, mut returned, mut raised) = (Vec::new(), Vec::new(), Vec::new());
        for clause in &local.tree.clauses {
            match &clause.node {
                Clause::Require(cond) => {
                    let made = rewriter.program_condition(cond);
                    let (name, text) = (&local.name, self.text(cond.span));
                    let message = format!("this call breaks what `{name}` requires: `{text}`");
                    required.push(self.check(CheckKind::Require, &message, made));
                }
                Clause::Ensure(cond) => returned.push(assume(rewriter.program_condition(cond))),
                Clause::Raises(raises) => {
                    let is_of_argument = raises.when.as_ref().is_some_and(|when| {
                        raises.arguments.iter().any(|name| trial::mentions(&when.node, &name.node))
                    });
                    let cond = raises.when.as_ref().map(|when| match is_of_argument {
                        true => rewriter.program_condition(when),
                        false => rewriter.remembered_condition(when),
                    });
                    if let (Some(when), true) = (&raises.when, raises.exact && !is_of_argument) {
                        let made = rewriter.remembered_condition(when);
                        returned.push(assume(make.call("not", vec![made])));
                    }
                    raised.push((raises, cond.map(assume)));
                }
                _ => {}
            }
        }
        // What is wrong was said of the body already.
        let computed = rewriter.computed;
        let result = local.names.result.as_deref().unwrap_or("result#");
        returned.push(make.name(result));
        let unknown = |what: &str| make.call("tracehound__unknown", vec![make.text(what)]);
        let mut outcome = make.let_in(result, unknown("result"), make.seq(returned));
        for (raises, cond) in raised {
            let exception = self.any_exception(local, raises, cond);
            outcome = make.cond(unknown("exception"), exception, outcome);
        }
        let forget = make.call("tracehound__forget", vec![make.unit()]);
        let forget = (writes == Writes::Anything).then_some(forget);
        let mut whole = make.seq(forget.into_iter().chain([outcome]).collect());
        for computed in computed.iter().rev() {
            let at = Maker(computed.expr.span);
            whole = at.let_in(&computed.name, at.optional(computed.expr.clone()), whole);
        }
        required.push(whole);
        make.seq(required)
    }

    /// Raises an exception that a clause names, with any arguments under its condition.
    fn any_exception(&self, local: &Local<'_>, raises: &RaisesTree, cond: Option<Expr>) -> Expr {
        let make = local.make;
        let exception = &raises.exception.node;
        let Some(count) = self.arguments_of(exception) else {
            return make.call("tracehound__lost", vec![make.unit()]);
        };
        let given = |at: usize| match raises.arguments.get(at).map(|name| name.node.as_str()) {
            Some(name) if name != "_" && raises.arguments.len() == count => name.to_owned(),
            _ => format!("argument#{at}"),
        };
        let names: Vec<String> = (0..count).map(given).collect();
        let args = names.iter().map(|name| make.name(name)).collect();
        let raised = make.call("raise", vec![make.ctor(exception, args)]);
        let body = make.seq(cond.into_iter().chain([raised]).collect());
        names.iter().rev().fold(body, |body, name| {
            let unknown = make.call("tracehound__unknown", vec![make.text(name)]);
            make.let_in(name, unknown, body)
        })
    }

    /// How many arguments an exception has; none if it is not known.
    fn arguments_of(&self, exception: &str) -> Option<usize> {
        let known = [("Not_found", 0), ("Exit", 0), ("Invalid_argument", 1), ("Failure", 1)];
        let own = self.exceptions.iter().rev().find(|(name, _)| name == exception);
        let known = || known.into_iter().find(|(name, _)| *name == exception);
        own.map(|(_, count)| *count).or_else(|| known().map(|(_, count)| count))
    }

    /// What `raises` says of a call that returns, and of one that raises the exception.
    fn raises(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        local: &Local<'_>,
        raises: &RaisesTree,
    ) -> (Option<Expr>, Option<Expr>) {
        let Some(when) = &raises.when else { return (None, None) };
        let mut arguments = raises.arguments.iter();
        let is_of_argument = arguments.any(|name| trial::mentions(&when.node, &name.node));
        let cond = |rewriter: &mut Rewriter<'_>| match is_of_argument {
            true => rewriter.program_condition(when),
            false => rewriter.remembered_condition(when),
        };
        let (name, exception, text) = (&local.name, &raises.exception.node, self.text(when.span));
        let message = format!("`{name}` raises `{exception}` where `{text}` does not hold");
        let made = cond(rewriter);
        let on_raise = self.check(CheckKind::Ensure, &message, made);
        let on_return = (raises.exact && !is_of_argument).then(|| {
            let message =
                format!("`{name}` returns where `{text}` says that it raises `{exception}`");
            let made = cond(rewriter);
            self.check(CheckKind::Ensure, &message, Maker(when.span).call("not", vec![made]))
        });
        (on_return, Some(on_raise))
    }
}

impl Local<'_> {
    /// `match body with result -> checks; result | exception (E x as e) -> check; raise e`
    fn outcomes(
        &self,
        body: Expr,
        mut returned: Vec<Expr>,
        raised: Vec<(&RaisesTree, Option<Expr>)>,
    ) -> Expr {
        let make = self.make;
        let result = self.names.result.as_deref().unwrap_or("result#");
        returned.push(make.name(result));
        let mut cases = vec![make.case(make.variable(result), make.seq(returned))];
        for (raises, check) in raised {
            let arguments = raises.arguments.iter().map(|name| match name.node.as_str() {
                "_" => make.any(),
                name => make.variable(name),
            });
            let argument = make.tuple_pattern(arguments.collect());
            let again = make.call("raise", vec![make.name("exception#")]);
            let parts = check.into_iter().chain([again]).collect();
            let pattern = make.exception_as(&raises.exception.node, argument, "exception#");
            cases.push(make.case(pattern, make.seq(parts)));
        }
        make.matching(body, cases)
    }
}

/// The innermost body of a function with so many parameters; `function` becomes `fun` and `match`.
fn innermost(binding: &mut Binding, params: usize) -> &mut Expr {
    let mut body = &mut binding.body;
    while matches!(body.kind, ExprKind::Fun(..) | ExprKind::Function(_)) {
        if let ExprKind::Function(cases) = &mut body.kind {
            let make = Maker(body.span);
            let name = format!("arg{}", params - 1);
            let matching = make.matching(make.name(&name), std::mem::take(cases));
            body.kind = ExprKind::Fun(vec![parameter(make, &name)], None, Box::new(matching));
        }
        let ExprKind::Fun(_, _, inner) = &mut body.kind else { unreachable!("it has become one") };
        body = inner;
    }
    body
}

fn parameter(make: Maker, name: &str) -> Param {
    let pattern = Box::new(make.variable(name));
    Param::Value { label: Label::None, pattern, default: None, span: make.0 }
}

/// Gives a parameter the name that the contract has for it, besides what it is bound to already.
fn rename(binding: &mut Binding, at: usize, name: &str) {
    let mut params: Vec<&mut Param> = binding.params.iter_mut().collect();
    let mut body = &mut binding.body;
    while let ExprKind::Fun(more, _, inner) = &mut body.kind {
        params.extend(more);
        body = inner;
    }
    let values = params.into_iter().filter_map(|param| match param {
        Param::Value { pattern, .. } => Some(pattern),
        Param::NewTypes(_) => None,
    });
    if let Some(pattern) = values.into_iter().nth(at)
        && trial::plain_name(pattern) != Some(name)
    {
        let span = pattern.span;
        let own = std::mem::replace(&mut **pattern, Pattern::new(PatternKind::Any, span));
        let alias = PatternKind::Alias(Box::new(own), Maker(span).ident(name));
        **pattern = Pattern::new(alias, span);
    }
}
