//! What a violated path means, judged again on values.
//!
//! The engine says that a run fails. Here its inputs and the call that is broken are taken as plain
//! values, and the judge decides whether the inputs are what the target's type admits and the call
//! is what some type excludes. Only then is it a counterexample.

use std::rc::Rc;

use lang_haskell::core::Type;
use lang_haskell::liquid::elaborate::{Called, Prepared, Why, code};
use lang_haskell::liquid::judge::{Broken, Env, Judge, Value, value_of};
use lang_haskell::liquid::logic::{Refined, Signature};
use lang_haskell::lower::code as haskell_code;
use machine::{Event, Failure, Input};
use term::{Pool, Term};

use super::Liquid;

/// A run that failed.
pub(super) struct Rerun<'a> {
    pub(super) liquid: &'a Liquid,
    pub(super) prepared: &'a Prepared,
    pub(super) pool: &'a Pool,
}

/// A counterexample.
pub(super) struct Incident {
    /// What is wrong, with its blame.
    pub(super) failure: Failure,
    /// The arguments of the target.
    pub(super) args: Vec<Term>,
    /// The call that is broken, if a type is what is broken.
    pub(super) broken: Option<BrokenCall>,
    /// Calls with invented results.
    pub(super) invented: Vec<CallSeen>,
}

/// A call and the requirement that it breaks.
pub(super) struct BrokenCall {
    pub(super) call: CallSeen,
    pub(super) why: Why,
    pub(super) broken: Broken,
    /// Whether it is the call of the target itself.
    pub(super) is_target: bool,
}

/// A call with values.
#[derive(Clone)]
pub(super) struct CallSeen {
    pub(super) signature: Signature,
    pub(super) args: Vec<Term>,
    pub(super) result: Option<Term>,
}

impl Rerun<'_> {
    /// The counterexample that a failed run is, or why it is none.
    pub(super) fn confirm(
        &self,
        failure: &Failure,
        inputs: &[(Input, Term)],
        events: &[Event],
    ) -> Result<Incident, String> {
        let target = &self.prepared.signature;
        let count = target.values().count();
        let args: Vec<Term> = inputs.iter().take(count).map(|(_, value)| *value).collect();
        self.admitted(target, &args)?;
        let invented: Vec<CallSeen> = events
            .iter()
            .filter_map(|event| self.seen(event).filter(|(called, _)| called.why == Why::Invented))
            .map(|(_, call)| call)
            .collect();
        let broken = self.broken(failure, &args, events)?;
        let failure = blamed(failure, target, broken.as_ref(), &invented);
        Ok(Incident { failure, args, broken, invented })
    }

    /// What an event tells.
    fn seen(&self, event: &Event) -> Option<(&Called, CallSeen)> {
        let called = self.prepared.calls.iter().find(|called| called.op == event.op)?;
        let (mut args, mut result) = (event.args.clone(), None);
        if called.why != Why::Arguments {
            result = args.pop();
        }
        Some((called, CallSeen { signature: called.signature.clone(), args, result }))
    }

    fn value(&self, ty: &Type, term: Term) -> Rc<Value> {
        value_of(self.liquid.program.linked(), self.pool, ty, term)
    }

    fn judge(&self) -> Judge<'_> {
        Judge { specs: &self.liquid.specs, linked: self.liquid.program.linked() }
    }

    /// The first requirement that the arguments of a call break, and the values of the parameters.
    fn arguments(&self, call: &Signature, args: &[Term]) -> Result<(Option<Broken>, Env), String> {
        let mut env = Env::default();
        for (refined, term) in call.values().zip(args) {
            let value = self.value(&refined.ty, *term);
            if let Some(broken) = self.required(refined, &value, &env)? {
                return Ok((Some(broken), env));
            }
            env = env.with(refined.var, value);
        }
        Ok((None, env))
    }

    fn required(
        &self,
        refined: &Refined,
        value: &Rc<Value>,
        env: &Env,
    ) -> Result<Option<Broken>, String> {
        self.judge().broken(refined, value, env).map_err(|doubt| doubt.to_string())
    }

    fn admitted(&self, target: &Signature, args: &[Term]) -> Result<(), String> {
        match self.arguments(target, args)? {
            (None, _) => Ok(()),
            (Some(_), _) => Err("the inputs are not what the refinement type admits".to_owned()),
        }
    }

    /// The call that breaks a type. A failure of the program itself breaks none.
    fn broken(
        &self,
        failure: &Failure,
        args: &[Term],
        events: &[Event],
    ) -> Result<Option<BrokenCall>, String> {
        if ![code::RESULT, code::CALL].contains(&failure.code) {
            return Ok(None);
        }
        let last = events.last().and_then(|event| self.seen(event));
        let (called, call) = last.ok_or("the broken call was not seen")?;
        let (pre, env) = self.arguments(&call.signature, &call.args)?;
        let broken = match (called.why, pre, call.result) {
            (Why::Arguments, Some(broken), _) => broken,
            (Why::Result, None, Some(result)) => {
                let promised = &call.signature.result;
                let value = self.value(&promised.ty, result);
                let broken = self.required(promised, &value, &env)?;
                broken.ok_or("the call keeps the type that it was found to break")?
            }
            _ => return Err("the call keeps the type that it was found to break".to_owned()),
        };
        let target = &self.prepared.signature;
        let is_target =
            called.why == Why::Result && call.signature.name == target.name && call.args == args;
        Ok(Some(BrokenCall { call, why: called.why, broken, is_target }))
    }
}

/// The failure with the code that says who is to blame, and in words.
fn blamed(
    failure: &Failure,
    target: &Signature,
    broken: Option<&BrokenCall>,
    invented: &[CallSeen],
) -> Failure {
    let name = &target.name.occ;
    let (code, mut message) = match broken {
        Some(broken) if broken.is_target => {
            (code::RESULT, format!("`{name}` returns what its refinement type excludes"))
        }
        Some(BrokenCall { call, why: Why::Arguments, .. }) => {
            let callee = &call.signature.name.occ;
            (code::CALL, format!("`{name}` makes a call that breaks the type of `{callee}`"))
        }
        Some(BrokenCall { call, .. }) => {
            let callee = &call.signature.name.occ;
            let message = format!(
                "`{name}` makes a call of `{callee}`, which returns what its refinement type excludes"
            );
            (code::RESULT, message)
        }
        None => (failed(failure.code), format!("`{name}` fails: {}", failure.message)),
    };
    let mut weak: Vec<String> = Vec::new();
    for call in invented {
        let callee = format!("`{}`", call.signature.name.occ);
        if !weak.contains(&callee) {
            weak.push(callee);
        }
    }
    let code = match weak.as_slice() {
        [] => code,
        [only] => {
            message = format!("{message}, if {only} does no more than its type says");
            code::WEAK
        }
        several => {
            let all = several.join(" and ");
            message = format!("{message}, if {all} do no more than their types say");
            code::WEAK
        }
    };
    Failure { code, message, span: failure.span }
}

/// Who is to blame for a failure of the program: LiquidHaskell's types of `error` and of division
/// exclude such calls, and patterns have to be complete.
fn failed(code: &'static str) -> &'static str {
    match code {
        haskell_code::ERROR | haskell_code::UNDEFINED | haskell_code::ARITHMETIC => code::CALL,
        _ => code::RESULT,
    }
}
