//! Arrays.

use machine::Host;

use super::class::{ClassId, ClassKind};
use super::heap::{Array, Body, Elems};
use super::trap::{Trap, null_pointer, raise, unverifiable};
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::lower::Elem;

impl Vm {
    #[inline]
    pub(super) fn array_load(&mut self, host: &mut dyn Host, elem: Elem) -> Result<(), Trap> {
        let (index, array) = (self.peek(0), self.peek(1).as_ref());
        let value = match index.shadow {
            _ if self.is_open(array) => self.open_load(host, array, index)?,
            None => self.element(array, index.as_int())?,
            Some(term) => self.symbolic_load(host, array, term)?,
        };
        self.sp -= 2;
        match elem {
            Elem::Long | Elem::Double => self.push_wide(value),
            Elem::Boolean | Elem::Byte | Elem::Char | Elem::Short => self.push(value),
            Elem::Int | Elem::Float | Elem::Ref => self.push(value),
        }
        Ok(())
    }

    #[inline]
    fn element(&self, array: Ref, index: i32) -> Result<Value, Trap> {
        match self.heap.array(array) {
            Some(found) if (index as u32 as usize) < found.len() => Ok(found.get(index as usize)),
            _ => Err(self.bad_access(array, index)),
        }
    }

    /// Why there is no element at this index.
    pub(super) fn bad_access(&self, array: Ref, index: i32) -> Trap {
        match self.heap.array(array) {
            Some(found) => {
                let message = format!("Index {index} out of bounds for length {}", found.len());
                raise("java/lang/ArrayIndexOutOfBoundsException", message)
            }
            None if array.is_null() => null_pointer(),
            None => unverifiable("an array that is none"),
        }
    }

    #[inline]
    pub(super) fn array_store(&mut self, host: &mut dyn Host, elem: Elem) -> Result<(), Trap> {
        let wide = usize::from(matches!(elem, Elem::Long | Elem::Double));
        let value = self.narrowed(host, self.peek(wide), elem);
        let (index, array) = (self.peek(1 + wide), self.peek(2 + wide).as_ref());
        if elem == Elem::Ref {
            self.check_store(array, index, value.as_ref())?;
        }
        match index.shadow {
            _ if self.is_open(array) => self.open_store(host, array, index, value)?,
            None => self.set_element(array, index.as_int(), value)?,
            Some(term) => self.symbolic_store(host, array, term, value)?,
        }
        self.sp -= 3 + wide;
        Ok(())
    }

    /// A value as it is stored: the lowest bits of an int in an array of smaller elements.
    fn narrowed(&self, host: &mut dyn Host, value: Value, elem: Elem) -> Value {
        match (value.shadow, elem) {
            (Some(term), Elem::Byte | Elem::Char | Elem::Short) => {
                let convert = match elem {
                    Elem::Byte => crate::lower::Convert::IntToByte,
                    Elem::Char => crate::lower::Convert::IntToChar,
                    _ => crate::lower::Convert::IntToShort,
                };
                super::shadow::convert(host.pool(), convert, term)
            }
            _ => value,
        }
    }

    #[inline]
    pub(super) fn set_element(&mut self, array: Ref, index: i32, value: Value) -> Result<(), Trap> {
        match self.heap.array_mut(array) {
            Some(found) if (index as u32 as usize) < found.len() => {
                found.set(index as usize, value);
                Ok(())
            }
            _ => Err(self.bad_access(array, index)),
        }
    }

    /// Whether an object may be stored in an array of references.
    fn check_store(&self, array: Ref, index: Value, object: Ref) -> Result<(), Trap> {
        let ClassKind::Array(Elem::Ref, component) = self.class(self.class_of(array)).kind else {
            return Err(self.bad_access(array, index.as_int()));
        };
        let len = self.heap.array(array).map_or(0, Array::len);
        let is_outside = index.shadow.is_none() && index.as_int() as u32 as usize >= len;
        if is_outside && !self.is_open(array) {
            return Err(self.bad_access(array, index.as_int()));
        }
        if !object.is_null() && !self.is_subclass(self.class_of(object), component) {
            let name = self.class(self.class_of(object)).source_name();
            return Err(raise("java/lang/ArrayStoreException", name));
        }
        Ok(())
    }

    pub(super) fn array_length(&mut self) -> Result<(), Trap> {
        let array = self.peek(0).as_ref();
        let len = match self.heap.array(array) {
            Some(found) => Value::int(found.len() as i32),
            None => self.open_length(array).ok_or_else(|| self.bad_access(array, 0))?,
        };
        self.stack[self.sp - 1] = len;
        Ok(())
    }

    pub(super) fn new_primitive_array(
        &mut self,
        host: &mut dyn Host,
        elem: Elem,
    ) -> Result<(), Trap> {
        let class = self.load(match elem {
            Elem::Boolean => "[Z",
            Elem::Byte => "[B",
            Elem::Char => "[C",
            Elem::Short => "[S",
            Elem::Int => "[I",
            Elem::Long => "[J",
            Elem::Float => "[F",
            Elem::Double => "[D",
            Elem::Ref => "[Ljava/lang/Object;",
        })?;
        self.push_array(host, class, elem)
    }

    /// Replaces a length on the stack by an array of it.
    pub(super) fn push_array(
        &mut self,
        host: &mut dyn Host,
        class: ClassId,
        elem: Elem,
    ) -> Result<(), Trap> {
        if let Some(len) = self.peek(0).shadow
            && self.runs_own_code()
            && super::shadow::leaves(host.pool(), len).is_none()
        {
            return self.push_open_array(host, class, elem, len);
        }
        let len = self.known_value(host, self.peek(0), "the length of an array")?;
        let array = self.new_array(class, elem, len.as_int())?;
        self.stack[self.sp - 1] = Value::reference(array);
        self.charge(host, (len.as_int().max(0) as usize).saturating_mul(width(elem)))
    }

    /// Whether the running method is one of the application.
    fn runs_own_code(&self) -> bool {
        self.frames.last().is_some_and(|frame| self.is_own(frame.method))
    }

    /// A new array of zeros.
    pub(super) fn new_array(&mut self, class: ClassId, elem: Elem, len: i32) -> Result<Ref, Trap> {
        let Ok(len) = usize::try_from(len) else {
            return Err(raise("java/lang/NegativeArraySizeException", len.to_string()));
        };
        // Asked before the memory is taken: one instruction can ask for gigabytes.
        let size = len.saturating_mul(width(elem));
        if size > self.options.heap_bytes.saturating_sub(self.heap.grown()) {
            return Err(self.no_room(len));
        }
        Ok(self.heap.add(class, Body::Array(Array::new(zeros(elem, len)))))
    }

    pub(super) fn new_multi(
        &mut self,
        host: &mut dyn Host,
        index: u16,
        dimensions: usize,
    ) -> Result<(), Trap> {
        let class = self.named_class(index)?;
        let mut lens = Vec::with_capacity(dimensions);
        for depth in (0..dimensions).rev() {
            lens.push(self.known_value(host, self.peek(depth), "the length of an array")?.as_int());
        }
        let array = self.nested_arrays(host, class, &lens)?;
        self.sp -= dimensions;
        self.push(Value::reference(array));
        Ok(())
    }

    /// Arrays of arrays, as many levels as there are lengths.
    pub(super) fn nested_arrays(
        &mut self,
        host: &mut dyn Host,
        class: ClassId,
        lens: &[i32],
    ) -> Result<Ref, Trap> {
        let mut level = vec![];
        let mut root = Ref::NULL;
        let mut class = class;
        for (depth, len) in lens.iter().enumerate() {
            let ClassKind::Array(elem, component) = self.class(class).kind else {
                return Err(unverifiable("an array with too many dimensions"));
            };
            if depth == 0 {
                root = self.new_array(class, elem, *len)?;
                level.push(root);
            } else {
                level = self.fill_level(host, &level, (class, elem), *len)?;
            }
            class = component;
        }
        Ok(root)
    }

    fn fill_level(
        &mut self,
        host: &mut dyn Host,
        level: &[Ref],
        (class, elem): (ClassId, Elem),
        len: i32,
    ) -> Result<Vec<Ref>, Trap> {
        /// How much is made before the host may look at its limits.
        const PORTION: usize = 1 << 22;
        let row = (len.max(0) as usize).saturating_mul(width(elem));
        let (mut next, mut made) = (Vec::new(), 0);
        for outer in level {
            for at in 0..self.heap.array(*outer).map_or(0, Array::len) {
                let inner = self.new_array(class, elem, len)?;
                next.push(inner);
                self.set_element(*outer, at as i32, Value::reference(inner))?;
                made += row;
                if made >= PORTION {
                    self.charge(host, std::mem::take(&mut made))?;
                }
            }
        }
        if level.is_empty() && len < 0 {
            return Err(raise("java/lang/NegativeArraySizeException", len.to_string()));
        }
        Ok(next)
    }
}

impl Vm {
    /// What comes of an array that our heap has no room for. No machine has any for the longest; how
    /// much memory there is for others, their users decide.
    fn no_room(&self, len: usize) -> Trap {
        /// The longest array of the virtual machine that everybody uses.
        const LONGEST: usize = i32::MAX as usize - 2;
        match len > LONGEST {
            true => {
                let message = "Requested array size exceeds VM limit";
                raise("java/lang/OutOfMemoryError", message)
            }
            false => self.full_heap(),
        }
    }
}

/// How many bytes an element takes.
fn width(elem: Elem) -> usize {
    match elem {
        Elem::Boolean | Elem::Byte => 1,
        Elem::Char | Elem::Short => 2,
        Elem::Int | Elem::Float | Elem::Ref => 4,
        Elem::Long | Elem::Double => 8,
    }
}

pub(super) fn zeros(elem: Elem, len: usize) -> Elems {
    match elem {
        Elem::Boolean | Elem::Byte => Elems::Bytes(vec![0; len].into()),
        Elem::Char => Elems::Chars(vec![0; len].into()),
        Elem::Short => Elems::Shorts(vec![0; len].into()),
        Elem::Int | Elem::Float => Elems::Words(vec![0; len].into()),
        Elem::Long | Elem::Double => Elems::Wides(vec![0; len].into()),
        Elem::Ref => Elems::Refs(vec![Ref::NULL; len].into()),
    }
}
