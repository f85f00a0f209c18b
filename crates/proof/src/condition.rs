//! The conditions of a proof about histories, each once.

use std::collections::HashMap;

use crate::sexp::Sexp;

/// A condition, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CondId(pub(crate) usize);

impl CondId {
    pub(crate) const TRUE: CondId = CondId(0);
    pub(crate) const FALSE: CondId = CondId(1);
}

/// How a condition came about. Who has terms for the texts of a proof can make terms for all of its conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Made {
    /// It is written in the proof.
    Text(String),
    /// Values in place of the names of a condition.
    Put(CondId, Vec<(String, String)>),
    /// Two values are equal.
    Is(String, String),
    /// A condition does not hold.
    Not(CondId),
    /// All of some conditions hold.
    All(Vec<CondId>),
    /// Some of some conditions holds.
    Some(Vec<CondId>),
}

/// A condition that holds, or one that does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CondLiteral {
    /// The condition.
    pub cond: CondId,
    /// Whether it holds.
    pub holds: bool,
}

/// All conditions of a proof.
pub struct Conditions {
    made: Vec<Made>,
    texts: Vec<Sexp>,
    by_text: HashMap<Sexp, CondId>,
}

impl Conditions {
    pub(crate) fn new() -> Conditions {
        let mut all = Conditions { made: Vec::new(), texts: Vec::new(), by_text: HashMap::new() };
        for constant in ["true", "false"] {
            all.add(Sexp::atom(constant), Made::Text(constant.to_owned()));
        }
        all
    }

    /// The condition that a text is.
    pub(crate) fn text(&mut self, text: &Sexp) -> CondId {
        self.add(text.clone(), Made::Text(text.to_string()))
    }

    fn add(&mut self, text: Sexp, made: Made) -> CondId {
        let text = text.simple();
        if let Some(known) = self.by_text.get(&text) {
            return *known;
        }
        let cond = CondId(self.texts.len());
        self.by_text.insert(text.clone(), cond);
        self.texts.push(text);
        self.made.push(made);
        cond
    }

    pub(crate) fn put(&mut self, cond: CondId, by: &[(String, Sexp)]) -> CondId {
        let own = &self.texts[cond.0];
        let by: Vec<(String, Sexp)> =
            by.iter().filter(|(name, _)| own.mentions(name)).cloned().collect();
        if by.is_empty() {
            return cond;
        }
        let text = own.put(&by);
        let texts = by.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        self.add(text, Made::Put(cond, texts))
    }

    pub(crate) fn is(&mut self, a: &Sexp, b: &Sexp) -> CondId {
        let text = Sexp::List(vec![Sexp::atom("="), a.clone(), b.clone()]);
        self.add(text, Made::Is(a.to_string(), b.to_string()))
    }

    pub(crate) fn not(&mut self, cond: CondId) -> CondId {
        let text = Sexp::List(vec![Sexp::atom("not"), self.texts[cond.0].clone()]);
        self.add(text, Made::Not(cond))
    }

    pub(crate) fn all(&mut self, parts: &[CondId]) -> CondId {
        self.add(self.joined("and", parts), Made::All(parts.to_vec()))
    }

    pub(crate) fn some(&mut self, parts: &[CondId]) -> CondId {
        self.add(self.joined("or", parts), Made::Some(parts.to_vec()))
    }

    fn joined(&self, head: &str, parts: &[CondId]) -> Sexp {
        let parts = parts.iter().map(|part| self.texts[part.0].clone());
        Sexp::List([Sexp::atom(head)].into_iter().chain(parts).collect())
    }

    pub(crate) fn sexp(&self, cond: CondId) -> &Sexp {
        &self.texts[cond.0]
    }

    /// The text of a condition.
    #[must_use]
    pub fn show(&self, cond: CondId) -> String {
        self.texts[cond.0].to_string()
    }

    /// How a condition came about.
    #[must_use]
    pub fn made(&self, cond: CondId) -> &Made {
        &self.made[cond.0]
    }
}
