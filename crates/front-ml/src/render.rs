//! Violations in the words of OCaml.

use explore::Witness;
use frontend::why::UnmetProperty;
use frontend::{Histories, Integers, MakeSolver};
use harness::{Broken, BrokenFormula, BrokenPart, Method, Told};
use lang_ml::value::{Names, NamesBuilder, Notation, ValuePlace};
use lang_ml::{OperationKind, is_local_code};
use machine::{Event, Input};
use report::{
    BrokenText, ByContract, CallBounds, CallText, ExchangedText, Place, Teller, WhyText, Words,
};
use solve::Theory;
use source::{Files, Span};
use term::{Model, Op, Pool, Term};
use trace::syntax::part_place;

use crate::facets::ByContractCall;
use crate::smallest::Found;
use crate::{Ready, exchange::Exchange};

/// The operation under which a harness shows what a call returns.
const RETURN: &str = "return";
/// What every violation of a call is replayed with.
const MOCK: &str =
    "replayed with a mock library that follows its contracts; the real library was not run";
const IDEAL_INT: &str = "by --int ideal integers have no bound; those of OCaml wrap around";
const ANY_HISTORY: &str = "by --any-history the libraries may not be able to produce this history; \
                           the real library was not run";

/// Tells of one violation.
pub(crate) struct MlTeller {
    notation: Notation,
    names: Names,
    words: Words,
}

impl Teller for MlTeller {
    fn value(&self, pool: &Pool, value: Term) -> String {
        self.notation.show(pool, &self.names, value, ValuePlace::Open)
    }

    fn event(&self, pool: &Pool, event: &Event) -> String {
        let show =
            |value: &Term| self.notation.show(pool, &self.names, *value, ValuePlace::Argument);
        let name = match pool.name(event.op) {
            RETURN => "returns",
            name => name,
        };
        let args: String = event.args.iter().map(|arg| format!(" {}", show(arg))).collect();
        let result = event.result.map(|value| format!(" = {}", self.value(pool, value)));
        format!("{name}{args}{}", result.unwrap_or_default())
    }

    fn words(&self) -> Words {
        self.words.clone()
    }
}

/// All that is known of the program of a violation.
pub(crate) struct Teaching<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) ready: &'a Ready,
    pub(crate) files: &'a Files,
    pub(crate) target: usize,
    /// Whether a test can refer to all files of the program.
    pub(crate) is_compilable: bool,
    pub(crate) max_steps: u64,
    /// Makes solvers for pictures.
    pub(crate) solvers: &'a MakeSolver<'a>,
    /// Whether there is no time left for further runs.
    pub(crate) is_late: &'a dyn Fn() -> bool,
}

impl Teaching<'_> {
    /// The one who tells of a violation, perhaps with the values that could be others: to find
    /// that out takes many runs.
    pub(crate) fn teller(&self, found: &Found, with_exchange: bool) -> MlTeller {
        let notation = self.ready.module.outline.notation.clone();
        let functions = &found.witness.functions;
        let (names, constants) =
            names(self.pool, self.ready, self.target, &found.told, functions, &found.by_contract);
        let mut teller = MlTeller { notation, names, words: Words::default() };
        let note = if found.histories.any { ANY_HISTORY } else { MOCK };
        let ideal = (found.histories.integers == Integers::Ideal).then_some(IDEAL_INT);
        teller.words = Words {
            call: Some(self.call(&teller, found)),
            broken: found.told.broken.as_ref().map(|broken| self.broken(&teller, broken)),
            why: None,
            exchanged: Vec::new(),
            notes: self
                .random_note(&teller, found)
                .into_iter()
                .chain([note].into_iter().chain(ideal).map(str::to_owned))
                .collect(),
            suggestion: None,
            size: found.size.to_vec(),
        };
        if with_exchange {
            teller.words.exchanged = self.exchanged(&teller, &constants, found);
        }
        teller
    }

    /// The random numbers of the run, which no caller chooses.
    fn random_note(&self, teller: &MlTeller, found: &Found) -> Option<String> {
        let values = random_values(&found.witness.inputs);
        let shown: Vec<String> = values.map(|value| teller.value(self.pool, value)).collect();
        (!shown.is_empty()).then(|| format!("with random numbers: {}", shown.join(", ")))
    }

    /// Adds why the events break a property of traces, if they do.
    pub(crate) fn explain(&self, teller: &mut MlTeller, found: &Found) {
        teller.words.why = self.why(found);
    }

    /// Why the events break a property of traces, if they do.
    fn why(&self, found: &Found) -> Option<WhyText> {
        let harness = self.ready.harness(self.pool, self.target, found.histories);
        let Witness { inputs, functions, events } = &found.witness;
        let broken = harness.broken_trace(self.pool, inputs, functions, events)?;
        let unmet = UnmetProperty {
            ctx: harness.context(self.pool),
            name: broken.name.as_deref(),
            formula: &broken.formula,
            model: &broken.model,
            trace: &broken.trace,
        };
        let events = [found.told.history.as_slice(), &found.told.call].concat();
        unmet.why(&events, &mut *(self.solvers)(&Theory::empty()))
    }

    fn exchanged(
        &self,
        teller: &MlTeller,
        constants: &[Term],
        found: &Found,
    ) -> Vec<ExchangedText> {
        let exchange = Exchange {
            pool: self.pool,
            harness: &self.ready.harness(self.pool, self.target, found.histories),
            found,
            notation: &teller.notation,
            names: &teller.names,
            constants,
            max_steps: self.max_steps,
            is_late: self.is_late,
        };
        exchange.all()
    }

    fn call(&self, teller: &MlTeller, found: &Found) -> CallText {
        let Told { args, ghosts, history, .. } = &found.told;
        let arg = |(_, value): &(String, Term)| {
            let shown =
                teller.notation.show(self.pool, &teller.names, *value, ValuePlace::Argument);
            format!(" {shown}")
        };
        let ghost = |(name, value): &(String, Term)| {
            format!("{name} = {}", teller.value(self.pool, *value))
        };
        let Histories { length, events, any, facets, integers, .. } = found.histories;
        let name = &self.ready.specs.methods[self.target].name;
        CallText {
            text: format!("{name}{}", args.iter().map(arg).collect::<String>()),
            ghosts: ghosts.iter().map(ghost).collect(),
            history: history.len() as u64,
            shortest: found.shortest,
            bounds: CallBounds {
                history: length as u64,
                events: events as u64,
                any_history: any,
                facets,
                ideal_int: integers == Integers::Ideal,
            },
            by_contract: found
                .by_contract
                .iter()
                .map(|call| self.by_contract(teller, call))
                .collect(),
            untestable: !self.is_compilable
                || is_local_code(found.failure.code)
                || !found.by_contract.is_empty()
                || random_values(&found.witness.inputs).next().is_some()
                || self.ready.specs.trial_texts.get(name).is_some_and(|text| text.hidden.is_some()),
        }
    }

    fn by_contract(&self, teller: &MlTeller, call: &ByContractCall) -> ByContract {
        let method = &self.ready.specs.methods[self.target];
        ByContract {
            callee: self.pool.name(call.event.op).to_owned(),
            text: teller.event(self.pool, &tidied(self.pool, method, call.event.clone())),
            has_body: call.has_body,
        }
    }

    fn broken(&self, teller: &MlTeller, broken: &Broken) -> BrokenText {
        let file = self.files.get(broken.span.file);
        let text_at = |span: Span| file.text()[span.range()].to_owned();
        match &broken.part {
            BrokenPart::Condition { values, holds } => {
                let value = |(name, value): &(String, Term)| {
                    format!("{} = {}", unescaped(name), teller.value(self.pool, *value))
                };
                // A call that returns has no exception with arguments.
                let is_there =
                    |(name, _): &&(String, Term)| !*holds || !name.starts_with("argument of ");
                let values: Vec<String> = values.iter().filter(is_there).map(value).collect();
                let place = Place::new(self.files, broken.span);
                let how = condition_text(&values.join(", "), *holds);
                BrokenText { part: text_at(broken.span), how, event: None, place, code: None }
            }
            BrokenPart::Formula(formula) => {
                let place = part_place(file, broken.span, &formula.path);
                let (part, how) = match place.is_exact {
                    true => (text_at(place.span), how(formula)),
                    false => (formula.text.clone(), format!("`{}` {}", formula.text, how(formula))),
                };
                let event = formula.event.map(|event| event as u64 + 1);
                BrokenText {
                    part,
                    how,
                    event,
                    place: Place::new(self.files, place.span),
                    code: None,
                }
            }
        }
    }
}

/// A name as it was given: terms write some characters in another way.
fn unescaped(name: &str) -> String {
    name.replace("%7C", "|").replace("%5C", "\\").replace("%25", "%")
}

/// The random numbers among inputs, in the order in which they were drawn.
pub(crate) fn random_values(inputs: &[(Input, Term)]) -> impl Iterator<Item = Term> {
    let random = inputs.iter().filter(|(input, _)| input.name == lang_ml::RANDOM_NUMBER);
    random.map(|(_, value)| *value)
}

/// How a condition is broken by these values.
fn condition_text(values: &str, holds: bool) -> String {
    let is = if holds { "holds" } else { "is false" };
    let place = if values.is_empty() { String::new() } else { format!(" where {values}") };
    let but = if holds { ", but the call returns" } else { "" };
    format!("{is}{place}{but}")
}

/// The names of elements, and the elements that are constants of the program.
pub(crate) fn names(
    pool: &Pool,
    ready: &Ready,
    target: usize,
    told: &Told,
    functions: &Model,
    by_contract: &[ByContractCall],
) -> (Names, Vec<Term>) {
    let outline = &ready.module.outline;
    let method = &ready.specs.methods[target];
    let Told { history, call, args, ghosts, .. } = told;
    let plain = |name: &String| name.rsplit('.').next().unwrap_or(name).to_owned();
    let taken = outline.methods.iter().map(|method| &method.name);
    let taken = taken.chain(outline.operations.iter().map(|operation| &operation.name));
    let taken = taken.chain(method.params.iter().map(|param| &param.name));
    let taken = taken.chain(ghosts.iter().map(|(name, _)| name)).map(plain);
    let mut names = NamesBuilder::new(taken);
    let mut constants = Vec::new();
    for operation in &outline.operations {
        let OperationKind::Constant(term) = operation.kind else { continue };
        let value = pool.eval(term, functions);
        names.constant(pool, &operation.name, value);
        constants.push(value);
    }
    let events = |events: &[Event]| {
        let values = events.iter().flat_map(|event| event.args.iter().chain(&event.result));
        values.copied().collect::<Vec<Term>>()
    };
    let values = args.iter().chain(ghosts).map(|(_, value)| *value);
    let by_contract = by_contract.iter().map(|call| call.event.clone());
    let by_contract = events(&by_contract.collect::<Vec<Event>>());
    let met = events(history).into_iter().chain(values).chain(events(call)).chain(by_contract);
    met.for_each(|value| names.meet(pool, value));
    (names.finish(), constants)
}

/// What is wrong with a part of a property.
fn how(formula: &BrokenFormula) -> String {
    let must_not = if formula.holds { ", but must not" } else { "" };
    let what = match (formula.event, formula.one_event) {
        (Some(event), true) => {
            let word = if formula.holds { "holds" } else { "fails" };
            format!("{word} at event {}{must_not}", event + 1)
        }
        (Some(event), false) => {
            let word = if formula.holds { "holds" } else { "does not hold" };
            format!("{word} from event {} on{must_not}", event + 1)
        }
        (None, _) => {
            let word = if formula.holds { "holds" } else { "does not hold" };
            format!("{word} where there are no more events{must_not}")
        }
    };
    let since: Vec<String> = formula.since.iter().map(|event| (event + 1).to_string()).collect();
    match since.is_empty() {
        true => what,
        false => format!("{what}, because of event {}", since.join(" and ")),
    }
}

/// An event as people see it: that an operation returns `()` says nothing, and that the call
/// returns is shown at its name, not at all of its lines.
pub(crate) fn tidied(pool: &Pool, method: &Method, mut event: Event) -> Event {
    let is_unit = |value: &Term| {
        matches!(pool.op(*value), Op::Construct(_)) && pool.show_sort(pool.sort(*value)) == "unit"
    };
    event.result = event.result.filter(|value| !is_unit(value));
    if let (RETURN, Some(span)) = (pool.name(event.op), event.span) {
        let name = method.name.rsplit('.').next().unwrap_or(&method.name);
        let start = span.start;
        let end = (start + name.len() as u32).min(span.end);
        event.span = Some(Span { start, end, ..span });
    }
    event
}
