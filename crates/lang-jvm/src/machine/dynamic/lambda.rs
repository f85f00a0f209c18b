//! Lambdas and method references.
//!
//! A lambda is an object of a class that is made for its call site: a field for each captured value,
//! and one method that pushes them and its parameters, converted, and calls the body.

use std::sync::Arc;

use super::super::class::{Class, ClassId, ClassKind, Field, MethodId};
use super::super::trap::{Trap, unverifiable};
use super::super::vm::Vm;
use super::{CallSite, field, load};
use crate::lower::{Convert, Instr};
use crate::parse::{Constant, Flags, HandleKind, Member, MethodType, Type};

/// The flag of a lambda that can be serialized.
const SERIALIZABLE: i32 = 1;

/// What a lambda calls.
struct Body {
    /// What is pushed before the arguments: a new object, for a constructor.
    before: Vec<Instr>,
    call: Instr,
    params: Vec<Type>,
    result: Option<Type>,
}

impl Vm {
    /// A method that makes the object of a lambda from the captured values.
    pub(super) fn lambda(&mut self, host: ClassId, site: &CallSite) -> Result<MethodId, Trap> {
        let bad = || unverifiable("a lambda that is none");
        let [
            Constant::MethodType(erased),
            Constant::Handle(kind, member),
            Constant::MethodType(real),
            ..,
        ] = site.arguments.as_slice()
        else {
            return Err(bad());
        };
        let erased = MethodType::parse(erased).ok_or_else(bad)?;
        let real = MethodType::parse(real).ok_or_else(bad)?;
        let body = self.lambda_body(*kind, member)?;
        if site.kind.params.len() + real.params.len() != body.params.len()
            || erased.params.len() != real.params.len()
        {
            return Err(bad());
        }
        let class = self.lambda_class(host, site)?;
        let instrs = self.lambda_code(&site.kind.params, &erased, &real, body)?;
        let method = self.synthesize(class, &site.name, erased, Flags::PUBLIC, instrs);
        self.add_bridges(class, &site.name, site, method);
        let mut made = self.class(class).clone();
        self.build_vtable(&mut made);
        self.classes[class.0 as usize] = made;
        Ok(self.lambda_factory(host, class, site))
    }

    fn lambda_body(&mut self, kind: HandleKind, member: &Member) -> Result<Body, Trap> {
        let bad = || unverifiable("a lambda without a body");
        let id = self.resolve_method(member)?;
        let method = self.method(id);
        let (sig, args) = (method.sig, method.args as u8);
        let (mut params, mut result) = (method.kind.params.clone(), method.kind.result.clone());
        let owner = Type::named(&member.class);
        let mut before = Vec::new();
        let call = match kind {
            HandleKind::InvokeStatic => Instr::CallStatic(id.0),
            HandleKind::InvokeSpecial => Instr::CallSpecial(id.0),
            HandleKind::InvokeVirtual | HandleKind::InvokeInterface => {
                if self.method(id).flags.has(Flags::PRIVATE) {
                    Instr::CallSpecial(id.0)
                } else {
                    self.interface_site(sig, args)
                }
            }
            HandleKind::NewInvokeSpecial => {
                let class = self.load(&member.class)?;
                before = vec![Instr::NewOf(class.0), Instr::Dup];
                result = Some(owner.clone());
                Instr::CallSpecial(id.0)
            }
            HandleKind::GetField | HandleKind::GetStatic => return Err(bad()),
            HandleKind::PutField | HandleKind::PutStatic => return Err(bad()),
        };
        if !matches!(kind, HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial) {
            params.insert(0, owner);
        }
        Ok(Body { before, call, params, result })
    }

    fn lambda_class(&mut self, host: ClassId, site: &CallSite) -> Result<ClassId, Trap> {
        let Some(Type::Reference(interface)) = &site.kind.result else {
            return Err(unverifiable("a lambda of a primitive type"));
        };
        let mut interfaces = vec![self.load(interface)?];
        for argument in site.arguments.iter().skip(3) {
            if let Constant::Class(marker) = argument {
                interfaces.push(self.load(marker)?);
            }
        }
        if let Some(Constant::Int(flags)) = site.arguments.get(3)
            && flags & SERIALIZABLE != 0
        {
            interfaces.push(self.load("java/io/Serializable")?);
        }
        let object = self.load("java/lang/Object")?;
        let id = ClassId(self.classes.len() as u32);
        // Named after its place in the class, not after the order of loading, which differs between
        // machines that have run other paths before.
        let name = format!("{}$$Lambda${}", self.class(host).name, site.index);
        let fields: Vec<Field> = (0..).zip(&site.kind.params).map(captured).collect();
        Ok(self.add_class(Class {
            name: name.into(),
            flags: Flags(Flags::FINAL | Flags::SYNTHETIC),
            kind: ClassKind::Plain,
            super_class: Some(object),
            ancestors: self.ancestors(id, Some(object), &interfaces),
            interfaces,
            file: None,
            slots: fields.len() as u32,
            fields,
            methods: Vec::new(),
            vtable: Vec::new(),
            vindex: Arc::default(),
            initializer: None,
            module: self.class(host).module.clone(),
        }))
    }

    fn lambda_code(
        &mut self,
        captured: &[Type],
        erased: &MethodType,
        real: &MethodType,
        body: Body,
    ) -> Result<Vec<Instr>, Trap> {
        let mut instrs = body.before;
        let (first, rest) = body.params.split_at(captured.len());
        for ((slot, from), to) in (0..).zip(captured).zip(first) {
            instrs.extend([Instr::Load(0), field(from, slot)]);
            self.adapt(&mut instrs, from, to)?;
        }
        let mut local = 1;
        for ((erased, real), to) in erased.params.iter().zip(&real.params).zip(rest) {
            instrs.push(load(erased, local));
            local += erased.slots();
            self.adapt(&mut instrs, erased, real)?;
            self.adapt(&mut instrs, real, to)?;
        }
        instrs.push(body.call);
        match (&body.result, &erased.result) {
            (None, None) => instrs.push(Instr::Return),
            (Some(from), None) => {
                instrs.push(if from.is_wide() { Instr::Pop2 } else { Instr::Pop });
                instrs.push(Instr::Return);
            }
            (Some(from), Some(to)) => {
                self.adapt(&mut instrs, from, to)?;
                instrs.push(if to.is_wide() { Instr::ReturnWide } else { Instr::ReturnOne });
            }
            (None, Some(_)) => return Err(unverifiable("a lambda without a result")),
        }
        Ok(instrs)
    }

    /// Converts the value on the stack from one type to another.
    fn adapt(&mut self, instrs: &mut Vec<Instr>, from: &Type, to: &Type) -> Result<(), Trap> {
        match (from.is_reference(), to.is_reference()) {
            (true, true) => self.cast(instrs, from, to),
            (true, false) => self.unbox(instrs, from, to)?,
            (false, true) => {
                let wrapper = from.wrapper().expect("a primitive type has a wrapper");
                let descriptor = format!("({from})L{wrapper};");
                let value_of = self.library_method(wrapper, "valueOf", &descriptor)?;
                instrs.push(Instr::CallStatic(value_of.0));
            }
            (false, false) => instrs.extend(widening(from, to).map(Instr::Convert)),
        }
        Ok(())
    }

    fn cast(&mut self, instrs: &mut Vec<Instr>, from: &Type, to: &Type) {
        let Type::Reference(name) = to else { return };
        if from == to || &**name == "java/lang/Object" {
            return;
        }
        // A class that cannot be loaded fails where its members are used.
        if let Ok(class) = self.load(name) {
            instrs.push(Instr::CastTo(class.0));
        }
    }

    fn unbox(&mut self, instrs: &mut Vec<Instr>, from: &Type, to: &Type) -> Result<(), Trap> {
        let is_wrapper = |kind: &&Type| kind.wrapper().map(Type::named).as_ref() == Some(from);
        // Of an object of an unknown class, the wrapper of the wanted type is asked for.
        let inner = Type::PRIMITIVES.iter().find(is_wrapper).unwrap_or(to);
        let wrapper = inner.wrapper().expect("a primitive type has a wrapper");
        self.cast(instrs, &Type::named("java/lang/Object"), &Type::named(wrapper));
        let name = format!("{}Value", inner.source_name());
        let value = self.library_method(wrapper, &name, &format!("(){inner}"))?;
        instrs.push(Instr::CallSpecial(value.0));
        instrs.extend(widening(inner, to).map(Instr::Convert));
        Ok(())
    }

    /// The same method under the types of other methods that it has to implement.
    fn add_bridges(&mut self, class: ClassId, name: &str, site: &CallSite, method: MethodId) {
        self.classes[class.0 as usize].methods.push(method);
        for argument in site.arguments.iter().skip(3) {
            let Constant::MethodType(descriptor) = argument else { continue };
            let Some(kind) = MethodType::parse(descriptor) else { continue };
            let mut bridge = self.method(method).clone();
            if kind.param_slots() == bridge.kind.param_slots() {
                bridge.sig = self.sig(name, descriptor);
                let bridge = self.add_method(bridge);
                self.classes[class.0 as usize].methods.push(bridge);
            }
        }
    }

    fn lambda_factory(&mut self, host: ClassId, class: ClassId, site: &CallSite) -> MethodId {
        let mut instrs = vec![Instr::NewOf(class.0)];
        let mut local = 0;
        for (slot, kind) in (0..).zip(&site.kind.params) {
            instrs.extend([Instr::Dup, load(kind, local)]);
            let wide = kind.is_wide();
            instrs.push(if wide { Instr::SetFieldWide(slot) } else { Instr::SetField(slot) });
            local += kind.slots();
        }
        instrs.push(Instr::ReturnOne);
        self.synthesize(host, "lambda", site.kind.clone(), Flags::STATIC, instrs)
    }
}

fn captured((slot, kind): (u32, &Type)) -> Field {
    let name = format!("captured{slot}").into();
    Field { name, kind: kind.clone(), flags: Flags(Flags::PRIVATE), slot, constant: None }
}

/// The conversion of a primitive value to a wider type, if one is needed.
fn widening(from: &Type, to: &Type) -> Option<Convert> {
    match (from, to) {
        (Type::Long, Type::Float) => Some(Convert::LongToFloat),
        (Type::Long, Type::Double) => Some(Convert::LongToDouble),
        (Type::Float, Type::Double) => Some(Convert::FloatToDouble),
        (Type::Long | Type::Float | Type::Double | Type::Boolean, _) => None,
        (_, Type::Long) => Some(Convert::IntToLong),
        (_, Type::Float) => Some(Convert::IntToFloat),
        (_, Type::Double) => Some(Convert::IntToDouble),
        _ => None,
    }
}
