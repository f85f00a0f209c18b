//! What is required inside values, as functions over their constructors.
//!
//! Each data type in which something may be required gets one function of the test. It takes a
//! predicate for each parameter of the type, and looks at the fields as their declaration says.

use std::collections::{BTreeMap, BTreeSet};

use super::{Emitted, Emitter};
use crate::core::{Constructor, Name, Type, TypeDecl};
use crate::liquid::logic::{DataSpec, Inside, Refined};
use crate::types;

/// The predicates that stand for type variables, as code.
pub(super) type Vars = BTreeMap<Name, String>;

/// A predicate as the code of a function, if anything is required at all.
type Predicate = Result<Option<String>, String>;

/// The constructors of library types that tests can look at: they are visible everywhere.
const VISIBLE: [&str; 8] = ["[]", ":", "Nothing", "Just", "Left", "Right", "True", "False"];

impl Emitter<'_> {
    /// What is required inside a value, as a function.
    pub(super) fn inside(&mut self, refined: &Refined, vars: &Vars) -> Predicate {
        let ty = types::without_synonyms(self.linked, &refined.ty);
        match (&ty, &refined.inside) {
            (_, Inside::Function(..)) => match refined.is_plain() {
                true => Ok(None),
                false => Err("a requirement on a function".to_owned()),
            },
            (Type::Var(name), _) => Ok(vars.get(name).cloned()),
            (Type::Con(name, args), inside) => {
                let args = match inside {
                    Inside::Args(refined) => refined.clone(),
                    Inside::Nothing | Inside::Function(..) => {
                        args.iter().map(Refined::plain).collect()
                    }
                };
                let predicates: Vec<Option<String>> =
                    args.iter().map(|arg| self.predicate(arg, vars)).collect::<Result<_, _>>()?;
                self.in_data(name, &predicates)
            }
            _ => Ok(None),
        }
    }

    /// What is required of a value, as a function.
    fn predicate(&mut self, refined: &Refined, vars: &Vars) -> Predicate {
        let text = self.required_with(refined, vars)?;
        let function = || format!("(\\{} -> {text})", Self::name(refined.var));
        Ok((text != "True").then(function))
    }

    fn in_data(&mut self, name: &Name, predicates: &[Option<String>]) -> Predicate {
        let Some(decl) = self.linked.type_decl(name).cloned() else { return Ok(None) };
        if predicates.iter().all(Option::is_none) && !self.requires(&decl) {
            return Ok(None);
        }
        let function = self.data_function(&decl)?;
        let given = predicates.iter().map(|known| known.as_deref().unwrap_or("(const True)"));
        let given: Vec<&str> = given.take(decl.params.len()).collect();
        Ok(Some(format!("({function} {})", given.join(" "))))
    }

    fn spec(&self, decl: &TypeDecl) -> Option<&DataSpec> {
        self.specs.datas.iter().find(|data| self.linked.same_type(&data.name, &decl.name))
    }

    /// Whether something is required in values of a type, whatever its arguments are.
    fn requires(&self, decl: &TypeDecl) -> bool {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![decl.name.clone()]);
        while let Some(name) = waiting.pop() {
            let Some(decl) = self.linked.type_decl(&name) else { continue };
            if !seen.insert(decl.name.clone()) {
                continue;
            }
            if self.spec(decl).is_some() {
                return true;
            }
            let fields = decl.constructors().iter().flat_map(|ctor| &ctor.fields);
            fields.for_each(|field| mentioned(field, &mut waiting));
        }
        false
    }

    /// The function for values of a data type, written unless it is there.
    fn data_function(&mut self, decl: &TypeDecl) -> Emitted {
        let word: String = decl.name.occ.chars().filter(|c| c.is_alphanumeric()).collect();
        let (kind, arity) = (if word.is_empty() { "Cells" } else { &word }, decl.params.len());
        let function = format!("keeps{kind}{arity}");
        if self.helpers.contains_key(&function) {
            return Ok(function);
        }
        // It may call itself.
        self.helpers.insert(function.clone(), String::new());
        let names: Vec<String> = (0..arity).map(|param| format!("p{param}")).collect();
        let spec = self.spec(decl).cloned();
        let mut vars: Vars = decl.params.iter().cloned().zip(names.iter().cloned()).collect();
        vars.extend(spec.iter().flat_map(|spec| spec.params.iter().cloned().zip(names.clone())));
        let mut all = Vec::new();
        for (var, stated) in spec.iter().flat_map(|spec| &spec.invariants) {
            let pred = self.expr(&stated.pred)?;
            all.push(format!("(let {} = whole in {pred})", Self::name(*var)));
        }
        let mut arms = Vec::new();
        for ctor in decl.constructors() {
            arms.push(self.arm(spec.as_ref(), ctor, &vars)?);
        }
        all.push(format!("(case whole of {{ {} }})", arms.join("; ")));
        let params: String = names.iter().map(|name| format!(" {name}")).collect();
        let text = format!(
            "-- That a value of type `{}` is as its declaration says.\n{function}{params} whole = {}\n",
            decl.name.occ,
            all.join(" && ")
        );
        self.helpers.insert(function.clone(), text);
        Ok(function)
    }

    fn arm(&mut self, spec: Option<&DataSpec>, ctor: &Constructor, vars: &Vars) -> Emitted {
        let own = ctor.name.module == self.module.name;
        let occ = ctor.name.occ.as_str();
        if !own && !VISIBLE.contains(&occ) && !occ.starts_with('(') {
            return Err(format!("the constructor `{occ}` of a library"));
        }
        let (mut pattern, mut all) = (self.ctor(&ctor.name), Vec::new());
        for (number, field) in DataSpec::fields(spec, ctor).iter().enumerate() {
            let name = match field.var == Refined::UNNAMED {
                true => format!("f{number}"),
                false => Self::name(field.var),
            };
            pattern.push_str(&format!(" {name}"));
            for stated in &field.preds {
                all.push(self.expr(&stated.pred)?);
            }
            if let Some(inside) = self.inside(field, vars)? {
                all.push(format!("{inside} {name}"));
            }
        }
        let holds = if all.is_empty() { "True".to_owned() } else { all.join(" && ") };
        Ok(format!("{pattern} -> {holds}"))
    }
}

/// The type constructors in a type.
fn mentioned(ty: &Type, found: &mut Vec<Name>) {
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        match ty {
            Type::Con(name, args) => {
                found.push(name.clone());
                waiting.extend(args);
            }
            Type::App(a, b) | Type::Fun(a, b) | Type::Qualified(a, b) => waiting.extend([&**a, b]),
            Type::ForAll(_, body) => waiting.push(body),
            Type::Var(_) | Type::Number(_) | Type::Text(_) | Type::Coercion => {}
        }
    }
}
