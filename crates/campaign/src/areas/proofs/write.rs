//! Cases as OCaml with contracts.

use super::case::{
    Case, Clauses, Cond, Formula, Method, Op, Operand, Pattern, RESULT, Recursion, Sort, Stmt,
    Test, Var,
};

/// Types that all cases share.
pub(super) const TYPES: &str = "\
type two = A | B
type three = P | Q | R
module type KEY = sig type t end
";

/// The modules of a case, which carry its number.
pub(super) fn module(case: &Case, number: usize) -> String {
    let library = Names { prefix: "", key: "key", ops: &case.ops };
    let own = Names { prefix: "S.", key: "K.t", ops: &case.ops };
    let mut text = format!("module type L{number} = sig\n  type key\n");
    for op in &case.ops {
        text += &library.operation(op);
    }
    text +=
        &format!("end\nmodule M{number} (K : KEY) (S : L{number} with type key = K.t) = struct\n");
    if let Some(helper) = &case.helper {
        text += &own.method("h", helper);
    }
    text += &own.method("f", &case.method);
    text + "end\n\n"
}

/// How things are called in some place.
struct Names<'a> {
    /// What stands before the name of an operation.
    prefix: &'static str,
    /// The type of keys.
    key: &'static str,
    ops: &'a [Op],
}

impl Names<'_> {
    fn sort(&self, sort: Sort) -> &'static str {
        match sort {
            Sort::Key => self.key,
            Sort::Two => "two",
            Sort::Three => "three",
            Sort::Bool => "bool",
        }
    }

    fn vars(&self, vars: &[Var]) -> String {
        let each = vars.iter().map(|var| format!(" ({}: {})", var.name, self.sort(var.sort)));
        each.collect()
    }

    fn operation(&self, op: &Op) -> String {
        let params: Vec<String> = op
            .params
            .iter()
            .map(|var| format!("({}: {})", var.name, self.sort(var.sort)))
            .collect();
        let result = op
            .result
            .map_or_else(|| "unit".to_owned(), |sort| format!("({RESULT}: {})", self.sort(sort)));
        let mut text = format!("  (** {} -> {result}\n", params.join(" -> "));
        for case in &op.cases {
            text += "      case\n";
            if !case.ghosts.is_empty() {
                text += &format!("        ghost{}\n", self.vars(&case.ghosts));
            }
            if let Some(context) = &case.context {
                text += &format!("        context {}\n", self.formula(context));
            }
            text += &format!("        ensure {}\n", cond(&case.ensure, Syntax::Spec));
        }
        let types = op.params.iter().map(|var| self.sort(var.sort));
        let types: Vec<&str> =
            types.chain([op.result.map_or("unit", |sort| self.sort(sort))]).collect();
        text + &format!("  *)\n  val {} : {}\n", op.name, types.join(" -> "))
    }

    fn method(&self, name: &str, method: &Method) -> String {
        let over_list = matches!(method.recursion, Recursion::ListFirst | Recursion::ListLast);
        let mut typed: Vec<(String, String)> = method
            .params
            .iter()
            .map(|var| (var.name.clone(), self.sort(var.sort).to_owned()))
            .collect();
        if over_list {
            typed.push(("l".to_owned(), format!("{} list", self.key)));
        }
        let signature: String =
            typed.iter().map(|(name, ty)| format!("({name}: {ty}) -> ")).collect();
        let mut text = format!("  (** {signature}({RESULT}: bool)\n");
        for clauses in &method.clauses {
            text += &self.clauses(&method.ghosts, clauses);
        }
        let params: String = typed.iter().map(|(name, ty)| format!(" ({name} : {ty})")).collect();
        let rec = if method.recursion == Recursion::None { "" } else { "rec " };
        let (body, result) = (self.stmt(&method.body), self.test(&method.result));
        let given: String = method.params.iter().map(|var| format!(" {}", var.name)).collect();
        let text = text + &format!("  *)\n  let {rec}{name}{params} : bool =\n    ");
        text + &match method.recursion {
            Recursion::None => format!("{body}; {result}\n"),
            Recursion::ListLast => {
                format!("match l with [] -> {result} | e :: t -> {body}; {name}{given} t\n")
            }
            Recursion::ListFirst => format!(
                "match l with [] -> {result} | e :: t -> let q = {name}{given} t in {body}; q\n"
            ),
            Recursion::While => {
                let mut swapped: Vec<&str> =
                    method.params.iter().map(|var| var.name.as_str()).collect();
                swapped.swap(0, 1);
                let (again, swapped) = (self.test(&method.again), swapped.join(" "));
                format!("if {again} then ({body}; {name} {swapped}) else {result}\n")
            }
        }
    }

    fn clauses(&self, ghosts: &[Var], clauses: &Clauses) -> String {
        let mut text = "      case\n".to_owned();
        if !ghosts.is_empty() {
            text += &format!("        ghost{}\n", self.vars(ghosts));
        }
        let formulas = [
            ("context", &clauses.context),
            ("invariant", &clauses.invariant),
            ("effect", &clauses.effect),
            ("after", &clauses.after),
        ];
        for (word, formula) in formulas {
            if let Some(formula) = formula {
                text += &format!("        {word} {}\n", self.formula(formula));
            }
        }
        for (word, stated) in [("require", &clauses.require), ("ensure", &clauses.ensure)] {
            if let Some(stated) = stated {
                text += &format!("        {word} {}\n", cond(stated, Syntax::Spec));
            }
        }
        text
    }

    fn formula(&self, formula: &Formula) -> String {
        let of = |part: &Formula| self.formula(part);
        match formula {
            Formula::Event { op, places, negated } => {
                let places: String = places.iter().map(pattern).collect();
                let sign = if *negated { "~" } else { "" };
                format!("{sign}<{}{}{places}>", self.prefix, self.ops[*op].name)
            }
            Formula::Not(a) => format!("!({})", of(a)),
            Formula::And(a, b) => format!("(({}) && ({}))", of(a), of(b)),
            Formula::Or(a, b) => format!("(({}) || ({}))", of(a), of(b)),
            Formula::Implies(a, b) => format!("(({}) implies ({}))", of(a), of(b)),
            Formula::Next(a) => format!("X ({})", of(a)),
            Formula::Finally(a) => format!("F ({})", of(a)),
            Formula::Globally(a) => format!("G ({})", of(a)),
            Formula::Until(a, b) => format!("(({}) U ({}))", of(a), of(b)),
            Formula::Then(a, b) => format!("(({}) ; ({}))", of(a), of(b)),
        }
    }

    fn call(&self, op: usize, args: &[Operand]) -> String {
        let args: String = args.iter().map(|arg| format!(" {}", operand(arg))).collect();
        format!("S.{}{args}", self.ops[op].name)
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Skip => "()".to_owned(),
            Stmt::Call(op, args) => format!("ignore ({})", self.call(*op, args)),
            Stmt::Let(name, op, args, rest) => {
                format!("(let {name} = {} in {})", self.call(*op, args), self.stmt(rest))
            }
            Stmt::If(test, yes, no) => {
                format!("(if {} then {} else {})", self.test(test), self.stmt(yes), self.stmt(no))
            }
            Stmt::Seq(first, second) => format!("({}; {})", self.stmt(first), self.stmt(second)),
            Stmt::Helper(args) => format!("ignore ({})", helper(args)),
        }
    }

    fn test(&self, test: &Test) -> String {
        match test {
            Test::Cond(stated) => cond(stated, Syntax::Program),
            Test::Returns(op, args, value) => {
                let (call, sort) = (self.call(*op, args), self.ops[*op].result);
                match sort.unwrap_or(Sort::Bool) {
                    Sort::Bool if *value == 1 => format!("({call})"),
                    sort => format!("(({call}) = {})", sort.literal(*value)),
                }
            }
            Test::Helper(args) => format!("({})", helper(args)),
            Test::Not(inner) => format!("(not {})", self.test(inner)),
            Test::Both(a, b) => format!("({} && {})", self.test(a), self.test(b)),
            Test::Either(a, b) => format!("({} || {})", self.test(a), self.test(b)),
        }
    }
}

fn helper(args: &[Operand]) -> String {
    args.iter().fold("h".to_owned(), |text, arg| format!("{text} {}", operand(arg)))
}

fn operand(operand: &Operand) -> String {
    match operand {
        Operand::Var(name) => name.clone(),
        Operand::Value(sort, value) => sort.literal(*value).to_owned(),
    }
}

fn pattern(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Any => " _".to_owned(),
        Pattern::Is(value) => format!(" {}", operand(value)),
        Pattern::IsNot(value) => format!(" !{}", operand(value)),
    }
}

/// The two languages in which conditions are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Spec,
    Program,
}

fn cond(stated: &Cond, syntax: Syntax) -> String {
    let of = |part: &Cond| cond(part, syntax);
    match stated {
        Cond::True => "true".to_owned(),
        Cond::Is(a, b) => format!("({} = {})", operand(a), operand(b)),
        Cond::Not(a) if syntax == Syntax::Spec => format!("!({})", of(a)),
        Cond::Not(a) => format!("(not {})", of(a)),
        Cond::Both(a, b) => format!("({} && {})", of(a), of(b)),
        Cond::Either(a, b) => format!("({} || {})", of(a), of(b)),
    }
}
