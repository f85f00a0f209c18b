//! Letters: predicates on events, the symbolic events of the paper (definition 6.2).
//!
//! A letter says of each operation under which condition on its formals an event of it belongs. Only
//! the operations that differ from a common default are listed, so a complement is as long as the
//! letter itself, however large the alphabet is.

use rustc_hash::FxHashMap;
use stdx::arena::Hashed;
use stdx::hash;
use term::{Pool, Term};

use crate::alphabet::{Alphabet, Event, OpId};
use crate::choice::Choices;
use crate::cover::atoms;
use crate::feasible::{Feasible, Tri};
use crate::regex::{Regex, RegexPool};

/// A handle to an interned letter of a [`RegexPool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Letter(pub(crate) u32);

impl Letter {
    /// No event: ⊥.
    pub const NONE: Letter = Letter(0);
    /// Every event: •.
    pub const ANY: Letter = Letter(1);
}

/// What a letter says. Cases ascend by operation, and none of them says what `rest` says.
pub(crate) struct StoredLetter {
    hash: u64,
    cases: Box<[(OpId, Term)]>,
    rest: Term,
}

impl Hashed for StoredLetter {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}

impl RegexPool {
    /// The events of one operation that satisfy a qualifier over its formals.
    pub fn atom(&self, pool: &Pool, op: OpId, qualifier: Term) -> Letter {
        self.letter(pool, vec![(op, qualifier)], Term::FALSE)
    }

    /// Every event if `guard` holds, and none otherwise.
    pub fn guarded_any(&self, pool: &Pool, guard: Term) -> Letter {
        self.letter(pool, Vec::new(), guard)
    }

    /// The letter with these qualifiers (ascending by operation) and `rest` for all others.
    pub(crate) fn letter(&self, pool: &Pool, cases: Vec<(OpId, Term)>, rest: Term) -> Letter {
        let cases: Box<[(OpId, Term)]> =
            cases.into_iter().filter(|(_, qualifier)| *qualifier != rest).collect();
        let seed = hash::mix(31, pool.content_hash(rest));
        let hash = cases.iter().fold(seed, |seed, (op, qualifier)| {
            hash::mix(hash::mix(seed, op.index() as u64), pool.content_hash(*qualifier))
        });
        let same = |known: &StoredLetter| known.rest == rest && known.cases == cases;
        Letter(self.letters.intern(hash, same, || StoredLetter {
            hash,
            cases: cases.clone(),
            rest,
        }))
    }

    /// The operations that a letter names, each with its qualifier.
    #[must_use]
    pub fn letter_cases(&self, letter: Letter) -> &[(OpId, Term)] {
        &self.letters.get(letter.0).cases
    }

    /// The condition under which events of all other operations belong.
    #[must_use]
    pub fn letter_rest(&self, letter: Letter) -> Term {
        self.letters.get(letter.0).rest
    }

    /// The qualifier of an operation.
    #[must_use]
    pub fn qualifier(&self, letter: Letter, op: Option<OpId>) -> Term {
        let stored = self.letters.get(letter.0);
        let case = op.and_then(|op| {
            let at = stored.cases.binary_search_by_key(&op, |(op, _)| *op).ok()?;
            Some(stored.cases[at].1)
        });
        case.unwrap_or(stored.rest)
    }

    pub(crate) fn letter_hash(&self, letter: Letter) -> u64 {
        self.letters.get(letter.0).hash
    }

    /// Events that belong to both.
    pub fn letter_and(&self, pool: &Pool, a: Letter, b: Letter) -> Letter {
        self.pointwise(pool, a, b, |a, b| pool.and(&[a, b]))
    }

    /// Events that belong to one of the two.
    pub fn letter_or(&self, pool: &Pool, a: Letter, b: Letter) -> Letter {
        self.pointwise(pool, a, b, |a, b| pool.or(&[a, b]))
    }

    /// Events that do not belong.
    pub fn letter_not(&self, pool: &Pool, letter: Letter) -> Letter {
        self.map_letter(pool, letter, |term| pool.not(term))
    }

    /// The same letter over other terms; `f` must not bring in formals.
    pub(crate) fn map_letter(
        &self,
        pool: &Pool,
        letter: Letter,
        mut f: impl FnMut(Term) -> Term,
    ) -> Letter {
        let cases = self.letter_cases(letter).iter().map(|(op, term)| (*op, f(*term))).collect();
        self.letter(pool, cases, f(self.letter_rest(letter)))
    }

    fn pointwise(
        &self,
        pool: &Pool,
        a: Letter,
        b: Letter,
        join: impl Fn(Term, Term) -> Term,
    ) -> Letter {
        let named = |letter| self.letter_cases(letter).iter().map(|(op, _)| *op);
        let mut ops: Vec<OpId> = named(a).chain(named(b)).collect();
        ops.sort_unstable();
        ops.dedup();
        let at = |letter, op| self.qualifier(letter, Some(op));
        let cases = ops.into_iter().map(|op| (op, join(at(a, op), at(b, op)))).collect();
        self.letter(pool, cases, join(self.letter_rest(a), self.letter_rest(b)))
    }

    /// The condition under which an event belongs to a letter.
    pub fn matches(&self, pool: &Pool, alphabet: &Alphabet, letter: Letter, event: &Event) -> Term {
        let qualifier = self.qualifier(letter, event.op);
        let Some(op) = event.op else { return qualifier };
        let formals = alphabet.op(op).places().iter().map(|place| place.formal);
        let by: FxHashMap<Term, Term> = formals.zip(event.values.iter().copied()).collect();
        pool.substitute(qualifier, &by)
    }

    /// The letter without the operations of which no event can belong, as far as `feasible` can
    /// tell; [`Letter::NONE`] if nothing is left.
    pub fn prune(
        &self,
        pool: &Pool,
        alphabet: &Alphabet,
        letter: Letter,
        feasible: &mut Feasible<'_>,
    ) -> Letter {
        let named = self.letter_cases(letter);
        let mut keep = |term: Term| match term {
            Term::TRUE | Term::FALSE => term,
            _ if is_contradiction(pool, term) => Term::FALSE,
            _ if feasible(pool, &[term]) == Tri::No => Term::FALSE,
            _ => term,
        };
        let cases: Vec<(OpId, Term)> = named.iter().map(|(op, term)| (*op, keep(*term))).collect();
        let others = alphabet.is_open() || cases.len() < alphabet.len();
        let rest = if others { keep(self.letter_rest(letter)) } else { Term::FALSE };
        let dead = rest == Term::FALSE && cases.iter().all(|(_, term)| *term == Term::FALSE);
        if dead { Letter::NONE } else { self.letter(pool, cases, rest) }
    }
}

const FEW_ATOMS: usize = 8;

/// Whether the connectives of a condition alone make it false, whatever its atoms mean. Only tried on
/// few atoms: the question is as hard as any.
fn is_contradiction(pool: &Pool, cond: Term) -> bool {
    if atoms(pool, cond, FEW_ATOMS).is_none() {
        return false;
    }
    let mut choices = Choices::default();
    let test = choices.test(pool, cond);
    test == choices.leaf(Regex::EMPTY)
}
