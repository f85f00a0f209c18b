//! A naive interpreter: recursive, by substitution of environments, without any cleverness. It
//! shares nothing with the machine but the trees it runs.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use lang_core::Prim;
use term::Op;

use super::tree::{Mode, Tree};

/// A value.
#[derive(Clone)]
pub(crate) enum Value {
    Int(i128),
    Bool(bool),
    Con(String, Vec<Slot>),
    Fun(Vec<String>, Rc<Tree>, Env, Vec<Slot>),
    Ref(Rc<RefCell<Slot>>),
}

/// A place for a value that may not be computed yet.
pub(crate) type Slot = Rc<RefCell<Content>>;

/// What is in a place.
#[derive(Clone)]
pub(crate) enum Content {
    Done(Value),
    Todo(Tree, Env),
    Busy,
    Raised(Value),
}

type Env = Rc<HashMap<String, Slot>>;

/// Why there is no value.
#[derive(Clone)]
pub(crate) enum Halt {
    Raised(Value),
    Failed,
    Discarded,
    Incomplete,
    Cyclic,
    /// Numbers too large or too many steps: the interpreter has no opinion.
    TooMuch,
}

/// Deeper recursion is given up.
const MAX_DEPTH: u32 = 300;

type Result<T> = std::result::Result<T, Halt>;

pub(crate) struct Naive {
    mode: Mode,
    fuel: u32,
    depth: u32,
    pub(crate) events: Vec<i128>,
}

impl Naive {
    pub(crate) fn new(mode: Mode) -> Naive {
        Naive { mode, fuel: 100_000, depth: 0, events: Vec::new() }
    }

    pub(crate) fn run(&mut self, main: &Tree) -> Result<Value> {
        let value = self.eval(main, &Env::default())?;
        self.deepen(&done(value.clone()))?;
        Ok(value)
    }

    fn eval(&mut self, tree: &Tree, env: &Env) -> Result<Value> {
        self.deeper(|naive| naive.eval_here(tree, env))
    }

    /// Counts a step and a level of recursion.
    fn deeper<T>(&mut self, f: impl FnOnce(&mut Naive) -> Result<T>) -> Result<T> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Halt::TooMuch)?;
        if self.depth == MAX_DEPTH {
            return Err(Halt::TooMuch);
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn eval_here(&mut self, tree: &Tree, env: &Env) -> Result<Value> {
        match tree {
            Tree::Name(name) => self.force(&env[name].clone()),
            Tree::Int(value) => Ok(Value::Int(i128::from(*value))),
            Tree::Bool(value) => Ok(Value::Bool(*value)),
            Tree::Lam(params, body) => {
                Ok(Value::Fun(params.clone(), Rc::new((**body).clone()), env.clone(), Vec::new()))
            }
            Tree::App(callee, args) => {
                let mut callee = self.eval(callee, env)?;
                let args: Vec<Slot> = self.operands(args, env)?;
                for arg in args {
                    callee = self.give(callee, arg)?;
                }
                Ok(callee)
            }
            Tree::Let(name, value, body) => {
                let slot = self.operand(value, env)?;
                self.eval(body, &with(env, &[(name.clone(), slot)]))
            }
            Tree::LetRec(definitions, body) => {
                let slots: Vec<(String, Slot)> = definitions
                    .iter()
                    .map(|(name, _)| (name.clone(), Rc::new(RefCell::new(Content::Busy))))
                    .collect();
                let inner = with(env, &slots);
                for ((_, slot), (_, value)) in slots.iter().zip(definitions) {
                    *slot.borrow_mut() = Content::Todo(value.clone(), inner.clone());
                }
                self.eval(body, &inner)
            }
            Tree::Delay(inner) => self.eval(inner, env),
            Tree::Seq(first, then) => {
                self.eval(first, env)?;
                self.eval(then, env)
            }
            Tree::If(cond, yes, no) => {
                let branch = if self.truth(cond, env)? { yes } else { no };
                self.eval(branch, env)
            }
            Tree::Con(ctor, fields) => Ok(Value::Con(ctor.clone(), self.operands(fields, env)?)),
            Tree::Case(scrutinee, alts, default) => {
                let value = self.eval(scrutinee, env)?;
                self.case(&value, alts, default.as_deref(), env)
            }
            Tree::Prim(prim, args) => self.prim(*prim, args, env),
            Tree::Perform(_, args) => {
                let slot = done(self.eval(&args[0], env)?);
                let event = self.int(&slot)?;
                self.events.push(event);
                Ok(unit())
            }
            Tree::Assume(cond) => match self.truth(cond, env)? {
                true => Ok(unit()),
                false => Err(Halt::Discarded),
            },
            Tree::Assert(cond) => match self.truth(cond, env)? {
                true => Ok(unit()),
                false => Err(Halt::Failed),
            },
            Tree::Raise(exception) => Err(Halt::Raised(self.eval(exception, env)?)),
            Tree::Try(body, name, handler) => match self.eval(body, env) {
                Err(Halt::Raised(exception)) => {
                    self.eval(handler, &with(env, &[(name.clone(), done(exception))]))
                }
                other => other,
            },
            Tree::Text(_) | Tree::Ask(..) | Tree::Unsupported(_) => {
                unreachable!("not in the programs that are generated")
            }
        }
    }

    fn operands(&mut self, trees: &[Tree], env: &Env) -> Result<Vec<Slot>> {
        trees.iter().map(|tree| self.operand(tree, env)).collect()
    }

    fn operand(&mut self, tree: &Tree, env: &Env) -> Result<Slot> {
        match (tree, self.mode) {
            (Tree::Delay(inner), _) => Ok(suspended(inner, env)),
            (_, Mode::Lazy) => Ok(suspended(tree, env)),
            (_, Mode::Strict) => Ok(done(self.eval(tree, env)?)),
        }
    }

    /// Gives a function one argument.
    fn give(&mut self, callee: Value, arg: Slot) -> Result<Value> {
        let Value::Fun(params, body, env, mut given) = callee else {
            unreachable!("the programs are well typed")
        };
        given.push(arg);
        if given.len() < params.len() {
            return Ok(Value::Fun(params, body, env, given));
        }
        let bound: Vec<(String, Slot)> = params.into_iter().zip(given).collect();
        self.eval(&body, &with(&env, &bound))
    }

    fn force(&mut self, slot: &Slot) -> Result<Value> {
        let content = slot.borrow().clone();
        match content {
            Content::Done(value) => Ok(value),
            Content::Busy => Err(Halt::Cyclic),
            Content::Raised(exception) => Err(Halt::Raised(exception)),
            Content::Todo(tree, env) => {
                *slot.borrow_mut() = Content::Busy;
                let result = self.eval(&tree, &env);
                match &result {
                    Ok(value) => *slot.borrow_mut() = Content::Done(value.clone()),
                    Err(Halt::Raised(exception)) => {
                        *slot.borrow_mut() = Content::Raised(exception.clone());
                    }
                    Err(_) => {}
                }
                result
            }
        }
    }

    fn deepen(&mut self, slot: &Slot) -> Result<()> {
        if let Value::Con(_, fields) = self.force(slot)? {
            let below = |naive: &mut Naive| fields.iter().try_for_each(|field| naive.deepen(field));
            self.deeper(below)?;
        }
        Ok(())
    }

    fn truth(&mut self, tree: &Tree, env: &Env) -> Result<bool> {
        match self.eval(tree, env)? {
            Value::Bool(truth) => Ok(truth),
            _ => unreachable!("the programs are well typed"),
        }
    }

    fn int(&mut self, slot: &Slot) -> Result<i128> {
        match self.force(slot)? {
            Value::Int(int) => Ok(int),
            _ => unreachable!("the programs are well typed"),
        }
    }

    fn case(
        &mut self,
        value: &Value,
        alts: &[(Tree, Tree)],
        default: Option<&Tree>,
        env: &Env,
    ) -> Result<Value> {
        for (pattern, body) in alts {
            match (pattern, value) {
                (Tree::Int(literal), Value::Int(int)) if i128::from(*literal) == *int => {
                    return self.eval(body, env);
                }
                (Tree::Con(wanted, names), Value::Con(ctor, fields)) if wanted == ctor => {
                    let name = |tree: &Tree| match tree {
                        Tree::Name(name) => name.clone(),
                        _ => unreachable!("patterns are flat"),
                    };
                    let bound: Vec<(String, Slot)> =
                        names.iter().map(name).zip(fields.iter().cloned()).collect();
                    return self.eval(body, &with(env, &bound));
                }
                _ => {}
            }
        }
        self.eval(default.ok_or(Halt::Incomplete)?, env)
    }

    fn prim(&mut self, prim: Prim, args: &[Tree], env: &Env) -> Result<Value> {
        match prim {
            Prim::RefNew => {
                let content = self.kept(&args[0], env)?;
                return Ok(Value::Ref(Rc::new(RefCell::new(content))));
            }
            Prim::RefGet => {
                let cell = self.cell(&args[0], env)?;
                let content = cell.borrow().clone();
                return self.force(&content);
            }
            Prim::RefSet => {
                let cell = self.cell(&args[0], env)?;
                let content = self.kept(&args[1], env)?;
                *cell.borrow_mut() = content;
                return Ok(unit());
            }
            _ => {}
        }
        let values: Vec<Value> =
            args.iter().map(|arg| self.eval(arg, env)).collect::<Result<_>>()?;
        if prim == Prim::Equal {
            for value in &values {
                self.deepen(&done(value.clone()))?;
            }
            return Ok(Value::Bool(self.equal(&values[0], &values[1])?));
        }
        match (prim, &values[..]) {
            (Prim::Op(Op::Not), [Value::Bool(truth)]) => Ok(Value::Bool(!truth)),
            (_, [Value::Int(a), Value::Int(b)]) => compute(prim, *a, *b),
            _ => unreachable!("the programs are well typed"),
        }
    }

    /// What a cell is given stays suspended only if it is delayed.
    fn kept(&mut self, tree: &Tree, env: &Env) -> Result<Slot> {
        match tree {
            Tree::Delay(inner) => Ok(suspended(inner, env)),
            _ => Ok(done(self.eval(tree, env)?)),
        }
    }

    fn cell(&mut self, tree: &Tree, env: &Env) -> Result<Rc<RefCell<Slot>>> {
        match self.eval(tree, env)? {
            Value::Ref(cell) => Ok(cell),
            _ => unreachable!("the programs are well typed"),
        }
    }

    fn equal(&mut self, a: &Value, b: &Value) -> Result<bool> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::Bool(a), Value::Bool(b)) => Ok(a == b),
            (Value::Con(a, some), Value::Con(b, others)) => {
                if a != b {
                    return Ok(false);
                }
                for (a, b) in some.iter().zip(others) {
                    let (a, b) = (self.force(a)?, self.force(b)?);
                    if !self.deeper(|naive| naive.equal(&a, &b))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => unreachable!("the programs are well typed"),
        }
    }
}

fn compute(prim: Prim, a: i128, b: i128) -> Result<Value> {
    let int = match prim {
        Prim::Op(Op::Lt) => return Ok(Value::Bool(a < b)),
        Prim::Op(Op::Le) => return Ok(Value::Bool(a <= b)),
        Prim::Op(Op::Add) => a.checked_add(b),
        Prim::Op(Op::Mul) => a.checked_mul(b),
        Prim::Sub => a.checked_sub(b),
        Prim::Quot if b == 0 => Some(0),
        Prim::Quot => a.checked_div(b),
        _ => unreachable!("not in the programs that are generated"),
    };
    int.map(Value::Int).ok_or(Halt::TooMuch)
}

fn done(value: Value) -> Slot {
    Rc::new(RefCell::new(Content::Done(value)))
}

fn suspended(tree: &Tree, env: &Env) -> Slot {
    match tree {
        Tree::Name(name) => env[name].clone(),
        Tree::Delay(inner) => suspended(inner, env),
        _ => Rc::new(RefCell::new(Content::Todo(tree.clone(), env.clone()))),
    }
}

fn with(env: &Env, more: &[(String, Slot)]) -> Env {
    let mut inner = (**env).clone();
    inner.extend(more.iter().cloned());
    Rc::new(inner)
}

fn unit() -> Value {
    Value::Con("Unit".to_owned(), Vec::new())
}
