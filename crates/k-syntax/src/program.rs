//! Programs of a language, and terms as its rules would write them.

use source::{File, Files, Span};

use crate::definition::{Definition, SortId};
use crate::faults::{self, Fault};
use crate::grammar::{Grammar, Mode, SeedSet, parse};
use crate::inner::{Context, Trees, lower_program, resolve};
use crate::load::{TermParser, resolve_fault};
use crate::stop::Stop;
use crate::term::{TermId, Terms};

/// Reads programs with the grammar of the definition's syntax module.
pub struct ProgramParser<'d> {
    definition: &'d Definition,
    seeds: SeedSet,
    stop: Stop,
}

impl<'d> ProgramParser<'d> {
    /// Prepares the grammar.
    ///
    /// # Errors
    ///
    /// A regular expression of the syntax module is malformed.
    pub fn new(definition: &'d Definition) -> Result<ProgramParser<'d>, Fault> {
        let signature = &definition.signature;
        let module = signature.module(&definition.syntax_module);
        let module = module.expect("loading keeps the syntax module");
        let seeds = SeedSet::new(signature, module, Mode::Program)
            .map_err(|reason| faults::regex_of_module(signature, module, &reason))?;
        Ok(ProgramParser { definition, seeds, stop: Stop::default() })
    }

    /// The same, ending early: what is returned then is an error that means nothing.
    #[must_use]
    pub fn until(self, stop: Stop) -> ProgramParser<'d> {
        ProgramParser { stop, ..self }
    }

    /// The term of a whole file, as a program of a sort. It is added to `terms`.
    ///
    /// # Errors
    ///
    /// The text is not of that sort, or can be read in several ways.
    pub fn parse(&self, file: &File, sort: SortId, terms: &mut Terms) -> Result<TermId, Fault> {
        let signature = &self.definition.signature;
        let (text, whole) = (file.text(), file.span(0..file.text().len()));
        let grammar = Grammar::new(&self.seeds, &self.seeds.all(), sort);
        let forest = parse(&grammar, &self.seeds.scanner, text, 0..text.len(), &self.stop)
            .map_err(|fault| faults::syntax(text, whole, &fault))?;
        let mut trees = Trees::default();
        let found = resolve(&forest, signature, Mode::Program, None, &mut trees, &self.stop)
            .map_err(|fault| resolve_fault(signature, text, whole, &trees, &fault))?;
        let (order, anywhere, strict) = (&self.seeds.order, false, true);
        let context = Context { signature, order, trees: &trees, text, anywhere, strict };
        Ok(lower_program(&context, file.id(), terms, found[0]))
    }
}

/// Reads terms and patterns in the syntax of the main module's rules.
pub struct PatternParser<'d> {
    definition: &'d Definition,
    parser: TermParser<'d>,
}

/// A term with variables and perhaps a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The term.
    pub body: TermId,
    /// What stands behind `requires`.
    pub requires: Option<TermId>,
}

impl<'d> PatternParser<'d> {
    /// Prepares the grammar.
    ///
    /// # Errors
    ///
    /// A regular expression of the main module is malformed.
    pub fn new(definition: &'d Definition) -> Result<PatternParser<'d>, Fault> {
        let module = definition.signature.module(&definition.module);
        let module = module.expect("loading keeps the main module");
        Ok(PatternParser { definition, parser: TermParser::new(&definition.signature, module)? })
    }

    /// The pattern of a whole text: a term of a sort, perhaps with `requires` and a condition.
    ///
    /// # Errors
    ///
    /// The text is no such term.
    pub fn parse(
        &self,
        files: &Files,
        file: &File,
        sort: SortId,
        terms: &mut Terms,
    ) -> Result<Pattern, Fault> {
        let text = file.text();
        let (body, condition) = match find_word(text, "requires") {
            Some(at) => (at, Some(at + "requires".len())),
            None => (text.len(), None),
        };
        let mut parts: Vec<(Span, SortId)> = vec![(file.span(0..body), sort)];
        let bool = self.definition.signature.builtin().bool;
        parts.extend(condition.map(|start| (file.span(start..text.len()), bool)));
        let parsed = self.parser.parse(files, &parts, terms)?;
        if !terms.take_lambdas().is_empty() {
            return Err(faults::lambda_in_pattern(parts[0].0).into());
        }
        Ok(Pattern { body: parsed[0], requires: parsed.get(1).copied() })
    }
}

fn find_word(text: &str, word: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
    let mut found = text.match_indices(word).map(|(at, _)| at);
    found.find(|&at| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}
