//! Traces in the Informal Trace Format (ITF) of Apalache and Quint, as lines of a log.
//!
//! A trace of that format is a list of states. The event of a state is its variable `event`, a record of `op`, `args` and
//! `result`, as we write it; or else the action that Quint notes (`mbt::actionTaken`) with the values that it picked
//! (`mbt::nondetPicks`), in the order of their names.

use serde_json::{Map, Value as Json, json};

use crate::log::LineError;

/// The events of a trace, each as a line of a log. States without an event, such as the first one, are left out.
pub fn itf_lines(text: &str) -> Result<String, LineError> {
    let wrong = |what: String| LineError::new(what);
    let trace: Json =
        serde_json::from_str(text).map_err(|error| wrong(format!("it is not JSON: {error}")))?;
    let states = trace.get("states").and_then(Json::as_array);
    let states =
        states.ok_or_else(|| wrong("it has no `states`, so it is no trace in ITF".to_owned()))?;
    let mut lines = String::new();
    for (number, state) in states.iter().enumerate() {
        let event = event(state).map_err(|what| wrong(format!("state {number}: {what}")))?;
        if let Some(event) = event {
            lines.push_str(&event.to_string());
            lines.push('\n');
        }
    }
    Ok(lines)
}

/// The event of a state, if it has one.
fn event(state: &Json) -> Result<Option<Json>, String> {
    let state = state.as_object().ok_or("it is no record")?;
    if let Some(event) = state.get("event") {
        let Some(op) = event.get("op").and_then(Json::as_str) else {
            return match event.get("tag").and_then(Json::as_str) {
                Some("None") => Ok(None),
                _ => Err("its `event` has no `op`".to_owned()),
            };
        };
        let args = event.get("args").map(elements).unwrap_or_default();
        let args: Vec<Json> = args.iter().map(plain).collect::<Result<_, _>>()?;
        let result = event.get("result").filter(|result| !result.is_null());
        let result = result.map(plain).transpose()?;
        return Ok(Some(json!({ "op": op, "args": args, "result": result })));
    }
    let Some(action) = state.get("mbt::actionTaken").and_then(Json::as_str) else {
        return Err("it has neither a variable `event` nor Quint's `mbt::actionTaken`".to_owned());
    };
    if action.is_empty() || action == "init" {
        return Ok(None);
    }
    let nothing = Map::new();
    let picks = state.get("mbt::nondetPicks").and_then(Json::as_object).unwrap_or(&nothing);
    let picked = picks.values().filter(|pick| pick.get("tag") != Some(&json!("None")));
    let args = picked.map(|pick| plain(pick.get("value").unwrap_or(pick)));
    let args: Vec<Json> = args.collect::<Result<_, _>>()?;
    Ok(Some(json!({ "op": action, "args": args })))
}

/// The elements of a list or of a tuple.
fn elements(value: &Json) -> Vec<Json> {
    let list = value.get("#tup").unwrap_or(value);
    list.as_array().cloned().unwrap_or_default()
}

/// A value as logs have it.
fn plain(value: &Json) -> Result<Json, String> {
    match value {
        Json::Bool(_) | Json::Number(_) | Json::String(_) => Ok(value.clone()),
        Json::Object(object) => {
            let number = object.get("#bigint").and_then(Json::as_str);
            let number = number.and_then(|number| number.parse::<i64>().ok());
            number.map(Json::from).ok_or_else(|| format!("{value} is no value that events have"))
        }
        Json::Null | Json::Array(_) => Err(format!("{value} is no value that events have")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Result<String, String> {
        itf_lines(text).map_err(|error| error.to_string())
    }

    #[test]
    fn our_own_events_are_read() {
        let text = r##"{"vars":["event"],"states":[{"event":{"tag":"None"}},
            {"#meta":{"index":1},"event":{"op":"get","args":{"#tup":["a",{"#bigint":"7"}]},"result":true}}]}"##;
        let expected = "{\"args\":[\"a\",7],\"op\":\"get\",\"result\":true}\n";
        assert_eq!(lines(text).as_deref(), Ok(expected));
    }

    #[test]
    fn quint_notes_actions_and_picks() {
        let text = r##"{"states":[{"mbt::actionTaken":"init","x":0},
            {"mbt::actionTaken":"put","mbt::nondetPicks":{"k":{"tag":"Some","value":3},"z":{"tag":"None","value":{}}}}]}"##;
        assert_eq!(lines(text).as_deref(), Ok("{\"args\":[3],\"op\":\"put\"}\n"));
    }

    #[test]
    fn faults_name_their_state() {
        assert_eq!(lines("{}"), Err("it has no `states`, so it is no trace in ITF".to_owned()));
        assert!(
            lines(r#"{"states":[{"x":1}]}"#)
                .is_err_and(|error| error.starts_with("state 0: it has neither"))
        );
        let odd = r##"{"states":[{"event":{"op":"a","args":[{"#set":[]}]}}]}"##;
        assert!(lines(odd).is_err_and(|error| error.contains("no value that events have")));
        assert!(lines("[").is_err_and(|error| error.starts_with("it is not JSON")));
    }
}
