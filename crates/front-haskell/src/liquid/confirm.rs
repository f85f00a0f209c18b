//! What a violated path means, judged again on values.
//!
//! The engine says that a run fails. Here its inputs and the call that is broken are taken as plain
//! values, and the judge decides whether the inputs are what the target's type admits and the call
//! is what some type excludes. Only then is it a counterexample.

use std::cell::OnceCell;
use std::rc::Rc;

use explore::{Answers, ReplayEnd, Unconfirmed};
use lang_haskell::core::Type;
use lang_haskell::liquid::elaborate::{Called, Callee, Calls, Prepared, Why, code};
use lang_haskell::liquid::judge::{Broken, Env, Judge, Value, value_of};
use lang_haskell::liquid::logic::{Refined, Signature};
use lang_haskell::lower::{Numbers, code as haskell_code};
use lang_haskell::question::Question;
use lang_haskell::run::{self, Call, End, Ran};
use lang_haskell::value::{Shower, Style, machine_value, nearest_floats};
use lang_haskell::{Instance, answer};
use machine::{Event, Exit, Failure, Input};
use term::{Model, Pool, Term};

use super::Liquid;

/// A run that failed.
pub(super) struct Rerun<'a> {
    pub(super) liquid: &'a Liquid,
    pub(super) prepared: &'a Prepared,
    pub(super) pool: &'a Pool,
    pub(super) instance: &'a Instance,
    pub(super) calls: Calls,
    /// The same question on machine numbers, made when it is first needed.
    pub(super) machine: OnceCell<OnMachine>,
}

/// A question on machine numbers, in a pool of its own.
pub(super) struct OnMachine {
    pool: Pool,
    prepared: Prepared,
}

/// Inputs and events of a run.
type Rounded = (Vec<(Input, Term)>, Vec<Event>);

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
    /// Other inputs than those that were found, if it takes such to be seen on machine numbers.
    pub(super) inputs: Option<Vec<(Input, Term)>>,
}

impl Incident {
    /// Calls with invented results, and the length of the arguments: of two counterexamples the
    /// smaller one is reported.
    pub(super) fn size(&self) -> [usize; 2] {
        [self.invented.len(), self.size]
    }

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
    pub(super) callee: Callee,
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
    ) -> Result<Incident, Unconfirmed> {
        if let Some((inputs, events)) = self.rounded(failure, inputs) {
            let mut incident = self.confirm(failure, &inputs, &events)?;
            incident.inputs = Some(inputs);
            return Ok(incident);
        }
        if let Some(doubtful) = self.prepared.doubtful_inputs.first() {
            let name = &doubtful.name.occ;
            let why = format!("which values of `{name}` there are: {}", doubtful.why);
            return Err(Unconfirmed::Undecided(why));
        }
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
        Ok(Incident { failure, args, code, size, broken, invented, inputs: None })
    }

    /// The arguments of the target, as far as they were asked for: functions are not.
    pub(super) fn inputs(&self, target: &Signature, inputs: &[(Input, Term)]) -> Vec<Option<Term>> {
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
            let prepared = self.liquid.prepared(&pool, self.instance, self.calls, numbers);
            OnMachine { pool, prepared }
        })
    }

    /// Whether the arguments of the target are values of the machine.
    fn are_of_machine(&self, inputs: &[(Input, Term)]) -> bool {
        let shower = Shower { pool: self.pool, linked: self.liquid.program.linked() };
        let target = &self.prepared.signature;
        let mut args = target.values().zip(self.inputs(target, inputs));
        args.all(|(refined, value)| {
            value.is_none_or(|value| shower.is_of_machine(&refined.ty, value))
        })
    }

    /// The same run on the floating-point numbers nearest to the fractions that were found, if these
    /// are none and it fails there as well: its inputs and events.
    fn rounded(&self, found: &Failure, inputs: &[(Input, Term)]) -> Option<Rounded> {
        if self.are_of_machine(inputs) {
            return None;
        }
        let near = inputs.iter().map(|(_, value)| nearest_floats(self.pool, *value)).collect();
        let answers = Answers { inputs: near, functions: Model::new() };
        let replay = explore::replay(self.pool, &self.prepared.session, &answers, MAX_STEPS);
        match &replay.end {
            ReplayEnd::Exit(Exit::Failed(failure))
                if (failure.code, failure.span) == (found.code, found.span)
                    && self.are_of_machine(&replay.inputs) =>
            {
                Some((replay.inputs, replay.events))
            }
            _ => None,
        }
    }

    /// Why a run on machine numbers is no counterexample. If only such numbers are computed that are
    /// the same there, the fault is ours.
    fn otherwise(&self, why: &str) -> Unconfirmed {
        match self.prepared.approximation.is_any() {
            true => Unconfirmed::Undecided(format!(
                "{why}, where `Int` has 64 bits and fractions are rounded; values are looked for \
                 among exact numbers"
            )),
            false => Unconfirmed::Replay(why.to_owned()),
        }
    }

    /// Makes the run again on numbers of 64 bits, on which it has to fail in the same way. The calls
    /// are those of functions that were inputs.
    fn on_machine_numbers(
        &self,
        found: &Failure,
        inputs: &[(Input, Term)],
    ) -> Result<Vec<Call>, Unconfirmed> {
        if !self.are_of_machine(inputs) {
            let why = "an input is a number that the machine does not have";
            return Err(Unconfirmed::Undecided(why.to_owned()));
        }
        let OnMachine { pool, prepared } = self.machine();
        let mut left = inputs.iter();
        let answer = |asked: &Input| match left.next() {
            Some((_, value)) => machine_value(self.pool, *value, pool, asked.sort)
                .ok_or_else(|| format!("the value of {} is not a machine number", asked.name)),
            None => Err(format!("it asks for {}, which has no value", asked.name)),
        };
        let Ran { end, calls, .. } = run::run(pool, &prepared.session, answer, MAX_STEPS);
        match end {
            End::Failed(failure) if (failure.code, failure.span) == (found.code, found.span) => {
                Ok(calls)
            }
            End::Stuck(why) => Err(self.otherwise(&why)),
            _ => Err(self.otherwise("it does not happen on numbers of the machine")),
        }
    }

    /// What an event tells.
    fn seen(&self, event: &Event) -> Option<(&Called, CallSeen)> {
        let called = self.prepared.calls.iter().find(|called| called.op == event.op)?;
        let (mut args, mut result) = (event.args.clone(), None);
        if called.why != Why::Arguments {
            result = args.pop();
        }
        let (signature, callee) = (called.signature.clone(), called.callee.clone());
        Some((called, CallSeen { signature, callee, args, result }))
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
    ) -> Result<(Option<Broken>, Env), Unconfirmed> {
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
    ) -> Result<Option<Broken>, Unconfirmed> {
        let judged = self.judge().broken(refined, value, env);
        judged.map_err(|doubt| Unconfirmed::Undecided(doubt.to_string()))
    }

    fn admitted(&self, target: &Signature, args: &[Option<Term>]) -> Result<(), Unconfirmed> {
        match self.arguments(target, args)? {
            (None, _) => Ok(()),
            (Some(_), _) => {
                let why = "the inputs are not what the refinement type admits";
                Err(Unconfirmed::Replay(why.to_owned()))
            }
        }
    }

    /// The call that breaks a type. A failure of the program itself breaks none.
    fn broken(
        &self,
        failure: &Failure,
        args: &[Option<Term>],
        events: &[Event],
    ) -> Result<Option<BrokenCall>, Unconfirmed> {
        if ![code::RESULT, code::CALL].contains(&failure.code) {
            return Ok(None);
        }
        let last = events.last().and_then(|event| self.seen(event));
        let fault = |why: &str| Unconfirmed::Replay(why.to_owned());
        let (called, call) = last.ok_or_else(|| fault("the broken call was not seen"))?;
        let kept = "the call keeps the type that it was found to break";
        let seen: Vec<Option<Term>> = call.args.iter().copied().map(Some).collect();
        let (pre, env) = self.arguments(&call.signature, &seen)?;
        let broken = match (called.why, pre, call.result) {
            (Why::Arguments, Some(broken), _) => broken,
            (Why::Result, None, Some(result)) => {
                let promised = &call.signature.result;
                let value = self.value(&promised.ty, result);
                let broken = self.required(promised, &value, &env)?;
                broken.ok_or_else(|| fault(kept))?
            }
            _ => return Err(fault(kept)),
        };
        let target = &self.prepared.signature;
        let is_result = called.why == Why::Result
            && called.callee == Callee::Annotated
            && call.signature.name == target.name;
        let same = |(refined, (arg, seen)): (&Refined, (&Option<Term>, &Term))| {
            let seen = self.value(&refined.ty, *seen);
            // What cannot be shown is taken for what was given.
            *seen == Value::Opaque || arg.is_none_or(|arg| self.value(&refined.ty, arg) == seen)
        };
        let is_target =
            is_result && call.signature.values().zip(args.iter().zip(&call.args)).all(same);
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
    let name = target.name.written();
    let (code, message) = match broken {
        Some(broken) if broken.is_target && target.property => {
            (code::RESULT, format!("`{name}` is not true of all arguments"))
        }
        Some(broken) if broken.is_target => {
            (code::RESULT, format!("`{name}` returns what its refinement type excludes"))
        }
        Some(BrokenCall { call, .. }) if matches!(call.callee, Callee::Given(_)) => {
            let given = call.signature.name.written();
            let message =
                format!("`{name}` calls its argument `{given}` with what its type excludes");
            (code::CALL, message)
        }
        Some(BrokenCall { call: CallSeen { callee: Callee::Passed(to, _), .. }, .. }) => {
            let message = format!("`{name}` gives `{to}` a function that breaks its type");
            (code::CALL, message)
        }
        Some(BrokenCall { call, why: Why::Arguments, .. }) => {
            let callee = call.signature.name.written();
            (code::CALL, format!("`{name}` makes a call that breaks the type of `{callee}`"))
        }
        Some(BrokenCall { call, .. }) => {
            let callee = call.signature.name.written();
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
    let failure = Failure { code, message, detail, span: failure.span };
    let callees = invented.iter().map(|call| call.signature.name.written().to_owned());
    check::blame(failure, code::WEAK, callees, "type")
}

/// Who is to blame for a failure of the program: LiquidHaskell's types of `error` and of division
/// exclude such calls, and patterns have to be complete.
fn failed(code: &'static str) -> &'static str {
    match code {
        haskell_code::ERROR | haskell_code::UNDEFINED | haskell_code::ARITHMETIC => code::CALL,
        _ => code::RESULT,
    }
}
