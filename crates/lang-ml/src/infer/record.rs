//! Records, in expressions and in patterns.
//!
//! A field belongs to the record type that is expected, if that is known; otherwise to the last
//! record type defined that has all the fields mentioned.

use source::Span;

use super::Infer;
use super::lookup::Found;
use super::pattern::Binder;
use crate::ast::{self, Path};
use crate::resolved::{Expr, ExprKind, Pattern};
use crate::types::{Fields, Ty, TypeId};

impl Infer<'_> {
    /// The record type that these fields belong to, with its arguments.
    fn record_type<'a>(
        &mut self,
        fields: impl Iterator<Item = &'a Path> + Clone,
        want: Ty,
    ) -> Found<(TypeId, Vec<Ty>)> {
        if let Some((id, args)) = self.types.head_id(want)
            && self.types.fields(id).is_some()
        {
            return Found::Known((id, args));
        }
        let Some(first) = fields.clone().next() else { return Found::Wrong };
        let first = fields.clone().find(|path| !path.modules.is_empty()).unwrap_or(first);
        let candidates = match self.records_with(first) {
            Found::Known(candidates) => candidates,
            Found::Unknown(why) => return Found::Unknown(why),
            Found::Wrong => return Found::Wrong,
        };
        let has_all = |id: &TypeId, infer: &Infer| {
            let known = infer.types.fields(*id);
            fields.clone().all(|path| known.is_some_and(|f| f.position(&path.name.text).is_some()))
        };
        let fitting = candidates.iter().find(|id| has_all(id, self));
        let Some(id) = fitting.or(candidates.first()).copied() else { return Found::Wrong };
        let count = self.types.def(id).params;
        Found::Known((id, (0..count).map(|_| self.types.fresh()).collect()))
    }

    /// The fields of a record type and their types in an instance.
    fn instance_fields(&mut self, id: TypeId, args: &[Ty]) -> (Fields, Vec<Ty>) {
        let fields = self.types.fields(id).expect("a record type was looked up").clone();
        let tys = fields.0.iter().map(|field| self.types.substitute(field.ty, args)).collect();
        (fields, tys)
    }

    pub(super) fn record(
        &mut self,
        given: &[(Path, ast::Expr)],
        base: Option<&ast::Expr>,
        span: Span,
        want: Ty,
    ) -> ExprKind {
        let base = base.map(|base| {
            let ty = self.types.fresh();
            let base = self.boxed(base, ty);
            (base, ty)
        });
        let hint = base.as_ref().map_or(want, |(_, ty)| *ty);
        let names = given.iter().map(|(path, _)| path);
        let (id, args) = match self.record_type(names, hint) {
            Found::Known(record) => record,
            found => {
                for (_, value) in given {
                    let ignored = self.types.fresh();
                    self.expr(value, ignored);
                }
                return ExprKind::Unsupported(unknown_record(&found));
            }
        };
        let ty = self.types.named(id, args.clone());
        self.expect(span, ty, want);
        let (fields, tys) = self.instance_fields(id, &args);
        match base {
            None => ExprKind::Record(id, self.field_values(&fields, &tys, given, span)),
            Some((base, found)) => {
                self.expect(base.span, found, ty);
                ExprKind::Update(id, base, self.some_fields(&fields, &tys, given))
            }
        }
    }

    /// The values of all fields in the order of the type.
    pub(super) fn field_values(
        &mut self,
        fields: &Fields,
        tys: &[Ty],
        given: &[(Path, ast::Expr)],
        span: Span,
    ) -> Vec<Expr> {
        let mut values: Vec<Option<Expr>> = fields.0.iter().map(|_| None).collect();
        for (position, value) in self.some_fields(fields, tys, given) {
            values[position] = Some(value);
        }
        let missing: Vec<String> = fields
            .0
            .iter()
            .zip(&values)
            .filter(|(_, value)| value.is_none())
            .map(|(field, _)| format!("`{}`", field.name.text))
            .collect();
        if !missing.is_empty() {
            let message = format!("some record fields are not defined: {}", missing.join(", "));
            self.error("ML012", span, message);
        }
        values.into_iter().flatten().collect()
    }

    fn some_fields(
        &mut self,
        fields: &Fields,
        tys: &[Ty],
        given: &[(Path, ast::Expr)],
    ) -> Vec<(usize, Expr)> {
        let mut values = Vec::new();
        for (path, value) in given {
            match self.position(fields, path) {
                Some(position) => values.push((position, self.expr(value, tys[position]))),
                None => {
                    let ignored = self.types.fresh();
                    self.expr(value, ignored);
                }
            }
        }
        values
    }

    fn position(&mut self, fields: &Fields, path: &Path) -> Option<usize> {
        let found = fields.position(&path.name.text);
        if found.is_none() {
            let names: Vec<&str> = fields.0.iter().map(|field| field.name.text.as_str()).collect();
            self.unbound("record field", path, names.into_iter());
        }
        found
    }

    /// A record, the type of it, and the place of one of its fields with its type.
    fn record_field(
        &mut self,
        record: &ast::Expr,
        path: &Path,
    ) -> Found<(Box<Expr>, TypeId, usize, Ty)> {
        let found = self.types.fresh();
        let record = self.boxed(record, found);
        let (id, args) = match self.record_type(std::iter::once(path), found) {
            Found::Known(record) => record,
            Found::Unknown(why) => return Found::Unknown(why),
            Found::Wrong => return Found::Wrong,
        };
        let ty = self.types.named(id, args.clone());
        self.expect(record.span, found, ty);
        let (fields, tys) = self.instance_fields(id, &args);
        match self.position(&fields, path) {
            Some(position) => Found::Known((record, id, position, tys[position])),
            None => Found::Wrong,
        }
    }

    pub(super) fn field(
        &mut self,
        record: &ast::Expr,
        path: &Path,
        span: Span,
        want: Ty,
    ) -> ExprKind {
        match self.record_field(record, path) {
            Found::Known((record, id, position, ty)) => {
                self.expect(span, ty, want);
                ExprKind::Field(id, position, record)
            }
            found => ExprKind::Unsupported(unknown_record(&found)),
        }
    }

    pub(super) fn set_field(
        &mut self,
        record: &ast::Expr,
        path: &Path,
        value: &ast::Expr,
        span: Span,
        want: Ty,
    ) -> ExprKind {
        self.is_unit(span, want);
        let (record, id, position, ty) = match self.record_field(record, path) {
            Found::Known(field) => field,
            found => {
                let ignored = self.types.fresh();
                self.expr(value, ignored);
                return ExprKind::Unsupported(unknown_record(&found));
            }
        };
        let mutable = self.types.fields(id).is_some_and(|fields| fields.0[position].mutable);
        if !mutable {
            self.error("ML012", path.span, format!("the record field `{path}` is not mutable"));
        }
        ExprKind::SetField(id, position, record, self.boxed(value, ty))
    }

    pub(super) fn record_pattern(
        &mut self,
        given: &[(Path, ast::Pattern)],
        span: Span,
        want: Ty,
        binder: &mut Binder,
    ) -> Pattern {
        let names = given.iter().map(|(path, _)| path);
        let (id, args) = match self.record_type(names, want) {
            Found::Known(record) => record,
            found => {
                for (_, pattern) in given {
                    let any = self.types.any();
                    self.sub_pattern(pattern, any, binder);
                }
                return Pattern::Unsupported(unknown_record(&found), span);
            }
        };
        let ty = self.types.named(id, args.clone());
        self.expect(span, ty, want);
        let (fields, tys) = self.instance_fields(id, &args);
        Pattern::Record(id, self.field_patterns(&fields, &tys, given, binder))
    }

    /// Patterns for all fields in the order of the type; those not named are `Any`.
    pub(super) fn field_patterns(
        &mut self,
        fields: &Fields,
        tys: &[Ty],
        given: &[(Path, ast::Pattern)],
        binder: &mut Binder,
    ) -> Vec<Pattern> {
        let mut patterns = vec![Pattern::Any; fields.0.len()];
        for (path, pattern) in given {
            if let Some(position) = self.position(fields, path) {
                patterns[position] = self.sub_pattern(pattern, tys[position], binder);
            }
        }
        patterns
    }
}

/// What a record is whose type was not found.
fn unknown_record<T>(found: &Found<T>) -> String {
    match found {
        Found::Unknown(why) => why.to_string(),
        Found::Known(_) | Found::Wrong => "a record of an unknown type".to_owned(),
    }
}
