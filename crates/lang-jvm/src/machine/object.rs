//! Instances, strings, and the objects that stand for classes.

use super::class::ClassId;
use super::heap::{Array, Body, Elems};
use super::trap::{Trap, raise, unverifiable};
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::lower::Instr;
use crate::parse::{Constant, Flags};

impl Vm {
    /// A new instance with all fields zero.
    #[inline]
    pub(super) fn new_instance(&mut self, class: ClassId) -> Ref {
        let slots = self.classes[class.0 as usize].slots as usize;
        self.heap.add(class, Body::Fields(vec![Value::ZERO; slots].into()))
    }

    pub(super) fn check_instantiable(&self, id: ClassId) -> Result<(), Trap> {
        let class = self.class(id);
        if class.file.is_none() || class.flags.has(Flags::ABSTRACT) {
            return Err(raise("java/lang/InstantiationError", class.source_name()));
        }
        Ok(())
    }

    /// Replaces the running instruction by one that pushes what the constant stands for.
    pub(super) fn ldc(&mut self, index: u16) -> Result<(), Trap> {
        let instr = match self.constant(index) {
            Some(Constant::Text(units)) => {
                let units = units.clone();
                Instr::Text(self.text_id(&units))
            }
            Some(Constant::Class(name)) => {
                let name = name.clone();
                Instr::Mirror(self.load(&name)?.0)
            }
            Some(Constant::Handle(..)) => return Err(gap("a method handle as a constant")),
            Some(Constant::MethodType(_)) => return Err(gap("a method type as a constant")),
            Some(Constant::Dynamic { .. }) => {
                return Err(gap("a constant made by a bootstrap method"));
            }
            _ => return Err(unverifiable("a constant that is none")),
        };
        self.quicken(instr);
        Ok(())
    }

    /// The number of a text in the table of texts.
    pub(super) fn text_id(&mut self, units: &[u16]) -> u32 {
        if let Some(id) = self.text_ids.get(units) {
            return *id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(units.into());
        self.text_ids.insert(units.into(), id);
        self.interned.push(Ref::NULL);
        id
    }

    /// The string of the table of texts, made when it is asked for first.
    pub(super) fn text_object(&mut self, id: u32) -> Result<Ref, Trap> {
        let known = self.interned[id as usize];
        if !known.is_null() {
            return Ok(known);
        }
        let units = self.texts[id as usize].clone();
        let object = self.new_string(&units)?;
        self.interned[id as usize] = object;
        Ok(object)
    }

    /// The string that stands for all equal ones.
    pub(super) fn intern(&mut self, units: &[u16]) -> Result<Ref, Trap> {
        let id = self.text_id(units);
        self.text_object(id)
    }

    /// A new `java.lang.String`. Strings are kept as UTF-16, also where one byte would do: choosing
    /// a width by content would split paths on symbolic characters.
    pub(super) fn new_string(&mut self, units: &[u16]) -> Result<Ref, Trap> {
        let bytes: Vec<i8> =
            units.iter().flat_map(|unit| unit.to_le_bytes()).map(|byte| byte as i8).collect();
        let array_class = self.load("[B")?;
        let array = self.heap.add(array_class, Body::Array(Array::new(Elems::Bytes(bytes.into()))));
        self.string_over(array)
    }

    /// A new string over the bytes of its UTF-16 units.
    pub(super) fn string_over(&mut self, array: Ref) -> Result<Ref, Trap> {
        let class = self.load("java/lang/String")?;
        let object = self.new_instance(class);
        self.set_named(object, "value", Value::reference(array));
        self.set_named(object, "coder", Value::int(1));
        Ok(object)
    }

    pub(super) fn new_text(&mut self, text: &str) -> Result<Ref, Trap> {
        self.new_string(&text.encode_utf16().collect::<Vec<u16>>())
    }

    /// The units of a string; none if it is no string or not all of it is known.
    pub(super) fn units(&self, object: Ref) -> Option<Vec<u16>> {
        if &*self.class(self.class_of(object)).name != "java/lang/String" {
            return None;
        }
        let array = self.heap.array(self.get_named(object, "value").as_ref())?;
        let Elems::Bytes(bytes) = &array.elems else { return None };
        if array.has_shadows() {
            return None;
        }
        let wide = self.get_named(object, "coder").as_int() == 1;
        Some(if wide {
            let pairs = bytes.chunks_exact(2);
            pairs.map(|pair| u16::from_le_bytes([pair[0] as u8, pair[1] as u8])).collect()
        } else {
            bytes.iter().map(|byte| u16::from(*byte as u8)).collect()
        })
    }

    /// The text of a string, for messages and names.
    pub(super) fn text(&self, object: Ref) -> Option<String> {
        self.units(object).map(|units| String::from_utf16_lossy(&units))
    }

    /// The text of a string that has to be known.
    pub(super) fn known_text(&self, object: Ref, what: &str) -> Result<String, Trap> {
        match self.text(object) {
            Some(text) => Ok(text),
            None if object.is_null() => Err(super::trap::null_pointer()),
            None => Err(gap(&format!("{what} that is not known"))),
        }
    }

    /// The `java.lang.Class` of a class.
    pub(super) fn mirror(&mut self, class: ClassId) -> Result<Ref, Trap> {
        let known = self.mirrors[class.0 as usize];
        if !known.is_null() {
            return Ok(known);
        }
        let class_class = self.load("java/lang/Class")?;
        let mirror = self.new_instance(class_class);
        self.mirrors[class.0 as usize] = mirror;
        self.mirrored.insert(mirror, class);
        if let Some(component) = self.component(class) {
            let component = self.mirror(component)?;
            self.set_named(mirror, "componentType", Value::reference(component));
        }
        Ok(mirror)
    }

    /// The class that a `java.lang.Class` stands for.
    pub(super) fn class_of_mirror(&self, mirror: Ref) -> Result<ClassId, Trap> {
        match self.mirrored.get(&mirror) {
            Some(class) => Ok(*class),
            None if mirror.is_null() => Err(super::trap::null_pointer()),
            None => Err(unverifiable("a class that is none")),
        }
    }

    /// What is said when an object is of the wrong class.
    pub(super) fn cast_message(&self, from: ClassId, to: ClassId) -> String {
        let (name, other) = (self.class(from).source_name(), self.class(to).source_name());
        let place = |id: ClassId| match &self.class(id).module {
            Some(module) => format!("module {module} of loader 'bootstrap'"),
            None => "unnamed module of loader 'app'".to_owned(),
        };
        let (here, there) = (place(from), place(to));
        let places = if here == there {
            format!("{name} and {other} are in {here}")
        } else {
            format!("{name} is in {here}; {other} is in {there}")
        };
        format!("class {name} cannot be cast to class {other} ({places})")
    }
}

/// What we do not model, met at this instruction.
pub(super) fn gap(what: &str) -> Trap {
    Trap::Gap(what.to_owned())
}
