//! Pictures as SVG.

use std::fmt::Write;

use crate::draw::layout::{LINE, LOOP, Layout, Point, RADIUS, Route, layout};
use crate::draw::{Picture, PictureState, StateKind};

const STYLE: &str = "\
text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1f24}\
.state{fill:#fff;stroke:#1b1f24;stroke-width:1.5}\
.accepting{fill:#eef6ee;stroke:#2e7d32}\
.dead{fill:#fdecea;stroke:#c62828}\
.open{stroke-dasharray:4 3}\
.name{font-weight:bold;text-anchor:middle}\
.edge{fill:none;stroke:#57606a;stroke-width:1.3;marker-end:url(#arrow)}\
.label{text-anchor:middle}\
.back{fill:#fff}";

/// The SVG text of a picture.
pub(super) fn write(picture: &Picture) -> String {
    let layout = layout(picture);
    let (width, height) = (layout.width.ceil(), layout.height.ceil());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<style>{STYLE}</style>\n\
         <defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" \
         markerWidth=\"8\" markerHeight=\"8\" orient=\"auto-start-reverse\">\
         <path d=\"M0 0L10 5L0 10z\" fill=\"#57606a\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for route in &layout.routes {
        let _ = writeln!(out, "<path class=\"edge\" d=\"{}\"/>", path(picture, &layout, route));
    }
    if let Some((x, y)) = layout.states.first() {
        let (start, end) = (x - RADIUS - 26.0, x - RADIUS - 1.0);
        let _ = writeln!(out, "<path class=\"edge\" d=\"M{start:.1} {y:.1}H{end:.1}\"/>");
    }
    for (state, at) in picture.states.iter().zip(&layout.states) {
        write_state(&mut out, state, *at);
    }
    for route in &layout.routes {
        write_label(&mut out, route);
    }
    out.push_str("</svg>\n");
    out
}

fn write_state(out: &mut String, state: &PictureState, (x, y): Point) {
    let class = match state.kind {
        StateKind::Accepting => "state accepting",
        StateKind::Rejecting => "state",
        StateKind::Dead => "state dead",
        StateKind::Open => "state open",
    };
    let _ = writeln!(out, "<g><title>{}</title>", escape(&state.note));
    let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>");
    if state.kind == StateKind::Accepting {
        let inner = RADIUS - 4.0;
        let circle =
            format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{inner}\"/>");
        let _ = writeln!(out, "{circle}");
    }
    let base = y + 4.0;
    let name = escape(&state.name);
    let _ = writeln!(out, "<text class=\"name\" x=\"{x:.1}\" y=\"{base:.1}\">{name}</text></g>");
}

fn write_label(out: &mut String, route: &Route) {
    let (x, y) = route.label_at;
    let widest = route.label.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = widest as f64 * super::layout::CHAR + 6.0;
    let height = route.label.len() as f64 * LINE + 2.0;
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let _ = writeln!(
        out,
        "<rect class=\"back\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\"/>"
    );
    for (number, line) in route.label.iter().enumerate() {
        let base = top + 13.0 + number as f64 * LINE;
        let line = escape(line);
        let _ = writeln!(out, "<text class=\"label\" x=\"{x:.1}\" y=\"{base:.1}\">{line}</text>");
    }
}

/// The line of an edge: from the rim of one state through its boxes to the rim of the other.
fn path(picture: &Picture, layout: &Layout, route: &Route) -> String {
    let edge = &picture.edges[route.edge];
    let (from, to) = (layout.states[edge.from], layout.states[edge.to]);
    let (Some(first), Some(last)) = (route.through.first(), route.through.last()) else {
        return loop_path(from);
    };
    let along_row = (from.1 - to.1).abs() < 1.0;
    if along_row {
        // Down to the label on one side of its middle, and up again on the other.
        let side = if from.0 < to.0 { 12.0 } else { -12.0 };
        let [down, up] = [(first.0 - side, first.1), (first.0 + side, first.1)];
        return curve(&[rim(from, down), down]) + &curve(&[up, rim(to, up)]);
    }
    let mut points = vec![rim(from, *first)];
    points.extend(&route.through);
    points.push(rim(to, *last));
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

/// Where an edge towards a point leaves a state: at its upper or lower part, never at its side, where
/// the loop is.
fn rim((x, y): Point, (toward_x, toward_y): Point) -> Point {
    let (dx, dy) = (toward_x - x, toward_y - y);
    let dx = dx.clamp(-dy.abs(), dy.abs());
    let length = dx.hypot(dy).max(1.0);
    (x + dx / length * (RADIUS + 1.0), y + dy / length * (RADIUS + 1.0))
}

fn loop_path((x, y): Point) -> String {
    let (side, reach) = (x + RADIUS * 0.92, x + RADIUS + LOOP);
    let (up, down) = (y - RADIUS * 0.42, y + RADIUS * 0.42);
    let (top, bottom) = (y - RADIUS * 1.1, y + RADIUS * 1.1);
    format!("M{side:.1} {up:.1}C{reach:.1} {top:.1} {reach:.1} {bottom:.1} {side:.1} {down:.1}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
