//! What a refutation follows, read off its texts.

use crate::condition::CondId;
use crate::expression::Expr;
use crate::histories::{AllowanceInstance, HistoryProof, PathRefutation, TraceItem};
use crate::product::{Course, CourseItem, Instance, InstanceCase, Store, Track};
use crate::sexp::Sexp;

/// Texts that do not go together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BrokenHistories {
    /// A text is no expression of the kind that is wanted.
    #[error("`{0}` is not {1}")]
    Text(String, &'static str),
    /// A number names nothing.
    #[error("there is no {0} with the number {1}")]
    Number(&'static str, usize),
    /// Two memberships of one path are about different traces.
    #[error("the memberships that are followed for the path {0:?} are about different traces")]
    Traces(Vec<u32>),
    /// A list has another length than it should have.
    #[error("{0} of the path {1:?} do not fit what is followed")]
    Lengths(&'static str, Vec<u32>),
    /// A state has more ways on than are read.
    #[error("a state of the path {0:?} has too many ways on")]
    TooManyWays(Vec<u32>),
    /// An edge is left out that there is not.
    #[error("a state of the path {0:?} leaves out what is no edge of it")]
    NoEdge(Vec<u32>),
    /// A path is refuted twice, or one that the tree does not have.
    #[error(
        "the path {0:?} is refuted, but it is no path of the tree that needs it, or not the only one"
    )]
    Unwanted(Vec<u32>),
    /// A path that does not end well is not refuted.
    #[error("nothing refutes the path {0:?}")]
    NotRefuted(Vec<u32>),
    /// A function that was taken by contract is not proved.
    #[error("`{0}` is taken by its contract, but is not proved here")]
    NotProved(String),
    /// The proof of a function is about another program.
    #[error("the proof of `{0}` is about another text")]
    OtherProgram(String),
}

type Result<T> = std::result::Result<T, BrokenHistories>;

/// Reads texts of [`HistoryProof`].
pub(crate) struct Reader<'h> {
    pub(crate) histories: &'h HistoryProof,
    pub(crate) operations: Vec<String>,
}

pub(crate) fn sexp(text: &str) -> Result<Sexp> {
    let wrong = || BrokenHistories::Text(text.to_owned(), "one expression of SMT-LIB");
    Sexp::parse(text).ok_or_else(wrong)
}

/// A name: it stands where others are put in its place, so it must not be more.
fn name(text: &str) -> Result<String> {
    match sexp(text)? {
        Sexp::Atom(name) => Ok(name),
        Sexp::List(_) => Err(BrokenHistories::Text(text.to_owned(), "a name")),
    }
}

impl<'h> Reader<'h> {
    pub(crate) fn new(histories: &'h HistoryProof) -> Reader<'h> {
        let operations = histories.operations.iter().map(|operation| operation.name.clone());
        Reader { histories, operations: operations.collect() }
    }

    pub(crate) fn expression(&self, store: &mut Store, text: &str) -> Result<Expr> {
        let wrong = || BrokenHistories::Text(text.to_owned(), "an expression over events");
        let Store { conditions, expressions, .. } = store;
        expressions.read(conditions, &self.operations, &sexp(text)?).ok_or_else(wrong)
    }

    /// All operations that an event of an unknown part can be of.
    pub(crate) fn all_operations(&self) -> Vec<Option<usize>> {
        let declared = (0..self.operations.len()).map(Some);
        declared.chain(self.histories.others.then_some(None)).collect()
    }

    /// What is followed for a path.
    pub(crate) fn course(&self, store: &mut Store, refutation: &PathRefutation) -> Result<Course> {
        let mut trace: &[TraceItem] = &[];
        let mut followed = Vec::new();
        for number in &refutation.follows {
            let membership = self.histories.memberships.get(*number);
            let membership = membership.ok_or(BrokenHistories::Number("membership", *number))?;
            let (short, long) = match membership.trace.len() > trace.len() {
                true => (trace, &membership.trace[..]),
                false => (&membership.trace[..], trace),
            };
            if !long.starts_with(short) || membership.start > membership.trace.len() {
                return Err(BrokenHistories::Traces(refutation.at.clone()));
            }
            trace = long;
            followed.push(membership);
        }
        let items = trace.iter().map(|item| self.item(item)).collect::<Result<_>>()?;
        let mut course =
            Course { items, tracks: Vec::new(), asked: Vec::new(), instances: Vec::new() };
        for membership in followed {
            let (start, last) = (membership.start, membership.trace.len());
            let expr = self.expression(store, &membership.expression)?;
            course.asked.push((course.tracks.len(), last));
            course.tracks.push(Track { start, last, expr });
        }
        for instance in &refutation.instances {
            let made = self.instance(store, &mut course, instance)?;
            course.instances.push(made);
        }
        Ok(course)
    }

    fn item(&self, item: &TraceItem) -> Result<CourseItem> {
        let TraceItem::Event { operation, values } = item else { return Ok(CourseItem::Unknown) };
        let formals = match operation {
            None => &[][..],
            Some(operation) => self.formals(*operation)?,
        };
        if formals.len() != values.len() {
            return Err(BrokenHistories::Lengths("the values of an event", Vec::new()));
        }
        let put =
            formals.iter().zip(values).map(|(formal, value)| Ok((name(formal)?, sexp(value)?)));
        Ok(CourseItem::Event(*operation, put.collect::<Result<_>>()?))
    }

    fn formals(&self, operation: usize) -> Result<&'h [String]> {
        let known = self.histories.operations.get(operation);
        let known = known.ok_or(BrokenHistories::Number("operation", operation))?;
        Ok(&known.formals)
    }

    /// The contract of an operation at some values. What it says of other places is left out.
    fn instance(
        &self,
        store: &mut Store,
        course: &mut Course,
        instance: &AllowanceInstance,
    ) -> Result<Instance> {
        let allowance = self.histories.allowances.get(instance.allowance);
        let allowance =
            allowance.ok_or(BrokenHistories::Number("allowance", instance.allowance))?;
        let formals = self.formals(allowance.operation)?;
        if allowance.places.len() != formals.len() || instance.values.len() != formals.len() {
            return Err(BrokenHistories::Lengths("the values of a contract", Vec::new()));
        }
        let (mut put, mut open, mut meant) = (Vec::new(), Vec::new(), Vec::new());
        for ((place, formal), value) in allowance.places.iter().zip(formals).zip(&instance.values) {
            let (place, formal) = (name(place)?, sexp(formal)?);
            match value {
                Some(value) => {
                    let value = sexp(value)?;
                    meant.push(store.conditions.is(&formal, &value));
                    put.push((place, value));
                }
                None => {
                    open.push(place.clone());
                    put.push((place, formal));
                }
            }
        }
        let last = course.items.len();
        let mut cases = Vec::new();
        for case in &allowance.cases {
            let mut context = Vec::new();
            let mut is_whole = !case.ghosts;
            for text in &case.context {
                let is_open =
                    open.iter().any(|place| sexp(text).is_ok_and(|text| text.mentions(place)));
                if case.ghosts || is_open {
                    is_whole = false;
                    continue;
                }
                let expr = self.expression(store, text)?;
                let Store { conditions, expressions, .. } = &mut *store;
                let expr = expressions.map(expr, &mut |cond| conditions.put(cond, &put));
                context.push(course.tracks.len());
                course.tracks.push(Track { start: 0, last, expr });
            }
            let mut stated = |text: &str| -> Result<CondId> {
                let text = if case.ghosts { Sexp::atom("true") } else { sexp(text)? };
                let cond = store.conditions.text(&text);
                Ok(store.conditions.put(cond, &put))
            };
            let (require, ensure) = (stated(&case.require)?, stated(&case.ensure)?);
            cases.push(InstanceCase { context, require, ensure, binds: is_whole });
        }
        let meant = store.conditions.all(&meant);
        Ok(Instance { op: allowance.operation, meant, cases })
    }
}
