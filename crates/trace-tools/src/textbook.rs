//! Formulas in the form of textbooks, for other tools.
//!
//! LTLf is usually read over traces that are not empty, with two operators for the next event: the strong one asks for a
//! next event, the weak one holds at the last one. `X p` of a spec is the weak one if `p` accepts that nothing follows, and the strong one otherwise; all
//! other operators mean the same on traces that are not empty.

use term::Term;
use trace::{Context, EventSet, Formula};

/// A formula over events, as textbooks have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ltlf {
    /// Always.
    True,
    /// Never.
    False,
    /// The first event is one of these.
    Event(EventSet),
    /// Does not hold.
    Not(Box<Ltlf>),
    /// All hold.
    And(Vec<Ltlf>),
    /// One of them holds.
    Or(Vec<Ltlf>),
    /// If the first holds, so does the second.
    Implies(Box<Ltlf>, Box<Ltlf>),
    /// Both or neither.
    Iff(Box<Ltlf>, Box<Ltlf>),
    /// There is a next event, and it holds from there.
    StrongNext(Box<Ltlf>),
    /// There is no next event, or it holds from there.
    WeakNext(Box<Ltlf>),
    /// At some event.
    Finally(Box<Ltlf>),
    /// At every event.
    Globally(Box<Ltlf>),
    /// The second at some event, the first at every one before it.
    Until(Box<Ltlf>, Box<Ltlf>),
    /// The second up to and including the first event where the first holds, or always.
    Release(Box<Ltlf>, Box<Ltlf>),
}

/// Why a formula has no such form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoTextbook {
    /// It is nested too deeply.
    #[error(transparent)]
    TooDeep(#[from] trace::TooDeep),
    /// It has a part that LTLf does not have.
    #[error("it has {0}, which LTLf does not have")]
    Part(&'static str),
}

/// The formula in the form of textbooks. It means the same on all traces but the empty one.
///
/// # Errors
///
/// If it has parts of regular expressions or automata.
pub fn textbook(ctx: Context<'_>, formula: &Formula) -> Result<Ltlf, NoTextbook> {
    let of = |part: &Formula| textbook(ctx, part).map(Box::new);
    let all = |parts: &[Formula]| -> Result<Vec<Ltlf>, NoTextbook> {
        parts.iter().map(|part| textbook(ctx, part)).collect()
    };
    let last = || Ltlf::WeakNext(Box::new(Ltlf::False));
    Ok(match formula {
        Formula::True => Ltlf::True,
        Formula::False | Formula::Empty => Ltlf::False,
        Formula::Event(set) => events(set),
        Formula::One(set) => and(vec![events(set), last()]),
        Formula::Last => last(),
        Formula::Not(a) => Ltlf::Not(of(a)?),
        Formula::And(parts) => and(all(parts)?),
        Formula::Or(parts) => Ltlf::Or(all(parts)?),
        Formula::Implies(a, b) => Ltlf::Implies(of(a)?, of(b)?),
        Formula::Iff(a, b) => Ltlf::Iff(of(a)?, of(b)?),
        Formula::Next(a) if accepts_nothing_more(ctx, a)? => Ltlf::WeakNext(of(a)?),
        Formula::Next(a) => Ltlf::StrongNext(of(a)?),
        Formula::WeakNext(a) => Ltlf::WeakNext(of(a)?),
        Formula::Finally(a) => Ltlf::Finally(of(a)?),
        Formula::Globally(a) => Ltlf::Globally(of(a)?),
        Formula::Until(a, b) => Ltlf::Until(of(a)?, of(b)?),
        Formula::WeakUntil(a, b) => {
            Ltlf::Or(vec![Ltlf::Until(of(a)?, of(b)?), Ltlf::Globally(of(a)?)])
        }
        Formula::Release(a, b) => Ltlf::Release(of(a)?, of(b)?),
        Formula::Then(_) => return Err(NoTextbook::Part("a sequence")),
        Formula::Star(_) => return Err(NoTextbook::Part("a repetition")),
        Formula::Machine(_) => return Err(NoTextbook::Part("an automaton")),
    })
}

/// Whether a formula holds where no event follows.
pub(crate) fn accepts_nothing_more(
    ctx: Context<'_>,
    formula: &Formula,
) -> Result<bool, trace::TooDeep> {
    Ok(ctx.regexes.nullable(ctx.regexes.of_formula(ctx.pool, formula)?))
}

fn events(set: &EventSet) -> Ltlf {
    match set {
        EventSet::Any(Term::TRUE) => Ltlf::True,
        EventSet::Any(_) | EventSet::Call(..) => Ltlf::Event(set.clone()),
        EventSet::Not(inner) => Ltlf::Not(Box::new(events(inner))),
        EventSet::And(parts) => and(parts.iter().map(events).collect()),
        EventSet::Or(parts) => Ltlf::Or(parts.iter().map(events).collect()),
    }
}

fn and(mut parts: Vec<Ltlf>) -> Ltlf {
    parts.retain(|part| *part != Ltlf::True);
    match parts.len() {
        1 => parts.remove(0),
        _ => Ltlf::And(parts),
    }
}

impl Ltlf {
    /// The formula as text over propositions `e1`, `e2`, …, and what these stand for. `X` is the strong next, `WX` the weak one.
    #[must_use]
    pub fn show(&self, ctx: Context<'_>) -> (String, Vec<String>) {
        let mut names = Vec::new();
        let text = self.text(ctx, &mut names);
        (text, names)
    }

    fn text(&self, ctx: Context<'_>, names: &mut Vec<String>) -> String {
        let mut of = |part: &Ltlf| part.text(ctx, names);
        match self {
            Ltlf::True => "true".to_owned(),
            Ltlf::False => "false".to_owned(),
            Ltlf::Event(set) => {
                let name = ctx.show_letter(ctx.regexes.of_events(ctx.pool, set));
                let known = names.iter().position(|known| *known == name);
                let at = known.unwrap_or(names.len());
                if known.is_none() {
                    names.push(name);
                }
                format!("e{}", at + 1)
            }
            Ltlf::Not(a) => format!("!{}", of(a)),
            Ltlf::And(parts) if parts.is_empty() => "true".to_owned(),
            Ltlf::Or(parts) if parts.is_empty() => "false".to_owned(),
            Ltlf::And(parts) => joined(parts.iter().map(of), " & "),
            Ltlf::Or(parts) => joined(parts.iter().map(of), " | "),
            Ltlf::Implies(a, b) => format!("({} -> {})", of(a), of(b)),
            Ltlf::Iff(a, b) => format!("({} <-> {})", of(a), of(b)),
            Ltlf::StrongNext(a) => format!("X({})", of(a)),
            Ltlf::WeakNext(a) => format!("WX({})", of(a)),
            Ltlf::Finally(a) => format!("F({})", of(a)),
            Ltlf::Globally(a) => format!("G({})", of(a)),
            Ltlf::Until(a, b) => format!("({} U {})", of(a), of(b)),
            Ltlf::Release(a, b) => format!("({} R {})", of(a), of(b)),
        }
    }
}

fn joined(parts: impl Iterator<Item = String>, word: &str) -> String {
    format!("({})", parts.collect::<Vec<String>>().join(word))
}
