//! What a violated path means, judged again on values.
//!
//! The engine says that a run fails. Here its inputs and the call that is broken are taken as plain
//! values, and the judge decides whether the inputs are what the target's type admits and the call
//! is what some type excludes. Only then is it a counterexample.

use std::cell::OnceCell;
use std::rc::Rc;

use lang_haskell::core::Type;
use lang_haskell::liquid::elaborate::{Called, Choices, Prepared, Why, code};
use lang_haskell::liquid::judge::{Broken, Env, Judge, Value, value_of};
use lang_haskell::liquid::logic::{Refined, Signature};
use lang_haskell::lower::{Numbers, code as haskell_code};
use lang_haskell::question::Question;
use lang_haskell::run::{self, Call, End, Ran};
use lang_haskell::value::{Shower, Style, machine_value};
use lang_haskell::{Instance, answer};
use machine::{Event, Failure, Input};
use term::{Pool, Term};

use super::Liquid;

/// A run that failed.
pub(super) struct Rerun<'a> {
    pub(super) liquid: &'a Liquid,
    pub(super) prepared: &'a Prepared,
    pub(super) pool: &'a Pool,
    pub(super) instance: &'a Instance,
    pub(super) choices: Choices,
    /// The same question on machine numbers, made when it is first needed.
    pub(super) machine: OnceCell<OnMachine>,
}

/// A question on machine numbers, in a pool of its own.
pub(super) struct OnMachine {
    pool: Pool,
    prepared: Prepared,
}

/// A run on values that takes longer is not waited for.
const MAX_STEPS: u64 = 1_000_000;

/// A counterexample.
pub(super) struct Incident {
    /// What is wrong, with its blame.
    pub(super) failure: Failure,
    /// The arguments of the target, as they are written in a call.
    pub(super) args: Vec<String>,
    /// The same as they are written in a program that imports what they need.
    pub(super) code: Vec<String>,
    /// How large they are, to tell the smaller one of two counterexamples.
    pub(super) size: usize,
    /// The call that is broken, if a type is what is broken.
    pub(super) broken: Option<BrokenCall>,
    /// Calls with invented results.
    pub(super) invented: Vec<CallSeen>,
}

impl Incident {
    /// Whether the call of the target itself breaks its type.
    pub(super) fn is_own(&self) -> bool {
        self.broken.as_ref().is_some_and(|broken| broken.is_target)
    }

    /// Whether a call that the target makes of itself breaks its type.
    pub(super) fn is_of_recursion(&self) -> bool {
        self.broken.as_ref().is_some_and(|broken| broken.is_recursion)
    }
}

/// A call and the requirement that it breaks.
pub(super) struct BrokenCall {
    pub(super) call: CallSeen,
    pub(super) why: Why,
    pub(super) broken: Broken,
    /// Whether it is the call of the target itself.
    pub(super) is_target: bool,
    /// Whether it is a result of another call of the target.
    pub(super) is_recursion: bool,
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
        let args = self.inputs(target, inputs);
        self.admitted(target, &args)?;
        let invented: Vec<CallSeen> = events
            .iter()
            .filter_map(|event| self.seen(event).filter(|(called, _)| called.why == Why::Invented))
            .map(|(_, call)| call)
            .collect();
        let broken = self.broken(failure, &args, events)?;
        let calls = self.on_machine_numbers(failure, inputs)?;
        let size = args.iter().flatten().map(|arg| self.pool.show(*arg).len()).sum();
        let args = self.written(target, inputs, &calls, Style::Shown);
        let code = self.written(target, inputs, &calls, Style::Code);
        let mut failure = blamed(failure, target, broken.as_ref(), &invented);
        // Places in the library are of no use to the user.
        failure.span = failure.span.or(self.liquid.function(target).span);
        Ok(Incident { failure, args, code, size, broken, invented })
    }

    /// The arguments of the target, as far as they were asked for: functions are not.
    fn inputs(&self, target: &Signature, inputs: &[(Input, Term)]) -> Vec<Option<Term>> {
        let input = |number: usize| {
            let name = Question::input_name(number);
            inputs.iter().find(|(input, _)| input.name == name).map(|(_, value)| *value)
        };
        (0..target.values().count()).map(input).collect()
    }

    /// The arguments as they are written in a call.
    fn written(
        &self,
        target: &Signature,
        inputs: &[(Input, Term)],
        calls: &[Call],
        style: Style,
    ) -> Vec<String> {
        let params: Vec<Type> = target.values().map(|refined| refined.ty.clone()).collect();
        let linked = self.liquid.program.linked();
        let ideal = Shower { pool: self.pool, linked };
        let other = Shower { pool: &self.machine().pool, linked };
        answer::arguments(&params, (ideal, inputs), (other, calls), style)
    }

    fn machine(&self) -> &OnMachine {
        self.machine.get_or_init(|| {
            let (pool, numbers) = (Pool::new(), Numbers::Machine);
            let prepared = self.liquid.prepared(&pool, self.instance, self.choices, numbers);
            OnMachine { pool, prepared }
        })
    }

    /// Makes the run again on numbers of 64 bits, on which it has to fail in the same way. The calls
    /// are those of functions that were inputs.
    fn on_machine_numbers(
        &self,
        found: &Failure,
        inputs: &[(Input, Term)],
    ) -> Result<Vec<Call>, String> {
        let shower = Shower { pool: self.pool, linked: self.liquid.program.linked() };
        for (refined, value) in
            self.prepared.signature.values().zip(self.inputs(&self.prepared.signature, inputs))
        {
            if value.is_some_and(|value| !shower.is_of_machine(&refined.ty, value)) {
                return Err("an input is no number of 64 bits".to_owned());
            }
        }
        let OnMachine { pool, prepared } = self.machine();
        let mut left = inputs.iter();
        let answer = |asked: &Input| match left.next() {
            Some((_, value)) => machine_value(self.pool, *value, pool, asked.sort)
                .ok_or_else(|| format!("the value of {} is no machine number", asked.name)),
            None => Err(format!("it asks for {}, which has no value", asked.name)),
        };
        let Ran { end, calls, .. } = run::run(pool, &prepared.session, answer, MAX_STEPS);
        match end {
            End::Failed(failure) if (failure.code, failure.span) == (found.code, found.span) => {
                Ok(calls)
            }
            End::Stuck(why) => Err(why),
            _ => Err("on 64-bit numbers it does not happen".to_owned()),
        }
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
    fn arguments(
        &self,
        call: &Signature,
        args: &[Option<Term>],
    ) -> Result<(Option<Broken>, Env), String> {
        let mut env = Env::default();
        for (refined, term) in call.values().zip(args) {
            let value = match term {
                Some(term) => self.value(&refined.ty, *term),
                None => Rc::new(Value::Opaque),
            };
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

    fn admitted(&self, target: &Signature, args: &[Option<Term>]) -> Result<(), String> {
        match self.arguments(target, args)? {
            (None, _) => Ok(()),
            (Some(_), _) => Err("the inputs are not what the refinement type admits".to_owned()),
        }
    }

    /// The call that breaks a type. A failure of the program itself breaks none.
    fn broken(
        &self,
        failure: &Failure,
        args: &[Option<Term>],
        events: &[Event],
    ) -> Result<Option<BrokenCall>, String> {
        if ![code::RESULT, code::CALL].contains(&failure.code) {
            return Ok(None);
        }
        let last = events.last().and_then(|event| self.seen(event));
        let (called, call) = last.ok_or("the broken call was not seen")?;
        let seen: Vec<Option<Term>> = call.args.iter().copied().map(Some).collect();
        let (pre, env) = self.arguments(&call.signature, &seen)?;
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
        let is_result = called.why == Why::Result && call.signature.name == target.name;
        let is_target = is_result
            && args.iter().zip(&call.args).all(|(arg, seen)| arg.is_none_or(|arg| arg == *seen));
        let is_recursion = is_result && !is_target;
        Ok(Some(BrokenCall { call, why: called.why, broken, is_target, is_recursion }))
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
    let (code, message) = match broken {
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
    // Only what the program says of its own failure may have values in it.
    let detail = match broken {
        Some(_) => None,
        None => failure.detail.as_ref().map(|text| format!("`{name}` fails: {text}")),
    };
    let mut weak: Vec<String> = Vec::new();
    for call in invented {
        let callee = format!("`{}`", call.signature.name.occ);
        if !weak.contains(&callee) {
            weak.push(callee);
        }
    }
    let failure = Failure { code, message, detail, span: failure.span };
    let relied = match weak.as_slice() {
        [] => return failure,
        [only] => format!("{only} does no more than its type says"),
        several => format!("{} do no more than their types say", several.join(" and ")),
    };
    let weak = failure.reworded(|text| format!("{text}, if {relied}"));
    Failure { code: code::WEAK, ..weak }
}

/// Who is to blame for a failure of the program: LiquidHaskell's types of `error` and of division
/// exclude such calls, and patterns have to be complete.
fn failed(code: &'static str) -> &'static str {
    match code {
        haskell_code::ERROR | haskell_code::UNDEFINED | haskell_code::ARITHMETIC => code::CALL,
        _ => code::RESULT,
    }
}
