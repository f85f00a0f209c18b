//! The values that mocks choose from.
//!
//! For each sort of results and ghosts: the values of the violation, what has been seen since, and
//! a few neighbours, so that a repaired method finds the answers it needs.

use term::{Sort, SortNode};

use crate::expr::{Scene, Vars};
use crate::formula::event_pattern;
use crate::incident::Unwritable;

impl Scene<'_> {
    /// The name of the function that lists the values of a sort.
    pub(crate) fn universe_word(&self, sort: Sort) -> String {
        let pool = self.pool();
        match pool.sort_node(sort) {
            SortNode::Bool => "all_bools".to_owned(),
            SortNode::Int => "all_ints".to_owned(),
            SortNode::Text => "all_strings".to_owned(),
            SortNode::Elem(_) => format!("all_{}s", self.elements.word(pool, sort)),
            SortNode::Data(..)
            | SortNode::Real
            | SortNode::BitVec(_)
            | SortNode::Array(..)
            | SortNode::Param(_) => {
                let letters = pool.show_sort(sort);
                let word: String = letters
                    .chars()
                    .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
                    .collect();
                format!("all_{}", word.trim_matches('_'))
            }
        }
    }

    /// The sorts of which values are chosen, parts first.
    fn universe_sorts(&self) -> Vec<Sort> {
        let specs = self.incident.specs;
        let mut todo: Vec<Sort> = Vec::new();
        for op in specs.alphabet.ops() {
            todo.extend(specs.alphabet.op(op).result().map(|place| place.sort));
        }
        for case in specs.operations.iter().flat_map(|operation| &operation.cases) {
            todo.extend(case.ghosts.iter().map(|ghost| self.pool().sort(ghost.var)));
        }
        let mut sorts: Vec<Sort> = Vec::new();
        for sort in todo {
            let mut chain = vec![sort];
            while let Some(inner) = chain.last().and_then(|sort| self.inside_option(*sort)) {
                chain.push(inner);
            }
            for sort in chain.into_iter().rev() {
                if !sorts.contains(&sort) {
                    sorts.push(sort);
                }
            }
        }
        sorts
    }

    fn inside_option(&self, sort: Sort) -> Option<Sort> {
        let (data, args) = self.pool().as_data(sort)?;
        let name = self.pool().name(self.pool().data_name(data));
        (name == "option").then(|| args[0])
    }

    /// The definitions of all such functions.
    pub(crate) fn universes(&self) -> Result<String, Unwritable> {
        let mut text = String::new();
        for sort in self.universe_sorts() {
            text.push_str(&self.universe(sort)?);
        }
        Ok(text)
    }

    fn universe(&self, sort: Sort) -> Result<String, Unwritable> {
        let name = self.universe_word(sort);
        if let Some(values) = self.all_values(sort) {
            let values = values.iter().map(|value| self.expr(*value, &Vars::default()));
            let values = values.collect::<Result<Vec<String>, Unwritable>>()?;
            return Ok(format!("let {name} () = [ {} ]\n\n", values.join("; ")));
        }
        let known = self.known(sort)?;
        let seen = self.seen(sort);
        let more = match self.pool().sort_node(sort) {
            SortNode::Int => "seen @ map succ seen @ map pred seen @ [ 0; 1; 2 ]".to_owned(),
            SortNode::Text => "seen @ [ \"\"; fresh \"s\" seen ]".to_owned(),
            SortNode::Elem(_) => {
                let word = self.elements.word(self.pool(), sort);
                format!("seen @ [ fresh \"{word}\" seen ]")
            }
            _ => match self.inside_option(sort) {
                Some(inner) => {
                    let inner = self.universe_word(inner);
                    format!("seen @ (None :: map (fun x -> Some x) ({inner} ()))")
                }
                None => "seen".to_owned(),
            },
        };
        Ok(format!(
            "{seen}let {name} () =\n  let seen = {known} @ concat_map {name}_in run.past in\n  {more}\n\n"
        ))
    }

    fn known(&self, sort: Sort) -> Result<String, Unwritable> {
        let values = self.elements.of_sort(self.pool(), sort);
        let values = values.iter().map(|value| self.expr(*value, &Vars::default()));
        Ok(format!("[ {} ]", values.collect::<Result<Vec<String>, Unwritable>>()?.join("; ")))
    }

    /// The function from an event to its values of a sort.
    fn seen(&self, sort: Sort) -> String {
        let alphabet = &self.incident.specs.alphabet;
        let mut cases = Vec::new();
        for op in alphabet.ops() {
            let places = alphabet.op(op).places();
            let variable = |at: usize| {
                if places[at].sort == sort { format!("x{at}") } else { "_".to_owned() }
            };
            let variables: Vec<String> = (0..places.len()).map(variable).collect();
            let found: Vec<&str> =
                variables.iter().map(String::as_str).filter(|name| *name != "_").collect();
            if !found.is_empty() {
                let pattern = event_pattern(alphabet.name(self.pool(), op), &variables);
                cases.push(format!("{pattern} -> [ {} ]", found.join("; ")));
            }
        }
        cases.push("_ -> []".to_owned());
        let cases: Vec<String> = cases.iter().map(|case| format!("  | {case}\n")).collect();
        format!("let {}_in = function\n{}\n", self.universe_word(sort), cases.concat())
    }
}
