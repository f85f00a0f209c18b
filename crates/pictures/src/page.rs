//! One page for a browser: every finding with its pictures, in one file that needs nothing else.
//!
//! It is made of plain HTML that can be read without its script; the script adds nothing but light: a click on an event,
//! or an arrow key, marks its line, its column of the table and its state. The page asks for no other file, and its
//! content policy lets no browser do so.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use report::{
    Answer, ExplorationText, Finding, NodeText, Problem, ProblemKind, Report, TargetReport,
};
use source::{Files, counted};
use trace::Picture;

use crate::listing::{Line, Listing, Row, listings};
use crate::story::Story;
use crate::tree::{class, what};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
/// Events at one line that are shown by their numbers.
const MOST_DOTS: usize = 3;

/// The page of a report. Files are those that its places are in.
#[must_use]
pub fn page(report: &Report, files: &Files) -> String {
    let findings = report
        .targets
        .iter()
        .flat_map(|target| target.findings.iter().map(move |finding| (target, finding)));
    let findings: Vec<(usize, &TargetReport, &Finding)> =
        (1..).zip(findings).map(|(number, (target, finding))| (number, target, finding)).collect();
    let title = title(report);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Tracehound: " (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(Picture::STYLE)) }
            }
            body {
                header.top {
                    h1 { (title) }
                    p.quiet { (summary(report)) }
                    @if findings.len() > 1 { (contents(&findings)) }
                }
                main {
                    @for problem in &report.problems {
                        section.target { (remark(problem)) }
                    }
                    @for (number, target, finding) in &findings { (article(*number, target, finding, files)) }
                    @for target in &report.targets { (rest(target, files)) }
                }
                footer { "Made by " (report.tool) ". " (keys(&findings)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

fn title(report: &Report) -> String {
    let findings = report.summary.violations + report.summary.weak_specs;
    let mut files: Vec<&str> = report.targets.iter().map(|target| target.file.as_str()).collect();
    files.dedup();
    let place = match files.as_slice() {
        [] => String::new(),
        [file] => format!(" in {}", file.rsplit('/').next().unwrap_or(file)),
        files => format!(" in {}", counted(files.len() as u64, "file")),
    };
    match findings {
        0 => format!("no violation found{place}"),
        count => format!("{}{place}", counted(count, "violation")),
    }
}

/// A message about the input, or a remark that changes no answer.
fn remark(problem: &Problem) -> Markup {
    let (class, name) = match problem.kind {
        ProblemKind::Remark => ("badge", "note"),
        ProblemKind::BadInput | ProblemKind::NoTarget | ProblemKind::Stopped => {
            ("badge bad", "input")
        }
    };
    html! { p { span class=(class) { (problem.code.as_deref().unwrap_or(name)) } (prose(&problem.message)) } }
}

/// A sentence in which names stand between backticks.
fn prose(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // Without a partner a backtick is what it is.
    if parts.len().is_multiple_of(2) {
        return html! { (text) };
    }
    html! {
        @for (at, part) in parts.iter().enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

fn summary(report: &Report) -> String {
    let sum = &report.summary;
    let parts = [
        (report.targets.len() as u64, "target"),
        (sum.weak_specs, "weak specification"),
        (sum.inconclusive, "inconclusive target"),
        (sum.vacuous, "vacuous target"),
    ];
    let mut parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| counted(*count, noun))
        .collect();
    let good = [
        (sum.proved, "proved"),
        (sum.hold - sum.hold_within_bounds.min(sum.hold), "hold"),
        (sum.hold_within_bounds, "hold within bounds"),
    ];
    parts.extend(
        good.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")),
    );
    parts.join(" · ")
}

fn contents(findings: &[(usize, &TargetReport, &Finding)]) -> Markup {
    html! {
        nav aria-label="findings" {
            ul.toc {
                @for (number, target, finding) in findings {
                    li { a href={ "#f" (number) } { span.badge.bad { (finding.code) } (prose(&finding.message)) } span.quiet { " " (target.name) } }
                }
            }
        }
    }
}

fn keys(findings: &[(usize, &TargetReport, &Finding)]) -> Markup {
    let has_events = findings.iter().any(|(_, _, finding)| !finding.events.is_empty());
    html! {
        @if has_events { "Keys: " kbd { "←" } " " kbd { "→" } " step through the events, " kbd { "Home" } " and " kbd { "End" } " go to the first and the last." }
    }
}

/// A finding with its pictures.
fn article(number: usize, target: &TargetReport, finding: &Finding, files: &Files) -> Markup {
    let story = Story::new(finding);
    let name = format!("f{number}");
    let events = finding.events.len();
    let fatal = (events > 0).then(|| story.fatal());
    html! {
        article id=(name) data-events=[(events > 0).then_some(events)] data-fatal=[fatal] {
            h2 { span.badge.bad { (finding.code) } (prose(&finding.message)) }
            (facts(target, finding))
            @if events > 0 {
                div.bar hidden {
                    button type="button" data-step="-1" aria-label="event before" { "←" }
                    button type="button" data-step="1" aria-label="next event" { "→" }
                    output aria-live="polite" {}
                }
            }
            div.columns {
                (sources(target, Some(finding), files, fatal))
                (timeline(&name, &story))
                (table(&story))
                (automaton(&name, &story))
                @match &target.exploration {
                    Some(exploration) => (tree(exploration, Some(&finding.id))),
                    None => p.help.wide { "The paths of the run are not known here." },
                }
            }
        }
    }
}

fn facts(target: &TargetReport, finding: &Finding) -> Markup {
    let inputs: Vec<String> =
        finding.inputs.iter().map(|input| format!("{} = {}", input.name, input.value)).collect();
    let is_told = |what: &str| finding.message.contains(what);
    html! {
        dl.facts {
            dt { "in" } dd.mono { (target.name) span.quiet { " (" (target.file) ")" } }
            @if let Some(call) = &finding.call {
                dt { "call" } dd.mono { (call.text) @for ghost in &call.ghosts { span.quiet { " " (ghost) } } }
            } @else if !inputs.is_empty() {
                dt { "inputs" } dd.mono { (inputs.join(", ")) }
            }
            @if let Some(broken) = &finding.broken {
                dt { "broken" } dd { @if !broken.how.contains(&broken.part) { code { (broken.part) } " " } (prose(&broken.how)) }
            } @else if let Some(why) = finding.why.as_ref().filter(|why| !is_told(&why.property)) {
                dt { "property" } dd.mono { (why.property) }
            }
            @for spec in &finding.weak_specs { dt { "too weak" } dd { "the specification of " code { (spec) } } }
            @for note in &finding.notes { dt { "note" } dd { (prose(note)) } }
            @if finding.more_paths > 0 { dt { "also" } dd { (counted(finding.more_paths, "more path")) } }
            dt { "id" } dd.mono { (finding.id) span.quiet { "  tracehound explain " (finding.id) } }
        }
    }
}

/// The source text with the events in its margin.
fn sources(
    target: &TargetReport,
    finding: Option<&Finding>,
    files: &Files,
    fatal: Option<usize>,
) -> Markup {
    let listings = listings(files, target, finding);
    let has_heat = listings.iter().any(|listing| listing.most_paths > 0);
    html! {
        @if !listings.is_empty() {
            section.panel {
                h3 { "Source" }
                @for listing in &listings {
                    p.file { (listing.file) }
                    div.scroll.tall { (source(listing, has_heat, fatal)) }
                }
                @if has_heat { p.help { "Left of the line numbers: how many paths reached the line." } }
                @for missing in target.exploration.iter().flat_map(|exploration| &exploration.missing) {
                    p.help { (missing) "." }
                }
            }
        }
    }
}

fn source(listing: &Listing<'_>, has_heat: bool, fatal: Option<usize>) -> Markup {
    let span = if has_heat { 4 } else { 3 };
    html! {
        table.listing {
            tbody {
                @for row in &listing.rows {
                    @match row {
                        Row::Gap => tr.gap { td colspan=(span) { "⋯" } },
                        Row::Line(line) => (line_row(line, listing.most_paths, has_heat, fatal)),
                    }
                }
            }
        }
    }
}

fn line_row(line: &Line<'_>, most_paths: u64, has_heat: bool, fatal: Option<usize>) -> Markup {
    let never = line.heat.is_some_and(|heat| heat.paths == 0);
    let class = match (line.is_bad, never) {
        (true, _) => Some("bad"),
        (false, true) => Some("never"),
        (false, false) => None,
    };
    let style = line.heat.filter(|heat| heat.paths > 0).map(|heat| {
        let share = heat.paths as f64 / most_paths.max(1) as f64;
        format!("background:rgba(var(--heat),{:.2})", 0.06 + 0.34 * share)
    });
    let told = line.heat.map(|heat| {
        let mut told = match heat.paths {
            0 => "never reached".to_owned(),
            paths => format!("reached by {}", counted(paths, "path")),
        };
        if heat.queries > 0 {
            told.push_str(&format!(", {} to the solver", counted(heat.queries, "question")));
        }
        if let Some(time) = heat.solver_us {
            told.push_str(&format!(", {:.1} ms", time as f64 / 1000.0));
        }
        told
    });
    html! {
        tr class=[class] data-at=[at(&line.events)] {
            @if has_heat {
                td.h style=[style] title=[told] {
                    @if let Some(heat) = line.heat { @if never { "never" } @else { (heat.paths) } }
                }
            }
            td.e {
                @for event in line.events.iter().take(MOST_DOTS) { (dot(*event, fatal)) }
                @if line.events.len() > MOST_DOTS { span.quiet { "+" (line.events.len() - MOST_DOTS) } }
            }
            td.n { (line.number) }
            td.s {
                @if let Some((start, end)) = line.mark {
                    (&line.text[..start]) mark { (&line.text[start..end]) } (&line.text[end..])
                } @else { (line.text) }
            }
        }
    }
}

fn at(events: &[usize]) -> Option<String> {
    let events: Vec<String> = events.iter().map(ToString::to_string).collect();
    (!events.is_empty()).then(|| events.join(" "))
}

fn dot(event: usize, fatal: Option<usize>) -> Markup {
    let class = if fatal == Some(event) { "dot fatal" } else { "dot" };
    html! { span class=(class) { (event) } }
}

fn timeline(name: &str, story: &Story<'_>) -> Markup {
    let history = story.history();
    html! {
        @if !story.finding.events.is_empty() {
            section.panel {
                h3 { "Events" }
                div.scroll.tall {
                    ol.events {
                        @if history > 0 { li.cut { span {} span { "what happened before the call" } } }
                        @for (number, event) in story.events() {
                            @if history > 0 && number == history + 1 {
                                li.cut { span {} span { "the call" @if let Some(call) = &story.finding.call { ": " code { (call.text) } } } }
                            }
                            @let changes = story.changes(number);
                            li id={ (name) "-e" (number) } data-at=(number) {
                                a.dot.fatal[number == story.fatal()] href={ "#" (name) "-e" (number) } { (number) }
                                div {
                                    span.t { (event.text) }
                                    @if let Some(place) = &event.place { span.at { "line " (place.line) } }
                                    @if let Some((from, to)) = &changes.state { div.c { (from) " → " b { (to) } } }
                                    @for part in &changes.gained { div.c { span.rise { "holds " } (part) } }
                                    @for part in &changes.lost { div.c { span.fall { "fails " } (part) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The table that says why.
fn table(story: &Story<'_>) -> Markup {
    let Some(why) = story.why().filter(|why| !why.rows.is_empty()) else { return html! {} };
    // A property without a name is called by its text, which is the first row.
    let is_row = why.rows.first().is_some_and(|row| row.part == why.property);
    html! {
        section.panel.wide {
            h3 { "Why: what holds from each event to the end" }
            div.scroll {
                table.why {
                    thead { tr { th { @if !is_row { (why.property) } } @for event in &why.events { th scope="col" data-at=(event) { (event) } } } }
                    tbody {
                        @for row in &why.rows {
                            tr {
                                td title=(row.part) { ("  ".repeat(row.depth as usize)) (row.part) }
                                @for (event, holds) in why.events.iter().zip(&row.holds) {
                                    td.y[*holds] data-at=(event) { (if *holds { "●" } else { "·" }) }
                                }
                            }
                        }
                    }
                }
            }
            p.help {
                "● holds, · does not."
                @if why.left_out > 0 { " " (counted(why.left_out, "more part")) " of the property " (if why.left_out == 1 { "is" } else { "are" }) " not shown." }
            }
        }
    }
}

fn automaton(name: &str, story: &Story<'_>) -> Markup {
    let Some(picture) = &story.picture else { return html! {} };
    html! {
        section.panel.wide {
            h3 { "Automaton of the property" }
            div.scroll { div.picture { (PreEscaped(picture.to_inline_svg(&format!("{name}-automaton")))) } }
            p.help { "Thick lines are the way of the events, whose numbers stand at the edges. A double rim is a state in which a run may end; red is broken for good." }
        }
    }
}

/// The tree of paths, open on the way to a finding.
fn tree(exploration: &ExplorationText, finding: Option<&str>) -> Markup {
    let nodes = exploration.tree.as_slice();
    if nodes.len() < 2 {
        return html! {};
    }
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        // A report that was changed by hand may have any numbers.
        if let Some(parent) =
            node.parent.map(|parent| parent as usize).filter(|parent| *parent < number)
        {
            children[parent].push(number);
        }
    }
    let wanted = |node: &NodeText| match finding {
        Some(id) => node.finding.as_deref() == Some(id),
        None => false,
    };
    let mut open: Vec<bool> = nodes.iter().map(wanted).collect();
    for number in (0..nodes.len()).rev() {
        open[number] |= children[number].iter().any(|child| open[*child]);
    }
    if !open[0] {
        open[0] = true;
    }
    html! {
        section.panel.wide {
            h3 { "Paths" }
            div.scroll.tall { div.tree { (PreEscaped(tree_list(nodes, &children, &open))) } }
            p.help { (counted(nodes[0].paths, "path")) ". A split that leaves one way only is not shown." }
        }
    }
}

/// Nested lists, with a stack of our own: paths may be long.
fn tree_list(nodes: &[NodeText], children: &[Vec<usize>], open: &[bool]) -> String {
    enum Part {
        Node(usize),
        Text(&'static str),
    }
    let mut out = String::from("<ul>");
    let mut todo = vec![Part::Text("</ul>"), Part::Node(0)];
    while let Some(part) = todo.pop() {
        let number = match part {
            Part::Text(text) => {
                out.push_str(text);
                continue;
            }
            Part::Node(number) => number,
        };
        let node = &nodes[number];
        out.push_str(
            &html! { (PreEscaped(format!("<li class=\"{}\">", class(node.kind)))) }.into_string(),
        );
        let line = node_line(node).into_string();
        if children[number].is_empty() {
            out.push_str(&format!("<div class=\"leaf\">{line}</div></li>"));
            continue;
        }
        let is_open = if open[number] { " open" } else { "" };
        out.push_str(&format!("<details{is_open}><summary>{line}</summary><ul>"));
        todo.push(Part::Text("</ul></details></li>"));
        todo.extend(children[number].iter().rev().map(|child| Part::Node(*child)));
    }
    out
}

fn node_line(node: &NodeText) -> Markup {
    html! {
        @if !node.cond.is_empty() { span.cond { (node.cond) } " " }
        span.what { (what(node)) }
        @if let Some(place) = &node.place { span.quiet { " line " (place.line) } }
        @if node.hidden > 0 { span.quiet { " +" (node.hidden) " not shown" } }
    }
}

/// What a target has besides findings: its answer, what is open, and the paths if nothing was found.
fn rest(target: &TargetReport, files: &Files) -> Markup {
    let (word, class) = match target.answer {
        Answer::Violation | Answer::WeakSpec => ("violation", "badge bad"),
        Answer::Proved => ("proved", "badge good"),
        Answer::Holds => ("holds", "badge good"),
        Answer::HoldsWithinBounds => ("holds within bounds", "badge good"),
        Answer::Inconclusive => ("inconclusive", "badge"),
        Answer::Vacuous => ("vacuous", "badge"),
    };
    let is_quiet =
        target.answer.is_finding() && target.doubts.is_empty() && target.limits.is_empty();
    html! {
        @if !is_quiet {
            section.target {
                h2 { span class=(class) { (word) } (target.name) span.quiet { " " (target.file) } }
                @if !target.bounds.is_empty() { p.quiet { "within " (target.bounds.join(", ")) } }
                @for doubt in &target.doubts {
                    p { span.badge { (doubt.code) } (prose(&doubt.message)) }
                }
                @for limit in &target.limits { p { span.badge { "ENG001" } (limit.message) } }
                @if let Some(exploration) = target.exploration.as_ref().filter(|_| target.findings.is_empty()) {
                    div.columns {
                        (sources(target, None, files, None))
                        (tree(exploration, None))
                    }
                }
            }
        }
    }
}
