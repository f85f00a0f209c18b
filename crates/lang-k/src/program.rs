//! A compiled definition.

use source::Span;

use crate::expr::Expr;
use crate::front_rule::FrontRule;
use crate::index::Index;
use crate::layout::Layout;
use crate::pattern::{FrameId, FrameRef, Reg, Step};
use crate::role::Role;
use crate::signature::{CellId, LabelId, Signature, SortId};

/// A function of the definition, or the rules that apply wherever a constructor is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub(crate) u32);

impl FunctionId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule of the definition, by its number in [`Program::rules`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleId(pub(crate) u32);

impl RuleId {
    /// Its number, in the order of the source.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Everything that running programs of a language needs.
#[derive(Debug, Default)]
pub struct Program {
    /// Sorts, labels, token texts.
    pub signature: Signature,
    /// Where cells are kept.
    pub layout: Layout,
    /// The rules on configurations.
    pub rules: Vec<Rule>,
    /// The functions.
    pub functions: Vec<Function>,
    /// Labels whose arguments are evaluated first.
    pub strictness: Vec<Strictness>,
    /// Which rules may apply, by what is to be done next.
    pub(crate) index: Index,
    /// The rules in the form for the front of the computation, where they have it.
    pub(crate) front_rules: Vec<Option<FrontRule>>,
    /// What each label means.
    pub(crate) roles: Vec<Role>,
    /// Whether functions look at the configuration, so that it has to be at hand.
    pub(crate) needs_configuration: bool,
    /// The function behind a label, for labels that are functions or have `anywhere` rules.
    pub(crate) label_functions: rustc_hash::FxHashMap<LabelId, FunctionId>,
}

impl Program {
    /// Whether rules make arbitrary values, `?X`, so that one run does not tell everything.
    #[must_use]
    pub fn makes_unknowns(&self) -> bool {
        let made = self.rules.iter().flat_map(|rule| &rule.fresh);
        made.into_iter().any(|(_, expr)| matches!(expr, Expr::Unknown(..)))
    }
}

/// What a rule is called, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleInfo {
    /// Its label, or the place of its text in words.
    pub name: String,
    /// Where it stands; none for rules that come from an attribute.
    pub span: Option<Span>,
    /// Smaller ones are tried first; 50 if nothing is said, 200 for `owise`.
    pub priority: u32,
}

/// A rule on configurations.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name and place.
    pub info: RuleInfo,
    /// How many registers it needs.
    pub regs: usize,
    /// The registers of its variables, in the order of their names.
    pub names: Vec<(String, Reg)>,
    /// The frames that it mentions, apart from the outermost one.
    pub frames: Vec<FrameRef>,
    /// The frame with the computation that the rule is indexed by: it is chosen by the engine.
    pub anchor: FrameId,
    /// What must match.
    pub steps: Vec<Step>,
    /// What must hold.
    pub requires: Option<Expr>,
    /// Values for registers that only the right-hand side uses.
    pub fresh: Vec<(Reg, Expr)>,
    /// What changes.
    pub writes: Vec<Write>,
    /// Whether the right-hand sides always have values, so that old ones may be given up first.
    pub total: bool,
    /// The register of what is behind the front of the computation, if the rule only puts it back.
    pub behind: Option<Reg>,
}

/// One change of a configuration.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new value in a slot.
    Slot(FrameId, usize, Expr),
    /// The parts of a captured value, each in a slot.
    Scatter(FrameId, Box<[usize]>, CellId, Expr),
    /// A frame goes.
    Remove(FrameId),
    /// Further frames in a bag, perhaps in front of the others: a frame or a bag of frames.
    Add(FrameId, usize, bool, Expr),
}

/// A function of the definition.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name of its label.
    pub name: String,
    /// The label.
    pub label: LabelId,
    /// Its rules, in the order in which they are tried.
    pub rules: Vec<FunctionRule>,
    /// Whether the call stays as it is where no rule applies.
    pub is_constructor: bool,
    /// Whether a call that cannot be decided may wait inside a map.
    pub makes_map: bool,
}

/// One rule of a function.
#[derive(Clone, Debug)]
pub struct FunctionRule {
    /// Its name and place.
    pub info: RuleInfo,
    /// How many registers it needs. The arguments are in the first ones.
    pub regs: usize,
    /// The frames of the configuration that it mentions; none unless it looks at cells.
    pub frames: Option<Vec<FrameRef>>,
    /// What must match.
    pub steps: Vec<Step>,
    /// What must hold.
    pub requires: Option<Expr>,
    /// The result.
    pub result: Expr,
    /// Whether it is for symbolic values only.
    pub is_symbolic: bool,
    /// Whether it does not apply to what it makes itself: a macro that is not recursive.
    pub expands_once: bool,
}

/// An argument of a constructor that is evaluated first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strictness {
    /// The constructor.
    pub label: LabelId,
    /// The argument.
    pub position: usize,
    /// Arguments that must have values before.
    pub after: Vec<usize>,
    /// What stands for the constructor while the argument is evaluated.
    pub freezer: LabelId,
    /// The sort of values.
    pub result: SortId,
    /// The rules that apply wherever the constructor is made.
    pub anywhere: Option<FunctionId>,
}
