//! Initialisation of classes, when they are used for the first time.

use super::class::{ClassId, Entry};
use super::trap::{Trap, raise};
use super::value::Value;
use super::vm::{FrameKind, InitState, Vm};
use crate::parse::{Constant, Flags};

impl Vm {
    /// Makes sure that a class is initialised. Where code has to run first, its frames are pushed
    /// and the running instruction is to be run again.
    #[inline]
    pub(super) fn ensure_ready(&mut self, class: ClassId) -> Result<(), Trap> {
        match self.states[class.0 as usize] {
            InitState::Ready => Ok(()),
            InitState::Linked | InitState::Failed => self.initialize(class),
        }
    }

    fn initialize(&mut self, class: ClassId) -> Result<(), Trap> {
        if self.states[class.0 as usize] == InitState::Failed {
            let name = self.class(class).source_name();
            let message = format!("Could not initialize class {name}");
            return Err(raise("java/lang/NoClassDefFoundError", message));
        }
        let mut pushed = false;
        for id in self.uninitialized(class) {
            self.states[id.0 as usize] = InitState::Ready;
            self.set_constants(id);
            if let Some(method) = self.class(id).initializer {
                if self.method(method).model.is_some() {
                    let name = self.class(id).source_name();
                    return Err(Trap::Gap(format!("the initialisation of {name}")));
                }
                if self.method(method).entry == Entry::Unready {
                    self.prepare(method)?;
                }
                self.push_frame(method, self.sp, FrameKind::Init(id))?;
                pushed = true;
            }
        }
        if pushed { Err(Trap::Retry) } else { Ok(()) }
    }

    /// The classes to be initialised with `class`, the one whose code runs last first.
    fn uninitialized(&self, class: ClassId) -> Vec<ClassId> {
        let is_open = |id: &ClassId| self.states[id.0 as usize] == InitState::Linked;
        let mut order = Vec::new();
        let mut waiting = vec![class];
        while let Some(id) = waiting.pop() {
            if order.contains(&id) {
                continue;
            }
            order.push(id);
            if self.class(id).is_interface() {
                continue;
            }
            // The superclass is pushed first, so it is initialised after the interfaces and runs
            // before them.
            waiting.extend(self.class(id).super_class.iter().filter(|id| is_open(id)));
            let interfaces = self.class(id).interfaces.iter();
            waiting.extend(interfaces.filter(|id| is_open(id) && self.has_default(**id)));
        }
        order
    }

    /// Whether an interface has methods with code for instances: only then it is initialised with
    /// the classes that implement it.
    fn has_default(&self, interface: ClassId) -> bool {
        let mut methods = self.class(interface).methods.iter();
        methods.any(|id| {
            let flags = self.method(*id).flags;
            !flags.has(Flags::ABSTRACT) && !flags.has(Flags::STATIC)
        })
    }

    /// Gives static constants the values that the class file states.
    fn set_constants(&mut self, class: ClassId) {
        let Some(file) = self.class(class).file.clone() else { return };
        let fields = self.class(class).fields.iter();
        let constants: Vec<(u32, u16)> = fields
            .filter(|field| field.flags.has(Flags::STATIC))
            .filter_map(|field| Some((field.slot, field.constant?)))
            .collect();
        for (slot, index) in constants {
            let value = match file.constants.get(usize::from(index)) {
                Some(Constant::Int(int)) => Value::int(*int),
                Some(Constant::Float(bits)) => Value::bits(u64::from(*bits)),
                Some(Constant::Long(long)) => Value::long(*long),
                Some(Constant::Double(bits)) => Value::bits(*bits),
                Some(Constant::Text(units)) => match self.intern(units) {
                    Ok(text) => Value::reference(text),
                    Err(_) => Value::NULL,
                },
                _ => continue,
            };
            self.statics[slot as usize].value = value;
        }
    }
}
