//! Logs in other forms: records that are events if the spec says so.
//!
//! A line is a record of fields: a JSON object, a row of a table, `key=value` pairs, or what a pattern finds in it.
//! `event` lines of the spec ([`RecordEvent`]) say which records are calls of which operation, and where their values
//! stand; without such lines a record names its operation in the field `op` and has its values under the names of the parameters.

mod fields;
mod pattern;

use std::str::FromStr;

use serde_json::Value as Json;
use term::Sort;
use trace::syntax::tree::{RecordTest, RecordValue};
use trace::{Context, OpId, RecordEvent};

use crate::log::{LineError, Logged, Value, parse_line};
use fields::{csv_fields, logfmt_fields};
use pattern::LinePattern;

/// How the lines of a log are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// A JSON object to a line.
    Json,
    /// A table with a head, separated by this character.
    Table(char),
    /// `key=value` pairs.
    Logfmt,
    /// Text with fields in braces, such as `{time} {level} open {path}`.
    Pattern(LinePattern),
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<LogFormat, String> {
        match text {
            "json" => Ok(LogFormat::Json),
            "csv" => Ok(LogFormat::Table(',')),
            "tsv" => Ok(LogFormat::Table('\t')),
            "logfmt" => Ok(LogFormat::Logfmt),
            pattern if pattern.contains('{') => LinePattern::new(pattern).map(LogFormat::Pattern),
            _ => Err(
                "it is `json`, `csv`, `tsv`, `logfmt`, or a pattern such as `{time} open {path}`"
                    .to_owned(),
            ),
        }
    }
}

/// What a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineRead<'x> {
    /// An event.
    Event(Logged<'x>),
    /// A record that is no event.
    Other,
    /// The head of a table.
    Head,
}

/// Reads the lines of a log.
pub struct RecordReader<'a> {
    ctx: Context<'a>,
    format: LogFormat,
    events: &'a [RecordEvent],
    head: Option<Vec<String>>,
}

/// A line as fields.
enum Record<'x> {
    Json(Json),
    Fields(Vec<(&'x str, String)>),
}

impl<'a> RecordReader<'a> {
    /// A reader of logs in a format, for a spec with these `event` lines.
    #[must_use]
    pub fn new(ctx: Context<'a>, format: LogFormat, events: &'a [RecordEvent]) -> RecordReader<'a> {
        RecordReader { ctx, format, events, head: None }
    }

    /// Reads the next line.
    ///
    /// # Errors
    ///
    /// If it is no record, or one that should be an event and lacks a value.
    pub fn read<'x>(&mut self, line: &'x [u8]) -> Result<LineRead<'x>, LineError> {
        if let LogFormat::Table(separator) = self.format {
            let names: Vec<String> = csv_fields(text(line)?, separator)?;
            if self.head.as_ref().is_none_or(|head| *head == names) {
                self.head = Some(names);
                return Ok(LineRead::Head);
            }
        }
        self.reread(line)
    }

    /// Reads a line that was read before.
    ///
    /// # Errors
    ///
    /// As [`RecordReader::read`].
    pub fn reread<'x>(&self, line: &'x [u8]) -> Result<LineRead<'x>, LineError> {
        if self.format == LogFormat::Json && self.events.is_empty() {
            return parse_line(line).map(LineRead::Event);
        }
        let Some(record) = self.record(line)? else { return Ok(LineRead::Other) };
        if self.events.is_empty() {
            return self.named_event(&record).map(LineRead::Event);
        }
        match self.events.iter().find(|event| event.tests.iter().all(|test| record.passes(test))) {
            None => Ok(LineRead::Other),
            Some(event) => {
                let args: Vec<&str> = event.args.iter().map(String::as_str).collect();
                self.event(&record, event.op, &args, event.result.as_deref()).map(LineRead::Event)
            }
        }
    }

    /// The fields of a line; none if it is not of the pattern.
    fn record<'x>(&'x self, line: &'x [u8]) -> Result<Option<Record<'x>>, LineError> {
        Ok(Some(match &self.format {
            LogFormat::Json => {
                let json: Json = serde_json::from_slice(line)
                    .map_err(|error| LineError::new(format!("no JSON: {error}")))?;
                Record::Json(json)
            }
            LogFormat::Table(separator) => {
                let cells = csv_fields(text(line)?, *separator)?;
                let head = self.head.as_deref().unwrap_or_default();
                if cells.len() != head.len() {
                    let (expected, found) = (head.len(), cells.len());
                    let cells = source::counted(found, "cell");
                    let text = format!("{cells}, but the head has {expected}");
                    return Err(LineError::new(text));
                }
                let names = head.iter().map(String::as_str);
                // An empty cell is a value that is missing.
                Record::Fields(names.zip(cells).filter(|(_, cell)| !cell.is_empty()).collect())
            }
            LogFormat::Logfmt => Record::Fields(logfmt_fields(text(line)?)?),
            LogFormat::Pattern(pattern) => match pattern.fields(text(line)?) {
                None => return Ok(None),
                Some(fields) => Record::Fields(fields),
            },
        }))
    }

    /// A record that names its operation and has its values under the names of the parameters.
    fn named_event<'x>(&self, record: &Record<'_>) -> Result<Logged<'x>, LineError> {
        let Some(name) = record.field("op").map(Found::into_text) else {
            let text = "no field `op`; `event` lines in the spec say which records are events";
            return Err(LineError::new(text.to_owned()));
        };
        let Context { pool, alphabet, .. } = self.ctx;
        let Some(op) = alphabet.find(pool.symbol(&name)) else {
            return Ok(Logged { op: name.into(), args: Default::default(), result: None });
        };
        let declared = alphabet.op(op);
        let args: Vec<&str> = declared.params().iter().map(|place| place.name.as_str()).collect();
        let result = declared.result().map(|_| "result");
        self.event(record, op, &args, result)
    }

    fn event<'x>(
        &self,
        record: &Record<'_>,
        op: OpId,
        args: &[&str],
        result: Option<&str>,
    ) -> Result<Logged<'x>, LineError> {
        let Context { pool, alphabet, .. } = self.ctx;
        let declared = alphabet.op(op);
        let name = pool.name(declared.name);
        let value = |field: &str, sort: Sort| {
            let Some(found) = record.field(field) else {
                return Err(LineError::new(format!("`{field}` is missing for `{name}`")));
            };
            let shown = found.clone().into_text();
            found.value(sort).ok_or_else(|| {
                let sort = pool.show_sort(sort);
                LineError::new(format!("`{field}` of `{name}` is `{shown}`, which is no {sort}"))
            })
        };
        let places = declared.params().iter();
        let args = args.iter().zip(places).map(|(field, place)| value(field, place.sort));
        let args = args.collect::<Result<_, LineError>>()?;
        let result = match (result, declared.result()) {
            (Some(field), Some(place)) => Some(value(field, place.sort)?),
            _ => None,
        };
        Ok(Logged { op: name.to_owned().into(), args, result })
    }
}

fn text(line: &[u8]) -> Result<&str, LineError> {
    std::str::from_utf8(line).map_err(|_| LineError::new("no UTF-8".to_owned()))
}

/// The value of a field.
#[derive(Clone)]
enum Found<'r> {
    Json(&'r Json),
    Text(&'r str),
}

impl Found<'_> {
    fn into_text(self) -> String {
        match self {
            Found::Json(Json::String(text)) => text.clone(),
            Found::Json(json) => json.to_string(),
            Found::Text(text) => text.to_owned(),
        }
    }

    /// The value as one of a sort. What is written as text may be a number.
    fn value(self, sort: Sort) -> Option<Value<'static>> {
        match sort {
            Sort::INT => self.into_text().parse().ok().map(Value::Int),
            Sort::BOOL => self.into_text().parse().ok().map(Value::Bool),
            Sort::TEXT => Some(Value::Text(self.into_text().into())),
            _ => match self {
                Found::Json(Json::Number(number)) => number.as_i64().map(Value::Int),
                Found::Json(Json::String(_)) | Found::Text(_) => {
                    Some(Value::Text(self.into_text().into()))
                }
                Found::Json(_) => None,
            },
        }
    }
}

impl Record<'_> {
    /// The field of a name, which may lead into objects by dots. Nothing is there if it is null.
    fn field(&self, name: &str) -> Option<Found<'_>> {
        match self {
            Record::Json(json) => {
                json_field(json, name).filter(|json| !json.is_null()).map(Found::Json)
            }
            Record::Fields(fields) => {
                let field = fields.iter().find(|(field, _)| *field == name);
                field.map(|(_, text)| Found::Text(text))
            }
        }
    }

    fn passes(&self, test: &RecordTest) -> bool {
        let is = |field: &str, value: &RecordValue| {
            self.field(field).is_some_and(|found| match (found, value) {
                (Found::Json(json), RecordValue::Bool(value)) => json.as_bool() == Some(*value),
                (Found::Json(json), RecordValue::Int(int)) => {
                    json.as_i64() == Some(*int) || json.as_str() == Some(&int.to_string())
                }
                (Found::Json(json), RecordValue::Text(text)) => json.as_str() == Some(text),
                (Found::Text(found), RecordValue::Bool(value)) => found == value.to_string(),
                (Found::Text(found), RecordValue::Int(int)) => found == int.to_string(),
                (Found::Text(found), RecordValue::Text(text)) => found == text,
            })
        };
        match test {
            RecordTest::Has(field) => self.field(&field.node).is_some(),
            RecordTest::Is(field, value) => is(&field.node, value),
            RecordTest::IsNot(field, value) => !is(&field.node, value),
        }
    }
}

/// What stands under a name: under the whole of it, or under what follows a dot in what stands under what precedes it.
/// A list of `{"key": …, "value": …}`, as OpenTelemetry writes attributes, is an object of these keys.
fn json_field<'j>(json: &'j Json, name: &str) -> Option<&'j Json> {
    let found = match json {
        Json::Object(fields) => fields.get(name),
        Json::Array(items) => {
            let is_it = |item: &&Json| item.get("key").and_then(Json::as_str) == Some(name);
            items.iter().find(is_it).and_then(|item| item.get("value"))
        }
        _ => None,
    };
    if let Some(found) = found {
        return Some(plain(found));
    }
    let mut dots = name.match_indices('.');
    dots.find_map(|(dot, _)| json_field(json_field(json, &name[..dot])?, &name[dot + 1..]))
}

/// The value in an object such as `{"stringValue": "a"}`, as OpenTelemetry writes values.
fn plain(json: &Json) -> &Json {
    match json.as_object() {
        Some(fields) if fields.len() == 1 => match fields.iter().next() {
            Some((kind, value)) if kind.ends_with("Value") => value,
            _ => json,
        },
        _ => json,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use source::Files;
    use term::Pool;
    use trace::{RegexPool, Spec};

    use super::*;

    const OPS: &str = "sort File\nop open(path: File)\nop read(path: File, fast: Bool) : Int\n";

    /// What each line is, after the `event` lines of a spec.
    fn read(events: &str, format: &str, lines: &[&str]) -> Vec<String> {
        let pool = Pool::new();
        let (spec, faults) =
            Spec::read(&pool, &Files::new().add("a.trace", &format!("{OPS}{events}")));
        let spec = spec.unwrap_or_else(|| panic!("{faults:?}"));
        let regexes = RegexPool::new(&pool);
        let ctx = Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
        let format = format.parse().expect("it is a format");
        let mut reader = RecordReader::new(ctx, format, &spec.records);
        let shown = lines.iter().map(|line| match reader.read(line.as_bytes()) {
            Ok(LineRead::Event(event)) => event.to_string(),
            Ok(other) => format!("{other:?}"),
            Err(error) => error.to_string(),
        });
        shown.collect()
    }

    #[test]
    fn records_are_events_if_the_spec_says_so() {
        let events = "event open(http.path) when kind == \"OPEN\" && level != \"debug\"\n\
                      event read(\"file-name\", fast) : size when size\n";
        let lines = [
            r#"{"kind": "OPEN", "http": {"path": "a"}}"#,
            r#"{"kind": "OPEN", "http.path": "b", "level": "info"}"#,
            r#"{"kind": "OPEN", "http": {"path": "a"}, "level": "debug"}"#,
            r#"{"file-name": 7, "fast": true, "size": "12"}"#,
            r#"{"file-name": 7, "size": 12}"#,
            r#"{"file-name": 7, "fast": "no", "size": 12}"#,
            r#"{"kind": "OPEN", "http": [{"key": "path", "value": {"stringValue": "c"}}]}"#,
            "[",
        ];
        let expected = [
            "open(\"a\")",
            "open(\"b\")",
            "Other",
            "read(7, true) = 12",
            "`fast` is missing for `read`",
            "`fast` of `read` is `no`, which is no Bool",
            "open(\"c\")",
            "no JSON: EOF while parsing a list at line 1 column 1",
        ];
        assert_eq!(read(events, "json", &lines), expected);
    }

    #[test]
    fn tables_have_a_head() {
        let lines = [
            "op,path,fast,result",
            "open,a,,",
            "read,\"a, \"\"b\"\"\",true,-3",
            "open",
            "op,path,fast,result",
            "\"a",
        ];
        let expected = [
            "Head",
            "open(\"a\")",
            "read(\"a, \\\"b\\\"\", true) = -3",
            "1 cell, but the head has 4",
            "Head",
            "a quoted cell has no end in its line",
        ];
        let found = read("", "csv", &lines);
        assert_eq!(found, expected);
    }

    #[test]
    fn pairs_and_patterns_have_fields() {
        let logfmt = [
            "op=open path=\"a b\" level=info",
            "path=a",
            "op=read path=x fast=true result=4",
            "op=\"open",
        ];
        let found = read("", "logfmt", &logfmt);
        assert_eq!(found[0], "open(\"a b\")");
        assert!(found[1].starts_with("no field `op`"), "{}", found[1]);
        assert_eq!(found[2..], ["read(\"x\", true) = 4", "a quoted value has no end in its line"]);
        let events = "event open(path) when word == \"opened\"";
        let lines = ["Nov 18 20:00:01 host app[12]: opened /tmp/a (new)", "Nov 18 host: closed"];
        let pattern = "{_} host {_}: {word} {path} (";
        assert_eq!(read(events, pattern, &lines), ["open(\"/tmp/a\")", "Other"]);
    }

    #[test]
    fn faults_of_event_lines_have_a_place() {
        let fault = |events: &str| {
            let pool = Pool::new();
            let text = format!("{OPS}{events}");
            let (_, faults) = Spec::read(&pool, &Files::new().add("a.trace", &text));
            faults.first().map(|fault| fault.message.clone()).unwrap_or_default()
        };
        assert_eq!(fault("event opn(path)"), "there is no operation `opn`");
        assert_eq!(fault("event open(a, b)"), "`open` has 1 argument, but 2 fields are named");
        assert_eq!(fault("event read(a, b)"), "`read` has a result");
        assert_eq!(fault("event open(a) : b"), "`open` has no result");
    }

    proptest! {
        #[test]
        fn no_line_panics(
            line in prop_oneof!["[a\\\\\",=\\{\\} \t:é]{0,20}", ".{0,20}"],
            format in prop::sample::select(vec!["json", "csv", "tsv", "logfmt", "{a} {b}", "a{x}é"]),
        ) {
            read("event open(a) when b != 3", format, &[&line, &line]);
            read("", format, &[&line, "op,path", &line]);
        }

        #[test]
        fn cells_are_read_as_they_were_written(cells in proptest::collection::vec("[a\", é=]{0,5}", 1..5)) {
            let quoted: Vec<String> =
                cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
            prop_assert_eq!(csv_fields(&quoted.join(","), ',').expect("well formed"), cells.clone());
            let pairs: Vec<String> = cells.iter().enumerate()
                .map(|(at, cell)| format!("k{at}=\"{}\"", cell.replace('"', "\\\"")))
                .collect();
            let line = pairs.join(" ");
            let read = logfmt_fields(&line).expect("well formed");
            prop_assert_eq!(read.into_iter().map(|(_, value)| value).collect::<Vec<_>>(), cells);
        }
    }
}
