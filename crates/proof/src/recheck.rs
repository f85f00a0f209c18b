//! Asking a solver about every goal of a proof.

use std::fmt::Write;

use solve::{Interrupt, QueryLimits, Reason};
use solve_smtlib::{Command, ScriptRun, SpawnError};

use crate::goals::{BrokenTree, GoalKind, ProofGoal};
use crate::object::Proof;

/// What a solver said of the goals of one proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recheck {
    /// How many goals it confirmed.
    pub confirmed: usize,
    /// How many conditions are taken for granted: see [`GoalKind::Granted`].
    pub granted: usize,
    /// Goals that are false: the proof is none.
    pub refuted: Vec<String>,
    /// Goals of which it could not tell, each with the reason.
    pub undecided: Vec<(String, String)>,
}

/// Why a proof could not be checked, or is none.
#[derive(Debug, thiserror::Error)]
pub enum RecheckError {
    /// The tree has a hole.
    #[error(transparent)]
    Tree(#[from] BrokenTree),
    /// A text in the object would be more than a condition.
    #[error("`{0}` is not one expression of SMT-LIB")]
    NotOneExpression(String),
    /// The declarations do more than declare.
    #[error("`{0}` in the declarations declares nothing")]
    NotADeclaration(String),
    /// The solver is not there.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
}

/// Asks the solver about each goal of `proof`.
///
/// # Errors
///
/// If the tree is no proof whatever the solver says, or if the solver cannot be started.
pub fn recheck(
    proof: &Proof,
    command: &Command,
    limits: &QueryLimits,
    interrupt: &Interrupt,
) -> Result<Recheck, RecheckError> {
    proof.check_company().map_err(BrokenTree::from)?;
    let mut done = Recheck::default();
    for one in proof.all() {
        recheck_one(one, command, limits, interrupt, &mut done)?;
    }
    Ok(done)
}

fn recheck_one(
    proof: &Proof,
    command: &Command,
    limits: &QueryLimits,
    interrupt: &Interrupt,
    done: &mut Recheck,
) -> Result<(), RecheckError> {
    let goals = proof.goals()?;
    check_texts(proof)?;
    let mut rest = &goals[..];
    while !rest.is_empty() {
        let script = script(proof, rest);
        let mut run = ScriptRun::start(command, &script, limits, interrupt)?;
        while let Some((goal, others)) = rest.split_first() {
            rest = others;
            match run.answer() {
                Ok(answer) => done.take(goal, &answer),
                // The solver is started again, for the next goal.
                Err(reason) => {
                    match goal.kind {
                        GoalKind::Granted => done.granted += 1,
                        _ => done.undecided.push((goal.describe(), reason.to_string())),
                    }
                    if reason == Reason::Interrupted {
                        let left = rest.iter().map(|goal| (goal.describe(), reason.to_string()));
                        done.undecided.extend(left);
                        return Ok(());
                    }
                    break;
                }
            }
        }
    }
    Ok(())
}

impl Recheck {
    fn take(&mut self, goal: &ProofGoal<'_>, answer: &str) {
        match answer {
            "unsat" => self.confirmed += 1,
            "sat" | "unknown" if goal.kind == GoalKind::Granted => self.granted += 1,
            "sat" => self.refuted.push(goal.describe()),
            "unknown" => {
                let why = "the solver does not know".to_owned();
                self.undecided.push((goal.describe(), why));
            }
            other => self.undecided.push((goal.describe(), other.to_owned())),
        }
    }
}

impl Proof {
    /// All goals as one script, which a solver must answer with `unsat` throughout.
    ///
    /// # Errors
    ///
    /// If the tree is no proof whatever the solver says.
    pub fn to_smt2(&self) -> Result<String, BrokenTree> {
        Ok(script(self, &self.goals()?))
    }
}

fn script(proof: &Proof, goals: &[ProofGoal<'_>]) -> String {
    let mut out = format!("(set-logic ALL)\n{}", proof.declarations);
    for fact in &proof.facts {
        let _ = writeln!(out, "(assert {fact})");
    }
    // What the goals of one place have in common is said once.
    for group in goals.chunk_by(|a, b| a.at == b.at && same_kind(a.kind, b.kind)) {
        let shared = group.iter().map(|goal| common(&group[0].conds, &goal.conds)).min();
        let (shared, rest) = group[0].conds.split_at(shared.unwrap_or(0));
        let skip = group[0].conds.len() - rest.len();
        let _ = writeln!(out, "(push 1)");
        shared.iter().for_each(|cond| out.push_str(&format!("(assert {cond})\n")));
        for goal in group {
            let _ = writeln!(out, "; {}\n(push 1)", goal.describe());
            goal.declarations.iter().for_each(|line| out.push_str(&format!("{line}\n")));
            goal.conds[skip..].iter().for_each(|cond| out.push_str(&format!("(assert {cond})\n")));
            let _ = writeln!(out, "(check-sat)\n(pop 1)");
        }
        let _ = writeln!(out, "(pop 1)");
    }
    out
}

fn same_kind(a: GoalKind, b: GoalKind) -> bool {
    match (a, b) {
        (GoalKind::Outside { case, .. }, GoalKind::Outside { case: other, .. }) => case == other,
        _ => false,
    }
}

/// How many conditions two lists begin with in common.
fn common(a: &[String], b: &[String]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// An object from elsewhere could carry commands instead of conditions: `true) (assert false`.
fn check_texts(proof: &Proof) -> Result<(), RecheckError> {
    let conds = proof.nodes.iter().flat_map(|place| place.texts());
    for text in proof.facts.iter().map(String::as_str).chain(conds) {
        if expressions(text) != Some(1) {
            return Err(RecheckError::NotOneExpression(text.to_owned()));
        }
    }
    for line in commands(&proof.declarations) {
        let declares = ["(declare-sort ", "(declare-fun ", "(declare-datatypes "];
        if !declares.iter().any(|start| line.starts_with(start)) || expressions(line) != Some(1) {
            return Err(RecheckError::NotADeclaration(line.to_owned()));
        }
    }
    Ok(())
}

/// The declarations one by one; each begins a line.
fn commands(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = text.match_indices("\n(").map(|(at, _)| at + 1).collect();
    starts.insert(0, 0);
    starts.push(text.len());
    let parts = starts.windows(2).map(|ends| text[ends[0]..ends[1]].trim());
    parts.filter(|part| !part.is_empty()).collect()
}

/// How many expressions a text has, if its parentheses, strings and quoted names are closed and it
/// has no comment.
fn expressions(text: &str) -> Option<usize> {
    let (mut depth, mut count, mut in_word) = (0usize, 0usize, false);
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        let starts_one = depth == 0 && !in_word;
        match char {
            '(' => {
                count += usize::from(depth == 0);
                depth += 1;
                in_word = false;
            }
            ')' => {
                depth = depth.checked_sub(1)?;
                in_word = false;
            }
            ';' => return None,
            '"' | '|' => {
                count += usize::from(starts_one);
                in_word = true;
                chars.by_ref().find(|next| *next == char)?;
            }
            space if space.is_whitespace() => in_word = false,
            _ => {
                count += usize::from(starts_one);
                in_word = true;
            }
        }
    }
    (depth == 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_counted_as_solvers_read_them() {
        let counts = [
            ("x", Some(1)),
            ("(and x |a (b| \"c)\")", Some(1)),
            ("true) (assert false", None),
            ("x y", Some(2)),
            ("(f) (g)", Some(2)),
            ("", Some(0)),
            ("x ; comment", None),
            ("\"a\"\"b\"", Some(1)),
            ("|open", None),
        ];
        for (text, count) in counts {
            assert_eq!(expressions(text), count, "{text}");
        }
    }

    #[test]
    fn declarations_are_taken_one_by_one() {
        let text = "(declare-sort S 0)\n(declare-fun x () S)\n";
        assert_eq!(commands(text), ["(declare-sort S 0)", "(declare-fun x () S)"]);
    }
}
