//! From tree to instructions: names become numbers, types are checked, nesting goes.
//!
//! Every check that the language makes is spelled out here as a jump over a failure, and reading an
//! array is a loop of reads, so that the machine knows neither. After this no name is compared.

mod body;
mod expr;
mod scope;

use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

use crate::ast::{Ast, Block, Name, Stmt, StmtKind, Type};
use crate::lower::body::Body;
use crate::program::{FuncId, Function, Program, Target};
use syntax::{Errors, shown};

/// The program of a tree, or everything that is wrong with it.
pub fn lower(ast: &Ast<'_>) -> Result<Program, Vec<Diagnostic>> {
    let mut errors = Errors::default();
    let signatures = Signatures::collect(ast, &mut errors);
    check_targets(ast, &mut errors);
    let functions: Vec<Function> = lower_functions(ast, &signatures, &mut errors);
    let targets = ast.checks.iter().enumerate().map(|(number, check)| Target {
        name: check.name.text.to_owned(),
        span: check.name.span,
        body: FuncId(ast.functions.len() + number),
    });
    let diagnostics = errors.finish();
    if diagnostics.is_empty() {
        Ok(Program::new(functions, targets.collect()))
    } else {
        Err(diagnostics)
    }
}

/// The functions of the file and then its checks, in source order.
fn lower_functions(
    ast: &Ast<'_>,
    known: &Signatures<'_, '_>,
    errors: &mut Errors,
) -> Vec<Function> {
    let mut functions = Vec::new();
    for function in &ast.functions {
        if errors.is_full() {
            break;
        }
        let mut body = Body::new(known, errors, function.result);
        for (name, ty) in &function.params {
            body.param(*name, *ty);
        }
        functions.push(body.finish(&function.body));
        if let Some(result) = function.result.filter(|_| !returns(&function.body)) {
            errors.report(missing_return(&function.name, result, function.body.end));
        }
    }
    for check in &ast.checks {
        functions.push(Body::new(known, errors, None).finish(&check.body));
    }
    functions
}

/// The functions of a file by name.
pub(crate) struct Signatures<'a, 't> {
    by_name: FxHashMap<&'t str, FuncId>,
    pub(crate) functions: &'a [crate::ast::Function<'t>],
}

impl<'a, 't> Signatures<'a, 't> {
    fn collect(ast: &'a Ast<'t>, errors: &mut Errors) -> Signatures<'a, 't> {
        let mut by_name = FxHashMap::default();
        for (number, function) in ast.functions.iter().enumerate() {
            let name = function.name;
            let first = *by_name.entry(name.text).or_insert(FuncId(number));
            if first != FuncId(number) {
                errors.report(defined_twice("function", name, ast.functions[first.0].name.span));
            }
        }
        Signatures { by_name, functions: &ast.functions }
    }

    /// The function of this name.
    pub(crate) fn find(&self, name: &str) -> Option<(FuncId, &'a crate::ast::Function<'t>)> {
        let id = *self.by_name.get(name)?;
        Some((id, &self.functions[id.0]))
    }
}

fn check_targets(ast: &Ast<'_>, errors: &mut Errors) {
    if ast.checks.is_empty() {
        errors.report(
            Diagnostic::error("there is nothing to run")
                .at(ast.end, "expected a `check`")
                .with_help("add an entry point: `check name { … }`"),
        );
    }
    let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
    for check in &ast.checks {
        let first = *seen.entry(check.name.text).or_insert(check.name.span);
        if first != check.name.span {
            errors.report(defined_twice("check", check.name, first));
        }
    }
}

fn defined_twice(what: &str, name: Name<'_>, first: Span) -> Diagnostic {
    Diagnostic::error(format!("{what} {} is defined twice", shown(name.text)))
        .at(name.span, "second definition")
        .at(first, "first definition")
}

fn missing_return(name: &Name<'_>, result: Type, end: Span) -> Diagnostic {
    Diagnostic::error(format!("function {} can end without a result", shown(name.text)))
        .at(end, format!("expected a `return` with a value of type `{result}` before this"))
        .at(name.span, "")
}

/// Whether the end of a block is plainly out of reach. A loop may end, whatever its condition.
fn returns(block: &Block<'_>) -> bool {
    block.stmts.iter().any(|Stmt { kind, .. }| match kind {
        StmtKind::Return(_) => true,
        StmtKind::If(_, yes, Some(no)) => returns(yes) && returns(no),
        StmtKind::If(_, _, None)
        | StmtKind::Let(..)
        | StmtKind::Assign(..)
        | StmtKind::AssignAt(..)
        | StmtKind::While(..)
        | StmtKind::Assume(_)
        | StmtKind::Assert(..)
        | StmtKind::Emit(..)
        | StmtKind::Call(..) => false,
    })
}
