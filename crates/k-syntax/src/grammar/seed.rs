//! Everything that may be written in a module: its productions, and in rules what K adds to them.
//!
//! A seed becomes a line of a grammar where its sort is asked for. In rules every sort has
//! variables, casts, parentheses and rewrites; cells, `~>` and the empty list are spelled out. In
//! programs a list is read from the left, so that its length costs no more than linear time.

mod rules;

use rustc_hash::FxHashMap;

use super::TokenKind;
use super::literals::Literals;
use super::scanner::{Pattern, Scanner};
use crate::definition::{Item, ProductionId, SortId};
use crate::order::SortOrder;
use crate::signature::{Builtin, ModuleId, Shape, Signature};
use crate::term::CastKind;

/// What a text is parsed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Program,
    Rule,
}

/// What a line of a grammar makes of its parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Op {
    Production(ProductionId),
    Token(ProductionId),
    /// Its only part: brackets, parentheses, a list that is not empty.
    Transparent,
    ListNone(usize),
    ListOne(usize),
    /// A list that is not empty, and a further element.
    ListMore(usize),
    Variable,
    ConfigVariable,
    Rewrite,
    Sequence,
    NoSequence,
    Cell {
        cell: usize,
        open_left: bool,
        open_right: bool,
    },
    Cells,
    NoCells,
    Cast(SortId, CastKind),
    /// `t::S`, which only helps the parser.
    SyntacticCast(SortId),
    As,
    /// `#token("text", "Sort")`
    TokenLiteral,
    /// `a #Or b`: a rule for each.
    Or,
    /// `#fun(pattern => body)(argument)`
    Fun,
    /// `#let pattern = argument #in body`
    Let,
    /// `initNameCell`: a cell with what it holds at first.
    InitCell(usize),
    /// `[[ f => x ]] <cell> … </cell>`: a rule of a function that sees the configuration.
    InContext,
    /// `name(... argument: t)`: some arguments, by their names.
    Named(ProductionId),
    /// The last argument that is named, with its number.
    NamedOne(ProductionId, usize),
    /// A named argument in front of others.
    NamedMore(ProductionId, usize),
}

/// A number in one [`SeedSet`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SeedId(pub(crate) u32);

#[derive(Clone, Debug)]
pub(crate) struct Seed {
    pub(crate) op: Op,
    /// `None`: whatever sort the place asks for.
    pub(crate) sort: Option<SortId>,
    pub(crate) items: Vec<SeedItem>,
    /// Seeds that may not stand at its left edge, ascending.
    pub(crate) not_left: Vec<SeedId>,
    /// The same for its right edge.
    pub(crate) not_right: Vec<SeedId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeedItem {
    Token(TokenKind),
    Place(SortId),
    /// A place for the sort that the seed itself stands for.
    Same,
    /// At least one element of a user list.
    SomeOf(usize),
    /// At least one argument of a production by its name.
    NamedOf(ProductionId),
}

impl SeedItem {
    fn is_place(self) -> bool {
        match self {
            SeedItem::Token(_) => false,
            SeedItem::Place(_) | SeedItem::Same | SeedItem::SomeOf(_) | SeedItem::NamedOf(_) => {
                true
            }
        }
    }
}

/// The seeds of a module and the scanner for their tokens.
pub(crate) struct SeedSet {
    pub(crate) seeds: Vec<Seed>,
    pub(crate) scanner: Scanner,
    pub(crate) order: SortOrder,
    builtin: Builtin,
}

impl SeedSet {
    /// Everything that `module` sees. Fails with the reason if an expression is malformed.
    pub(crate) fn new(
        signature: &Signature,
        module: ModuleId,
        mode: Mode,
    ) -> Result<SeedSet, String> {
        let order = match mode {
            Mode::Program => signature.program_order(module),
            Mode::Rule => signature.rule_order(module),
        };
        let mut sower = Sower::new(signature, module, mode);
        sower.patterns();
        sower.productions();
        if mode == Mode::Rule {
            sower.rule_syntax();
        }
        sower.conflicts();
        let Sower { seeds, literals, patterns, layout, .. } = sower;
        let scanner = Scanner::new(literals, patterns, &layout)?;
        Ok(SeedSet { seeds, scanner, order, builtin: signature.builtin() })
    }

    /// The seeds all of whose terminals occur in a text.
    pub(crate) fn occurring(&self, text: &str) -> Vec<SeedId> {
        let mut occurs = vec![false; self.scanner.literals.len()];
        for at in 0..text.len() {
            self.scanner.literals.prefixes(&text.as_bytes()[at..], |id, _| {
                occurs[id as usize] = true;
            });
        }
        let present = |item: &SeedItem| match item {
            SeedItem::Token(kind) => occurs.get(kind.0 as usize).copied().unwrap_or(true),
            SeedItem::Place(_) | SeedItem::Same | SeedItem::SomeOf(_) | SeedItem::NamedOf(_) => {
                true
            }
        };
        let ids = self.seeds.iter().enumerate();
        ids.filter(|(_, seed)| seed.items.iter().all(present)).map(|(at, _)| seed_id(at)).collect()
    }

    /// Whether a seed may stand where a sort is asked for.
    pub(crate) fn fits(&self, seed: SeedId, sort: SortId) -> bool {
        let seed = &self.seeds[seed.0 as usize];
        match seed.op {
            // Everything can be side by side with everything else in a bag, so bags are read only
            // where one is meant.
            Op::Cells | Op::NoCells => {
                sort == self.builtin.body || self.order.less_eq(sort, self.builtin.bag)
            }
            _ => seed.sort.is_none_or(|own| self.order.less_eq(own, sort)),
        }
    }

    /// All seeds.
    pub(crate) fn all(&self) -> Vec<SeedId> {
        (0..self.seeds.len()).map(seed_id).collect()
    }
}

fn seed_id(at: usize) -> SeedId {
    SeedId(u32::try_from(at).expect("fewer than 2^32 seeds"))
}

struct Sower<'s> {
    signature: &'s Signature,
    module: ModuleId,
    mode: Mode,
    seeds: Vec<Seed>,
    literals: Literals,
    patterns: Vec<Pattern>,
    layout: Vec<String>,
    /// The seeds of each production.
    of_production: FxHashMap<ProductionId, Vec<SeedId>>,
}

impl<'s> Sower<'s> {
    fn new(signature: &'s Signature, module: ModuleId, mode: Mode) -> Sower<'s> {
        Sower {
            signature,
            module,
            mode,
            seeds: Vec::new(),
            literals: Literals::default(),
            patterns: Vec::new(),
            layout: Vec::new(),
            of_production: FxHashMap::default(),
        }
    }

    fn visible(&self) -> impl Iterator<Item = ProductionId> + use<'s> {
        let (signature, module, mode) = (self.signature, self.module, self.mode);
        let sees = move |id: &ProductionId| match signature.extra(*id).shape {
            Shape::Predicate => mode == Mode::Rule,
            _ => signature.sees(module, signature.extra(*id).module),
        };
        signature.production_ids().filter(sees)
    }

    /// All literals and expressions, before any kind of token is used: expressions are numbered
    /// behind the literals.
    fn patterns(&mut self) {
        for id in self.visible() {
            let production = self.signature.production(id);
            let layout = self.signature.extra(id).shape == Shape::Layout;
            let precedence = production.attributes.value("prec");
            let precedence = precedence.and_then(|value| value.trim().parse().ok()).unwrap_or(0);
            let precedence = i32::saturating_mul(precedence, 2);
            for item in &production.items {
                match item {
                    // Rules are written with the layout of K.
                    Item::Regex(text) if layout && self.mode == Mode::Program => {
                        self.layout.push(text.clone());
                    }
                    Item::Regex(text) if !layout => {
                        let sort = self.signature.sort_name(production.sort).to_owned();
                        self.pattern(text, precedence, &sort);
                    }
                    Item::Terminal(text) => {
                        self.literals.insert(text);
                    }
                    Item::Regex(_) | Item::NonTerminal(..) => {}
                }
            }
        }
        if self.mode == Mode::Rule {
            self.rule_tokens();
        }
    }

    /// Takes in an expression. Precedences are doubled, which leaves room for variables.
    fn pattern(&mut self, text: &str, precedence: i32, name: &str) {
        if !self.patterns.iter().any(|pattern| pattern.text == text) {
            let (text, name) = (text.to_owned(), name.to_owned());
            self.patterns.push(Pattern { text, precedence, name });
        }
    }

    fn literal(&mut self, text: &str) -> SeedItem {
        debug_assert!(self.literals.find(text).is_some(), "literals are gathered first: {text}");
        SeedItem::Token(TokenKind(self.literals.insert(text)))
    }

    fn expression(&self, text: &str) -> SeedItem {
        let at = self.patterns.iter().position(|pattern| pattern.text == text);
        let at = at.expect("expressions are gathered first") + self.literals.len();
        SeedItem::Token(TokenKind(u32::try_from(at).expect("few expressions")))
    }

    fn add(&mut self, op: Op, sort: Option<SortId>, items: Vec<SeedItem>) -> SeedId {
        let id = seed_id(self.seeds.len());
        self.seeds.push(Seed { op, sort, items, not_left: Vec::new(), not_right: Vec::new() });
        id
    }

    fn productions(&mut self) {
        for id in self.visible() {
            let production = self.signature.production(id);
            let sort = Some(production.sort);
            match (self.signature.extra(id).shape, self.mode) {
                (Shape::Layout, _) | (Shape::Nil(_), Mode::Program) => {}
                (Shape::Cons(list), Mode::Program) => self.program_list(list),
                (Shape::Bracket, Mode::Rule) if self.is_parenthesis(id) => {}
                (Shape::Token, _) => match production.items[..] {
                    [Item::NonTerminal(inner, None)] => self.tokens_of(id, inner),
                    _ => self.production(id, Op::Token(id), sort),
                },
                (Shape::Bracket, _) => self.production(id, Op::Transparent, sort),
                (Shape::Poly, _) => self.production(id, Op::Production(id), None),
                (Shape::Apply | Shape::Cons(_) | Shape::Nil(_) | Shape::Predicate, _) => {
                    self.production(id, Op::Production(id), sort);
                }
            }
        }
    }

    fn production(&mut self, id: ProductionId, op: Op, sort: Option<SortId>) {
        let production = self.signature.production(id);
        let k = self.signature.builtin().k;
        let items = production.items.iter().map(|item| match item {
            Item::NonTerminal(place, _) if sort.is_none() && *place == k => SeedItem::Same,
            Item::NonTerminal(place, _) => SeedItem::Place(*place),
            Item::Terminal(text) => self.literal(text),
            Item::Regex(text) => self.expression(text),
        });
        let items = items.collect();
        let seed = self.add(op, sort, items);
        self.of_production.entry(id).or_default().push(seed);
    }

    /// `S ::= T [token]`: the tokens of another sort, but not its variables.
    fn tokens_of(&mut self, id: ProductionId, inner: SortId) {
        let sort = Some(self.signature.production(id).sort);
        for other in self.visible() {
            let production = self.signature.production(other);
            if let (true, [Item::Regex(text)]) = (production.sort == inner, &production.items[..]) {
                let items = vec![self.expression(text)];
                self.add(Op::Token(id), sort, items);
            }
        }
    }

    /// `( S )`, which rules have for every sort.
    fn is_parenthesis(&self, id: ProductionId) -> bool {
        let items = &self.signature.production(id).items;
        matches!(&items[..], [Item::Terminal(open), Item::NonTerminal(..), Item::Terminal(close)]
            if open == "(" && close == ")")
    }

    fn program_list(&mut self, list: usize) {
        let shape = &self.signature.lists[list];
        let (sort, element) = (Some(shape.sort), SeedItem::Place(shape.element));
        if !shape.nonempty {
            self.add(Op::ListNone(list), sort, Vec::new());
        }
        self.add(Op::Transparent, sort, vec![SeedItem::SomeOf(list)]);
        // Lines for `SomeOf` belong to no sort; the grammar asks for them by their operator.
        self.add(Op::ListOne(list), sort, vec![element]);
        let mut more = vec![SeedItem::SomeOf(list)];
        if !shape.separator.is_empty() {
            more.push(self.literal(&shape.separator));
        }
        more.push(element);
        self.add(Op::ListMore(list), sort, more);
    }

    /// Fills in what may not stand at the edges.
    fn conflicts(&mut self) {
        let always = if self.mode == Mode::Rule { self.loosest() } else { Vec::new() };
        for id in self.visible() {
            let extra = self.signature.extra(id);
            let (left, right) = match self.mode {
                Mode::Program if extra.turned => (&extra.not_right, &extra.not_left),
                Mode::Program | Mode::Rule => (&extra.not_left, &extra.not_right),
            };
            let not_left = self.excluded(&[&extra.looser, left], &always);
            let not_right = self.excluded(&[&extra.looser, right], &always);
            for seed in self.of_production.get(&id).into_iter().flatten() {
                let seed = &mut self.seeds[seed.0 as usize];
                (seed.not_left, seed.not_right) = (not_left.clone(), not_right.clone());
            }
        }
    }

    fn excluded(&self, productions: &[&[ProductionId]], always: &[SeedId]) -> Vec<SeedId> {
        let ids = productions.iter().copied().flatten();
        let mut all: Vec<SeedId> =
            ids.filter_map(|id| self.of_production.get(id)).flatten().copied().collect();
        all.extend(always);
        all.sort_unstable();
        all.dedup();
        all
    }

    fn loosest(&self) -> Vec<SeedId> {
        let loose =
            |seed: &Seed| matches!(seed.op, Op::Rewrite | Op::Sequence | Op::As | Op::Or | Op::Let);
        let all = self.seeds.iter().enumerate().filter(|(_, seed)| loose(seed));
        all.map(|(at, _)| seed_id(at)).collect()
    }
}
