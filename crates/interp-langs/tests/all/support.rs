//! Goals solved for tests.

use interp_langs::caselang::{Query, parse, show};
use lang_interp::{Confirmed, Ended, Heap, Options, Summary, search};
use source::Files;

/// The answers of the only goal of a text, and what the search says of them. Every answer must
/// have been confirmed by a concrete run.
pub(crate) fn solve(text: &str, most: u64) -> (Vec<String>, Summary) {
    let file = Files::new().add("t.goal", text);
    let program = parse::parse(&file).expect("the goal can be read");
    let query = Query::new(&program, &program.goals[0]);
    let mut answers = Vec::new();
    let options = Options::default().take(most);
    let run = |cx: &mut lang_interp::Cx<'_>| query.run(cx);
    let summary = search(&mut Heap::new(), &options, run, |answer| {
        assert_eq!(answer.confirmed, Confirmed::Yes, "{}", show::answer(answer));
        answers.push(show::answer(answer));
        std::ops::ControlFlow::Continue(())
    });
    (answers, summary)
}

/// All answers of a goal, which are known to be all.
#[track_caller]
pub(crate) fn all(text: &str) -> Vec<String> {
    let (answers, summary) = solve(text, 1000);
    assert_eq!(summary.ended, Ended::Exhausted);
    assert!(summary.is_complete(), "{summary:?}");
    answers
}
