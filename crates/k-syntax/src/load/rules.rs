//! Rules, contexts and claims: each parsed with the grammar of its module.

mod cells;

use source::{Diagnostic, Files, Span};

use crate::attributes::{Attribute, Attributes};
use crate::definition::{Rule, SortId};
use crate::faults::{self, Fault};
use crate::grammar::{Grammar, Mode, ParseFault, SeedSet, parse as parse_text};
use crate::inner::{
    ChooseFault, Context, ResolveFault, Trees, TypeFault, choose, lower_rule, resolve, show,
};
use crate::outer::{Module, RuleDecl, Sentence};
use crate::signature::{ModuleId, Signature};
use crate::stop::Stop;
use crate::term::{TermId, Terms};

/// How many errors are reported at most.
const MOST_ERRORS: usize = 20;

/// Parses the rules of all modules that the main module uses.
pub(super) fn parse(
    files: &Files,
    signature: &Signature,
    modules: &[&Module],
    main: &str,
    stop: &Stop,
    terms: &mut Terms,
) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    let (mut rules, mut errors) = (Vec::new(), Vec::new());
    for at in used_by(modules, main) {
        let declarations: Vec<&RuleDecl> = modules[at].sentences.iter().filter_map(rule).collect();
        if declarations.is_empty() {
            continue;
        }
        let parser = match TermParser::new(signature, ModuleId(at)) {
            Ok(parser) => parser.until(stop.clone()),
            Err(error) => {
                errors.push(*error);
                continue;
            }
        };
        for declaration in declarations {
            match parser.rule(files, declaration, modules[at], terms) {
                Ok(rule) => rules.push(rule),
                // Lemmas for provers are written with connectives of the logic, which runs do not
                // need.
                Err(_) if declaration.attributes.has("simplification") => {}
                Err(error) => errors.push(*error),
            }
            if errors.len() >= MOST_ERRORS {
                return Err(errors);
            }
        }
    }
    if errors.is_empty() { Ok(rules) } else { Err(errors) }
}

fn rule(sentence: &Sentence) -> Option<&RuleDecl> {
    match sentence {
        Sentence::Rule(rule) => Some(rule),
        Sentence::Syntax(_)
        | Sentence::Priority(_)
        | Sentence::Associativity(..)
        | Sentence::Configuration(_) => None,
    }
}

/// The attributes of a rule. Where its module is for symbolic or for concrete execution only, so is
/// the rule.
fn attributes(declaration: &RuleDecl, module: &Module) -> Attributes {
    let mut attributes = declaration.attributes.clone();
    let execution = |attribute: &&Attribute| ["symbolic", "concrete"].contains(&&*attribute.key);
    module.attributes.iter().filter(execution).for_each(|own| attributes.push(own.clone()));
    attributes
}

/// The modules that a module imports, directly or not, and itself, in their order.
fn used_by(modules: &[&Module], main: &str) -> Vec<usize> {
    let mut used: Vec<bool> = modules.iter().map(|module| module.name == main).collect();
    // A module stands behind what it imports.
    for at in (0..modules.len()).rev() {
        if used[at] {
            for import in &modules[at].imports {
                if let Some(found) = modules.iter().position(|m| m.name == import.name) {
                    used[found] = true;
                }
            }
        }
    }
    (0..modules.len()).filter(|&at| used[at]).collect()
}

/// Parses terms as the rules of one module write them.
pub(crate) struct TermParser<'s> {
    signature: &'s Signature,
    seeds: SeedSet,
    stop: Stop,
}

impl<'s> TermParser<'s> {
    pub(crate) fn new(signature: &'s Signature, module: ModuleId) -> Result<TermParser<'s>, Fault> {
        let seeds = SeedSet::new(signature, module, Mode::Rule)
            .map_err(|reason| faults::regex_of_module(signature, module, &reason))?;
        Ok(TermParser { signature, seeds, stop: Stop::default() })
    }

    /// The same, ending early.
    pub(crate) fn until(self, stop: Stop) -> TermParser<'s> {
        TermParser { stop, ..self }
    }

    pub(crate) fn signature(&self) -> &'s Signature {
        self.signature
    }

    /// Whether nothing but white space and comments stands at a place.
    pub(crate) fn skips_to_end(&self, files: &Files, span: Span) -> bool {
        let text = &files.get(span.file).text()[..span.end as usize];
        let scanner = &self.seeds.scanner;
        scanner.skip_layout(&mut scanner.cache(), text, span.start as usize) == text.len()
    }

    fn rule(
        &self,
        files: &Files,
        declaration: &RuleDecl,
        module: &Module,
        terms: &mut Terms,
    ) -> Result<Rule, Fault> {
        let (k, bool) = (self.signature.builtin().k, self.signature.builtin().bool);
        let conditions = [declaration.requires, declaration.ensures];
        let mut parts = vec![(declaration.body.span, k)];
        parts.extend(conditions.into_iter().flatten().map(|bubble| (bubble.span, bool)));
        let mut parsed = self.parse(files, &parts, terms)?.into_iter();
        let mut next = || parsed.next().expect("one term per part");
        Ok(Rule {
            kind: declaration.kind,
            body: next(),
            requires: declaration.requires.map(|_| next()),
            ensures: declaration.ensures.map(|_| next()),
            attributes: attributes(declaration, module),
            module: module.name.clone(),
            span: declaration.span,
        })
    }

    /// Parses pieces of one file that share their variables, each as a term of a sort.
    pub(crate) fn parse(
        &self,
        files: &Files,
        parts: &[(Span, SortId)],
        terms: &mut Terms,
    ) -> Result<Vec<TermId>, Fault> {
        let file = files.get(parts[0].0.file);
        let mut trees = Trees::default();
        let mut readings = Vec::new();
        for (span, sort) in parts {
            let active = self.seeds.occurring(&file.text()[span.range()]);
            let builtin = self.signature.builtin();
            let start = if *sort == builtin.k { builtin.body } else { *sort };
            let grammar = Grammar::new(&self.seeds, &active, start);
            let forest =
                parse_text(&grammar, &self.seeds.scanner, file.text(), span.range(), &self.stop)
                    .map_err(|fault| self.syntax_fault(files, *span, &fault))?;
            let found = resolve(&forest, self.signature, Mode::Rule, &mut trees, &self.stop)
                .map_err(|fault| {
                    resolve_fault(self.signature, file.text(), *span, &trees, &fault)
                })?;
            readings.push((found, *sort));
        }
        let context = Context {
            signature: self.signature,
            order: &self.seeds.order,
            trees: &trees,
            text: file.text(),
        };
        let (chosen, typing) = choose(&context, &readings)
            .map_err(|fault| self.choose_fault(&context, parts[0].0, &fault))?;
        let lowered = chosen
            .iter()
            .zip(parts)
            .map(|(tree, (_, sort))| lower_rule(&context, file.id(), terms, *tree, *sort, &typing));
        Ok(lowered.collect())
    }

    fn syntax_fault(&self, files: &Files, span: Span, fault: &ParseFault) -> Diagnostic {
        let text = files.get(span.file).text();
        if let Some((name, at)) = unknown_cast(self.signature, text, span) {
            let known = self.signature.sorts.iter().map(|sort| sort.name.as_str());
            return faults::unknown_sort(&name, at, None, faults::closest(&name, known));
        }
        cells::fault(self.signature, text, span, fault)
            .unwrap_or_else(|| faults::syntax(text, span, fault))
    }

    fn choose_fault(&self, context: &Context<'_>, span: Span, fault: &ChooseFault) -> Diagnostic {
        let place = |tree| {
            let tree = context.trees.get(tree);
            Span { start: tree.start, end: tree.end, ..span }
        };
        let name = |sort: &SortId| self.signature.sort_name(*sort);
        match fault {
            ChooseFault::TooMany => faults::too_ambiguous(span),
            ChooseFault::Ambiguous(one, other) => {
                let shown = |tree| show(self.signature, context.trees, context.text, tree);
                faults::ambiguous(place(*one), &shown(*one), &shown(*other))
                    .with_help("give the variables sorts, as in `X:Int`, or write parentheses")
            }
            ChooseFault::Sorts(TypeFault::Clash { variable, one, other }) => faults::sort_clash(
                context.text_of(*variable),
                place(*variable),
                name(one),
                name(other),
            ),
            ChooseFault::Sorts(TypeFault::Unclear { variable, sorts }) => {
                let names: Vec<&str> = sorts.iter().map(name).collect();
                faults::sort_unclear(context.text_of(*variable), place(*variable), &names)
            }
            ChooseFault::Sorts(TypeFault::Mismatch { tree, found, wanted }) => {
                faults::sort_mismatch(place(*tree), name(found), name(wanted))
            }
        }
    }
}

/// Why a text that can be read has no meaning.
pub(crate) fn resolve_fault(
    signature: &Signature,
    text: &str,
    span: Span,
    trees: &Trees,
    fault: &ResolveFault,
) -> Diagnostic {
    match *fault {
        ResolveFault::Ambiguous(one, other) => {
            let shown = |tree| show(signature, trees, text, tree);
            let place = trees.get(one);
            let span = Span { start: place.start, end: place.end, ..span };
            faults::ambiguous(span, &shown(one), &shown(other))
        }
        ResolveFault::TooMany(start, end) => faults::too_ambiguous(Span { start, end, ..span }),
        ResolveFault::Endless(start, end) => faults::endless_reading(Span { start, end, ..span }),
    }
}

/// An undeclared sort behind a colon.
fn unknown_cast(signature: &Signature, text: &str, span: Span) -> Option<(String, Span)> {
    let piece = &text[span.range()];
    for (at, _) in piece.match_indices(':') {
        let rest = piece[at + 1..].trim_start_matches([':', '>']);
        let start = piece.len() - rest.len();
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let name = &rest[..end];
        let attached = piece[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ')');
        let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
        if attached && capital && !signature.sort_ids.contains_key(name) {
            let base = span.start as usize + start;
            return Some((name.to_owned(), Span::new(span.file, base, base + end)));
        }
    }
    None
}
