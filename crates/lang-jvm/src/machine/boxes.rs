//! Boxes of numbers, and whether two of them are one object.
//!
//! `Integer.valueOf` and its kin give the same object for the same small number. A number that is not
//! known gets an object of its own, since a look into the cache would split the path; the split comes
//! when a program compares the objects.

use machine::Host;
use term::{Pool, Term};

use super::object::gap;
use super::shadow::{term_of, test};
use super::trap::Trap;
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::lower::Test;
use crate::parse::Type;

/// Classes of the library that compare the objects of a program by identity. All others ask `equals`
/// as well, which comes to the same.
const OBSERVERS: [&str; 2] = ["java/util/IdentityHashMap", "java/util/concurrent/atomic/"];

impl Vm {
    /// The box that `valueOf` gives, made from outside of the program.
    pub(super) fn value_of(
        &mut self,
        host: &mut dyn Host,
        kind: &Type,
        value: Value,
    ) -> Result<Value, Trap> {
        if value.shadow.is_some() {
            return self.unknown_box(kind, value);
        }
        let Some(wrapper) = kind.wrapper() else { return Ok(value) };
        let descriptor = format!("({kind})L{wrapper};");
        let slots = [value, Value::ZERO];
        let boxed =
            self.call_named(host, wrapper, "valueOf", &descriptor, &slots[..kind.slots()])?;
        Ok(boxed.unwrap_or(Value::NULL))
    }

    /// The box that `valueOf` gives for a number that is not known.
    pub(super) fn unknown_box(&mut self, kind: &Type, value: Value) -> Result<Value, Trap> {
        let boxed = self.wrap(Some(kind), value)?;
        self.unknown_boxes.insert(boxed.as_ref());
        Ok(boxed)
    }

    /// Whether two references are the same on this path, as far as a program can see.
    #[inline]
    pub(super) fn is_same_object(
        &mut self,
        host: &mut dyn Host,
        a: Value,
        b: Value,
    ) -> Result<bool, Trap> {
        if a.bits == b.bits || self.unknown_boxes.is_empty() {
            return Ok(a.bits == b.bits);
        }
        self.is_shared_box(host, a.as_ref(), b.as_ref())
    }

    /// Whether the running code is of a class that can tell equal objects apart.
    pub(super) fn is_observer_running(&self) -> bool {
        let running = self.frames.last().map(|frame| self.class(self.method(frame.method).class));
        running.is_some_and(|class| {
            class.is_ours() || OBSERVERS.iter().any(|name| class.name.starts_with(name))
        })
    }

    /// Refuses to give a number for the identity of an object that may be another one.
    pub(super) fn check_identity(&self, object: Ref) -> Result<(), Trap> {
        match self.unknown_boxes.contains(&object) {
            true => Err(gap("the identity hash of a boxed number that is not known")),
            false => Ok(()),
        }
    }

    /// Whether two boxes are the same object of a cache: their numbers are equal and small.
    #[cold]
    fn is_shared_box(&mut self, host: &mut dyn Host, a: Ref, b: Ref) -> Result<bool, Trap> {
        let is_unknown = [a, b].map(|object| self.unknown_boxes.contains(&object));
        let boxed = [a, b].map(|object| self.unwrap(object));
        let [Some((kind, first)), Some((other, second))] = boxed else { return Ok(false) };
        if kind != other || is_unknown == [false, false] {
            return Ok(false);
        }
        for (object, value, is_unknown) in [(a, first, is_unknown[0]), (b, second, is_unknown[1])] {
            if !is_unknown && !self.is_in_cache(object, &kind, value)? {
                return Ok(false);
            }
        }
        let pool = host.pool();
        let width = if kind.is_wide() { 64 } else { 32 };
        let [first, second] = [first, second].map(|value| term_of(pool, value, width));
        let equal = test(pool, Test::Eq, first, second);
        let cond = pool.and(&[equal, is_small(pool, &kind, first, width)]);
        match pool.as_bool(cond) {
            Some(known) => Ok(known),
            None => Ok(self.decide(host, cond)?),
        }
    }

    /// The result of a call by reflection as an object. The first calls of a method make new boxes;
    /// what is called often is called by code of its own, which asks `valueOf`.
    pub(super) fn reflected(&mut self, kind: Option<&Type>, value: Value) -> Result<Value, Trap> {
        match kind.filter(|_| self.is_called_often()) {
            Some(kind) if value.shadow.is_some() && cache_of(kind).is_some() => {
                self.unknown_box(kind, value)
            }
            Some(kind) => match self.cached_box(kind, value)? {
                Some(boxed) => Ok(Value::reference(boxed)),
                None => self.wrap(Some(kind), value),
            },
            None => self.wrap(kind, value),
        }
    }

    /// Makes sure that [`Vm::reflected`] finds the boxes of a type.
    pub(super) fn ready_cache(&mut self, kind: Option<&Type>) -> Result<(), Trap> {
        let Some((cache, _)) = kind.and_then(cache_of) else { return Ok(()) };
        let class = self.load(cache)?;
        self.ensure_ready(class)
    }

    /// Whether the running code is that which calls a method by reflection, and has called it so often
    /// that the real machine would make a class for it.
    fn is_called_often(&self) -> bool {
        /// The last call that is made without such a class.
        const LAST: i32 = 16;
        let running = self.frames.last().map(|frame| self.class(self.method(frame.method).class));
        let class = "jdk/internal/reflect/NativeMethodAccessorImpl";
        running.is_some_and(|running| &*running.name == class)
            && self.get_named(self.stack[self.base].as_ref(), "numInvocations").as_int() > LAST
    }

    /// Whether a box of a known number is the one that `valueOf` gives.
    fn is_in_cache(&mut self, object: Ref, kind: &Type, value: Value) -> Result<bool, Trap> {
        Ok(self.cached_box(kind, value)? == Some(object))
    }

    /// The box of a known value that `valueOf` gives each time, if there is one.
    fn cached_box(&mut self, kind: &Type, value: Value) -> Result<Option<Ref>, Trap> {
        if *kind == Type::Boolean && value.shadow.is_none() {
            let name = if value.as_bool() { "TRUE" } else { "FALSE" };
            return Ok(Some(self.static_named("java/lang/Boolean", name)?.as_ref()));
        }
        let Some((cache, least)) = cache_of(kind).filter(|_| value.shadow.is_none()) else {
            return Ok(None);
        };
        let number = if kind.is_wide() { value.as_long() } else { value.as_int().into() };
        let cache = self.static_named(cache, "cache")?.as_ref();
        let at = number.checked_sub(least).and_then(|at| usize::try_from(at).ok());
        let array = self.heap.array(cache).zip(at).filter(|(array, at)| *at < array.len());
        Ok(array.map(|(array, at)| array.get(at).as_ref()))
    }
}

/// The class that keeps the boxes of small numbers of a type, and the smallest of them.
fn cache_of(kind: &Type) -> Option<(&'static str, i64)> {
    match kind {
        Type::Int => Some(("java/lang/Integer$IntegerCache", -128)),
        Type::Long => Some(("java/lang/Long$LongCache", -128)),
        Type::Short => Some(("java/lang/Short$ShortCache", -128)),
        Type::Byte => Some(("java/lang/Byte$ByteCache", -128)),
        Type::Char => Some(("java/lang/Character$CharacterCache", 0)),
        Type::Boolean | Type::Float | Type::Double | Type::Reference(_) => None,
    }
}

/// Whether a number is one of those that `valueOf` keeps the boxes of.
fn is_small(pool: &Pool, kind: &Type, number: Term, width: u32) -> Term {
    let known = |number: i64| term_of(pool, Value::long(number), width);
    let within = |least: i64, most: i64| {
        let above = test(pool, Test::Ge, number, known(least));
        pool.and(&[above, test(pool, Test::Le, number, known(most))])
    };
    match kind {
        Type::Byte => pool.bool(true),
        Type::Char => within(0, 127),
        Type::Int | Type::Short | Type::Long => within(-128, 127),
        Type::Boolean | Type::Float | Type::Double | Type::Reference(_) => pool.bool(false),
    }
}
