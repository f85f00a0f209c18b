//! What ends a computation: `error`, `undefined`, patterns that do not fit.
//!
//! A program that catches exceptions may catch these, too. Whether it does is known only when all of
//! it is lowered, so each place that fails is a global of its own that is defined last: as a failure
//! with a code and a place, or as the exception that GHC throws.

use lang_core::{ExprId, GlobalId};
use source::Span;

use super::known::{Call, Known, of};
use super::{Lowered, Lowering, code, text};
use crate::core::{Definition, Name, Type};

/// A place that fails.
pub(super) struct Site {
    global: GlobalId,
    span: Option<Span>,
    code: &'static str,
    message: String,
    exception: Exception,
}

/// What a place throws that fails; some are made of a text, which the global takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exception {
    /// Made by this function of our library from a text.
    Of(&'static str),
    /// Wrapped text with the dictionary of this name.
    Text(&'static str),
    /// This value of our library.
    Value(&'static str),
}

impl Exception {
    fn takes_text(self) -> bool {
        match self {
            Exception::Of(_) | Exception::Text(_) => true,
            Exception::Value(_) => false,
        }
    }
}

const ERROR_CALL: Exception = Exception::Of("errorCallException");
const PATTERN: Exception = Exception::Text("$fExceptionPatternMatchFail");
const SELECTION: Exception = Exception::Text("$fExceptionRecSelError");

/// What is known of the functions by which GHC ends a computation.
pub(super) fn known(occ: &str) -> Option<Known> {
    match occ {
        "patError" | "nonExhaustiveGuardsError" => of(1, |lower, call, args| {
            let message = format!("no pattern fits{}", described(call));
            lower.fail(call, code::INCOMPLETE, message, PATTERN, args)
        }),
        "recSelError" => of(1, |lower, call, args| {
            let message = format!("the value has no field `{}`", said(call));
            lower.fail(call, code::MISSING, message, SELECTION, args)
        }),
        "recConError" => of(1, |lower, call, args| {
            let message = format!("a field was left out{}", described(call));
            lower.fail(call, code::MISSING, message, PATTERN, args)
        }),
        "noMethodBindingError" => of(1, |lower, call, args| {
            let message = format!("a method was left out{}", described(call));
            lower.fail(call, code::MISSING, message, PATTERN, args)
        }),
        "absentError" | "typeError" => of(1, |lower, call, args| {
            let message = format!("there is no value{}", described(call));
            lower.fail(call, code::UNDEFINED, message, PATTERN, args)
        }),
        "error" => of(2, |lower, call, args| lower.fail_saying(call, args)),
        "errorWithoutStackTrace" => of(1, |lower, call, args| lower.fail_saying(call, args)),
        "undefined" => of(1, |lower, call, args| lower.fail_undefined(call, args)),
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
        "error" | "errorWithoutStackTrace" => {
            of(arity, |lower, call, args| lower.fail_saying(call, args))
        }
        "undefined" => of(arity, |lower, call, args| lower.fail_undefined(call, args)),
        "divZeroError" => of(arity, |lower, call, _| {
            let exception = Exception::Value("divZeroException");
            lower.fail(call, code::ARITHMETIC, "division by zero".to_owned(), exception, &[])
        }),
        "overflowError" => of(arity, |lower, call, _| {
            let exception = Exception::Value("overflowException");
            lower.fail(call, code::ARITHMETIC, "arithmetic overflow".to_owned(), exception, &[])
        }),
        "underflowError" => of(arity, |lower, call, _| {
            let exception = Exception::Value("underflowException");
            lower.fail(call, code::ARITHMETIC, "arithmetic underflow".to_owned(), exception, &[])
        }),
        "ratioZeroDenominatorError" => of(arity, |lower, call, _| {
            let exception = Exception::Value("ratioZeroDenomException");
            let message = "a fraction with the denominator zero".to_owned();
            lower.fail(call, code::ARITHMETIC, message, exception, &[])
        }),
        occ => known(occ),
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

fn said(call: &Call<'_>) -> String {
    argument(call).unwrap_or_default()
}

/// What GHC says behind the place: `T.hs:10:1-14|function h`.
fn described(call: &Call<'_>) -> String {
    said(call).split_once('|').map_or_else(String::new, |(_, what)| format!(" in {what}"))
}

impl Lowering<'_> {
    fn fail_saying(&mut self, call: &Call<'_>, args: &[Lowered]) -> Lowered {
        let message = match argument(call) {
            Some(text) => format!("error: {text}"),
            None => "error was called".to_owned(),
        };
        self.fail(call, code::ERROR, message, ERROR_CALL, args)
    }

    fn fail_undefined(&mut self, call: &Call<'_>, _: &[Lowered]) -> Lowered {
        let message: Vec<u32> = "Prelude.undefined".chars().map(u32::from).collect();
        let message = self.string(&message);
        let told = "undefined was evaluated".to_owned();
        self.fail(call, code::UNDEFINED, told, ERROR_CALL, &[message])
    }

    /// A failure, or the exception that it is; the last argument is its text.
    fn fail(
        &mut self,
        call: &Call<'_>,
        code: &'static str,
        message: String,
        exception: Exception,
        args: &[Lowered],
    ) -> Lowered {
        let global = self.builder.declare(&format!("failure {message}"));
        let span = call.span;
        self.sites.push(Site { global, span, code, message, exception });
        let site = self.builder.global(global);
        let Some(text) = args.last().filter(|_| exception.takes_text()) else {
            return Lowered::any(site);
        };
        // GHC gives the text of a failed pattern as an address.
        let text = match (exception, argument(call)) {
            (Exception::Text(_), Some(said)) => {
                let codes: Vec<u32> = said.chars().map(u32::from).collect();
                self.string(&codes)
            }
            (Exception::Of(_) | Exception::Text(_) | Exception::Value(_), _) => *text,
        };
        Lowered::any(self.call(site, &[text]))
    }

    /// Defines the places that fail, now that it is known whether anything catches exceptions.
    pub(super) fn define_sites(&mut self) {
        for Site { global, span, code, message, exception } in std::mem::take(&mut self.sites) {
            let text = exception.takes_text().then(|| self.builder.fresh("text"));
            self.builder.at(span);
            let body = if self.catches {
                let text = text.map(|text| self.builder.var(text));
                let exception = self.exception(exception, text);
                self.builder.raise(exception)
            } else {
                self.builder.fail(code, &message)
            };
            let body = match text {
                Some(text) => self.builder.lambda([text], body),
                None => body,
            };
            self.builder.define(global, body);
        }
    }

    fn exception(&mut self, exception: Exception, text: Option<ExprId>) -> ExprId {
        let library = |occ: &str| Name { module: "Base.Exception".to_owned(), occ: occ.to_owned() };
        match (exception, text) {
            (Exception::Of(maker), Some(text)) => {
                let maker = self.value(&library(maker));
                self.builder.apply_lazy(maker, [text])
            }
            (Exception::Text(dictionary), Some(text)) => {
                let dictionary = self.value(&library(dictionary));
                let parts = vec![Lowered::any(dictionary), Lowered::any(text)];
                self.construct(&library("SomeException"), parts).id
            }
            (Exception::Value(value), None) => self.value(&library(value)),
            (Exception::Of(_) | Exception::Text(_) | Exception::Value(_), _) => {
                unreachable!("there is a text where one is taken")
            }
        }
    }
}
