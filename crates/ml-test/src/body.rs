//! The text of a test, from the prelude to the last line.
//!
//! The order: the prelude; the user's file as `Program`; the elements of the violation; types of the
//! libraries and of events; history and recorded events; the values that mocks choose from; the
//! contracts; the mocks; the module of the method, applied to them; the call and its promises.

use lang_ml::Layout;
use lang_ml::Signature;
use lang_ml::ast::Label;
use term::SortNode;

use crate::clause::{Promises, written_name};
use crate::elements::Elements;
use crate::expr::{Scene, Vars};
use crate::incident::{Framework, Incident, Unwritable};
use crate::layout::Doc;
use crate::subject::Subject;
use crate::written::Written;
use crate::{PRELUDE, external, names};

/// Everything that a test says.
pub(crate) struct Body<'a> {
    pub(crate) scene: Scene<'a>,
}

impl<'a> Body<'a> {
    pub(crate) fn new(incident: &'a Incident<'a>) -> Result<Body<'a>, Unwritable> {
        let method = &incident.specs.methods[incident.method];
        let subject = Subject::find(incident.file, &method.name)?;
        let elements = Elements::of(incident);
        Ok(Body { scene: Scene { incident, subject, elements } })
    }

    pub(crate) fn text(&self, framework: Framework) -> Result<String, Unwritable> {
        let scene = &self.scene;
        let (program, subject) = self.program();
        let mut contracts = String::new();
        let specs = scene.incident.specs;
        let declared = |name| specs.alphabet.find(name).is_some();
        for operation in specs.operations.iter().filter(|operation| declared(operation.name)) {
            contracts.push_str(&scene.operation_contract(operation)?);
        }
        let parts = [
            format!("[@@@ocaml.warning \"-a\"]\n\n{PRELUDE}"),
            format!("open Tracehound\nmodule Program = {program}\n"),
            part(
                "The elements of abstract types, by their names.",
                &lines(&scene.elements.definitions()),
            ),
            part("Constants and pure functions of the libraries.", &scene.pure_values()?),
            scene.library_types(),
            scene.event_type()?,
            scene.show_events(),
            self.recording()?,
            part("The values that a library may answer with.", &scene.universes()?),
            part("The contracts of the libraries.", &contracts),
            part("The libraries, known by their contracts alone.", &scene.operations()?),
            scene.library_modules()?,
            external::registrations(scene.incident),
            subject,
            self.call()?,
            ending(framework, &scene.incident.specs.methods[scene.incident.method].name),
        ];
        let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Ok(parts.join("\n\n") + "\n")
    }

    /// What the module `Program` is, and the definitions that lead to the module `Subject`.
    fn program(&self) -> (String, String) {
        let incident = self.scene.incident;
        match incident.layout {
            Layout::Modules => {
                (names::module_of(incident.file.name()), lines(&self.scene.subject.modules))
            }
            Layout::Flat => {
                let Written { types, functions } = Written::of(incident);
                (types, functions)
            }
        }
    }

    /// What happened when the fault was found.
    fn recording(&self) -> Result<String, Unwritable> {
        let scene = &self.scene;
        let list = |label: &str, events: &[machine::Event]| {
            let events = events.iter().map(|event| scene.event(event).map(Doc::text));
            let events = events.collect::<Result<Vec<Doc>, Unwritable>>()?;
            Ok::<String, Unwritable>(Doc::block(format!("~{label}:["), events, ";", "]").render(4))
        };
        // What the program did when it was called before, it does again.
        let told = scene.incident.told;
        let (past, since) = match told.own_calls.is_empty() {
            true => (told.history.as_slice(), [].as_slice()),
            false => told.history.split_at(told.past),
        };
        let history = list("history", past)?;
        let recorded: Vec<machine::Event> =
            since.iter().chain(&told.call).filter(|event| scene.is_event(event)).cloned().collect();
        let recorded = list("recorded", &recorded)?;
        Ok(format!(
            "(* What the libraries had done before the call, and what they did in it. *)\n\
             let run =\n  start\n    {history}\n    {recorded}\n"
        ))
    }

    /// The call, its values, and what it promised.
    fn call(&self) -> Result<String, Unwritable> {
        let scene = &self.scene;
        let incident = scene.incident;
        let method = &incident.specs.methods[incident.method];
        let mut vars = Vars::default();
        let mut text = String::from("(* The call and the values that its contract mentions. *)\n");
        let mut define = |vars: &mut Vars, var, wanted: &str, value| {
            let value = scene.expr(value, &Vars::default())?;
            let name = vars.bind(scene, var, wanted);
            text.push_str(&format!("let {name} = {value}\n"));
            Ok::<String, Unwritable>(name)
        };
        let mut args = Vec::new();
        for (param, (_, value)) in method.params.iter().zip(&incident.told.args) {
            args.push(define(&mut vars, param.var, &param.name, *value)?);
        }
        let case = &method.cases[incident.told.case];
        let ghosts = case.ghosts.iter().chain(&method.properties.params);
        for (ghost, (_, value)) in ghosts.zip(&incident.told.ghosts) {
            define(&mut vars, ghost.var, &ghost.name, *value)?;
        }
        let given = vars.clone();
        let result = match method.result {
            Some(var) => vars.bind(scene, var, &written_name(scene.pool(), var)),
            None => "_".to_owned(),
        };
        let call = self.application(&args)?;
        let shown = names::quoted(&self.shown_call()?);
        if let Some(trial) = incident.specs.trial_texts.get(&method.name) {
            let tried = self.tried(trial, (case, &given), &call, &args)?;
            text.push_str(&format!(
                "\n{}\nlet outcome =\n  verdict run\n    (fun () ->\n      {tried})\n    (fun promises -> \
                 promises)\n\nlet story () = {} ^ told run ~show ~call:{shown}\n",
                self.computations(trial)?,
                names::quoted(&self.shown_own_calls(incident.told)?),
            ));
            return Ok(text);
        }
        let promises = scene.promises(case, &method.properties, &vars, Promises::All)?;
        let promises = Doc::block("[", promises, ";", "]").render(6);
        text.push_str(&format!(
            "\nlet outcome =\n  verdict run\n    (fun () -> {call})\n    (fun {result} ->\n      \
             {promises})\n\nlet story () = told run ~show ~call:{shown}\n",
        ));
        Ok(text)
    }

    /// `Subject.remove hd elem`
    fn application(&self, args: &[String]) -> Result<String, Unwritable> {
        let scene = &self.scene;
        let name = &scene.incident.specs.methods[scene.incident.method].name;
        let known = scene.incident.module.outline.method(name);
        let ty = &known.expect("contracts belong to methods").ty;
        self.applied(name.rsplit('.').next().unwrap_or(name), ty, args)
    }

    /// A function of the module of the method, applied to arguments.
    pub(crate) fn applied(
        &self,
        name: &str,
        ty: &Signature,
        args: &[String],
    ) -> Result<String, Unwritable> {
        let mut text = format!("Subject.{name}");
        for (arg, param) in args.iter().zip(&ty.params) {
            let arg = match self.needs_cast(param.sort) {
                true => format!("(Obj.magic {arg})"),
                false => arg.clone(),
            };
            text.push_str(&match &param.label {
                Label::None => format!(" {arg}"),
                Label::Named(label) => format!(" ~{label}:{arg}"),
                Label::Optional(label) => format!(" ?{label}:{arg}"),
            });
        }
        Ok(match self.needs_cast(ty.result) {
            true => format!("Obj.magic ({text})"),
            false => text,
        })
    }

    /// Whether a type is another one in the test: if an abstract type is one of the program itself,
    /// only a cast makes a name one of its elements.
    fn needs_cast(&self, sort: term::Sort) -> bool {
        let pool = self.scene.pool();
        match pool.sort_node(sort) {
            SortNode::Elem(name) => {
                let name = pool.name(*name);
                !self.scene.subject.takes(name.split('.').next().unwrap_or(name))
            }
            _ => false,
        }
    }

    /// The call as people read it.
    fn shown_call(&self) -> Result<String, Unwritable> {
        let scene = &self.scene;
        let mut text = scene.incident.specs.methods[scene.incident.method].name.clone();
        for (_, value) in &scene.incident.told.args {
            text.push_str(&format!(" {}", scene.argument(*value, &Vars::default())?));
        }
        Ok(text)
    }
}

fn lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Lines under a remark; nothing if there are none.
fn part(remark: &str, text: &str) -> String {
    match text.trim() {
        "" => String::new(),
        text => format!("(* {remark} *)\n{text}\n"),
    }
}

fn ending(framework: Framework, method: &str) -> String {
    let name = names::quoted(method);
    match framework {
        Framework::Plain => format!(
            "let () =\n  match outcome with\n  | Kept -> print_endline {}\n  | Not_reached why ->\n      \
             print_endline ({} ^ why)\n  | Broken how ->\n      \
             prerr_endline ({} ^ how);\n      prerr_string (story ());\n      exit 1\n",
            names::quoted(&format!("{method}: ok")),
            names::quoted(&format!("{method}: not reached: ")),
            names::quoted(&format!("{method}: ")),
        ),
        Framework::Alcotest => format!(
            "let check () =\n  match outcome with\n  | Kept -> ()\n  | Not_reached why -> \
             print_endline (\"not reached: \" ^ why)\n  | Broken how -> \
             Alcotest.fail (how ^ \"\\n\" ^ story ())\n\n\
             let () =\n  Alcotest.run {name} [ ({name}, [ Alcotest.test_case \"keeps its contract\" \
             `Quick check ]) ]\n",
        ),
    }
}
