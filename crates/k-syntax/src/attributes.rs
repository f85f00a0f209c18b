//! What stands in square brackets behind a sentence: `[strict(1), function, hook(INT.add)]`.

use source::Span;

/// One attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The word.
    pub key: String,
    /// What stands in parentheses behind it; quotes around a single string are gone.
    pub value: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// The attributes of a sentence in the order of the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attributes {
    list: Vec<Attribute>,
}

impl Attributes {
    /// Takes in a further attribute.
    pub fn push(&mut self, attribute: Attribute) {
        self.list.push(attribute);
    }

    /// Whether the word stands there, with a value or without.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The first attribute of that name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Attribute> {
        self.list.iter().find(|attribute| attribute.key == key)
    }

    /// The value of the first attribute of that name, if it has one.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        self.get(key)?.value.as_deref()
    }

    /// All of them, in the order of the source.
    pub fn iter(&self) -> impl Iterator<Item = &Attribute> {
        self.list.iter()
    }

    /// Takes in what the other has.
    pub fn extend(&mut self, other: &Attributes) {
        self.list.extend(other.list.iter().cloned());
    }
}
