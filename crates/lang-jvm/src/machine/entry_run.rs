//! Running a method on inputs that a host supplies.

use machine::Host;

use super::class::{ClassId, MethodId};
use super::invoke::{Ended, Slots};
use super::shadow::{bytes_of_char, term_of};
use super::trap::{Trap, raise};
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::entry::{Element, Entry, Param, Shape};
use crate::error::JvmError;
use crate::lower::{Elem, Instr};
use crate::note::Note;
use crate::parse::Type;

impl Vm {
    /// The method of an entry, if there is exactly one that takes such arguments.
    pub(crate) fn find_entry(&mut self, entry: &Entry) -> Result<MethodId, JvmError> {
        let name = entry.class.replace('.', "/");
        let class = match self.load(&name) {
            Ok(class) => class,
            Err(trap) => return Err(JvmError::entry(self.explain(trap))),
        };
        let named = self.class(class).methods.clone().into_iter();
        let named: Vec<MethodId> =
            named.filter(|id| *self.method(*id).name == *entry.method).collect();
        if named.is_empty() {
            return Err(JvmError::entry(self.no_method(class, entry)));
        }
        let mut fitting = Vec::new();
        for id in &named {
            if self.takes(*id, &entry.params) {
                fitting.push(*id);
            }
        }
        // A program's `main` is called without arguments unless there is one that takes none.
        if fitting.is_empty() && entry.params.is_empty() {
            fitting.extend(named.iter().copied().filter(|id| self.is_main(*id)));
        }
        match fitting.as_slice() {
            [one] => Ok(*one),
            [] => {
                let types: Vec<String> = named.iter().map(|id| self.signature(*id)).collect();
                let found = types.join(" and ");
                Err(JvmError::entry(format!("{entry} fits no method: there is {found}")))
            }
            _ => Err(JvmError::entry(format!("{entry} fits several methods"))),
        }
    }

    fn no_method(&self, class: ClassId, entry: &Entry) -> String {
        let own = self.class(class).methods.iter().map(|id| self.method(*id));
        let own = own.filter(|method| !method.name.starts_with('<') && !method.name.contains('$'));
        let mut names: Vec<&str> = own.map(|method| &*method.name).collect();
        names.sort_unstable();
        names.dedup();
        let others = match names.is_empty() {
            true => "it has none".to_owned(),
            false => format!("it has {}", names.join(", ")),
        };
        format!("class {} has no method {}: {others}", entry.class, entry.method)
    }

    /// Whether a method is the `main` of a program.
    fn is_main(&self, id: MethodId) -> bool {
        let method = self.method(id);
        let texts = [Type::named("[Ljava/lang/String;")];
        method.is_static() && &*method.name == "main" && method.kind.params == texts
    }

    /// The class of the object on which a method is called; none for static ones.
    pub(crate) fn receiver_class(&self, id: MethodId) -> Option<Box<str>> {
        let method = self.method(id);
        (!method.is_static()).then(|| Box::from(&*self.class(method.class).name))
    }

    /// The types of the parameters of a method.
    pub(crate) fn param_kinds(&self, id: MethodId) -> Vec<Type> {
        self.method(id).kind.params.clone()
    }

    /// A method as a program declares it.
    fn signature(&self, id: MethodId) -> String {
        let method = self.method(id);
        let params: Vec<String> = method.kind.params.iter().map(Type::source_name).collect();
        format!("{}({})", method.name, params.join(", "))
    }

    fn takes(&mut self, id: MethodId, params: &[Param]) -> bool {
        let kind = self.method(id).kind.clone();
        kind.params.len() == params.len()
            && kind.params.iter().zip(params).all(|(kind, param)| self.fits(kind, &param.shape))
    }

    fn fits(&mut self, kind: &Type, shape: &Shape) -> bool {
        match (kind, shape) {
            (kind, Shape::Scalar(scalar)) => {
                kind == scalar || scalar.wrapper().map(Type::named).as_ref() == Some(kind)
            }
            (Type::Reference(name), Shape::Array(element, _)) => **name == array_of(element),
            (Type::Reference(name), shape) => {
                let made = match shape {
                    Shape::Text(_) => "java/lang/String",
                    Shape::List { class, .. } => class,
                    Shape::Scalar(_) | Shape::Array(..) => return false,
                };
                match (self.load(made), self.load(name)) {
                    (Ok(made), Ok(wanted)) => self.is_subclass(made, wanted),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Runs a method from the snapshot, on inputs that the host supplies.
    pub(crate) fn run_entry(
        &mut self,
        host: &mut dyn Host,
        method: MethodId,
        params: &[Param],
    ) -> Result<Ended, Trap> {
        self.reset();
        let mut slots = Slots::new();
        if !self.method(method).is_static() {
            let class = self.class(self.method(method).class).name.to_string();
            slots.push(Value::reference(self.construct(host, &class, "()V", &[])?));
        }
        let kinds = self.method(method).kind.clone();
        for (param, kind) in params.iter().zip(&kinds.params) {
            let value = self.make_input(host, param, kind)?;
            slots.push(value);
            if kind.is_wide() {
                slots.push(Value::ZERO);
            }
        }
        if params.is_empty() && self.is_main(method) {
            slots.push(Value::reference(self.string_array(&[])?));
        }
        self.tell_params(method, &slots);
        let ended = self.call(host, method, &slots);
        if params.is_empty() && self.is_main(method) && self.reads_first_local(method) {
            self.note(Note::NoArguments);
        }
        ended
    }

    /// Whether a method that was run has an instruction that reads its first parameter.
    fn reads_first_local(&self, id: MethodId) -> bool {
        let method = self.method(id);
        let super::class::Entry::Code(code) = method.entry else { return true };
        let start = code.start as usize;
        let own = &self.code[start..start + method.offsets.len()];
        own.iter().any(|instr| matches!(instr, Instr::Load(0)))
    }

    fn make_input(
        &mut self,
        host: &mut dyn Host,
        param: &Param,
        kind: &Type,
    ) -> Result<Value, Trap> {
        let name = &param.name;
        match &param.shape {
            Shape::Scalar(scalar) => {
                let value = self.ask(host, name, scalar)?;
                match kind.is_reference() {
                    true => self.value_of(host, scalar, value),
                    false => Ok(value),
                }
            }
            Shape::Array(element, len) => self.input_array(host, name, element, *len),
            Shape::Text(len) => self.input_text(host, name, *len),
            Shape::List { class, element, len } => {
                self.input_list(host, name, class, element, *len)
            }
        }
    }

    fn input_element(
        &mut self,
        host: &mut dyn Host,
        name: &str,
        element: &Element,
    ) -> Result<Value, Trap> {
        match element {
            Element::Number(kind) => self.ask(host, name, kind),
            Element::Text(len) => self.input_text(host, name, *len),
        }
    }

    fn input_array(
        &mut self,
        host: &mut dyn Host,
        name: &str,
        element: &Element,
        len: u32,
    ) -> Result<Value, Trap> {
        let class: ClassId = self.load(&array_of(element))?;
        let elem = match element {
            Element::Number(kind) => super::load::elem_of(kind),
            Element::Text(_) => Elem::Ref,
        };
        let array = self.new_array(class, elem, len as i32)?;
        for at in 0..len {
            let value = self.input_element(host, &format!("{name}[{at}]"), element)?;
            self.set_element(array, at as i32, value)?;
        }
        Ok(Value::reference(array))
    }

    /// A text of so many unknown characters.
    pub(super) fn input_text(
        &mut self,
        host: &mut dyn Host,
        name: &str,
        len: u32,
    ) -> Result<Value, Trap> {
        let class = self.load("[B")?;
        let array = self.new_array(class, Elem::Byte, len as i32 * 2)?;
        for at in 0..len {
            let char = self.ask(host, &format!("{name}[{at}]"), &Type::Char)?;
            let term = term_of(host.pool(), char, 32);
            let (low, high) = bytes_of_char(host.pool(), term);
            self.set_element(array, at as i32 * 2, low)?;
            self.set_element(array, at as i32 * 2 + 1, high)?;
        }
        Ok(Value::reference(self.string_over(array)?))
    }

    fn input_list(
        &mut self,
        host: &mut dyn Host,
        name: &str,
        class: &str,
        element: &Element,
        len: u32,
    ) -> Result<Value, Trap> {
        let list = self.construct(host, class, "()V", &[])?;
        for at in 0..len {
            let value = self.input_element(host, &format!("{name}[{at}]"), element)?;
            let object = match element {
                Element::Number(kind) => self.value_of(host, kind, value)?,
                Element::Text(_) => value,
            };
            self.add_to(host, list, object)?;
        }
        Ok(Value::reference(list))
    }

    fn add_to(&mut self, host: &mut dyn Host, list: Ref, element: Value) -> Result<(), Trap> {
        let sig = self.sig("add", "(Ljava/lang/Object;)Z");
        let class = self.class_of(list);
        let add = self.select(class, sig);
        let add = add.ok_or_else(|| raise("java/lang/NoSuchMethodError", "add"))?;
        match self.call(host, add, &[Value::reference(list), element])? {
            Ended::Returned(_) => Ok(()),
            Ended::Threw(object) => Err(Trap::Throw(object)),
        }
    }

    /// The result of a method as a term, where it is an integer.
    pub(crate) fn result_term(
        &self,
        host: &dyn Host,
        method: MethodId,
        value: Option<Value>,
    ) -> Option<term::Term> {
        let width = match self.method(method).kind.result.as_ref()? {
            Type::Long => 64,
            Type::Int | Type::Boolean | Type::Byte | Type::Char | Type::Short => 32,
            Type::Float | Type::Double | Type::Reference(_) => return None,
        };
        Some(term_of(host.pool(), value?, width))
    }

    /// Where an exception was thrown, in the application if it was there.
    pub(crate) fn thrown_at(&self, object: Ref) -> Option<String> {
        let calls = self.thrown_from(object);
        let ours =
            calls.iter().find(|(method, _)| self.class(self.method(*method).class).is_ours());
        ours.or(calls.first()).map(|(method, pc)| self.place(*method, *pc))
    }

    /// Where the run stands, in the application if it is there.
    pub(crate) fn standing_at(&self) -> Option<String> {
        let mut pc = self.pc;
        let mut first = None;
        for frame in self.frames.iter().rev() {
            if self.class(self.method(frame.method).class).is_ours() {
                return Some(self.place(frame.method, pc));
            }
            first = first.or(Some((frame.method, pc)));
            pc = frame.caller_pc;
        }
        first.map(|(method, pc)| self.place(method, pc))
    }

    /// The name of the class of an object, as programs write it.
    pub(crate) fn class_name_of(&self, object: Ref) -> String {
        self.class(self.class_of(object)).source_name()
    }

    /// Whether an object is of a class of the JDK, or of one below it.
    pub(crate) fn is_instance(&mut self, object: Ref, class: &str) -> bool {
        self.load(class).is_ok_and(|class| self.is_subclass(self.class_of(object), class))
    }
}

/// The class of arrays of such elements.
pub(crate) fn array_of(element: &Element) -> String {
    match element {
        Element::Number(kind) => format!("[{kind}"),
        Element::Text(_) => "[Ljava/lang/String;".to_owned(),
    }
}
