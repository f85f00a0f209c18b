//! What each label means when a right-hand side makes a term with it.

use k_syntax::definition::{Label, Production, Rule};
use k_syntax::{Attributes, Term};

use super::{Compiler, label_id, sort_id};
use crate::expr::Expr;
use crate::hook;
use crate::program::{Function, FunctionId};
use crate::role::{Collection, Role};
use crate::signature::{Builtin, LabelId, SortId};

impl<'d> Compiler<'d> {
    /// Gives every label its role, and every function a place.
    pub(super) fn find_functions(&mut self) {
        for (id, label) in self.def.labels() {
            let attributes: Vec<&Attributes> =
                label.productions.iter().map(|p| &self.def.production(*p).attributes).collect();
            let main = self.def.main_production(id);
            let role = self.role_of(label_id(id), &label.name, main, &attributes);
            self.program.roles.push(role);
        }
        for rule in self.rules.clone() {
            if applies_anywhere(&rule.attributes)
                && let Some(label) = self.left_label(rule)
                && matches!(self.role(label), Role::Constructor)
            {
                let function = self.function(label, true);
                self.program.roles[label.index()] = Role::Anywhere(function);
            }
        }
    }

    fn role_of(
        &mut self,
        label: LabelId,
        name: &str,
        production: &Production,
        attributes: &[&Attributes],
    ) -> Role {
        let has = |key: &str| attributes.iter().any(|attributes| attributes.has(key));
        let hook = attributes.iter().find_map(|attributes| attributes.value("hook"));
        if let Some(role) = hook.and_then(|hook| hooked(hook, production)) {
            return role;
        }
        if let Some(sort) = self.predicate(name, production) {
            return Role::HasSort(sort);
        }
        if has("macro") || has("macro-rec") || has("alias") || has("alias-rec") {
            return Role::Anywhere(self.function(label, true));
        }
        if hook.is_some() && !self.has_rules(label) {
            return Role::Missing;
        }
        if has("function") || has("functional") {
            return Role::Function(self.function(label, false));
        }
        Role::Constructor
    }

    /// Whether the definition says by rules what a label means.
    fn has_rules(&self, label: LabelId) -> bool {
        self.rules.iter().any(|rule| self.left_label(rule) == Some(label))
    }

    /// The sort that a label such as `isInt` asks for.
    fn predicate(&self, name: &str, production: &Production) -> Option<SortId> {
        let sort = name.strip_prefix("is").and_then(|sort| self.def.find_sort(sort))?;
        let is_bool = self.def.sort(production.sort).name == "Bool";
        (is_bool && production.arguments().count() == 1).then(|| sort_id(sort))
    }

    fn function(&mut self, label: LabelId, is_constructor: bool) -> FunctionId {
        if let Some(known) = self.program.label_functions.get(&label) {
            return *known;
        }
        let info = self.program.signature.label_info(label);
        let builtin = self.program.signature.sort_info(info.sort).builtin;
        let makes_map = builtin == Some(Builtin::Map) && !is_constructor;
        let name = info.name.clone();
        self.new_function(Function { name, label, rules: Vec::new(), is_constructor, makes_map })
    }

    /// A value that was not used before: what the generator of its sort makes of a new number, if
    /// the definition has one.
    pub(super) fn fresh_expr(&self, sort: SortId) -> Expr {
        let generates = |(id, label): &(k_syntax::definition::LabelId, &Label)| {
            let makes = |production: &Production| {
                sort_id(production.sort) == sort && production.attributes.has("freshGenerator")
            };
            let found = label.productions.iter().any(|own| makes(self.def.production(*own)));
            found && matches!(self.role(label_id(*id)), Role::Function(_))
        };
        let generator = self.def.labels().find(generates).map(|(id, _)| self.role(label_id(id)));
        let int = self.program.signature.builtin(Builtin::Int);
        match (generator, int) {
            (Some(Role::Function(function)), Some(int)) => {
                Expr::Call(*function, Box::new([Expr::Fresh(int)]))
            }
            _ => Expr::Fresh(sort),
        }
    }

    /// The function that a rule is a rule of; none for rules on configurations.
    pub(super) fn function_of(&self, rule: &Rule) -> Option<FunctionId> {
        match self.role(self.left_label(rule)?) {
            Role::Function(function) => Some(*function),
            Role::Anywhere(function) => {
                let label = self.program.functions[function.index()].label;
                let is_macro = self.production_attributes(label).any(applies_anywhere);
                (is_macro || applies_anywhere(&rule.attributes)).then_some(*function)
            }
            Role::Constructor
            | Role::Hook(_)
            | Role::Collection(_)
            | Role::And
            | Role::Or
            | Role::If
            | Role::HasSort(_)
            | Role::Token(_)
            | Role::Missing => None,
        }
    }

    /// Whether what a rule makes is not rewritten by the same rule again: `macro` and `alias`, unless
    /// they are recursive.
    pub(super) fn expands_once(&self, rule: &Rule) -> bool {
        let of_label = self.left_label(rule).into_iter();
        let of_label = of_label.flat_map(|label| self.production_attributes(label));
        let all: Vec<&Attributes> = of_label.chain([&rule.attributes]).collect();
        let has = |key: &str| all.iter().any(|attributes| attributes.has(key));
        (has("macro") || has("alias")) && !has("macro-rec") && !has("alias-rec")
    }

    /// The attributes of the productions of a label.
    fn production_attributes(&self, label: LabelId) -> impl Iterator<Item = &'d Attributes> {
        let def = self.def;
        let known = def.labels().find(|(id, _)| label_id(*id) == label);
        let productions = known.into_iter().flat_map(|(_, known)| &known.productions);
        productions.map(|id| &def.production(*id).attributes)
    }

    /// The label that the left-hand side of a rule without cells begins with.
    fn left_label(&self, rule: &Rule) -> Option<LabelId> {
        let terms = &self.def.terms;
        let mut term = self.context_of(rule.body).0;
        loop {
            match terms.get(term) {
                Term::Rewrite { left, .. } => term = *left,
                Term::Cast { term: inner, .. } => term = *inner,
                Term::As { pattern, .. } => term = *pattern,
                Term::Apply { label, .. } => return Some(label_id(*label)),
                Term::Token { .. }
                | Term::Variable { .. }
                | Term::Sequence(_)
                | Term::Cell { .. }
                | Term::Bag(_) => return None,
            }
        }
    }
}

/// Whether rules apply wherever their left-hand side is made.
fn applies_anywhere(attributes: &Attributes) -> bool {
    ["anywhere", "macro", "macro-rec", "alias", "alias-rec"].iter().any(|key| attributes.has(key))
}

fn hooked(hook: &str, production: &Production) -> Option<Role> {
    let collection = |collection| Some(Role::Collection(collection));
    match hook {
        "MAP.unit" => collection(Collection::Unit(Builtin::Map)),
        "MAP.element" => collection(Collection::Element(Builtin::Map)),
        "MAP.concat" => collection(Collection::Concat(Builtin::Map)),
        "LIST.unit" => collection(Collection::Unit(Builtin::List)),
        "LIST.element" => collection(Collection::Element(Builtin::List)),
        "LIST.concat" => collection(Collection::Concat(Builtin::List)),
        "SET.unit" => collection(Collection::Unit(Builtin::Set)),
        "SET.element" => collection(Collection::Element(Builtin::Set)),
        "SET.concat" => collection(Collection::Concat(Builtin::Set)),
        "BOOL.and" | "BOOL.andThen" => Some(Role::And),
        "BOOL.or" | "BOOL.orElse" => Some(Role::Or),
        "KEQUAL.ite" => Some(Role::If),
        "STRING.string2token" => Some(Role::Token(sort_id(production.sort))),
        _ => hook::by_name(hook).map(Role::Hook),
    }
}
