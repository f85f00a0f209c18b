//! Loading and linking of classes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::class::{Class, ClassId, ClassKind, Entry, Field, Method, MethodId, SigId};
use super::native;
use super::trap::{Trap, raise};
use super::value::{Ref, Value};
use super::vm::{InitState, Static, Vm};
use crate::class_path::{ClassPathError, Found};
use crate::lower::Elem;
use crate::parse::{ClassFile, FieldInfo, Flags, MethodType, Type};

/// The most slots that arguments take, receiver included.
const MAX_ARGS: usize = 255;

/// A class file waiting for the classes that it extends.
struct Waiting {
    file: Arc<ClassFile>,
    module: Option<Box<str>>,
}

impl Vm {
    /// The class of this name, loaded if need be. Array names are those of descriptors.
    pub(super) fn load(&mut self, name: &str) -> Result<ClassId, Trap> {
        if let Some(id) = self.class_names.get(name) {
            return Ok(*id);
        }
        if name.starts_with('[') {
            return self.load_array(name);
        }
        let mut waiting = vec![self.find_file(name)?];
        loop {
            let top = waiting.last().expect("the loop ends when the last one is defined");
            match self.missing_ancestor(&top.file) {
                Some(missing) => {
                    if waiting.iter().any(|class| class.file.name == missing) {
                        return Err(raise("java/lang/ClassCircularityError", &*missing));
                    }
                    waiting.push(self.find_file(&missing)?);
                }
                None => {
                    let ready = waiting.pop().expect("there is one");
                    let id = self.define(ready)?;
                    if waiting.is_empty() {
                        return Ok(id);
                    }
                }
            }
        }
    }

    fn find_file(&self, name: &str) -> Result<Waiting, Trap> {
        let missing = || raise("java/lang/NoClassDefFoundError", name);
        let found = self.path.find(name).map_err(unreadable)?;
        let Found { bytes, module } = found.ok_or_else(missing)?;
        let file = ClassFile::parse(&bytes)
            .map_err(|error| raise("java/lang/ClassFormatError", format!("{name}: {error}")))?;
        if &*file.name != name {
            let message = format!("{name} (wrong name: {})", file.name);
            return Err(raise("java/lang/NoClassDefFoundError", message));
        }
        Ok(Waiting { file: Arc::new(file), module })
    }

    fn missing_ancestor(&self, file: &ClassFile) -> Option<Box<str>> {
        let mut above = file.super_name.iter().chain(&file.interfaces);
        above.find(|name| !self.class_names.contains_key(&***name)).cloned()
    }

    /// Adds a class whose ancestors are there.
    fn define(&mut self, waiting: Waiting) -> Result<ClassId, Trap> {
        let Waiting { file, module } = waiting;
        let id = ClassId(self.classes.len() as u32);
        let super_class = file.super_name.as_ref().map(|name| self.class_names[&**name]);
        let interfaces: Vec<ClassId> =
            file.interfaces.iter().map(|name| self.class_names[&**name]).collect();
        self.check_ancestors(&file, super_class)?;
        let mut class = Class {
            name: (*file.name).into(),
            flags: file.flags,
            kind: ClassKind::Plain,
            super_class,
            ancestors: self.ancestors(id, super_class, &interfaces),
            interfaces,
            file: Some(Arc::clone(&file)),
            fields: Vec::new(),
            methods: Vec::new(),
            slots: super_class.map_or(0, |above| self.class(above).slots),
            vtable: Vec::new(),
            vindex: Arc::default(),
            initializer: None,
            module,
        };
        // All errors come before anything is added.
        let kinds = method_types(&file)?;
        let field_kinds = field_types(&file)?;
        for (field, kind) in file.fields.iter().zip(field_kinds) {
            class.fields.push(self.place_field(id, &mut class.slots, field, kind));
        }
        self.define_methods(id, &mut class, kinds);
        self.build_vtable(&mut class);
        Ok(self.add_class(class))
    }

    fn check_ancestors(&self, file: &ClassFile, above: Option<ClassId>) -> Result<(), Trap> {
        let error = |what: &str| {
            Err(raise("java/lang/IncompatibleClassChangeError", format!("{} {what}", file.name)))
        };
        match above {
            None if &*file.name != "java/lang/Object" => error("has no superclass"),
            Some(above) if self.class(above).is_interface() => error("extends an interface"),
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn add_class(&mut self, class: Class) -> ClassId {
        let id = ClassId(self.classes.len() as u32);
        self.class_names.insert(Arc::clone(&class.name), id);
        self.classes.push(class);
        self.states.push(InitState::Linked);
        self.mirrors.push(Ref::NULL);
        id
    }

    pub(super) fn ancestors(
        &self,
        id: ClassId,
        super_class: Option<ClassId>,
        interfaces: &[ClassId],
    ) -> Box<[ClassId]> {
        let above = super_class.iter().chain(interfaces);
        let mut all: Vec<ClassId> =
            above.flat_map(|above| self.class(*above).ancestors.iter().copied()).collect();
        all.push(id);
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    fn place_field(
        &mut self,
        class: ClassId,
        slots: &mut u32,
        field: &FieldInfo,
        kind: Type,
    ) -> Field {
        let slot = if field.flags.has(Flags::STATIC) {
            self.statics.push(Static { value: Value::ZERO, class });
            self.statics.len() as u32 - 1
        } else {
            *slots += 1;
            *slots - 1
        };
        let (name, flags, constant) = (field.name.clone(), field.flags, field.constant);
        Field { name, kind, flags, slot, constant }
    }

    fn define_methods(&mut self, id: ClassId, class: &mut Class, kinds: Vec<MethodType>) {
        let file = class.file.clone().expect("a class that is defined has a file");
        for ((index, info), kind) in (0..).zip(&file.methods).zip(kinds) {
            let receiver = usize::from(!info.flags.has(Flags::STATIC));
            let sig = self.sig(&info.name, &info.descriptor);
            let model = native::find(&file.name, &info.name, &info.descriptor);
            let entry = if info.code.is_some() { Entry::Unready } else { Entry::Nothing };
            let method = self.add_method(Method {
                class: id,
                name: (*info.name).into(),
                sig,
                args: (kind.param_slots() + receiver) as u16,
                kind: Arc::new(kind),
                flags: info.flags,
                entry,
                model,
                index: Some(index),
                guards: Arc::from([]),
                offsets: Arc::from([]),
            });
            class.methods.push(method);
            if &*info.name == "<clinit>" && info.flags.has(Flags::STATIC) {
                class.initializer = Some(method);
            }
        }
    }

    pub(super) fn add_method(&mut self, method: Method) -> MethodId {
        self.methods.push(method);
        MethodId(self.methods.len() as u32 - 1)
    }

    /// The number of a name with a descriptor.
    pub(super) fn sig(&mut self, name: &str, descriptor: &str) -> SigId {
        let next = SigId(self.sigs.len() as u32);
        *self.sigs.entry((name.into(), descriptor.into())).or_insert(next)
    }

    /// The methods that a call by the class of the receiver finds: those of the superclass, replaced
    /// where this class has the same name and type, then its new ones.
    pub(super) fn build_vtable(&self, class: &mut Class) {
        if let Some(above) = class.super_class {
            class.vtable = self.class(above).vtable.clone();
            class.vindex = Arc::clone(&self.class(above).vindex);
        }
        if class.is_interface() {
            return;
        }
        for id in &class.methods {
            let method = self.method(*id);
            if method.flags.has(Flags::STATIC)
                || method.flags.has(Flags::PRIVATE)
                || method.name.starts_with('<')
            {
                continue;
            }
            match class.vindex.get(&method.sig) {
                Some(at) => class.vtable[usize::from(*at)] = *id,
                None => {
                    let at = class.vtable.len() as u16;
                    class.vtable.push(*id);
                    let index: &mut FxHashMap<SigId, u16> = Arc::make_mut(&mut class.vindex);
                    index.insert(method.sig, at);
                }
            }
        }
    }

    fn load_array(&mut self, name: &str) -> Result<ClassId, Trap> {
        let missing = || raise("java/lang/NoClassDefFoundError", name);
        // From the inside out, so that deep arrays need no deep stack.
        let dimensions = name.bytes().take_while(|byte| *byte == b'[').count();
        let innermost = Type::parse(&name[dimensions..]).ok_or_else(missing)?;
        if dimensions > 255 {
            return Err(missing());
        }
        let mut component = self.class_of_type(&innermost)?;
        let mut elem = elem_of(&innermost);
        for depth in (0..dimensions).rev() {
            component = self.array_class(&name[depth..], elem, component)?;
            elem = Elem::Ref;
        }
        Ok(component)
    }

    fn array_class(&mut self, name: &str, elem: Elem, component: ClassId) -> Result<ClassId, Trap> {
        if let Some(known) = self.class_names.get(name) {
            return Ok(*known);
        }
        let object = self.load("java/lang/Object")?;
        let interfaces =
            vec![self.load("java/lang/Cloneable")?, self.load("java/io/Serializable")?];
        let id = ClassId(self.classes.len() as u32);
        let above = self.class(object);
        let class = Class {
            name: name.into(),
            flags: Flags(Flags::PUBLIC | Flags::FINAL | Flags::ABSTRACT),
            kind: ClassKind::Array(elem, component),
            super_class: Some(object),
            ancestors: self.ancestors(id, Some(object), &interfaces),
            interfaces,
            file: None,
            fields: Vec::new(),
            methods: Vec::new(),
            slots: 0,
            vtable: above.vtable.clone(),
            vindex: Arc::clone(&above.vindex),
            initializer: None,
            module: self.class(component).module.clone(),
        };
        Ok(self.add_class(class))
    }

    /// The class of values of a type.
    pub(super) fn class_of_type(&mut self, kind: &Type) -> Result<ClassId, Trap> {
        match kind {
            Type::Reference(name) => self.load(name),
            primitive => self.primitive(Some(primitive.clone())),
        }
    }

    /// The class of a primitive type, or of `void`.
    pub(super) fn primitive(&mut self, kind: Option<Type>) -> Result<ClassId, Trap> {
        let name = kind.as_ref().map_or("void".to_owned(), Type::source_name);
        if let Some(known) = self.class_names.get(&*name) {
            return Ok(*known);
        }
        let id = ClassId(self.classes.len() as u32);
        Ok(self.add_class(Class {
            name: name.into(),
            flags: Flags(Flags::PUBLIC | Flags::FINAL | Flags::ABSTRACT),
            kind: ClassKind::Primitive(kind),
            super_class: None,
            interfaces: Vec::new(),
            ancestors: Box::new([id]),
            file: None,
            fields: Vec::new(),
            methods: Vec::new(),
            slots: 0,
            vtable: Vec::new(),
            vindex: Arc::default(),
            initializer: None,
            module: Some("java.base".into()),
        }))
    }

    /// The array class with this class of elements.
    pub(super) fn array_of(&mut self, component: ClassId) -> Result<ClassId, Trap> {
        let class = self.class(component);
        let name = match &class.kind {
            ClassKind::Plain => format!("[L{};", class.name),
            ClassKind::Array(..) => format!("[{}", class.name),
            ClassKind::Primitive(Some(kind)) => format!("[{kind}"),
            ClassKind::Primitive(None) => {
                return Err(super::trap::raise_bare("java/lang/IllegalArgumentException"));
            }
        };
        self.load(&name)
    }

    /// Whether a value of class `from` may stand where `to` is asked for.
    pub(super) fn is_subclass(&self, mut from: ClassId, mut to: ClassId) -> bool {
        loop {
            if from == to {
                return true;
            }
            match (&self.class(from).kind, &self.class(to).kind) {
                (ClassKind::Array(Elem::Ref, inner), ClassKind::Array(Elem::Ref, outer)) => {
                    (from, to) = (*inner, *outer);
                }
                (_, ClassKind::Array(..) | ClassKind::Primitive(_)) => return false,
                (_, ClassKind::Plain) => {
                    return self.class(from).ancestors.binary_search(&to).is_ok();
                }
            }
        }
    }
}

/// A file of the class path that cannot be read is no error of the program, so the path ends.
pub(super) fn unreadable(error: ClassPathError) -> Trap {
    Trap::Gap(format!("a file that cannot be read: {error}"))
}

fn field_types(file: &ClassFile) -> Result<Vec<Type>, Trap> {
    let bad = |descriptor: &str| {
        raise("java/lang/ClassFormatError", format!("{}: field type {descriptor}", file.name))
    };
    let fields = file.fields.iter();
    fields.map(|info| Type::parse(&info.descriptor).ok_or_else(|| bad(&info.descriptor))).collect()
}

fn method_types(file: &ClassFile) -> Result<Vec<MethodType>, Trap> {
    let bad = |descriptor: &str| {
        raise("java/lang/ClassFormatError", format!("{}: method type {descriptor}", file.name))
    };
    let methods = file.methods.iter();
    methods
        .map(|info| {
            let kind = MethodType::parse(&info.descriptor).ok_or_else(|| bad(&info.descriptor))?;
            let receiver = usize::from(!info.flags.has(Flags::STATIC));
            let fits = kind.param_slots() + receiver <= MAX_ARGS;
            if fits { Ok(kind) } else { Err(bad(&info.descriptor)) }
        })
        .collect()
}

/// How elements of a type are stored.
pub(super) fn elem_of(kind: &Type) -> Elem {
    match kind {
        Type::Boolean => Elem::Boolean,
        Type::Byte => Elem::Byte,
        Type::Char => Elem::Char,
        Type::Short => Elem::Short,
        Type::Int => Elem::Int,
        Type::Long => Elem::Long,
        Type::Float => Elem::Float,
        Type::Double => Elem::Double,
        Type::Reference(_) => Elem::Ref,
    }
}
