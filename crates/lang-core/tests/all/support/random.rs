//! Random closed well-typed programs that end.

use lang_core::Prim;
use term::Op;

use super::tree::Tree;

/// The types of the generated programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Int,
    Bool,
    Ints,
    /// `Int -> Int`
    Fun,
    /// `Int -> Int -> Int`
    Fun2,
    /// A cell with an integer.
    Cell,
}

/// Makes programs out of bytes: the same bytes give the same program, and fewer bytes a smaller
/// one.
pub(crate) struct Random<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

type Scope = Vec<(String, Type)>;

impl<'a> Random<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Random<'a> {
        Random { bytes: bytes.iter() }
    }

    /// A number below `end`; zero once no bytes are left.
    fn pick(&mut self, end: u8) -> u8 {
        self.bytes.next().map_or(0, |byte| byte % end)
    }

    pub(crate) fn program(&mut self) -> (Tree, Type) {
        let ty = [Type::Int, Type::Bool, Type::Ints][usize::from(self.pick(3))];
        (self.tree(ty, &Scope::new(), 6), ty)
    }

    /// Names repeat, so that scopes hide each other.
    fn name(&mut self) -> String {
        format!("x{}", self.pick(5))
    }

    fn tree(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        if depth == 0 {
            return self.leaf(ty, scope);
        }
        match self.pick(20) {
            0 | 1 => self.leaf(ty, scope),
            2 => self.binding(ty, scope, depth),
            3 => {
                let cond = self.tree(Type::Bool, scope, depth - 1);
                let (yes, no) = (self.tree(ty, scope, depth - 1), self.tree(ty, scope, depth - 1));
                Tree::If(Box::new(cond), Box::new(yes), Box::new(no))
            }
            4 => self.case_of_list(ty, scope, depth),
            5 => self.handled(ty, scope, depth),
            6 => {
                let event = self.tree(Type::Int, scope, depth - 1);
                let event = Tree::Perform("tick".to_owned(), vec![event]);
                Tree::Seq(Box::new(event), Box::new(self.tree(ty, scope, depth - 1)))
            }
            7 => self.write(ty, scope, depth),
            8 => self.counted(ty, scope, depth),
            9 => self.folded(ty, scope, depth),
            10 => self.called(ty, scope, depth),
            11 => self.raised(scope, depth),
            12 => {
                let first = self.tree(Type::Ints, scope, depth - 1);
                Tree::Seq(Box::new(first), Box::new(self.tree(ty, scope, depth - 1)))
            }
            13 => self.pair(ty, scope, depth),
            _ => self.of_type(ty, scope, depth),
        }
    }

    fn leaf(&mut self, ty: Type, scope: &Scope) -> Tree {
        let visible = |name: &str| scope.iter().rev().find(|(other, _)| other == name);
        let fitting: Vec<&String> = scope
            .iter()
            .filter(|(name, _)| visible(name).is_some_and(|(_, known)| *known == ty))
            .map(|(name, _)| name)
            .collect();
        if !fitting.is_empty() && self.pick(4) != 3 {
            let at = self.pick(fitting.len().min(255) as u8);
            return Tree::Name(fitting[usize::from(at)].clone());
        }
        let parameter = |name: &str| name.to_owned();
        match ty {
            Type::Int => Tree::Int(i64::from(self.pick(7)) - 3),
            Type::Bool => Tree::Bool(self.pick(2) == 1),
            Type::Ints => Tree::Con("Nil".to_owned(), Vec::new()),
            Type::Fun => Tree::Lam(vec![parameter("x0")], Box::new(Tree::Name(parameter("x0")))),
            Type::Fun2 => {
                let params = vec![parameter("x0"), parameter("x1")];
                Tree::Lam(params, Box::new(Tree::Name(parameter("x1"))))
            }
            Type::Cell => Tree::Prim(Prim::RefNew, vec![Tree::Int(0)]),
        }
    }

    fn of_type(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let below = depth - 1;
        match ty {
            Type::Int => match self.pick(7) {
                0 => self.binary(Prim::Op(Op::Add), Type::Int, scope, below),
                1 => self.binary(Prim::Sub, Type::Int, scope, below),
                2 => self.binary(Prim::Op(Op::Mul), Type::Int, scope, below),
                3 => self.binary(Prim::Quot, Type::Int, scope, below),
                4 => Tree::Prim(Prim::RefGet, vec![self.tree(Type::Cell, scope, below)]),
                5 => self.apply(Type::Fun, &[Type::Int], scope, below),
                _ => self.apply(Type::Fun2, &[Type::Int, Type::Int], scope, below),
            },
            Type::Bool => match self.pick(5) {
                0 => self.binary(Prim::Op(Op::Lt), Type::Int, scope, below),
                1 => self.binary(Prim::Op(Op::Le), Type::Int, scope, below),
                2 => self.binary(Prim::Equal, Type::Ints, scope, below),
                3 => self.binary(Prim::Equal, Type::Int, scope, below),
                _ => Tree::Prim(Prim::Op(Op::Not), vec![self.tree(Type::Bool, scope, below)]),
            },
            Type::Ints => {
                let fields =
                    vec![self.tree(Type::Int, scope, below), self.tree(Type::Ints, scope, below)];
                Tree::Con("Cons".to_owned(), fields)
            }
            Type::Fun => match self.pick(2) {
                0 => self.lambda(1, scope, below),
                _ => self.apply(Type::Fun2, &[Type::Int], scope, below),
            },
            Type::Fun2 => self.lambda(2, scope, below),
            Type::Cell => {
                let value = self.tree(Type::Int, scope, below);
                let delayed = self.pick(2) == 1;
                let value = if delayed { Tree::Delay(Box::new(value)) } else { value };
                Tree::Prim(Prim::RefNew, vec![value])
            }
        }
    }

    fn binary(&mut self, prim: Prim, ty: Type, scope: &Scope, depth: u32) -> Tree {
        Tree::Prim(prim, vec![self.tree(ty, scope, depth), self.tree(ty, scope, depth)])
    }

    fn apply(&mut self, callee: Type, args: &[Type], scope: &Scope, depth: u32) -> Tree {
        let callee = self.tree(callee, scope, depth);
        let args = args.iter().map(|ty| self.tree(*ty, scope, depth)).collect();
        Tree::App(Box::new(callee), args)
    }

    fn lambda(&mut self, params: usize, scope: &Scope, depth: u32) -> Tree {
        let mut names = Vec::new();
        while names.len() < params {
            let name = format!("p{}{}", names.len(), self.pick(2));
            names.push(name);
        }
        let inner = extended(scope, names.iter().map(|name| (name.clone(), Type::Int)));
        Tree::Lam(names, Box::new(self.tree(Type::Int, &inner, depth)))
    }

    fn binding(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let types = [Type::Int, Type::Bool, Type::Ints, Type::Fun, Type::Fun2, Type::Cell];
        let bound = types[usize::from(self.pick(6))];
        let (name, value) = (self.name(), self.tree(bound, scope, depth - 1));
        let value = if self.pick(5) == 4 { Tree::Delay(Box::new(value)) } else { value };
        let inner = extended(scope, [(name.clone(), bound)]);
        Tree::Let(name, Box::new(value), Box::new(self.tree(ty, &inner, depth - 1)))
    }

    fn case_of_list(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let scrutinee = self.tree(Type::Ints, scope, depth - 1);
        let inner = extended(scope, [("h".to_owned(), Type::Int), ("t".to_owned(), Type::Ints)]);
        let cons = (cons_pattern(), self.tree(ty, &inner, depth - 1));
        let nil = Tree::Con("Nil".to_owned(), Vec::new());
        match self.pick(4) {
            0 => Tree::Case(Box::new(scrutinee), vec![cons], None),
            1 => {
                let default = self.tree(ty, scope, depth - 1);
                Tree::Case(Box::new(scrutinee), vec![cons], Some(Box::new(default)))
            }
            _ => {
                let empty = (nil, self.tree(ty, scope, depth - 1));
                Tree::Case(Box::new(scrutinee), vec![empty, cons], None)
            }
        }
    }

    fn pair(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let fields =
            vec![self.tree(Type::Int, scope, depth - 1), self.tree(Type::Fun, scope, depth - 1)];
        let inner = extended(scope, [("a".to_owned(), Type::Int), ("b".to_owned(), Type::Fun)]);
        let names = ["a", "b"].map(|name| Tree::Name(name.to_owned())).to_vec();
        let alt = (Tree::Con("Pair".to_owned(), names), self.tree(ty, &inner, depth - 1));
        Tree::Case(Box::new(Tree::Con("Pair".to_owned(), fields)), vec![alt], None)
    }

    fn handled(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let body = self.tree(ty, scope, depth - 1);
        let inner = extended(scope, [("n".to_owned(), Type::Int)]);
        let boom = Tree::Con("Boom".to_owned(), vec![Tree::Name("n".to_owned())]);
        let wanted = (boom, self.tree(ty, &inner, depth - 1));
        let again = Tree::Raise(Box::new(Tree::Name("e".to_owned())));
        let exception = Tree::Name("e".to_owned());
        let handler = Tree::Case(Box::new(exception), vec![wanted], Some(Box::new(again)));
        Tree::Try(Box::new(body), "e".to_owned(), Box::new(handler))
    }

    fn raised(&mut self, scope: &Scope, depth: u32) -> Tree {
        let exception = match self.pick(2) {
            0 => Tree::Con("Other".to_owned(), Vec::new()),
            _ => Tree::Con("Boom".to_owned(), vec![self.tree(Type::Int, scope, depth - 1)]),
        };
        Tree::Raise(Box::new(exception))
    }

    fn write(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let cell = self.tree(Type::Cell, scope, depth - 1);
        let value = self.tree(Type::Int, scope, depth - 1);
        let write = Tree::Prim(Prim::RefSet, vec![cell, value]);
        Tree::Seq(Box::new(write), Box::new(self.tree(ty, scope, depth - 1)))
    }

    fn called(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let name = self.name();
        let inner = extended(scope, [(name.clone(), Type::Int)]);
        let body = self.tree(ty, &inner, depth - 1);
        let arg = self.tree(Type::Int, scope, depth - 1);
        Tree::App(Box::new(Tree::Lam(vec![name], Box::new(body))), vec![arg])
    }

    /// A loop that counts down, with an accumulator.
    fn counted(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let start = self.tree(ty, scope, depth - 1);
        let inner = extended(scope, [("n".to_owned(), Type::Int), ("acc".to_owned(), ty)]);
        let next = self.tree(ty, &inner, depth - 1);
        let n = || Tree::Name("n".to_owned());
        let minus = Tree::Prim(Prim::Sub, vec![n(), Tree::Int(1)]);
        let again = call("go", vec![minus, next]);
        let over = Tree::Prim(Prim::Op(Op::Le), vec![n(), Tree::Int(0)]);
        let body =
            Tree::If(Box::new(over), Box::new(Tree::Name("acc".to_owned())), Box::new(again));
        let go = Tree::Lam(vec!["n".to_owned(), "acc".to_owned()], Box::new(body));
        let times = Tree::Int(i64::from(self.pick(4)));
        Tree::LetRec(vec![("go".to_owned(), go)], Box::new(call("go", vec![times, start])))
    }

    /// A fold over the first elements of a list that is endless, lazily, or over a finite one.
    fn folded(&mut self, ty: Type, scope: &Scope, depth: u32) -> Tree {
        let (list, base) =
            (self.tree(Type::Ints, scope, depth - 1), self.tree(ty, scope, depth - 1));
        let inner = extended(scope, [("h".to_owned(), Type::Int), ("r".to_owned(), ty)]);
        let step = self.tree(ty, &inner, depth - 1);
        let rest = call("fold", vec![minus_one(), Tree::Name("t".to_owned())]);
        let step = Tree::Let("r".to_owned(), Box::new(rest), Box::new(step));
        let over = Tree::Prim(Prim::Op(Op::Le), vec![Tree::Name("n".to_owned()), Tree::Int(0)]);
        let nil = (Tree::Con("Nil".to_owned(), Vec::new()), base.clone());
        let list_case = Tree::Case(
            Box::new(Tree::Name("xs".to_owned())),
            vec![nil, (cons_pattern(), step)],
            None,
        );
        let body = Tree::If(Box::new(over), Box::new(base), Box::new(list_case));
        let fold = Tree::Lam(vec!["n".to_owned(), "xs".to_owned()], Box::new(body));
        let endless = vec![Tree::Int(2), Tree::Delay(Box::new(Tree::Name("cycle".to_owned())))];
        let definitions = vec![
            ("fold".to_owned(), fold),
            ("cycle".to_owned(), Tree::Con("Cons".to_owned(), endless)),
        ];
        let list = if self.pick(2) == 1 { Tree::Name("cycle".to_owned()) } else { list };
        let times = Tree::Int(i64::from(self.pick(4)));
        Tree::LetRec(definitions, Box::new(call("fold", vec![times, list])))
    }
}

fn cons_pattern() -> Tree {
    let names = ["h", "t"].map(|name| Tree::Name(name.to_owned())).to_vec();
    Tree::Con("Cons".to_owned(), names)
}

fn minus_one() -> Tree {
    Tree::Prim(Prim::Sub, vec![Tree::Name("n".to_owned()), Tree::Int(1)])
}

fn call(callee: &str, args: Vec<Tree>) -> Tree {
    Tree::App(Box::new(Tree::Name(callee.to_owned())), args)
}

fn extended(scope: &Scope, more: impl IntoIterator<Item = (String, Type)>) -> Scope {
    let mut inner = scope.clone();
    inner.extend(more);
    inner
}
