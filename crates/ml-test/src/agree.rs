//! The evaluator that tests carry agrees with the one of `trace`, on random formulas and traces, by
//! the word of the real compiler.

use std::fmt::Write;
use std::process::Command;
use std::sync::Arc;

use harness::Told;
use lang_ml::spec::Specs;
use lang_ml::value::NamesBuilder;
use lang_ml::{Layout, Module};
use source::Files;
use term::{Model, Pool, Term};
use test_support::Dice;
use trace::{Alphabet, Event, EventSet, Formula, Judge, Marks, OpId, StateMachine};

use crate::elements::Elements;
use crate::expr::{Scene, Vars};
use crate::incident::Incident;
use crate::subject::Subject;
use crate::{PRELUDE, names};

const PROGRAM: &str = "module type BOX = sig
  val put : int -> unit
  val get : unit -> bool
end
module M (Box : BOX) = struct
  (** effect true *)
  let f () = ()
end";

const FORMULAS: u64 = 400;
const TRACES: usize = 6;
const LONGEST: usize = 5;

/// Random formulas and traces over the program above.
struct Random<'a> {
    pool: &'a Pool,
    alphabet: &'a Alphabet,
    dice: Dice,
}

impl Random<'_> {
    fn op(&mut self) -> OpId {
        let ops: Vec<OpId> = self.alphabet.ops().collect();
        *self.dice.pick(&ops)
    }

    fn qualifier(&mut self, op: OpId) -> Term {
        let place = self.alphabet.op(op).places().last().expect("each has one").formal;
        let number = self.dice.below(2) as i64;
        match (self.dice.below(3), self.pool.name(self.alphabet.op(op).name)) {
            (0, _) => Term::TRUE,
            (1, "Box.put") => self.pool.le(place, self.pool.int(number)),
            (_, "Box.put") => self.pool.eq(place, self.pool.int(number)),
            _ => place,
        }
    }

    fn set(&mut self, depth: usize) -> EventSet {
        match self.dice.below(if depth == 0 { 3 } else { 6 }) {
            0 => EventSet::Any(self.pool.bool(self.dice.percent(70))),
            1 | 2 => {
                let op = self.op();
                EventSet::Call(op, self.qualifier(op))
            }
            3 => EventSet::Not(Box::new(self.set(depth - 1))),
            4 => EventSet::And(vec![self.set(depth - 1), self.set(depth - 1)]),
            _ => EventSet::Or(vec![self.set(depth - 1), self.set(depth - 1)]),
        }
    }

    fn formula(&mut self, depth: usize) -> Formula {
        let part = |random: &mut Self| Box::new(random.formula(depth - 1));
        match self.dice.below(if depth == 0 { 6 } else { 21 }) {
            0 => Formula::True,
            1 => Formula::False,
            2 => Formula::Event(self.set(2)),
            3 => Formula::One(self.set(2)),
            4 => Formula::Last,
            5 => Formula::Empty,
            6 => Formula::Not(part(self)),
            7 => Formula::And(vec![*part(self), *part(self)]),
            8 => Formula::Or(vec![*part(self), *part(self)]),
            9 => Formula::Implies(part(self), part(self)),
            10 => Formula::Iff(part(self), part(self)),
            11 => Formula::Next(part(self)),
            12 => Formula::WeakNext(part(self)),
            13 => Formula::Finally(part(self)),
            14 => Formula::Globally(part(self)),
            15 => Formula::Until(part(self), part(self)),
            16 => Formula::WeakUntil(part(self), part(self)),
            17 => Formula::Release(part(self), part(self)),
            18 => Formula::Then(vec![*part(self), *part(self)]),
            19 => Formula::Star(part(self)),
            _ => Formula::Machine(Arc::new(self.machine())),
        }
    }

    fn machine(&mut self) -> StateMachine {
        let states = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut transitions = Vec::new();
        for _ in 0..4 {
            transitions.push((self.dice.below(3), self.set(1), self.dice.below(3)));
        }
        let marked = vec![self.dice.below(3)];
        let marks = match self.dice.percent(50) {
            true => Marks::Accepting(marked),
            false => Marks::Violating(marked),
        };
        StateMachine { states, start: 0, transitions, marks }
    }

    fn event(&mut self) -> Event {
        let op = self.op();
        let value = |place: &trace::OpPlace, dice: &mut Dice| match self.pool.show_sort(place.sort)
        {
            sort if sort == "Bool" => self.pool.bool(dice.percent(50)),
            sort if sort == "Int" => self.pool.int(dice.below(2) as i64),
            _ => self.pool.default_value(place.sort).expect("unit has a value"),
        };
        let places = self.alphabet.op(op).places();
        Event { op: Some(op), values: places.iter().map(|p| value(p, &mut self.dice)).collect() }
    }

    fn trace(&mut self) -> Vec<Event> {
        (0..self.dice.below(LONGEST + 1)).map(|_| self.event()).collect()
    }
}

fn trace_text(scene: &Scene<'_>, trace: &[Event]) -> String {
    let event = |event: &Event| {
        let name = scene.incident.specs.alphabet.name(scene.pool(), event.op.expect("declared"));
        let values = event.values.iter().map(|value| scene.expr(*value, &Vars::default()));
        let values: Vec<String> = values.collect::<Result<_, _>>().expect("plain values");
        format!("{} ({})", names::ctor(name), values.join(", "))
    };
    format!("[ {} ]", trace.iter().map(event).collect::<Vec<_>>().join("; "))
}

/// What the real compiler makes of a program.
fn output_of(program: &str) -> String {
    let folder = tempfile::tempdir().expect("there is room for scratch files");
    let path = folder.path().join("agree.ml");
    std::fs::write(&path, program).expect("scratch files can be written");
    let done = Command::new("ocaml").arg(&path).output().expect("OCaml is there");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("it prints digits")
}

#[test]
fn formulas_mean_the_same_in_ocaml() {
    if !testbed::Tool::Ocaml.is_there() {
        return;
    }
    let pool = Pool::new();
    let mut files = Files::new();
    let file = files.add("main.ml", PROGRAM);
    let module: Module =
        lang_ml::load(&pool, &mut files, std::slice::from_ref(&file), Layout::Modules)
            .expect("a good program");
    let specs = Specs::read(&pool, &file, &module).expect("good contracts");
    let told = Told {
        case: 0,
        history: Vec::new(),
        past: 0,
        own_calls: Vec::new(),
        call: Vec::new(),
        ghosts: Vec::new(),
        args: Vec::new(),
        broken: None,
    };
    let (functions, names) = (Model::new(), NamesBuilder::new([]).finish());
    let incident = Incident {
        pool: &pool,
        file: &file,
        layout: Layout::Modules,
        sources: std::slice::from_ref(&file),
        module: &module,
        specs: &specs,
        method: 0,
        told: &told,
        functions: &functions,
        names: &names,
    };
    let subject = Subject::find(&file, "M.f").expect("it is there");
    let scene = Scene { incident: &incident, subject, elements: Elements::of(&incident) };
    let mut program = format!("{PRELUDE}\nopen Tracehound\n{}", scene.event_type().expect("plain"));
    let mut expected = String::new();
    for seed in 0..FORMULAS {
        let mut random = Random { pool: &pool, alphabet: &specs.alphabet, dice: Dice::new(seed) };
        let formula = random.formula(3);
        let text = scene.formula(&formula, &Vars::default()).expect("plain").render(0);
        let _ = writeln!(program, "let formula = {text}");
        for _ in 0..TRACES {
            let trace = random.trace();
            let model = Model::new();
            let judge =
                Judge { pool: &pool, alphabet: &specs.alphabet, model: &model, trace: &trace };
            expected.push(if judge.holds(&formula).expect("not deep") { '1' } else { '0' });
            let trace = trace_text(&scene, &trace);
            let _ = writeln!(
                program,
                "let () = print_char (if holds formula {trace} then '1' else '0')"
            );
        }
    }
    assert!(expected.contains('1') && expected.contains('0'), "both answers are seen");
    assert_eq!(output_of(&program), expected);
}
