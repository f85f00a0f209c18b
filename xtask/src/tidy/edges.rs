//! Who may use whom.

use super::Complaint;

/// The crates of ours that each crate of ours may use, tests left aside. Each crate is known by
/// what it does not know; adding an edge is a reviewed line of its own.
const MAY_USE: &[(&str, &[&str])] = &[
    ("stdx", &[]),
    ("child", &[]),
    ("testbed", &["child"]),
    ("source", &[]),
    ("syntax", &["source"]),
    ("term", &["stdx"]),
    ("solve", &["stdx", "term"]),
    ("solve-core", &["solve", "term"]),
    ("solve-z3", &["solve", "term"]),
    ("solve-smtlib", &["solve", "term"]),
    ("solve-chain", &["solve", "solve-core", "solve-smtlib", "solve-z3", "term"]),
    ("machine", &["source", "term"]),
    ("trace", &["machine", "source", "stdx", "syntax", "term"]),
    ("explore", &["machine", "solve", "source", "stdx", "term"]),
    ("check", &["explore", "machine", "solve", "term"]),
    ("trace-tools", &["solve", "source", "term", "trace"]),
    ("harness", &["machine", "source", "term", "trace"]),
    ("proof", &["explore", "solve", "solve-smtlib", "term"]),
    ("prove", &["explore", "harness", "machine", "proof", "solve", "source", "term", "trace"]),
    ("flow", &[]),
    ("typestate", &["source", "syntax", "term", "trace"]),
    ("lang-toy", &["machine", "source", "syntax", "term"]),
    ("lang-core", &["machine", "source", "term"]),
    ("lang-ml", &["harness", "lang-core", "machine", "source", "term", "trace"]),
    ("lang-haskell", &["child", "lang-core", "machine", "source", "syntax", "term"]),
    ("lang-interp", &["explore", "solve", "term", "trace"]),
    ("lang-jvm", &["machine", "term"]),
    ("k-syntax", &["source", "syntax"]),
    ("jvm-flow", &["flow", "lang-jvm", "typestate"]),
    (
        "jvm-srv",
        &[
            "check",
            "explore",
            "flow",
            "jvm-flow",
            "lang-jvm",
            "machine",
            "solve",
            "solve-core",
            "stdx",
            "term",
            "trace",
            "typestate",
        ],
    ),
    ("interp-langs", &["lang-interp", "source", "syntax"]),
    (
        "tracehound-interp",
        &["explore", "lang-interp", "solve", "solve-chain", "solve-z3", "source", "term", "trace"],
    ),
    ("lang-k", &["explore", "k-syntax", "machine", "solve", "source", "stdx", "syntax", "term"]),
    ("ml-test", &["child", "harness", "lang-ml", "machine", "source", "term", "trace"]),
    ("report", &["check", "explore", "machine", "solve", "source", "stdx", "term"]),
    ("pictures", &["report", "source", "trace"]),
    ("config", &["source"]),
    ("host", &["child", "config", "explore", "report", "solve", "solve-z3", "stdx"]),
    (
        "frontend",
        &[
            "child",
            "explore",
            "harness",
            "host",
            "machine",
            "proof",
            "report",
            "solve",
            "solve-chain",
            "solve-z3",
            "source",
            "term",
            "trace",
            "trace-tools",
        ],
    ),
    (
        "front-toy",
        &[
            "check", "explore", "frontend", "lang-toy", "machine", "report", "solve", "source",
            "term",
        ],
    ),
    (
        "front-ml",
        &[
            "check",
            "explore",
            "frontend",
            "harness",
            "host",
            "lang-core",
            "lang-ml",
            "machine",
            "ml-test",
            "proof",
            "prove",
            "report",
            "solve",
            "source",
            "term",
            "trace",
        ],
    ),
    (
        "front-haskell",
        &[
            "check",
            "explore",
            "frontend",
            "host",
            "lang-core",
            "lang-haskell",
            "machine",
            "report",
            "solve",
            "source",
            "term",
        ],
    ),
    (
        "front-jvm",
        &[
            "check",
            "child",
            "explore",
            "frontend",
            "host",
            "jvm-flow",
            "jvm-srv",
            "lang-jvm",
            "machine",
            "report",
            "solve",
            "source",
            "term",
            "trace",
            "typestate",
        ],
    ),
    (
        "front-k",
        &[
            "check", "explore", "frontend", "host", "k-syntax", "lang-k", "machine", "report",
            "solve", "source", "term", "trace",
        ],
    ),
    (
        "front-interp",
        &[
            "explore",
            "frontend",
            "host",
            "interp-langs",
            "lang-interp",
            "machine",
            "report",
            "solve",
            "source",
            "term",
            "trace",
        ],
    ),
    ("editor", &["child", "frontend", "host", "report", "source"]),
    ("project-state", &["child", "config", "frontend", "host", "report", "solve", "source"]),
    ("queue", &["child", "frontend", "host", "project-state", "report", "solve", "source"]),
    (
        "spec-verbs",
        &["frontend", "host", "report", "solve", "source", "term", "trace", "trace-tools"],
    ),
    (
        "cli",
        &[
            "child",
            "config",
            "editor",
            "explore",
            "front-haskell",
            "front-interp",
            "front-jvm",
            "front-k",
            "front-ml",
            "front-toy",
            "frontend",
            "harness",
            "host",
            "machine",
            "pictures",
            "project-state",
            "proof",
            "queue",
            "report",
            "solve",
            "solve-smtlib",
            "solve-z3",
            "source",
            "spec-verbs",
            "stdx",
            "term",
            "trace",
            "trace-tools",
        ],
    ),
    ("test-support", &["k-syntax", "lang-toy", "solve", "source", "stdx", "syntax", "term"]),
    (
        "campaign",
        &[
            "child",
            "explore",
            "interp-langs",
            "k-syntax",
            "lang-interp",
            "lang-k",
            "lang-toy",
            "machine",
            "solve",
            "solve-chain",
            "solve-core",
            "solve-z3",
            "source",
            "stdx",
            "term",
            "test-support",
            "trace",
            "trace-tools",
        ],
    ),
    (
        "benches",
        &[
            "check",
            "explore",
            "harness",
            "host",
            "interp-langs",
            "jvm-flow",
            "jvm-srv",
            "lang-core",
            "lang-interp",
            "lang-jvm",
            "lang-k",
            "lang-ml",
            "machine",
            "solve",
            "solve-chain",
            "solve-z3",
            "source",
            "term",
            "test-support",
            "trace",
            "trace-tools",
            "typestate",
        ],
    ),
    (
        "fuzz",
        &[
            "interp-langs",
            "k-syntax",
            "lang-haskell",
            "lang-jvm",
            "lang-ml",
            "lang-toy",
            "report",
            "source",
            "term",
            "trace",
            "trace-tools",
            "typestate",
        ],
    ),
    ("xtask", &["testbed"]),
];

/// Edges that are not allowed, crates that are not in the table, and what the table allows in vain:
/// an edge that is gone must be argued for again before it comes back.
pub(super) fn check(edges: &[(String, String)]) -> Vec<Complaint> {
    let mut all: Vec<Complaint> =
        edges.iter().filter_map(|(from, to)| forbidden(from, to)).collect();
    all.extend(unused(MAY_USE, edges));
    all
}

fn forbidden(from: &str, to: &str) -> Option<Complaint> {
    match MAY_USE.iter().find(|(name, _)| *name == from) {
        None => Some(format!("{from}: not in MAY_USE of xtask/src/tidy/edges.rs")),
        Some((_, allowed)) if allowed.contains(&to) => None,
        Some(_) => Some(format!("{from}: may not use {to}")),
    }
}

fn unused(table: &[(&str, &[&str])], edges: &[(String, String)]) -> Vec<Complaint> {
    let is_used = |from: &str, to: &str| edges.iter().any(|edge| edge.0 == from && edge.1 == to);
    let allowed = table.iter().flat_map(|(from, used)| used.iter().map(move |to| (*from, *to)));
    allowed
        .filter(|(from, to)| !is_used(from, to))
        .map(|(from, to)| format!("{from}: does not use {to}, which MAY_USE allows"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The crates that know a language. Front ends lead to them; the command line knows only front ends.
    const OF_LANGUAGES: &[&str] = &[
        "interp-langs",
        "jvm-flow",
        "jvm-srv",
        "k-syntax",
        "lang-core",
        "lang-haskell",
        "lang-interp",
        "lang-jvm",
        "lang-k",
        "lang-ml",
        "lang-toy",
        "ml-test",
        "typestate",
    ];

    fn check_one(from: &str, to: &str) -> Vec<Complaint> {
        forbidden(from, to).into_iter().collect()
    }

    #[test]
    fn an_edge_upwards_is_refused() {
        assert_eq!(check_one("term", "stdx"), Vec::<String>::new());
        assert_eq!(check_one("term", "solve"), ["term: may not use solve"]);
        assert_eq!(check_one("lang-toy", "solve"), ["lang-toy: may not use solve"]);
    }

    #[test]
    fn an_unknown_crate_is_refused() {
        assert_eq!(check_one("novel", "stdx").len(), 1);
    }

    #[test]
    fn an_edge_that_is_allowed_in_vain_is_refused() {
        let edges = [("solve".to_owned(), "term".to_owned())];
        assert_eq!(unused(&[("solve", &["term"])], &edges), Vec::<String>::new());
        let complaint = "solve: does not use stdx, which MAY_USE allows";
        assert_eq!(unused(&[("solve", &["stdx", "term"])], &edges), [complaint]);
    }

    #[test]
    fn only_front_ends_lead_from_the_command_line_to_languages() {
        let used = |name: &str| MAY_USE.iter().find(|(known, _)| *known == name).map(|(_, to)| *to);
        for above in ["cli", "frontend", "host", "report", "check", "explore"] {
            let to = used(above).expect("the crate is in the table");
            assert!(OF_LANGUAGES.iter().all(|language| !to.contains(language)), "{above}");
        }
        let known = MAY_USE.iter().map(|(name, _)| *name);
        let known: Vec<&str> = known.filter(|name| name.starts_with("lang-")).collect();
        assert!(known.iter().all(|name| OF_LANGUAGES.contains(name)), "{known:?}");
    }

    #[test]
    fn what_may_be_used_never_goes_in_circles() {
        let place = |name: &str| MAY_USE.iter().position(|(known, _)| *known == name);
        for (name, allowed) in MAY_USE {
            for used in *allowed {
                // test-support stands last and is used by tests only.
                assert!(place(used) < place(name), "{name} uses {used}, which stands after it");
            }
        }
    }
}
