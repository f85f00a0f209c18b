//! A language: its parsed definition with what was compiled from it.
//!
//! This is what a command needs to run programs: text in, states out. It reads no files; its caller
//! hands over their text.

use std::sync::Arc;

use explore::Meter;
use k_syntax::definition::{Rule, RuleKind};
use k_syntax::{Definition, FindFile, LoadOptions, PatternParser, ProgramParser, Stop, Terms};
use rustc_hash::FxHashMap;
use source::{Diagnostic, File, Files};
use term::Pool;

use crate::compile::{Compiled, compile};
use crate::context::{Ctx, Halt, Known};
use crate::state::State;
use crate::value::Value;

/// A definition that is ready to run programs.
#[derive(Debug)]
pub struct Language {
    /// The definition as it was parsed.
    pub definition: Definition,
    /// What was compiled from it.
    pub compiled: Compiled,
}

impl Language {
    /// Loads a definition, with patterns of its configurations. The second result are warnings.
    pub fn load(
        files: &mut Files,
        main: &File,
        options: &LoadOptions,
        find: FindFile<'_>,
        patterns: &[File],
    ) -> Result<(Language, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (mut definition, mut warnings) = k_syntax::load(files, main, options, find)?;
        warnings.extend(unproved(&definition));
        let patterns = parse_patterns(files, &mut definition, patterns)?;
        let compiled = compile(&definition, &patterns)?;
        Ok((Language { definition, compiled }, warnings))
    }

    /// Parses the text for a variable of the configuration, such as `PGM`, and makes it a value.
    /// Words of the text may stand for values: `given`.
    pub fn value_for(
        &self,
        pool: &Pool,
        variable: &str,
        file: &File,
        given: &FxHashMap<String, Value>,
        meter: &Arc<Meter>,
    ) -> Result<Value, Box<Diagnostic>> {
        let configuration = &self.compiled.configuration;
        let declared = configuration.variables().iter().find(|(name, _)| name == variable);
        let Some((_, sort)) = declared else {
            let what = format!("the configuration has no variable ${variable}");
            return Err(Diagnostic::error(what).into());
        };
        let name = &self.compiled.program.signature.sort_info(*sort).name;
        let sort = self.definition.find_sort(name).expect("sorts come from the definition");
        let parser = ProgramParser::new(&self.definition)?.until(stop(meter));
        let mut terms = Terms::default();
        let root = parser.parse(file, sort, &mut terms)?;
        let known = Known::default();
        let mut ctx = Ctx::new(&self.compiled.program, pool, &known).metered(meter);
        ctx.load(&terms, root, given).map_err(|halt| problem(&halt).at(terms.span(root), "").into())
    }

    /// The definition as symbolic execution understands it, in K.
    #[must_use]
    pub fn symbolic_text(&self, files: &Files) -> String {
        let rules = &self.compiled.program.rules;
        let is_semantic =
            |parsed: &Rule| rules.iter().any(|rule| rule.info.span == Some(parsed.span));
        k_syntax::symbolic_text(&self.definition, files, &is_semantic)
    }

    /// The configuration at the start, with the given values for its variables.
    pub fn start(&self, pool: &Pool, given: &FxHashMap<String, Value>) -> Result<State, Halt> {
        let Compiled { program, configuration, .. } = &self.compiled;
        configuration.start(program, pool, given)
    }

    /// Puts items into the cell of a stream, and says whether there is one.
    pub fn feed(&self, state: &mut State, stream: &str, items: Vec<Value>) -> bool {
        let Some(slot) = self.stream_slot(stream) else { return false };
        state.slots[slot] = Value::List(triomphe::Arc::new(items.into_iter().collect()));
        true
    }

    /// The items in the cell of a stream.
    #[must_use]
    pub fn stream(&self, state: &State, stream: &str) -> Vec<Value> {
        match self.stream_slot(stream).map(|slot| &state.slots[slot]) {
            Some(Value::List(items)) => items.iter().cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// The slot of a stream, if its cell is there exactly once.
    pub(crate) fn stream_slot(&self, stream: &str) -> Option<usize> {
        let Compiled { program, configuration, .. } = &self.compiled;
        let (cell, _) = configuration.streams.iter().find(|(_, name)| name == stream)?;
        let info = program.layout.cell(*cell);
        (info.frame == program.layout.top()).then_some(info.slots.start)
    }

    /// The exit code in a state, if the configuration has one.
    #[must_use]
    pub fn exit_code(&self, state: &State) -> Option<i64> {
        let Compiled { program, configuration, .. } = &self.compiled;
        let info = program.layout.cell(configuration.exit?);
        let is_top = info.frame == program.layout.top();
        let code = is_top.then(|| state.slots[info.slots.start].as_int())??;
        code.to_i64()
    }
}

/// Ends the reading of texts when a meter says so.
#[must_use]
pub fn stop(meter: &Arc<Meter>) -> Stop {
    let meter = Arc::clone(meter);
    Stop::new(move |tick| meter.poll(tick))
}

/// Claims are read with the rules and left alone.
fn unproved(definition: &Definition) -> Option<Diagnostic> {
    let claim = definition.rules.iter().find(|rule| rule.kind == RuleKind::Claim)?;
    let warning = Diagnostic::warning("claims are not proved: they take no part in runs");
    Some(warning.at(claim.span, "the first one"))
}

fn parse_patterns(
    files: &Files,
    definition: &mut Definition,
    patterns: &[File],
) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    if patterns.is_empty() {
        return Ok(Vec::new());
    }
    let mut terms = definition.terms.clone();
    let mut rules = Vec::new();
    {
        let parser = PatternParser::new(definition).map_err(|error| vec![*error])?;
        let sort = definition.find_sort("Bag").or_else(|| definition.find_sort("K"));
        let sort = sort.expect("every definition has the sort K");
        for file in patterns {
            let parsed =
                parser.parse(files, file, sort, &mut terms).map_err(|error| vec![*error])?;
            rules.push(Rule {
                kind: RuleKind::Rule,
                body: parsed.body,
                requires: parsed.requires,
                ensures: None,
                attributes: k_syntax::Attributes::default(),
                module: definition.module.clone(),
                span: file.span(0..file.text().len()),
            });
        }
    }
    definition.terms = terms;
    Ok(rules)
}

/// A halt before the run has begun, as a message.
fn problem(halt: &Halt) -> Diagnostic {
    Diagnostic::error(match halt {
        Halt::Undecided(_) => "the text depends on a symbolic value".to_owned(),
        Halt::Undefined(what) | Halt::Unsupported(what) => what.clone(),
        Halt::TooDeep(depth) => format!("functions nest deeper than {depth}"),
        Halt::Limit(_) => "a limit was met while the text was read".to_owned(),
    })
}
