//! Stack maps: what the verifier of the real virtual machine needs to know about the targets of
//! jumps.
//!
//! Each frame says what the variables and the stack hold at one place, mostly by what has changed
//! since the frame before. Code at the end of a method that jumps are sent to needs a frame of its own.

use lang_jvm::parse::{MethodType, Type};

/// What a variable or a slot of the stack holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Nothing, a number, null, or `this` in a constructor: by its tag.
    Plain(u8),
    /// An object of a class in the pool (7), or one that is not initialised yet (8).
    Indexed(u8, u16),
    /// An object of a class that may not be in the pool.
    Class(String),
}

/// What is held at one place.
#[derive(Clone, Debug)]
struct Frame {
    offset: usize,
    locals: Vec<Kind>,
    stack: Vec<Kind>,
}

/// The frames of a method.
pub(crate) struct Frames {
    frames: Vec<Frame>,
}

/// What the variables hold where a method starts.
pub(crate) fn at_start(class: &str, name: &str, descriptor: &str, is_static: bool) -> Vec<Kind> {
    let receiver = if name == "<init>" { Kind::Plain(6) } else { Kind::Class(class.to_owned()) };
    let params = MethodType::parse(descriptor).map_or(Vec::new(), |types| types.params);
    let held = |kind: &Type| match kind {
        Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => Kind::Plain(1),
        Type::Float => Kind::Plain(2),
        Type::Double => Kind::Plain(3),
        Type::Long => Kind::Plain(4),
        Type::Reference(class) => Kind::Class(class.to_string()),
    };
    let receiver = (!is_static).then_some(receiver);
    receiver.into_iter().chain(params.iter().map(held)).collect()
}

impl Frames {
    /// Reads the contents of a `StackMapTable`; none if they are not understood.
    pub(crate) fn read(table: &[u8], start: Vec<Kind>) -> Option<Frames> {
        let mut bytes = Bytes { bytes: table, at: 0 };
        let count = bytes.two()?;
        let mut last = Frame { offset: 0, locals: start, stack: Vec::new() };
        let mut frames = Vec::new();
        for index in 0..count {
            let delta = bytes.change(&mut last)?;
            last.offset += delta + usize::from(index > 0);
            frames.push(last.clone());
        }
        Some(Frames { frames })
    }

    /// Whether a variable holds an object where this frame is.
    pub(crate) fn has_object(&self, offset: usize, local: u8) -> bool {
        let Some(frame) = self.at(offset) else { return false };
        let mut slot = 0;
        for kind in &frame.locals {
            if slot == usize::from(local) {
                return matches!(kind, Kind::Indexed(7, _) | Kind::Class(_));
            }
            slot += if matches!(kind, Kind::Plain(3 | 4)) { 2 } else { 1 };
        }
        false
    }

    /// The entry of a table for a place behind all others at which the same is held as at another.
    /// `class` finds or makes the entry of the pool for a class.
    pub(crate) fn repeated(
        &self,
        of: usize,
        at: usize,
        mut class: impl FnMut(&str) -> u16,
    ) -> Option<Vec<u8>> {
        let frame = self.at(of)?;
        let delta = self.frames.last().map_or(at, |last| at - last.offset - 1);
        let mut out = vec![255];
        out.extend((delta as u16).to_be_bytes());
        for kinds in [&frame.locals, &frame.stack] {
            out.extend((kinds.len() as u16).to_be_bytes());
            for kind in kinds {
                match kind {
                    Kind::Plain(tag) => out.push(*tag),
                    Kind::Indexed(tag, index) => {
                        out.push(*tag);
                        out.extend(index.to_be_bytes());
                    }
                    Kind::Class(name) => {
                        out.push(7);
                        out.extend(class(name).to_be_bytes());
                    }
                }
            }
        }
        Some(out)
    }

    fn at(&self, offset: usize) -> Option<&Frame> {
        self.frames.iter().find(|frame| frame.offset == offset)
    }
}

struct Bytes<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Bytes<'_> {
    fn one(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.get(self.at - 1).copied()
    }

    fn two(&mut self) -> Option<usize> {
        Some(usize::from(self.one()?) << 8 | usize::from(self.one()?))
    }

    fn kind(&mut self) -> Option<Kind> {
        Some(match self.one()? {
            tag @ 0..=6 => Kind::Plain(tag),
            tag @ (7 | 8) => Kind::Indexed(tag, self.two()? as u16),
            _ => return None,
        })
    }

    fn kinds(&mut self, count: usize) -> Option<Vec<Kind>> {
        (0..count).map(|_| self.kind()).collect()
    }

    /// Changes a frame into the next one, and says how far away that is.
    fn change(&mut self, frame: &mut Frame) -> Option<usize> {
        let tag = self.one()?;
        frame.stack.clear();
        Some(match tag {
            0..=63 => usize::from(tag),
            64..=127 => {
                frame.stack = vec![self.kind()?];
                usize::from(tag - 64)
            }
            247 => {
                let delta = self.two()?;
                frame.stack = vec![self.kind()?];
                delta
            }
            248..=250 => {
                let left = frame.locals.len().checked_sub(usize::from(251 - tag))?;
                frame.locals.truncate(left);
                self.two()?
            }
            251 => self.two()?,
            252..=254 => {
                let delta = self.two()?;
                frame.locals.extend(self.kinds(usize::from(tag - 251))?);
                delta
            }
            255 => {
                let delta = self.two()?;
                let count = self.two()?;
                frame.locals = self.kinds(count)?;
                let count = self.two()?;
                frame.stack = self.kinds(count)?;
                delta
            }
            128..=246 => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An append, then one that says all, then a chop.
    #[test]
    fn frames_are_read_one_from_the_other() {
        let table = [
            0, 4, 252, 0, 5, 1, // at 5: one more number
            255, 0, 3, 0, 2, 4, 7, 0, 9, 0, 1,
            1, // at 9: a long, an object; a number on the stack
            250, 0, 0, // at 10: the object is gone
            64, 5, // at 11: null on the stack
        ];
        let start = at_start("A", "f", "(Ljava/lang/String;)V", false);
        let frames = Frames::read(&table, start).expect("frames");
        let offsets: Vec<usize> = frames.frames.iter().map(|frame| frame.offset).collect();
        assert_eq!(offsets, [5, 9, 10, 11]);
        let objects = |offset: usize| -> Vec<bool> {
            (0..4).map(|local| frames.has_object(offset, local)).collect()
        };
        let expected: [Vec<bool>; 3] = [
            vec![true, true, false, false],
            vec![false, false, true, false],
            vec![false, false, false, false],
        ];
        assert_eq!([objects(5), objects(9), objects(10)], expected);
        let again = frames.repeated(11, 20, |_| 77).expect("a frame");
        assert_eq!(again, [255, 0, 8, 0, 1, 4, 0, 1, 5]);
        let again = frames.repeated(5, 12, |_| 77).expect("a frame");
        assert_eq!(again, [255, 0, 0, 0, 3, 7, 0, 77, 7, 0, 77, 1, 0, 0]);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for table in [&[][..], &[0, 1], &[0, 1, 200], &[0, 1, 250, 0, 0], &[0, 1, 64, 9]] {
            assert!(Frames::read(table, Vec::new()).is_none(), "{table:?}");
        }
    }
}
