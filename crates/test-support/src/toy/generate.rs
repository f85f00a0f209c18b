//! Random programs that are well typed by construction.
//!
//! A program is read off a string of bytes: each decision takes one, and a decision without a byte
//! takes its first, smallest option. Shrinking the bytes therefore shrinks the program.

use std::fmt::Write;

use lang_toy::ast::{Scalar, Type};

const INTS: Type = Type::Array(Scalar::Int);
const BOOLS: Type = Type::Array(Scalar::Bool);
const TYPES: [Type; 4] = [Type::INT, Type::BOOL, INTS, BOOLS];

/// The text of the program that the bytes describe.
#[must_use]
pub fn program(bytes: &[u8]) -> String {
    let mut writer = Writer { bytes: bytes.iter(), text: String::new(), vars: Vec::new(), next: 0 };
    let mut known = Vec::new();
    for number in 0..writer.pick(3) {
        let function = writer.function(number, &known);
        known.push(function);
    }
    writer.text.push_str("check main {\n");
    writer.statements(3, &known, None);
    writer.text.push_str("}\n");
    writer.text
}

struct Function {
    name: String,
    params: Vec<Type>,
    result: Option<Type>,
}

struct Writer<'b> {
    bytes: std::slice::Iter<'b, u8>,
    text: String,
    /// The variables in scope, and whether they may be assigned to.
    vars: Vec<(String, Type, bool)>,
    next: usize,
}

impl Writer<'_> {
    fn pick(&mut self, options: usize) -> usize {
        self.bytes.next().map_or(0, |byte| usize::from(*byte) % options)
    }

    fn function(&mut self, number: usize, known: &[Function]) -> Function {
        let params: Vec<Type> = (0..self.pick(3)).map(|_| TYPES[self.pick(4)]).collect();
        let result = [None, Some(TYPES[self.pick(4)])][self.pick(2)];
        self.vars =
            params.iter().enumerate().map(|(at, ty)| (format!("p{at}"), *ty, true)).collect();
        let list: Vec<String> = self.vars.iter().map(|(n, ty, _)| format!("{n}: {ty}")).collect();
        let arrow = result.map_or(String::new(), |ty| format!(" -> {ty}"));
        let _ = writeln!(self.text, "fn f{number}({}){arrow} {{", list.join(", "));
        self.open_statements(2, known, Some(result));
        if let Some(ty) = result {
            let value = self.expr(ty, 2, known);
            let _ = writeln!(self.text, "return {value};");
        }
        self.text.push_str("}\n");
        self.vars.clear();
        Function { name: format!("f{number}"), params, result }
    }

    /// Some statements; `result` is that of the function around them, if there is one.
    fn statements(&mut self, depth: usize, known: &[Function], result: Option<Option<Type>>) {
        let outer = self.vars.len();
        self.open_statements(depth, known, result);
        self.vars.truncate(outer);
    }

    /// As [`Writer::statements`] in a block that goes on behind them.
    fn open_statements(&mut self, depth: usize, known: &[Function], result: Option<Option<Type>>) {
        for _ in 0..=self.pick(5) {
            self.statement(depth, known, result);
        }
    }

    fn statement(&mut self, depth: usize, known: &[Function], result: Option<Option<Type>>) {
        match self.pick(if depth == 0 { 8 } else { 11 }) {
            0 | 1 => self.let_statement(known),
            2 => self.assignment(known),
            3 => self.element_assignment(known),
            4 | 5 => {
                let args: Vec<String> =
                    (0..self.pick(3)).map(|_| self.scalar_expr(known)).collect();
                let _ = writeln!(self.text, "emit out({});", args.join(", "));
            }
            6 => {
                let keyword = ["assert", "assume"][self.pick(2)];
                let cond = self.expr(Type::BOOL, 2, known);
                let _ = writeln!(self.text, "{keyword} {cond};");
            }
            7 => match known.len() {
                0 => self.let_statement(known),
                len => {
                    let at = self.pick(len);
                    let call = self.call(&known[at], 1, known);
                    let _ = writeln!(self.text, "{call};");
                }
            },
            8 => {
                let cond = self.expr(Type::BOOL, 2, known);
                let _ = writeln!(self.text, "if {cond} {{");
                self.statements(depth - 1, known, result);
                if self.pick(2) == 1 {
                    self.text.push_str("} else {\n");
                    self.statements(depth - 1, known, result);
                }
                self.text.push_str("}\n");
            }
            9 => self.loop_statement(depth, known, result),
            _ => self.early_return(known, result),
        }
    }

    /// A loop of at most three rounds: its counter is not assigned to elsewhere.
    fn loop_statement(&mut self, depth: usize, known: &[Function], result: Option<Option<Type>>) {
        let counter = self.fresh();
        let rounds = self.pick(4);
        let cond = self.expr(Type::BOOL, 1, known);
        let _ = writeln!(self.text, "let {counter} = 0;");
        self.vars.push((counter.clone(), Type::INT, false));
        let _ = writeln!(self.text, "while {counter} < {rounds} && {cond} {{");
        let _ = writeln!(self.text, "{counter} = {counter} + 1;");
        self.statements(depth - 1, known, result);
        self.text.push_str("}\n");
    }

    fn early_return(&mut self, known: &[Function], result: Option<Option<Type>>) {
        match result.flatten() {
            Some(ty) => {
                let value = self.expr(ty, 1, known);
                let _ = writeln!(self.text, "return {value};");
            }
            None => self.text.push_str("return;\n"),
        }
    }

    fn let_statement(&mut self, known: &[Function]) {
        let ty = TYPES[self.pick(4)];
        let value = self.expr(ty, 3, known);
        // Sometimes a name that is taken: the new variable then hides the old one. A counter must
        // not be hidden, or the loop would count something else.
        let old = self.pick(self.vars.len() + 1);
        let name = match self.vars.get(old) {
            Some((name, _, true)) => name.clone(),
            _ => self.fresh(),
        };
        let _ = writeln!(self.text, "let {name} = {value};");
        self.vars.push((name, ty, true));
    }

    fn assignment(&mut self, known: &[Function]) {
        let ty = TYPES[self.pick(4)];
        let Some(name) = self.variable(ty, true) else { return self.let_statement(known) };
        let value = self.expr(ty, 3, known);
        let _ = writeln!(self.text, "{name} = {value};");
    }

    fn element_assignment(&mut self, known: &[Function]) {
        let scalar = [Scalar::Int, Scalar::Bool][self.pick(2)];
        let Some(name) = self.variable(Type::Array(scalar), true) else {
            return self.let_statement(known);
        };
        let index = self.expr(Type::INT, 1, known);
        let value = self.expr(Type::One(scalar), 2, known);
        let _ = writeln!(self.text, "{name}[{index}] = {value};");
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("v{}", self.next)
    }

    /// A variable of this type that its name really stands for.
    fn variable(&mut self, ty: Type, to_assign: bool) -> Option<String> {
        let fits: Vec<String> = (self.vars.iter().enumerate())
            .filter(|(at, (name, _, _))| self.vars[at + 1..].iter().all(|(n, _, _)| n != name))
            .filter(|(_, (_, t, free))| *t == ty && (*free || !to_assign))
            .map(|(_, (name, _, _))| name.clone())
            .collect();
        if fits.is_empty() { None } else { Some(fits[self.pick(fits.len())].clone()) }
    }

    fn scalar_expr(&mut self, known: &[Function]) -> String {
        let ty = [Type::INT, Type::BOOL][self.pick(2)];
        self.expr(ty, 2, known)
    }

    fn expr(&mut self, ty: Type, depth: usize, known: &[Function]) -> String {
        let choice = self.pick(if depth == 0 { 3 } else { 10 });
        if choice == 1
            && let Some(name) = self.variable(ty, false)
        {
            return name;
        }
        if choice == 3 {
            let fits: Vec<&Function> = known.iter().filter(|f| f.result == Some(ty)).collect();
            if !fits.is_empty() {
                let function = fits[self.pick(fits.len())];
                return self.call(function, depth - 1, known);
            }
        }
        match ty {
            Type::One(Scalar::Int) => self.int_expr(choice, depth, known),
            Type::One(Scalar::Bool) => self.bool_expr(choice, depth, known),
            Type::Array(scalar) => self.array_expr(scalar, choice, depth, known),
        }
    }

    fn int_expr(&mut self, choice: usize, depth: usize, known: &[Function]) -> String {
        match choice {
            0 | 1 => self.pick(4).to_string(),
            2 => "read int \"i\"".to_owned(),
            4 => format!("-{}", self.expr(Type::INT, depth - 1, known)),
            5 => format!("len({})", self.expr(INTS, depth - 1, known)),
            6 => self.element(Scalar::Int, depth - 1, known),
            _ => {
                let op = ["+", "-", "*", "/", "%"][self.pick(5)];
                self.operation(op, Type::INT, depth - 1, known)
            }
        }
    }

    fn bool_expr(&mut self, choice: usize, depth: usize, known: &[Function]) -> String {
        match choice {
            0 | 1 => ["false", "true"][self.pick(2)].to_owned(),
            2 => "read bool \"b\"".to_owned(),
            4 => format!("!{}", self.expr(Type::BOOL, depth - 1, known)),
            5 => {
                let op = ["&&", "||", "==", "!="][self.pick(4)];
                self.operation(op, Type::BOOL, depth - 1, known)
            }
            6 => self.element(Scalar::Bool, depth - 1, known),
            _ => {
                let op = ["<", "<=", ">", ">=", "==", "!="][self.pick(6)];
                self.operation(op, Type::INT, depth - 1, known)
            }
        }
    }

    fn array_expr(
        &mut self,
        scalar: Scalar,
        choice: usize,
        depth: usize,
        known: &[Function],
    ) -> String {
        let below = depth.saturating_sub(1);
        match choice {
            2 => format!("read {}[{}] \"a\"", Type::One(scalar), self.pick(4)),
            4 | 5 => {
                let value = self.expr(Type::One(scalar), below, known);
                format!("[{value}; {}]", self.expr(Type::INT, below, known))
            }
            _ => {
                let items: Vec<String> = (0..=self.pick(3))
                    .map(|_| self.expr(Type::One(scalar), below, known))
                    .collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    fn element(&mut self, scalar: Scalar, depth: usize, known: &[Function]) -> String {
        let array = self.expr(Type::Array(scalar), depth, known);
        format!("{array}[{}]", self.expr(Type::INT, depth, known))
    }

    fn operation(&mut self, op: &str, ty: Type, depth: usize, known: &[Function]) -> String {
        let left = self.expr(ty, depth, known);
        format!("({left} {op} {})", self.expr(ty, depth, known))
    }

    fn call(&mut self, function: &Function, depth: usize, known: &[Function]) -> String {
        let args: Vec<String> =
            function.params.iter().map(|ty| self.expr(*ty, depth, known)).collect();
        format!("{}({})", function.name, args.join(", "))
    }
}
