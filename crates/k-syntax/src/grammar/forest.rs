//! All readings of a text, packed.
//!
//! An item remembers the items that it was reached from. A reading of a class over a stretch of
//! tokens is a line that was completed over it, with one way back through its items.

use super::build::Grammar;
use super::{ClassId, LineId, Symbol, Token};

pub(crate) const NONE: u32 = u32::MAX;

/// A line with a place in it, for a stretch of tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    /// A line and how much of it is read, as one number.
    pub(crate) state: u32,
    pub(crate) origin: u32,
    pub(crate) end: u32,
    /// The first of its links.
    pub(crate) links: u32,
    pub(crate) next_waiting: u32,
}

/// Where an item was reached from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) from: u32,
    pub(crate) next: u32,
}

/// A line read to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Completed {
    pub(crate) origin: u32,
    pub(crate) line: LineId,
    pub(crate) item: u32,
}

/// A part of a reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Child {
    /// The token of that number.
    Token(u32),
    /// A class over tokens from the first number up to the second.
    Node(ClassId, u32, u32),
}

pub(crate) struct Forest<'g> {
    pub(crate) grammar: &'g Grammar,
    pub(crate) tokens: Vec<Token>,
    pub(super) items: Vec<Item>,
    pub(super) links: Vec<Link>,
    /// Completed lines, set by set, by origin in each.
    pub(super) completed: Vec<Completed>,
    /// Where the completed lines of each set end.
    pub(super) set_starts: Vec<u32>,
    /// The first state of each line, and behind the last line one more.
    starts: Vec<u32>,
    /// The line of each state.
    lines: Vec<LineId>,
}

impl<'g> Forest<'g> {
    pub(super) fn new(grammar: &'g Grammar) -> Forest<'g> {
        let (mut starts, mut lines) = (vec![0], Vec::new());
        for (at, line) in grammar.lines.iter().enumerate() {
            let id = LineId(u32::try_from(at).expect("fewer than 2^32 lines"));
            lines.extend(std::iter::repeat_n(id, line.symbols.len() + 1));
            starts.push(u32::try_from(lines.len()).expect("fewer than 2^32 states"));
        }
        Forest {
            grammar,
            tokens: Vec::new(),
            items: Vec::new(),
            links: Vec::new(),
            completed: Vec::new(),
            set_starts: Vec::new(),
            starts,
            lines,
        }
    }

    pub(super) fn start_state(&self, line: LineId) -> u32 {
        self.starts[line.0 as usize]
    }

    pub(super) fn add(&mut self, state: u32, origin: u32, end: u32) -> u32 {
        let id = u32::try_from(self.items.len()).expect("fewer than 2^32 items");
        self.items.push(Item { state, origin, end, links: NONE, next_waiting: NONE });
        id
    }

    /// The line of a state and the symbol that comes next.
    pub(super) fn symbol_after(&self, state: u32) -> (LineId, Option<Symbol>) {
        let line = self.lines[state as usize];
        let dot = (state - self.starts[line.0 as usize]) as usize;
        (line, self.grammar.line(line).symbols.get(dot).copied())
    }

    /// The whole text as the start of the grammar.
    pub(crate) fn root(&self) -> Child {
        let end = u32::try_from(self.tokens.len()).expect("files are under 4 GiB");
        Child::Node(self.grammar.start, 0, end)
    }

    pub(super) fn accepts(&self) -> bool {
        let end = u32::try_from(self.tokens.len()).expect("files are under 4 GiB");
        self.lines_over(self.grammar.start, 0, end).next().is_some()
    }

    /// The lines of a class that were completed over a stretch, with their last items.
    pub(crate) fn lines_over(
        &self,
        class: ClassId,
        from: u32,
        to: u32,
    ) -> impl Iterator<Item = (LineId, u32)> {
        let start = if to == 0 { 0 } else { self.set_starts[to as usize - 1] as usize };
        let set = &self.completed[start..self.set_starts[to as usize] as usize];
        let first = set.partition_point(|done| done.origin < from);
        let over = set[first..].iter().take_while(move |done| done.origin == from);
        over.filter(move |done| self.grammar.has_member(class, done.line))
            .map(|done| (done.line, done.item))
    }

    /// The parts of every reading of a completed line, up to `limit` readings.
    pub(crate) fn readings(&self, last: u32, limit: usize) -> Vec<Vec<Child>> {
        let mut readings = Vec::new();
        // An item on the way back and the parts behind it, last part first.
        let mut stack: Vec<(u32, Vec<Child>)> = vec![(last, Vec::new())];
        while let Some((item, parts)) = stack.pop() {
            if readings.len() > limit {
                break;
            }
            let Item { links, end, .. } = self.items[item as usize];
            if links == NONE {
                readings.push(parts.into_iter().rev().collect());
                continue;
            }
            let mut link = links;
            while link != NONE {
                let Link { from, next } = self.links[link as usize];
                let mut longer = parts.clone();
                longer.push(self.part(from, end));
                stack.push((from, longer));
                link = next;
            }
        }
        readings
    }

    /// What lies between an item and the item that was reached from it.
    fn part(&self, from: u32, end: u32) -> Child {
        let Item { state, end: middle, .. } = self.items[from as usize];
        match self.symbol_after(state).1 {
            Some(Symbol::Class(class)) => Child::Node(class, middle, end),
            Some(Symbol::Token(_)) => Child::Token(middle),
            None => unreachable!("an item is reached from one that has a symbol in front of it"),
        }
    }

    /// How many readings the text has. Readings that contain themselves are not counted.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u128 {
        let mut known: rustc_hash::FxHashMap<Child, Option<u128>> = Default::default();
        let mut stack = vec![self.root()];
        while let Some(&node) = stack.last() {
            let Child::Node(class, from, to) = node else {
                unreachable!("only classes are pushed")
            };
            known.entry(node).or_insert(None);
            let lines: Vec<_> = self.lines_over(class, from, to).collect();
            let readings: Vec<_> =
                lines.iter().flat_map(|(_, item)| self.readings(*item, usize::MAX)).collect();
            let missing: Vec<Child> = (readings.iter().flatten())
                .filter(|part| matches!(part, Child::Node(..)) && !known.contains_key(part))
                .copied()
                .collect();
            if missing.is_empty() {
                let of = |part: &Child| match part {
                    Child::Token(_) => 1,
                    Child::Node(..) => known[part].unwrap_or(0),
                };
                let total = readings.iter().map(|parts| parts.iter().map(of).product::<u128>());
                let total = total.sum();
                known.insert(node, Some(total));
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        known[&self.root()].unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::grammar::{Grammar, Mode, SeedSet, parse};
    use crate::stop::Stop;
    use crate::testing::definition;

    /// How many readings a text has as an `E` of the syntax given.
    #[track_caller]
    fn readings(syntax: &str, text: &str) -> u128 {
        let definition = definition(&format!("module T syntax E ::= {syntax} endmodule"));
        let signature = &definition.signature;
        let module = signature.module("T").expect("the module is there");
        let seeds = SeedSet::new(signature, module, Mode::Program).expect("no expressions");
        let start = signature.sort_ids["E"];
        let grammar = Grammar::new(&seeds, &seeds.all(), start);
        parse(&grammar, &seeds.scanner, text, 0..text.len(), &Stop::default())
            .map_or(0, |forest| forest.count())
    }

    #[test]
    fn the_number_of_readings_is_that_of_catalan() {
        let free = r#""n" | E "+" E | E "*" E"#;
        for (operators, catalan) in
            [(0, 1), (4, 14), (8, 1430), (10, 16796), (40, 2_622_127_042_276_492_108_820)]
        {
            let text = format!("n{}", " + n".repeat(operators));
            assert_eq!(readings(free, &text), catalan, "{operators}");
        }
        assert_eq!(readings(free, "n * n + n * n + n"), 14);
    }

    #[test]
    fn priorities_and_associativity_leave_one_reading() {
        let text = "n * n + n * n + n";
        assert_eq!(readings(r#""n" > left: E "*" E > left: E "+" E"#, text), 1);
        assert_eq!(readings(r#""n" > E "*" E > left: E "+" E"#, "n * n * n + n"), 2);
        assert_eq!(readings(r#""n" > right: E "*" E | E "+" E"#, text), 1);
        assert_eq!(readings(r#""n" > non-assoc: E "*" E | E "+" E"#, "n + n * n"), 0);
        assert_eq!(readings(r#""n" > "-" E > left: E "+" E"#, "- n + - n"), 1);
        assert_eq!(readings(r#""n" > left: E "+" E > "-" E"#, "- n + n"), 1);
    }

    #[test]
    fn empty_productions_are_read_wherever_they_fit() {
        assert_eq!(readings(r#""a" E "b" | """#, "a a b b"), 1);
        assert_eq!(readings(r#"E E "x" | """#, "x x"), 2);
    }
}
