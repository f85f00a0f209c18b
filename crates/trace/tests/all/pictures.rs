//! Pictures of automata: complete, well-formed, and without overlaps.

use crate::support::{WORLD, formula, model, trace};
use proptest::prelude::*;
use trace::{
    Automaton, Built, Followed, Formula, Judge, Marks, Picture, PictureEdge, PictureState,
    StateKind,
};

/// A rectangle: left, top, right, bottom.
type Area = (f64, f64, f64, f64);

fn number(tag: &str, name: &str) -> f64 {
    let start = tag.find(&format!(" {name}=\"")).expect("the attribute") + name.len() + 3;
    let text: String = tag[start..].chars().take_while(|c| *c != '"').collect();
    text.parse().expect("a number")
}

/// The places of the outer rims of states and of the backs of labels.
fn areas(svg: &str) -> Vec<Area> {
    let rims = svg
        .lines()
        .filter(|line| line.starts_with("<rect class=\"state") && line.contains("height=\"44.0\""));
    let backs =
        svg.lines().filter_map(|line| line.find("<rect class=\"back\" x=").map(|at| &line[at..]));
    let area = |tag: &str| {
        let (x, y) = (number(tag, "x"), number(tag, "y"));
        (x, y, x + number(tag, "width"), y + number(tag, "height"))
    };
    rims.chain(backs).map(area).collect()
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
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
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
        // Users' names may be long.
        let name = |n: usize| if n % 3 == 1 { format!("waiting for reply {n}") } else { format!("q{n}") };
        let states = (0..states).map(|n| state(&name(n), StateKind::Accepting));
        let states: Vec<PictureState> = states.collect();
        let known = |(from, to): &(usize, usize)| *from < states.len() && *to < states.len();
        let edges = ends.into_iter().filter(known).map(|(from, to)| edge(from, to, &label));
        check(&Picture { edges: edges.collect(), states, path: Vec::new() });
    }
}

/// Whether a trace has the property, read off the picture with the trace on it.
fn is_accepted(formula: &Formula, picture: &Picture) -> bool {
    let is = |kind: StateKind| move |state: &usize| picture.states[*state].kind == kind;
    let last = &picture.path.last().expect("a trace is drawn").states;
    match formula {
        Formula::Machine(machine) if matches!(machine.marks, Marks::Violating(_)) => {
            !picture.path.iter().any(|step| step.states.iter().any(is(StateKind::Dead)))
        }
        Formula::Machine(_) => last.iter().any(is(StateKind::Accepting)),
        _ => {
            assert!(picture.path.iter().all(|step| step.states.len() == 1), "it is deterministic");
            last.iter().any(is(StateKind::Accepting))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_path_of_a_trace_ends_where_the_judge_says(
        formula in formula(), model in model(), trace in trace(),
    ) {
        let followed = Some(Followed { model: &model, trace: &trace });
        let feasible = &mut WORLD.brute_force();
        let picture = Picture::of_property(WORLD.ctx(), &formula, 30, feasible, followed).expect("flat");
        if let Some(picture) = picture {
            let judge = Judge { pool: &WORLD.pool, alphabet: &WORLD.alphabet, model: &model, trace: &trace };
            prop_assert_eq!(is_accepted(&formula, &picture), judge.holds(&formula).expect("flat"));
            check(&picture);
        }
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
    let picture =
        Picture { states, edges: vec![edge(0, 1, "<say \"hi\" | a && b>")], path: Vec::new() };
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
