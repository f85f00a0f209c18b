//! Evaluation of right-hand sides and conditions, and calls of functions.

use triomphe::Arc;

use smallvec::SmallVec;

use crate::arbitrary::looked_into;
use crate::context::{Ctx, Halt};
use crate::expr::Expr;
use crate::hook::{self, Hook};
use crate::matcher::{Subject, is_absent};
use crate::pattern::Reg;
use crate::program::{Function, FunctionId};
use crate::signature::{Builtin, LabelId, SortId};
use crate::value::{Args, Map, Value};

/// Functions may call each other this deep.
const DEEPEST: usize = 200_000;
/// At least this much stack is left before a call.
const RED_ZONE: usize = 128 * 1024;
/// How much the stack grows at a time.
const GROWTH: usize = 8 * 1024 * 1024;

/// A function that looks at the configuration is called where there is none.
fn no_configuration() -> Halt {
    Halt::Unsupported("a function that looks at cells before there are any".to_owned())
}

/// What a function comes to: a value, or the result of another call.
enum Outcome {
    Value(Value),
    Tail(FunctionId, Vec<Value>),
}

impl<'a> Ctx<'a> {
    /// The value of an expression over the registers of the innermost rule.
    #[inline]
    pub(crate) fn eval(&mut self, expr: &Expr) -> Result<Value, Halt> {
        match expr {
            Expr::Const(value) => Ok(value.clone()),
            Expr::Reg(reg) => Ok(self.reg(*reg).clone()),
            Expr::Take(reg) => Ok(self.take(*reg)),
            expr => self.eval_parts(expr),
        }
    }

    fn eval_parts(&mut self, expr: &Expr) -> Result<Value, Halt> {
        match expr {
            Expr::Const(value) => Ok(value.clone()),
            Expr::Reg(reg) => Ok(self.reg(*reg).clone()),
            Expr::Take(reg) => Ok(self.take(*reg)),
            Expr::Node(label, args) => self.node(*label, args),
            Expr::Anywhere(_, function, args) | Expr::Call(function, args) => {
                let args = self.eval_all(args)?;
                self.call(*function, args)
            }
            Expr::Hook(hook, args) => self.apply_hook(*hook, args),
            Expr::Missing(name) => {
                Err(Halt::Unsupported(format!("the built-in function `{name}`")))
            }
            Expr::Seq(items) => self.sequence(items),
            Expr::If(parts) => {
                let cond = self.eval(&parts[0])?;
                let chosen = if self.holds(&cond)? { &parts[1] } else { &parts[2] };
                self.eval(chosen)
            }
            Expr::And(parts) => self.connect(parts, false, "BOOL.and"),
            Expr::Or(parts) => self.connect(parts, true, "BOOL.or"),
            Expr::HasSort(sort, inner) => {
                let value = self.eval(inner)?;
                Ok(Value::Bool(self.sort_test(&value, *sort)?))
            }
            Expr::Cast(sort, inner) => self.cast(*sort, inner),
            Expr::Patch { map, without, entries } => self.patch(*map, without, entries),
            Expr::Cells(cell, parts) => Ok(Value::Cells(*cell, Args::from(self.eval_all(parts)?))),
            Expr::Part(parts, nth) => self.part(parts, *nth),
            Expr::Bag(parts) => self.bag_of(parts),
            Expr::Token(sort, text) => self.token(*sort, text),
            Expr::Fresh(sort) => self.fresh_value(*sort),
            Expr::Unknown(sort, name) => self.unknown_value(*sort, name),
        }
    }

    fn take(&mut self, reg: Reg) -> Value {
        std::mem::take(&mut self.regs[self.base + reg.index()])
    }

    pub(crate) fn eval_all(&mut self, exprs: &[Expr]) -> Result<Vec<Value>, Halt> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    /// A constructor. Small ones are put together without a detour over the heap.
    fn node(&mut self, label: LabelId, args: &[Expr]) -> Result<Value, Halt> {
        let args = match args {
            [] => return Ok(Value::Leaf(label)),
            [a] => Args::from([self.eval(a)?]),
            [a, b] => Args::from([self.eval(a)?, self.eval(b)?]),
            [a, b, c] => Args::from([self.eval(a)?, self.eval(b)?, self.eval(c)?]),
            many => Args::from(self.eval_all(many)?),
        };
        Ok(Value::Node(label, args))
    }

    fn apply_hook(&mut self, hook: Hook, args: &[Expr]) -> Result<Value, Halt> {
        if self.proves {
            return self.apply_hook_to_arbitrary(hook, args);
        }
        match args {
            [a] => {
                let mut args = [self.eval(a)?];
                hook.apply(self, &mut args)
            }
            [a, b] => {
                let mut args = [self.eval(a)?, self.eval(b)?];
                hook.apply(self, &mut args)
            }
            many => {
                let mut args = self.eval_all(many)?;
                hook.apply(self, &mut args)
            }
        }
    }

    /// The same where values may be arbitrary: what has no value for them may have one for others.
    fn apply_hook_to_arbitrary(&mut self, hook: Hook, args: &[Expr]) -> Result<Value, Halt> {
        let mut args = self.eval_all(args)?;
        let is_open = args.iter().any(|arg| self.has_arbitrary_part(arg));
        match hook.apply(self, &mut args) {
            Err(Halt::Undefined(_)) if is_open => Err(looked_into("a function")),
            result => result,
        }
    }

    fn sequence(&mut self, items: &[Expr]) -> Result<Value, Halt> {
        // From left to right, as files are written, and put together from behind.
        let [first, rest @ ..] = items else { return Ok(Value::Empty) };
        let first = self.eval(first)?;
        let rest = self.sequence(rest)?;
        Ok(first.then(rest))
    }

    /// A connective whose first operand may decide: by `decisive`.
    fn connect(&mut self, parts: &[Expr; 2], decisive: bool, name: &str) -> Result<Value, Halt> {
        let first = self.eval(&parts[0])?;
        if matches!(first, Value::Bool(value) if value == decisive) {
            return Ok(first);
        }
        let second = match self.eval(&parts[1]) {
            // It need not have a value where the first operand decides.
            Err(Halt::Undefined(_)) if self.holds(&first)? == decisive => {
                return Ok(Value::Bool(decisive));
            }
            second => second?,
        };
        let hook = hook::by_name(name).expect("connectives are built in");
        hook.apply(self, &mut [first, second])
    }

    fn cast(&mut self, sort: SortId, inner: &Expr) -> Result<Value, Halt> {
        let value = self.eval(inner)?;
        if self.sort_test(&value, sort)? {
            return Ok(value);
        }
        let name = &self.program.signature.sort_info(sort).name;
        self.undefined(format!("a value used as {name} that is none"))
    }

    fn patch(
        &mut self,
        map: Reg,
        without: &[Reg],
        entries: &[(Expr, Expr)],
    ) -> Result<Value, Halt> {
        let mut new: SmallVec<[(Value, Value); 1]> = SmallVec::new();
        for (key, value) in entries {
            new.push((self.eval(key)?, self.eval(value)?));
        }
        let Value::Map(mut map) = self.take(map) else {
            return self.undefined("an entry of a value that is not a map");
        };
        let target = Arc::make_mut(&mut map);
        for key in without {
            target.entries.remove(self.reg(*key));
        }
        for (key, value) in new {
            // Among plain keys, a plain one is no other key; only a symbolic one must be looked for.
            let place = match key {
                key if key.is_plain() && target.has_plain_keys() => key,
                key => hook::find_key(self, target, &key)?.unwrap_or(key),
            };
            target.entries.insert(place, value);
        }
        Ok(Value::Map(map))
    }

    /// A slot of some cells, or what stands there if the cells do not have it.
    fn part(&mut self, parts: &[Expr; 2], nth: usize) -> Result<Value, Halt> {
        match self.eval(&parts[0])? {
            Value::Cells(_, slots) => match slots.get(nth) {
                Some(there) if !is_absent(there) => Ok(there.clone()),
                Some(_) | None => self.eval(&parts[1]),
            },
            none if is_absent(&none) => self.eval(&parts[1]),
            _ => self.undefined("a cell of something else"),
        }
    }

    fn bag_of(&mut self, parts: &[Expr]) -> Result<Value, Halt> {
        let mut frames = Vec::new();
        for part in parts {
            match self.eval(part)? {
                Value::Bag(more) => frames.extend(more.iter().cloned()),
                Value::Empty => {}
                frame => frames.push(frame),
            }
        }
        Ok(Value::Bag(Arc::new(frames)))
    }

    fn token(&mut self, sort: SortId, text: &Expr) -> Result<Value, Halt> {
        match self.eval(text)? {
            Value::Str(text) => Ok(Value::Token(sort, self.program.signature.made_symbol(&text))),
            Value::Token(_, text) => Ok(Value::Token(sort, text)),
            Value::Sym(_, _) => Err(Halt::Unsupported("a token of symbolic text".to_owned())),
            _ => self.undefined("a token whose text is not a string"),
        }
    }

    /// A value of which only the sort is known.
    fn unknown_value(&mut self, sort: SortId, name: &str) -> Result<Value, Halt> {
        let name = format!("?{name}{}", self.fresh);
        self.fresh += 1;
        let sort = match self.program.signature.sort_info(sort).builtin {
            Some(Builtin::Int) => term::Sort::INT,
            Some(Builtin::Bool) => term::Sort::BOOL,
            Some(Builtin::Str) => term::Sort::TEXT,
            _ => {
                let name = &self.program.signature.sort_info(sort).name;
                return Err(Halt::Unsupported(format!("any value of sort {name}")));
            }
        };
        Ok(Value::symbolic(self.pool, self.pool.var(&name, sort)))
    }

    fn fresh_value(&mut self, sort: SortId) -> Result<Value, Halt> {
        let number = self.fresh;
        self.fresh += 1;
        let signature = &self.program.signature;
        match signature.sort_info(sort).builtin {
            Some(Builtin::Int) => Ok(Value::int(number as i64)),
            Some(Builtin::Str) => Ok(Value::str(&number.to_string())),
            None => Ok(Value::Token(sort, signature.made_symbol(&format!("_{number}")))),
            Some(_) => {
                let name = &signature.sort_info(sort).name;
                Err(Halt::Unsupported(format!("a fresh value of sort {name}")))
            }
        }
    }

    /// Whether what was supposed during a match holds, and the side condition.
    #[inline]
    pub(crate) fn guard(&mut self, requires: Option<&Expr>) -> Result<bool, Halt> {
        if requires.is_none() && self.pending.is_empty() {
            return Ok(true);
        }
        self.guard_conditions(requires)
    }

    fn guard_conditions(&mut self, requires: Option<&Expr>) -> Result<bool, Halt> {
        let supposed = std::mem::take(&mut self.pending);
        let side = match requires {
            None => Ok(Value::Bool(true)),
            Some(requires) => self.eval(requires),
        };
        let result = match side {
            Ok(Value::Bool(true)) if supposed.is_empty() => Ok(true),
            Ok(Value::Bool(false)) => Ok(false),
            // What has no value does not hold.
            Err(Halt::Undefined(_)) => Ok(false),
            Ok(side) => {
                let mut parts = supposed.clone();
                parts.extend(self.term(&side));
                self.decide(self.pool.and(&parts))
            }
            Err(halt) => Err(halt),
        };
        self.pending = supposed;
        result
    }

    /// The value of a function.
    pub(crate) fn call(&mut self, function: FunctionId, args: Vec<Value>) -> Result<Value, Halt> {
        if self.depth >= DEEPEST {
            return Err(Halt::TooDeep(DEEPEST));
        }
        self.depth += 1;
        let supposed = std::mem::take(&mut self.pending);
        let result = stacker::maybe_grow(RED_ZONE, GROWTH, || self.call_to_the_end(function, args));
        self.pending = supposed;
        self.depth -= 1;
        result
    }

    fn call_to_the_end(
        &mut self,
        mut function: FunctionId,
        mut args: Vec<Value>,
    ) -> Result<Value, Halt> {
        loop {
            self.tick()?;
            let about = &self.program.functions[function.index()];
            let kept = about.makes_map.then(|| args.clone());
            match (self.call_once(about, args), kept) {
                (Ok(Outcome::Value(value)), _) => return Ok(value),
                (Ok(Outcome::Tail(next, more)), _) => (function, args) = (next, more),
                (Err(Halt::Undecided(_)), Some(args)) => return Ok(suspended(about, args)),
                (Err(halt), _) => return Err(halt),
            }
        }
    }

    /// Applies the first rule that fits.
    fn call_once(&mut self, function: &'a Function, args: Vec<Value>) -> Result<Outcome, Halt> {
        let (outer_base, outer_len) = (self.base, self.regs.len());
        self.base = outer_len;
        self.regs.extend(args);
        let given = self.regs.len() - outer_len;
        let result = self.apply_first(function, given);
        self.base = outer_base;
        self.regs.truncate(outer_len);
        result
    }

    fn apply_first(&mut self, function: &'a Function, given: usize) -> Result<Outcome, Halt> {
        for (nth, rule) in function.rules.iter().enumerate() {
            if rule.expands_once && self.expanding.contains(&(function.label, nth)) {
                continue;
            }
            self.regs.resize(self.base + rule.regs.max(given), Value::Empty);
            self.pending.clear();
            let configuration = match rule.frames {
                Some(_) => self.configuration.clone().ok_or_else(no_configuration)?,
                None => Arc::default(),
            };
            let frames = rule.frames.as_deref().unwrap_or_default();
            let subject = Subject { top: &configuration, frames, steps: &rule.steps };
            let requires = rule.requires.as_ref();
            if self.run_steps(subject, 0, &mut |ctx| ctx.guard(requires))? {
                if rule.expands_once {
                    self.expanding.push((function.label, nth));
                    let value = self.eval(&rule.result);
                    self.expanding.pop();
                    return value.map(Outcome::Value);
                }
                return self.outcome(&rule.result);
            }
        }
        let args = self.regs[self.base..self.base + given].to_vec();
        if function.is_constructor {
            return Ok(Outcome::Value(Value::apply(function.label, args)));
        }
        self.undefined(format!("no rule of the function `{}` applies", function.name))
    }

    fn outcome(&mut self, result: &Expr) -> Result<Outcome, Halt> {
        match result {
            Expr::Call(next, args) => Ok(Outcome::Tail(*next, self.eval_all(args)?)),
            other => Ok(Outcome::Value(self.eval(other)?)),
        }
    }

    /// The map that a suspended call stands for, unfolded by one rule.
    pub(crate) fn unfold_chunk(&self, chunk: &Value) -> Result<Value, Halt> {
        let Some((label, args)) = chunk.as_apply() else {
            return Err(looked_into("the other entries"));
        };
        let function = self.program.label_functions[&label];
        let mut ctx = self.fresh_context();
        match ctx.call_once(&self.program.functions[function.index()], args.to_vec())? {
            Outcome::Value(value) => Ok(value),
            Outcome::Tail(next, args) => ctx.call(next, args),
        }
    }
}

/// A call that cannot be decided yet, as a map.
fn suspended(function: &Function, args: Vec<Value>) -> Value {
    let chunks = vec![Value::apply(function.label, args)];
    Value::Map(Arc::new(Map { chunks, ..Map::default() }))
}
