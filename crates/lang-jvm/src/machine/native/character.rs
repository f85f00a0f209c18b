//! Properties of characters that are not known.
//!
//! `Character.isLetter` and its like look into tables, and an unknown index into a table is a huge
//! term. Here such a method is asked once for every character, on values, and the answers become
//! ranges: a question on an unknown character is then a few comparisons. ASCII is told apart from
//! the rest, since the rest has hundreds of ranges and is rarely asked for twice.

use std::sync::{Arc, Mutex, PoisonError};

use machine::Host;
use rustc_hash::FxHashMap;
use term::{Op, Pool, Term};

use super::super::class::MethodId;
use super::super::invoke::Ended;
use super::super::object::gap;
use super::super::shadow::{low_bits, value_of};
use super::super::trap::Trap;
use super::super::value::Value;
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::plain::Plain;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    /// A model that asks about a character by the name of its method.
    macro_rules! about {
        ($($name:literal)*) => {
            match name {
                $($name => Some((|vm, host, args| about(vm, host, args, $name)) as NativeFn),)*
                _ => None,
            }
        };
    }
    match (class, descriptor) {
        ("java/lang/Character", "(I)Z" | "(I)I") => about!(
            "isLetter" "isDigit" "isLetterOrDigit" "isAlphabetic" "isIdeographic" "isWhitespace"
            "isSpaceChar" "isUpperCase" "isLowerCase" "isTitleCase" "isDefined" "isMirrored"
            "isJavaIdentifierStart" "isJavaIdentifierPart" "isUnicodeIdentifierStart"
            "isUnicodeIdentifierPart" "isIdentifierIgnorable" "getType" "getNumericValue"
            "toUpperCase" "toLowerCase" "toTitleCase" "toUpperCaseEx"
        ),
        ("java/lang/Character", "(II)I") if name == "digit" => Some(digit),
        _ => None,
    }
}

/// What a method answers for each character of sixteen bits.
#[derive(Debug)]
pub(crate) struct Table {
    /// For those below [`ASCII`].
    ascii: Vec<Group>,
    /// For all others.
    others: Vec<Group>,
}

/// The first character that is not ASCII.
const ASCII: u16 = 128;

/// Characters for which the answer is the same.
#[derive(Debug)]
struct Group {
    image: Image,
    /// First and last characters, ascending.
    ranges: Vec<(u16, u16)>,
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Image {
    /// This number.
    Same(u32),
    /// The character and this number.
    Shifted(u32),
}

/// The tables that were made, shared by all copies of a machine.
pub(crate) type Tables = Arc<Mutex<FxHashMap<(&'static str, i32), Arc<Table>>>>;

fn about(
    vm: &mut Vm,
    host: &mut dyn Host,
    args: Args,
    name: &'static str,
) -> Result<Outcome, Trap> {
    match unknown_char(host.pool(), vm.arg(args, 0)) {
        Some(char) => answer(vm, host, char, name, None),
        None => Ok(Outcome::Body),
    }
}

fn digit(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let radix = vm.arg(args, 1);
    match unknown_char(host.pool(), vm.arg(args, 0)) {
        Some(char) if radix.shadow.is_none() => {
            answer(vm, host, char, "digit", Some(radix.as_int()))
        }
        Some(_) | None => Ok(Outcome::Body),
    }
}

/// The term of an unknown number that is a character of sixteen bits.
fn unknown_char(pool: &Pool, value: Value) -> Option<Term> {
    let term = value.shadow?;
    match pool.node(term) {
        (Op::BvZeroExtend(by), _) if by >= 16 => Some(low_bits(pool, term, 16)),
        _ => None,
    }
}

fn answer(
    vm: &mut Vm,
    host: &mut dyn Host,
    char: Term,
    name: &'static str,
    radix: Option<i32>,
) -> Result<Outcome, Trap> {
    let table = table(vm, name, radix)?;
    let pool = host.pool();
    let is_ascii = pool.word(Op::BvUlt, &[char, pool.bitvec(16, ASCII.into())]);
    let is_ascii = vm.decide(host, is_ascii)?;
    let groups = if is_ascii { &table.ascii } else { &table.others };
    Ok(Outcome::One(choice(host.pool(), char, groups)))
}

/// The answer for a character as a term. The last group is what remains.
fn choice(pool: &Pool, char: Term, groups: &[Group]) -> Value {
    let wide = pool.word(Op::BvZeroExtend(16), &[char]);
    let image = |image: Image| match image {
        Image::Same(number) => pool.bitvec(32, number.into()),
        Image::Shifted(0) => wide,
        Image::Shifted(by) => pool.word(Op::BvAdd, &[wide, pool.bitvec(32, by.into())]),
    };
    let mut groups = groups.iter().rev();
    let last = groups.next().expect("every character has an answer");
    let mut term = image(last.image);
    for group in groups {
        term = pool.ite(is_within(pool, char, &group.ranges), image(group.image), term);
    }
    value_of(pool, term)
}

fn is_within(pool: &Pool, char: Term, ranges: &[(u16, u16)]) -> Term {
    let unit = |unit: u16| pool.bitvec(16, unit.into());
    let conds = ranges.iter().map(|(first, last)| {
        if first == last {
            return pool.eq(char, unit(*first));
        }
        let above = pool.not(pool.word(Op::BvUlt, &[char, unit(*first)]));
        let below = pool.not(pool.word(Op::BvUlt, &[unit(*last), char]));
        pool.and(&[above, below])
    });
    pool.or(&conds.collect::<Vec<Term>>())
}

/// The table of a method, made when it is asked for first.
fn table(vm: &Vm, name: &'static str, radix: Option<i32>) -> Result<Arc<Table>, Trap> {
    let key = (name, radix.unwrap_or(0));
    let mut tables = vm.tables.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = tables.get(&key) {
        return Ok(Arc::clone(table));
    }
    let table = Arc::new(Table::make(vm, name, radix)?);
    tables.insert(key, Arc::clone(&table));
    Ok(table)
}

impl Table {
    /// Asks the method for each character, on a machine of its own: this one must not change.
    fn make(vm: &Vm, name: &str, radix: Option<i32>) -> Result<Table, Trap> {
        let mut vm = vm.clone();
        vm.set_follower(None);
        vm.reset();
        let class = vm.load("java/lang/Character")?;
        let (second, result) =
            (radix.map_or("", |_| "I"), if name.starts_with("is") { "Z" } else { "I" });
        let sig = vm.sig(name, &format!("(I{second}){result}"));
        let method = vm.own_method(class, sig).ok_or_else(|| gap("a property of characters"))?;
        let mut host = Plain::new();
        let mut answers = Vec::with_capacity(1 << 16);
        for char in 0..=u16::MAX {
            answers.push(ask(&mut vm, &mut host, method, char, radix)?);
        }
        let shifts = name.starts_with("to");
        let groups = |from: u16, to: u16| grouped(&answers, from, to, shifts);
        Ok(Table { ascii: groups(0, ASCII - 1), others: groups(ASCII, u16::MAX) })
    }
}

fn ask(
    vm: &mut Vm,
    host: &mut dyn Host,
    method: MethodId,
    char: u16,
    radix: Option<i32>,
) -> Result<u32, Trap> {
    let mut args = vec![Value::int(char.into())];
    args.extend(radix.map(Value::int));
    match vm.call(host, method, &args)? {
        Ended::Returned(Some(value)) => Ok(value.as_int() as u32),
        Ended::Returned(None) | Ended::Threw(_) => Err(gap("a property of characters")),
    }
}

/// The characters of a range by their answers, those with the most ranges last.
fn grouped(answers: &[u32], from: u16, to: u16, shifts: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for char in from..=to {
        let answer = answers[usize::from(char)];
        let image = if shifts {
            Image::Shifted(answer.wrapping_sub(char.into()))
        } else {
            Image::Same(answer)
        };
        let at = groups.iter().position(|group| group.image == image).unwrap_or_else(|| {
            groups.push(Group { image, ranges: Vec::new() });
            groups.len() - 1
        });
        match groups[at].ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(char) => *last = char,
            Some(_) | None => groups[at].ranges.push((char, char)),
        }
    }
    groups.sort_by_key(|group| group.ranges.len());
    groups
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::Model;

    use super::*;

    proptest! {
        #[test]
        fn the_term_answers_as_the_list(
            seed in prop::collection::vec(0_u32..4, 40),
            shifts: bool,
            char in 0_u16..40,
        ) {
            let answers: Vec<u32> = if shifts {
                seed.iter().zip(0..).map(|(by, char): (&u32, u32)| char.wrapping_sub(*by)).collect()
            } else {
                seed
            };
            let groups = grouped(&answers, 0, 39, shifts);
            let pool = Pool::new();
            let unit = pool.var("c", pool.bitvec_sort(16));
            let mut model = Model::new();
            model.set(unit, pool.bitvec(16, char.into()));
            let found = choice(&pool, unit, &groups);
            let found = match found.shadow {
                Some(term) => value_of(&pool, pool.eval(term, &model)),
                None => found,
            };
            prop_assert_eq!(found, Value::int(answers[usize::from(char)] as i32));
        }
    }
}
