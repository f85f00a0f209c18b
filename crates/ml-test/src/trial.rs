//! Calls whose contracts mention what the program keeps, computes or raises.
//!
//! The test calls the functions of the program that were called before, computes what the contract
//! mentions of before, makes the call, and computes the rest, whichever way the call ended. All of that is
//! done by the program itself.

use harness::Told;
use lang_ml::spec::{ComputedText, ComputedWhen, TrialText};
use machine::Event;
use trace::{ContractCase, Raises, Stated};

use crate::body::Body;
use crate::clause::Promises;
use crate::expr::Vars;
use crate::incident::Unwritable;
use crate::layout::Doc;
use crate::names;

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallEnd {
    /// It returned.
    Returned,
    /// The exception with this number came out.
    Raised(usize),
}

impl Body<'_> {
    /// The functions by which the program computes what the contract mentions.
    pub(crate) fn computations(&self, trial: &TrialText) -> Result<String, Unwritable> {
        let mut text = String::from("module Contract = struct\n  open Program\n  open Subject\n");
        for one in &trial.computed {
            let expr = one.expr.as_ref().ok_or_else(|| {
                Unwritable::because("the contract mentions what cannot be written down")
            })?;
            let params = inputs(trial, one).join(" ");
            text.push_str(&format!("  let {} {params} = {expr}\n", one.name));
        }
        for (number, (exception, arguments)) in trial.exceptions.iter().enumerate() {
            text.push_str(&format!(
                "  let is_{number} = function {exception} _ -> true | _ -> false\n"
            ));
            for (at, _) in arguments.iter().enumerate().filter(|(_, argument)| argument.is_some()) {
                let parts = (0..arguments.len()).map(|other| if other == at { "x" } else { "_" });
                let parts = parts.collect::<Vec<_>>().join(", ");
                text.push_str(&format!(
                    "  let argument_{number}_{at} = function {exception} ({parts}) -> x | _ -> assert false\n"
                ));
            }
        }
        text.push_str("end\n");
        Ok(text)
    }

    /// The calls before, the call, and what it promised, as an expression for its promises.
    pub(crate) fn tried(
        &self,
        trial: &TrialText,
        (case, vars): (&ContractCase, &Vars),
        call: &str,
        args: &[String],
    ) -> Result<String, Unwritable> {
        let (told, mut vars) = (self.scene.incident.told, vars.clone());
        let mut text = String::new();
        for own in &told.own_calls {
            text.push_str(&format!("called (fun () -> {});\n      ", self.own_call(own)?));
        }
        text.push_str("begin_call run;\n      ");
        let aliases = trial.params.iter().zip(args).filter(|(name, arg)| name != arg);
        for (name, arg) in aliases {
            text.push_str(&format!("let {name} = {arg} in\n      "));
        }
        for one in trial.computed.iter().filter(|one| one.when == ComputedWhen::Before) {
            let call = computation(trial, one);
            text.push_str(&format!("let {} = remembered (fun () -> {call}) in\n      ", one.name));
            if let Some(var) = one.var {
                let name = vars.bind(&self.scene, var, "before");
                text.push_str(&format!("let {name} = {} () in\n      ", one.name));
            }
        }
        let result = trial.result.as_deref().unwrap_or("_");
        text.push_str(&format!("match {call} with\n      | {result} ->\n        "));
        text.push_str(&self.ending(trial, (case, &vars), CallEnd::Returned)?);
        for number in 0..trial.exceptions.len() {
            text.push_str(&format!(
                "\n      | exception error when Contract.is_{number} error ->\n        "
            ));
            text.push_str(&self.ending(trial, (case, &vars), CallEnd::Raised(number))?);
        }
        Ok(text)
    }

    /// What is computed when the call is over, and what was promised of such an end.
    fn ending(
        &self,
        trial: &TrialText,
        (case, vars): (&ContractCase, &Vars),
        end: CallEnd,
    ) -> Result<String, Unwritable> {
        let scene = &self.scene;
        let method = &scene.incident.specs.methods[scene.incident.method];
        let (mut vars, mut text) = (vars.clone(), String::new());
        match (end, method.result, &trial.result) {
            (CallEnd::Returned, Some(var), Some(name)) => {
                let bound = vars.bind(scene, var, name);
                if bound != *name {
                    text.push_str(&format!("let {bound} = {name} in\n        "));
                }
            }
            (CallEnd::Raised(number), _, _) => {
                for (at, var) in trial.exceptions[number].1.iter().enumerate() {
                    let Some(var) = *var else { continue };
                    let name = vars.bind(scene, var, "argument");
                    text.push_str(&format!(
                        "let {name} = Contract.argument_{number}_{at} error in\n        "
                    ));
                }
            }
            _ => {}
        }
        let is_due = |one: &&ComputedText| match one.when {
            ComputedWhen::Before => false,
            ComputedWhen::After => true,
            ComputedWhen::Returned => end == CallEnd::Returned,
        };
        for one in trial.computed.iter().filter(is_due) {
            let Some(var) = one.var else { continue };
            let (name, call) = (vars.bind(scene, var, "after"), computation(trial, one));
            text.push_str(&format!("let {name} = {call} in\n        "));
        }
        let mut all = scene.promises(case, &method.properties, &vars, Promises::of(end))?;
        for raises in &case.raises {
            all.extend(self.raises(raises, end, &vars)?);
        }
        if let CallEnd::Raised(number) = end
            && !case.raises.iter().any(|own| own.number == number)
        {
            let words = names::quoted(&format!("raises {}", trial.exceptions[number].0));
            all.push(Doc::text(format!("({words}, false)")));
        }
        text.push_str(&Doc::block("[", all, ";", "]").render(8));
        Ok(text)
    }

    /// What a `raises` clause promises of an end; nothing if it has nothing to do with it.
    fn raises(
        &self,
        raises: &Raises,
        end: CallEnd,
        vars: &Vars,
    ) -> Result<Option<Doc>, Unwritable> {
        let Some(Stated { what, span }) = &raises.when else { return Ok(None) };
        let cond = match (end, raises.due) {
            (CallEnd::Raised(number), _) if number == raises.number => *what,
            (CallEnd::Returned, Some(due)) => self.scene.pool().not(due),
            _ => return Ok(None),
        };
        let words = format!("raises {} when {}", raises.exception, self.scene.words(*span));
        let cond = self.scene.expr(cond, vars)?;
        Ok(Some(Doc::block("(", vec![Doc::text(names::quoted(&words)), Doc::text(cond)], ",", ")")))
    }

    /// A call of the program that came before.
    fn own_call(&self, call: &Event) -> Result<String, Unwritable> {
        let scene = &self.scene;
        let name = scene.pool().name(call.op);
        let prefix = scene.subject.prefix.as_str();
        let full = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") };
        let known = scene.incident.module.outline.method(&full);
        let known = known.ok_or_else(|| {
            Unwritable::because(format!("the function `{name}` was called and is not found"))
        })?;
        let mut args = Vec::new();
        for arg in &call.args {
            args.push(scene.argument(*arg, &Vars::default())?);
        }
        self.applied(name, &known.ty, &args)
    }

    /// The calls before as people read them.
    pub(crate) fn shown_own_calls(&self, told: &Told) -> Result<String, Unwritable> {
        let mut lines = String::new();
        for call in &told.own_calls {
            lines.push_str(&format!("  {}\n", self.own_call(call)?.replace("Subject.", "")));
        }
        Ok(lines)
    }
}

/// What a computation is given: parameters, what was computed before, and perhaps the result.
fn inputs(trial: &TrialText, one: &ComputedText) -> Vec<String> {
    let mut all: Vec<String> = trial.params.clone();
    if one.when == ComputedWhen::Returned {
        all.extend(trial.result.clone());
    }
    let earlier = trial.computed.iter().filter(|other| other.when == ComputedWhen::Before);
    let known = earlier.take_while(|other| other.name != one.name);
    all.extend(known.map(|other| other.name.clone()));
    all
}

/// The value of a computation as it is now: later calls do not change it.
fn computation(trial: &TrialText, one: &ComputedText) -> String {
    format!("frozen (Contract.{} {})", one.name, inputs(trial, one).join(" "))
}
