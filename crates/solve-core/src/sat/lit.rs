//! Variables with a sign.

/// A variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) fn new(var: u32, holds: bool) -> Lit {
        Lit(var << 1 | u32::from(!holds))
    }

    pub(crate) fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Whether this is the variable itself.
    pub(crate) fn holds(self) -> bool {
        self.0 & 1 == 0
    }

    /// A number for each literal, dense from zero.
    pub(crate) fn code(self) -> u32 {
        self.0
    }

    pub(crate) fn from_code(code: u32) -> Lit {
        Lit(code)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}
