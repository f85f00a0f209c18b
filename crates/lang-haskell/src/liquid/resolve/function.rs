//! Functions of the logic: measures with equations, fields of records, functions of the program.

use std::rc::Rc;

use source::{Diagnostic, counted};

use super::{Declared, Resolver, Resolving, Scope, unqualified};
use crate::core::{Constructor, Name, TypeDecl};
use crate::liquid::ast;
use crate::liquid::logic::{Arm, FnId, Function, Pred};

impl Resolver<'_> {
    /// A function of the logic that is declared.
    pub(super) fn function(&mut self, name: &ast::Ident) -> Resolving<FnId> {
        let found = self.function_named(name)?;
        Ok(found.expect("the caller has seen its declaration"))
    }

    /// The function of the logic of this name: declared, a field of a record, or one that is always
    /// there.
    pub(super) fn function_named(&mut self, name: &ast::Ident) -> Resolving<Option<FnId>> {
        if let Some(known) = self.functions.get(&name.text) {
            return Ok(Some(*known));
        }
        match self.declared.get(&name.text).cloned() {
            Some(Declared::Equations(measure)) => self.by_equations(&measure).map(Some),
            Some(Declared::Lifted(span)) => {
                let Some(definition) = self.own(&name.text) else {
                    let message = format!("there is no function `{}` in this module", name.text);
                    let error = Diagnostic::error(message).at(span, "");
                    let known = self.module.definitions.iter().map(|d| d.name.occ.clone());
                    let error = super::with_suggestion(error, &name.text, known);
                    return Err(self.report(error));
                };
                let definition = definition.name.clone();
                let id = self.lifted(&definition, Some(span));
                self.functions.insert(name.text.clone(), id);
                if self.specs.function(id).body.is_some() {
                    self.specs.lifted.push((definition, id));
                }
                Ok(Some(id))
            }
            None => Ok(self.selector(&name.text).or_else(|| self.builtin_function(&name.text))),
        }
    }

    fn by_equations(&mut self, measure: &Rc<ast::Measure>) -> Resolving<FnId> {
        let name = &measure.name;
        let param = self.local("v");
        // Equations may use the measure itself.
        let id = self.new_function(Function {
            name: name.text.clone(),
            params: vec![param],
            body: None,
            span: Some(name.span),
            measures: None,
        });
        self.functions.insert(name.text.clone(), id);
        if measure.equations.is_empty() {
            let message = format!("nothing is known of the measure `{}`", name.text);
            let help = "give it equations, or a Haskell function of the same name";
            self.notes.push(Diagnostic::note(message).at(name.span, "").with_help(help));
            return Ok(id);
        }
        // While the equations are read it counts as known.
        self.specs.functions[id.0 as usize].body = Some(Pred::Bool(true));
        let arms = measure.equations.iter().map(|equation| self.equation(equation));
        let arms: Vec<Arm> = match arms.collect::<Resolving<_>>() {
            Ok(arms) => arms,
            Err(reported) => {
                self.specs.functions[id.0 as usize].body = None;
                return Err(reported);
            }
        };
        let measures = self.owner(&arms[0].ctor);
        let body = Pred::Case(Box::new(Pred::Var(param)), arms, None);
        let function = &mut self.specs.functions[id.0 as usize];
        (function.body, function.measures) = (Some(body), measures);
        Ok(id)
    }

    /// The type that a constructor belongs to.
    pub(super) fn owner(&self, ctor: &Name) -> Option<Name> {
        self.linked.constructor(ctor).map(|(decl, _)| decl.name.clone())
    }

    fn equation(&mut self, equation: &ast::Equation) -> Resolving<Arm> {
        let ctor = &equation.ctor;
        let Some(known) = self.ctor_named(&ctor.text) else {
            let all = self.module.types.iter().flat_map(TypeDecl::constructors);
            let all = all.map(|known| known.name.occ.clone());
            let message = format!("there is no constructor `{}`", ctor.text);
            let error = Diagnostic::error(message).at(ctor.span, "");
            let error = super::with_suggestion(error, &ctor.text, all);
            return Err(self.report(error));
        };
        let (name, arity) = (known.name.clone(), known.fields.len());
        if arity != equation.fields.len() {
            let message = format!(
                "`{}` has {}, found {} named here",
                ctor.text,
                counted(arity, "field"),
                equation.fields.len()
            );
            return Err(self.report(Diagnostic::error(message).at(ctor.span, "")));
        }
        let mut scope = Scope::default();
        let mut fields = Vec::new();
        let types = known.fields.clone();
        for (field, ty) in equation.fields.iter().zip(types) {
            let local = self.local(&field.text);
            self.local_types.insert(local, ty);
            scope = scope.with(&field.text, Pred::Var(local));
            fields.push(local);
        }
        let body = self.pred(&equation.body, &scope)?;
        Ok(Arm { ctor: name, fields, body })
    }

    /// A field that has a name in an annotation only, as a function of the logic.
    fn annotated_field(&mut self, label: &str) -> Option<FnId> {
        let fields = self.labels.get(label).cloned()?;
        let param = self.local("v");
        let (mut arms, mut measures) = (Vec::new(), None);
        for (ctor, at) in fields {
            let Some(ctor) = self.ctor_named(&ctor) else { continue };
            let (name, count) = (ctor.name.clone(), ctor.fields.len());
            if at >= count {
                continue;
            }
            let fields: Vec<_> = (0..count).map(|_| self.local(label)).collect();
            let body = Pred::Var(fields[at]);
            measures = self.owner(&name);
            arms.push(Arm { ctor: name, fields, body });
        }
        let owner = measures.clone()?;
        let id = self.new_function(Function {
            name: label.to_owned(),
            params: vec![param],
            body: Some(Pred::Case(Box::new(Pred::Var(param)), arms, None)),
            span: None,
            measures: Some(owner),
        });
        self.functions.insert(label.to_owned(), id);
        Some(id)
    }

    /// The field of a record, as a function of the logic.
    fn selector(&mut self, label: &str) -> Option<FnId> {
        let plain = unqualified(label);
        let has = |ctor: &&Constructor| ctor.labels.iter().any(|known| known == plain);
        let is = |decl: &&TypeDecl| decl.constructors().iter().any(|ctor| has(&ctor));
        let user = [self.module].into_iter().chain(self.earlier.iter().rev().copied());
        let Some(decl) = user.flat_map(|module| &module.types).find(is) else {
            return self.annotated_field(plain);
        };
        let param = self.local("v");
        let mut arms = Vec::new();
        for ctor in decl.constructors().iter().filter(has) {
            let at = ctor.labels.iter().position(|known| known == plain).expect("it has the label");
            let fields: Vec<_> = ctor.labels.iter().map(|label| self.local(label)).collect();
            let body = Pred::Var(fields[at]);
            arms.push(Arm { ctor: ctor.name.clone(), fields, body });
        }
        let id = self.new_function(Function {
            name: label.to_owned(),
            params: vec![param],
            body: Some(Pred::Case(Box::new(Pred::Var(param)), arms, None)),
            span: None,
            measures: Some(decl.name.clone()),
        });
        self.functions.insert(label.to_owned(), id);
        Some(id)
    }
}
