//! Pictures as SVG.

use std::fmt::Write;

use crate::draw::layout::{CHAR, LINE, LOOP, Layout, Point, RADIUS, Route, half_width, layout};
use crate::draw::{Picture, StateKind};

/// The rules that a document and a page share.
pub(super) const STYLE: &str = "\
.automaton text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:var(--ink,#1b1f24)}\
.automaton .state{fill:var(--paper,#fff);stroke:var(--ink,#1b1f24);stroke-width:1.5}\
.automaton .accepting{fill:var(--good-soft,#eef6ee);stroke:var(--good,#2e7d32)}\
.automaton .dead{fill:var(--bad-soft,#fdecea);stroke:var(--bad,#c62828)}\
.automaton .open{stroke-dasharray:4 3}\
.automaton .name{font-weight:bold;text-anchor:middle}\
.automaton .edge{fill:none;stroke:var(--line,#8b949e);stroke-width:1.3}\
.automaton .head{fill:var(--line,#8b949e)}\
.automaton .taken .edge{stroke:var(--path,#b35c00);stroke-width:2.2}\
.automaton .head-taken{fill:var(--path,#b35c00)}\
.automaton .visited .state{stroke-width:2.6}\
.automaton .label{text-anchor:middle}\
.automaton .legend{font-size:11px}\
.automaton .events{text-anchor:middle;font-weight:bold;fill:var(--path,#b35c00)}\
.automaton .back{fill:var(--paper,#fff)}";

/// What a document has besides: it stands for itself, in the colours that its reader prefers.
const DOCUMENT_STYLE: &str = "\
.automaton{background:var(--paper,#fff)}\
@media(prefers-color-scheme:dark){.automaton{--ink:#e6e9ed;--paper:#15181c;--good:#6cc07a;--good-soft:#16291a;\
--bad:#f2817a;--bad-soft:#331a1a;--line:#7d8793;--path:#f0a95b}}";

/// The SVG text of a picture as a document.
pub(super) fn write(picture: &Picture) -> String {
    let style = format!("<style>{STYLE}{DOCUMENT_STYLE}</style>\n");
    drawn(picture, "automaton", &style)
}

/// The SVG text of a picture as a part of a page.
pub(super) fn write_inline(picture: &Picture, name: &str) -> String {
    drawn(picture, name, "")
}

fn drawn(picture: &Picture, name: &str, style: &str) -> String {
    let layout = layout(picture);
    let legend = picture.legend();
    let legend_width =
        legend.as_ref().map_or(0.0, |text| text.chars().count() as f64 * CHAR + 16.0);
    let legend_height = if legend.is_some() { LINE + 8.0 } else { 0.0 };
    let width = layout.width.max(legend_width).ceil();
    let height = (layout.height + legend_height).ceil();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"automaton\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"automaton\">\n{style}<defs>{}{}</defs>\n\
         <rect class=\"back\" width=\"100%\" height=\"100%\"/>\n",
        marker(name, "head"),
        marker(name, "head-taken"),
    );
    for route in &layout.routes {
        let (class, head) = look(route);
        let attributes = at(&picture.events_on(route.edge));
        let line = path(picture, &layout, route);
        let _ = writeln!(
            out,
            "<g class=\"{class}\"{attributes}><path class=\"edge\" marker-end=\"url(#{name}-{head})\" \
             d=\"{line}\"/></g>"
        );
    }
    if let (Some((x, y)), Some(state)) = (layout.states.first(), picture.states.first()) {
        let half = half_width(state);
        let (start, end) = (x - half - 26.0, x - half - 1.0);
        let _ = writeln!(
            out,
            "<path class=\"edge\" marker-end=\"url(#{name}-head)\" d=\"M{start:.1} {y:.1}H{end:.1}\"/>"
        );
    }
    for number in 0..picture.states.len() {
        write_state(&mut out, picture, number, layout.states[number]);
    }
    for route in &layout.routes {
        write_label(&mut out, picture, route);
    }
    if let Some(legend) = legend {
        let (base, text) = (height - 8.0, escape(&legend));
        let _ = writeln!(out, "<text class=\"legend\" x=\"8\" y=\"{base:.1}\">{text}</text>");
    }
    out.push_str("</svg>\n");
    out
}

fn marker(name: &str, kind: &str) -> String {
    format!(
        "<marker id=\"{name}-{kind}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerUnits=\"userSpaceOnUse\" \
         markerWidth=\"10\" markerHeight=\"10\" orient=\"auto-start-reverse\">\
         <path class=\"{kind}\" d=\"M0 0L10 5L0 10z\"/></marker>"
    )
}

/// The class of an edge, and its arrow.
fn look(route: &Route) -> (&'static str, &'static str) {
    match route.taken {
        Some(_) => ("move taken", "head-taken"),
        None => ("move", "head"),
    }
}

/// The events at which something lights up, for a page.
fn at(events: &[usize]) -> String {
    if events.is_empty() {
        return String::new();
    }
    let events: Vec<String> = events.iter().map(ToString::to_string).collect();
    format!(" data-at=\"{}\"", events.join(" "))
}

fn write_state(out: &mut String, picture: &Picture, number: usize, (x, y): Point) {
    let state = &picture.states[number];
    let class = match state.kind {
        StateKind::Accepting => "state accepting",
        StateKind::Rejecting => "state",
        StateKind::Dead => "state dead",
        StateKind::Open => "state open",
    };
    let times = picture.times_in(number);
    let visited = if times.is_empty() { "node" } else { "node visited" };
    let _ = writeln!(out, "<g class=\"{visited}\"{}>", at(&times));
    let _ = writeln!(out, "<title>{}</title>", escape(&state.note));
    let half = half_width(state);
    write_pill(out, class, (x, y), (half, RADIUS));
    if state.kind == StateKind::Accepting {
        write_pill(out, class, (x, y), (half - 4.0, RADIUS - 4.0));
    }
    let base = y + 4.0;
    let name = escape(&state.name);
    let _ = writeln!(out, "<text class=\"name\" x=\"{x:.1}\" y=\"{base:.1}\">{name}</text></g>");
}

/// A circle, or what becomes of one that is as wide as its text.
fn write_pill(out: &mut String, class: &str, (x, y): Point, (half, radius): (f64, f64)) {
    let (left, top) = (x - half, y - radius);
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
         rx=\"{radius:.1}\"/>",
        2.0 * half,
        2.0 * radius
    );
}

fn write_label(out: &mut String, picture: &Picture, route: &Route) {
    let (x, y) = route.label_at;
    let lines: Vec<&String> = route.label.iter().chain(&route.taken).collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = widest as f64 * CHAR + 6.0;
    let height = lines.len() as f64 * LINE + 2.0;
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let (class, _) = look(route);
    let _ = writeln!(
        out,
        "<g class=\"{class}\"{}><rect class=\"back\" x=\"{left:.1}\" y=\"{top:.1}\" \
         width=\"{width:.1}\" height=\"{height:.1}\"/>",
        at(&picture.events_on(route.edge))
    );
    for (number, line) in lines.iter().enumerate() {
        let base = top + 13.0 + number as f64 * LINE;
        let class = if number < route.label.len() { "label" } else { "events" };
        let line = escape(line);
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{base:.1}\">{line}</text>");
    }
    out.push_str("</g>\n");
}

/// The line of an edge: from the rim of one state through its boxes to the rim of the other.
fn path(picture: &Picture, layout: &Layout, route: &Route) -> String {
    let edge = &picture.edges[route.edge];
    let end = |state: usize| (layout.states[state], half_width(&picture.states[state]));
    let (from, to) = (end(edge.from), end(edge.to));
    let (Some(first), Some(last)) = (route.through.first(), route.through.last()) else {
        return loop_path(from);
    };
    let along_row = (from.0.1 - to.0.1).abs() < 1.0;
    if along_row {
        // Down to the label on one side of its middle, and up again on the other.
        let side = if from.0.0 < to.0.0 { 12.0 } else { -12.0 };
        let [down, up] = [(first.0 - side, first.1), (first.0 + side, first.1)];
        return curve(&[leaving(from, down), down]) + &curve(&[up, entering(to, up)]);
    }
    let mut points = vec![leaving(from, *first)];
    points.extend(&route.through);
    points.push(entering(to, *last));
    curve(&points)
}

/// A smooth line through points, upright at each of them.
fn curve(points: &[Point]) -> String {
    let mut out = format!("M{:.1} {:.1}", points[0].0, points[0].1);
    for pair in points.windows(2) {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        let half = (y0 + y1) / 2.0;
        let _ = write!(out, "C{x0:.1} {half:.1} {x1:.1} {half:.1} {x1:.1} {y1:.1}");
    }
    out
}

/// The angle between the point at which an edge leaves a state and the middle of that side, and between that and the point where
/// one enters: the head of the latter would otherwise stand on the beginning of the former, which looks like an edge with two heads.
const APART: f64 = 0.2;

/// Where an edge towards a point leaves a state.
fn leaving(state: (Point, f64), toward: Point) -> Point {
    rim(state, toward, -APART)
}

/// Where an edge from a point enters a state.
fn entering(state: (Point, f64), from: Point) -> Point {
    rim(state, from, APART)
}

/// Where an edge towards a point meets a state: at its upper or lower part, never at its side, where
/// the loop is.
fn rim(((x, y), half): (Point, f64), (toward_x, toward_y): Point, turn: f64) -> Point {
    let straight = half - RADIUS;
    let x = x + (toward_x - x).clamp(-straight, straight);
    let (dx, dy) = (toward_x - x, toward_y - y);
    let dx = dx.clamp(-dy.abs(), dy.abs());
    let angle = dy.atan2(dx) + turn;
    (x + angle.cos() * (RADIUS + 1.0), y + angle.sin() * (RADIUS + 1.0))
}

fn loop_path(((x, y), half): (Point, f64)) -> String {
    let (side, reach) = (x + half - RADIUS * 0.08, x + half + LOOP);
    let (up, down) = (y - RADIUS * 0.42, y + RADIUS * 0.42);
    let (top, bottom) = (y - RADIUS * 1.1, y + RADIUS * 1.1);
    format!("M{side:.1} {up:.1}C{reach:.1} {top:.1} {reach:.1} {bottom:.1} {side:.1} {down:.1}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
