//! Contracts inside of definitions: invariants of loops, and contracts of local functions.
//!
//! Each becomes code where it stands, by the syntax alone and before types are known, so that whatever
//! reaches the loop or the function is checked:
//!
//! ```text
//! while c do (** invariant i *) b done       while (check i; c) do b done
//!
//! (** (x: int) -> (r: int)                   let rec f x =
//!     require p                                check p;                    (* the caller's fault *)
//!     ensure q                                 match e with
//!     raises E when c *)                       | r -> check q; r           (* the function's *)
//! let rec f x = e in                           | exception (E as e) -> check c; raise e
//! ```
//!
//! A check that fails ends the run, whatever handles exceptions around it. In the program of the core the checks are
//! assertions with codes of their own ([`CheckKind`]): those of a loop stand at the beginning of the function
//! that the loop becomes, and those of a function around its body, so a proof finds there what it may take for
//! granted and what it has to show.

mod function;
mod repeat;
mod walk;

use std::collections::BTreeSet;

pub(crate) use function::definition_stub;

use source::{Diagnostic, File, Span};
use trace::syntax::tree::{At, TermExpr};

use crate::ast::{Ast, Binding, Const, CtorArgs, Expr, ExprKind, Item, ItemKind};
use crate::resolved;
use crate::spec::loop_comments;
use crate::trial::{self, Known, Maker, Names, Rewriter};

/// What is checked at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckKind {
    /// The invariant of a loop.
    Invariant,
    /// The variant of a loop.
    Variant,
    /// What a local function requires.
    Require,
    /// What a local function ensures, or which exceptions come out of it.
    Ensure,
}

impl CheckKind {
    const ALL: [CheckKind; 4] =
        [CheckKind::Invariant, CheckKind::Variant, CheckKind::Require, CheckKind::Ensure];

    /// The code of the failure.
    pub(crate) fn code(self) -> &'static str {
        match self {
            CheckKind::Invariant => "ML105",
            CheckKind::Variant => "ML106",
            CheckKind::Require => "ML107",
            CheckKind::Ensure => "ML108",
        }
    }

    /// Whether the failure is the fault of the call of the function around it.
    pub(crate) fn is_of_caller(self) -> bool {
        self == CheckKind::Require
    }

    /// The kind with the number that a literal has.
    pub(crate) fn numbered(literal: &resolved::Expr) -> CheckKind {
        let number = match literal.kind {
            resolved::ExprKind::Const(Const::Int(number)) => usize::try_from(number).ok(),
            _ => None,
        };
        number.and_then(|at| CheckKind::ALL.get(at).copied()).expect("checks have numbered kinds")
    }

    fn number(self) -> i64 {
        let at = CheckKind::ALL.iter().position(|kind| *kind == self);
        at.and_then(|at| i64::try_from(at).ok()).expect("all kinds are listed")
    }
}

/// Whether a code is that of a check inside of a definition.
#[must_use]
pub fn is_local_code(code: &str) -> bool {
    CheckKind::ALL.iter().any(|kind| kind.code() == code)
}

/// What was found in a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocalContracts {
    /// Where the comments stand that were read.
    pub(crate) read: Vec<Span>,
    /// The functions with checks in them, with the modules around them.
    pub(crate) checked: BTreeSet<String>,
    /// Clauses that are not decided, with the functions that they stand in.
    pub(crate) undecided: Vec<(String, String)>,
    pub(crate) faults: Vec<Diagnostic>,
}

/// Turns the contracts inside of the functions of a file into checks.
pub(crate) fn add(file: &File, ast: &mut Ast) -> LocalContracts {
    let found = LocalContracts::default();
    let (within, loops) = (String::new(), Vec::new());
    let exceptions = exceptions(&ast.items);
    let mut adder = Adder { file, within, checks: 0, loops, exceptions, found };
    adder.items(&mut ast.items, "");
    adder.strays();
    adder.found
}

/// The exceptions that a file defines at the top, with the number of their arguments.
pub(crate) fn exceptions(items: &[Item]) -> Vec<(String, usize)> {
    let exception = |item: &Item| {
        let ItemKind::Exception(ctor) = &item.kind else { return None };
        match &ctor.args {
            CtorArgs::Tuple(args) if ctor.same.is_none() => {
                Some((ctor.name.text.clone(), args.len()))
            }
            CtorArgs::Tuple(_) | CtorArgs::Record(_) => None,
        }
    };
    items.iter().filter_map(exception).collect()
}

struct Adder<'a> {
    file: &'a File,
    /// The function at the top that is walked through.
    within: String,
    /// How many checks were made so far.
    checks: usize,
    /// The loops of functions.
    loops: Vec<Span>,
    /// The exceptions of the file, with the number of their arguments.
    exceptions: Vec<(String, usize)>,
    found: LocalContracts,
}

impl Adder<'_> {
    fn items(&mut self, items: &mut [Item], prefix: &str) {
        for item in items {
            match &mut item.kind {
                ItemKind::Let(_, bindings) => {
                    bindings.iter_mut().for_each(|binding| self.definition(binding, prefix));
                }
                ItemKind::Modules(_, modules) => {
                    for module in modules {
                        let Some(name) = &module.name else { continue };
                        let inner = format!("{prefix}{}.", name.text);
                        if let Some(items) = module.body.as_mut().and_then(trial::structure_of_mut)
                        {
                            self.items(items, &inner);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// What is no function is computed once and is no target, so nothing would be checked there.
    fn definition(&mut self, binding: &mut Binding, prefix: &str) {
        let Some(name) = trial::plain_name(&binding.pattern) else { return };
        if trial::parameters(binding).is_empty() {
            return;
        }
        self.within = format!("{prefix}{name}");
        let before = self.checks;
        walk::of_binding(binding).into_iter().for_each(|expr| self.expr(expr));
        if self.checks > before {
            self.found.checked.insert(self.within.clone());
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        walk::parts(expr).into_iter().for_each(|part| self.expr(part));
        match &mut expr.kind {
            ExprKind::While(_, body, notes) | ExprKind::For { body, notes, .. } => {
                self.loops.push(expr.span);
                self.repetition(body, notes);
            }
            ExprKind::Let { bindings, .. } => {
                bindings.iter_mut().for_each(|binding| self.local_function(binding));
            }
            _ => {}
        }
    }

    /// Refuses what is said of loops and stands somewhere within one, where it belongs to none.
    fn strays(&mut self) {
        for range in loop_comments(self.file.text()) {
            let span = self.file.span(range);
            let is_within = |outer: &Span| outer.start <= span.start && span.end <= outer.end;
            if self.loops.iter().any(is_within) && !self.found.read.contains(&span) {
                let help = "an invariant stands after `do`, or right before the loop";
                let message = "this invariant belongs to no loop, so nothing would be checked";
                let fault = Diagnostic::error(message).with_code("SPC015").at(span, "");
                self.found.faults.push(fault.with_help(help));
            }
        }
    }

    /// Names clauses that are not decided.
    fn undecided(&mut self, clauses: &[At<String>]) {
        for clause in clauses {
            let text = clause.node.split_whitespace().collect::<Vec<_>>().join(" ");
            self.found.undecided.push((self.within.clone(), text));
            // It is a target, so that the answer names them.
            self.found.checked.insert(self.within.clone());
        }
    }

    fn fault(&mut self, code: &'static str, span: Span, message: &str) {
        self.found.faults.push(Diagnostic::error(message).with_code(code).at(span, ""));
    }

    fn text(&self, span: Span) -> String {
        self.file.text()[span.range()].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What a condition may name: everything that the program has where it stands.
    fn known(&self, span: Span) -> Known {
        let defined = trial::words(&self.file.text()[span.range()]);
        Known { defined, ..Known::default() }
    }

    /// A condition on what the program has where it stands, without the past.
    fn present(&mut self, cond: &At<TermExpr>, names: &Names) -> Expr {
        let (files, known) = ([self.file], self.known(cond.span));
        let mut rewriter = Rewriter::new(&files, &known, names.clone());
        let made = rewriter.program_condition(cond);
        let (faults, past) = (rewriter.faults, rewriter.computed);
        self.found.faults.extend(faults);
        if !past.is_empty() {
            self.fault(
                "SPC016",
                cond.span,
                "`old` is what was before a call, and this is about none",
            );
        }
        made
    }

    /// Fails with a message where a condition does not hold.
    fn check(&mut self, kind: CheckKind, message: &str, cond: Expr) -> Expr {
        self.checks += 1;
        let make = Maker(cond.span);
        let lost = make.call("tracehound__lost", vec![make.unit()]);
        // An exception in a condition is none of the program.
        let cond = if may_raise(&cond) { make.attempt(cond, lost) } else { cond };
        make.call("tracehound__check", vec![make.int(kind.number()), make.text(message), cond])
    }
}

/// Operators that raise nothing on values that they apply to.
const SAFE: &[&str] = &["=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "~-", "not", "!"];

/// Whether an expression that was made of a condition may raise an exception.
fn may_raise(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Path(_) | ExprKind::Ctor(_, None) => false,
        ExprKind::Logic(_, left, right) => may_raise(left) || may_raise(right),
        ExprKind::Apply(function, args) => {
            let ExprKind::Path(path) = &function.kind else { return true };
            !path.as_plain().is_some_and(|name| SAFE.contains(&name))
                || args.iter().any(|(_, arg)| may_raise(arg))
        }
        ExprKind::Field(record, _) => may_raise(record),
        ExprKind::If(cond, yes, no) => {
            may_raise(cond) || may_raise(yes) || no.as_deref().is_some_and(may_raise)
        }
        _ => true,
    }
}
