//! Objects.
//!
//! References are indices; nothing is collected, since a run is short and starts from a snapshot.
//! The heap knows which objects are older than the snapshot: the first write to one of them notes
//! it, and [`Heap::reset`] brings back those and forgets what came later.

use std::sync::Arc;

use term::Term;

use super::class::ClassId;
use super::open_array::OpenArray;
use super::value::{Ref, Value};

/// All objects of a machine.
#[derive(Clone)]
pub(crate) struct Heap {
    /// The first one stands for null and for references that are none.
    objects: Vec<Object>,
    snapshot: Arc<[Object]>,
    /// Which objects of the snapshot were written to.
    written: Vec<bool>,
    writes: Vec<u32>,
    /// Bytes taken since the snapshot, roughly.
    grown: usize,
}

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) class: ClassId,
    pub(crate) body: Body,
}

/// What an object consists of.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// Nothing: null.
    Null,
    /// The fields of an instance, by slot.
    Fields(Box<[Value]>),
    /// An array.
    Array(Array),
    /// An array of unknown length.
    Open(Box<OpenArray>),
}

/// An array; its elements may have shadows.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) elems: Elems,
    pub(crate) shadows: Option<Box<[Option<Term>]>>,
}

/// The elements of an array, by width.
#[derive(Clone, Debug)]
pub(crate) enum Elems {
    /// Bytes and booleans.
    Bytes(Box<[i8]>),
    Chars(Box<[u16]>),
    Shorts(Box<[i16]>),
    /// Ints and floats.
    Words(Box<[u32]>),
    /// Longs and doubles.
    Wides(Box<[u64]>),
    Refs(Box<[Ref]>),
}

impl Heap {
    pub(crate) fn new() -> Heap {
        let objects = vec![Object { class: ClassId(0), body: Body::Null }];
        Heap { objects, snapshot: Arc::from([]), written: Vec::new(), writes: Vec::new(), grown: 0 }
    }

    /// Adds an object.
    pub(crate) fn add(&mut self, class: ClassId, body: Body) -> Ref {
        self.grown += body.size();
        let at = u32::try_from(self.objects.len()).expect("the limit on memory is met before this");
        self.objects.push(Object { class, body });
        Ref(at)
    }

    /// Bytes that objects take that are younger than the snapshot, roughly.
    pub(crate) fn grown(&self) -> usize {
        self.grown
    }

    /// The object; what is no reference gives null.
    #[inline]
    pub(crate) fn object(&self, at: Ref) -> &Object {
        self.objects.get(at.0 as usize).unwrap_or(&self.objects[0])
    }

    /// The object to be written to.
    #[inline]
    pub(crate) fn object_mut(&mut self, at: Ref) -> &mut Object {
        let mut index = at.0 as usize;
        if index >= self.objects.len() {
            index = 0;
        }
        if let Some(written) = self.written.get_mut(index)
            && !*written
        {
            *written = true;
            self.writes.push(index as u32);
        }
        &mut self.objects[index]
    }

    /// The fields of an instance.
    #[inline]
    pub(crate) fn fields(&self, at: Ref) -> Option<&[Value]> {
        match &self.object(at).body {
            Body::Fields(fields) => Some(fields),
            Body::Null | Body::Array(_) | Body::Open(_) => None,
        }
    }

    /// The fields of an instance, to be written to.
    #[inline]
    pub(crate) fn fields_mut(&mut self, at: Ref) -> Option<&mut [Value]> {
        match &mut self.object_mut(at).body {
            Body::Fields(fields) => Some(fields),
            Body::Null | Body::Array(_) | Body::Open(_) => None,
        }
    }

    /// An array.
    #[inline]
    pub(crate) fn array(&self, at: Ref) -> Option<&Array> {
        match &self.object(at).body {
            Body::Array(array) => Some(array),
            Body::Null | Body::Fields(_) | Body::Open(_) => None,
        }
    }

    /// An array, to be written to.
    #[inline]
    pub(crate) fn array_mut(&mut self, at: Ref) -> Option<&mut Array> {
        match &mut self.object_mut(at).body {
            Body::Array(array) => Some(array),
            Body::Null | Body::Fields(_) | Body::Open(_) => None,
        }
    }

    /// Makes what is there now the state to which [`Heap::reset`] returns.
    pub(crate) fn freeze(&mut self) {
        self.snapshot = self.objects.as_slice().into();
        self.written = vec![false; self.objects.len()];
        self.writes.clear();
        self.grown = 0;
    }

    /// Returns to the snapshot.
    pub(crate) fn reset(&mut self) {
        self.objects.truncate(self.snapshot.len());
        for index in self.writes.drain(..) {
            let index = index as usize;
            self.objects[index] = self.snapshot[index].clone();
            self.written[index] = false;
        }
        self.grown = 0;
    }

    /// The number that the next object will get.
    pub(crate) fn len(&self) -> u32 {
        self.objects.len() as u32
    }

    /// Whether an object is younger than the snapshot.
    pub(crate) fn is_young(&self, at: Ref) -> bool {
        at.0 as usize >= self.snapshot.len()
    }
}

impl Body {
    pub(crate) fn size(&self) -> usize {
        let elements = match self {
            Body::Null | Body::Open(_) => 0,
            Body::Fields(fields) => fields.len() * size_of::<Value>(),
            Body::Array(array) => array.elems.size(),
        };
        elements + size_of::<Object>()
    }
}

impl Array {
    pub(crate) fn new(elems: Elems) -> Array {
        Array { elems, shadows: None }
    }

    /// Number of elements.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.elems.len()
    }

    /// An element with its shadow.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Value {
        let shadow = match &self.shadows {
            Some(shadows) => shadows[at],
            None => None,
        };
        Value { bits: self.elems.bits(at), shadow }
    }

    /// Replaces an element and its shadow.
    #[inline]
    pub(crate) fn set(&mut self, at: usize, value: Value) {
        self.elems.set(at, value.bits);
        if self.shadows.is_some() || value.shadow.is_some() {
            let len = self.len();
            let shadows = self.shadows.get_or_insert_with(|| vec![None; len].into());
            shadows[at] = value.shadow;
        }
    }

    /// A copy of a range of it.
    pub(crate) fn part(&self, from: usize, len: usize) -> Array {
        let shadows = self.shadows.as_ref().map(|shadows| shadows[from..from + len].into());
        Array { elems: self.elems.part(from, len), shadows }
    }

    /// Whether some element is symbolic.
    pub(crate) fn has_shadows(&self) -> bool {
        self.shadows.as_ref().is_some_and(|shadows| shadows.iter().any(Option::is_some))
    }
}

impl Elems {
    fn len(&self) -> usize {
        match self {
            Elems::Bytes(elems) => elems.len(),
            Elems::Chars(elems) => elems.len(),
            Elems::Shorts(elems) => elems.len(),
            Elems::Words(elems) => elems.len(),
            Elems::Wides(elems) => elems.len(),
            Elems::Refs(elems) => elems.len(),
        }
    }

    fn part(&self, from: usize, len: usize) -> Elems {
        let range = from..from + len;
        match self {
            Elems::Bytes(elems) => Elems::Bytes(elems[range].into()),
            Elems::Chars(elems) => Elems::Chars(elems[range].into()),
            Elems::Shorts(elems) => Elems::Shorts(elems[range].into()),
            Elems::Words(elems) => Elems::Words(elems[range].into()),
            Elems::Wides(elems) => Elems::Wides(elems[range].into()),
            Elems::Refs(elems) => Elems::Refs(elems[range].into()),
        }
    }

    fn size(&self) -> usize {
        let width = match self {
            Elems::Bytes(_) => 1,
            Elems::Chars(_) | Elems::Shorts(_) => 2,
            Elems::Words(_) | Elems::Refs(_) => 4,
            Elems::Wides(_) => 8,
        };
        self.len() * width
    }

    #[inline]
    fn bits(&self, at: usize) -> u64 {
        match self {
            Elems::Bytes(elems) => u64::from(i32::from(elems[at]) as u32),
            Elems::Chars(elems) => elems[at].into(),
            Elems::Shorts(elems) => u64::from(i32::from(elems[at]) as u32),
            Elems::Words(elems) => elems[at].into(),
            Elems::Wides(elems) => elems[at],
            Elems::Refs(elems) => elems[at].0.into(),
        }
    }

    #[inline]
    fn set(&mut self, at: usize, bits: u64) {
        match self {
            Elems::Bytes(elems) => elems[at] = bits as i8,
            Elems::Chars(elems) => elems[at] = bits as u16,
            Elems::Shorts(elems) => elems[at] = bits as i16,
            Elems::Words(elems) => elems[at] = bits as u32,
            Elems::Wides(elems) => elems[at] = bits,
            Elems::Refs(elems) => elems[at] = Ref(bits as u32),
        }
    }

    /// Copies a range from another array of the same width; false if the widths differ.
    pub(crate) fn copy_from(&mut self, to: usize, other: &Elems, from: usize, len: usize) -> bool {
        match (self, other) {
            (Elems::Bytes(a), Elems::Bytes(b)) => {
                a[to..to + len].copy_from_slice(&b[from..from + len])
            }
            (Elems::Chars(a), Elems::Chars(b)) => {
                a[to..to + len].copy_from_slice(&b[from..from + len])
            }
            (Elems::Shorts(a), Elems::Shorts(b)) => {
                a[to..to + len].copy_from_slice(&b[from..from + len]);
            }
            (Elems::Words(a), Elems::Words(b)) => {
                a[to..to + len].copy_from_slice(&b[from..from + len])
            }
            (Elems::Wides(a), Elems::Wides(b)) => {
                a[to..to + len].copy_from_slice(&b[from..from + len])
            }
            (Elems::Refs(a), Elems::Refs(b)) => {
                a[to..to + len].copy_from_slice(&b[from..from + len])
            }
            _ => return false,
        }
        true
    }

    /// Copies a range within this array; the ranges may overlap.
    pub(crate) fn copy_within(&mut self, from: usize, to: usize, len: usize) {
        match self {
            Elems::Bytes(elems) => elems.copy_within(from..from + len, to),
            Elems::Chars(elems) => elems.copy_within(from..from + len, to),
            Elems::Shorts(elems) => elems.copy_within(from..from + len, to),
            Elems::Words(elems) => elems.copy_within(from..from + len, to),
            Elems::Wides(elems) => elems.copy_within(from..from + len, to),
            Elems::Refs(elems) => elems.copy_within(from..from + len, to),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(heap: &Heap) -> Vec<Vec<u64>> {
        let arrays = heap.objects.iter().map(|object| match &object.body {
            Body::Array(array) => (0..array.len()).map(|at| array.get(at).bits).collect(),
            Body::Null | Body::Fields(_) | Body::Open(_) => Vec::new(),
        });
        arrays.collect()
    }

    fn new_array(heap: &mut Heap, len: usize) {
        let elems = Elems::Words(vec![0; len].into());
        heap.add(ClassId(0), Body::Array(Array::new(elems)));
    }

    proptest! {
        /// The oracle is a plain copy of the whole heap.
        #[test]
        fn a_reset_brings_back_the_snapshot(
            old in 1..6_usize,
            writes in prop::collection::vec((0..12_u32, 0..4_usize, any::<u32>(), any::<bool>()), 0..30),
        ) {
            let mut heap = Heap::new();
            (0..old).for_each(|_| new_array(&mut heap, 4));
            heap.freeze();
            let expected = words(&heap);
            for round in 0..2 {
                for (object, at, value, grow) in &writes {
                    if *grow {
                        new_array(&mut heap, 4);
                    }
                    if let Some(array) = heap.array_mut(Ref(object + round)) {
                        array.set(*at, Value::bits((*value).into()));
                    }
                }
                heap.reset();
                prop_assert_eq!(words(&heap), expected.clone());
            }
        }
    }

    #[test]
    fn what_is_no_reference_is_null() {
        let mut heap = Heap::new();
        assert!(heap.fields(Ref(77)).is_none() && heap.array_mut(Ref(77)).is_none());
        assert!(matches!(heap.object(Ref(77)).body, Body::Null));
    }

    #[test]
    fn shadows_are_kept_beside_the_elements() {
        let mut array = Array::new(Elems::Chars(vec![1, 2, 3].into()));
        assert!(!array.has_shadows());
        array.set(1, Value::symbolic(Term::TRUE));
        assert!(array.has_shadows() && array.get(1).shadow == Some(Term::TRUE));
        array.set(1, Value::int(0x1_0041));
        assert_eq!((array.get(1), array.has_shadows()), (Value::int(0x41), false));
    }
}
