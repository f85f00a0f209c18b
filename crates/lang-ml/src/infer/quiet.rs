//! Whether computing a value does nothing that other definitions could see.

use super::Infer;
use super::scope::{Module, Value, ValueKind};
use crate::ast::{Expr, ExprKind, Path};
use crate::attribute::walk::parts;

impl Infer<'_> {
    /// Whether an expression neither assigns nor calls a function that the user wrote. What we know only in
    /// part may be left for later then: a method that does not need it does not meet it.
    pub(super) fn is_quiet(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Fun(..) | ExprKind::Function(_) | ExprKind::Lazy(_) => return true,
            ExprKind::SetField(..) | ExprKind::SetIndex(..) => return false,
            ExprKind::Apply(function, _) => match &function.kind {
                ExprKind::Path(path) if self.is_ours(path) => {}
                _ => return false,
            },
            _ => {}
        }
        parts(expr).into_iter().all(|part| self.is_quiet(part))
    }

    /// Whether a function is one of a library and does not assign.
    fn is_ours(&self, path: &Path) -> bool {
        let value = match path.modules.split_first() {
            None => self.scope.values.get(&path.name.text).copied(),
            Some((first, rest)) => {
                let mut module = self.scope.modules.get(&first.text).cloned();
                for name in rest {
                    let Some(Module::Structure(scope)) = &module else { break };
                    module = scope.modules.get(&name.text).cloned();
                }
                match module {
                    Some(Module::Structure(scope)) => scope.values.get(&path.name.text).copied(),
                    Some(Module::Functor(_) | Module::Unknown(_)) | None => None,
                }
            }
        };
        let assigns = matches!(path.name.text.as_str(), ":=" | "incr" | "decr");
        let user = matches!(
            value,
            Some(Value { kind: ValueKind::Var(var), .. }) if var.0 >= self.first_user_var
        );
        !assigns && !user
    }
}
