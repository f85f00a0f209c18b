//! Who may use whom.

use super::Complaint;

/// The crates of ours that each crate of ours may use, tests left aside. Each crate is known by
/// what it does not know; adding an edge is a reviewed line of its own.
const MAY_USE: &[(&str, &[&str])] = &[
    ("stdx", &[]),
    ("testbed", &[]),
    ("child", &[]),
    ("source", &[]),
    ("term", &["stdx"]),
    ("solve", &["stdx", "term"]),
    ("solve-core", &["solve", "stdx", "term"]),
    ("solve-z3", &["solve", "stdx", "term"]),
    ("solve-smtlib", &["solve", "stdx", "term"]),
    ("solve-chain", &["solve", "solve-core", "solve-smtlib", "solve-z3", "stdx", "term"]),
    ("machine", &["source", "term"]),
    ("trace", &["machine", "source", "stdx", "term"]),
    ("explore", &["machine", "solve", "source", "stdx", "term", "trace"]),
    ("check", &["explore", "solve", "term"]),
    ("trace-tools", &["solve", "source", "term", "trace"]),
    ("harness", &["machine", "source", "term", "trace"]),
    ("syntax", &["source"]),
    ("flow", &[]),
    ("typestate", &["source", "syntax", "term", "trace"]),
    ("lang-toy", &["machine", "source", "stdx", "syntax", "term"]),
    ("lang-core", &["machine", "source", "stdx", "term"]),
    ("lang-ml", &["harness", "lang-core", "source", "term", "trace"]),
    ("lang-haskell", &["child", "lang-core", "machine", "source", "syntax", "term"]),
    ("lang-interp", &["explore", "solve", "term", "trace"]),
    ("lang-jvm", &["machine", "term"]),
    ("k-syntax", &["source", "syntax"]),
    ("jvm-flow", &["flow", "lang-jvm", "typestate"]),
    (
        "jvm-srv",
        &[
            "explore",
            "flow",
            "jvm-flow",
            "lang-jvm",
            "machine",
            "solve",
            "solve-core",
            "stdx",
            "term",
            "typestate",
        ],
    ),
    ("interp-langs", &["lang-interp", "source", "syntax"]),
    ("lang-k", &["explore", "k-syntax", "solve", "source", "stdx", "term"]),
    ("ml-test", &["child", "harness", "lang-ml", "machine", "source", "term", "trace"]),
    ("report", &["explore", "machine", "solve", "source", "stdx", "term"]),
    (
        "cli",
        &[
            "check",
            "child",
            "explore",
            "harness",
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
            "machine",
            "ml-test",
            "report",
            "solve",
            "solve-chain",
            "solve-z3",
            "source",
            "stdx",
            "term",
            "trace",
            "trace-tools",
            "typestate",
        ],
    ),
    (
        "test-support",
        &["explore", "k-syntax", "lang-toy", "machine", "solve", "source", "stdx", "term"],
    ),
    (
        "campaign",
        &[
            "explore",
            "interp-langs",
            "k-syntax",
            "lang-interp",
            "lang-k",
            "lang-toy",
            "machine",
            "solve",
            "solve-chain",
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
            "explore",
            "harness",
            "interp-langs",
            "jvm-flow",
            "jvm-srv",
            "lang-interp",
            "lang-jvm",
            "lang-k",
            "lang-ml",
            "solve",
            "solve-chain",
            "solve-core",
            "solve-smtlib",
            "solve-z3",
            "source",
            "stdx",
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

/// Edges that are not allowed, and crates that nobody has thought about.
pub(super) fn check(edges: &[(String, String)]) -> Vec<Complaint> {
    edges.iter().filter_map(|(from, to)| complaint(from, to)).collect()
}

fn complaint(from: &str, to: &str) -> Option<Complaint> {
    match MAY_USE.iter().find(|(name, _)| *name == from) {
        None => Some(format!("{from}: not in MAY_USE of xtask/src/tidy/edges.rs")),
        Some((_, allowed)) if allowed.contains(&to) => None,
        Some(_) => Some(format!("{from}: may not use {to}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(from: &str, to: &str) -> Vec<Complaint> {
        check(&[(from.to_owned(), to.to_owned())])
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
