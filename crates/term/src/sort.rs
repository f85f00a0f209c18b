//! Sorts, algebraic data types and function symbols.

use std::sync::atomic::Ordering;

use std::sync::OnceLock;

use smallvec::SmallVec;
use stdx::hash;

use crate::pool::Pool;
use crate::symbol::Symbol;
use crate::{Op, Term};
use stdx::arena::Hashed;

/// A handle to an interned sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sort(pub(crate) u32);

impl Sort {
    /// Truth values.
    pub const BOOL: Sort = Sort(0);
    /// Integers without bound.
    pub const INT: Sort = Sort(1);
    /// Rational numbers (real numbers to the solver).
    pub const REAL: Sort = Sort(2);
    /// Strings.
    pub const TEXT: Sort = Sort(3);

    /// The sorts of the constants above, in the order of their handles.
    pub(crate) const BUILT_IN: [SortNode; 4] =
        [SortNode::Bool, SortNode::Int, SortNode::Real, SortNode::Text];
}

/// The shape of a sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortNode {
    /// Truth values.
    Bool,
    /// Integers without bound.
    Int,
    /// Rational numbers.
    Real,
    /// Strings.
    Text,
    /// Machine words of this many bits, at least one.
    BitVec(u32),
    /// A sort of which only equality is known.
    Elem(Symbol),
    /// An algebraic data type applied to as many sorts as it has parameters.
    Data(Data, Box<[Sort]>),
    /// Total maps from the first sort to the second.
    Array(Sort, Sort),
    /// A parameter of the data type in whose declaration it stands.
    Param(u32),
}

/// A handle to a data type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Data(pub(crate) u32);

/// A handle to an uninterpreted function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Func(pub(crate) u32);

/// One constructor of a data type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ctor {
    /// Its name, unlike that of any other constructor of the type.
    pub name: Symbol,
    /// Its fields in order.
    pub fields: Vec<Field>,
}

/// One field of a constructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name of its selector.
    pub name: Symbol,
    /// Its sort, in which [`SortNode::Param`] stands for a parameter of the type.
    pub sort: Sort,
}

/// A declaration that contradicts an earlier one or makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeclError {
    /// The type is known with other parameters or constructors.
    #[error("data type `{name}` is already declared differently")]
    Redeclared {
        /// The type.
        name: String,
    },
    /// There is no constructor, so there is no value.
    #[error("data type `{name}` has no constructor")]
    Empty {
        /// The type.
        name: String,
    },
    /// Two constructors or two fields share a name.
    #[error("`{name}` is declared twice in data type `{data}`")]
    Duplicate {
        /// The type.
        data: String,
        /// The name used twice.
        name: String,
    },
}

pub(crate) struct StoredSort {
    pub(crate) hash: u64,
    pub(crate) node: SortNode,
}

pub(crate) struct StoredData {
    pub(crate) name: Symbol,
    pub(crate) hash: u64,
    pub(crate) params: u32,
    pub(crate) ctors: OnceLock<Vec<Ctor>>,
}

pub(crate) struct StoredFunc {
    pub(crate) name: Symbol,
    pub(crate) hash: u64,
    pub(crate) args: SmallVec<[Sort; 4]>,
    pub(crate) result: Sort,
}

impl Hashed for StoredSort {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}

impl Hashed for StoredData {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}

impl Hashed for StoredFunc {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}

impl Pool {
    /// Machine words of `width` bits.
    pub fn bitvec_sort(&self, width: u32) -> Sort {
        assert!(width > 0, "a machine word has at least one bit");
        self.intern_sort(SortNode::BitVec(width))
    }

    /// The uninterpreted sort of this name.
    pub fn elem_sort(&self, name: &str) -> Sort {
        self.intern_sort(SortNode::Elem(self.symbol(name)))
    }

    /// Total maps from `index` to `value`.
    pub fn array_sort(&self, index: Sort, value: Sort) -> Sort {
        self.intern_sort(SortNode::Array(index, value))
    }

    /// A data type applied to its parameters.
    pub fn data_sort(&self, data: Data, args: &[Sort]) -> Sort {
        let expected = self.data.get(data.0).params as usize;
        assert_eq!(args.len(), expected, "wrong number of sort parameters");
        self.intern_sort(SortNode::Data(data, args.into()))
    }

    /// The parameter with this number, for the fields of a data type.
    pub fn param_sort(&self, number: u32) -> Sort {
        self.intern_sort(SortNode::Param(number))
    }

    /// Names a data type with `params` parameters, so that fields can refer to it. The same name
    /// gives the same type.
    pub fn declare_data(&self, name: &str, params: u32) -> Result<Data, DeclError> {
        let symbol = self.symbol(name);
        let hash = hash::mix(self.symbol_hash(symbol), 11);
        let make = || StoredData { name: symbol, hash, params, ctors: OnceLock::new() };
        let data = Data(self.data.intern(hash, |data| data.name == symbol, make));
        if self.data.get(data.0).params != params {
            return Err(DeclError::Redeclared { name: name.to_owned() });
        }
        Ok(data)
    }

    /// Gives a declared type its constructors. Doing so twice is fine if they are the same.
    pub fn define_data(&self, data: Data, ctors: Vec<Ctor>) -> Result<(), DeclError> {
        let stored = self.data.get(data.0);
        self.check_ctors(stored.name, &ctors)?;
        let kept = stored.ctors.get_or_init(|| ctors.clone());
        if *kept == ctors {
            return Ok(());
        }
        Err(DeclError::Redeclared { name: self.name(stored.name).to_owned() })
    }

    fn check_ctors(&self, data: Symbol, ctors: &[Ctor]) -> Result<(), DeclError> {
        let data = self.name(data).to_owned();
        if ctors.is_empty() {
            return Err(DeclError::Empty { name: data });
        }
        let fields = ctors.iter().flat_map(|ctor| ctor.fields.iter().map(|field| field.name));
        let mut seen = rustc_hash::FxHashSet::default();
        for name in ctors.iter().map(|ctor| ctor.name).chain(fields) {
            if !seen.insert(name) {
                return Err(DeclError::Duplicate { data, name: self.name(name).to_owned() });
            }
        }
        Ok(())
    }

    /// The name of a data type.
    pub fn data_name(&self, data: Data) -> Symbol {
        self.data.get(data.0).name
    }

    /// How many parameters a data type has.
    pub fn data_params(&self, data: Data) -> u32 {
        self.data.get(data.0).params
    }

    /// The constructors of a data type that has been defined.
    pub fn ctors(&self, data: Data) -> &[Ctor] {
        self.data.get(data.0).ctors.get().expect("a data type is defined before it is used")
    }

    /// The data type of a sort, if it is one, with its arguments.
    pub fn as_data(&self, sort: Sort) -> Option<(Data, &[Sort])> {
        match self.sort_node(sort) {
            SortNode::Data(data, args) => Some((*data, args)),
            _ => None,
        }
    }

    /// The sort of a field in an instance of its data type.
    pub fn field_sort(&self, instance: Sort, ctor: u32, field: u32) -> Sort {
        let (data, args) = self.as_data(instance).expect("fields belong to data sorts");
        let declared = self.ctors(data)[ctor as usize].fields[field as usize].sort;
        self.instantiate(declared, args)
    }

    /// Puts sorts in place of parameters. Sorts are as deep as users write them, so this recurses.
    fn instantiate(&self, sort: Sort, args: &[Sort]) -> Sort {
        match self.sort_node(sort) {
            SortNode::Param(number) => args[*number as usize],
            SortNode::Data(data, inner) => {
                let inner: Vec<Sort> = inner.iter().map(|s| self.instantiate(*s, args)).collect();
                self.data_sort(*data, &inner)
            }
            SortNode::Array(index, value) => {
                self.array_sort(self.instantiate(*index, args), self.instantiate(*value, args))
            }
            SortNode::Bool
            | SortNode::Int
            | SortNode::Real
            | SortNode::Text
            | SortNode::BitVec(_)
            | SortNode::Elem(_) => sort,
        }
    }

    /// The uninterpreted function with this name and signature.
    pub fn func(&self, name: &str, args: &[Sort], result: Sort) -> Func {
        let symbol = self.symbol(name);
        let seed = hash::mix(self.symbol_hash(symbol), self.sort_hash(result));
        let hash = args.iter().fold(seed, |seed, sort| hash::mix(seed, self.sort_hash(*sort)));
        let same =
            |func: &StoredFunc| func.name == symbol && func.result == result && *func.args == *args;
        let make = || StoredFunc { name: symbol, hash, args: args.into(), result };
        Func(self.funcs.intern(hash, same, make))
    }

    /// The name of a function.
    pub fn func_name(&self, func: Func) -> Symbol {
        self.funcs.get(func.0).name
    }

    /// The argument sorts and the result sort of a function.
    pub fn signature(&self, func: Func) -> (&[Sort], Sort) {
        let stored = self.funcs.get(func.0);
        (&stored.args, stored.result)
    }

    /// The shape of a sort.
    pub fn sort_node(&self, sort: Sort) -> &SortNode {
        &self.sorts.get(sort.0).node
    }

    pub(crate) fn sort_hash(&self, sort: Sort) -> u64 {
        self.sorts.get(sort.0).hash
    }

    pub(crate) fn intern_sort(&self, node: SortNode) -> Sort {
        let hash = self.hash_of_sort(&node);
        let index = self.sorts.intern(
            hash,
            |sort| sort.node == node,
            || StoredSort { hash, node: node.clone() },
        );
        if let SortNode::BitVec(_) = node {
            self.has_words.store(true, Ordering::Relaxed);
        }
        Sort(index)
    }

    /// Whether there is a sort of machine words, and so may be terms of it.
    pub fn has_words(&self) -> bool {
        self.has_words.load(Ordering::Relaxed)
    }

    fn hash_of_sort(&self, node: &SortNode) -> u64 {
        match node {
            SortNode::Bool => hash::mix(20, 0),
            SortNode::Int => hash::mix(20, 1),
            SortNode::Real => hash::mix(20, 2),
            SortNode::Text => hash::mix(20, 3),
            SortNode::BitVec(width) => hash::mix(21, u64::from(*width)),
            SortNode::Elem(name) => hash::mix(22, self.symbol_hash(*name)),
            SortNode::Data(data, args) => {
                let seed = hash::mix(23, self.data.get(data.0).hash);
                args.iter().fold(seed, |seed, sort| hash::mix(seed, self.sort_hash(*sort)))
            }
            SortNode::Array(index, value) => {
                hash::mix(hash::mix(24, self.sort_hash(*index)), self.sort_hash(*value))
            }
            SortNode::Param(number) => hash::mix(25, u64::from(*number)),
        }
    }

    /// Some value of a sort, the same one each time: zero, false, the empty string, the element
    /// number 0, the smallest value of a data type. None if the sort has no finite value.
    pub fn default_value(&self, sort: Sort) -> Option<Term> {
        self.smallest_value(sort, &mut Vec::new())
    }

    fn smallest_value(&self, sort: Sort, above: &mut Vec<Sort>) -> Option<Term> {
        match self.sort_node(sort) {
            SortNode::Bool => Some(Term::FALSE),
            SortNode::Int => Some(self.int(0)),
            SortNode::Real => Some(self.real_ratio(0, 1)),
            SortNode::Text => Some(self.text("")),
            SortNode::BitVec(width) => Some(self.bitvec(*width, 0)),
            SortNode::Elem(_) => Some(self.elem(sort, 0)),
            SortNode::Array(_, value) => {
                let value = self.smallest_value(*value, above)?;
                Some(self.const_array(sort, value))
            }
            SortNode::Data(data, _) => {
                if above.contains(&sort) {
                    return None;
                }
                above.push(sort);
                let found = self.smallest_ctor(*data, sort, above);
                above.pop();
                found
            }
            SortNode::Param(_) => None,
        }
    }

    /// A constructor that leads back to its own type is passed over, so the first one left has
    /// values; without such a one there is no finite value at all.
    fn smallest_ctor(&self, data: Data, sort: Sort, above: &mut Vec<Sort>) -> Option<Term> {
        let mut order: Vec<usize> = (0..self.ctors(data).len()).collect();
        order.sort_by_key(|ctor| self.ctors(data)[*ctor].fields.len());
        order.into_iter().find_map(|ctor| {
            let fields = (0..self.ctors(data)[ctor].fields.len() as u32)
                .map(|field| self.smallest_value(self.field_sort(sort, ctor as u32, field), above))
                .collect::<Option<Vec<Term>>>()?;
            Some(self.make(Op::Construct(ctor as u32), &fields, sort))
        })
    }
}
