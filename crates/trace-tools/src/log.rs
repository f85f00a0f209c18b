//! Recorded events: one JSON object to a line.
//!
//! `{"op": "put", "args": [1, "a"], "result": null}`; the format is described in
//! `docs/trace-logs.md`. A line is read without copying its strings unless they have escapes.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use smallvec::SmallVec;

/// A value in a log.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value<'a> {
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A string.
    Text(Cow<'a, str>),
}

/// A recorded event.
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
pub struct Logged<'a> {
    /// The operation.
    #[serde(borrow)]
    pub op: Cow<'a, str>,
    /// The arguments.
    #[serde(borrow, default)]
    pub args: SmallVec<[Value<'a>; 4]>,
    /// The result, if there is one.
    #[serde(borrow, default)]
    pub result: Option<Value<'a>>,
}

/// A line that is no event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LineError(String);

impl LineError {
    pub(crate) fn new(what: String) -> LineError {
        LineError(what)
    }
}

/// Reads one line.
///
/// ```
/// let event = trace_tools::parse_line(br#"{"op": "get", "args": ["a"], "result": 1}"#);
/// assert_eq!(event.expect("it is an event").to_string(), r#"get("a") = 1"#);
/// ```
pub fn parse_line(line: &[u8]) -> Result<Logged<'_>, LineError> {
    serde_json::from_slice(line).map_err(|error| {
        // The line is known to the caller; what remains to be said is the column.
        let text = error.to_string();
        let text = text.split(" at line ").next().unwrap_or(&text);
        LineError(format!("{text} (column {})", error.column()))
    })
}

impl Value<'_> {
    /// The same value, without borrowing.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Bool(value) => Value::Bool(value),
            Value::Int(int) => Value::Int(int),
            Value::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
        }
    }
}

impl Logged<'_> {
    /// The same event, without borrowing.
    #[must_use]
    pub fn into_owned(self) -> Logged<'static> {
        Logged {
            op: Cow::Owned(self.op.into_owned()),
            args: self.args.into_iter().map(Value::into_owned).collect(),
            result: self.result.map(Value::into_owned),
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(int) => write!(f, "{int}"),
            Value::Text(text) => write!(f, "{text:?}"),
        }
    }
}

impl fmt::Display for Logged<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.op)?;
        for (at, arg) in self.args.iter().enumerate() {
            write!(f, "{}{arg}", if at == 0 { "" } else { ", " })?;
        }
        write!(f, ")")?;
        match &self.result {
            Some(result) => write!(f, " = {result}"),
            None => Ok(()),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Value<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value<'a>, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a truth value, an integer or a string")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value<'de>, E> {
        Ok(Value::Int(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value<'de>, E> {
        let small = i64::try_from(value);
        small.map(Value::Int).map_err(|_| E::custom(format!("{value} is too large a number")))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(line: &str) -> String {
        match parse_line(line.as_bytes()) {
            Ok(event) => event.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn events_are_read_and_shown() {
        assert_eq!(
            shown(r#"{"op":"put","args":[1,"a\n",true],"result":null}"#),
            r#"put(1, "a\n", true)"#
        );
        assert_eq!(shown(r#"{"time": 7.5, "op": "tick"}"#), "tick()");
    }

    #[test]
    fn faults_say_what_is_wrong() {
        assert_eq!(shown(r#"{"args":[]}"#), "missing field `op` (column 11)");
        assert!(shown(r#"{"op":"a","args":[1.5]}"#).starts_with("invalid type: floating point"));
        assert!(shown(r#"{"op":"a","args":[18446744073709551615]}"#).contains("too large"));
        assert!(
            shown(r#"{"op":"a","args":[[]]}"#).contains("a truth value, an integer or a string")
        );
        assert!(shown("").contains("EOF"));
    }

    proptest! {
        #[test]
        fn garbage_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = parse_line(&bytes);
        }

        #[test]
        fn near_events_never_panic(line in r#"[{}\[\]":,a-c0-9op\\ args-]{0,40}"#) {
            let _ = parse_line(line.as_bytes());
        }
    }
}
