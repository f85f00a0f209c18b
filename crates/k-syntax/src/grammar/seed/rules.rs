//! What K adds to every grammar in which rules are written.

use super::{Op, SeedId, SeedItem, Sower, seed_id};
use crate::assemble::given_name;
use crate::definition::{Item, ProductionId};
use crate::signature::Shape;
use crate::term::CastKind;

/// Variables: `X`, `_`, `_X`, `!X`, `?X`, `@X`.
pub(crate) const VARIABLE: &str = r"[!?@]?([A-Z][A-Za-z0-9'_]*|_[A-Z][A-Za-z0-9'_]*|_)";
/// Between `prec(1)` and `prec(2)`: tokens that look like variables are variables.
const VARIABLE_PRECEDENCE: i32 = 3;
/// `$PGM` and the like.
const CONFIG_VARIABLE: &str = r"\$[A-Z][A-Za-z0-9'_]*";
/// The strings of `#token`.
const STRING: &str = r#""([^"\n\r\\]|\\.)*""#;

const MARKS: &[&str] = &[
    "=>", "~>", "(", ")", ",", "{", "}", "...", ".K", ".", ".Bag", "#as", "#token", "#Or", "#fun",
    "#let", "#in", "=", ":", "[", "]",
];

/// What stands for a cell of a sort with what it holds at first.
fn init_name(cell_sort: &str) -> String {
    format!("init{cell_sort}")
}

impl Sower<'_> {
    /// The tokens of the syntax below.
    pub(super) fn rule_tokens(&mut self) {
        MARKS.iter().for_each(|mark| {
            self.literals.insert(mark);
        });
        for (name, _) in self.signature.sort_names() {
            for mark in [":", "::", ":>"] {
                self.literals.insert(&format!("{mark}{name}"));
            }
        }
        for cell in &self.signature.cells {
            self.literals.insert(&format!("<{}>", cell.name));
            self.literals.insert(&init_name(self.signature.sort_name(cell.sort)));
            self.literals.insert(&format!("</{}>", cell.name));
        }
        let names: Vec<String> = self
            .visible()
            .flat_map(|id| [self.spellings(id), self.record_words(id)].concat())
            .collect();
        names.iter().for_each(|name| {
            self.literals.insert(name);
        });
        self.pattern(VARIABLE, VARIABLE_PRECEDENCE, "a variable");
        self.pattern(CONFIG_VARIABLE, VARIABLE_PRECEDENCE, "`$NAME`");
        self.pattern(STRING, 0, "a string");
    }

    pub(super) fn rule_syntax(&mut self) {
        let (k, bag) = (self.signature.builtin().k, self.signature.builtin().bag);
        let [rewrite, then, open, close] = ["=>", "~>", "(", ")"].map(|mark| self.literal(mark));
        let rewrite = self.add(Op::Rewrite, None, vec![SeedItem::Same, rewrite, SeedItem::Same]);
        let places = [SeedItem::Place(k), then, SeedItem::Place(k)];
        let sequence = self.add(Op::Sequence, Some(k), places.to_vec());
        let alias = vec![SeedItem::Same, self.literal("#as"), self.expression(VARIABLE)];
        let alias = self.add(Op::As, None, alias);
        let cells = self.add(Op::Cells, Some(bag), vec![SeedItem::Place(bag); 2]);
        self.exclude(rewrite, &[rewrite], &[rewrite]);
        self.exclude(sequence, &[rewrite, alias], &[rewrite, alias, sequence]);
        self.exclude(alias, &[rewrite, alias], &[]);
        let either = vec![SeedItem::Same, self.literal("#Or"), SeedItem::Same];
        let either = self.add(Op::Or, None, either);
        self.exclude(either, &[rewrite], &[rewrite, either]);
        self.lambdas();
        self.in_context();
        self.exclude(cells, &[rewrite, alias], &[rewrite, alias, cells]);
        self.add(Op::Transparent, None, vec![open, SeedItem::Same, close]);
        self.add(Op::Variable, None, vec![self.expression(VARIABLE)]);
        self.add(Op::ConfigVariable, None, vec![self.expression(CONFIG_VARIABLE)]);
        for (mark, op, sort) in
            [(".K", Op::NoSequence, k), (".", Op::NoSequence, k), (".Bag", Op::NoCells, bag)]
        {
            let items = vec![self.literal(mark)];
            self.add(op, Some(sort), items);
        }
        self.token_literal();
        self.cells();
        self.prefix_forms();
        self.named_forms();
        self.casts();
    }

    fn exclude(&mut self, seed: SeedId, left: &[SeedId], right: &[SeedId]) {
        let seed = &mut self.seeds[seed.0 as usize];
        (seed.not_left, seed.not_right) = (left.to_vec(), right.to_vec());
        seed.not_left.sort_unstable();
        seed.not_right.sort_unstable();
    }

    /// The seeds of an operator that has no production.
    fn seed_of(&self, op: Op) -> Vec<SeedId> {
        let all = self.seeds.iter().enumerate().filter(|(_, seed)| seed.op == op);
        all.map(|(at, _)| seed_id(at)).collect()
    }

    fn token_literal(&mut self) {
        let [word, open, comma, close] = ["#token", "(", ",", ")"].map(|mark| self.literal(mark));
        let string = self.expression(STRING);
        self.add(Op::TokenLiteral, None, vec![word, open, string, comma, string, close]);
    }

    fn cells(&mut self) {
        for (number, shape) in self.signature.cells.iter().enumerate() {
            let open = self.literal(&format!("<{}>", shape.name));
            let close = self.literal(&format!("</{}>", shape.name));
            let dots = self.literal("...");
            if shape.initial.is_some() {
                let word = self.literal(&init_name(self.signature.sort_name(shape.sort)));
                self.add(Op::InitCell(number), Some(shape.sort), vec![word]);
            }
            for (open_left, open_right) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let mut items = vec![open];
                items.extend(open_left.then_some(dots));
                items.push(SeedItem::Place(shape.contents));
                items.extend(open_right.then_some(dots));
                items.push(close);
                let op = Op::Cell { cell: number, open_left, open_right };
                self.add(op, Some(shape.sort), items);
            }
            let op = Op::Cell { cell: number, open_left: true, open_right: true };
            self.add(op, Some(shape.sort), vec![open, dots, close]);
        }
    }

    /// How a production with a name of its own may be written as `name(…)`.
    fn spellings(&self, id: ProductionId) -> Vec<String> {
        let production = self.signature.production(id);
        let fits = matches!(self.signature.extra(id).shape, Shape::Apply | Shape::Poly);
        let Some(name) =
            given_name(production).filter(|_| fits && production.arguments().count() > 0)
        else {
            return Vec::new();
        };
        let mut spellings = vec![format!("`{name}`")];
        if name.starts_with(|c: char| c.is_alphabetic() || c == '#') {
            spellings.push(name.to_owned());
        }
        spellings
    }

    /// `#fun(pattern => body)(argument)` and `#let pattern = argument #in body`.
    fn lambdas(&mut self) {
        let any = SeedItem::Place(self.signature.builtin().k);
        let [fun, rewrite, open, close] = ["#fun", "=>", "(", ")"].map(|mark| self.literal(mark));
        let items = vec![fun, open, any, rewrite, SeedItem::Same, close, open, any, close];
        self.add(Op::Fun, None, items);
        let [word, is, within] = ["#let", "=", "#in"].map(|mark| self.literal(mark));
        self.add(Op::Let, None, vec![word, any, is, any, within, SeedItem::Same]);
    }

    /// `[[ f => x ]] <cell> … </cell>`
    fn in_context(&mut self) {
        let builtin = self.signature.builtin();
        let [open, close] = ["[", "]"].map(|mark| self.literal(mark));
        let (function, cells) = (SeedItem::Place(builtin.k), SeedItem::Place(builtin.bag));
        let items = vec![open, open, function, close, close, cells];
        self.add(Op::InContext, Some(builtin.body), items);
    }

    /// The words in front of `(... name: t)`, and the names.
    fn record_words(&self, id: ProductionId) -> Vec<String> {
        let production = self.signature.production(id);
        let fits = self.signature.extra(id).shape == Shape::Apply;
        let word = production.attributes.value("prefix").map(str::to_owned);
        let words: Vec<String> = self.spellings(id).into_iter().chain(word).collect();
        if !fits || words.is_empty() || production.arguments().count() == 0 {
            return Vec::new();
        }
        let names = production.items.iter().filter_map(|item| match item {
            Item::NonTerminal(_, name) => name.clone(),
            Item::Terminal(_) | Item::Regex(_) => None,
        });
        words.into_iter().chain(names).collect()
    }

    /// `name(... argument: t, other: u)` for productions whose arguments have names.
    fn named_forms(&mut self) {
        let [open, comma, close, dots, colon] =
            ["(", ",", ")", "...", ":"].map(|mark| self.literal(mark));
        for id in self.visible() {
            if self.record_words(id).is_empty() {
                continue;
            }
            let production = self.signature.production(id);
            let sort = Some(production.sort);
            let prefix = production.attributes.value("prefix").map(str::to_owned);
            let mut words: Vec<String> = self.spellings(id).into_iter().chain(prefix).collect();
            words.sort_unstable();
            words.dedup();
            for word in words {
                let word = self.literal(&word);
                self.add(Op::Named(id), sort, vec![word, open, dots, close]);
                let some = SeedItem::NamedOf(id);
                self.add(Op::Named(id), sort, vec![word, open, dots, some, close]);
            }
            let places = production.items.iter().filter_map(|item| match item {
                Item::NonTerminal(place, name) => Some((*place, name.clone())),
                Item::Terminal(_) | Item::Regex(_) => None,
            });
            for (number, (place, name)) in places.enumerate() {
                let Some(name) = name else { continue };
                let one = vec![self.literal(&name), colon, SeedItem::Place(place)];
                let more = [&one[..], &[comma, SeedItem::NamedOf(id)]].concat();
                self.add(Op::NamedOne(id, number), sort, one);
                self.add(Op::NamedMore(id, number), sort, more);
            }
        }
    }

    fn prefix_forms(&mut self) {
        let [open, comma, close] = ["(", ",", ")"].map(|mark| self.literal(mark));
        for id in self.visible() {
            let production = self.signature.production(id);
            let poly = self.signature.extra(id).shape == Shape::Poly;
            let sort = (!poly).then_some(production.sort);
            for name in self.spellings(id) {
                let mut items = vec![self.literal(&name), open];
                for item in &production.items {
                    if let Item::NonTerminal(place, _) = item {
                        if items.len() > 2 {
                            items.push(comma);
                        }
                        let same = poly && *place == self.signature.builtin().k;
                        items.push(if same { SeedItem::Same } else { SeedItem::Place(*place) });
                    }
                }
                items.push(close);
                self.add(Op::Production(id), sort, items);
            }
        }
    }

    /// `t:S`, `t::S` and `{t}:>S`. What stands in front of a colon ends in something closed.
    fn casts(&mut self) {
        let open_end = |item: Option<&SeedItem>| item.is_some_and(|item| item.is_place());
        let ids = self.seeds.iter().enumerate();
        let not_left: Vec<SeedId> = ids
            .filter(|(_, seed)| open_end(seed.items.last()) || seed.op == Op::As)
            .map(|(at, _)| seed_id(at))
            .collect();
        let [open, close] = ["{", "}"].map(|mark| self.literal(mark));
        let k = self.signature.builtin().k;
        let (named, rewrite) = (self.literal("#as"), self.seed_of(Op::Rewrite));
        for (name, sort) in self.signature.sort_names() {
            for mark in [":", "::"] {
                let mark = self.literal(&format!("{mark}{name}"));
                let items = vec![SeedItem::Place(sort), named, self.expression(VARIABLE), mark];
                let seed = self.add(Op::As, Some(sort), items);
                self.exclude(seed, &rewrite, &[]);
            }
            let ops = [(":", Op::Cast(sort, CastKind::Semantic)), ("::", Op::SyntacticCast(sort))];
            for (mark, op) in ops {
                let items = vec![SeedItem::Place(sort), self.literal(&format!("{mark}{name}"))];
                let seed = self.add(op, Some(sort), items);
                self.exclude(seed, &not_left, &[]);
            }
            let mark = self.literal(&format!(":>{name}"));
            let items = vec![open, SeedItem::Place(k), close, mark];
            self.add(Op::Cast(sort, CastKind::Projection), Some(sort), items);
        }
    }
}
