//! The parts of a contract that only the program can compute.
//!
//! A condition may apply functions of the program, name its variables, read mutable fields, and
//! mention the values before the call (`old`). Each such part becomes a variable of the contract,
//! and an expression of the program that computes its value.

use std::collections::{BTreeMap, BTreeSet};

use source::{Diagnostic, File, Span};
use trace::syntax::ContractTree;
use trace::syntax::contract::{Clause, FunctionTree, RaisesTree};
use trace::syntax::tree::{
    Arg, At, EventExpr, Expr as Formula, ManyOp, Name, Pattern, TermExpr, TermOp,
};

use super::make::Maker;
use super::text::written;
use crate::ast::{Expr, Label, Logic};
use crate::parse;

/// When something is computed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum When {
    /// Before the call.
    Before,
    /// After it, however it ended.
    After,
    /// After it, if it returned.
    Returned,
}

/// A part of a contract that the program computes.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    /// The name that stands for it in the contract.
    pub(crate) name: String,
    /// As the user wrote it.
    pub(crate) text: String,
    /// What was written, about the parameters of the method.
    pub(crate) of: TermExpr,
    pub(crate) when: When,
    pub(crate) expr: Expr,
    /// The expression as text; none if it has none.
    pub(crate) written: Option<String>,
    /// Whether the contract mentions it; otherwise only other expressions do.
    pub(crate) is_noted: bool,
}

/// The names that a contract can mention.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Parameters.
    pub(crate) params: Vec<String>,
    /// The result.
    pub(crate) result: Option<String>,
    /// Ghosts: the program does not know them.
    pub(crate) ghosts: BTreeSet<String>,
    /// The types of parameters and result as the contract writes them.
    pub(crate) types: BTreeMap<String, String>,
}

/// What a file says of names, by its text alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Values that are defined by `let`, with and without the modules around them.
    pub(crate) defined: BTreeSet<String>,
    /// Values that only signatures and externals declare.
    pub(crate) declared: BTreeSet<String>,
    /// Mutable fields.
    pub(crate) mutable: BTreeSet<String>,
    /// Modules that have definitions or come with the language.
    pub(crate) modules: BTreeSet<String>,
    /// Types that have constructors or fields.
    pub(crate) structured: BTreeSet<String>,
}

/// Whether a place wants a condition, so that `!x` is a negation and not what a reference holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Condition,
    Value,
}

pub(crate) struct Rewriter<'a> {
    files: &'a [&'a File],
    known: &'a Known,
    names: Names,
    /// The variables of the module.
    pub(crate) state: BTreeSet<String>,
    pub(crate) computed: Vec<Computed>,
    pub(crate) faults: Vec<Diagnostic>,
}

impl<'a> Rewriter<'a> {
    pub(crate) fn new(files: &'a [&'a File], known: &'a Known, names: Names) -> Rewriter<'a> {
        let (state, computed, faults) = (BTreeSet::new(), Vec::new(), Vec::new());
        Rewriter { files, known, names, state, computed, faults }
    }

    /// The contract with variables in place of what the program computes.
    pub(crate) fn contract(&mut self, tree: &ContractTree) -> ContractTree {
        let mut clauses = Vec::new();
        for clause in &tree.clauses {
            match &clause.node {
                Clause::Modifies(names) => clauses.extend(self.unchanged(names, clause.span)),
                node => clauses.push(At { node: self.clause(node), span: clause.span }),
            }
        }
        let functions = tree.functions.iter().map(|function| FunctionTree {
            name: function.name.clone(),
            contract: function.contract.clone(),
        });
        ContractTree { places: tree.places.clone(), clauses, functions: functions.collect() }
    }

    /// What `modifies` says: the other variables of the module hold what they held before.
    fn unchanged(&mut self, modified: &[Name], span: Span) -> Vec<At<Clause>> {
        let at = |node: TermExpr| At { node, span };
        let mut clauses = Vec::new();
        for variable in self.state.clone() {
            if modified.iter().any(|name| name.node == variable) {
                continue;
            }
            let value = at(TermExpr::Name(At { node: variable.clone(), span }));
            let before = self.add_named(&value, When::Before, (true, &variable));
            let after = self.add_named(&value, When::After, (true, &variable));
            let name = |node: String| Box::new(at(TermExpr::Name(At { node, span })));
            let equal = TermExpr::Binary(TermOp::Equal, name(after), name(before));
            clauses.push(At { node: Clause::Always(at(equal)), span });
        }
        clauses
    }

    fn clause(&mut self, clause: &Clause) -> Clause {
        match clause {
            Clause::Ghost(ghosts) => {
                self.names.ghosts.extend(ghosts.iter().map(|ghost| ghost.name.node.clone()));
                clause.clone()
            }
            Clause::Context(formula) => Clause::Context(self.formula(formula)),
            Clause::Effect(formula) => Clause::Effect(self.formula(formula)),
            Clause::Invariant(formula) => Clause::Invariant(self.formula(formula)),
            Clause::After(formula) => Clause::After(self.formula(formula)),
            Clause::Require(cond) => Clause::Require(self.condition(cond, When::Before)),
            Clause::Ensure(cond) => Clause::Ensure(self.condition(cond, When::Returned)),
            Clause::Raises(raises) => Clause::Raises(self.raises(raises)),
            Clause::Case => {
                self.names.ghosts.clear();
                Clause::Case
            }
            // The invariant of a type.
            Clause::Always(cond) => Clause::Always(self.condition(cond, When::After)),
            Clause::Modifies(_) | Clause::Pure => clause.clone(),
        }
    }

    fn raises(&mut self, raises: &RaisesTree) -> RaisesTree {
        // The arguments of the exception are not known before the call.
        let arguments = raises.arguments.iter().map(|name| name.node.clone());
        let hidden: Vec<String> =
            arguments.filter(|name| self.names.ghosts.insert(name.clone())).collect();
        let when = raises.when.as_ref().map(|when| self.condition(when, When::Before));
        hidden.iter().for_each(|name| {
            self.names.ghosts.remove(name);
        });
        let (exception, arguments) = (raises.exception.clone(), raises.arguments.clone());
        RaisesTree { exception, arguments, when, exact: raises.exact }
    }

    /// A formula is about events; what the program computes in it, it computes before the call.
    fn formula(&mut self, formula: &At<Formula>) -> At<Formula> {
        let node = match &formula.node {
            Formula::Event(event) => Formula::Event(self.event(event)),
            Formula::Call(name, args) => {
                let args = args.iter().map(|arg| self.value(arg, When::Before)).collect();
                Formula::Call(name.clone(), args)
            }
            Formula::Unary(op, inner) => Formula::Unary(*op, Box::new(self.formula(inner))),
            Formula::Binary(op, left, right) => {
                let left = self.formula(left);
                Formula::Binary(*op, Box::new(left), Box::new(self.formula(right)))
            }
            Formula::Many(op, parts) => {
                Formula::Many(*op, parts.iter().map(|part| self.formula(part)).collect())
            }
            Formula::In(mode, inner) => Formula::In(*mode, Box::new(self.formula(inner))),
            plain @ (Formula::True | Formula::False | Formula::Last | Formula::Eps) => {
                plain.clone()
            }
        };
        At { node, span: formula.span }
    }

    fn event(&mut self, event: &EventExpr) -> EventExpr {
        match event {
            EventExpr::Any => EventExpr::Any,
            EventExpr::Pattern(pattern) => EventExpr::Pattern(Box::new(self.pattern(pattern))),
            EventExpr::Not(inner) => {
                let node = self.event(&inner.node);
                EventExpr::Not(Box::new(At { node, span: inner.span }))
            }
            EventExpr::Many(op, parts) => {
                let part = |part: &At<EventExpr>, own: &mut Self| At {
                    node: own.event(&part.node),
                    span: part.span,
                };
                EventExpr::Many(*op, parts.iter().map(|one| part(one, self)).collect())
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) -> Pattern {
        let arg = |arg: &At<Arg>, own: &mut Self| {
            let value = |term: &TermExpr, own: &mut Self| {
                let at = At { node: term.clone(), span: arg.span };
                own.value(&at, When::Before).node
            };
            let node = match &arg.node {
                Arg::Any => Arg::Any,
                Arg::Is(term) => Arg::Is(value(term, own)),
                Arg::IsNot(term) => Arg::IsNot(value(term, own)),
            };
            At { node, span: arg.span }
        };
        Pattern {
            result: pattern.result.as_ref().map(|one| arg(one, self)),
            op: pattern.op.clone(),
            args: pattern.args.iter().map(|one| arg(one, self)).collect(),
            cond: pattern.cond.as_ref().map(|cond| self.condition(cond, When::Before)),
        }
    }

    fn condition(&mut self, expr: &At<TermExpr>, when: When) -> At<TermExpr> {
        self.term(expr, when, Place::Condition)
    }

    fn value(&mut self, expr: &At<TermExpr>, when: When) -> At<TermExpr> {
        self.term(expr, when, Place::Value)
    }

    fn term(&mut self, expr: &At<TermExpr>, when: When, place: Place) -> At<TermExpr> {
        if self.is_computed(expr, place) || self.is_guarded(expr) {
            return self.compute(expr, when);
        }
        let node = match &expr.node {
            TermExpr::Apply(name, args) => {
                let args = args.iter().map(|arg| self.value(arg, when)).collect();
                TermExpr::Apply(name.clone(), args)
            }
            TermExpr::Not(inner) => TermExpr::Not(Box::new(self.condition(inner, when))),
            TermExpr::Minus(inner) => TermExpr::Minus(Box::new(self.value(inner, when))),
            TermExpr::Binary(op, left, right) => {
                let place = match op {
                    TermOp::Implies | TermOp::Iff => Place::Condition,
                    _ => Place::Value,
                };
                let left = self.term(left, when, place);
                let right = self.term(right, when, place);
                TermExpr::Binary(*op, Box::new(left), Box::new(right))
            }
            TermExpr::Many(op, parts) => {
                let parts = self.without_ghosts_first(*op, parts);
                let parts = parts.iter().map(|part| self.condition(part, when)).collect();
                TermExpr::Many(*op, parts)
            }
            TermExpr::If(cond, yes, no) => {
                let cond = self.condition(cond, when);
                let yes = self.term(yes, when, place);
                let no = self.term(no, when, place);
                TermExpr::If(Box::new(cond), Box::new(yes), Box::new(no))
            }
            plain @ (TermExpr::Bool(_)
            | TermExpr::Number(_)
            | TermExpr::Text(_)
            | TermExpr::Char(_)
            | TermExpr::Code(_)
            | TermExpr::Name(_)) => plain.clone(),
        };
        At { node, span: expr.span }
    }

    /// Whether only the program can tell the value of an expression, by what stands at its head.
    fn is_computed(&self, expr: &At<TermExpr>, place: Place) -> bool {
        match &expr.node {
            TermExpr::Apply(name, args) if name.node == "old" => args.len() == 1,
            TermExpr::Apply(name, _) => {
                name.node.starts_with(['.', '`'])
                    || ["@", "^"].contains(&name.node.as_str())
                    || self.is_program_value(&name.node)
            }
            TermExpr::Code(_) => true,
            // The tags of polymorphic variants are known to the program alone.
            TermExpr::Binary(TermOp::Equal | TermOp::Differs, left, right) => {
                has_tag(&left.node) || has_tag(&right.node)
            }
            // So is the order of what is no number.
            TermExpr::Binary(
                TermOp::Less | TermOp::LessEq | TermOp::Greater | TermOp::GreaterEq,
                left,
                right,
            ) => self.is_structured(&left.node) || self.is_structured(&right.node),
            TermExpr::Name(name) => {
                self.is_program_value(&name.node) || self.is_mutable_field(&name.node)
            }
            TermExpr::Not(inner) => self.dereferenced(expr, inner, place).is_some(),
            _ => false,
        }
    }

    /// Whether a part of a condition has a value only where the parts before it say so, as in
    /// `Hashtbl.mem t k && Hashtbl.find t k = v`. The program then computes it as a whole.
    fn is_guarded(&self, expr: &At<TermExpr>) -> bool {
        let has_guarded_part = match &expr.node {
            TermExpr::Many(_, parts) => parts.iter().skip(1).any(is_partial),
            TermExpr::Binary(TermOp::Implies, _, right) => is_partial(right),
            TermExpr::If(_, yes, no) => is_partial(yes) || is_partial(no),
            _ => false,
        };
        has_guarded_part && !self.names.ghosts.iter().any(|ghost| mentions(&expr.node, ghost))
    }

    /// The parts of a condition. Where some have a value only if those before them hold, and others mention what the
    /// program does not know, neighbours that it does know are one part: `Hashtbl.mem t k && Hashtbl.find t k = v && x = k`.
    fn without_ghosts_first(&self, op: ManyOp, parts: &[At<TermExpr>]) -> Vec<At<TermExpr>> {
        let is_known = |part: &At<TermExpr>| {
            !self.names.ghosts.iter().any(|ghost| mentions(&part.node, ghost))
        };
        if !parts.iter().skip(1).any(is_partial) || parts.iter().all(is_known) {
            return parts.to_vec();
        }
        let mut grouped: Vec<Vec<At<TermExpr>>> = Vec::new();
        for part in parts {
            match grouped.last_mut() {
                Some(group) if is_known(&group[0]) && is_known(part) => group.push(part.clone()),
                _ => grouped.push(vec![part.clone()]),
            }
        }
        let joined = |mut group: Vec<At<TermExpr>>| match group.as_slice() {
            [first, .., last] => {
                let span = Span { end: last.span.end, ..first.span };
                At { node: TermExpr::Many(op, group), span }
            }
            _ => group.remove(0),
        };
        grouped.into_iter().map(joined).collect()
    }

    /// The name behind `!`, where that stands for what a reference holds.
    fn dereferenced<'t>(
        &self,
        expr: &At<TermExpr>,
        inner: &'t At<TermExpr>,
        place: Place,
    ) -> Option<&'t Name> {
        let TermExpr::Name(name) = &inner.node else { return None };
        // The text of an expression in parentheses has them.
        let is_open = |c: char| c == '(' || c.is_whitespace();
        let is_bang = self.text(expr).trim_start_matches(is_open).starts_with('!');
        let is_reference = match self.is_contract_name(&name.node) {
            true => place == Place::Value && !self.names.ghosts.contains(&name.node),
            false => self.is_program_value(&name.node),
        };
        (is_bang && is_reference).then_some(name)
    }

    fn text(&self, expr: &At<TermExpr>) -> &'a str {
        let file = self.files.iter().find(|file| file.id() == expr.span.file);
        file.map_or("", |file| &file.text()[expr.span.range()])
    }

    fn is_contract_name(&self, name: &str) -> bool {
        self.is_place(name) || self.names.ghosts.contains(name)
    }

    fn is_place(&self, name: &str) -> bool {
        self.names.params.iter().any(|param| param == name)
            || self.names.result.as_deref() == Some(name)
    }

    /// Whether a name is one of the program, and not one of the contract or of a library.
    fn is_program_value(&self, name: &str) -> bool {
        let (first, last) =
            (name.split('.').next().unwrap_or(name), name.rsplit('.').next().unwrap_or(name));
        if self.is_contract_name(first) || last.starts_with(char::is_uppercase) {
            return false;
        }
        if self.known.defined.contains(name) || self.known.defined.contains(first) {
            return true;
        }
        let is_module = first.starts_with(char::is_uppercase);
        is_module && self.known.modules.contains(first) && !self.known.declared.contains(name)
    }

    /// Whether an expression is a parameter or the result, of a type whose values are not numbers.
    fn is_structured(&self, expr: &TermExpr) -> bool {
        let TermExpr::Name(name) = expr else { return false };
        self.names.types.get(&name.node).is_some_and(|ty| {
            let is_word = ty.chars().all(|c| c.is_alphanumeric() || c == '_');
            !is_word
                || ["string", "bool"].contains(&ty.as_str())
                || self.known.structured.contains(ty)
        })
    }

    /// `r.count` where `count` is mutable.
    fn is_mutable_field(&self, name: &str) -> bool {
        let mut parts = name.split('.');
        let first = parts.next().unwrap_or(name);
        self.is_place(first) && parts.any(|field| self.known.mutable.contains(field))
    }

    /// A variable of the contract in place of an expression that the program computes.
    fn compute(&mut self, expr: &At<TermExpr>, when: When) -> At<TermExpr> {
        let (inner, when) = match &expr.node {
            TermExpr::Apply(name, args) if name.node == "old" => (&args[0], When::Before),
            _ => (expr, when),
        };
        let name = self.add(inner, when, true);
        At { node: TermExpr::Name(At { node: name, span: expr.span }), span: expr.span }
    }

    fn add(&mut self, expr: &At<TermExpr>, when: When, is_noted: bool) -> String {
        let result = self.names.result.clone();
        let when = match (when, result) {
            (When::After, Some(result)) if mentions(&expr.node, &result) => When::Returned,
            (When::Before, Some(result)) if mentions(&expr.node, &result) => {
                self.fault(expr, "what holds before the call cannot mention its result");
                When::Before
            }
            _ => when,
        };
        let text = self.text(expr).split_whitespace().collect::<Vec<_>>().join(" ");
        self.add_named(expr, when, (is_noted, &text))
    }

    /// Something that the program computes, with the text that people know it by.
    fn add_named(
        &mut self,
        expr: &At<TermExpr>,
        when: When,
        (is_noted, text): (bool, &str),
    ) -> String {
        let made = self.ocaml(expr, Place::Value);
        let text = if when == When::Before { format!("old ({text})") } else { text.to_owned() };
        // The invariant of a type is one text for all values of the type.
        let known =
            |one: &&mut Computed| one.text == text && one.when == when && one.of == expr.node;
        if let Some(known) = self.computed.iter_mut().find(known) {
            known.is_noted |= is_noted;
            return known.name.clone();
        }
        let name = format!("computed#{}", self.computed.len());
        let files = self.files;
        let written = written(&made, &|span| {
            let file = files.iter().find(|file| file.id() == span.file);
            file.map_or("", |file| &file.text()[span.range()])
        });
        let (name_of, of) = (name.clone(), expr.node.clone());
        let computed = Computed { name: name_of, text, of, when, expr: made, written, is_noted };
        self.computed.push(computed);
        name
    }

    fn fault(&mut self, expr: &At<TermExpr>, message: &str) {
        let fault = Diagnostic::error(message).with_code("SPC016").at(expr.span, "");
        self.faults.push(fault);
    }

    /// A condition as an expression of the program, on the values at the present.
    pub(crate) fn program_condition(&mut self, expr: &At<TermExpr>) -> Expr {
        self.ocaml(expr, Place::Condition)
    }

    /// A condition as an expression of the program, on the values before the call.
    pub(crate) fn remembered_condition(&mut self, expr: &At<TermExpr>) -> Expr {
        let name = self.add(expr, When::Before, false);
        Maker(expr.span).unwrapped(&name)
    }

    /// An expression of a contract as one of the program.
    fn ocaml(&mut self, expr: &At<TermExpr>, place: Place) -> Expr {
        let make = Maker(expr.span);
        match &expr.node {
            TermExpr::Bool(value) => make.ctor(if *value { "true" } else { "false" }, Vec::new()),
            TermExpr::Number(digits) => match digits.parse() {
                Ok(value) => make.int(value),
                Err(_) => {
                    self.fault(expr, "this number is too large for the program");
                    make.int(0)
                }
            },
            TermExpr::Text(text) => make.text(text),
            TermExpr::Char(code) => make.char(*code),
            TermExpr::Code(_) => self.code(expr),
            TermExpr::Name(name) => self.ocaml_name(expr, &name.node),
            TermExpr::Apply(name, args) if name.node == "old" && args.len() == 1 => {
                let name = self.add(&args[0], When::Before, false);
                make.unwrapped(&name)
            }
            TermExpr::Apply(name, args) => {
                let args: Vec<Expr> =
                    args.iter().map(|arg| self.ocaml(arg, Place::Value)).collect();
                let last = name.node.rsplit('.').next().unwrap_or(&name.node);
                if let (Some(field), [record]) = (name.node.strip_prefix('.'), args.as_slice()) {
                    return make.field(record.clone(), field);
                }
                if let Some(tag) = name.node.strip_prefix('`') {
                    return make.tag(tag, args);
                }
                match last.starts_with(char::is_uppercase) || last == "::" {
                    true => make.ctor(&name.node, args),
                    false if args.is_empty() => make.call(&name.node, vec![make.unit()]),
                    false => make.call(&name.node, args),
                }
            }
            TermExpr::Not(inner) => match self.dereferenced(expr, inner, place) {
                Some(name) => make.call("!", vec![make.name(&name.node.clone())]),
                None => make.call("not", vec![self.ocaml(inner, Place::Condition)]),
            },
            TermExpr::Minus(inner) => make.call("~-", vec![self.ocaml(inner, Place::Value)]),
            TermExpr::Binary(op, left, right) => {
                let place = match op {
                    TermOp::Implies | TermOp::Iff => Place::Condition,
                    _ => Place::Value,
                };
                let is_number = |side: &At<TermExpr>| matches!(side.node, TermExpr::Number(_));
                let coded = |made: Expr, side: &At<TermExpr>, other: &At<TermExpr>| {
                    // A character that is compared with a number is its code.
                    match is_character(&side.node) && is_number(other) {
                        true => make.call("Char.code", vec![made]),
                        false => made,
                    }
                };
                let (made_left, made_right) = (self.ocaml(left, place), self.ocaml(right, place));
                let (left, right) = (coded(made_left, left, right), coded(made_right, right, left));
                match operator(*op) {
                    Some(operator) => make.call(operator, vec![left, right]),
                    None => make.logic(Logic::Or, make.call("not", vec![left]), right),
                }
            }
            TermExpr::Many(op, parts) => {
                let logic = if *op == ManyOp::And { Logic::And } else { Logic::Or };
                let parts: Vec<Expr> =
                    parts.iter().map(|part| self.ocaml(part, Place::Condition)).collect();
                let mut parts = parts.into_iter();
                let first = parts.next().unwrap_or_else(|| make.unit());
                parts.fold(first, |left, right| make.logic(logic, left, right))
            }
            TermExpr::If(cond, yes, no) => {
                let cond = self.ocaml(cond, Place::Condition);
                let yes = self.ocaml(yes, place);
                let no = self.ocaml(no, place);
                make.cond(cond, yes, no)
            }
        }
    }

    /// What is written in OCaml within a contract.
    fn code(&mut self, expr: &At<TermExpr>) -> Expr {
        let file = self.files.iter().find(|file| file.id() == expr.span.file);
        let Some(file) = file else { return Maker(expr.span).unit() };
        if self.names.ghosts.iter().any(|ghost| mentions(&expr.node, ghost)) {
            self.fault(expr, "the program cannot compute with a ghost");
        }
        let (read, faults) = parse::expression(file, expr.span.range());
        self.faults.extend(faults.into_iter().map(|fault| fault.with_code("SPC016")));
        read.unwrap_or_else(|| {
            self.fault(expr, "this is no expression of OCaml");
            Maker(expr.span).unit()
        })
    }

    fn ocaml_name(&mut self, expr: &At<TermExpr>, name: &str) -> Expr {
        let make = Maker(expr.span);
        if let Some(tag) = name.strip_prefix('`') {
            return make.tag(tag, Vec::new());
        }
        let mut parts = name.split('.');
        let first = parts.next().unwrap_or(name);
        if self.names.ghosts.contains(first) && !self.is_place(first) {
            self.fault(expr, "the program cannot compute with a ghost");
        }
        if self.is_place(first) || first.starts_with(char::is_lowercase) {
            return parts.fold(make.name(first), |record, field| make.field(record, field));
        }
        // `M.w.total`: what follows the value of a module are fields.
        let all: Vec<&str> = name.split('.').collect();
        let value = all.iter().position(|part| !part.starts_with(char::is_uppercase));
        if let Some(value) = value.filter(|value| value + 1 < all.len()) {
            let whole = make.name(&all[..=value].join("."));
            let fields = all[value + 1..].iter();
            return fields.fold(whole, |record, field| make.field(record, field));
        }
        let last = name.rsplit('.').next().unwrap_or(name);
        match last.starts_with(char::is_uppercase) || matches!(last, "[]" | "()") {
            true => make.ctor(name, Vec::new()),
            false => make.name(name),
        }
    }
}

/// Functions of the library that have no value for some arguments.
const PARTIAL: &[&str] = &[
    "Array.get",
    "Bytes.get",
    "Hashtbl.find",
    "List.assoc",
    "List.find",
    "List.hd",
    "List.nth",
    "List.tl",
    "Option.get",
    "Queue.peek",
    "Queue.top",
    "Stack.top",
    "String.get",
];

/// Whether an expression is a character of a string.
fn is_character(expr: &TermExpr) -> bool {
    match expr {
        TermExpr::Apply(name, args) if name.node == "old" => {
            args.iter().all(|arg| is_character(&arg.node))
        }
        TermExpr::Apply(name, _) => ["String.get", "Bytes.get"].contains(&name.node.as_str()),
        _ => false,
    }
}

/// Whether an expression makes a value of a polymorphic variant.
fn has_tag(expr: &TermExpr) -> bool {
    match expr {
        TermExpr::Name(name) => name.node.starts_with('`'),
        TermExpr::Apply(name, args) => {
            name.node.starts_with('`') || args.iter().any(|arg| has_tag(&arg.node))
        }
        _ => false,
    }
}

/// Whether an expression may have no value.
fn is_partial(expr: &At<TermExpr>) -> bool {
    match &expr.node {
        TermExpr::Bool(_)
        | TermExpr::Number(_)
        | TermExpr::Text(_)
        | TermExpr::Char(_)
        | TermExpr::Name(_) => false,
        TermExpr::Code(text) => PARTIAL.iter().any(|name| text.contains(name)),
        TermExpr::Apply(name, args) => {
            PARTIAL.contains(&name.node.as_str()) || args.iter().any(is_partial)
        }
        TermExpr::Many(_, parts) => parts.iter().any(is_partial),
        TermExpr::Not(inner) | TermExpr::Minus(inner) => is_partial(inner),
        TermExpr::Binary(_, left, right) => is_partial(left) || is_partial(right),
        TermExpr::If(cond, yes, no) => [cond, yes, no].into_iter().any(|part| is_partial(part)),
    }
}

/// The operator of the program; implication has none.
fn operator(op: TermOp) -> Option<&'static str> {
    Some(match op {
        TermOp::Implies => return None,
        TermOp::Iff | TermOp::Equal => "=",
        TermOp::Differs => "<>",
        TermOp::Less => "<",
        TermOp::LessEq => "<=",
        TermOp::Greater => ">",
        TermOp::GreaterEq => ">=",
        TermOp::Add => "+",
        TermOp::Sub => "-",
        TermOp::Mul => "*",
        TermOp::Div => "/",
        TermOp::Mod => "mod",
    })
}

/// The expressions that an expression consists of.
pub(super) fn parts_of(expr: &TermExpr) -> Vec<&At<TermExpr>> {
    match expr {
        TermExpr::Bool(_)
        | TermExpr::Number(_)
        | TermExpr::Text(_)
        | TermExpr::Char(_)
        | TermExpr::Code(_)
        | TermExpr::Name(_) => Vec::new(),
        TermExpr::Apply(_, parts) | TermExpr::Many(_, parts) => parts.iter().collect(),
        TermExpr::Not(inner) | TermExpr::Minus(inner) => vec![inner],
        TermExpr::Binary(_, left, right) => vec![left, right],
        TermExpr::If(cond, yes, no) => vec![cond, yes, no],
    }
}

/// Whether an expression uses a name, or a field of it.
pub(crate) fn mentions(expr: &TermExpr, name: &str) -> bool {
    match expr {
        TermExpr::Code(text) => super::words(text).contains(name),
        TermExpr::Name(used) => used.node.split('.').next() == Some(name),
        _ => parts_of(expr).into_iter().any(|part| mentions(&part.node, name)),
    }
}

/// An argument for a parameter with this label.
pub(crate) fn labelled(label: &Label, value: Expr) -> (Label, Expr) {
    (label.clone(), value)
}
