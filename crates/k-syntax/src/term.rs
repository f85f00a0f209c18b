//! Terms of a definition or of a program: one arena, handles instead of nested trees.
//!
//! Nothing here is simplified or shared; a node keeps the place of its text, and code that walks
//! terms does so with a stack of its own, because programs nest as deeply as they like.

use source::Span;

use crate::definition::{LabelId, SortId};

/// A handle to a node of one [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(u32);

impl TermId {
    /// Its number, below [`Terms::len`]. Children have smaller numbers than their parents.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What kind of variable a name is; the mark in front of it is not part of the name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VariableKind {
    /// `X`, `_X`
    Plain,
    /// `_`: every occurrence is a variable of its own, told apart by its name.
    Anonymous,
    /// `!X`: a value that was not used before.
    Fresh,
    /// `?X`: some value, met on the right-hand side only.
    Exists,
    /// `$X`: given on the command line, in configurations only.
    Config,
}

/// What a cast promises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastKind {
    /// `t:S`: matches only if the value has the sort.
    Semantic,
    /// `{t}:>S`: a term of a larger sort is used where `S` is asked for; stuck if it is none.
    Projection,
}

/// A node of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// A production with its arguments. Brackets are gone; a user list is made of the labels in
    /// its [`crate::definition::UserList`].
    Apply {
        /// Which symbol.
        label: LabelId,
        /// One per nonterminal of its production.
        args: Vec<TermId>,
    },
    /// A value of a token sort, as it is written: `42`, `true`, `"a\n"` (with its quotes), `x`.
    Token {
        /// The text.
        text: String,
        /// The sort of the token's production.
        sort: SortId,
    },
    /// A variable with the sort that was given or inferred.
    Variable {
        /// The name, without the mark of its kind; unique per rule for anonymous ones.
        name: String,
        /// The sort.
        sort: SortId,
        /// The kind.
        kind: VariableKind,
    },
    /// `left => right`
    Rewrite {
        /// What is matched.
        left: TermId,
        /// What replaces it.
        right: TermId,
    },
    /// `a ~> b ~> c`, flat; `.K` is the empty one. No element is itself a `Sequence`.
    Sequence(Vec<TermId>),
    /// `<name>... contents ...</name>`
    Cell {
        /// The name between the angle brackets.
        name: String,
        /// Dots at the start.
        open_left: bool,
        /// Dots at the end.
        open_right: bool,
        /// A `Bag` or what may be part of one (a cell, a variable, a rewrite) for a cell that has
        /// cells inside, any term for a leaf.
        contents: TermId,
    },
    /// Cells side by side, with variables and rewrites among them, flat; `.Bag` is the empty one.
    Bag(Vec<TermId>),
    /// A cast of something that is not a variable.
    Cast {
        /// What it promises.
        kind: CastKind,
        /// The sort.
        sort: SortId,
        /// The term.
        term: TermId,
    },
    /// `pattern #as alias`
    As {
        /// What is matched.
        pattern: TermId,
        /// A variable that names it.
        alias: TermId,
    },
}

impl Term {
    /// The handles of its parts, from left to right.
    #[must_use]
    pub fn children(&self) -> Vec<TermId> {
        match self {
            Term::Apply { args: parts, .. } | Term::Sequence(parts) | Term::Bag(parts) => {
                parts.clone()
            }
            Term::Token { .. } | Term::Variable { .. } => Vec::new(),
            Term::Rewrite { left, right } => vec![*left, *right],
            Term::Cell { contents, .. } => vec![*contents],
            Term::Cast { term, .. } => vec![*term],
            Term::As { pattern, alias } => vec![*pattern, *alias],
        }
    }
}

impl Term {
    /// The same with other parts.
    pub(crate) fn with_children(&self, part: impl Fn(TermId) -> TermId) -> Term {
        let all = |parts: &[TermId]| parts.iter().map(|id| part(*id)).collect();
        match self {
            Term::Apply { label, args } => Term::Apply { label: *label, args: all(args) },
            Term::Token { .. } | Term::Variable { .. } => self.clone(),
            Term::Rewrite { left, right } => {
                Term::Rewrite { left: part(*left), right: part(*right) }
            }
            Term::Sequence(parts) => Term::Sequence(all(parts)),
            Term::Cell { name, open_left, open_right, contents } => Term::Cell {
                name: name.clone(),
                open_left: *open_left,
                open_right: *open_right,
                contents: part(*contents),
            },
            Term::Bag(parts) => Term::Bag(all(parts)),
            Term::Cast { kind, sort, term } => {
                Term::Cast { kind: *kind, sort: *sort, term: part(*term) }
            }
            Term::As { pattern, alias } => {
                Term::As { pattern: part(*pattern), alias: part(*alias) }
            }
        }
    }
}

/// A function that is written where it is used: `#fun`, `#let` and `:=K`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lambda {
    /// What its argument must look like.
    pub(crate) pattern: TermId,
    /// What it gives; none if it says whether the pattern matches.
    pub(crate) body: Option<TermId>,
    /// The sort of what it gives.
    pub(crate) sort: SortId,
    pub(crate) span: Span,
}

/// The nodes of some terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<(Term, Span)>,
    /// Functions that are written where they are used; the first one gets the next free label.
    lambdas: Vec<(Lambda, TermId)>,
}

impl Terms {
    /// Takes in a node whose parts are already there.
    pub fn add(&mut self, term: Term, span: Span) -> TermId {
        let id = TermId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        debug_assert!(term.children().iter().all(|child| *child < id), "parts come first");
        self.nodes.push((term, span));
        id
    }

    /// A call of a function without a name, which gets the label behind those that are known and
    /// those of the other such functions. What it uses of its surroundings is handed over.
    pub(crate) fn add_call(&mut self, known: usize, lambda: Lambda, argument: TermId) -> TermId {
        let label = LabelId::new(known + self.lambdas.len());
        let mut args = vec![argument];
        args.extend(self.captured(&lambda));
        let call = self.add(Term::Apply { label, args }, lambda.span);
        self.lambdas.push((lambda, call));
        call
    }

    /// Takes the functions without names out, each with its call.
    pub(crate) fn take_lambdas(&mut self) -> Vec<(Lambda, TermId)> {
        std::mem::take(&mut self.lambdas)
    }

    /// The variables that a function without a name uses and that its pattern does not bind, each
    /// once.
    fn captured(&self, lambda: &Lambda) -> Vec<TermId> {
        let own = self.variables(lambda.pattern);
        let name = |id: &TermId| match self.get(*id) {
            Term::Variable { name, .. } => name.as_str(),
            _ => "",
        };
        let mut captured: Vec<TermId> = Vec::new();
        for variable in lambda.body.into_iter().flat_map(|body| self.variables(body)) {
            let is_known = |other: &TermId| name(other) == name(&variable);
            if !own.iter().any(is_known) && !captured.iter().any(is_known) {
                captured.push(variable);
            }
        }
        captured
    }

    /// The variables in a term, from left to right.
    fn variables(&self, root: TermId) -> Vec<TermId> {
        let (mut found, mut todo) = (Vec::new(), vec![root]);
        while let Some(id) = todo.pop() {
            let term = self.get(id);
            if matches!(term, Term::Variable { .. }) {
                found.push(id);
            }
            todo.extend(term.children().into_iter().rev());
        }
        found
    }

    /// The node of a handle.
    #[must_use]
    pub fn get(&self, id: TermId) -> &Term {
        &self.nodes[id.index()].0
    }

    /// The place of its text.
    #[must_use]
    pub fn span(&self, id: TermId) -> Span {
        self.nodes[id.index()].1
    }

    /// All nodes, parts in front of what they are parts of.
    pub fn iter(&self) -> impl Iterator<Item = &Term> {
        self.nodes.iter().map(|(term, _)| term)
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
