//! Cells inside of terms: all places of one cell, where an empty bag stands for a cell that is not
//! there.

use triomphe::Arc;

use crate::context::{Ctx, Halt};
use crate::layout::Layout;
use crate::pattern::{CellPart, CellsPattern, Place};
use crate::signature::CellId;
use crate::value::{Args, Value};

/// Whether a place of a cell holds nothing.
pub(crate) fn is_absent(value: &Value) -> bool {
    matches!(value, Value::Bag(frames) if frames.is_empty())
}

/// Some slots of a frame as some of the cells of a cell.
pub(super) fn capture(layout: &Layout, cell: CellId, slots: &[usize], frame: &[Value]) -> Value {
    let all = layout.cell(cell).slots.clone();
    let start = all.start;
    let mut places = vec![Value::Bag(Arc::default()); all.len()];
    for slot in slots {
        places[slot - start] = frame[*slot].clone();
    }
    Value::Cells(cell, Args::from(places))
}

impl Ctx<'_> {
    /// Whether a value is cells that look like a pattern.
    pub(super) fn matches_cells(
        &mut self,
        pattern: &CellsPattern,
        value: &Value,
    ) -> Result<bool, Halt> {
        let Value::Cells(cell, places) = value else { return Ok(false) };
        if *cell != pattern.cell {
            return Ok(false);
        }
        for part in &pattern.parts {
            if !self.matches_part(part, &places[part.places.clone()])? {
                return Ok(false);
            }
        }
        let mut others = places.to_vec();
        for part in &pattern.parts {
            others[part.places.clone()].fill(Value::Bag(Arc::default()));
        }
        match &pattern.rest {
            None => Ok(others.iter().all(is_absent)),
            Some(rest) => self.matches(rest, &Value::Cells(*cell, Args::from(others))),
        }
    }

    fn matches_part(&mut self, part: &CellPart, places: &[Value]) -> Result<bool, Halt> {
        match (part.place, places) {
            (_, places) if places.iter().all(is_absent) => Ok(false),
            (Place::Leaf, [only]) => self.matches(&part.pattern, only),
            (Place::Inner(cell), places) => {
                let inner = Value::Cells(cell, Args::from(places.to_vec()));
                self.matches(&part.pattern, &inner)
            }
            (Place::One, [Value::Bag(frames)]) if frames.len() == 1 => {
                self.matches(&part.pattern, &frames[0])
            }
            (Place::OneLeaf, [Value::Bag(frames)]) if frames.len() == 1 => match &frames[0] {
                Value::Cells(_, slots) => self.matches(&part.pattern, &slots[0]),
                _ => Ok(false),
            },
            (Place::Leaf | Place::One | Place::OneLeaf, _) => Ok(false),
        }
    }
}
