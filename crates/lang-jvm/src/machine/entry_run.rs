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
            if self.takes(*id, entry) {
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

    fn takes(&mut self, id: MethodId, entry: &Entry) -> bool {
        let kind = self.method(id).kind.clone();
        let (receiver, params) = entry.receiver();
        let fits_receiver = receiver.is_none_or(|receiver| {
            let class = self.class(self.method(id).class).name.to_string();
            !self.method(id).is_static() && self.fits(&Type::named(&class), &receiver.shape)
        });
        fits_receiver
            && kind.params.len() == params.len()
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
                    Shape::Object { class, .. } | Shape::Constant { class, .. } => class,
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
        entry: &Entry,
    ) -> Result<Ended, Trap> {
        self.reset();
        let mut slots = Slots::new();
        let (receiver, params) = entry.receiver();
        if let Some(receiver) = receiver {
            let kind = Type::named(&self.class(self.method(method).class).name);
            slots.push(self.make_input(host, &receiver.name, &receiver.shape, &kind)?);
        } else if !self.method(method).is_static() {
            let class = self.class(self.method(method).class).name.to_string();
            slots.push(Value::reference(self.construct(host, &class, "()V", &[])?));
        }
        let kinds = self.method(method).kind.clone();
        self.make_inputs(host, "", params, &kinds.params, &mut slots)?;
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

    /// Makes the arguments of a call, whose names have what comes before them.
    fn make_inputs(
        &mut self,
        host: &mut dyn Host,
        before: &str,
        params: &[Param],
        kinds: &[Type],
        slots: &mut Slots,
    ) -> Result<(), Trap> {
        for (param, kind) in params.iter().zip(kinds) {
            let name = format!("{before}{}", param.name);
            slots.push(self.make_input(host, &name, &param.shape, kind)?);
            if kind.is_wide() {
                slots.push(Value::ZERO);
            }
        }
        Ok(())
    }

    fn make_input(
        &mut self,
        host: &mut dyn Host,
        name: &str,
        shape: &Shape,
        kind: &Type,
    ) -> Result<Value, Trap> {
        match shape {
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
            Shape::Object { class, factory, args } => {
                self.input_object(host, name, class, factory.as_deref(), args)
            }
            Shape::Constant { class, names } => self.input_constant(host, name, class, names),
        }
    }

    /// An object that a constructor or a factory makes. Arguments that it refuses are no inputs.
    fn input_object(
        &mut self,
        host: &mut dyn Host,
        name: &str,
        class: &str,
        factory: Option<&str>,
        args: &[Param],
    ) -> Result<Value, Trap> {
        let id = self.initialize_now(host, class)?;
        let maker = self.maker(id, factory, args).map_err(|why| Trap::Gap(why.to_string()))?;
        let mut slots = Slots::new();
        let new = factory.is_none().then(|| Value::reference(self.new_instance(id)));
        slots.extend(new);
        let kinds = self.method(maker).kind.params.clone();
        self.make_inputs(host, &format!("{name}."), args, &kinds, &mut slots)?;
        match self.call(host, maker, &slots) {
            Ok(Ended::Returned(made)) => {
                let made = new.or(made).filter(|made| !made.as_ref().is_null());
                made.ok_or(Trap::Discard)
            }
            Ok(Ended::Threw(_)) | Err(Trap::Throw(_) | Trap::Raise(_)) => Err(Trap::Discard),
            Err(other) => Err(other),
        }
    }

    /// The constructor or factory of a class that takes such arguments.
    fn maker(
        &mut self,
        class: ClassId,
        factory: Option<&str>,
        args: &[Param],
    ) -> Result<MethodId, JvmError> {
        let name = factory.unwrap_or("<init>");
        let all = self.class(class).methods.clone();
        let own = all.into_iter().filter(|id| {
            *self.method(*id).name == *name && self.method(*id).is_static() == factory.is_some()
        });
        let own: Vec<MethodId> = own.collect();
        for id in own {
            let kinds = self.method(id).kind.params.clone();
            if kinds.len() == args.len()
                && kinds.iter().zip(args).all(|(kind, arg)| self.fits(kind, &arg.shape))
            {
                return Ok(id);
            }
        }
        let args: Vec<String> = args.iter().map(Param::to_string).collect();
        let class = self.class(class).source_name();
        let what = match factory {
            Some(factory) => format!("static method {factory}"),
            None => "constructor".to_owned(),
        };
        Err(JvmError::entry(format!("{class} has no {what} that takes ({})", args.join(", "))))
    }

    /// Refuses objects that nothing makes.
    pub(crate) fn check_makers(&mut self, params: &[Param]) -> Result<(), JvmError> {
        for param in params {
            if let Shape::Constant { class, names } = &param.shape {
                let id = self.load(class).map_err(|trap| JvmError::entry(self.explain(trap)))?;
                let fields = &self.class(id).fields;
                let is_unknown = |name: &&String| !fields.iter().any(|field| *field.name == **name);
                if let Some(name) = names.iter().find(is_unknown) {
                    let class = self.class(id).source_name();
                    return Err(JvmError::entry(format!("{class} has no constant {name}")));
                }
            }
            if let Shape::Object { class, factory, args } = &param.shape {
                let id = self.load(class).map_err(|trap| JvmError::entry(self.explain(trap)))?;
                if factory.is_none() && self.class(id).flags.has(crate::parse::Flags::ABSTRACT) {
                    let name = self.class(id).source_name();
                    return Err(JvmError::entry(format!(
                        "{name} is abstract: name a class below it"
                    )));
                }
                self.maker(id, factory.as_deref(), args)?;
                self.check_makers(args)?;
            }
        }
        Ok(())
    }

    /// One of the constants of an enum.
    fn input_constant(
        &mut self,
        host: &mut dyn Host,
        name: &str,
        class: &str,
        names: &[String],
    ) -> Result<Value, Trap> {
        self.initialize_now(host, class)?;
        let number = self.ask(host, name, &Type::Int)?;
        let pool = host.pool();
        let number = term_of(pool, number, 32);
        let is = |at: usize| pool.eq(number, pool.bitvec(32, at as u64));
        let mut conds: Vec<term::Term> = (0..names.len()).map(is).collect();
        conds.push(pool.not(pool.or(&conds)));
        match names.get(self.choose(host, &conds)?) {
            Some(name) => self.static_named(class, name),
            None => Err(Trap::Discard),
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
