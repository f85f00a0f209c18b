//! Counterexamples in the words of Haskell.

use lang_haskell::core::Type;
use lang_haskell::link::Linked;
use lang_haskell::liquid::elaborate::Why;
use lang_haskell::liquid::judge::Value;
use lang_haskell::liquid::logic::{Signature, Specs};
use lang_haskell::value::Shower;
use machine::Facets;
use report::{BrokenText, ByContract, CallBounds, CallText, ExchangedText, Place, Teller, Words};
use source::{Files, Span};
use term::{Pool, Term};

use super::confirm::{BrokenCall, CallSeen, Incident};
use super::suggest::Suggestion;

/// What reports are made with.
pub(super) struct Telling<'a> {
    pub(super) pool: &'a Pool,
    pub(super) linked: &'a Linked,
    pub(super) specs: &'a Specs,
    pub(super) files: &'a Files,
    pub(super) facets: Facets,
    /// The type of the target at the types of the run.
    pub(super) target: &'a Signature,
    /// Where the target is defined.
    pub(super) code: Option<Span>,
    /// Whether a test of a counterexample can be written.
    pub(super) has_test: &'a dyn Fn(&Incident) -> bool,
}

/// Tells of one counterexample.
pub(super) struct LiquidTeller {
    words: Words,
}

impl Teller for LiquidTeller {
    fn words(&self) -> Words {
        self.words.clone()
    }
}

impl Telling<'_> {
    pub(super) fn teller(
        &self,
        incident: &Incident,
        exchanged: Vec<ExchangedText>,
        suggestion: Option<Suggestion>,
    ) -> LiquidTeller {
        let (said, edit) = suggestion.map_or((None, None), |known| (Some(known.said), known.edit));
        let words = Words {
            call: Some(self.call(incident)),
            broken: incident.broken.as_ref().map(|broken| self.broken(broken)),
            why: None,
            exchanged,
            notes: self.notes(incident).into_iter().chain(said).collect(),
            suggestion: edit,
            size: incident.size().to_vec(),
        };
        LiquidTeller { words }
    }

    fn shower(&self) -> Shower<'_> {
        Shower { pool: self.pool, linked: self.linked }
    }

    /// A call with its arguments.
    fn applied(&self, name: &str, types: &[&Type], args: &[Term]) -> String {
        let shown = types
            .iter()
            .zip(args)
            .map(|(ty, arg)| format!(" {}", self.shower().show_argument(ty, *arg)));
        format!("{}{}", prefix(name), shown.collect::<String>())
    }

    fn seen(&self, call: &CallSeen) -> String {
        let outer = call.callee.outer();
        let types = call.signature.values().map(|refined| &refined.ty).skip(outer);
        let types: Vec<&Type> = types.collect();
        let args = call.args.get(outer..).unwrap_or_default();
        let applied = self.applied(call.signature.name.written(), &types, args);
        match call.result {
            Some(result) => {
                format!("{applied} = {}", self.shower().show(&call.signature.result.ty, result))
            }
            None => applied,
        }
    }

    fn call(&self, incident: &Incident) -> CallText {
        let target = self.target;
        let args = incident.args.iter().skip(target.ghosts);
        let args: String = args.map(|arg| format!(" {arg}")).collect();
        let applied = format!("{}{args}", prefix(target.name.written()));
        let result = match &incident.broken {
            None => " = error".to_owned(),
            Some(BrokenCall { is_target: true, call, .. }) => {
                let show = |result| self.shower().show(&target.result.ty, result);
                call.result.map(|result| format!(" = {}", show(result))).unwrap_or_default()
            }
            Some(_) => String::new(),
        };
        let by_contract = incident.invented.iter().map(|call| ByContract {
            callee: call.signature.name.written().to_owned(),
            text: self.seen(call),
            has_body: true,
        });
        CallText {
            text: format!("{applied}{result}"),
            ghosts: Vec::new(),
            history: 0,
            shortest: false,
            bounds: CallBounds { facets: self.facets, ..CallBounds::default() },
            by_contract: by_contract.collect(),
            untestable: !(self.has_test)(incident),
        }
    }

    fn notes(&self, incident: &Incident) -> Vec<String> {
        let mut notes = self.unwritten(incident);
        let Some(broken) = incident.broken.as_ref().filter(|broken| !broken.is_target) else {
            return notes;
        };
        let callee = broken.call.signature.name.written();
        let what = match broken.why {
            Why::Arguments => "violating",
            Why::Result | Why::Invented => "whose result violates",
        };
        notes.push(format!(
            "makes a call to {}, {what} the refinement type of `{callee}`",
            self.seen(&broken.call)
        ));
        notes
    }

    /// What is known of the callees that have no refinement type.
    fn unwritten(&self, incident: &Incident) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for call in incident.invented.iter().filter(|call| call.signature.implied) {
            let known = self.specs.signature(&call.signature.name).unwrap_or(&call.signature);
            let name = known.name.written();
            let note =
                format!("`{name}` has no refinement type, and `{}` allows this", known.plain());
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }

    fn broken(&self, broken: &BrokenCall) -> BrokenText {
        let span = broken.broken.span;
        let values =
            broken.broken.values.iter().map(|(local, value)| {
                format!("{} = {}", self.specs.local_name(*local), shown(value))
            });
        let values: Vec<String> = values.collect();
        let how = match values.is_empty() {
            true => "is false".to_owned(),
            false => format!("is false where {}", values.join(", ")),
        };
        BrokenText {
            part: self.files.excerpt(span).to_owned(),
            how,
            event: None,
            place: Place::new(self.files, span),
            code: self.code.map(|span| Place::new(self.files, span)),
        }
    }
}

/// A function as it stands before its arguments.
fn prefix(name: &str) -> String {
    let is_operator = !name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if is_operator { format!("({name})") } else { name.to_owned() }
}

/// A value of the judge, roughly as Haskell writes it.
fn shown(value: &Value) -> String {
    match value {
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Data(name, fields) if fields.is_empty() => name.occ.clone(),
        Value::Data(name, fields) => {
            let is_operator = !name.occ.starts_with(char::is_alphabetic);
            let part = |field: &Value| match field {
                Value::Data(_, fields) if !fields.is_empty() => format!("({})", shown(field)),
                _ => shown(field),
            };
            let fields: Vec<String> = fields.iter().map(|field| part(field)).collect();
            match (is_operator, fields.as_slice()) {
                (true, [left, right]) if !name.occ.starts_with('(') => {
                    format!("{left} {} {right}", name.occ)
                }
                (true, _) => format!("({})", fields.join(", ")),
                (false, _) => format!("{} {}", name.occ, fields.join(" ")),
            }
        }
        Value::Set(elements) => {
            let elements: Vec<String> = elements.iter().map(|element| shown(element)).collect();
            format!("{{{}}}", elements.join(", "))
        }
        Value::Opaque => "_".to_owned(),
    }
}
