//! The properties that are always there: those of the literature about iterators, streams and sockets, and
//! rules about the protocols of the JDK's classes.

mod rule;

use std::sync::LazyLock;

use source::Files;

use crate::mop;
use crate::property::Property;
pub use rule::JdkRule;

/// Names on the command line and the texts of the properties behind them.
const TEXTS: [(&str, &str, &str); 5] = [
    (
        "enumeration",
        "an enumeration is asked before it is used",
        include_str!("built_in/enumeration.mop"),
    ),
    (
        "iterator",
        "an iterator is asked, and its collection left alone",
        include_str!("built_in/iterator.mop"),
    ),
    ("reader", "nothing is read from what is closed", include_str!("built_in/reader.mop")),
    ("socket", "no closed socket is used", include_str!("built_in/socket.mop")),
    ("writer", "nothing is written to what is closed", include_str!("built_in/writer.mop")),
];

static RULES: LazyLock<Vec<JdkRule>> =
    LazyLock::new(|| JdkRule::all(include_str!("built_in/jdk.rules")));

/// The rules about the JDK's classes.
#[must_use]
pub fn rules() -> &'static [JdkRule] {
    &RULES
}

/// The names of the built-in properties that are no rules about single calls of the JDK.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, ..)| *name)
}

/// All built-in properties with a line about each.
pub fn built_in_properties() -> impl Iterator<Item = (&'static str, &'static str)> {
    let texts = TEXTS.iter().map(|(name, about, _)| (*name, *about));
    texts.chain(rules().iter().map(|rule| (rule.name, rule.about)))
}

/// The properties behind a name, with the text that they are made from. The part of a name before the dot
/// stands for all rules that begin so.
#[must_use]
pub fn built_in(name: &str, files: &mut Files) -> Option<Vec<Property>> {
    let text = match TEXTS.iter().find(|(known, ..)| *known == name) {
        Some((.., text)) => (*text).to_owned(),
        None => {
            let is_meant = |rule: &&JdkRule| rule.name == name || rule.group() == name;
            let rules: Vec<String> = rules().iter().filter(is_meant).map(JdkRule::text).collect();
            (!rules.is_empty()).then(|| rules.join("\n"))?
        }
    };
    let file = files.add(&format!("{name}.mop"), &text);
    Some(mop::read(&file).expect("our own properties are well formed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_built_in_properties_can_be_read() {
        for (name, about) in built_in_properties() {
            assert!(!about.is_empty(), "{name}");
            for property in built_in(name, &mut Files::new()).expect("it is there") {
                let automaton = &property.automaton;
                let can_break =
                    |state| automaton.is_violating(state) || automaton.is_unfinished(state);
                assert!(automaton.states().any(can_break), "{name}");
                assert!(!automaton.is_violating(automaton.start()), "{name}");
            }
        }
    }

    #[test]
    fn names_of_rules_are_different_and_groups_are_all_of_theirs() {
        let mut names: Vec<&str> = built_in_properties().map(|(name, _)| name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        let scanner = built_in("scanner", &mut Files::new()).expect("there are some");
        let expected = rules().iter().filter(|rule| rule.group() == "scanner").count();
        assert_eq!(scanner.len(), expected);
    }
}
