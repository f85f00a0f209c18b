//! Proofs as objects that others can check.
//!
//! What was found by a [`Refuter`](crate::Refuter) is what has to be followed and which cases have to be told apart. The
//! states themselves are made once more, by the naive construction of the crate `proof`, which asks the same
//! solver; so an object is written only if two constructions agree that a path is impossible.

use std::collections::HashMap;

use explore::Decision;
use harness::{Allowance, Membership};
use proof::{
    AllowanceCaseText, AllowanceInstance, AllowanceText, CaseQuestion, Closing, CondId,
    CondLiteral, Conditions, HistoryProof, Made, MembershipText, NoProof, OperationNames,
    PathRefutation, Proof, ProofHead, RefutedCase, Rows, TraceItem, tree,
};
use rustc_hash::FxHashMap;
use solve::{Solver, Standalone, Theory, Verdict};
use term::{Pool, Term};
use trace::{Context, Item, Letter, Node, OpId, Regex};

use crate::open::OpenPath;
use crate::refute::Refutation;

/// A run of which every path that does not end well is refuted.
pub struct Proved<'a> {
    /// What its expressions mean.
    pub ctx: Context<'a>,
    /// What the solver takes for granted.
    pub theory: &'a Theory,
    /// The tree of its paths.
    pub record: &'a [Decision],
    /// The paths that do not end well, and why no history takes them.
    pub refuted: &'a [(OpenPath, Refutation)],
    /// What variables of the paths stand for.
    pub memberships: &'a FxHashMap<Term, Membership>,
    /// Where operations of libraries have their events.
    pub allowances: &'a [Allowance],
    /// The functions that were taken by their contracts.
    pub by_contract: Vec<String>,
    /// Whether the time is over.
    pub is_late: &'a dyn Fn() -> bool,
}

impl Proved<'_> {
    /// The object.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, head: ProofHead, solver: &mut dyn Solver) -> Result<Proof, NoProof> {
        let followed = self.followed();
        let texts = Texts::new(self.ctx.pool, self.theory, &self.terms(&followed));
        let show = |term: Term| texts.by_term[&term].clone();
        let mut closing = Closing::new(self.histories(&followed, &texts)?);
        let mut meaning = Meaning { pool: self.ctx.pool, texts: &texts, known: HashMap::new() };
        for (path, refutation) in self.refuted {
            let follows = refutation.course.questions.iter().map(|question| {
                let place = followed.iter().position(|(var, _)| *var == question.var);
                place.expect("all memberships that are followed are collected")
            });
            let instances = refutation.course.constraints.iter().map(|constraint| {
                let allowance = self.allowances.iter().position(|one| one.op == constraint.op);
                AllowanceInstance {
                    allowance: allowance.expect("a constraint is the instance of an allowance"),
                    values: constraint.given.iter().map(|value| value.map(show)).collect(),
                }
            });
            let cases = refutation.cases.iter();
            let case =
                |when: &Vec<Term>| RefutedCase::new(when.iter().copied().map(show).collect());
            let object = PathRefutation {
                at: path.at.clone(),
                follows: follows.collect(),
                instances: instances.collect(),
                cases: cases.map(case).collect(),
            };
            let remember: Vec<usize> = refutation.remembered.iter().map(|op| op.index()).collect();
            let vars: Vec<Term> =
                refutation.course.questions.iter().map(|question| question.var).collect();
            let mut known: HashMap<Vec<Term>, bool> = HashMap::new();
            let closed = closing.refute(object, &remember, &mut |question| {
                if (self.is_late)() {
                    return true;
                }
                let mut query = path.conditions.clone();
                query.extend(&refutation.cases[question.case]);
                query.extend(meaning.question(question, &vars, self.ctx));
                let mut ask = || solver.check(self.ctx.pool, &query) != Verdict::Unsat;
                *known.entry(query.clone()).or_insert_with(&mut ask)
            });
            // What was not asked counts as possible, so what came of it then means nothing.
            if (self.is_late)() {
                return Err(NoProof::Late);
            }
            closed?;
        }
        let nodes = tree(self.record, show);
        let histories = Some(closing.finish());
        let Texts { declarations, facts, .. } = texts;
        Ok(Proof { head, declarations, facts, nodes, histories, with: Vec::new() })
    }

    /// The memberships that are followed on some path, in a fixed order.
    fn followed(&self) -> Vec<(Term, &Membership)> {
        let mut all: Vec<(Term, &Membership)> = Vec::new();
        let courses = self.refuted.iter().map(|(_, refutation)| &refutation.course);
        for question in courses.flat_map(|course| &course.questions) {
            if !all.iter().any(|(var, _)| *var == question.var) {
                all.push((question.var, &self.memberships[&question.var]));
            }
        }
        all
    }

    /// All terms that the object writes down.
    fn terms(&self, followed: &[(Term, &Membership)]) -> Vec<Term> {
        let Context { alphabet, .. } = self.ctx;
        let mut all: Vec<Term> = Vec::new();
        tree(self.record, |term| {
            all.push(term);
            String::new()
        });
        for op in alphabet.ops() {
            all.extend(alphabet.formal_event(op).values);
        }
        for (var, membership) in followed {
            all.push(*var);
            self.letters(membership.regex, &mut all);
            for item in &*membership.trace {
                if let Item::Event(event) = item {
                    all.extend(&event.values);
                }
            }
        }
        for allowance in self.allowances {
            all.extend(&allowance.places);
            for case in &allowance.cases {
                all.extend([case.require, case.ensure]);
                case.context.iter().for_each(|regex| self.letters(*regex, &mut all));
            }
        }
        for (_, refutation) in self.refuted {
            all.extend(refutation.cases.iter().flatten());
            let given = refutation.course.constraints.iter().flat_map(|one| &one.given);
            all.extend(given.flatten());
        }
        all
    }

    /// The conditions of the letters of an expression.
    fn letters(&self, regex: Regex, all: &mut Vec<Term>) {
        let regexes = self.ctx.regexes;
        match regexes.node(regex) {
            Node::Empty | Node::Epsilon | Node::All | Node::Run(..) => {}
            Node::Letter(letter) => {
                all.extend(regexes.letter_cases(*letter).iter().map(|(_, cond)| *cond));
                all.push(regexes.letter_rest(*letter));
            }
            Node::Concat(parts) | Node::And(parts) | Node::Or(parts) => {
                parts.iter().for_each(|part| self.letters(*part, all));
            }
            Node::Star(inner) | Node::Not(inner) => self.letters(*inner, all),
            Node::Until(left, right) => {
                self.letters(*left, all);
                self.letters(*right, all);
            }
        }
    }

    fn histories(
        &self,
        followed: &[(Term, &Membership)],
        texts: &Texts,
    ) -> Result<HistoryProof, NoProof> {
        let alphabet = self.ctx.alphabet;
        let show = |term: &Term| texts.by_term[term].clone();
        let operations = alphabet.ops().map(|op| OperationNames {
            name: self.name(op),
            formals: alphabet.formal_event(op).values.iter().map(show).collect(),
        });
        let item = |item: &Item| match item {
            Item::Block(_) => TraceItem::Unknown,
            Item::Event(event) => TraceItem::Event {
                operation: event.op.map(OpId::index),
                values: event.values.iter().map(show).collect(),
            },
        };
        let mut memberships = Vec::new();
        for (var, membership) in followed {
            memberships.push(MembershipText {
                var: show(var),
                trace: membership.trace.iter().map(item).collect(),
                start: membership.start,
                expression: self.expression(membership.regex, texts)?,
            });
        }
        let mut allowances = Vec::new();
        for allowance in self.allowances {
            let mut cases = Vec::new();
            for case in &allowance.cases {
                let context = case.context.iter().map(|regex| self.expression(*regex, texts));
                cases.push(AllowanceCaseText {
                    context: context.collect::<Result<_, _>>()?,
                    require: show(&case.require),
                    ensure: show(&case.ensure),
                    ghosts: case.has_ghosts,
                });
            }
            let places = allowance.places.iter().map(show).collect();
            allowances.push(AllowanceText { operation: allowance.op.index(), places, cases });
        }
        Ok(HistoryProof {
            operations: operations.collect(),
            others: alphabet.is_open(),
            by_contract: self.by_contract.clone(),
            memberships,
            allowances,
            ..HistoryProof::default()
        })
    }

    /// The name of an operation as one word.
    fn name(&self, op: OpId) -> String {
        let name = self.ctx.alphabet.name(self.ctx.pool, op);
        let plain = |c: char| c.is_alphanumeric() || "._".contains(c);
        match name.chars().all(plain) && name != "else" {
            true => name.to_owned(),
            false => format!("|{}|", name.replace('|', " ")),
        }
    }

    fn expression(&self, regex: Regex, texts: &Texts) -> Result<String, NoProof> {
        let regexes = self.ctx.regexes;
        let list = |head: &str, parts: &[Regex]| -> Result<String, NoProof> {
            let parts = parts.iter().map(|part| self.expression(*part, texts));
            let parts = parts.collect::<Result<Vec<String>, NoProof>>()?;
            Ok(format!("({head} {})", parts.join(" ")))
        };
        match regexes.node(regex) {
            Node::Empty => Ok("empty".to_owned()),
            Node::Epsilon => Ok("eps".to_owned()),
            Node::All => Ok("all".to_owned()),
            Node::Letter(letter) => Ok(self.letter(*letter, texts)),
            Node::Concat(parts) => list("cat", parts),
            Node::Star(inner) => list("star", &[*inner]),
            Node::Not(inner) => list("not", &[*inner]),
            Node::And(parts) => list("and", parts),
            Node::Or(parts) => list("or", parts),
            Node::Until(left, right) => list("until", &[*left, *right]),
            Node::Run(..) => Err(NoProof::Automaton),
        }
    }

    fn letter(&self, letter: Letter, texts: &Texts) -> String {
        let regexes = self.ctx.regexes;
        let own = regexes.letter_cases(letter).iter();
        let own = own.map(|(op, cond)| format!("({} {})", self.name(*op), texts.by_term[cond]));
        let others = format!("(else {})", texts.by_term[&regexes.letter_rest(letter)]);
        let cases: Vec<String> = own.chain([others]).collect();
        format!("(letter {})", cases.join(" "))
    }
}

/// Terms and their texts.
struct Texts {
    declarations: String,
    facts: Vec<String>,
    by_term: FxHashMap<Term, String>,
    /// By the texts as conditions of a proof write them.
    terms: HashMap<String, Term>,
}

impl Texts {
    fn new(pool: &Pool, theory: &Theory, terms: &[Term]) -> Texts {
        let Standalone { declarations, facts, terms: texts } = Standalone::new(pool, theory, terms);
        let plain = texts.iter().map(|text| Closing::plain(text).unwrap_or_else(|| text.clone()));
        let by_text = plain.zip(terms.iter().copied()).collect();
        let by_term = terms.iter().copied().zip(texts.iter().cloned()).collect();
        Texts { declarations, facts, by_term, terms: by_text }
    }
}

/// The terms of the conditions of a proof that is being made.
struct Meaning<'a> {
    pool: &'a Pool,
    texts: &'a Texts,
    known: HashMap<CondId, Term>,
}

impl Meaning<'_> {
    /// What a question adds to the conditions of its case.
    fn question(
        &mut self,
        question: &CaseQuestion<'_>,
        vars: &[Term],
        ctx: Context<'_>,
    ) -> Vec<Term> {
        let pool = self.pool;
        let answers = vars.iter().zip(question.answers);
        let mut all: Vec<Term> = answers
            .filter_map(|(var, answer)| Some(if (*answer)? { *var } else { pool.not(*var) }))
            .collect();
        for (number, rows) in &question.remembered {
            let remembered = self.rows(question.conditions, rows);
            let other = |var: Term| {
                let name = format!("remembered#{number}#{}", pool.show(var));
                (var, pool.var(&name, pool.sort(var)))
            };
            let formals = ctx.alphabet.ops().flat_map(|op| ctx.alphabet.formal_event(op).values);
            all.push(pool.substitute(remembered, &formals.map(other).collect()));
        }
        all.extend(question.literals.iter().map(|one| self.literal(question.conditions, one)));
        all.retain(|cond| *cond != Term::TRUE);
        all
    }

    fn rows(&mut self, conditions: &Conditions, rows: &Rows) -> Term {
        let mut ways = Vec::new();
        for row in rows {
            let row: Vec<Term> = row.iter().map(|one| self.literal(conditions, one)).collect();
            ways.push(self.pool.and(&row));
        }
        self.pool.or(&ways)
    }

    fn literal(&mut self, conditions: &Conditions, literal: &CondLiteral) -> Term {
        let cond = self.cond(conditions, literal.cond);
        if literal.holds { cond } else { self.pool.not(cond) }
    }

    fn cond(&mut self, conditions: &Conditions, cond: CondId) -> Term {
        if let Some(known) = self.known.get(&cond) {
            return *known;
        }
        let (pool, text) = (self.pool, |text: &String| self.texts.terms[text]);
        let made = match conditions.made(cond) {
            Made::Text(constant) if constant == "true" => Term::TRUE,
            Made::Text(constant) if constant == "false" => Term::FALSE,
            Made::Text(own) => text(own),
            Made::Put(inner, by) => {
                let by = by.iter().map(|(name, value)| (text(name), text(value))).collect();
                let inner = self.cond(conditions, *inner);
                pool.substitute(inner, &by)
            }
            Made::Is(a, b) => pool.eq(text(a), text(b)),
            Made::Not(inner) => pool.not(self.cond(conditions, *inner)),
            Made::All(parts) => {
                let parts: Vec<Term> =
                    parts.iter().map(|part| self.cond(conditions, *part)).collect();
                pool.and(&parts)
            }
            Made::Some(parts) => {
                let parts: Vec<Term> =
                    parts.iter().map(|part| self.cond(conditions, *part)).collect();
                pool.or(&parts)
            }
        };
        self.known.insert(cond, made);
        made
    }
}
