//! Where a value stops looking like a pattern.

use crate::context::Ctx;
use crate::pattern::Pattern;
use crate::signature::{LabelId, SortId};
use crate::value::Value;

/// The first part of a value that does not fit.
#[derive(Clone, Debug)]
pub(super) struct Mismatch {
    /// How many constructors around it fit.
    pub(super) depth: usize,
    /// The part.
    pub(super) value: Value,
    /// What was asked for in its place.
    pub(super) wanted: Wanted,
    /// The constructor right around it, and which argument of it the part is.
    pub(super) around: Option<(LabelId, usize)>,
}

/// What a pattern asks for.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// This constructor.
    Constructor(LabelId),
    /// A value of this sort.
    Sort(SortId),
    /// This value, which the pattern spells out.
    Constant(Value),
    /// The value that the same variable has at another place.
    Same(Value),
    /// One more item of a computation.
    Item,
    /// The end of a computation.
    End,
    /// Some cells.
    Cells,
}

/// The first part of a value that does not look like a pattern; none if all of it does, perhaps under
/// a condition. Fills the registers of what fits.
pub(super) fn mismatch(ctx: &mut Ctx<'_>, pattern: &Pattern, value: &Value) -> Option<Mismatch> {
    let mut search = Search { ctx, depth: 0, around: None };
    search.find(pattern, value)
}

struct Search<'c, 'a> {
    ctx: &'c mut Ctx<'a>,
    depth: usize,
    around: Option<(LabelId, usize)>,
}

impl Search<'_, '_> {
    /// Patterns nest no deeper than the compiler of rules allows.
    fn find(&mut self, pattern: &Pattern, value: &Value) -> Option<Mismatch> {
        match pattern {
            Pattern::Node(label, patterns) => match value {
                Value::Node(own, args) if own == label => self.arguments(*label, patterns, args),
                _ => self.differs(Wanted::Constructor(*label), value),
            },
            Pattern::Seq(items, rest) => self.computation(items, rest, value),
            Pattern::As(_, inner) => self.find(inner, value),
            Pattern::OfSort(sort) | Pattern::BindSort(_, sort) => {
                self.unless_fits(pattern, value, Wanted::Sort(*sort))
            }
            Pattern::Const(Value::Leaf(label)) => {
                self.unless_fits(pattern, value, Wanted::Constructor(*label))
            }
            Pattern::Const(Value::Empty) => self.unless_fits(pattern, value, Wanted::End),
            Pattern::Const(constant) => {
                self.unless_fits(pattern, value, Wanted::Constant(constant.clone()))
            }
            Pattern::Same(reg) => {
                let known = self.ctx.reg(*reg).clone();
                self.unless_fits(pattern, value, Wanted::Same(known))
            }
            Pattern::Cells(_) => self.unless_fits(pattern, value, Wanted::Cells),
            Pattern::Any | Pattern::Bind(_) => self.unless_fits(pattern, value, Wanted::Item),
        }
    }

    fn unless_fits(
        &mut self,
        pattern: &Pattern,
        value: &Value,
        wanted: Wanted,
    ) -> Option<Mismatch> {
        match self.ctx.matches(pattern, value) {
            Ok(true) => None,
            Ok(false) | Err(_) => self.differs(wanted, value),
        }
    }

    fn differs(&self, wanted: Wanted, value: &Value) -> Option<Mismatch> {
        let (depth, around) = (self.depth, self.around);
        Some(Mismatch { depth, value: value.clone(), wanted, around })
    }

    fn arguments(
        &mut self,
        label: LabelId,
        patterns: &[Pattern],
        args: &[Value],
    ) -> Option<Mismatch> {
        let around = self.around;
        self.depth += 1;
        let mut found = None;
        for (nth, (pattern, arg)) in patterns.iter().zip(args).enumerate() {
            self.around = Some((label, nth));
            found = found.or_else(|| self.find(pattern, arg));
        }
        self.depth -= 1;
        self.around = around;
        found
    }

    fn computation(
        &mut self,
        items: &[Pattern],
        rest: &Pattern,
        value: &Value,
    ) -> Option<Mismatch> {
        let mut left = value;
        for (nth, item) in items.iter().enumerate() {
            let Some((head, tail)) = left.uncons() else {
                return self.differs(Wanted::Item, &Value::Empty);
            };
            if let Some(found) = self.find(item, head) {
                // An item behind the first one is nearer than the first one itself.
                return Some(Mismatch { depth: found.depth + nth, ..found });
            }
            left = tail;
        }
        let found = self.find(rest, left)?;
        Some(Mismatch { depth: found.depth + items.len(), ..found })
    }
}
