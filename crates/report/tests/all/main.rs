//! Reports as a whole: from a run that was made by hand to what users read.

mod ci;
mod json_schema;

use std::time::Duration;

use explore::{Ending, EndingKind, Limit, Run, Stats, Unconfirmed, Witness};
use machine::{Event, Failure, Gap, Input};
use report::{
    Acceptance, Accepted, AcceptedBy, Answer, Bounds, BrokenText, ByContract, CallBounds, CallText,
    Detail, ExchangedText, ExploredTarget, Measured, Outcome, Paint, Place, Plain, Problem,
    ProblemKind, Report, ReportBuilder, Scene, TargetReport, Teller, Words, human, json, markdown,
    parse_json, short,
};
use solve::{Reason, StageStats};
use source::{Diagnostic, File, Files};
use term::{Pool, Sort};

const TEXT: &str =
    "check main {\n  let x = read int \"x\";\n  emit shut(x);\n  assert x != 3;\n}\n";

const SUBJECT: ExploredTarget<'static> = ExploredTarget {
    file: "dir/a.toy",
    path: "dir/a.toy",
    name: "main",
    span: None,
    language: "toy",
    bounds: &[],
};

/// A file, a pool, and the endings that a test puts together.
struct Stage {
    pool: Pool,
    files: Files,
    file: File,
    run: Run,
}

impl Stage {
    fn new() -> Stage {
        let mut files = Files::new();
        let file = files.add("dir/a.toy", TEXT);
        // Some path has ended in peace, so that what holds does not hold for lack of paths.
        let stats = Stats { finished: 1, ..Stats::default() };
        Stage { pool: Pool::new(), files, file, run: Run { stats, ..Run::default() } }
    }

    fn span(&self, part: &str) -> source::Span {
        let at = self.file.text().find(part).expect("the part is in the text");
        self.file.span(at..at + part.len())
    }

    fn end(mut self, kind: EndingKind) -> Stage {
        let choices = vec![u32::try_from(self.run.endings.len()).expect("few endings")];
        self.run.endings.push(Ending { choices, kind });
        self
    }

    fn violate(self, x: i64) -> Stage {
        let input = Input { name: "x".into(), sort: Sort::INT, span: Some(self.span("read int")) };
        let value = self.pool.int(x);
        let event = Event {
            op: self.pool.symbol("shut"),
            args: vec![value],
            result: None,
            span: Some(self.span("emit shut(x);")),
        };
        let witness =
            Witness { inputs: vec![(input, value)], events: vec![event], ..Witness::default() };
        let failure = self.failure();
        self.end(EndingKind::Violated(failure, witness))
    }

    fn failure(&self) -> Failure {
        let message = "the assertion does not hold".to_owned();
        Failure::new("TOY001", message, Some(self.span("assert x != 3;")))
    }

    fn target(&self, detail: Detail) -> TargetReport {
        self.target_told_by(&Plain, detail)
    }

    fn target_told_by(&self, teller: &dyn Teller, detail: Detail) -> TargetReport {
        let scene = Scene { pool: &self.pool, files: &self.files, teller: &|_| teller };
        let subject = ExploredTarget { file: self.file.name(), ..SUBJECT };
        TargetReport::new(&scene, subject, &self.run, detail)
    }

    fn report_with(&self, detail: Detail) -> Report {
        let mut builder = ReportBuilder::new();
        builder.target(self.target(detail));
        builder.finish("tracehound test")
    }

    fn report(&self) -> Report {
        self.report_with(Detail::default())
    }

    fn human(&self) -> String {
        human(&self.report(), &self.files, Paint::Plain)
    }
}

#[test]
fn a_violation_is_drawn_with_its_events_and_inputs() {
    let text = Stage::new().violate(3).human();
    let id = &Stage::new().violate(3).report().targets[0].findings[0].id;
    let expected = format!(
        "\
error[TOY001]: the assertion does not hold
 --> dir/a.toy:4:3
  |
3 |   emit shut(x);
  |   ------------- event 1: shut(3)
4 |   assert x != 3;
  |   ^^^^^^^^^^^^^^
  |
  = note: inputs: x = 3
  = help: tracehound explain {id}

result: 1 violation, 0 inconclusive, 0 hold
"
    );
    assert_eq!(text, expected);
}

#[test]
fn the_short_form_has_one_line_for_each_message() {
    let stage = Stage::new().violate(3).end(EndingKind::Unknown(Reason::NeedsBackend));
    let report = stage.report();
    let text = short(&report);
    let id = &report.targets[0].findings[0].id;
    let lines: Vec<&str> = text.lines().collect();
    let first = "dir/a.toy:4:3: error[TOY001]: the assertion does not hold (inputs: x = 3)";
    assert_eq!(
        lines,
        [
            format!("{first} [{id}]").as_str(),
            "warning[ENG003]: not decided whether a path can be taken: needs Z3, which was not \
             found or is switched off",
        ]
    );
}

#[test]
fn json_is_read_back_as_it_was() {
    let report = Stage::new().violate(-3).end(EndingKind::CutOff(Limit::Steps(7), None)).report();
    assert_eq!(parse_json(&json(&report)).expect("our own JSON"), report);
}

#[test]
fn one_finding_for_each_property_unless_all_are_wanted() {
    let stage = Stage::new().violate(3).violate(4).violate(5);
    let grouped = stage.target(Detail::default());
    assert_eq!((grouped.findings.len(), grouped.findings[0].more_paths), (1, 2));
    assert_eq!(grouped.findings[0].inputs[0].value, "3");
    let every = stage.target(Detail { every_path: true, ..Detail::default() });
    assert_eq!(every.findings.len(), 3);
}

#[test]
fn ids_do_not_depend_on_lines_or_folders() {
    let mut moved = Stage::new();
    moved.file = moved.files.add("elsewhere/a.toy", &format!("\n\n{TEXT}"));
    let moved = moved.violate(3).report();
    assert_eq!(
        moved.targets[0].findings[0].id,
        Stage::new().violate(3).report().targets[0].findings[0].id
    );
}

/// Which path shows a fault depends on the time there was to look for another.
#[test]
fn ids_do_not_depend_on_events() {
    let id = |events: usize| {
        let mut stage = Stage::new().violate(3);
        let EndingKind::Violated(_, witness) = &mut stage.run.endings[0].kind else {
            panic!("not violated")
        };
        let event = witness.events[0].clone();
        witness.events = vec![event; events];
        stage.report().targets[0].findings[0].id.clone()
    };
    assert_eq!(id(0), id(1));
    assert_eq!(id(1), id(5));
}

#[test]
fn ids_depend_on_places() {
    let mut stage = Stage::new();
    let twice = TEXT.replace("  assert x != 3;\n", "  assert x != 3;\n  assert x != 3;\n");
    stage.file = stage.files.add("dir/a.toy", &twice);
    let at = twice.rfind("assert").expect("it was added");
    let second = stage.file.span(at..at + "assert x != 3;".len());
    let mut stage = stage.violate(3).violate(4);
    let EndingKind::Violated(failure, _) = &mut stage.run.endings[1].kind else {
        panic!("not violated")
    };
    failure.span = Some(second);
    let findings = &stage.report().targets[0].findings;
    assert_eq!(findings.len(), 2);
    assert_ne!(findings[0].id, findings[1].id);
    assert_eq!(findings[0].id, Stage::new().violate(3).report().targets[0].findings[0].id);
}

#[test]
fn nothing_left_open_holds() {
    let report = Stage::new().report();
    assert_eq!(report.targets[0].answer, Answer::Holds);
    assert_eq!((report.outcome, report.exit), (Outcome::NoneFound, 0));
}

/// Whatever is left open keeps us from saying that a target holds.
#[test]
fn whatever_is_open_is_inconclusive() {
    let gap = Gap { what: "a symbolic length".into(), span: None };
    let failure = Stage::new().failure();
    let open = [
        EndingKind::Unknown(Reason::NeedsBackend),
        EndingKind::Unsupported(gap),
        EndingKind::CutOff(Limit::Steps(5), None),
        EndingKind::CutOff(Limit::Depth(5), None),
        EndingKind::Unconfirmed(failure.clone(), Unconfirmed::NoModel),
        EndingKind::Unconfirmed(failure.clone(), Unconfirmed::Replay("it finished".into())),
        EndingKind::Unconfirmed(failure, Unconfirmed::Unknown(Reason::Axioms)),
    ];
    for kind in open {
        let stage = Stage::new().end(kind.clone());
        let report = stage.report();
        assert_eq!((report.outcome, report.exit), (Outcome::Inconclusive, 3), "{kind:?}");
        assert!(stage.human().contains("warning[ENG00"), "{kind:?}");
        let found = stage.violate(3).report();
        assert_eq!((found.outcome, found.exit), (Outcome::Violation, 1), "{kind:?}");
    }
}

#[test]
fn limits_of_the_run_are_reported() {
    let limits = [
        Limit::Time(Duration::from_secs(10)),
        Limit::Paths(3),
        Limit::SolverTime(Duration::from_secs(1)),
        Limit::Memory(100),
        Limit::Interrupted,
    ];
    for limit in limits {
        let mut stage = Stage::new();
        stage.run.limits.push(limit);
        assert_eq!(stage.report().outcome, Outcome::Inconclusive, "{limit:?}");
        assert!(stage.human().contains("ENG001"), "{limit:?}");
    }
}

#[test]
fn a_bound_that_the_user_stated_is_part_of_the_answer() {
    let stage = Stage::new().end(EndingKind::CutOff(Limit::Depth(5), None));
    let bounds = Bounds { depth: true, steps: false };
    let report = stage.report_with(Detail { bounds, ..Detail::default() });
    assert_eq!(report.targets[0].answer, Answer::HoldsWithinBounds);
    let text = human(&report, &stage.files, Paint::Plain);
    assert_eq!(text, "result: 0 violations, 0 inconclusive, 1 holds within depth ≤ 5\n");
    let wrong = Bounds { depth: false, steps: true };
    let report = stage.report_with(Detail { bounds: wrong, ..Detail::default() });
    assert_eq!(report.outcome, Outcome::Inconclusive);
}

#[test]
fn repeated_findings_are_counted() {
    let gap = |stage: &Stage, part| {
        let span = Some(stage.span(part));
        EndingKind::Unsupported(Gap { what: "a symbolic length".into(), span })
    };
    let mut stage = Stage::new();
    for part in ["let x", "assert", "let x", "let x"] {
        let kind = gap(&stage, part);
        stage = stage.end(kind);
    }
    let doubts = stage.target(Detail::default()).doubts;
    assert_eq!(doubts.iter().map(|doubt| doubt.paths).collect::<Vec<_>>(), [3, 1]);
}

#[test]
fn a_target_without_any_end_is_called_vacuous() {
    let mut stage = Stage::new();
    stage.run.stats = Stats { discarded: 4, ..Stats::default() };
    assert!(stage.human().contains("SPC001"));
    stage.run.stats.finished = 1;
    assert!(!stage.human().contains("SPC001"));
}

#[test]
fn times_and_stages_are_shown_on_request_only() {
    let mut stage = Stage::new();
    let time = Duration::from_micros(1500);
    stage.run.stats.stages = vec![StageStats { asked: 5, time, ..StageStats::named("core") }];
    assert!(!stage.human().contains("ms") && !json(&stage.report()).contains("stages"));
    let loud = stage.report_with(Detail { time: Some(time), ..Detail::default() });
    assert!(human(&loud, &stage.files, Paint::Plain).contains("1.500 ms"));
    assert!(json(&loud).contains("\"time_us\": 1500"));
}

#[test]
fn colours_are_escapes_around_the_same_text() {
    let stage = Stage::new().violate(3);
    let painted = human(&stage.report(), &stage.files, Paint::Colour);
    assert!(painted.contains("\u{1b}["));
    assert!(!stage.human().contains('\u{1b}'));
}

#[test]
fn problems_of_the_input_decide_the_exit_code() {
    let stage = Stage::new();
    let mut builder = ReportBuilder::new();
    let unknown = Diagnostic::error("unknown name `y`").at(stage.span("x != 3"), "not bound here");
    builder.problem(Problem::from_diagnostic(&stage.files, &unknown));
    builder.problem(Problem::new(ProblemKind::NoTarget, "no target named `z`"));
    let report = builder.finish("tracehound test");
    assert_eq!((report.outcome, report.exit), (Outcome::BadInput, 2));
    let text = human(&report, &stage.files, Paint::Plain);
    assert!(text.contains("4 |   assert x != 3;\n  |          ^^^^^^ not bound here"), "{text}");
    assert!(text.ends_with("result: 2 input problems, 0 violations, 0 inconclusive, 0 hold\n"));
}

#[test]
fn a_place_in_a_huge_line_is_named_without_the_line() {
    let mut files = Files::new();
    let text = "(".repeat(1_000_000);
    let file = files.add("deep.toy", &text);
    let mut builder = ReportBuilder::new();
    let deep = Diagnostic::error("nested too deeply").at(file.span(500_000..500_001), "");
    builder.problem(Problem::from_diagnostic(&files, &deep));
    let text = human(&builder.finish("tracehound test"), &files, Paint::Plain);
    assert!(text.contains("deep.toy:1:500001"), "{text}");
    assert!(text.len() < 1000, "{} bytes", text.len());
}

/// Tells of a call.
struct OfCall(CallText);

impl Teller for OfCall {
    fn words(&self) -> Words {
        Words { call: Some(self.0.clone()), ..Words::default() }
    }
}

/// A report of a violation within a call that was run by the contract of `find`.
fn by_contract(has_body: bool) -> Report {
    let known = ByContract { callee: "find".into(), text: "find 3 = true".into(), has_body };
    let call = CallText {
        text: "main 3".into(),
        ghosts: Vec::new(),
        history: 0,
        shortest: true,
        bounds: CallBounds::default(),
        by_contract: vec![known.clone(), known],
        untestable: false,
    };
    let stage = Stage::new().violate(3);
    let mut builder = ReportBuilder::new();
    builder.target(stage.target_told_by(&OfCall(call), Detail::default()));
    builder.finish("tracehound test")
}

#[test]
fn weak_spec_is_no_violation_of_the_code() {
    let report = by_contract(true);
    let target = &report.targets[0];
    assert_eq!(target.answer, Answer::WeakSpec);
    assert_eq!(target.findings[0].weak_specs, ["find"]);
    assert_eq!((report.outcome, report.exit), (Outcome::Violation, 1));
    assert_eq!((report.summary.violations, report.summary.weak_specs), (0, 1));
    let text = human(&report, &Files::new(), Paint::Plain);
    assert!(text.contains("this relies on the specification of `find`: find 3 = true"), "{text}");
    assert!(text.contains("strengthen the specification of `find`"), "{text}");
    assert!(
        text.ends_with("result: 0 violations, 1 weak spec, 0 inconclusive, 0 hold\n"),
        "{text}"
    );
    assert_eq!(parse_json(&json(&report)).expect("it was written by us"), report);
}

#[test]
fn a_callee_without_a_body_is_not_to_blame() {
    let report = by_contract(false);
    assert_eq!(report.targets[0].answer, Answer::Violation);
    assert_eq!((report.summary.violations, report.summary.weak_specs), (1, 0));
    let text = human(&report, &Files::new(), Paint::Plain);
    assert!(text.contains("this relies on the specification of `find`: find 3 = true"), "{text}");
    assert!(!text.contains("promise more"), "{text}");
}

#[test]
fn a_table_has_the_cost_of_each_engine() {
    let stage = Stage::new().violate(3);
    let by = |engine: &str, queries, micros| {
        let time = Duration::from_micros(micros);
        stage.target(Detail::default()).by_engine(engine, Some(Measured { queries, time }))
    };
    let reports = vec![by("slots", 4, 1500), by("naive", 10, 30_000)];
    let mut builder = ReportBuilder::new();
    builder.target(TargetReport::compared(reports).expect("there are two"));
    let text = markdown(&builder.finish("tracehound test"));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("| slots: paths | naive: ms | naive: queries | naive: paths |"));
    assert_eq!(lines[2], "| dir/a.toy | main | violation | 1 | 1.5 | 4 | 1 | 30.0 | 10 | 1 |");
    assert_eq!(lines[3], "| total |  |  |  | 1.5 | 4 | 1 | 30.0 | 10 | 1 |");
    assert_eq!(lines[4], "| median |  |  |  | 1.5 | 4 | 1 | 30.0 | 10 | 1 |");
    let ratio = "naive against slots, in the median: time × 20.0 (1 target), queries × 2.5";
    assert!(text.contains(ratio), "{text}");
    assert_eq!(lines.last(), Some(&"result: 1 violation, 0 inconclusive, 0 hold"));
}

/// A report whose finding is accepted in this way.
fn accepted(stage: &Stage, by: AcceptedBy) -> ReportBuilder {
    let mut builder = ReportBuilder::new();
    builder.accept_by(Acceptance::new(move |target| {
        let reason = Some("as agreed".to_owned());
        target.findings.iter_mut().for_each(|finding| {
            finding.accepted = Some(Accepted { by, reason: reason.clone() });
        });
    }));
    builder.target(stage.target(Detail::default()));
    builder
}

#[test]
fn what_is_accepted_is_shown_and_does_not_fail() {
    let stage = Stage::new().violate(3);
    let report = accepted(&stage, AcceptedBy::Comment).finish("tracehound test");
    assert_eq!((report.outcome, report.summary.violations), (Outcome::NoneFound, 0));
    let text = human(&report, &stage.files, Paint::Plain);
    assert!(text.starts_with("note[TOY001]") && text.contains("allowed by a comment: as agreed"));
    assert!(text.contains("0 violations, 1 known or allowed"), "{text}");
    // Something else may be wrong where not everything was seen.
    let open = Stage::new().violate(3).end(EndingKind::Unknown(Reason::NeedsBackend));
    let report = accepted(&open, AcceptedBy::Baseline).finish("tracehound test");
    assert_eq!(report.outcome, Outcome::Inconclusive);
}

#[test]
fn what_still_fails_is_reported_where_nothing_was_found() {
    let earlier = Stage::new().violate(3).target(Detail::default()).findings;
    let again = |stage: Stage| stage.target(Detail::default()).with_earlier(earlier.clone());
    let cut_off = || Stage::new().end(EndingKind::Unknown(Reason::NeedsBackend));
    assert_eq!(again(cut_off()).answer, Answer::Violation);
    assert_eq!(again(cut_off()).findings, earlier);
    let contradiction = again(Stage::new());
    assert_eq!(contradiction.answer, Answer::Inconclusive, "it cannot hold");
    assert!(contradiction.doubts[0].message.contains("still fails"));
    let anew = Stage::new().violate(4).target(Detail::default());
    assert_eq!(anew.clone().with_earlier(earlier.clone()), anew);
}

/// Tells of a call, and counts how long its history was.
struct Told(usize);

impl Teller for Told {
    fn words(&self) -> Words {
        let mut files = Files::new();
        let file = files.add("dir/a.toy", TEXT);
        let broken = BrokenText {
            part: "x".into(),
            how: "fails at event 1".into(),
            event: Some(1),
            place: Place::new(&files, file.span(0..1)),
            code: None,
        };
        let exchanged = |value: &str, same: &[&str], not: &[&str]| ExchangedText {
            value: value.into(),
            same_with: same.iter().map(|text| (*text).to_owned()).collect(),
            not_with: not.iter().map(|text| (*text).to_owned()).collect(),
        };
        let call = CallText {
            text: "main 3".into(),
            ghosts: vec!["g = 1".into()],
            history: self.0 as u64,
            shortest: true,
            bounds: CallBounds { history: 4, events: 12, ..CallBounds::default() },
            by_contract: Vec::new(),
            untestable: false,
        };
        Words {
            call: Some(call),
            broken: Some(broken),
            why: None,
            exchanged: vec![exchanged("3", &["4", "5"], &["6"]), exchanged("k1", &["a"], &["k2"])],
            notes: vec!["the real library was not run".into()],
            suggestion: None,
            size: vec![self.0],
        }
    }
}

#[test]
fn smallest_violation_is_reported() {
    let stage = Stage::new().violate(3).violate(4).violate(5);
    let tellers = [Told(3), Told(2), Told(2)];
    let teller = |number: usize| -> &dyn Teller { &tellers[number] };
    let scene = Scene { pool: &stage.pool, files: &stage.files, teller: &teller };
    let target = TargetReport::new(&scene, SUBJECT, &stage.run, Detail::default());
    let finding = &target.findings[0];
    assert_eq!((target.findings.len(), finding.more_paths), (1, 2));
    assert_eq!(finding.inputs[0].value, "4", "the first of the smallest");
    let mut builder = ReportBuilder::new();
    builder.target(target);
    let report = builder.finish("tracehound test");
    let text = human(&report, &stage.files, Paint::Plain);
    for part in [
        "fails at event 1",
        "then the call: main 3 where g = 1",
        "no shorter history does this within events ≤ 12",
        "the same happens with other values for 3 (4, 5; not 6)\n",
        "the real library was not run",
        "2 more paths break it too",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(short(&report).contains("(then the call: main 3 where g = 1)"));
    assert_eq!(parse_json(&json(&report)).expect("it was written by us"), report);
}
