//! Which rules may apply, by what stands first and second in the computation.
//!
//! Nearly every rule says in its `<k>` cell what it begins with. The rules that may apply to a
//! first and a second item are listed once, when that pair is first met, in the order in which they
//! are to be tried. The second item is compared only behind first items for which it matters.

use std::sync::OnceLock;

use crate::pattern::Pattern;
use crate::program::RuleId;
use crate::signature::{Builtin, CellId, LabelId, Signature, SortId};
use crate::value::Value;

/// Where the computation is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The slot of the bag of frames that hold it; none if it is in the outermost frame.
    pub(crate) bag: Option<usize>,
    /// Its slot in its frame.
    pub(crate) slot: usize,
    /// The root of its frame.
    pub(crate) root: CellId,
}

/// Something that may be done with a computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Candidate {
    /// An argument may be taken out for evaluation: a number in [`crate::Program::strictness`].
    Heat(u32),
    /// A value may be put back.
    Cool(u32),
    /// A rule of the definition.
    Rule(RuleId),
}

/// What a rule says of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// Nothing.
    Any,
    /// There is none.
    None,
    /// It has a sort.
    Sort(SortId),
    /// It is built with this label.
    Label(LabelId),
    /// It is this constant.
    Const(Key),
}

/// What an item looks like from outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    None,
    Label(LabelId),
    Builtin(Builtin),
    Token(SortId),
    Symbolic,
    Other,
}

/// A rule as the index knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) candidate: Candidate,
    pub(crate) priority: u32,
    pub(crate) first: Test,
    pub(crate) second: Test,
}

/// All rules, by what they begin with.
#[derive(Debug, Default)]
pub(crate) struct Index {
    pub(crate) place: Option<Place>,
    entries: Vec<Entry>,
    /// For each key of a first item its row, made when it is first needed.
    rows: OnceLock<Box<[OnceLock<Row>]>>,
}

/// What may be done behind a first item.
#[derive(Debug)]
enum Row {
    /// Whatever comes second.
    Always(Box<[Candidate]>),
    /// By the key of the second item.
    BySecond(Box<[OnceLock<Box<[Candidate]>>]>),
}

impl Index {
    /// An index of these rules, in the order in which equals are tried.
    pub(crate) fn new(place: Option<Place>, mut entries: Vec<Entry>) -> Index {
        entries.sort_by_key(|entry| entry.priority);
        Index { place, entries, rows: OnceLock::new() }
    }

    /// What may be done with a computation that begins with such an item; the second one is asked
    /// for if it matters.
    pub(crate) fn candidates(
        &self,
        signature: &Signature,
        first: Key,
        second: impl FnOnce() -> Key,
    ) -> &[Candidate] {
        let rows = self.rows.get_or_init(|| empty_cells(Key::count(signature)));
        match rows[first.number()].get_or_init(|| self.row(signature, first)) {
            Row::Always(candidates) => candidates,
            Row::BySecond(cells) => {
                let second = second();
                let cell = &cells[second.number()];
                cell.get_or_init(|| self.find(signature, first, second))
            }
        }
    }

    /// Whether some rule begins with such an item, and not with anything at all.
    pub(crate) fn mentions(&self, key: Key) -> bool {
        let begins = |test: &Test| match test {
            Test::Label(label) => key == Key::Label(*label),
            Test::Const(constant) => key == *constant,
            Test::Any | Test::None | Test::Sort(_) => false,
        };
        self.entries.iter().any(|entry| begins(&entry.first))
    }

    /// Whether some rule for such a first item asks what comes second.
    pub(crate) fn asks_for_second(&self, signature: &Signature, first: Key) -> bool {
        let mut fitting = self.entries.iter().filter(|entry| entry.first.may_fit(signature, first));
        fitting.any(|entry| entry.second != Test::Any)
    }

    fn row(&self, signature: &Signature, first: Key) -> Row {
        let fitting = self.entries.iter().filter(|entry| entry.first.may_fit(signature, first));
        if fitting.clone().all(|entry| entry.second == Test::Any) {
            return Row::Always(fitting.map(|entry| entry.candidate).collect());
        }
        Row::BySecond(empty_cells(Key::count(signature)))
    }

    fn find(&self, signature: &Signature, first: Key, second: Key) -> Box<[Candidate]> {
        let fits = |entry: &&Entry| {
            entry.first.may_fit(signature, first) && entry.second.may_fit(signature, second)
        };
        self.entries.iter().filter(fits).map(|entry| entry.candidate).collect()
    }
}

fn empty_cells<T>(count: usize) -> Box<[OnceLock<T>]> {
    std::iter::repeat_with(OnceLock::new).take(count).collect()
}

impl Index {
    /// What may be done with a computation.
    pub(crate) fn candidates_of(&self, signature: &Signature, computation: &Value) -> &[Candidate] {
        self.candidates(signature, Key::first(computation), || Key::second(computation))
    }
}

impl Key {
    /// The key of the first item of a computation.
    pub(crate) fn first(computation: &Value) -> Key {
        match computation {
            Value::Seq(cons) => Key::of(&cons.head),
            item => Key::of(item),
        }
    }

    /// The key of the second item of a computation.
    pub(crate) fn second(computation: &Value) -> Key {
        match computation {
            Value::Seq(cons) => cons.tail.uncons().map_or(Key::None, |(item, _)| Key::of(item)),
            _ => Key::None,
        }
    }

    /// How many numbers of keys there are.
    fn count(signature: &Signature) -> usize {
        let names = signature.label_count().max(signature.sort_count());
        Key::NAMED + 2 * names
    }

    /// Where the numbers of labels and tokens begin, which take turns.
    const NAMED: usize = 3 + Builtin::COUNT;

    /// A number for this key. No table is asked: this is done for every step of a run.
    fn number(self) -> usize {
        match self {
            Key::None => 0,
            Key::Symbolic => 1,
            Key::Other => 2,
            Key::Builtin(builtin) => 3 + builtin as usize,
            Key::Label(label) => Key::NAMED + 2 * label.index(),
            Key::Token(sort) => Key::NAMED + 2 * sort.index() + 1,
        }
    }

    pub(crate) fn of(value: &Value) -> Key {
        match value {
            Value::Empty => Key::None,
            Value::Leaf(label) | Value::Node(label, _) => Key::Label(*label),
            Value::Int(_) => Key::Builtin(Builtin::Int),
            Value::Bool(_) => Key::Builtin(Builtin::Bool),
            Value::Str(_) => Key::Builtin(Builtin::Str),
            Value::Bytes(_) => Key::Builtin(Builtin::Bytes),
            Value::Map(_) => Key::Builtin(Builtin::Map),
            Value::List(_) => Key::Builtin(Builtin::List),
            Value::Set(_) => Key::Builtin(Builtin::Set),
            Value::Token(sort, _) => Key::Token(*sort),
            Value::Sym(_, _) => Key::Symbolic,
            Value::Seq(_) | Value::Cells(..) | Value::Bag(_) => Key::Other,
        }
    }
}

impl Test {
    /// What the pattern of a computation says of its first and second item.
    pub(crate) fn pair(pattern: &Pattern) -> (Test, Test) {
        match pattern {
            Pattern::Seq(items, rest) => {
                let at = |nth: usize| items.get(nth).map(Test::of);
                let behind = || match **rest {
                    Pattern::Const(Value::Empty) => Test::None,
                    _ => Test::Any,
                };
                let first = at(0).unwrap_or_else(behind);
                let second =
                    at(1).unwrap_or_else(|| if items.is_empty() { Test::Any } else { behind() });
                (first, second)
            }
            Pattern::As(_, inner) => Test::pair(inner),
            Pattern::Any | Pattern::Bind(_) | Pattern::Same(_) | Pattern::Cells(_) => {
                (Test::Any, Test::Any)
            }
            Pattern::OfSort(_) | Pattern::BindSort(..) | Pattern::Const(_) | Pattern::Node(..) => {
                (Test::of(pattern), Test::Any)
            }
        }
    }

    fn of(pattern: &Pattern) -> Test {
        match pattern {
            Pattern::Any
            | Pattern::Bind(_)
            | Pattern::Same(_)
            | Pattern::Seq(..)
            | Pattern::Cells(_) => Test::Any,
            Pattern::OfSort(sort) | Pattern::BindSort(_, sort) => Test::Sort(*sort),
            Pattern::Const(value) => match Key::of(value) {
                Key::None => Test::None,
                Key::Label(label) => Test::Label(label),
                key => Test::Const(key),
            },
            Pattern::Node(label, _) => Test::Label(*label),
            Pattern::As(_, inner) => Test::of(inner),
        }
    }

    /// Whether an item that looks like this may pass. Never no where the rule could match.
    pub(crate) fn may_fit(&self, signature: &Signature, key: Key) -> bool {
        match self {
            Test::Any => true,
            Test::None => key == Key::None,
            Test::Label(label) => key == Key::Label(*label),
            Test::Const(constant) => key == *constant || key == Key::Symbolic,
            Test::Sort(sort) => sort_may_fit(signature, *sort, key),
        }
    }
}

fn sort_may_fit(signature: &Signature, sort: SortId, key: Key) -> bool {
    let builtin = signature.sort_info(sort).builtin;
    if matches!(builtin, Some(Builtin::K | Builtin::KItem)) {
        return builtin == Some(Builtin::K) || key != Key::None;
    }
    match key {
        Key::None => false,
        Key::Label(label) => signature.may_have_sort(label, sort),
        Key::Builtin(builtin) => signature.has_builtin(builtin, sort),
        Key::Token(own) => signature.is_below(own, sort),
        Key::Symbolic | Key::Other => true,
    }
}
