//! The report as SARIF 2.1.0, which code-scanning services and editors read.
//!
//! A finding is a result of kind `fail`, a doubt or a limit one of kind `open`; what is wrong with the
//! input is a notification of the call. Columns count characters, as everywhere in a report.

use serde_json::{Map, Value, json};

use crate::message::{Message, Note, Tone};
use crate::{
    Accepted, AcceptedBy, EventText, Finding, Outcome, Place, Problem, Report, TargetReport,
};

/// The pages of codes, as Markdown: the first line is the title.
pub type Pages<'a> = &'a dyn Fn(&str) -> Option<&'a str>;

/// Readers reject longer flows; the last events are those that show why.
const LONGEST_FLOW: usize = 1000;

/// The report as a SARIF log, with a rule for each code that it mentions.
#[must_use]
pub fn sarif(report: &Report, pages: Pages<'_>) -> String {
    let mut codes = Codes::default();
    let results: Vec<Value> =
        report.targets.iter().flat_map(|target| results(target, &mut codes)).collect();
    let (name, version) = report.tool.split_once(' ').unwrap_or((&report.tool, "0"));
    let rules: Vec<Value> = codes.0.iter().map(|code| rule(code, pages)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": name, "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation(report)],
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("a JSON value can be written");
    text.push('\n');
    text
}

/// The codes of the results, each once, in the order of their first use.
#[derive(Default)]
struct Codes(Vec<String>);

impl Codes {
    fn index(&mut self, code: &str) -> usize {
        let known = self.0.iter().position(|known| known == code);
        known.unwrap_or_else(|| {
            self.0.push(code.to_owned());
            self.0.len() - 1
        })
    }
}

fn rule(code: &str, pages: Pages<'_>) -> Value {
    let mut rule = json!({ "id": code });
    if let Some(page) = pages(code) {
        let (title, body) = page.split_once('\n').unwrap_or((page, ""));
        let title = title.trim_start_matches('#').trim();
        let title = title.strip_prefix(code).map_or(title, |rest| rest.trim_start_matches(": "));
        let body = body.trim();
        rule["shortDescription"] = json!({ "text": title });
        rule["help"] = json!({ "text": body, "markdown": body });
    }
    rule
}

/// How the call went, with what is wrong with its input.
fn invocation(report: &Report) -> Value {
    let completed = match report.outcome {
        Outcome::NoneFound | Outcome::Vacuous | Outcome::Inconclusive | Outcome::Violation => true,
        Outcome::NoTarget | Outcome::BadInput | Outcome::Interrupted | Outcome::Bug => false,
    };
    let notifications: Vec<Value> = report.problems.iter().map(notification).collect();
    json!({
        "executionSuccessful": completed && report.summary.unusable == 0,
        "exitCode": report.exit,
        "toolConfigurationNotifications": notifications,
    })
}

fn notification(problem: &Problem) -> Value {
    let message = Message::from(problem);
    let mut notification = json!({ "level": level(message.tone), "message": text(&message) });
    if let Some(code) = message.code {
        notification["descriptor"] = json!({ "id": code });
    }
    if let Some((first, _)) = message.labels.split_first() {
        notification["locations"] = json!([location(&first.place, &first.text)]);
    }
    notification
}

fn results(target: &TargetReport, codes: &mut Codes) -> Vec<Value> {
    let findings = target.findings.iter().map(|finding| failed(target, finding, codes));
    let findings: Vec<Value> = findings.collect();
    let open = target.open_messages();
    findings
        .into_iter()
        .chain(open.iter().map(|message| open_result(target, message, codes)))
        .collect()
}

fn failed(target: &TargetReport, finding: &Finding, codes: &mut Codes) -> Value {
    let message = finding.to_message();
    let blames_code = finding.weak_specs.is_empty();
    let mut result = result(target, &message, codes);
    result.insert("kind".into(), json!("fail"));
    result.insert("level".into(), json!(if blames_code { "error" } else { "warning" }));
    // The name of a finding is made of its code, its target and what it is about, not of lines.
    result.insert("partialFingerprints".into(), json!({ "tracehoundFinding/v1": finding.id }));
    if let Some(accepted) = &finding.accepted {
        result.insert("suppressions".into(), json!([suppression(accepted)]));
    }
    if !finding.events.is_empty() {
        result.insert("codeFlows".into(), json!([{ "threadFlows": [flow(&finding.events)] }]));
    }
    Value::Object(result)
}

fn suppression(accepted: &Accepted) -> Value {
    let kind = match accepted.by {
        AcceptedBy::Comment => "inSource",
        AcceptedBy::Baseline | AcceptedBy::ProjectFile => "external",
    };
    json!({ "kind": kind, "status": "accepted", "justification": accepted.to_note() })
}

fn open_result(target: &TargetReport, message: &Message<'_>, codes: &mut Codes) -> Value {
    let mut result = result(target, message, codes);
    result.insert("kind".into(), json!("open"));
    result.insert("level".into(), json!("note"));
    Value::Object(result)
}

fn result(target: &TargetReport, message: &Message<'_>, codes: &mut Codes) -> Map<String, Value> {
    let mut result = Map::new();
    if let Some(code) = message.code {
        result.insert("ruleId".into(), json!(code));
        result.insert("ruleIndex".into(), json!(codes.index(code)));
    }
    result.insert("message".into(), text(message));
    let mut labels = message.labels.iter();
    let main = match labels.next() {
        Some(Note { place, .. }) => location(place, ""),
        None => json!({ "physicalLocation": { "artifactLocation": artifact(&target.file) } }),
    };
    let mut main = main;
    main["logicalLocations"] = json!([{ "fullyQualifiedName": target.name, "kind": "function" }]);
    result.insert("locations".into(), json!([main]));
    let related: Vec<Value> = message
        .labels
        .iter()
        .filter(|label| !label.text.is_empty())
        .map(|label| location(&label.place, &label.text))
        .collect();
    if !related.is_empty() {
        result.insert("relatedLocations".into(), Value::Array(related));
    }
    result
}

/// The message and its notes as one text; commands to type are for those who have a terminal.
fn text(message: &Message<'_>) -> Value {
    let lines: Vec<&str> = [message.text.as_str()]
        .into_iter()
        .chain(message.notes.iter().map(String::as_str))
        .collect();
    json!({ "text": lines.join("\n") })
}

fn flow(events: &[EventText]) -> Value {
    let cut = events.len().saturating_sub(LONGEST_FLOW);
    let locations = events.iter().enumerate().skip(cut).map(|(at, event)| {
        let text = format!("event {}: {}", at + 1, event.text);
        let location = match &event.place {
            Some(place) => location(place, &text),
            None => json!({ "message": { "text": text } }),
        };
        json!({ "executionOrder": at, "location": location })
    });
    json!({ "locations": locations.collect::<Vec<Value>>() })
}

fn location(place: &Place, text: &str) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": artifact(&place.file),
            "region": {
                "startLine": place.line,
                "startColumn": place.column,
                "endLine": place.end_line,
                "endColumn": place.end_column,
            },
        },
    });
    if !text.is_empty() {
        location["message"] = json!({ "text": text });
    }
    location
}

fn artifact(file: &str) -> Value {
    json!({ "uri": uri(file) })
}

/// A path as a URI: a relative one stays relative to the folder of the call.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    let path = path.strip_prefix("./").unwrap_or(path);
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'$' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

fn level(tone: Tone) -> &'static str {
    crate::human::tone_name(tone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("./src/a b.ml"), "src/a%20b.ml");
        assert_eq!(uri("/tmp/ä:1.toy"), "file:///tmp/%C3%A4%3A1.toy");
    }
}
