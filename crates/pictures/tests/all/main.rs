//! Pictures of small reports.

use pictures::{AutomatonView, TableView, TimelineView, TreeView};
use report::{Report, TargetReport};
use serde_json::{Value, json};
use source::Files;

const EVIL: &str = "</script><script>alert(\"1\")</script><!-- &amp; '";

/// A report with one finding of these events, each at line 2 of a file.
fn report(texts: &[&str]) -> Report {
    let place = json!({
        "file": "a.toy", "line": 2, "column": 1, "end_line": 2, "end_column": 3, "start_byte": 8, "end_byte": 10
    });
    let event = |text: &&str| json!({ "text": text, "op": text, "args": ["1"], "place": place });
    let events: Vec<Value> = texts.iter().map(event).collect();
    let count = texts.len();
    let holds: Vec<bool> = (0..count).map(|at| at % 2 == 0).collect();
    let steps = (0..=count).map(
        |at| json!({ "states": [at % 2], "edges": if at == 0 { vec![] } else { vec![at % 2] } }),
    );
    let automaton = json!({
        "states": [
            { "name": EVIL, "kind": "accepting", "note": EVIL }, { "name": "held", "kind": "dead", "note": "" }
        ],
        "edges": [{ "from": 1, "to": 0, "label": EVIL }, { "from": 0, "to": 1, "label": "<lock>" }],
        "path": steps.collect::<Vec<Value>>(),
    });
    let why = json!({
        "property": EVIL, "events": (1..=count).collect::<Vec<usize>>(),
        "rows": [{ "part": EVIL, "depth": 0, "holds": holds }], "automaton": automaton,
    });
    let finding = json!({
        "id": "EVT001-000001", "code": "EVT001", "message": EVIL, "place": place, "inputs": [], "events": events,
        "why": why, "notes": [EVIL], "choices": [0], "more_paths": 0,
    });
    let tree = json!([
        { "kind": "split", "paths": 2, "place": place },
        { "parent": 0, "cond": EVIL, "kind": "violated", "note": EVIL, "finding": "EVT001-000001", "paths": 1 },
        { "parent": 0, "cond": "x = 1", "kind": "left-out", "note": "no event depends on it", "paths": 1, "hidden": 7 },
    ]);
    let lines = json!([
        { "file": "a.toy", "line": 2, "paths": 2, "queries": 3 }, { "file": "a.toy", "line": 3, "paths": 0 }
    ]);
    let target = json!({
        "file": "a.toy", "name": EVIL, "language": "toy", "answer": "violation", "bounds": [], "findings": [finding],
        "doubts": [], "limits": [], "vacuous": false, "stats": stats(),
        "exploration": { "tree": tree, "lines": lines, "missing": [EVIL] },
    });
    let whole = json!({
        "schema": 1, "tool": "tracehound 0", "outcome": "violation", "exit": 1,
        "summary": { "violations": 1, "inconclusive": 0, "hold": 0, "hold_within_bounds": 0, "unusable": 0 },
        "problems": [], "targets": [target],
    });
    report::parse_json(&whole.to_string()).expect("it is a report")
}

fn stats() -> Value {
    let target: Value =
        serde_json::from_str(&report::schema(report::SchemaOf::Check)).expect("JSON");
    let fields = target["$defs"]["StatsText"]["required"].as_array().expect("a list").clone();
    fields.iter().map(|field| (field.as_str().expect("a name").to_owned(), json!(0))).collect()
}

fn files() -> Files {
    let mut files = Files::new();
    files.add("a.toy", &format!("check x\n{EVIL}\nlast line\n"));
    files
}

fn target(report: &Report) -> &TargetReport {
    &report.targets[0]
}

#[test]
fn nothing_that_a_program_says_becomes_markup() {
    let page = pictures::page(&report(&["open", EVIL]), &files());
    assert_eq!(page.matches("<script").count(), 1, "only the script of the page itself");
    assert_eq!(page.matches("</script").count(), 1);
    assert_eq!(page.matches("<!--").count(), 0);
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)"));
}

#[test]
fn a_page_asks_for_no_other_file() {
    let page = pictures::page(&report(&["open"]), &files());
    for outside in ["src=", "href=\"http", "url(http", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
    let again = pictures::page(&report(&["open"]), &files());
    assert_eq!(page, again);
}

#[test]
fn parts_of_a_page_light_up_together() {
    let page = pictures::page(&report(&["open", "close", "open"]), &files());
    assert!(page.contains("<tr class=\"bad\" data-at=\"1 2 3\">"), "the line of three events");
    assert!(page.contains("<li id=\"f1-e2\" data-at=\"2\">"), "the second event");
    assert!(page.contains("<th scope=\"col\" data-at=\"2\">2</th>"), "its column");
    assert!(page.contains("<g class=\"node visited\" data-at=\"1 3\">"), "the state after it");
    assert!(page.contains("<tr class=\"never\">"), "a line that no path reached");
}

#[test]
fn pictures_as_text() {
    let report = report(&["open", "close"]);
    let finding = &target(&report).findings[0];
    let timeline = TimelineView::new(finding).expect("it has events").text();
    assert!(timeline.starts_with("1 • open   a.toy:2\n"), "{timeline}");
    assert!(timeline.contains("2 × close   a.toy:2\n      state: held → "), "{timeline}");
    let table = TableView::new(finding).expect("it has a table").text();
    assert!(table.ends_with("+ .\n"), "{table}");
    let automaton = AutomatonView::new(finding).expect("it has one").text();
    assert!(automaton.contains("event 1: held\n"), "{automaton}");
    let exploration = target(&report).exploration.as_ref().expect("it was observed");
    let tree = TreeView::new(exploration).expect("it has one").text();
    assert!(tree.starts_with("split, 2 paths behind it   a.toy:2\n"), "{tree}");
    assert!(tree.contains("  x = 1: left out (no event depends on it)\n    +7 more\n"), "{tree}");
    let coverage = pictures::coverage_text(&report, &files());
    assert!(coverage.contains("   never     3  last line\n"), "{coverage}");
    let lcov = pictures::lcov(&report);
    assert_eq!(lcov, "TN:\nSF:a.toy\nDA:2,2\nDA:3,0\nLF:2\nLH:1\nend_of_record\n");
}

#[test]
fn every_picture_is_well_formed() {
    let report = report(&["open", EVIL]);
    let finding = &target(&report).findings[0];
    let timeline = TimelineView::new(finding).expect("it has events");
    let automaton = AutomatonView::new(finding).expect("it has one");
    let exploration = target(&report).exploration.as_ref().expect("it was observed");
    let tree = TreeView::new(exploration).expect("it has one");
    let table = TableView::new(finding).expect("it has a table");
    for svg in [timeline.svg(), automaton.svg(), tree.svg(), table.svg()] {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("<script"), "{svg}");
    }
    for dot in [timeline.dot(), automaton.dot(), tree.dot()] {
        assert!(dot.starts_with("digraph ") && dot.ends_with("}\n"));
        assert!(dot.contains("alert(\\\"1\\\")"), "{dot}");
    }
    for mermaid in [timeline.mermaid(), automaton.mermaid(), tree.mermaid()] {
        assert!(mermaid.starts_with("flowchart ") && !mermaid.contains("<script"), "{mermaid}");
    }
}

#[test]
fn hundreds_of_events_are_a_page_too() {
    let names: Vec<String> = (0..300).map(|number| format!("event{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let page = pictures::page(&report(&names), &files());
    assert!(page.contains("data-events=\"300\"") && page.contains("+297"));
    assert!(page.len() < 400_000, "{}", page.len());
}
