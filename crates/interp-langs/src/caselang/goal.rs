//! Goals as programs: definitions, unknowns, conditions.

use std::sync::Arc;

use lang_interp::{Cx, Relation, Stop, Value};

use super::code::{Code, Compiler, Names};
use super::definitions::Definitions;
use super::interpret::{Aim, Interpreter};
use super::tree::{Condition, Goal, Program};
use super::types::Kinds;

/// A goal that is ready to be searched: [`Query::run`] is the program for
/// [`lang_interp::search`].
pub struct Query {
    goal: lang_interp::Goal<'static>,
}

/// Two expressions whose values are related.
#[derive(Clone, Debug)]
struct Compared {
    /// Of an equation, the one that computes nothing, if there is one.
    first: Code,
    second: Code,
    relation: Relation,
}

/// In which order a goal is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// As the language says. Runs that go wrong are outcomes, and events come in their order.
    InOrder,
    /// What a value must come to is known before it is computed: from the patterns that it has to match, and from what the result must be.
    /// Finds the same answers with less work, and leaves out runs that go wrong later. Answers are confirmed in order.
    OutsideIn,
}

impl Query {
    /// A goal together with the definitions of its file.
    #[must_use]
    pub fn new(program: &Program, goal: &Goal, evaluation: Evaluation) -> Query {
        let (definitions, mut conditions) = Definitions::new(program, |compiler, names| {
            names.extend(goal.names().map(str::to_owned));
            let compared = |condition| compare(compiler, names, condition);
            goal.conditions.iter().map(compared).collect::<Vec<Compared>>()
        });
        // Those that compute nothing come first, because they cost nothing and exclude much.
        conditions.sort_by_key(|condition| !condition.second.is_plain());
        let definitions = Arc::new(definitions);
        let defined = Arc::clone(&definitions);
        let mut query = lang_interp::Goal::new().given(move |cx| defined.frame(cx));
        let kinds = Kinds::new(program, goal);
        for unknown in &goal.unknowns {
            query = query.exists(&unknown.name, kinds.of(unknown.ty.as_ref()));
        }
        let add = |query, condition| demand(query, &definitions, condition, evaluation);
        Query { goal: conditions.into_iter().fold(query, add) }
    }

    /// Runs the goal: it returns where every condition holds.
    pub fn run(&self, cx: &mut Cx<'_>) -> Result<Value, Stop> {
        self.goal.run(cx)
    }
}

/// The goal with one more condition.
fn demand(
    goal: lang_interp::Goal<'static>,
    definitions: &Arc<Definitions>,
    condition: Compared,
    evaluation: Evaluation,
) -> lang_interp::Goal<'static> {
    let first = side(definitions, condition.first, evaluation);
    let second = side(definitions, condition.second, evaluation);
    let first = move |cx: &mut Cx<'_>, known: &[Value]| first(cx, known, None);
    match condition.relation {
        Relation::Equal => {
            goal.reaches(first, move |cx, known, aim| second(cx, known, Some(aim)).map(drop))
        }
        Relation::Different => goal.different(first, move |cx, known| second(cx, known, None)),
        Relation::Absent => goal.absent(first, move |cx, known| second(cx, known, None)),
    }
}

/// Evaluates an expression that sees the definitions and the unknowns.
fn side(
    definitions: &Arc<Definitions>,
    code: Code,
    evaluation: Evaluation,
) -> impl Fn(&mut Cx<'_>, &[Value], Aim) -> Result<Value, Stop> + Sync + 'static {
    let definitions = Arc::clone(definitions);
    move |cx, known, aim| {
        let outside_in = evaluation == Evaluation::OutsideIn && !cx.is_confirming();
        let interpreter = Interpreter { outside_in, ..definitions.interpreter() };
        interpreter.eval(cx, &mut known.to_vec(), &code, aim)
    }
}

fn compare(compiler: &mut Compiler, names: &mut Names, condition: &Condition) -> Compared {
    let left = compiler.expr(names, &condition.left);
    let right = compiler.expr(names, &condition.right);
    let turns = right.is_plain() && condition.relation != Relation::Absent;
    let (first, second) = if turns { (right, left) } else { (left, right) };
    Compared { first, second, relation: condition.relation }
}
