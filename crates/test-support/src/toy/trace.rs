//! What is seen of a run on known inputs.

use source::Span;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself.
    Finished,
    /// At a property that does not hold, with its code.
    Failed(String, Span),
    /// At an assumption that does not hold.
    Discarded,
    /// At something that is not modelled for inputs that are not known.
    Gap,
    /// It took too long for a test.
    OutOfFuel,
}

/// Inputs and events in order, as text, and the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// One line for each input and each event.
    pub lines: Vec<String>,
    /// How the run ended.
    pub end: End,
}

/// The answers to the inputs of a run: the numbers over and over, an odd one for true.
#[derive(Clone, Debug)]
pub struct Answers(pub Vec<i128>);

impl Answers {
    /// The answer to the input with this number, as a number.
    #[must_use]
    pub fn int(&self, number: usize) -> i128 {
        if self.0.is_empty() { 0 } else { self.0[number % self.0.len()] }
    }

    /// The answer to the input with this number, as a truth value.
    #[must_use]
    pub fn bool(&self, number: usize) -> bool {
        self.int(number) % 2 != 0
    }
}
