//! Libraries played by mocks: a type of events, a function for each operation, modules of them.

use harness::Effect;
use lang_ml::ast::Label;
use lang_ml::{Operation, OperationKind};
use machine::Event;
use term::Term;
use trace::OpId;

use crate::expr::{Scene, Vars};
use crate::formula::event_pattern;
use crate::incident::Unwritable;
use crate::names;
use crate::subject::Library;

impl Scene<'_> {
    /// The types of the libraries, which functions and events mention.
    pub(crate) fn library_types(&self) -> String {
        let library = |library: &Library| {
            let types: Vec<String> = library.types.iter().map(|ty| format!("    {ty}\n")).collect();
            format!("  module {} = struct\n{}  end\n", library.name, types.concat())
        };
        let modules: Vec<String> = self.subject.libraries.iter().map(library).collect();
        match modules.is_empty() {
            true => String::new(),
            false => format!("module Types = struct\n{}end\n\nopen Types\n", modules.join("\n")),
        }
    }

    /// The libraries with their operations.
    pub(crate) fn library_modules(&self) -> Result<String, Unwritable> {
        let mut text = String::new();
        for library in &self.subject.libraries {
            let name = &library.name;
            text.push_str(&format!("module {name} = struct\n  include Types.{name}\n\n"));
            for value in &library.values {
                let full = format!("{name}.{value}");
                let known = self.incident.module.outline.operation(&full);
                if known.is_none() || !names::is_plain(value) {
                    let why = format!("the value `{full}` cannot be played");
                    return Err(Unwritable::because(why));
                }
                text.push_str(&format!("  let {value} = {}\n", names::word(&full)));
            }
            text = text.trim_end().to_owned() + "\nend\n\n";
        }
        Ok(text)
    }

    /// The type of events.
    pub(crate) fn event_type(&self) -> Result<String, Unwritable> {
        let alphabet = &self.incident.specs.alphabet;
        if alphabet.ops().next().is_none() {
            return Ok("type event = |\n".to_owned());
        }
        let mut text = String::from("type event =\n");
        for op in alphabet.ops() {
            let places = alphabet.op(op).places().iter().map(|place| self.type_of(place.sort));
            let places = places.collect::<Result<Vec<String>, Unwritable>>()?.join(" * ");
            let ctor = names::ctor(alphabet.name(self.pool(), op));
            text.push_str(&format!("  | {ctor} of {places}\n"));
        }
        Ok(text)
    }

    /// The function that shows events to people.
    pub(crate) fn show_events(&self) -> String {
        let alphabet = &self.incident.specs.alphabet;
        if alphabet.ops().next().is_none() {
            return "let show : event -> string = function _ -> .\n".to_owned();
        }
        let mut text = String::from("let show = function\n");
        for op in alphabet.ops() {
            let declared = alphabet.op(op);
            let name = alphabet.name(self.pool(), op);
            let variables: Vec<String> =
                (0..declared.places().len()).map(|at| format!("x{at}")).collect();
            let mut shown: Vec<String> = (declared.places().iter().zip(&variables))
                .map(|(place, variable)| self.show(place.sort, variable))
                .collect();
            let result = declared.result().and_then(|_| shown.pop());
            let args = shown.join(" ^ \" \" ^ ");
            let result = result.map_or_else(String::new, |result| format!(" ^ \" = \" ^ {result}"));
            let pattern = event_pattern(name, &variables);
            text.push_str(&format!("  | {pattern} -> \"{name} \" ^ {args}{result}\n"));
        }
        text
    }

    /// Whether an event is one of a library: what a call returns is shown as an event too, and an
    /// operation that refused its arguments has no result.
    pub(crate) fn is_event(&self, event: &Event) -> bool {
        let event = self.incident.specs.alphabet.event(self.pool(), event);
        event.is_ok_and(|event| event.op.is_some())
    }

    /// An event of the violation.
    pub(crate) fn event(&self, event: &Event) -> Result<String, Unwritable> {
        let values = self.incident.specs.alphabet.event(self.pool(), event);
        let values = values.map_err(|error| Unwritable::because(error.to_string()))?.values;
        let values = values.iter().map(|value: &Term| self.expr(*value, &Vars::default()));
        let values = values.collect::<Result<Vec<String>, Unwritable>>()?;
        Ok(format!("{} ({})", names::ctor(self.pool().name(event.op)), values.join(", ")))
    }

    /// A function for each operation.
    pub(crate) fn operations(&self) -> Result<String, Unwritable> {
        let mut text = String::new();
        for operation in &self.incident.module.outline.operations {
            let OperationKind::Effect(_) = operation.kind else { continue };
            let symbol = self.pool().symbol(&operation.name);
            if let Some(op) = self.incident.specs.alphabet.find(symbol) {
                text.push_str(&self.operation(op, operation)?);
            }
        }
        Ok(text)
    }

    fn operation(&self, op: OpId, operation: &Operation) -> Result<String, Unwritable> {
        let declared = self.incident.specs.alphabet.op(op);
        let (name, word) = (&operation.name, names::word(&operation.name));
        refuse_types(operation)?;
        let mut params = Vec::new();
        for (at, param) in operation.ty.params.iter().enumerate() {
            params.push(match &param.label {
                Label::None => format!("x{at}"),
                Label::Named(label) => format!("~{label}:x{at}"),
                Label::Optional(label) => {
                    let what = format!("the parameter `?{label}` of `{name}` is optional");
                    return Err(Unwritable::because(what));
                }
            });
        }
        let mut values: Vec<String> = (0..params.len()).map(|at| format!("x{at}")).collect();
        values.extend(declared.result().map(|_| "answer".to_owned()));
        let event = event_pattern(name, &values);
        let among = match declared.result() {
            Some(result) => format!("({} ())", self.universe_word(result.sort)),
            None => "[ () ]".to_owned(),
        };
        let answer = if declared.result().is_some() { "answer" } else { "()" };
        let known = self.incident.specs.operations.iter().find(|known| known.name == declared.name);
        let (mut refuses, mut allows) = ("nothing".to_owned(), "own_event".to_owned());
        let mut blocks = "only_own";
        if let Some(known) = known {
            if self.demands(known) {
                refuses = format!("{word}_refuses");
            }
            if self.restricts(known)? {
                allows = format!("{word}_allows");
            }
            if known.effect == Effect::Block {
                blocks = "recorded_blocks";
            }
        }
        Ok(format!(
            "let {word} {} =\n  answer run ~name:{} ~refuses:{refuses} ~allows:{allows} \
             ~blocks:{blocks}\n    ~among:{among} (fun {answer} -> {event})\n\n",
            params.join(" "),
            names::quoted(name),
        ))
    }
}

/// Types whose values a mock cannot have.
fn refuse_types(operation: &Operation) -> Result<(), Unwritable> {
    let name = &operation.name;
    let params = operation.ty.params.iter().map(|param| param.text.as_str());
    for text in params.chain([operation.ty.result_text.as_str()]) {
        let polymorphic = text.starts_with('\'') || text.contains(" '") || text.contains("('");
        if polymorphic || text.contains("->") {
            return Err(Unwritable::because(format!("`{name}` has the type `{text}`")));
        }
    }
    Ok(())
}
