//! Goals: the constraint language of an interpreter.
//!
//! `exists x y. left = right, left' /= right'` as a value: the unknowns by name, and conditions whose
//! sides are computed by the interpreter from the unknowns.

use crate::{Cx, Kind, Stop, Value};

/// Computes one side of a condition from the unknowns, in the order in which they are declared; what
/// was [given](Goal::given) stands before them.
pub type Side<'g> = Box<dyn Fn(&mut Cx<'_>, &[Value]) -> Result<Value, Stop> + Sync + 'g>;

/// Computes one side of an equation towards the value that it must come to.
pub type Towards<'g> = Box<dyn Fn(&mut Cx<'_>, &[Value], Value) -> Result<(), Stop> + Sync + 'g>;

/// Demands something of the unknowns.
pub type Holds<'g> = Box<dyn Fn(&mut Cx<'_>, &[Value]) -> Result<(), Stop> + Sync + 'g>;

/// Computes values that all conditions see.
type Given<'g> = Box<dyn Fn(&mut Cx<'_>) -> Result<Vec<Value>, Stop> + Sync + 'g>;

/// Unknowns and what must hold of them. Pass [`Goal::run`] to [`search`](crate::search()).
///
/// ```
/// use lang_interp::{Goal, Heap, Kind, Options, solve};
///
/// let goal = Goal::new()
///     .exists("x", Kind::Any)
///     .exists("y", Kind::Any)
///     .equal(|_, unknowns| Ok(unknowns[0]), |cx, _| Ok(cx.symbol("a")))
///     .different(|_, unknowns| Ok(unknowns[0]), |_, unknowns| Ok(unknowns[1]));
/// let (answers, summary) = solve(&mut Heap::new(), &Options::default(), |cx| goal.run(cx));
/// assert_eq!(answers[0].to_string(), "x = a, y = _0 where _0 /= a");
/// assert!(answers.len() == 1 && summary.is_complete());
/// ```
#[derive(Default)]
pub struct Goal<'g> {
    given: Option<Given<'g>>,
    unknowns: Vec<(String, Kind)>,
    conditions: Vec<Condition<'g>>,
}

enum Condition<'g> {
    Related(Side<'g>, Relation, Side<'g>),
    Reached(Side<'g>, Towards<'g>),
    Holds(Holds<'g>),
}

/// How the sides of a condition are related.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// They are the same value.
    Equal,
    /// They are different values.
    Different,
    /// The left one does not occur in the right one.
    Absent,
}

impl<'g> Goal<'g> {
    /// No unknowns and no conditions: one answer.
    #[must_use]
    pub fn new() -> Goal<'g> {
        Goal::default()
    }

    /// Values that are computed once, for all conditions: the definitions of a program.
    #[must_use]
    pub fn given(
        mut self,
        given: impl Fn(&mut Cx<'_>) -> Result<Vec<Value>, Stop> + Sync + 'g,
    ) -> Goal<'g> {
        self.given = Some(Box::new(given));
        self
    }

    /// One more unknown.
    #[must_use]
    pub fn exists(mut self, name: &str, kind: Kind) -> Goal<'g> {
        self.unknowns.push((name.to_owned(), kind));
        self
    }

    /// One more condition. Conditions are computed in order, left sides first.
    #[must_use]
    pub fn condition(mut self, left: Side<'g>, relation: Relation, right: Side<'g>) -> Goal<'g> {
        self.conditions.push(Condition::Related(left, relation, right));
        self
    }

    /// Both sides are to be equal.
    #[must_use]
    pub fn equal(
        self,
        left: impl Fn(&mut Cx<'_>, &[Value]) -> Result<Value, Stop> + Sync + 'g,
        right: impl Fn(&mut Cx<'_>, &[Value]) -> Result<Value, Stop> + Sync + 'g,
    ) -> Goal<'g> {
        self.condition(Box::new(left), Relation::Equal, Box::new(right))
    }

    /// The sides are to be different.
    #[must_use]
    pub fn different(
        self,
        left: impl Fn(&mut Cx<'_>, &[Value]) -> Result<Value, Stop> + Sync + 'g,
        right: impl Fn(&mut Cx<'_>, &[Value]) -> Result<Value, Stop> + Sync + 'g,
    ) -> Goal<'g> {
        self.condition(Box::new(left), Relation::Different, Box::new(right))
    }

    /// Both sides are to be equal, and the second one, which knows what it must come to, can leave a
    /// path early.
    #[must_use]
    pub fn reaches(
        mut self,
        aim: impl Fn(&mut Cx<'_>, &[Value]) -> Result<Value, Stop> + Sync + 'g,
        towards: impl Fn(&mut Cx<'_>, &[Value], Value) -> Result<(), Stop> + Sync + 'g,
    ) -> Goal<'g> {
        self.conditions.push(Condition::Reached(Box::new(aim), Box::new(towards)));
        self
    }

    /// The value of one side is no part of that of the other, nor the same.
    #[must_use]
    pub fn absent(
        self,
        part: impl Fn(&mut Cx<'_>, &[Value]) -> Result<Value, Stop> + Sync + 'g,
        whole: impl Fn(&mut Cx<'_>, &[Value]) -> Result<Value, Stop> + Sync + 'g,
    ) -> Goal<'g> {
        self.condition(Box::new(part), Relation::Absent, Box::new(whole))
    }

    /// Something else that must hold: it discards the path where it does not.
    #[must_use]
    pub fn holds(
        mut self,
        what: impl Fn(&mut Cx<'_>, &[Value]) -> Result<(), Stop> + Sync + 'g,
    ) -> Goal<'g> {
        self.conditions.push(Condition::Holds(Box::new(what)));
        self
    }

    /// Makes the unknowns and demands the conditions. The value of the run is `true`.
    pub fn run(&self, cx: &mut Cx<'_>) -> Result<Value, Stop> {
        let unknowns: Vec<Value> =
            self.unknowns.iter().map(|(name, kind)| cx.unknown(name, *kind)).collect();
        let mut known = match &self.given {
            Some(given) => given(cx)?,
            None => Vec::new(),
        };
        known.extend(unknowns);
        for condition in &self.conditions {
            condition.demand(cx, &known)?;
        }
        Ok(Value::TRUE)
    }
}

impl Condition<'_> {
    fn demand(&self, cx: &mut Cx<'_>, known: &[Value]) -> Result<(), Stop> {
        match self {
            Condition::Related(left, relation, right) => {
                let (left, right) = (left(cx, known)?, right(cx, known)?);
                match relation {
                    Relation::Equal => cx.unify(left, right),
                    Relation::Different => cx.differ(left, right),
                    Relation::Absent => cx.absent(left, right),
                }
            }
            Condition::Reached(aim, towards) => {
                let aim = aim(cx, known)?;
                towards(cx, known, aim)
            }
            Condition::Holds(what) => what(cx, known),
        }
    }
}
