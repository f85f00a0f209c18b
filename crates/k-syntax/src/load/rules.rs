//! Rules, contexts and claims: each parsed with the grammar of its module.

mod cells;

use source::{Diagnostic, Files, Span, counted};

use crate::attributes::{Attribute, Attributes};
use crate::definition::{Rule, SortId};
use crate::faults::{self, Fault};
use crate::grammar::{Grammar, Mode, ParseFault, SeedSet, parse as parse_text};
use crate::inner::{
    ChooseFault, Context, Hints, ResolveFault, TreeId, Trees, TypeFault, alternatives, choose,
    lower_rule, resolve, show,
};
use crate::load::LoadOptions;
use crate::outer::{Bubble, Module, RuleDecl, Sentence};
use crate::signature::{ModuleId, Signature};
use crate::stop::Stop;
use crate::term::{TermId, Terms};

/// How many errors are reported at most.
const MOST_ERRORS: usize = 20;

/// Rules, contexts and claims, and the aliases of contexts.
type Parsed = (Vec<Rule>, Vec<Rule>);

/// Parses the rules of all modules that the main module uses.
pub(super) fn parse(
    files: &Files,
    signature: &Signature,
    modules: &[&Module],
    main: &str,
    options: &LoadOptions,
    terms: &mut Terms,
) -> Result<Parsed, Vec<Diagnostic>> {
    let (mut rules, mut aliases, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    let most = if options.all_errors { usize::MAX } else { MOST_ERRORS };
    for at in used_by(modules, main) {
        let declarations: Vec<(&RuleDecl, bool)> =
            modules[at].sentences.iter().filter_map(rule).collect();
        if declarations.is_empty() {
            continue;
        }
        let parser = match TermParser::new(signature, ModuleId(at)) {
            Ok(parser) => parser.until(options.stop.clone()),
            Err(error) => {
                errors.push(*error);
                continue;
            }
        };
        for (declaration, is_alias) in declarations {
            match parser.rule(files, declaration, modules[at], terms) {
                Ok(parsed) if is_alias => aliases.extend(parsed),
                Ok(parsed) => rules.extend(parsed),
                // Lemmas for provers are written with connectives of the logic, which runs do not
                // need.
                Err(_) if declaration.attributes.has("simplification") => {}
                Err(error) => errors.push(*error),
            }
            if options.stop.has_ended() {
                return Err(errors);
            }
        }
    }
    if errors.is_empty() { Ok((rules, aliases)) } else { Err(counted_errors(errors, most)) }
}

/// The first errors, and how many there are besides.
fn counted_errors(mut errors: Vec<Diagnostic>, most: usize) -> Vec<Diagnostic> {
    let more = errors.len().saturating_sub(most);
    if more > 0 {
        errors.truncate(most);
        let rules = counted(more, "more rule");
        let rest = Diagnostic::error(format!("{rules} cannot be read"));
        errors.push(rest.with_help("`-v` shows all of them"));
    }
    errors
}

/// The rule of a sentence, and whether it is an alias of contexts.
fn rule(sentence: &Sentence) -> Option<(&RuleDecl, bool)> {
    match sentence {
        Sentence::Rule(rule) => Some((rule, false)),
        Sentence::Alias(rule) => Some((rule, true)),
        Sentence::Syntax(_)
        | Sentence::Priority(_)
        | Sentence::Associativity(..)
        | Sentence::Lexical(_)
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
    ) -> Result<Vec<Rule>, Fault> {
        let first = [Some(declaration.body), declaration.requires, declaration.ensures];
        let mut fault = None;
        for split in [&first].into_iter().chain(&declaration.others) {
            match self.split_rule(files, declaration, split, module, terms) {
                Ok(rules) => return Ok(rules),
                Err(reason) => fault = fault.or(Some(reason)),
            }
        }
        Err(fault.expect("there is at least one way to split a rule"))
    }

    /// The rules that a sentence stands for, if this is its body and its conditions.
    fn split_rule(
        &self,
        files: &Files,
        declaration: &RuleDecl,
        split: &[Option<Bubble>; 3],
        module: &Module,
        terms: &mut Terms,
    ) -> Result<Vec<Rule>, Fault> {
        let (k, bool) = (self.signature.builtin().k, self.signature.builtin().bool);
        let sorts = [k, bool, bool];
        let parts: Vec<(Span, SortId)> = (split.iter().zip(sorts))
            .filter_map(|(bubble, sort)| Some((bubble.as_ref()?.span, sort)))
            .collect();
        let rule = |parsed: Vec<TermId>| {
            let mut parsed = parsed.into_iter();
            let mut next = || parsed.next().expect("one term per part");
            Rule {
                kind: declaration.kind,
                body: next(),
                requires: split[1].map(|_| next()),
                ensures: split[2].map(|_| next()),
                attributes: attributes(declaration, module),
                module: module.name.clone(),
                span: declaration.span,
            }
        };
        let anywhere = ["anywhere", "macro", "macro-rec", "alias", "alias-rec"]
            .iter()
            .any(|mark| declaration.attributes.has(mark));
        Ok(self.parse_all(files, &parts, anywhere, terms)?.into_iter().map(rule).collect())
    }

    /// Parses pieces of one file that share their variables, each as a term of a sort, which must
    /// have one meaning.
    pub(crate) fn parse(
        &self,
        files: &Files,
        parts: &[(Span, SortId)],
        terms: &mut Terms,
    ) -> Result<Vec<TermId>, Fault> {
        let mut parsed = self.parse_all(files, parts, false, terms)?;
        if parsed.len() > 1 {
            return Err(faults::or_outside_of_rule(parts[0].0).into());
        }
        Ok(parsed.pop().expect("a text has a meaning"))
    }

    /// The same, once for every way to choose a side of each `#Or`.
    fn parse_all(
        &self,
        files: &Files,
        parts: &[(Span, SortId)],
        anywhere: bool,
        terms: &mut Terms,
    ) -> Result<Vec<Vec<TermId>>, Fault> {
        let file = files.get(parts[0].0.file);
        let mut trees = Trees::default();
        let mut readings: Vec<(Vec<TreeId>, SortId)> = Vec::new();
        for (span, sort) in parts {
            let hints = self.hints(file.text(), &trees, &readings, anywhere);
            let active = self.seeds.occurring(&file.text()[span.range()]);
            let builtin = self.signature.builtin();
            let start = if *sort == builtin.k { builtin.body } else { *sort };
            let grammar = Grammar::new(&self.seeds, &active, start);
            let forest =
                parse_text(&grammar, &self.seeds.scanner, file.text(), span.range(), &self.stop)
                    .map_err(|fault| self.syntax_fault(files, *span, &fault))?;
            let (signature, mode) = (self.signature, Mode::Rule);
            let found = resolve(&forest, signature, mode, Some(&hints), &mut trees, &self.stop)
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
            anywhere,
            strict: true,
        };
        let (chosen, typing) = choose(&context, &readings)
            .or_else(|fault| {
                let lenient = Context { strict: false, ..context };
                choose(&lenient, &readings).map_err(|_| fault)
            })
            .map_err(|fault| self.choose_fault(&context, parts[0].0, &fault))?;
        let ways = alternatives(&context, &chosen)
            .ok_or_else(|| faults::too_many_alternatives(parts[0].0))?;
        let mut lower = |choices| {
            let each = chosen.iter().zip(parts).map(|(tree, (_, sort))| {
                lower_rule(&context, file.id(), terms, *tree, *sort, (&typing, choices))
            });
            each.collect()
        };
        Ok(ways.iter().map(&mut lower).collect())
    }

    /// What the parts that were read before say of the variables, if they can be read in one way.
    fn hints<'a>(
        &'a self,
        text: &'a str,
        trees: &Trees,
        readings: &[(Vec<TreeId>, SortId)],
        anywhere: bool,
    ) -> Hints<'a> {
        let (signature, order) = (self.signature, &self.seeds.order);
        let only = |(found, sort): &(Vec<TreeId>, SortId)| match found[..] {
            [tree] => Some((tree, *sort)),
            _ => None,
        };
        let roots: Vec<(TreeId, SortId)> = readings.iter().filter_map(only).collect();
        let context = Context { signature, order, trees, text, anywhere, strict: false };
        let named = context.infer(&roots).map(|typing| typing.named).unwrap_or_default();
        Hints { text, order, named, sorts: signature.sorts.len() }
    }

    fn syntax_fault(&self, files: &Files, span: Span, fault: &ParseFault) -> Diagnostic {
        let text = files.get(span.file).text();
        if let Some((name, at)) = unknown_cast(self.signature, text, span) {
            let known = self.signature.sorts.iter().map(|sort| sort.name.as_str());
            return faults::unknown_sort(&name, at, None, faults::closest(&name, known));
        }
        let (start, end) = fault.place;
        if text[start..].starts_with("when") && text[start + "when".len()..].starts_with([' ', '('])
        {
            return faults::word_of_old_k(Span::new(span.file, start, end.max(start + 4)));
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
