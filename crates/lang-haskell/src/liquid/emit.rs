//! Predicates as Haskell code, for tests that people keep.
//!
//! Measures that are functions of the module are called by their names; others are written out as
//! functions of the test. Sets become lists without an order. What cannot be said is refused.

mod inside;

use std::collections::BTreeMap;
use std::fmt::Write;

use self::inside::Vars;
use super::logic::{Arm, FnId, Local, LogicOp, Pred, Refined, Specs};
use crate::core::{Module, Name};
use crate::link::Linked;

/// Writes predicates of one module.
pub struct Emitter<'a> {
    specs: &'a Specs,
    linked: &'a Linked,
    module: &'a Module,
    /// The functions that the test has to define, by their names.
    helpers: BTreeMap<String, String>,
}

/// The functions on sets that tests may need.
const SETS: &str = "\
subset :: Eq a => [a] -> [a] -> Bool
subset xs ys = all (`elem` ys) xs

sameSet :: Eq a => [a] -> [a] -> Bool
sameSet xs ys = subset xs ys && subset ys xs
";

/// The code of an expression, or what cannot be said, as a noun phrase.
type Emitted = Result<String, String>;

impl<'a> Emitter<'a> {
    /// A writer for predicates of a module, which the test imports under its name.
    #[must_use]
    pub fn new(specs: &'a Specs, linked: &'a Linked, module: &'a Module) -> Emitter<'a> {
        Emitter { specs, linked, module, helpers: BTreeMap::new() }
    }

    /// The functions that the code needs besides the module.
    #[must_use]
    pub fn helpers(self) -> String {
        self.helpers.into_values().map(|text| format!("{text}\n")).collect()
    }

    /// That a value is what a refined type requires. The variables that it mentions are in scope
    /// under the names of [`Emitter::name`].
    pub fn required(&mut self, refined: &Refined) -> Emitted {
        self.required_with(refined, &Vars::new())
    }

    fn required_with(&mut self, refined: &Refined, vars: &Vars) -> Emitted {
        let value = Self::name(refined.var);
        let mut all = Vec::new();
        for stated in &refined.preds {
            all.push(self.expr(&stated.pred)?);
        }
        if let Some(inside) = self.inside(refined, vars)? {
            all.push(format!("{inside} {value}"));
        }
        match all.is_empty() {
            true => Ok("True".to_owned()),
            false => Ok(all.join(" && ")),
        }
    }

    /// What a variable is called in the code.
    #[must_use]
    pub fn name(local: Local) -> String {
        format!("v{}", local.0)
    }

    fn expr(&mut self, pred: &Pred) -> Emitted {
        Ok(match pred {
            Pred::Bool(true) => "True".to_owned(),
            Pred::Bool(false) => "False".to_owned(),
            Pred::Int(value) => format!("({value})"),
            Pred::Ratio(over, under) => format!("({over} / {under})"),
            Pred::Var(local) => Self::name(*local),
            Pred::Op(op, args) => self.operator(*op, args)?,
            Pred::Call(id, args) => {
                let callee = self.function(*id)?;
                self.applied(callee, args)?
            }
            Pred::Con(name, args) => self.applied(self.ctor(name), args)?,
            Pred::If(cond, yes, no) => {
                let [cond, yes, no] = [self.expr(cond)?, self.expr(yes)?, self.expr(no)?];
                format!("(if {cond} then {yes} else {no})")
            }
            Pred::Let(local, value, body) => {
                let (value, body) = (self.expr(value)?, self.expr(body)?);
                format!("(let {} = {value} in {body})", Self::name(*local))
            }
            Pred::Case(of, arms, default) => self.case(of, arms, default.as_deref())?,
        })
    }

    fn applied(&mut self, callee: String, args: &[Pred]) -> Emitted {
        let mut text = callee;
        for arg in args {
            let arg = self.expr(arg)?;
            write!(text, " {arg}").expect("writing to a text cannot fail");
        }
        Ok(format!("({text})"))
    }

    fn case(&mut self, of: &Pred, arms: &[Arm], default: Option<&Pred>) -> Emitted {
        let mut alts = Vec::new();
        for Arm { ctor, fields, body } in arms {
            let fields: String =
                fields.iter().map(|field| format!(" {}", Self::name(*field))).collect();
            alts.push(format!("{}{fields} -> {}", self.ctor(ctor), self.expr(body)?));
        }
        if let Some(default) = default {
            alts.push(format!("_ -> {}", self.expr(default)?));
        }
        Ok(format!("(case {} of {{ {} }})", self.expr(of)?, alts.join("; ")))
    }

    /// A constructor as it stands before its arguments.
    fn ctor(&self, name: &Name) -> String {
        let own = name.module == self.module.name;
        let is_word = name.occ.starts_with(char::is_alphabetic);
        match (own, is_word) {
            (true, true) => format!("{}.{}", self.module.name, name.occ),
            (true, false) => format!("({}.{})", self.module.name, name.occ),
            (false, true) => name.occ.clone(),
            (false, false) if name.occ.starts_with(['(', '[']) => name.occ.clone(),
            (false, false) => format!("({})", name.occ),
        }
    }

    /// A measure: a function of the module if it exports one, or one that the test defines.
    fn function(&mut self, id: FnId) -> Emitted {
        let function = self.specs.function(id);
        let exported = self
            .module
            .definitions
            .iter()
            .any(|known| known.exported && known.name.occ == function.name);
        if exported {
            return Ok(format!("{}.{}", self.module.name, function.name));
        }
        let name = format!("measure{}", id.0);
        if self.helpers.contains_key(&name) {
            return Ok(name);
        }
        let Some(body) = &function.body else {
            return Err(format!("the measure `{}`", function.name));
        };
        self.helpers.insert(name.clone(), String::new());
        let params: String =
            function.params.iter().map(|param| format!(" {}", Self::name(*param))).collect();
        let body = self.expr(body)?;
        let text = format!("-- The measure `{}`.\n{name}{params} = {body}\n", function.name);
        self.helpers.insert(name.clone(), text);
        Ok(name)
    }

    fn operator(&mut self, op: LogicOp, args: &[Pred]) -> Emitted {
        let sets = args.iter().any(|arg| self.specs.is_set(arg));
        let args: Vec<String> = args.iter().map(|arg| self.expr(arg)).collect::<Result<_, _>>()?;
        let infix = |op: &str| format!("({})", args.join(&format!(" {op} ")));
        let prefix = |name: &str| format!("({name} {})", args.join(" "));
        Ok(match op {
            LogicOp::Not => prefix("not"),
            LogicOp::And => infix("&&"),
            LogicOp::Or => infix("||"),
            LogicOp::Implies => format!("(not {} || {})", args[0], args[1]),
            LogicOp::Eq | LogicOp::Iff if sets => self.with_sets(prefix("sameSet")),
            LogicOp::Ne if sets => self.with_sets(format!("(not {})", prefix("sameSet"))),
            LogicOp::Eq | LogicOp::Iff => infix("=="),
            LogicOp::Ne => infix("/="),
            LogicOp::Lt => infix("<"),
            LogicOp::Le => infix("<="),
            LogicOp::Gt => infix(">"),
            LogicOp::Ge => infix(">="),
            LogicOp::Add => infix("+"),
            LogicOp::Sub => infix("-"),
            LogicOp::Mul => infix("*"),
            LogicOp::Neg => prefix("negate"),
            LogicOp::Div => infix("/"),
            LogicOp::IntDiv => infix("`div`"),
            LogicOp::Mod => infix("`mod`"),
            LogicOp::SetEmpty => "[]".to_owned(),
            LogicOp::SetSingle => format!("[{}]", args.join(", ")),
            LogicOp::SetUnion => infix("++"),
            LogicOp::SetIntersection => format!("(filter (`elem` {}) {})", args[1], args[0]),
            LogicOp::SetDifference => format!("(filter (`notElem` {}) {})", args[1], args[0]),
            LogicOp::SetMember => infix("`elem`"),
            LogicOp::SetSubset => self.with_sets(prefix("subset")),
        })
    }

    fn with_sets(&mut self, text: String) -> String {
        self.helpers.insert("sets".to_owned(), SETS.to_owned());
        text
    }
}
