//! Goals over small finite terms: the answers of the search, against an evaluator that is run on what
//! they say and on every small value.

mod evaluate;
mod write;

use interp_langs::caselang::tree::Program;
use interp_langs::caselang::{Evaluation, Query, parse};
use lang_interp::{Answer, Confirmed, Cx, Heap, Options, Summary, solve};
use solve::Theory;
use source::Files;

use crate::{Area, Judge, Judgement};
use evaluate::{Env, Val, Wrong, covers, eval, of_view, text, universe};
use write::Writer;

pub(super) const AREA: Area = Area {
    name: "goals",
    about: "goals over finite terms; an evaluator on every answer and on every small value",
    length: 60,
    batch: 1,
    tapes: 1500,
    missing: |_| None,
    start: |_| Box::new(Goals),
};

/// Answers after which a search is left.
const ANSWERS: u64 = 30;

struct Goals;

impl Judge for Goals {
    fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement> {
        tapes.iter().map(|tape| judge_one(tape)).collect()
    }

    fn files(&mut self, tape: &[u8]) -> Vec<(String, String)> {
        vec![("main.goal".to_owned(), goal(tape).1)]
    }
}

/// The unknowns of a goal beside its result, and its text.
fn goal(tape: &[u8]) -> (Vec<String>, String) {
    let (head, tape) = tape.split_at(tape.len().min(1));
    let count = head.first().map_or(0, |byte| usize::from(*byte) % 3);
    let unknowns: Vec<String> = ["x", "y"][..count].iter().map(|name| (*name).to_owned()).collect();
    let expr = Writer::new(tape).expr(&unknowns, 4);
    let text = format!("data a b f  exists {} q. {expr} = q", unknowns.join(" "));
    (unknowns, text)
}

fn judge_one(tape: &[u8]) -> Judgement {
    let (unknowns, text) = goal(tape);
    let file = Files::new().add("main.goal", &text);
    let program = match parse::parse(&file) {
        Ok(program) => program,
        Err(errors) => return Judgement::wrong(format!("it is not read: {errors:?}")),
    };
    let (found, summary) = answers(&program, Evaluation::InOrder);
    let judgement = match unknowns.len() {
        0 => concrete(&program, &found, &summary),
        1 => complete(&program, &found, &summary),
        _ => Judgement::default(),
    };
    let mut all = judgement;
    for answer in &found {
        all.add(happens(&program, &unknowns, answer));
    }
    all.add(outside_in(&program, &unknowns, &summary));
    all
}

/// From the outside in, a run that goes wrong may be left out, and all answers are found.
fn outside_in(program: &Program, unknowns: &[String], in_order: &Summary) -> Judgement {
    let (found, summary) = answers(program, Evaluation::OutsideIn);
    if in_order.is_complete() && !summary.is_complete() {
        return Judgement::open();
    }
    let mut all = match unknowns.len() {
        0 if left(program, &Vec::new()).is_err() && found.is_empty() => Judgement::agreed(),
        0 => concrete(program, &found, &summary),
        1 => complete(program, &found, &summary),
        _ => Judgement::default(),
    };
    for answer in &found {
        all.add(happens(program, unknowns, answer));
    }
    all
}

fn answers(program: &Program, evaluation: Evaluation) -> (Vec<Answer>, Summary) {
    let query = Query::new(program, &program.goals[0], evaluation);
    let options = Options::default().take(ANSWERS).with_solvers(|| {
        let config = solve_chain::Config::new(solve_chain::Backend::None);
        config.build(&Theory::empty()).expect("nothing has to be loaded")
    });
    solve(&mut Heap::new(), &options, |cx: &mut Cx<'_>| query.run(cx))
}

/// What the left side of the only goal comes to.
fn left(program: &Program, env: &Env) -> Result<Val, Wrong> {
    eval(&program.goals[0].conditions[0].left, env)
}

/// Without unknowns there is one value, or one error.
fn concrete(program: &Program, found: &[Answer], summary: &Summary) -> Judgement {
    match left(program, &Vec::new()) {
        Err(Wrong::Functions) => Judgement::open(),
        _ if !summary.is_complete() => Judgement::open(),
        Ok(value) => match (found, text(&value)) {
            ([answer], Some(expected)) => {
                let said = text(&of_view(answer.unknowns[0].value.view()));
                if said.as_ref() == Some(&expected) {
                    return Judgement::agreed();
                }
                Judgement::wrong(format!("{said:?} instead of {expected}"))
            }
            ([_], None) => Judgement::agreed(),
            _ => Judgement::wrong(format!("{} answers instead of one", found.len())),
        },
        Err(Wrong::Error) if found.is_empty() && summary.stats.failures == 1 => Judgement::agreed(),
        Err(Wrong::Error) => Judgement::wrong(format!("an error, but {} answers", found.len())),
    }
}

/// What an answer says comes true.
fn happens(program: &Program, unknowns: &[String], answer: &Answer) -> Judgement {
    // A function in an answer cannot be written down.
    if answer.instance.iter().any(|named| named.value.to_string().contains('#')) {
        return Judgement::open();
    }
    if answer.confirmed != Confirmed::Yes {
        return Judgement::wrong(format!("not confirmed: {answer}"));
    }
    let values: Vec<Val> =
        answer.instance.iter().map(|named| of_view(named.value.view())).collect();
    let env: Env = unknowns.iter().cloned().zip(values.iter().cloned()).collect();
    match left(program, &env) {
        Ok(value) if text(&value) == values.last().and_then(text) => Judgement::agreed(),
        Ok(value) => Judgement::wrong(format!("{answer} comes to {:?}", text(&value))),
        Err(Wrong::Functions) => Judgement::open(),
        Err(Wrong::Error) => Judgement::wrong(format!("{answer} is an error")),
    }
}

/// What comes true of a small value is an answer.
fn complete(program: &Program, found: &[Answer], summary: &Summary) -> Judgement {
    if !summary.is_complete() {
        return Judgement::open();
    }
    let mut all = Judgement::default();
    for x in universe() {
        let Ok(value) = left(program, &vec![("x".to_owned(), x.clone())]) else { continue };
        let Some(expected) = text(&value) else { continue };
        let fits = |answer: &Answer| {
            let mut bound = Vec::new();
            covers(answer.unknowns[0].value.view(), &x, &mut bound)
                && covers(answer.unknowns[1].value.view(), &value, &mut bound)
        };
        all.add(if found.iter().any(fits) {
            Judgement::agreed()
        } else {
            Judgement::wrong(format!("{:?} comes to {expected}, which is no answer", text(&x)))
        });
    }
    all
}
