//! The parameters and the result of a contract: their names, sorts and variables.

use source::{Diagnostic, Span, counted};
use term::{Pool, Sort, Term};
use trace::syntax::contract::PlaceTree;

use crate::module::Signature;

/// Parameters and result of a function, named by the first line of its contract, else by its
/// definition, else by position.
pub(super) struct Named {
    /// Name and sort of the parameters, then of the result.
    places: Vec<(String, Sort)>,
    params: usize,
    /// The types as the first line of the contract writes them.
    types: Vec<(String, Sort)>,
}

impl Named {
    pub(super) fn new(ty: &Signature, written: &[PlaceTree]) -> Named {
        let sorts = ty.params.iter().map(|param| param.sort).chain([ty.result]);
        let own = ty.params.iter().map(|param| param.name.clone()).chain([None]);
        let params = ty.params.len();
        let (mut places, mut types) = (Vec::new(), Vec::new());
        for (at, (sort, own)) in sorts.zip(own).enumerate() {
            let written = written.get(at);
            let name = written.and_then(|place| place.name.as_ref()).map(|name| name.node.clone());
            let fallback = || if at < params { format!("arg{at}") } else { "result".to_owned() };
            places.push((name.or(own).unwrap_or_else(fallback), sort));
            let ty = written.and_then(|place| place.ty.as_ref());
            types.extend(ty.map(|ty| (ty.node.clone(), sort)));
        }
        Named { places, params, types }
    }

    /// What is wrong with the first line of the contract.
    pub(super) fn check(&self, written: &[PlaceTree], span: Span) -> Option<Diagnostic> {
        if written.is_empty() || written.len() == self.places.len() {
            return None;
        }
        let (expected, found) = (self.params, written.len().saturating_sub(1));
        let found = counted(found, "parameter");
        let message = format!("the contract names {found} instead of {expected}");
        let name = written.iter().find_map(|place| place.name.as_ref());
        let at = name.map_or(span, |name| name.span);
        let help = "its first line names the parameters and then the result: `(k: key) -> unit`";
        Some(Diagnostic::error(message).with_code("SPC006").at(at, "").with_help(help))
    }

    /// The parameters as an alphabet declares them.
    pub(super) fn params_for_declaration(&self) -> Vec<(&str, Sort)> {
        self.places[..self.params].iter().map(|(name, sort)| (name.as_str(), *sort)).collect()
    }

    /// The types that the first line of the contract names.
    pub(super) fn types(&self) -> Vec<(String, Sort)> {
        self.types.clone()
    }

    /// A variable for each place. The result may be left out.
    pub(super) fn variables(&self, pool: &Pool, with_result: bool) -> Vec<(String, Term)> {
        let count = self.params + usize::from(with_result);
        let places = self.places[..count].iter().enumerate();
        places
            // A `#` cannot stand in any name that a user writes, so nothing is ever captured.
            .map(|(at, (name, sort))| (name.clone(), pool.var(&format!("{name}#{at}"), *sort)))
            .collect()
    }
}
