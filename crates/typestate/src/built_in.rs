//! The properties that are always there: iterators, enumerations, streams and sockets.

use source::Files;

use crate::mop;
use crate::property::Property;

/// Names on the command line and the texts of the properties behind them.
const TEXTS: [(&str, &str); 5] = [
    ("enumeration", include_str!("built_in/enumeration.mop")),
    ("iterator", include_str!("built_in/iterator.mop")),
    ("reader", include_str!("built_in/reader.mop")),
    ("socket", include_str!("built_in/socket.mop")),
    ("writer", include_str!("built_in/writer.mop")),
];

/// The names of the built-in properties.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// The properties behind a name, with the text that they are made from.
#[must_use]
pub fn built_in(name: &str, files: &mut Files) -> Option<Vec<Property>> {
    let (name, text) = TEXTS.iter().find(|(known, _)| *known == name)?;
    let file = files.add(&format!("{name}.mop"), text);
    Some(mop::read(&file).expect("our own properties are well formed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_built_in_properties_can_be_read() {
        for name in built_in_names() {
            let properties = built_in(name, &mut Files::new()).expect("it is there");
            for property in properties {
                let automaton = &property.automaton;
                assert!(!automaton.violating().is_empty(), "{name}");
                assert!(!automaton.is_violating(automaton.start()), "{name}");
            }
        }
    }
}
