//! From text to tree. A name is that of a constructor if it was declared as one; whether variables
//! are bound is checked afterwards, in `scope`.

mod expr;
mod pattern;
mod scope;
mod types;

use lang_interp::Relation;
use source::{Diagnostic, File, Span};
use syntax::{Cursor, Descent, Parsed, shown};

use super::token::Token;
use super::tree::{
    At, BUILT_IN, Condition, Definition, Expr, ExprKind, Goal, Program, TRUE, TypeDeclaration,
    Unknown, Wanted,
};

/// The tree of a file, or everything that is wrong with it.
pub fn parse(file: &File) -> Result<Program, Vec<Diagnostic>> {
    parse_after(file, &Program::default())
}

/// The tree of a text that sees what is known already, or everything that is wrong with it. The goals
/// are those of the text alone.
pub fn parse_after(file: &File, known: &Program) -> Result<Program, Vec<Diagnostic>> {
    let declared = known.constructors.clone();
    let cursor = Cursor::new(file);
    let mut parser = Parser { cursor, declared, types: known.types.clone(), row: 0 };
    let mut program = parser.file();
    program.types = std::mem::take(&mut parser.types);
    program.constructors = std::mem::take(&mut parser.declared);
    program.definitions.splice(0..0, known.definitions.iter().cloned());
    scope::check(&program, &mut parser.cursor.errors);
    let errors = parser.cursor.errors.finish();
    if errors.is_empty() { Ok(program) } else { Err(errors) }
}

/// The files that a text imports, by their names as they stand there.
#[must_use]
pub fn imports(file: &File) -> Vec<(String, Span)> {
    let cursor = Cursor::new(file);
    let mut parser = Parser { cursor, declared: Vec::new(), types: Vec::new(), row: 0 };
    let mut found = Vec::new();
    while parser.token() != Token::End {
        let is_import = parser.token() == Token::Name && parser.at_import();
        parser.bump();
        if is_import {
            found.push((parser.slice().trim_matches('"').to_owned(), parser.span()));
        }
    }
    found
}

/// Begins an import: `import "lists.goal"`.
const IMPORT: &str = "import";

struct Parser<'t> {
    cursor: Cursor<'t, Token>,
    /// Constructors declared by `data` and `type`.
    declared: Vec<String>,
    /// Types.
    types: Vec<TypeDeclaration>,
    /// How many elements of lists stand before this one, in all lists around it.
    row: usize,
}

/// A long list is a deep tree, so there is an end to it.
const LONGEST_ROW: usize = 2_000;

impl<'t> Descent<'t> for Parser<'t> {
    type Token = Token;

    const DEPTH_HELP: &'static str = "name a part of it with `let`";

    fn cursor(&self) -> &Cursor<'t, Token> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'t, Token> {
        &mut self.cursor
    }
}

impl<'t> Parser<'t> {
    fn file(&mut self) -> Program {
        let mut program = Program::default();
        while self.token() != Token::End {
            let item = match self.token() {
                Token::Data => self.data(),
                Token::Let => self.top_let(&mut program),
                Token::Name if self.at_type_declaration() => self.type_declaration(),
                Token::Name if self.at_import() => {
                    self.bump();
                    self.bump();
                    Ok(())
                }
                _ => self.goal().map(|goal| program.goals.push(goal)),
            };
            if item.is_err() {
                self.skip_item();
            }
            while self.eat(Token::Semicolon) {}
        }
        program
    }

    /// Whether a file is imported here, whose definitions are known already.
    fn at_import(&self) -> bool {
        self.slice() == IMPORT && self.cursor.second().0 == Token::Text
    }

    /// The elements of a list, behind its bracket.
    fn elements<T>(&mut self, element: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let outer = self.row;
        let elements = self.separated(Token::RightBracket, |parser| {
            parser.row += 1;
            if parser.row > LONGEST_ROW {
                let span = parser.span();
                return Err(parser.report(
                    Diagnostic::error("this list is too long")
                        .at(span, format!("more than {LONGEST_ROW} elements"))
                        .with_help(Self::DEPTH_HELP),
                ));
            }
            element(parser)
        });
        self.row = outer;
        elements
    }

    /// Refuses a row of parameters without end: each is a function of its own.
    fn limit_params(&mut self, params: &[&str], span: Span) -> Parsed<()> {
        match params.len() > syntax::MAX_DEPTH as usize {
            true => Err(self.too_deep(span)),
            false => Ok(()),
        }
    }

    /// Goes on at the next word that can only begin an item.
    fn skip_item(&mut self) {
        while !matches!(self.token(), Token::End | Token::Data | Token::Take | Token::All) {
            self.bump();
        }
    }

    fn data(&mut self) -> Parsed<()> {
        self.bump();
        loop {
            let name = self.slice();
            self.expect(Token::Name, "the name of a constructor")?;
            self.declared.push(name.to_owned());
            self.eat(Token::Comma);
            if self.token() != Token::Name {
                return Ok(());
            }
        }
    }

    /// A definition, or a goal whose first expression is a `let`.
    fn top_let(&mut self, program: &mut Program) -> Parsed<()> {
        let start = self.span();
        let definition = self.definition()?;
        if self.token() == Token::In {
            let left = self.let_body(start, definition)?;
            let condition = self.condition_after(left)?;
            program.goals.push(self.goal_from(start, Wanted::Unsaid, Vec::new(), condition)?);
        } else {
            program.definitions.push(definition);
        }
        Ok(())
    }

    /// `let [rec] f x = e and …`
    fn definition(&mut self) -> Parsed<Definition> {
        self.expect(Token::Let, "`let`")?;
        let recursive = self.eat(Token::Rec);
        let mut bindings = Vec::new();
        loop {
            let name = self.binder()?.to_owned();
            let value = self.binding_value()?;
            if recursive && !is_value(&value) {
                let error = Diagnostic::error("`let rec` defines functions only")
                    .at(value.span, "this is computed when it is defined")
                    .with_help("write `let`, or give the name a parameter");
                return Err(self.report(error));
            }
            bindings.push((name, value));
            if !self.eat(Token::And) {
                return Ok(Definition { recursive, bindings });
            }
        }
    }

    /// `in e` behind a definition that began at `start`.
    fn let_body(&mut self, start: Span, definition: Definition) -> Parsed<Expr> {
        self.expect(Token::In, "`in` or `and`")?;
        let body = Box::new(self.expr()?);
        let node = match definition.recursive {
            true => ExprKind::LetRec(definition.bindings, body),
            false => ExprKind::Let(definition.bindings, body),
        };
        Ok(Expr { node, span: start.to(self.previous()) })
    }

    /// `x y = e`, where the name before it was read: a function of `x` and `y`.
    fn binding_value(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let mut params = Vec::new();
        while self.token() != Token::Same {
            params.push(self.binder()?);
        }
        self.bump();
        let body = self.expr()?;
        self.limit_params(&params, start)?;
        Ok(self.lambda(start, &params, body))
    }

    fn lambda(&self, start: Span, params: &[&str], body: Expr) -> Expr {
        let span = start.to(self.previous());
        params.iter().rev().fold(body, |body, param| Expr {
            node: ExprKind::Lam((*param).to_owned(), Box::new(body)),
            span,
        })
    }

    /// A name that is bound here.
    fn binder(&mut self) -> Parsed<&'t str> {
        let (name, span) = (self.slice(), self.span());
        self.expect(Token::Name, "a name")?;
        if self.is_constructor(name) {
            let error = Diagnostic::error(format!("{} is a constructor", shown(name)))
                .at(span, "and cannot be a variable");
            return Err(self.report(error));
        }
        Ok(name)
    }

    fn is_constructor(&self, name: &str) -> bool {
        self.declared.iter().any(|known| known == name) || BUILT_IN.contains(&name)
    }

    fn goal(&mut self) -> Parsed<Goal> {
        let start = self.span();
        let wanted = self.wanted()?;
        let mut unknowns = Vec::new();
        while self.eat(Token::Exists) {
            self.unknowns(&mut unknowns)?;
            self.expect(Token::Dot, "a name or `.`")?;
        }
        let condition = self.condition()?;
        self.goal_from(start, wanted, unknowns, condition)
    }

    fn wanted(&mut self) -> Parsed<Wanted> {
        if self.eat(Token::All) {
            return Ok(Wanted::All);
        }
        if !self.eat(Token::Take) {
            return Ok(Wanted::Unsaid);
        }
        let count = self.slice().parse();
        let span = self.expect(Token::Int, "how many answers are wanted")?;
        count.map(Wanted::Take).map_err(|_| {
            self.report(Diagnostic::error("this is not a number of answers").at(span, ""))
        })
    }

    fn goal_from(
        &mut self,
        start: Span,
        wanted: Wanted,
        unknowns: Vec<Unknown>,
        first: Condition,
    ) -> Parsed<Goal> {
        let mut conditions = vec![first];
        while self.eat(Token::Ampersand) || self.eat(Token::And) {
            conditions.push(self.condition()?);
        }
        let span = start.to(self.previous());
        Ok(Goal { wanted, unknowns, conditions, span })
    }

    fn condition(&mut self) -> Parsed<Condition> {
        if self.at_absent() {
            return self.absent();
        }
        let left = self.expr()?;
        self.condition_after(left)
    }

    /// `absent` is a name like any other where an equation begins with it.
    fn at_absent(&self) -> bool {
        let relates = |token| matches!(token, Token::Same | Token::Differs | Token::Equal);
        self.token() == Token::Name && self.slice() == "absent" && !relates(self.cursor.second().0)
    }

    /// `absent e in e`
    fn absent(&mut self) -> Parsed<Condition> {
        self.bump();
        let left = self.expr()?;
        self.expect(Token::In, "`in`")?;
        Ok(Condition { left, right: self.expr()?, relation: Relation::Absent })
    }

    /// `e = e`, `e /= e`, or a comparison.
    fn condition_after(&mut self, left: Expr) -> Parsed<Condition> {
        let relation = match self.token() {
            Token::Same => Relation::Equal,
            Token::Differs => Relation::Different,
            _ if compares(&left) => {
                let node = ExprKind::Con(TRUE.to_owned(), Vec::new());
                let right = At { node, span: left.span };
                return Ok(Condition { left, right, relation: Relation::Equal });
            }
            _ => return Err(self.unexpected("`=`, `/=` or a comparison")),
        };
        self.bump();
        Ok(Condition { left, right: self.expr()?, relation })
    }
}

/// Whether an expression comes to a truth value, as far as it shows.
fn compares(expr: &Expr) -> bool {
    match &expr.node {
        ExprKind::Equal(..) => true,
        ExprKind::Binary(operator, ..) => operator.compares(),
        _ => false,
    }
}

/// Whether nothing is computed when the expression is defined.
fn is_value(expr: &Expr) -> bool {
    match &expr.node {
        ExprKind::Lam(..) | ExprKind::Int(_) => true,
        ExprKind::Con(_, args) => args.iter().all(is_value),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use source::Files;

    use super::*;
    use crate::caselang::tree::{Pattern, PatternKind};

    /// The tree with every application in parentheses.
    fn shown(expr: &Expr) -> String {
        let all = |parts: &[Expr]| parts.iter().map(shown).collect::<Vec<_>>().join(" ");
        let group = |bindings: &[(String, Expr)]| {
            let one = |(name, value): &(String, Expr)| format!("{name} = {}", shown(value));
            bindings.iter().map(one).collect::<Vec<_>>().join(" and ")
        };
        match &expr.node {
            ExprKind::Con(name, args) if args.is_empty() => format!("'{name}"),
            ExprKind::Con(name, args) => format!("'{name}[{}]", all(args)),
            ExprKind::Int(number) => number.to_string(),
            ExprKind::Var(name) => name.clone(),
            ExprKind::Lam(param, body) => format!("(\\{param} {})", shown(body)),
            ExprKind::App(function, argument) => {
                format!("({} {})", shown(function), shown(argument))
            }
            ExprKind::Case(value, clauses) => {
                let one = |(p, e): &(Pattern, Expr)| format!("{} -> {}", pattern(p), shown(e));
                let clauses: Vec<String> = clauses.iter().map(one).collect();
                format!("(case {} of {})", shown(value), clauses.join("; "))
            }
            ExprKind::Let(bindings, body) => {
                format!("(let {} in {})", group(bindings), shown(body))
            }
            ExprKind::LetRec(bindings, body) => {
                format!("(let rec {} in {})", group(bindings), shown(body))
            }
            ExprKind::Equal(left, right) => format!("({} == {})", shown(left), shown(right)),
            ExprKind::Binary(operator, left, right) => {
                format!("({operator:?} {} {})", shown(left), shown(right))
            }
            ExprKind::Emit(event, args, body) => {
                format!("(emit {event}[{}] in {})", all(args), shown(body))
            }
        }
    }

    fn pattern(pattern: &Pattern) -> String {
        match &pattern.node {
            PatternKind::Any => "_".to_owned(),
            PatternKind::Var(name) => name.clone(),
            PatternKind::Int(number) => number.to_string(),
            PatternKind::Con(name, parts) => {
                let parts: Vec<String> = parts.iter().map(super::tests::pattern).collect();
                format!("'{name}[{}]", parts.join(" "))
            }
        }
    }

    fn read(text: &str) -> Result<Program, Vec<String>> {
        let file = Files::new().add("t.goal", text);
        parse(&file).map_err(|errors| errors.into_iter().map(|error| error.message).collect())
    }

    /// The left side of the only goal.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let program = read(&format!("data a b f g  exists x y. {text} = a")).expect("it is right");
        assert_eq!(shown(&program.goals[0].conditions[0].left), expected);
    }

    #[track_caller]
    fn wrong(text: &str, expected: &str) {
        assert_eq!(read(text).expect_err("it is wrong"), [expected.to_owned()]);
    }

    #[test]
    fn names_are_constructors_if_they_were_declared() {
        check("f(x, g(x))", "'f[x 'g[x]]");
        check("F(x, 'g(x), 3)", "'F[x 'g[x] 3]");
        check("(a, x)", "'(,)['a x]");
        check("x (a, y)", "(x '(,)['a y])");
    }

    #[test]
    fn precedence_of_application_lists_equations() {
        check("(x y a :: y == [a, b])", "('cons[((x y) 'a) y] == 'cons['a 'cons['b 'nil]])");
        check("a :: b :: x", "'cons['a 'cons['b x]]");
        check("x (fun p q -> p q)", "(x (\\p (\\q (p q))))");
    }

    #[test]
    fn precedence_of_arithmetic() {
        check("(x + y * 2 - 1 < x y :: [])", "(Less (Sub (Add x (Mul y 2)) 1) 'cons[(x y) 'nil])");
        check("(x - y - 1)", "(Sub (Sub x y) 1)");
        check("(x / 2 % y)", "(Rem (Div x 2) y)");
        check("(x >= y + 1)", "(AtLeast x (Add y 1))");
    }

    #[test]
    fn a_minus_before_a_number_is_its_sign_where_no_difference_can_be_meant() {
        check("(x -1)", "(x -1)");
        check("(x - 1)", "(Sub x 1)");
        check("(x-1)", "(Sub x 1)");
        check("(-1 - -2)", "(Sub -1 -2)");
        check("(-9223372036854775808)", "-9223372036854775808");
        check("case x of -1 -> a; _ -> b", "(case x of -1 -> 'a; _ -> 'b)");
        wrong("exists x. x = -y", "expected a number, found `y`");
    }

    #[test]
    fn a_comparison_is_a_condition() {
        let goal = |text: &str| read(text).expect("it is right").goals.remove(0);
        let both = goal("exists x y. x < 3 & absent 1 in y & x == y");
        let relations: Vec<Relation> = both.conditions.iter().map(|c| c.relation).collect();
        assert_eq!(relations, [Relation::Equal, Relation::Absent, Relation::Equal]);
        assert_eq!(shown(&both.conditions[0].right), "'true");
        assert_eq!(goal("exists absent. absent = 1").conditions[0].relation, Relation::Equal);
    }

    #[test]
    fn types_declare_constructors() {
        let text = "type Expr = num(Int) | Add(Expr, [Expr], (Int, Bool)) | var;
            exists p : Expr, q : [Int] r n : Any. p = num(1)";
        let program = read(text).expect("it is right");
        assert_eq!(program.constructors, ["num", "Add", "var"]);
        let goal = &program.goals[0];
        assert_eq!(goal.names().collect::<Vec<_>>(), ["p", "q", "r", "n"]);
        let typed: Vec<bool> = goal.unknowns.iter().map(|known| known.ty.is_some()).collect();
        assert_eq!(typed, [true, true, false, true]);
        assert_eq!(program.types[0].constructors[1].1.len(), 3);
    }

    #[test]
    fn events_come_before_what_follows_them() {
        check("(emit out(1, x) in f(y))", "(emit out[1 x] in 'f[y])");
        check(
            "a :: emit Done in emit out(a) in x",
            "'cons['a (emit Done[] in (emit out['a] in x))]",
        );
        wrong("exists x. emit out(1) x = 1", "expected `in`, found `x`");
    }

    #[test]
    fn a_case_reaches_as_far_as_it_can() {
        check(
            "(case x of a -> case y of b -> a; z -> z; _ -> b)",
            "(case x of 'a[] -> (case y of 'b[] -> 'a; z -> z; _ -> 'b))",
        );
        check("(case x of | [] -> a | p :: q -> p)", "(case x of 'nil[] -> 'a; 'cons[p q] -> p)");
    }

    #[test]
    fn definitions_see_what_they_should() {
        check(
            "(let rec even n = odd n and odd n = even n in even x)",
            "(let rec even = (\\n (odd n)) and odd = (\\n (even n)) in (even x))",
        );
        check("(let p = x and q = y in p q)", "(let p = x and q = y in (p q))");
        wrong("let p = p; 1 = 1", "unknown name `p`");
    }

    #[test]
    fn goals_say_how_many_answers_they_want() {
        let program = read("take 3 exists x. x = 1 & x /= 2  all exists x. x = 1; 1 = 1");
        let goals = program.expect("it is right").goals;
        let wanted: Vec<Wanted> = goals.iter().map(|goal| goal.wanted).collect();
        assert_eq!(wanted, [Wanted::Take(3), Wanted::All, Wanted::Unsaid]);
        let relations: Vec<Relation> = goals[0].conditions.iter().map(|c| c.relation).collect();
        assert_eq!(relations, [Relation::Equal, Relation::Different]);
    }

    #[test]
    fn errors_are_reported() {
        wrong("exists x. x = a", "unknown name `a`");
        wrong("let rec f = 1 :: f  f = 1", "`let rec` defines functions only");
        wrong("data a  exists a. a = 1", "`a` is a constructor");
        wrong("exists x. case x of (y, y) -> y = 1", "`y` is bound twice");
        wrong("exists x. x", "expected `=`, `/=` or a comparison, found the end of the file");
        wrong("exists x : T. x = 1", "unknown type `T`");
        wrong("type T = a(U)  exists x : T. x = a", "unknown type `U`");
        wrong("type T = a  type T = b  1 = 1", "the type `T` is declared twice");
        wrong("type Int = a  1 = 1", "the type `Int` is declared twice");
        wrong("type T = a | a  1 = 1", "`a` stands twice in one type");
        wrong("99999999999999999999 = 1", "this number is too large");
        wrong(&format!("{}1", "fun x -> ".repeat(300)), "this is nested too deeply");
        wrong(&format!("exists x. x{} = 1", " x".repeat(300)), "this is nested too deeply");
        wrong(&format!("exists x. x = [{}]", "1, ".repeat(30_000)), "this list is too long");
        let nested = format!("{}1", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ".repeat(180));
        wrong(&format!("exists x. x = {nested}"), "this list is too long");
        wrong(&format!("let f{} = 1", " x".repeat(300)), "this is nested too deeply");
    }

    #[test]
    fn several_errors_are_reported_at_once() {
        let errors = read("take x exists y. y = 1  take 1 exists y. y = z");
        assert_eq!(errors.expect_err("both are wrong").len(), 2);
    }
}
