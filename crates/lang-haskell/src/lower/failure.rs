//! What ends a computation: `error`, `undefined`, patterns that do not fit.

use super::known::{Call, Known, of};
use super::{Lowered, Lowering, code, text};
use crate::core::{Definition, Type};

/// What is known of the functions by which GHC ends a computation.
pub(super) fn known(occ: &str) -> Option<Known> {
    match occ {
        "patError" | "nonExhaustiveGuardsError" => of(1, |lower, call, _| {
            let what = described(call);
            lower.fail(call, code::INCOMPLETE, &format!("no pattern fits{what}"))
        }),
        "recSelError" => of(1, |lower, call, _| {
            let what = argument(call).unwrap_or_default();
            lower.fail(call, code::MISSING, &format!("the value has no field `{what}`"))
        }),
        "recConError" => of(1, |lower, call, _| {
            let what = described(call);
            lower.fail(call, code::MISSING, &format!("a field was left out{what}"))
        }),
        "noMethodBindingError" => of(1, |lower, call, _| {
            let what = described(call);
            lower.fail(call, code::MISSING, &format!("a method was left out{what}"))
        }),
        "absentError" | "typeError" => of(1, |lower, call, _| {
            let what = described(call);
            lower.fail(call, code::UNDEFINED, &format!("there is no value{what}"))
        }),
        "error" => of(2, |lower, call, _| lower.fail_saying(call)),
        "errorWithoutStackTrace" => of(1, |lower, call, _| lower.fail_saying(call)),
        "undefined" => of(1, |lower, call, _| lower.fail_undefined(call)),
        _ => None,
    }
}

/// What is known of the functions of our own library that end a computation.
pub(super) fn library(definition: &Definition) -> Option<Known> {
    if definition.name.module != "Base.Error" {
        return None;
    }
    let arity = arity(&definition.ty);
    match definition.name.occ.as_str() {
        "error" | "errorWithoutStackTrace" | "errorEmptyList" => {
            of(arity, |lower, call, _| lower.fail_saying(call))
        }
        "undefined" => of(arity, |lower, call, _| lower.fail_undefined(call)),
        "divZeroError" => {
            of(arity, |lower, call, _| lower.fail(call, code::ARITHMETIC, "division by zero"))
        }
        "overflowError" => {
            of(arity, |lower, call, _| lower.fail(call, code::ARITHMETIC, "arithmetic overflow"))
        }
        _ => None,
    }
}

/// How many values something of a type takes, dictionaries included.
fn arity(mut ty: &Type) -> usize {
    let mut arity = 0;
    loop {
        match ty {
            Type::ForAll(_, body) => ty = body,
            Type::Fun(_, result) | Type::Qualified(_, result) => (arity, ty) = (arity + 1, result),
            _ => return arity,
        }
    }
}

/// The text of the last argument.
fn argument(call: &Call<'_>) -> Option<String> {
    let bytes = call.texts.last().copied().flatten()?;
    let char = |code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    Some(text::utf8(bytes).into_iter().map(char).collect())
}

/// What GHC says behind the place: `T.hs:10:1-14|function h`.
fn described(call: &Call<'_>) -> String {
    let said = argument(call).unwrap_or_default();
    said.split_once('|').map_or_else(String::new, |(_, what)| format!(" in {what}"))
}

impl Lowering<'_> {
    fn fail_saying(&mut self, call: &Call<'_>) -> Lowered {
        let message = match argument(call) {
            Some(text) => format!("error: {text}"),
            None => "error was called".to_owned(),
        };
        self.fail(call, code::ERROR, &message)
    }

    fn fail_undefined(&mut self, call: &Call<'_>) -> Lowered {
        self.fail(call, code::UNDEFINED, "undefined was evaluated")
    }

    fn fail(&mut self, call: &Call<'_>, code: &'static str, message: &str) -> Lowered {
        Lowered::any(self.builder.at(call.span).fail(code, message))
    }
}
