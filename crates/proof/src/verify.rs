//! What has to be true for refutations of paths to be right.
//!
//! The states of an object are taken as they are. For each of them all events are read once more, by [`crate::product`];
//! an event that leads to no state of the object becomes a goal: no values take it.

use std::collections::BTreeSet;

use crate::condition::CondLiteral;
use crate::course::{BrokenHistories, Reader, sexp};
use crate::goals::{GoalKind, ProofGoal};
use crate::histories::{HistoryProof, LeftOutEdge, PathRefutation, ProductStateText, RefutedCase};
use crate::product::{Course, CourseItem, Memory, Question, State, Store, follows};
use crate::sexp::Sexp;

type Result<T> = std::result::Result<T, BrokenHistories>;

/// The goals of the refutation of one path, on which some conditions hold. `declarations` are those of the proof.
pub(crate) fn goals<'a>(
    histories: &HistoryProof,
    refutation: &'a PathRefutation,
    path: &[String],
    declarations: &str,
) -> Result<Vec<ProofGoal<'a>>> {
    let reader = Reader::new(histories);
    let mut store = Store::new();
    let course = reader.course(&mut store, refutation)?;
    let mut goals = vec![complete(refutation, path)?];
    for (number, case) in refutation.cases.iter().enumerate() {
        let mut conds = path.to_vec();
        conds.extend(case.when.iter().cloned());
        let layers = layers(&reader, &mut store, &course, refutation, case)?;
        let mut verifier = Verifier {
            at: &refutation.at,
            course: &course,
            layers: &layers,
            store,
            asked: BTreeSet::new(),
        };
        verifier.verify(&reader.all_operations())?;
        let Verifier { store: used, asked, .. } = verifier;
        store = used;
        for (at, question) in &asked {
            let scene = Scene { histories, store: &store, refutation, declarations };
            let (declared, more) = scene.texts(question)?;
            goals.push(ProofGoal {
                at: &refutation.at,
                kind: GoalKind::Outside { case: number, item: *at },
                declarations: declared,
                conds: [conds.as_slice(), &more].concat(),
            });
        }
    }
    Ok(goals)
}

/// One of the cases of a path always holds.
fn complete<'a>(refutation: &'a PathRefutation, path: &[String]) -> Result<ProofGoal<'a>> {
    let mut cases = Vec::new();
    for case in &refutation.cases {
        for text in &case.when {
            sexp(text)?;
        }
        cases.push(format!("(and true {})", case.when.join(" ")));
    }
    let nothing = format!("(not (or false {}))", cases.join(" "));
    Ok(ProofGoal {
        at: &refutation.at,
        kind: GoalKind::Cases,
        declarations: Vec::new(),
        conds: path.iter().cloned().chain([nothing]).collect(),
    })
}

/// A state of the object.
struct Listed {
    state: State,
    left_out: Vec<(Option<usize>, Vec<CondLiteral>)>,
}

fn layers(
    reader: &Reader<'_>,
    store: &mut Store,
    course: &Course,
    refutation: &PathRefutation,
    case: &RefutedCase,
) -> Result<Vec<Vec<Listed>>> {
    let wrong = |what| BrokenHistories::Lengths(what, refutation.at.clone());
    if case.layers.len() != course.items.len() + 1 {
        return Err(wrong("the layers"));
    }
    let mut layers = Vec::new();
    for layer in &case.layers {
        let mut listed = Vec::new();
        for state in layer {
            let fits = state.rests.len() == course.tracks.len()
                && state.answers.len() == course.asked.len();
            if !fits {
                return Err(wrong("the states"));
            }
            listed.push(read_state(reader, store, state)?);
        }
        layers.push(listed);
    }
    // After the last item nothing may be left.
    if layers.last().is_some_and(|last| !last.is_empty()) {
        return Err(wrong("the states after the last item"));
    }
    Ok(layers)
}

fn read_state(reader: &Reader<'_>, store: &mut Store, state: &ProductStateText) -> Result<Listed> {
    let histories = reader.histories;
    let mut rests = Vec::new();
    for number in &state.rests {
        let text = histories.expressions.get(*number);
        let text = text.ok_or(BrokenHistories::Number("expression", *number))?;
        rests.push(reader.expression(store, text)?);
    }
    let mut remembers = BTreeSet::new();
    for number in &state.remembers {
        let rows = histories.remembered.get(*number);
        let rows = rows.ok_or(BrokenHistories::Number("memory", *number))?;
        let rows = rows.iter().map(|row| read_row(histories, store, row)).collect::<Result<_>>()?;
        remembers.insert(store.memory(rows));
    }
    let left_out = state
        .left_out
        .iter()
        .map(|LeftOutEdge { operation, when }| Ok((*operation, read_row(histories, store, when)?)));
    let left_out = left_out.collect::<Result<_>>()?;
    let state = State { rests, answers: state.answers.clone(), remembers };
    Ok(Listed { state, left_out })
}

fn read_row(histories: &HistoryProof, store: &mut Store, row: &[i64]) -> Result<Vec<CondLiteral>> {
    let mut literals = Vec::new();
    for number in row {
        let at = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
        let text = at.checked_sub(1).and_then(|at| histories.conditions.get(at));
        let text = text.ok_or(BrokenHistories::Number("condition", at))?;
        let cond = store.conditions.text(&sexp(text)?);
        literals.push(CondLiteral { cond, holds: *number > 0 });
    }
    literals.sort();
    Ok(literals)
}

struct Verifier<'v> {
    at: &'v [u32],
    course: &'v Course,
    layers: &'v [Vec<Listed>],
    store: Store,
    /// What has to be asked, each once, with the item before which it was met.
    asked: BTreeSet<(usize, Question)>,
}

impl Verifier<'_> {
    fn verify(&mut self, operations: &[Option<usize>]) -> Result<()> {
        let start = self.course.start(&self.store);
        self.reach(0, &start, &BTreeSet::new(), &[]);
        for (at, item) in self.course.items.iter().enumerate() {
            for listed in &self.layers[at] {
                let mut used = BTreeSet::new();
                match item {
                    CourseItem::Event(op, values) => {
                        self.read((at, at + 1), listed, (*op, values), &mut used)?;
                    }
                    CourseItem::Unknown => {
                        for op in operations {
                            self.read((at, at), listed, (*op, &[]), &mut used)?;
                        }
                        let next = self.course.arrive(&self.store, at + 1, &listed.state);
                        self.reach(at + 1, &next, &listed.state.remembers, &[]);
                    }
                }
                if used.len() < listed.left_out.len() {
                    return Err(BrokenHistories::NoEdge(self.at.to_vec()));
                }
            }
        }
        Ok(())
    }

    /// Reads an event in a state, and looks where it leads. Edges that are left out are noted by their numbers.
    fn read(
        &mut self,
        (at, to): (usize, usize),
        listed: &Listed,
        (op, values): (Option<usize>, &[(String, Sexp)]),
        used: &mut BTreeSet<usize>,
    ) -> Result<()> {
        let Verifier { course, store, asked, .. } = self;
        let mut is_left_out = |_: &mut Store, question: &Question| {
            let is_this = |(own, row): &(Option<usize>, Vec<CondLiteral>)| {
                *own == op && *row == question.literals
            };
            let given = listed.left_out.iter().position(is_this);
            if given.is_some() {
                asked.insert((at, question.clone()));
            }
            used.extend(given);
            given.is_some()
        };
        let ways = course.ways(store, (at, &listed.state), (op, values), &mut is_left_out);
        let ways = ways.map_err(|_| BrokenHistories::TooManyWays(self.at.to_vec()))?;
        for way in ways {
            self.reach(to, &way.to, &listed.state.remembers, &way.literals);
        }
        Ok(())
    }

    /// What is reached is a state of the object, or no values lead there.
    fn reach(
        &mut self,
        at: usize,
        to: &State,
        before: &BTreeSet<Memory>,
        literals: &[CondLiteral],
    ) {
        let covers = |known: &&Listed| {
            known.state.rests == to.rests
                && known.state.answers == to.answers
                && follows(&self.store, &known.state.remembers, before, literals)
        };
        if self.layers[at].iter().any(|known| covers(&known)) {
            return;
        }
        let answers = self.course.foreseen(at, to);
        let (remembers, literals) = (before.clone(), literals.to_vec());
        self.asked.insert((at, Question { answers, remembers, literals }));
    }
}

/// What the texts of a question need.
struct Scene<'s> {
    histories: &'s HistoryProof,
    store: &'s Store,
    refutation: &'s PathRefutation,
    declarations: &'s str,
}

impl Scene<'_> {
    /// The declarations and conditions that a question adds to its case.
    fn texts(&self, question: &Question) -> Result<(Vec<String>, Vec<String>)> {
        let mut conds = Vec::new();
        for (membership, answer) in self.refutation.follows.iter().zip(&question.answers) {
            let var = &self.histories.memberships[*membership].var;
            sexp(var)?;
            match answer {
                Some(true) => conds.push(var.clone()),
                Some(false) => conds.push(format!("(not {var})")),
                None => {}
            }
        }
        let mut declared = Vec::new();
        for memory in &question.remembers {
            let own = self.own_names(*memory)?;
            declared.extend(own.iter().filter_map(|(formal, name)| self.declaration(formal, name)));
            let by: Vec<(String, Sexp)> =
                own.into_iter().map(|(formal, name)| (formal, Sexp::Atom(name))).collect();
            let rows = &self.store.memories[memory.0];
            let rows = rows.iter().map(|row| self.row(row, &by)).collect::<Vec<String>>();
            conds.push(format!("(or false {})", rows.join(" ")));
        }
        conds.extend(question.literals.iter().map(|literal| self.literal(literal, &[])));
        Ok((declared, conds))
    }

    /// The names of a memory for formals: the event is another one than that of the question.
    fn own_names(&self, memory: Memory) -> Result<Vec<(String, String)>> {
        let rows = &self.store.memories[memory.0];
        let mentions = |formal: &str| {
            let mut literals = rows.iter().flatten();
            literals.any(|literal| self.store.conditions.sexp(literal.cond).mentions(formal))
        };
        let mut names = Vec::new();
        for formal in self.histories.operations.iter().flat_map(|operation| &operation.formals) {
            if mentions(formal) {
                names.push((formal.clone(), format!("{formal}.of.{}", memory.0)));
            }
        }
        Ok(names)
    }

    /// The declaration of a name that is like that of a formal.
    fn declaration(&self, formal: &str, name: &str) -> Option<String> {
        let start = format!("(declare-fun {formal} ");
        let line = self.declarations.lines().find(|line| line.starts_with(&start))?;
        Some(format!("(declare-fun {name} {}", &line[start.len()..]))
    }

    fn row(&self, row: &[CondLiteral], by: &[(String, Sexp)]) -> String {
        let parts: Vec<String> = row.iter().map(|literal| self.literal(literal, by)).collect();
        format!("(and true {})", parts.join(" "))
    }

    fn literal(&self, literal: &CondLiteral, by: &[(String, Sexp)]) -> String {
        let text = self.store.conditions.sexp(literal.cond).put(by);
        if literal.holds { text.to_string() } else { format!("(not {text})") }
    }
}
