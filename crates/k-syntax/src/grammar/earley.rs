//! Earley's algorithm over classes, one set of items per token.
//!
//! Completion goes by class, not by line: the first line that completes a class over a stretch of
//! the text moves everyone who waits for that class, later ones only add to the forest. Prediction
//! looks one token ahead. Tokens are scanned as the parser needs them, see [`super::scanner`].

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::build::Grammar;
use super::first::KindSet;
use super::forest::{Completed, Forest, Item, Link, NONE};
use super::scanner::{Scanner, Tier};
use super::{ClassId, LineId, Symbol, Token, TokenKind};
use crate::stop::Stop;

/// Why a text is not of the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ParseFault {
    /// Where the parser was stuck: the token there, empty at the end of the text.
    pub(crate) place: (usize, usize),
    /// The literals that could have come, sorted.
    pub(crate) expected: Vec<String>,
}

/// Parses the part `range` of a text.
pub(crate) fn parse<'g>(
    grammar: &'g Grammar,
    scanner: &Scanner,
    text: &str,
    range: std::ops::Range<usize>,
    stop: &Stop,
) -> Result<Forest<'g>, ParseFault> {
    let mut parser = Parser::new(grammar, scanner, stop);
    parser.run(&text[..range.end], range.start)?;
    Ok(parser.forest)
}

struct Parser<'g, 's> {
    grammar: &'g Grammar,
    scanner: &'s Scanner,
    stop: &'s Stop,
    forest: Forest<'g>,
    /// Items of the current set by state and origin.
    known: FxHashMap<(u32, u32), u32>,
    /// The last item that waits for a class at a set; items are chained by `next_waiting`.
    waiting: FxHashMap<(u32, ClassId), u32>,
    /// The classes waited for at each set.
    wanted: Vec<Vec<ClassId>>,
    /// Classes completed in the current set, with their origins.
    done: FxHashSet<(ClassId, u32)>,
    /// The set in which each line was predicted last.
    predicted: Vec<u32>,
    /// Lines completed over nothing in the current set.
    empty: Vec<LineId>,
    /// Items of the current set in front of a token.
    shifts: Vec<(TokenKind, u32)>,
    /// What may come next.
    ahead: KindSet,
}

impl<'g, 's> Parser<'g, 's> {
    fn new(grammar: &'g Grammar, scanner: &'s Scanner, stop: &'s Stop) -> Parser<'g, 's> {
        Parser {
            grammar,
            scanner,
            stop,
            forest: Forest::new(grammar),
            known: FxHashMap::default(),
            waiting: FxHashMap::default(),
            wanted: Vec::new(),
            done: FxHashSet::default(),
            predicted: vec![NONE; grammar.lines.len()],
            empty: Vec::new(),
            shifts: Vec::new(),
            ahead: KindSet::new(grammar.kinds),
        }
    }

    fn run(&mut self, text: &str, start: usize) -> Result<(), ParseFault> {
        let mut cache = self.scanner.cache();
        let mut at = self.scanner.skip_layout(&mut cache, text, start);
        let mut moved: Vec<u32> = Vec::new();
        loop {
            let tiers = self.scanner.tiers(&mut cache, text, at);
            self.open_set(&tiers);
            if self.seed_set(&moved).is_break() {
                return Err(ParseFault { place: (at, at), expected: Vec::new() });
            }
            self.close_set();
            if at == text.len() {
                if self.forest.accepts() {
                    return Ok(());
                }
                return Err(self.fault(text, at, &moved));
            }
            let Some((length, items)) = self.shift(&tiers) else {
                return Err(self.fault(text, at, &moved));
            };
            moved = items;
            self.forest.tokens.push(token(at, at + length));
            at = self.scanner.skip_layout(&mut cache, text, at + length);
        }
    }

    fn now(&self) -> u32 {
        u32::try_from(self.forest.tokens.len()).expect("files are under 4 GiB")
    }

    fn open_set(&mut self, tiers: &[Tier]) {
        self.known.clear();
        self.done.clear();
        self.shifts.clear();
        self.empty.clear();
        self.wanted.push(Vec::new());
        self.ahead.clear();
        for kind in tiers.iter().flat_map(|tier| &tier.kinds) {
            self.ahead.insert(*kind);
        }
    }

    /// Puts the first items into a set and works through all that follows from them.
    fn seed_set(&mut self, moved: &[u32]) -> ControlFlow<()> {
        let mut next = u32::try_from(self.forest.items.len()).expect("fewer than 2^32 items");
        if self.now() == 0 {
            self.predict(self.grammar.start);
        }
        for &item in moved {
            self.advance(item);
        }
        while (next as usize) < self.forest.items.len() {
            if self.stop.is_due() {
                return ControlFlow::Break(());
            }
            self.process(next);
            next += 1;
        }
        ControlFlow::Continue(())
    }

    fn process(&mut self, item: u32) {
        let Item { state, origin, .. } = self.forest.items[item as usize];
        let (line, symbol) = self.forest.symbol_after(state);
        match symbol {
            Some(Symbol::Token(kind)) => self.shifts.push((kind, item)),
            Some(Symbol::Class(class)) => self.wait(item, class),
            None => self.complete(item, line, origin),
        }
    }

    fn wait(&mut self, item: u32, class: ClassId) {
        let now = self.now();
        let head = self.waiting.entry((now, class)).or_insert(NONE);
        let first = *head == NONE;
        self.forest.items[item as usize].next_waiting = *head;
        *head = item;
        if first {
            self.wanted[now as usize].push(class);
            self.predict(class);
        }
        // The class may have been completed over nothing before this item came.
        if first && self.empty.iter().any(|line| self.grammar.has_member(class, *line)) {
            self.done.insert((class, now));
        }
        if self.done.contains(&(class, now)) {
            self.advance(item);
        }
    }

    fn predict(&mut self, class: ClassId) {
        let (now, grammar) = (self.now(), self.grammar);
        for &line in &grammar.classes[class.0 as usize] {
            let at = line.0 as usize;
            let useful = grammar.first.empty[at] || grammar.first.lines[at].meets(&self.ahead);
            if useful && self.predicted[at] != now {
                self.predicted[at] = now;
                let state = self.forest.start_state(line);
                self.forest.add(state, now, now);
            }
        }
    }

    fn complete(&mut self, item: u32, line: LineId, origin: u32) {
        self.forest.completed.push(Completed { origin, line, item });
        if origin == self.now() {
            self.empty.push(line);
        }
        for number in 0..self.wanted[origin as usize].len() {
            let class = self.wanted[origin as usize][number];
            if !self.grammar.has_member(class, line) || !self.done.insert((class, origin)) {
                continue;
            }
            let mut waiting = self.waiting[&(origin, class)];
            while waiting != NONE {
                self.advance(waiting);
                waiting = self.forest.items[waiting as usize].next_waiting;
            }
        }
    }

    /// Moves an item over the symbol in front of it, into the current set.
    fn advance(&mut self, item: u32) {
        let (now, Item { state, origin, .. }) = (self.now(), self.forest.items[item as usize]);
        let forest = &mut self.forest;
        let moved = *self
            .known
            .entry((state + 1, origin))
            .or_insert_with(|| forest.add(state + 1, origin, now));
        let link = u32::try_from(forest.links.len()).expect("fewer than 2^32 links");
        let next = std::mem::replace(&mut forest.items[moved as usize].links, link);
        forest.links.push(Link { from: item, next });
    }

    fn close_set(&mut self) {
        let start = self.forest.set_starts.last().copied().unwrap_or(0) as usize;
        self.forest.completed[start..].sort_unstable_by_key(|done| (done.origin, done.line));
        let end = u32::try_from(self.forest.completed.len()).expect("fewer than 2^32 items");
        self.forest.set_starts.push(end);
    }

    /// The best tokens that some item can take, and those items.
    fn shift(&self, tiers: &[Tier]) -> Option<(usize, Vec<u32>)> {
        for tier in tiers {
            let taken = self.shifts.iter().filter(|(kind, _)| tier.kinds.contains(kind));
            let items: Vec<u32> = taken.map(|(_, item)| *item).collect();
            if !items.is_empty() {
                return Some((tier.length, items));
            }
        }
        None
    }

    /// What is wrong at a place that the items in `moved` lead to.
    fn fault(&mut self, text: &str, at: usize, moved: &[u32]) -> ParseFault {
        // The set was made for the token that is there; now all tokens count.
        self.wanted.pop();
        self.open_set(&[]);
        self.predicted.fill(NONE);
        let now = self.now();
        self.waiting.retain(|(at, _), _| *at != now);
        for kind in 0..self.grammar.kinds {
            self.ahead.insert(TokenKind(u32::try_from(kind).expect("few kinds")));
        }
        if self.seed_set(moved).is_break() {
            return ParseFault { place: (at, at), expected: Vec::new() };
        }
        self.close_set();
        let mut cache = self.scanner.cache();
        let tiers = self.scanner.tiers(&mut cache, text, at);
        let one = text[at..].chars().next().map_or(0, char::len_utf8);
        let length = tiers.first().map_or(one, |tier| tier.length);
        let kinds = self.shifts.iter().map(|(kind, _)| self.scanner.describe(*kind));
        let mut expected: Vec<String> = kinds.collect();
        expected.sort_unstable();
        expected.dedup();
        ParseFault { place: (at, at + length), expected }
    }
}

fn token(start: usize, end: usize) -> Token {
    let byte = |at: usize| u32::try_from(at).expect("files are under 4 GiB");
    Token { start: byte(start), end: byte(end) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::definition::{Item, ProductionId};
    use crate::grammar::{Grammar, Mode, SeedSet, parse};
    use crate::signature::Signature;
    use crate::stop::Stop;
    use crate::testing::definition;

    /// Counts readings by trying everything: a production at a place where some are excluded.
    struct Oracle<'s> {
        signature: &'s Signature,
        words: Vec<&'s str>,
    }

    impl Oracle<'_> {
        fn sort(&self, excluded: &[ProductionId], from: usize, to: usize) -> u128 {
            let own = |id: &ProductionId| {
                let module = self.signature.extra(*id).module;
                self.signature.modules[module.0].name == "T" && !excluded.contains(id)
            };
            let all = self.signature.production_ids().filter(own);
            all.map(|id| self.production(id, 0, from, to)).sum()
        }

        fn production(&self, id: ProductionId, item: usize, from: usize, to: usize) -> u128 {
            let (items, extra) = (&self.signature.production(id).items, self.signature.extra(id));
            match items.get(item) {
                None => u128::from(from == to),
                Some(Item::Terminal(text)) => {
                    let fits = from < to && self.words[from] == text;
                    if fits { self.production(id, item + 1, from + 1, to) } else { 0 }
                }
                Some(Item::NonTerminal(..)) => {
                    let mut excluded: Vec<ProductionId> = Vec::new();
                    if item == 0 {
                        excluded.extend(extra.looser.iter().chain(&extra.not_left));
                    }
                    if item + 1 == items.len() {
                        excluded.extend(extra.looser.iter().chain(&extra.not_right));
                    }
                    (from + 1..=to)
                        .map(|middle| {
                            let rest = self.production(id, item + 1, middle, to);
                            if rest == 0 { 0 } else { rest * self.sort(&excluded, from, middle) }
                        })
                        .sum()
                }
                Some(Item::Regex(_)) => unreachable!("the grammars of this test have none"),
            }
        }
    }

    /// How many items the parser makes for a text as an `E` of the syntax given.
    fn items(syntax: &str, text: &str) -> usize {
        let definition = definition(&format!("module T syntax E ::= {syntax} endmodule"));
        let signature = &definition.signature;
        let module = signature.module("T").expect("the module is there");
        let seeds = SeedSet::new(signature, module, Mode::Program).expect("no expressions");
        let grammar = Grammar::new(&seeds, &seeds.all(), signature.sort_ids["E"]);
        let forest = parse(&grammar, &seeds.scanner, text, 0..text.len(), &Stop::default())
            .expect("it is an E");
        forest.items.len()
    }

    #[test]
    fn long_programs_take_linear_space() {
        for syntax in [
            r#""a" | E ";" E [left]"#,
            r#""a" | E ";" E [right]"#,
            r#""a" > right: E ";" E | E "," E"#,
            r#""a" | "(" L ")" syntax L ::= List{E, ";"}"#,
        ] {
            let text = |length: usize| match syntax.contains("List") {
                true => format!("(a{})", "; a".repeat(length)),
                false => format!("a{}", "; a".repeat(length)),
            };
            let (short, long) = (items(syntax, &text(100)), items(syntax, &text(200)));
            assert!(long <= 2 * short, "{syntax}: {short} items, then {long}");
        }
    }

    fn production() -> impl Strategy<Value = String> {
        let item = prop_oneof![Just("\"a\""), Just("\"b\""), Just("\"+\""), Just("E"), Just("E")];
        let items = prop::collection::vec(item, 1..4);
        // Every production has a terminal, so that no reading contains itself.
        items.prop_map(|items| {
            let lone = items.iter().all(|item| *item == "E");
            format!("{}{}", items.join(" "), if lone { " \"b\"" } else { "" })
        })
    }

    fn syntax() -> impl Strategy<Value = String> {
        let prefix = prop_oneof![Just(""), Just("left: "), Just("right: "), Just("non-assoc: ")];
        let block = (prefix, prop::collection::vec(production(), 1..3))
            .prop_map(|(prefix, productions)| format!("{prefix}{}", productions.join(" | ")));
        prop::collection::vec(block, 1..4)
            .prop_map(|blocks| format!("\"a\" > {}", blocks.join(" > ")))
    }

    proptest! {
        #[test]
        fn every_reading_is_found_once(
            syntax in syntax(),
            words in prop::collection::vec(prop_oneof![Just("a"), Just("b"), Just("+")], 1..8),
        ) {
            let definition = definition(&format!("module T syntax E ::= {syntax} endmodule"));
            let signature = &definition.signature;
            let module = signature.module("T").expect("the module is there");
            let seeds = SeedSet::new(signature, module, Mode::Program).expect("no expressions");
            let grammar = Grammar::new(&seeds, &seeds.all(), signature.sort_ids["E"]);
            let text = words.join(" ");
            let found = parse(&grammar, &seeds.scanner, &text, 0..text.len(), &Stop::default());
            let found = found.map_or(0, |forest| forest.count());
            let oracle = Oracle { signature, words: words.clone() };
            prop_assert_eq!(found, oracle.sort(&[], 0, words.len()));
        }
    }
}
