//! Decision trees for pattern matching.
//!
//! A matrix has a row for each case and a column for each value that is examined. The first
//! column that the first row examines is decided next, so that nothing is examined twice and
//! nothing that the first row does not need is examined first (Maranget, "Compiling pattern
//! matching to good decision trees", with the plain left-to-right choice).

use lang_core::{Builder, VarId};
use source::Span;

use crate::ast::Const;
use crate::resolved::{Pattern, Var};
use crate::types::{CtorRef, TypeBody, TypeId, Types};

/// A larger tree is given up: some matches have exponentially large ones.
const MAX_NODES: usize = 20_000;

static ANY: Pattern = Pattern::Any;

/// What to do with the values at hand.
pub(super) enum Tree {
    /// No case fits.
    Fail,
    /// This case fits if its guard holds; otherwise the tree inside decides, if there is a guard.
    Leaf { case: usize, binds: Vec<(Var, VarId)>, otherwise: Option<Box<Tree>> },
    /// Looks at a value.
    Switch { on: VarId, arms: Vec<Arm>, default: Option<Box<Tree>> },
    /// Whether a character is in a range.
    Range { on: VarId, low: u8, high: u8, yes: Box<Tree>, no: Box<Tree> },
    /// We do not model this.
    Unsupported(String, Span),
}

/// An alternative of a switch.
pub(super) struct Arm {
    pub(super) head: Head,
    pub(super) fields: Vec<VarId>,
    /// Mutable fields that are examined: the cell and its content.
    pub(super) reads: Vec<(VarId, VarId)>,
    pub(super) tree: Tree,
}

/// What the top of a value can be.
#[derive(Clone, PartialEq)]
pub(super) enum Head {
    Ctor(CtorRef),
    Tuple(usize),
    Record(TypeId),
    Tag(String, bool),
    Lazy,
    Const(Const),
}

/// One case: what the columns have to be, and the names found so far.
#[derive(Clone)]
struct Row<'i> {
    columns: Vec<&'i Pattern>,
    binds: Vec<(Var, VarId)>,
    case: usize,
    /// A pattern that we do not model and that was passed over.
    gap: Option<(&'i str, Span)>,
}

/// Makes trees.
pub(super) struct Grower<'a, 'p> {
    pub(super) builder: &'a mut Builder<'p>,
    pub(super) types: &'a Types,
    /// For each case, whether it has a guard.
    pub(super) guarded: &'a [bool],
    nodes: usize,
}

impl<'a, 'p> Grower<'a, 'p> {
    pub(super) fn new(
        builder: &'a mut Builder<'p>,
        types: &'a Types,
        guarded: &'a [bool],
    ) -> Grower<'a, 'p> {
        Grower { builder, types, guarded, nodes: 0 }
    }

    /// The tree that finds the first of some patterns that a value fits.
    pub(super) fn grow(&mut self, subject: VarId, patterns: &[&Pattern], span: Span) -> Tree {
        let rows = patterns
            .iter()
            .enumerate()
            .map(|(case, pattern)| Row {
                columns: vec![*pattern],
                binds: Vec::new(),
                case,
                gap: None,
            })
            .collect();
        self.tree(&[subject], rows, span)
    }

    fn tree(&mut self, on: &[VarId], mut rows: Vec<Row<'_>>, span: Span) -> Tree {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Tree::Unsupported("a match that needs too large a decision tree".into(), span);
        }
        rows.iter_mut().for_each(|row| name_columns(row, on));
        let Some(first) = rows.first() else { return Tree::Fail };
        let is_examined = |pattern: &&Pattern| !matches!(pattern, Pattern::Any);
        let Some(column) = first.columns.iter().position(is_examined) else {
            return self.leaf(on, rows, span);
        };
        let rows = split_alternatives(rows, column, on);
        match rows[0].columns[column] {
            Pattern::Unsupported(what, place) => Tree::Unsupported(what.clone(), *place),
            Pattern::Const(Const::Float(_) | Const::Boxed(..)) => {
                let what = "a pattern that is a number of another kind than `int`";
                Tree::Unsupported(what.to_owned(), span)
            }
            Pattern::Range(low, high) => self.range(on, rows, column, (*low, *high), span),
            Pattern::Any | Pattern::Var(_) | Pattern::Alias(..) => {
                // The first alternative looks at nothing here; others may in other columns.
                self.tree(on, rows, span)
            }
            Pattern::Const(_)
            | Pattern::Ctor(..)
            | Pattern::Tuple(_)
            | Pattern::Record(..)
            | Pattern::Tag(..)
            | Pattern::Lazy(_)
            | Pattern::Or(_) => self.switch(on, &rows, column, span),
        }
    }

    fn leaf(&mut self, on: &[VarId], mut rows: Vec<Row<'_>>, span: Span) -> Tree {
        let Row { binds, case, gap, .. } = rows.remove(0);
        if let Some((what, place)) = gap {
            return Tree::Unsupported(what.to_owned(), place);
        }
        let otherwise = self.guarded[case].then(|| Box::new(self.tree(on, rows, span)));
        Tree::Leaf { case, binds, otherwise }
    }

    fn switch(&mut self, on: &[VarId], rows: &[Row<'_>], column: usize, span: Span) -> Tree {
        let mut heads: Vec<Head> = Vec::new();
        for row in rows {
            if let Some(head) = head(row.columns[column])
                && !heads.contains(&head)
            {
                heads.push(head);
            }
        }
        let exhaustive = self.exhaustive(&heads);
        let arms = heads.into_iter().map(|head| self.arm(on, rows, column, head, span)).collect();
        let default = (!exhaustive).then(|| {
            let rest = rows.iter().filter(|row| head(row.columns[column]).is_none());
            Box::new(self.tree(on, rest.cloned().collect(), span))
        });
        Tree::Switch { on: on[column], arms, default }
    }

    fn exhaustive(&self, heads: &[Head]) -> bool {
        match heads.first() {
            Some(Head::Tuple(_) | Head::Record(_) | Head::Lazy) => true,
            Some(Head::Ctor(ctor)) if !self.types.def(ctor.ty).extensible => {
                match &self.types.def(ctor.ty).body {
                    TypeBody::Variant(ctors) => ctors.len() == heads.len(),
                    TypeBody::Opaque | TypeBody::Alias(_) | TypeBody::Record(_) => false,
                }
            }
            Some(Head::Ctor(_) | Head::Tag(..) | Head::Const(_)) | None => false,
        }
    }

    /// The rows that a value with this head may fit, with the parts of the value as new columns.
    fn arm(
        &mut self,
        on: &[VarId],
        rows: &[Row<'_>],
        column: usize,
        head: Head,
        span: Span,
    ) -> Arm {
        let mutable = self.mutable_parts(&head);
        let fields: Vec<VarId> = mutable.iter().map(|_| self.builder.fresh("part")).collect();
        let mut reads = Vec::new();
        let mut inner = Vec::new();
        for (field, mutable) in fields.iter().zip(&mutable) {
            if *mutable {
                let content = self.builder.fresh("content");
                reads.push((*field, content));
                inner.push(content);
            } else {
                inner.push(*field);
            }
        }
        let fitting = rows.iter().filter_map(|row| specialise(row, column, &head, inner.len()));
        let fitting = fitting.collect();
        inner.extend(on.iter().enumerate().filter(|(at, _)| *at != column).map(|(_, var)| *var));
        let tree = self.tree(&inner, fitting, span);
        Arm { head, fields, reads, tree }
    }

    /// For each part of a value with this head, whether it is a cell.
    fn mutable_parts(&self, head: &Head) -> Vec<bool> {
        match head {
            Head::Const(_) | Head::Tag(_, false) => Vec::new(),
            Head::Tag(_, true) | Head::Lazy => vec![false],
            Head::Tuple(parts) => vec![false; *parts],
            Head::Record(id) => {
                let fields = self.types.fields(*id).expect("a record pattern is of a record type");
                fields.0.iter().map(|field| field.mutable).collect()
            }
            Head::Ctor(ctor) => {
                let def = self.types.ctor(*ctor);
                match &def.fields {
                    Some(fields) => fields.0.iter().map(|field| field.mutable).collect(),
                    None => vec![false; def.args.len()],
                }
            }
        }
    }

    fn range(
        &mut self,
        on: &[VarId],
        rows: Vec<Row<'_>>,
        column: usize,
        (low, high): (u8, u8),
        span: Span,
    ) -> Tree {
        let own = |row: &Row<'_>| matches!(row.columns[column], Pattern::Range(l, h) if (*l, *h) == (low, high));
        let inside = |row: &Row<'_>| match row.columns[column] {
            Pattern::Const(Const::Char(c)) => (low..=high).contains(c),
            _ => true,
        };
        let mut yes: Vec<Row<'_>> = rows.iter().filter(|row| inside(row)).cloned().collect();
        for row in yes.iter_mut().filter(|row| own(row)) {
            row.columns[column] = &ANY;
        }
        let no: Vec<Row<'_>> = rows.into_iter().filter(|row| !own(row)).collect();
        let yes = Box::new(self.tree(on, yes, span));
        let no = Box::new(self.tree(on, no, span));
        Tree::Range { on: on[column], low, high, yes, no }
    }
}

/// Takes the names off the columns of a row: what remains looks at something or is `Any`. The one
/// value of `unit` need not be examined.
fn name_columns(row: &mut Row<'_>, on: &[VarId]) {
    for (column, var) in row.columns.iter_mut().zip(on) {
        loop {
            match column {
                Pattern::Var(name) => {
                    row.binds.push((*name, *var));
                    *column = &ANY;
                }
                Pattern::Alias(inner, name) => {
                    row.binds.push((*name, *var));
                    *column = inner;
                }
                Pattern::Ctor(ctor, _) if ctor.ty == TypeId::UNIT => *column = &ANY,
                _ => break,
            }
        }
    }
}

/// A row for each alternative of the or-patterns in one column.
fn split_alternatives<'i>(rows: Vec<Row<'i>>, column: usize, on: &[VarId]) -> Vec<Row<'i>> {
    let mut split = Vec::new();
    let mut todo: Vec<Row<'i>> = rows.into_iter().rev().collect();
    while let Some(mut row) = todo.pop() {
        name_columns(&mut row, on);
        match row.columns[column] {
            Pattern::Or(alternatives) => {
                todo.extend(alternatives.iter().rev().map(|alternative| {
                    let mut row = row.clone();
                    row.columns[column] = alternative;
                    row
                }));
            }
            _ => split.push(row),
        }
    }
    split
}

fn head(pattern: &Pattern) -> Option<Head> {
    match pattern {
        Pattern::Ctor(ctor, _) => Some(Head::Ctor(*ctor)),
        Pattern::Tuple(parts) => Some(Head::Tuple(parts.len())),
        Pattern::Record(id, _) => Some(Head::Record(*id)),
        Pattern::Tag(tag, inner) => Some(Head::Tag(tag.clone(), inner.is_some())),
        Pattern::Lazy(_) => Some(Head::Lazy),
        Pattern::Const(Const::Float(_) | Const::Boxed(..)) => None,
        Pattern::Const(constant) => Some(Head::Const(constant.clone())),
        Pattern::Any
        | Pattern::Var(_)
        | Pattern::Alias(..)
        | Pattern::Range(..)
        | Pattern::Or(_)
        | Pattern::Unsupported(..) => None,
    }
}

/// A row once it is known that a column has this head, if it still may fit.
fn specialise<'i>(row: &Row<'i>, column: usize, wanted: &Head, parts: usize) -> Option<Row<'i>> {
    let pattern = row.columns[column];
    let mut columns: Vec<&'i Pattern> = match (pattern, wanted) {
        (Pattern::Ctor(_, inner) | Pattern::Tuple(inner) | Pattern::Record(_, inner), _)
            if head(pattern).as_ref() == Some(wanted) =>
        {
            inner.iter().collect()
        }
        (Pattern::Tag(_, inner), _) if head(pattern).as_ref() == Some(wanted) => {
            inner.as_deref().into_iter().collect()
        }
        (Pattern::Lazy(inner), Head::Lazy) => vec![inner],
        (Pattern::Const(_), _) if head(pattern).as_ref() == Some(wanted) => Vec::new(),
        (Pattern::Range(low, high), Head::Const(Const::Char(c))) => {
            (low..=high).contains(&c).then(Vec::new)?
        }
        // Whether an unsupported pattern fits is not known: the row goes on, and says so at its
        // leaf.
        (Pattern::Any | Pattern::Unsupported(..), _) => vec![&ANY; parts],
        _ => return None,
    };
    columns.resize(parts, &ANY);
    let rest = row.columns.iter().enumerate().filter(|(at, _)| *at != column);
    columns.extend(rest.map(|(_, pattern)| *pattern));
    let gap = match pattern {
        Pattern::Unsupported(what, place) => Some((what.as_str(), *place)),
        _ => row.gap,
    };
    Some(Row { columns, binds: row.binds.clone(), case: row.case, gap })
}
