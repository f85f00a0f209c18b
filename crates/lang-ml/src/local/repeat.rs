//! Invariants and variants of loops.

use source::Diagnostic;
use trace::syntax::tree::{At, TermExpr};
use trace::syntax::{LoopTree, parse_loop};

use super::{Adder, CheckKind};
use crate::ast::{Doc, Expr, ExprKind, LoopNotes};
use crate::interface::GOSPEL;
use crate::spec::loop_start;
use crate::trial::{Maker, Names};

impl Adder<'_> {
    /// Puts the invariants of a loop at its head, and its variants around its body.
    pub(super) fn repetition(&mut self, body: &mut Expr, notes: &mut LoopNotes) {
        let Some((tree, faults)) = notes.doc.as_ref().and_then(|doc| self.read_loop(doc)) else {
            return;
        };
        self.found.faults.extend(faults);
        self.undecided(&tree.undecided);
        for invariant in &tree.invariants {
            let cond = self.present(invariant, &Names::default());
            let message =
                format!("the loop invariant `{}` does not hold", self.text(invariant.span));
            notes.head.push(self.check(CheckKind::Invariant, &message, cond));
        }
        for variant in &tree.variants {
            self.variant(variant, body);
        }
    }

    fn read_loop(&mut self, doc: &Doc) -> Option<(LoopTree, Vec<Diagnostic>)> {
        let start = match doc.text.starts_with(GOSPEL) {
            true => GOSPEL.len_utf8(),
            false => loop_start(&doc.text)?,
        };
        self.found.read.push(doc.span);
        let range = doc.span.range();
        Some(parse_loop(self.file, range.start + start..range.end))
    }

    /// `let v = variant in check (v >= 0); body; check (variant < v)`
    fn variant(&mut self, variant: &At<TermExpr>, body: &mut Expr) {
        let make = Maker(variant.span);
        let (first, then) =
            (self.present(variant, &Names::default()), self.present(variant, &Names::default()));
        let text = self.text(variant.span);
        let value = || make.name("variant#");
        let least = make.call(">=", vec![value(), make.int(0)]);
        let least = self.check(
            CheckKind::Variant,
            &format!("the loop variant `{text}` is negative where the loop goes on"),
            least,
        );
        let less = make.call("<", vec![then, value()]);
        let less = self.check(
            CheckKind::Variant,
            &format!("the loop variant `{text}` does not decrease"),
            less,
        );
        let unit = Expr::new(ExprKind::Seq(Vec::new()), body.span);
        let own = std::mem::replace(body, unit);
        *body = make.let_in("variant#", first, make.seq(vec![least, own, less]));
    }
}
