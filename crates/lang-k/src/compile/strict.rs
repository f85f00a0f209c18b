//! The attributes `strict` and `seqstrict`.

use k_syntax::Attribute;
use k_syntax::definition::ProductionId;
use source::{Diagnostic, counted};

use super::{Compiler, Problem, label_id};
use crate::index::{Candidate, Entry, Test};
use crate::program::Strictness;
use crate::signature::LabelId;

impl Compiler<'_> {
    pub(super) fn compile_strictness(&mut self) {
        for (id, label) in self.def.labels() {
            for production in &label.productions {
                if let Err(problem) = self.strict_production(label_id(id), *production) {
                    self.problems.push(*problem);
                }
            }
        }
    }

    fn strict_production(&mut self, label: LabelId, id: ProductionId) -> Result<(), Problem> {
        let production = self.def.production(id);
        for (key, in_order) in [("strict", false), ("seqstrict", true)] {
            let Some(attribute) = production.attributes.get(key) else { continue };
            let arity = production.arguments().count();
            let positions = positions(attribute, arity)?;
            for (nth, position) in positions.iter().enumerate() {
                let after = if in_order { positions[..nth].to_vec() } else { Vec::new() };
                self.add_strictness(label, *position, after, id)?;
            }
        }
        Ok(())
    }

    fn add_strictness(
        &mut self,
        label: LabelId,
        position: usize,
        after: Vec<usize>,
        id: ProductionId,
    ) -> Result<(), Problem> {
        let known = |strict: &Strictness| (strict.label, strict.position) == (label, position);
        if self.program.strictness.iter().any(known) {
            return Ok(());
        }
        let production = self.def.production(id);
        let result = self.result_sort(production.attributes.value("result"), production.span)?;
        let name = format!("#freezer{}{position}_", self.def.symbol_name(id));
        let signature = &mut self.program.signature;
        let args = signature.label_info(label).args.clone();
        let item = signature.add_sort("KItem", None);
        let freezer = signature.add_new_label(&name, item, args);
        self.program.roles.push(crate::role::Role::Constructor);
        let nth = u32::try_from(self.program.strictness.len()).expect("fewer than 2^32 labels");
        let anywhere = self.program.label_functions.get(&label).copied();
        let strict = Strictness { label, position, after, freezer, result, anywhere };
        self.program.strictness.push(strict);
        let priority = crate::DEFAULT_PRIORITY;
        let entry = |candidate, first, second| Entry { candidate, priority, first, second };
        self.entries.push(entry(Candidate::Heat(nth), Test::Label(label), Test::Any));
        self.entries.push(entry(Candidate::Cool(nth), Test::Sort(result), Test::Label(freezer)));
        Ok(())
    }
}

/// The positions that an attribute names, from zero; all of them if it names none.
fn positions(attribute: &Attribute, arity: usize) -> Result<Vec<usize>, Problem> {
    let Some(text) = &attribute.value else { return Ok((0..arity).collect()) };
    // What names a context alias was written as contexts when the definition was read.
    if text.starts_with(|c: char| c.is_alphabetic()) {
        return Ok(Vec::new());
    }
    let numbers = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    let mut positions = Vec::new();
    for number in numbers {
        match number.parse::<usize>() {
            Ok(position @ 1..) if position <= arity => positions.push(position - 1),
            _ => {
                let args = counted(arity, "argument");
                let what = format!("`{number}` is not the position of one of {args}");
                return Err(Diagnostic::error(what).at(attribute.span, "").into());
            }
        }
    }
    Ok(positions)
}
