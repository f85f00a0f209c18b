//! The configuration: the layout of its cells and what they hold at first.

use triomphe::Arc;

use k_syntax::definition::{CellContents, ConfigCell};
use k_syntax::{Term, TermId};
use rustc_hash::FxHashMap;

use super::scope::Scope;
use super::{Compiler, Problem, sort_id, uses};
use crate::context::{Ctx, Halt, Known};
use crate::expr::Expr;
use crate::layout::{CellInfo, Layout, Plan, Times};
use crate::pattern::Reg;
use crate::program::Program;
use crate::signature::{Builtin, CellId, SortId};
use crate::state::State;
use crate::value::{Args, Value};

/// What the cells hold at first.
#[derive(Debug, Default)]
pub struct Configuration {
    /// By cell.
    leaves: Vec<Option<LeafInfo>>,
    /// Cells that may be missing and are there at first.
    present: Vec<bool>,
    /// The variables that are given when a program is run, with their sorts.
    variables: Vec<(String, SortId)>,
    registers: Vec<Reg>,
    reg_count: usize,
    /// Cells that stand for a stream, and for which.
    pub streams: Vec<(CellId, String)>,
    /// The cell that holds the exit code.
    pub exit: Option<CellId>,
    /// The slots of new cells, by cell.
    defaults: FxHashMap<CellId, Vec<Expr>>,
}

#[derive(Debug)]
struct LeafInfo {
    sort: SortId,
    kind: Option<Builtin>,
    initial: Expr,
    needs_variables: bool,
}

/// The cells of a configuration as the layout wants them.
pub(super) fn plan(cell: &ConfigCell) -> Plan {
    let times = match cell.attributes.value("multiplicity") {
        Some("*") => Times::Repeated,
        Some("?") => Times::Optional,
        Some("+") => Times::Repeated,
        _ => Times::Once,
    };
    let children = match &cell.contents {
        CellContents::Cells(cells) => cells.iter().map(plan).collect(),
        CellContents::Leaf { .. } => Vec::new(),
    };
    Plan { name: cell.name.clone(), times, children }
}

impl Compiler<'_> {
    pub(super) fn compile_configuration(&mut self) {
        let def = self.def;
        let cells = flat(&def.configuration);
        let roots = cells.iter().filter_map(|cell| match &cell.contents {
            CellContents::Leaf { initial, .. } => Some(*initial),
            CellContents::Cells(_) => None,
        });
        let roots: Vec<TermId> = roots.collect();
        let mut configuration = Configuration::default();
        let mut problems = Vec::new();
        {
            let mut scope = Scope::new(self, roots.iter().copied());
            configuration.declare_variables(&mut scope, &roots);
            for (nth, cell) in cells.iter().enumerate() {
                let id = CellId::new(nth);
                let leaf = configuration.leaf(&mut scope, cell).unwrap_or_else(|problem| {
                    problems.push(*problem);
                    None
                });
                configuration.leaves.push(leaf);
                if let Some(stream) = cell.attributes.value("stream") {
                    configuration.streams.push((id, stream.to_owned()));
                }
                configuration.present.push(cell.attributes.has("initial"));
                if cell.attributes.has("exit") {
                    configuration.exit = Some(id);
                }
            }
            configuration.reg_count = scope.reg_count();
        }
        configuration.find_present(&self.program.layout);
        configuration.find_defaults(&self.program.layout);
        self.configuration = configuration;
        self.problems.extend(problems);
    }
}

/// All cells, outer ones before inner ones: the order of the layout.
fn flat(top: &ConfigCell) -> Vec<&ConfigCell> {
    let mut cells = Vec::new();
    let mut todo = vec![top];
    while let Some(cell) = todo.pop() {
        cells.push(cell);
        if let CellContents::Cells(inner) = &cell.contents {
            todo.extend(inner.iter().rev());
        }
    }
    cells
}

impl Configuration {
    fn declare_variables<'d>(&mut self, scope: &mut Scope<'_, 'd>, roots: &[TermId]) {
        let mut todo: Vec<TermId> = roots.iter().rev().copied().collect();
        while let Some(id) = todo.pop() {
            match scope.term(id) {
                Term::Variable { name, sort, .. } => {
                    let reg = scope.reg_of(name);
                    if !scope.is_bound(reg) {
                        scope.bind(reg);
                        self.variables.push((name.clone(), sort_id(*sort)));
                        self.registers.push(reg);
                    }
                }
                other => todo.extend(other.children().into_iter().rev()),
            }
        }
    }

    fn leaf(
        &self,
        scope: &mut Scope<'_, '_>,
        cell: &ConfigCell,
    ) -> Result<Option<LeafInfo>, Problem> {
        let CellContents::Leaf { initial, sort } = &cell.contents else { return Ok(None) };
        let sort = sort_id(*sort);
        let kind = scope.compiler.program.signature.sort_info(sort).builtin;
        let terms = &scope.compiler.def.terms;
        let needs_variables =
            uses::any(terms, *initial, |term| matches!(term, Term::Variable { .. }));
        let initial = scope.expr(*initial)?;
        Ok(Some(LeafInfo { sort, kind, initial, needs_variables }))
    }

    /// A cell that may be missing is there at first if it says so, or if something in it is given
    /// from outside.
    fn find_present(&mut self, layout: &Layout) {
        for (at, leaf) in self.leaves.iter().enumerate() {
            let mut cell =
                leaf.as_ref().filter(|leaf| leaf.needs_variables).map(|_| CellId::new(at));
            while let Some(id) = cell {
                self.present[id.index()] = true;
                cell = layout.cell(id).parent;
            }
        }
    }

    fn find_defaults(&mut self, layout: &Layout) {
        let cells: Vec<(CellId, CellInfo)> =
            layout.iter().map(|(id, info)| (id, info.clone())).collect();
        for (id, info) in &cells {
            let mut slots = vec![Expr::Bag(Box::default()); info.slots.len()];
            for (leaf, inner) in &cells {
                if let Some(known) = &self.leaves[leaf.index()]
                    && inner.frame == info.frame
                    && info.slots.contains(&inner.slots.start)
                {
                    let at = inner.slots.start - info.slots.start;
                    slots[at] = known.default();
                }
            }
            self.defaults.insert(*id, slots);
        }
    }

    /// What the slots of a new cell hold if nothing is said.
    pub(super) fn defaults(&self, cell: CellId) -> Vec<Expr> {
        self.defaults[&cell].clone()
    }

    /// What a leaf holds at first, unless that is given from outside.
    pub(crate) fn held_at_first(&self, cell: CellId) -> Expr {
        let leaf = self.leaves[cell.index()].as_ref();
        leaf.map_or(Expr::Const(Value::Empty), LeafInfo::default)
    }

    /// What kind of value a leaf holds, if it is built in.
    pub(crate) fn kind(&self, cell: CellId) -> Option<Builtin> {
        self.leaves[cell.index()].as_ref().and_then(|leaf| leaf.kind)
    }

    /// The sort of what a leaf holds.
    #[must_use]
    pub fn sort(&self, cell: CellId) -> Option<SortId> {
        self.leaves[cell.index()].as_ref().map(|leaf| leaf.sort)
    }

    /// The variables that must be given, with their sorts.
    #[must_use]
    pub fn variables(&self) -> &[(String, SortId)] {
        &self.variables
    }

    /// The configuration at the start of a run, from the values of the variables.
    pub fn start(
        &self,
        program: &Program,
        pool: &term::Pool,
        given: &FxHashMap<String, Value>,
    ) -> Result<State, Halt> {
        let known = Known::default();
        let mut ctx = Ctx::new(program, pool, &known);
        ctx.regs.resize(self.reg_count, Value::Empty);
        for ((name, _), reg) in self.variables.iter().zip(&self.registers) {
            let Some(value) = given.get(name) else {
                return Err(Halt::Undefined(format!("nothing is given for ${name}")));
            };
            ctx.set(*reg, value.clone());
        }
        let layout = &program.layout;
        let slots = self.frame(&mut ctx, layout, layout.top())?;
        let files = ctx.files.take();
        Ok(State { slots, fresh: ctx.fresh, files })
    }

    /// The slots of the frame of a root at the start.
    fn frame(&self, ctx: &mut Ctx<'_>, layout: &Layout, root: CellId) -> Result<Vec<Value>, Halt> {
        let mut slots = vec![Value::Empty; layout.size(root)];
        for (id, info) in layout.iter() {
            match (&self.leaves[id.index()], &info.many) {
                (Some(leaf), _) if info.frame == root => {
                    slots[info.slots.start] = ctx.eval(&leaf.initial)?;
                }
                _ => {}
            }
            let Some((many, parent)) = info.many.as_ref().zip(info.parent) else { continue };
            if layout.cell(parent).frame == root {
                let mut frames = Vec::new();
                if self.present[id.index()] {
                    frames.push(Value::Cells(id, Args::from(self.frame(ctx, layout, id)?)));
                }
                slots[many.slot] = Value::Bag(Arc::new(frames));
            }
        }
        Ok(slots)
    }
}

impl LeafInfo {
    /// What a new cell holds: what it holds at first, unless that is given from outside.
    fn default(&self) -> Expr {
        if self.needs_variables { Expr::Const(Value::Empty) } else { self.initial.clone() }
    }
}
