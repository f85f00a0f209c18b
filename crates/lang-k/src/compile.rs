//! From a parsed definition to a [`Program`].
//!
//! What the text leaves to convention is made explicit here: cells that a rule does not mention,
//! dots, strictness, contexts, macros, the order of rules. The passes follow each other in
//! [`compile`]; a rule that cannot be compiled is reported with its place, and all such rules at
//! once.

mod attribute;
mod cells;
mod claim;
mod collection;
mod configuration;
mod context;
mod fragment;
mod function;
mod leaf;
mod left;
mod right;
mod role;
mod rule;
mod scope;
mod signature;
mod strict;
mod uses;

use k_syntax::Definition;
use k_syntax::definition::RuleKind;
use source::{Diagnostic, Span};

use crate::claim::Claim;
use crate::front_rule::FrontRule;
use crate::goal::Goal;
use crate::index::{Candidate, Entry, Index, Place, Test};
use crate::layout::Layout;
use crate::program::{FunctionId, Program, Rule, RuleId, RuleInfo};
use crate::role::Role;
use crate::signature::{CellId, LabelId, SortId};

pub use attribute::LeftOut;
pub use configuration::Configuration;

/// Terms of rules nest at most this deep.
const DEEPEST: usize = 400;

/// A definition on its way to a program.
pub(crate) struct Compiler<'d> {
    def: &'d Definition,
    /// The rules that take part in runs.
    rules: Vec<&'d k_syntax::definition::Rule>,
    program: Program,
    /// What a cell holds if a rule makes it and does not say.
    configuration: Configuration,
    entries: Vec<Entry>,
    problems: Vec<Diagnostic>,
}

/// A problem with a rule: the rule is left out and the problem reported.
pub(crate) type Problem = Box<Diagnostic>;

/// A compiled definition.
#[derive(Debug)]
pub struct Compiled {
    /// What runs programs.
    pub program: Program,
    /// What the cells hold at first.
    pub configuration: Configuration,
    /// The patterns that were asked for, in their order.
    pub goals: Vec<Goal>,
    /// Rules that take no part in runs.
    pub left_out: Vec<LeftOut>,
    /// The claims that can be proved, and why others cannot.
    pub claims: Vec<Result<Claim, Box<Diagnostic>>>,
}

/// Compiles a definition and patterns of its configurations, or says what is wrong with them.
///
/// The terms of the patterns are among those of the definition.
pub fn compile(
    def: &Definition,
    patterns: &[k_syntax::definition::Rule],
) -> Result<Compiled, Vec<Diagnostic>> {
    let takes_part = |rule: &&k_syntax::definition::Rule| attribute::left_out(rule).is_none();
    let mut compiler = Compiler {
        def,
        rules: def.rules.iter().filter(takes_part).collect(),
        program: Program::default(),
        configuration: Configuration::default(),
        entries: Vec::new(),
        problems: Vec::new(),
    };
    compiler.declare();
    compiler.program.layout = Layout::new(&configuration::plan(&def.configuration));
    compiler.find_functions();
    compiler.compile_configuration();
    compiler.compile_strictness();
    compiler.compile_rules();
    let goals = compiler.compile_goals(patterns);
    compiler.finish(goals)
}

impl<'d> Compiler<'d> {
    fn compile_rules(&mut self) {
        for rule in self.rules.clone() {
            let compiled = self.check_depth(rule).and_then(|()| match rule.kind {
                RuleKind::Rule => self.compile_rule(rule),
                RuleKind::Context => self.compile_context(rule),
                // Claims are for provers.
                RuleKind::Claim => Ok(()),
            });
            if let Err(problem) = compiled {
                self.problems.push(*problem);
            }
        }
    }

    fn compile_rule(&mut self, rule: &'d k_syntax::definition::Rule) -> Result<(), Problem> {
        match self.function_of(rule) {
            Some(function) => self.compile_function_rule(rule, function),
            None => self.compile_cell_rule(rule),
        }
    }

    fn check_depth(&self, rule: &k_syntax::definition::Rule) -> Result<(), Problem> {
        let roots = [Some(rule.body), rule.requires, rule.ensures];
        match roots.into_iter().flatten().any(|root| uses::depth(&self.def.terms, root) > DEEPEST) {
            true => Err(Diagnostic::error(format!("a rule nests deeper than {DEEPEST} levels"))
                .at(rule.span, "")
                .into()),
            false => Ok(()),
        }
    }

    /// Takes in a rule on configurations.
    fn add_rule(&mut self, rule: Rule, first: Test, second: Test) {
        let id = RuleId(u32::try_from(self.program.rules.len()).expect("fewer than 2^32 rules"));
        let priority = rule.info.priority;
        let candidate = Candidate::Rule(id);
        self.entries.push(Entry { candidate, priority, first, second });
        self.program.rules.push(rule);
    }

    fn compile_goals(&mut self, patterns: &[k_syntax::definition::Rule]) -> Vec<Goal> {
        let mut goals = Vec::new();
        for pattern in patterns {
            match self.check_depth(pattern).and_then(|()| self.goal(pattern)) {
                Ok(goal) => goals.push(goal),
                Err(problem) => self.problems.push(*problem),
            }
        }
        goals
    }

    fn finish(mut self, goals: Vec<Goal>) -> Result<Compiled, Vec<Diagnostic>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        for function in &mut self.program.functions {
            // Where a rule for symbolic values applies, one for concrete values does not.
            function.rules.sort_by_key(|rule| (rule.info.priority, !rule.is_symbolic));
        }
        let place = place_of_computation(&self.program.layout);
        let front_rule = |rule: &Rule| place.and_then(|place| FrontRule::of(rule, place));
        self.program.front_rules = self.program.rules.iter().map(front_rule).collect();
        let claims = self.compile_claims();
        self.program.index = Index::new(place, self.entries);
        let left_out = self.def.rules.iter().filter_map(attribute::left_out).collect();
        let Compiler { program, configuration, .. } = self;
        Ok(Compiled { program, configuration, goals, left_out, claims })
    }

    fn info(&self, rule: &k_syntax::definition::Rule) -> Result<RuleInfo, Problem> {
        let priority = attribute::priority(rule)?;
        let name = rule.attributes.value("label").unwrap_or_default().to_owned();
        Ok(RuleInfo { name, span: Some(rule.span), priority })
    }

    fn role(&self, label: LabelId) -> &Role {
        &self.program.roles[label.index()]
    }

    fn new_function(&mut self, function: crate::program::Function) -> FunctionId {
        let count = self.program.functions.len();
        let id = FunctionId(u32::try_from(count).expect("fewer than 2^32 functions"));
        self.program.label_functions.insert(function.label, id);
        self.program.functions.push(function);
        id
    }

    fn cell(&self, name: &str, span: Span) -> Result<CellId, Problem> {
        self.program.layout.find(name).ok_or_else(|| {
            Diagnostic::error(format!("the configuration has no cell <{name}>")).at(span, "").into()
        })
    }
}

/// Our number for a sort of the definition.
pub(crate) fn sort_id(sort: k_syntax::definition::SortId) -> SortId {
    SortId::new(sort.index())
}

/// Our number for a label of the definition.
pub(crate) fn label_id(label: k_syntax::definition::LabelId) -> LabelId {
    LabelId::new(label.index())
}

/// Where the computation is: the cell `<k>`, in the outermost frame or in one right inside it.
fn place_of_computation(layout: &Layout) -> Option<Place> {
    let cell = layout.find("k").unwrap_or(layout.top());
    let info = layout.cell(cell);
    let slot = info.slots.start;
    let root = layout.cell(info.frame);
    match &root.many {
        None => Some(Place { bag: None, slot, root: info.frame }),
        Some(many) if root.parent.is_some_and(|p| layout.cell(p).frame == layout.top()) => {
            Some(Place { bag: Some(many.slot), slot, root: info.frame })
        }
        Some(_) => None,
    }
}
