//! How calls of functions that have a contract are run.

/// Which calls of functions with both a body and a contract are run by their contracts.
///
/// A call that is run by its body is *concrete*. One that is run by its contract is *abstract*: the
/// body is left aside, and the call may do whatever the contract allows.
///
/// ```
/// use machine::Facets;
///
/// assert_eq!(Facets::default(), Facets::Concrete);
/// assert_eq!(Facets::AtMost(3).most(), Some(3));
/// assert_eq!(Facets::Abstract.most(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Facets {
    /// None: all calls are concrete.
    #[default]
    Concrete,
    /// Each call is run either way, with at most so many abstract ones on a path.
    AtMost(u32),
    /// All.
    Abstract,
    /// All, where each of these functions is itself proved to keep its contract, which includes that it
    /// raises nothing: what would be seen in a callee is not looked for in its callers.
    Modular,
    /// The same for functions that may call themselves, and none of the others.
    Recursive,
}

impl Facets {
    /// How many abstract calls a path has at most, if there is a bound.
    #[must_use]
    pub fn most(self) -> Option<u32> {
        match self {
            Facets::Concrete => Some(0),
            Facets::AtMost(most) => Some(most),
            Facets::Abstract | Facets::Modular | Facets::Recursive => None,
        }
    }
}
