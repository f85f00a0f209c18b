//! The printed form of programs, for people and for tests.
//!
//! Bodies of `let` go on a new line at the same indentation, alternatives on lines of their own.
//! Programs made by machines nest deeply, so the printer keeps its own stack of what is still to
//! be written.

use rustc_hash::FxHashMap;
use term::{Pool, Symbol};

use crate::expr::{Alt, CtorId, Expr, ExprId, Pattern, VarId};
use crate::program::Program;

impl Program {
    /// All globals in the order of their declaration.
    #[must_use]
    pub fn show(&self, pool: &Pool) -> String {
        let mut out = String::new();
        for (_, global) in self.globals() {
            out.push_str(&format!("{} =\n  ", pool.name(global.name)));
            out.push_str(&Printer::new(self, pool).print(global.body, 1));
            out.push('\n');
        }
        out
    }

    /// One expression.
    #[must_use]
    pub fn show_expr(&self, pool: &Pool, id: ExprId) -> String {
        Printer::new(self, pool).print(id, 0)
    }
}

/// What is still to be written.
enum Piece {
    Text(String),
    /// A line break and this many levels of indentation.
    Line(usize),
    /// An expression where it may take the rest of its line.
    Open(ExprId, usize),
    /// An expression that has neighbours.
    Operand(ExprId, usize),
}

struct Printer<'a> {
    program: &'a Program,
    pool: &'a Pool,
    /// How many variables bear a name: a name with several bearers is told apart by numbers.
    bearers: FxHashMap<Symbol, u32>,
    todo: Vec<Piece>,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, pool: &'a Pool) -> Printer<'a> {
        let mut bearers = FxHashMap::default();
        for name in program.var_names() {
            *bearers.entry(*name).or_insert(0) += 1;
        }
        Printer { program, pool, bearers, todo: Vec::new() }
    }

    fn print(mut self, root: ExprId, indent: usize) -> String {
        let mut out = String::new();
        self.todo.push(Piece::Open(root, indent));
        while let Some(piece) = self.todo.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Line(indent) => out.push_str(&format!("\n{}", "  ".repeat(indent))),
                Piece::Open(id, indent) => self.put(id, indent),
                Piece::Operand(id, indent) => self.put_operand(id, indent),
            }
        }
        out
    }

    /// Plans pieces to be written next, in this order.
    fn plan(&mut self, pieces: impl IntoIterator<Item = Piece, IntoIter: DoubleEndedIterator>) {
        self.todo.extend(pieces.into_iter().rev());
    }

    fn put_operand(&mut self, id: ExprId, indent: usize) {
        let takes_the_line = match self.program.expr(id) {
            Expr::Lambda { .. }
            | Expr::Let { .. }
            | Expr::LetRec { .. }
            | Expr::Perform { .. }
            | Expr::Ask { .. }
            | Expr::Assume(_)
            | Expr::Assert { .. }
            | Expr::Raise(_)
            | Expr::Try { .. }
            | Expr::Unsupported(_) => true,
            Expr::Var(_)
            | Expr::Global(_)
            | Expr::Lit(_)
            | Expr::Apply { .. }
            | Expr::Delay(_)
            | Expr::Construct { .. }
            | Expr::Case { .. }
            | Expr::Prim { .. } => false,
        };
        if takes_the_line {
            self.plan([text("("), Piece::Open(id, indent + 1), text(")")]);
        } else {
            self.put(id, indent);
        }
    }

    fn put(&mut self, id: ExprId, indent: usize) {
        let program = self.program;
        let (open, operand) =
            (|id: &ExprId| Piece::Open(*id, indent), |id: &ExprId| Piece::Operand(*id, indent));
        match program.expr(id) {
            Expr::Var(var) => self.plan([text(self.var(*var))]),
            Expr::Global(global) => self.plan([text(self.pool.name(program.global(*global).name))]),
            Expr::Lit(term) => self.plan([text(self.pool.show(*term))]),
            Expr::Lambda { params, body } => {
                let params: Vec<String> = params.iter().map(|param| self.var(*param)).collect();
                self.plan([text(format!("\\{}. ", params.join(" "))), open(body)]);
            }
            Expr::Apply { callee, args } => self.put_call(operand(callee), args, indent),
            Expr::Let { var, value, body } => {
                let name = var.map_or("_".to_owned(), |var| self.var(var));
                let value = Piece::Open(*value, indent + 1);
                let head = text(format!("let {name} = "));
                self.plan([head, value, text(" in"), Piece::Line(indent), open(body)]);
            }
            Expr::LetRec { functions, values, body } => {
                self.put_group(&[functions, values], *body, indent);
            }
            Expr::Delay(inner) => self.plan([text("~"), operand(inner)]),
            Expr::Construct { ctor, fields } => {
                self.put_fields(self.ctor(*ctor), fields, indent);
            }
            Expr::Case { scrutinee, binder, alts, default } => {
                self.put_case(*scrutinee, *binder, alts, *default, indent);
            }
            Expr::Prim { prim, args } => self.put_call(text(prim.name()), args, indent),
            Expr::Perform { op, args } => {
                let name = self.pool.name(program.operation(*op).name);
                self.put_fields(format!("perform {name}"), args, indent);
            }
            Expr::Ask { name, sort } => {
                let (name, sort) = (self.pool.name(*name), self.pool.show_sort(*sort));
                self.plan([text(format!("ask {name} : {sort}"))]);
            }
            Expr::Assume(cond) => self.plan([text("assume "), operand(cond)]),
            Expr::Assert { cond, code, message, .. } => {
                self.plan([text("assert "), operand(cond), text(format!(" {code} {message:?}"))]);
            }
            Expr::Raise(exception) => self.plan([text("raise "), operand(exception)]),
            Expr::Try { body, var, handler } => {
                let with = text(format!(" with {} -> ", self.var(*var)));
                self.plan([text("try "), operand(body), with, open(handler)]);
            }
            Expr::Unsupported(what) => self.plan([text(format!("unsupported {what:?}"))]),
        }
    }

    /// `(head a b)`
    fn put_call(&mut self, head: Piece, args: &[ExprId], indent: usize) {
        let mut pieces = vec![text("("), head];
        for arg in args {
            pieces.extend([text(" "), Piece::Operand(*arg, indent)]);
        }
        pieces.push(text(")"));
        self.plan(pieces);
    }

    /// `head(a, b)`, without parentheses if there is nothing in them.
    fn put_fields(&mut self, head: String, fields: &[ExprId], indent: usize) {
        let mut pieces = vec![text(head)];
        for (number, field) in fields.iter().enumerate() {
            pieces.push(text(if number == 0 { "(" } else { ", " }));
            pieces.push(Piece::Operand(*field, indent));
        }
        pieces.extend((!fields.is_empty()).then(|| text(")")));
        self.plan(pieces);
    }

    fn put_group(&mut self, parts: &[&[(VarId, ExprId)]], body: ExprId, indent: usize) {
        let mut pieces = Vec::new();
        for (number, (var, value)) in parts.iter().copied().flatten().enumerate() {
            let word = if number == 0 { "let rec" } else { "and" };
            pieces.push(text(format!("{word} {} = ", self.var(*var))));
            pieces.extend([Piece::Open(*value, indent + 1), Piece::Line(indent)]);
        }
        pieces.extend([text("in"), Piece::Line(indent), Piece::Open(body, indent)]);
        self.plan(pieces);
    }

    fn put_case(
        &mut self,
        scrutinee: ExprId,
        binder: Option<VarId>,
        alts: &[Alt],
        default: Option<ExprId>,
        indent: usize,
    ) {
        let mut pieces = vec![text("case "), Piece::Operand(scrutinee, indent)];
        pieces.extend(binder.map(|var| text(format!(" as {}", self.var(var)))));
        pieces.push(text(" {"));
        let shown = alts.iter().map(|alt| (self.pattern(&alt.pattern), alt.body));
        for (pattern, body) in shown.chain(default.map(|body| ("_".to_owned(), body))) {
            let head = text(format!("{pattern} -> "));
            pieces.extend([Piece::Line(indent + 1), head, Piece::Open(body, indent + 2)]);
        }
        pieces.extend([Piece::Line(indent), text("}")]);
        self.plan(pieces);
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Lit(term) => self.pool.show(*term),
            Pattern::Ctor(ctor, fields) if fields.is_empty() => self.ctor(*ctor),
            Pattern::Ctor(ctor, fields) => {
                let name = |var: &Option<VarId>| var.map_or("_".to_owned(), |var| self.var(var));
                let fields: Vec<String> = fields.iter().map(name).collect();
                format!("{}({})", self.ctor(*ctor), fields.join(", "))
            }
        }
    }

    fn ctor(&self, ctor: CtorId) -> String {
        self.pool.name(self.pool.ctors(ctor.data)[ctor.index as usize].name).to_owned()
    }

    fn var(&self, var: VarId) -> String {
        let symbol = self.program.var_name(var);
        let name = self.pool.name(symbol);
        if self.bearers[&symbol] > 1 { format!("{name}#{}", var.0) } else { name.to_owned() }
    }
}

fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

#[cfg(test)]
mod tests {
    use term::{Pool, Sort};

    use crate::{Builder, Prim};

    #[test]
    fn every_form_has_a_text() {
        let pool = Pool::new();
        let mut b = Builder::new(&pool);
        let option = b.data("option", 1).expect("declared once");
        let none = b.ctor(option, "None", &[]);
        let some = b.ctor(option, "Some", &[pool.param_sort(0)]);
        let put = b.operation("put", &[Sort::INT], b.unit_sort());
        let (f, x, y, e, whole) =
            (b.fresh("f"), b.fresh("x"), b.fresh("y"), b.fresh("e"), b.fresh("whole"));
        let main = b.declare("main");

        let (asked, again) = (b.ask("n", Sort::INT), b.var(e));
        let (again, value) = (b.raise(again), b.var(y));
        let told = b.perform(put, [value]);
        let guarded = b.try_with(told, e, again);
        let empty = b.unsupported("an empty option");
        let alts = [b.alt(none, [], empty), b.alt(some, [y], guarded)];
        let wrapped = b.construct_lazy(some, [asked]);
        let case = b.case(wrapped, Some(whole), alts, None);
        let (arg, callee) = (b.var(x), b.var(f));
        let cond = b.prim(Prim::Equal, [arg, callee]);
        let checked = b.assert(cond, "T001", "they differ");
        let function = b.lambda([x], checked);
        let body = b.let_rec(&[(f, function)], case);
        b.define(main, body);

        let expected = "\
main =
  let rec f = \\x. assert (equal x f) T001 \"they differ\"
  in
  case Some(~(ask n : Int)) as whole {
    None -> unsupported \"an empty option\"
    Some(y) -> try (perform put(y)) with e -> raise e
  }
";
        assert_eq!(b.finish().expect("well formed").show(&pool), expected);
    }

    #[test]
    fn names_that_repeat_are_told_apart() {
        let pool = Pool::new();
        let mut b = Builder::new(&pool);
        let (outer, inner, main) = (b.fresh("x"), b.fresh("x"), b.declare("main"));
        let (one, two, first, second) = (b.int(1), b.int(2), b.var(outer), b.var(inner));
        let sum = b.prim(Prim::Sub, [first, second]);
        let body = b.let_strict(inner, two, sum);
        let body = b.let_lazy(outer, one, body);
        b.define(main, body);
        let expected = "main =\n  let x#0 = ~1 in\n  let x#1 = 2 in\n  (- x#0 x#1)\n";
        assert_eq!(b.finish().expect("well formed").show(&pool), expected);
    }
}
