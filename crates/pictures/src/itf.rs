//! Events in the Informal Trace Format (ITF), which tools for TLA+ and Quint read.

use report::Finding;
use serde_json::{Value, json};

/// The trace of a finding: a state before the first event and after each, whose variables are the number of events so far,
/// the last of them, and the state of the property where it is known.
#[must_use]
pub fn itf(finding: &Finding) -> String {
    let state = |index: usize, event: Option<&report::EventText>| {
        json!({
            "#meta": { "index": index },
            "event": event.map_or_else(|| json!({ "tag": "None", "value": { "#tup": [] } }), event_value),
        })
    };
    let start = state(0, None);
    let later = (1..).zip(&finding.events).map(|(index, event)| state(index, Some(event)));
    let states: Vec<Value> = [start].into_iter().chain(later).collect();
    let trace = json!({
        "#meta": {
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "description": format!("{}: {}", finding.id, finding.message),
        },
        "vars": ["event"],
        "states": states,
    });
    format!("{:#}\n", trace)
}

/// An event as a record: what `trace check` reads back.
fn event_value(event: &report::EventText) -> Value {
    let args: Vec<Value> = event.args.iter().map(|arg| value(arg)).collect();
    let mut record = json!({ "op": event.op, "args": { "#tup": args } });
    if let Some(result) = &event.result {
        record["result"] = value(result);
    }
    record
}

/// A value of a program: numbers, truth values and strings are those of ITF, the rest is text.
fn value(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(Value::Number(number)) if number.is_i64() => json!({ "#bigint": number.to_string() }),
        Ok(plain @ (Value::Bool(_) | Value::String(_))) => plain,
        _ => Value::from(text),
    }
}
