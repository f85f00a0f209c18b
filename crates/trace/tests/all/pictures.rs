//! Pictures of automata: complete, well-formed, and without overlaps.

use crate::support::{WORLD, formula};
use proptest::prelude::*;
use trace::{Automaton, Built, Picture, PictureEdge, PictureState, StateKind};

/// A rectangle: left, top, right, bottom.
type Area = (f64, f64, f64, f64);

fn number(tag: &str, name: &str) -> f64 {
    let start = tag.find(&format!(" {name}=\"")).expect("the attribute") + name.len() + 3;
    let text: String = tag[start..].chars().take_while(|c| *c != '"').collect();
    text.parse().expect("a number")
}

/// The places of the outer circles of states and of the backs of labels.
fn areas(svg: &str) -> Vec<Area> {
    let outer = svg.lines().filter(|line| line.starts_with("<circle") && line.contains("r=\"22\""));
    let circles = outer.map(|tag| {
        let (x, y, r) = (number(tag, "cx"), number(tag, "cy"), 22.0);
        (x - r, y - r, x + r, y + r)
    });
    let labels = svg.lines().filter(|line| line.starts_with("<rect class=\"back\"")).map(|tag| {
        let (x, y) = (number(tag, "x"), number(tag, "y"));
        (x, y, x + number(tag, "width"), y + number(tag, "height"))
    });
    circles.chain(labels).collect()
}

fn overlap(a: Area, b: Area) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

fn check(picture: &Picture) {
    let svg = picture.to_svg();
    let areas = areas(&svg);
    assert_eq!(areas.len(), picture.states.len() + picture.edges.len());
    let (width, height) = (number(&svg, "width"), number(&svg, "height"));
    for (at, a) in areas.iter().enumerate() {
        assert!(a.0 >= 0.0 && a.1 >= 0.0 && a.2 <= width && a.3 <= height, "outside: {a:?}");
        for b in &areas[at + 1..] {
            assert!(!overlap(*a, *b), "{a:?} and {b:?} overlap in\n{svg}");
        }
    }
    assert_eq!(svg.matches("<g>").count(), svg.matches("</g>").count());
    let dot = picture.to_dot();
    assert_eq!(dot.matches(" -> ").count(), picture.edges.len() + 1);
    assert_eq!(picture.to_mermaid().matches("-->").count(), picture.edges.len() + 1);
}

fn state(name: &str, kind: StateKind) -> PictureState {
    PictureState { name: name.to_owned(), kind, note: "<a> & \"b\"".to_owned() }
}

fn edge(from: usize, to: usize, label: &str) -> PictureEdge {
    PictureEdge { from, to, label: label.to_owned() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn automata_are_drawn_without_overlaps(formula in formula()) {
        let regex = WORLD.regexes.of_formula(&WORLD.pool, &formula).expect("flat");
        let mut automaton = Automaton::new(regex);
        if automaton.build(WORLD.ctx(), 30, &mut WORLD.brute_force()) == Built::Complete {
            check(&Picture::of(WORLD.ctx(), &automaton));
        }
    }

    #[test]
    fn any_graph_is_drawn_without_overlaps(
        states in 1..9usize,
        ends in proptest::collection::btree_set((0..9usize, 0..9usize), 0..24),
        label in "[ -~]{0,60}",
    ) {
        let states = (0..states).map(|n| state(&format!("q{n}"), StateKind::Accepting));
        let states: Vec<PictureState> = states.collect();
        let known = |(from, to): &(usize, usize)| *from < states.len() && *to < states.len();
        let edges = ends.into_iter().filter(known).map(|(from, to)| edge(from, to, &label));
        check(&Picture { edges: edges.collect(), states });
    }
}

#[test]
fn what_is_not_built_is_drawn_as_open() {
    let regex = WORLD.regexes.one(trace::Letter::ANY);
    let picture = Picture::of(WORLD.ctx(), &Automaton::new(regex));
    assert_eq!(picture.states[0].kind, StateKind::Open);
    assert!(picture.to_dot().contains("style=dashed"));
}

#[test]
fn texts_are_escaped_in_each_language() {
    let states = vec![state("q0", StateKind::Rejecting), state("∅", StateKind::Dead)];
    let picture = Picture { states, edges: vec![edge(0, 1, "<say \"hi\" | a && b>")] };
    assert_eq!(
        picture.to_dot(),
        "digraph automaton {\n  node [fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n  \
         start [shape=point];\n  \
         s0 [label=\"q0\", tooltip=\"<a> & \\\"b\\\"\", shape=circle];\n  \
         s1 [label=\"∅\", tooltip=\"<a> & \\\"b\\\"\", shape=circle, color=red, fontcolor=red];\n  \
         start -> s0;\n  s0 -> s1 [label=\"<say \\\"hi\\\" | a && b>\"];\n}\n"
    );
    let mermaid = picture.to_mermaid();
    assert!(mermaid.contains("s0 -->|\"#60;say #34;hi#34; #124; a #38;#38; b#62;\"| s1"));
    assert!(mermaid.contains("s1((\"∅\")):::dead"));
    let svg = picture.to_svg();
    assert!(svg.contains("&lt;say &quot;hi&quot; | a &amp;&amp; b&gt;"));
    assert!(!svg.contains("<say"));
}
