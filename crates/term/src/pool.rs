//! The pool: where terms are born.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rustc_hash::FxHasher;
use smallvec::SmallVec;
use stdx::hash;

use crate::literal::{Literal, StoredLiteral};
use crate::op::{Lit, Op};
use crate::rewrite::Counters;
use crate::sort::{Sort, StoredData, StoredFunc, StoredSort};
use crate::symbol::{Symbol, SymbolText};
use stdx::arena::{Arena, Hashed};

/// A handle to a hash-consed term.
///
/// Two handles from one [`Pool`] are equal exactly when the terms are equal as trees. A handle is a
/// number: it is copied and sent to other threads for nothing, and means nothing outside its pool.
/// The numbers depend on the order of creation, so there is no order on handles: whatever must come
/// out the same in every run is ordered by [`Pool::content_hash`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term(u32);

impl Term {
    /// The term `false`.
    pub const FALSE: Term = Term(0);
    /// The term `true`.
    pub const TRUE: Term = Term(1);

    /// A number for this handle, dense from zero: for tables indexed by term, never for output.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The record that the pool keeps of a term.
struct Stored {
    op: Op,
    sort: Sort,
    hash: u64,
    /// No variable and no uninterpreted function below: evaluation will not change it.
    ground: bool,
    args: SmallVec<[Term; 4]>,
}

impl Hashed for Stored {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}

/// All terms, sorts, names and declarations of one run.
///
/// A pool only grows. It is shared between threads by reference; making a term takes one short
/// lock among many, and looking at one takes none.
pub struct Pool {
    id: PoolId,
    terms: Arena<Stored>,
    literals: Arena<StoredLiteral>,
    symbols: Arena<SymbolText>,
    pub(crate) sorts: Arena<StoredSort>,
    pub(crate) data: Arena<StoredData>,
    pub(crate) funcs: Arena<StoredFunc>,
    pub(crate) rewrites: Counters,
    pub(crate) has_words: AtomicBool,
}

/// Tells a pool from all others of the process, so that what is kept by handles is not taken for
/// something about the terms of another pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PoolId(u64);

impl PoolId {
    fn next() -> PoolId {
        static MADE: AtomicU64 = AtomicU64::new(0);
        PoolId(MADE.fetch_add(1, Ordering::Relaxed))
    }
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Pool {
    /// A pool with nothing in it but the built-in sorts and the two truth values.
    #[must_use]
    pub fn new() -> Pool {
        let pool = Pool {
            id: PoolId::next(),
            terms: Arena::new(),
            literals: Arena::new(),
            symbols: Arena::new(),
            sorts: Arena::new(),
            data: Arena::new(),
            funcs: Arena::new(),
            rewrites: Counters::default(),
            has_words: AtomicBool::new(false),
        };
        for node in Sort::BUILT_IN {
            pool.intern_sort(node);
        }
        let (no, yes) = (Literal::Bool(false), Literal::Bool(true));
        let made = (pool.literal(no), pool.literal(yes));
        assert_eq!(made, (Term::FALSE, Term::TRUE), "the truth values come first");
        pool
    }

    /// Which pool this is.
    pub fn id(&self) -> PoolId {
        self.id
    }

    /// Interns a name.
    pub fn symbol(&self, text: &str) -> Symbol {
        let hash = SymbolText::hash_of(text);
        let make = || SymbolText { hash, text: text.into() };
        Symbol(self.symbols.intern(hash, |known| *known.text == *text, make))
    }

    /// The text of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.symbols.get(symbol.0).text
    }

    pub(crate) fn symbol_hash(&self, symbol: Symbol) -> u64 {
        self.symbols.get(symbol.0).hash
    }

    /// The operator of a term with its operands.
    pub fn node(&self, term: Term) -> (Op, &[Term]) {
        let stored = self.terms.get(term.0);
        (stored.op, &stored.args)
    }

    /// The operator of a term.
    pub fn op(&self, term: Term) -> Op {
        self.terms.get(term.0).op
    }

    /// The operands of a term.
    pub fn args(&self, term: Term) -> &[Term] {
        &self.terms.get(term.0).args
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.terms.get(term.0).sort
    }

    /// A hash of what the term says, the same in every run, whatever was made before it.
    pub fn content_hash(&self, term: Term) -> u64 {
        self.terms.get(term.0).hash
    }

    /// Whether the term has no variable and no uninterpreted function.
    pub fn is_ground(&self, term: Term) -> bool {
        self.terms.get(term.0).ground
    }

    /// The constant that a term is, if it is one.
    pub fn as_literal(&self, term: Term) -> Option<&Literal> {
        match self.op(term) {
            Op::Lit(lit) => Some(&self.literals.get(lit.0).literal),
            _ => None,
        }
    }

    /// The truth value that a term is, if it is one.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match term {
            Term::TRUE => Some(true),
            Term::FALSE => Some(false),
            _ => None,
        }
    }

    /// The small integer that a term is, if it is one.
    pub fn as_i64(&self, term: Term) -> Option<i64> {
        self.as_literal(term)?.as_int()?.to_i64()
    }

    /// What [`Literal::oversize`] says of a term, if it is a literal.
    pub fn oversize(&self, term: Term) -> Option<&'static str> {
        self.as_literal(term)?.oversize()
    }

    /// How many different terms there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms, which is never so.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The term of a constant.
    pub fn literal(&self, literal: Literal) -> Term {
        let sort = self.literal_sort(&literal);
        let hash = literal.content_hash(self.sort_hash(sort));
        let lit = self.literals.intern(
            hash,
            |known| known.literal == literal,
            || StoredLiteral { hash, literal: literal.clone() },
        );
        self.intern(Op::Lit(Lit(lit)), &[], sort)
    }

    fn literal_sort(&self, literal: &Literal) -> Sort {
        match literal {
            Literal::Bool(_) => Sort::BOOL,
            Literal::Int(_) => Sort::INT,
            Literal::Real(_) => Sort::REAL,
            Literal::BitVec(word) => self.bitvec_sort(word.width()),
            Literal::Text(_) => Sort::TEXT,
            Literal::Elem(sort, _) => *sort,
        }
    }

    /// The term exactly as given, without any normal form: for tests that compare a simplified
    /// term with what it was simplified from. Operands must fit the operator.
    pub fn raw(&self, op: Op, args: &[Term], sort: Sort) -> Term {
        self.intern(op, args, sort)
    }

    /// The only place where a [`Term`] is made.
    pub(crate) fn intern(&self, op: Op, args: &[Term], sort: Sort) -> Term {
        debug_assert_eq!(self.result_sort(op, args, sort), Ok(sort), "ill-sorted {op:?}");
        let hash = self.node_hash(op, args, sort);
        let same = |known: &Stored| known.op == op && known.sort == sort && *known.args == *args;
        Term(self.terms.intern(hash, same, || Stored {
            op,
            sort,
            hash,
            ground: !matches!(op, Op::Var(_) | Op::Apply(_))
                && args.iter().all(|arg| self.is_ground(*arg)),
            args: args.into(),
        }))
    }

    fn node_hash(&self, op: Op, args: &[Term], sort: Sort) -> u64 {
        let (tag, content) = self.op_hash(op);
        let seed = hash::mix(hash::mix(tag, content), self.sort_hash(sort));
        args.iter().fold(seed, |seed, arg| hash::mix(seed, self.content_hash(*arg)))
    }

    /// A number for the kind of operator and a hash of what it carries.
    fn op_hash(&self, op: Op) -> (u64, u64) {
        let pair = |a: u32, b: u32| (u64::from(a) << 32) | u64::from(b);
        match op {
            Op::Lit(lit) => (1, self.literals.get(lit.0).hash),
            Op::Var(name) => (2, self.symbol_hash(name)),
            Op::Apply(func) => (3, self.funcs.get(func.0).hash),
            Op::BvExtract(high, low) => (4, pair(high, low)),
            Op::BvZeroExtend(by) => (5, u64::from(by)),
            Op::BvSignExtend(by) => (6, u64::from(by)),
            Op::IntToBv(width) => (7, u64::from(width)),
            Op::Construct(ctor) => (8, u64::from(ctor)),
            Op::Field(ctor, field) => (9, pair(ctor, field)),
            Op::Is(ctor) => (10, u64::from(ctor)),
            plain => {
                let mut hasher = FxHasher::default();
                std::mem::discriminant(&plain).hash(&mut hasher);
                (11, hasher.finish())
            }
        }
    }
}
