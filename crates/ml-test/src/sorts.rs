//! Sorts as OCaml types, and how their values are shown to people.
//!
//! An abstract type is `string` in a test: its elements are their own names.

use lang_ml::value::char_sort;
use term::{Sort, SortNode, Term};

use crate::expr::{Scene, is_built_in, is_tuple};
use crate::incident::Unwritable;

/// Deeper parts of values are not shown.
const SHOWN_DEPTH: usize = 3;

impl Scene<'_> {
    /// The type of the values of a sort.
    pub(crate) fn type_of(&self, sort: Sort) -> Result<String, Unwritable> {
        let pool = self.pool();
        Ok(match pool.sort_node(sort) {
            SortNode::Bool => "bool".to_owned(),
            SortNode::Int => "int".to_owned(),
            SortNode::Text => "string".to_owned(),
            SortNode::Elem(name) if is_abstract(pool.name(*name)) => "string".to_owned(),
            SortNode::Data(..) if sort == char_sort(pool) => "char".to_owned(),
            SortNode::Data(data, args) => {
                let name = pool.name(pool.data_name(*data));
                let args = args.iter().map(|arg| self.type_of(*arg));
                let args = args.collect::<Result<Vec<String>, Unwritable>>()?;
                if is_tuple(name) {
                    return Ok(format!("({})", args.join(" * ")));
                }
                let name =
                    if is_built_in(name) { name.to_owned() } else { self.subject.path(name) };
                match args.as_slice() {
                    [] => name,
                    args => format!("({}) {name}", args.join(", ")),
                }
            }
            SortNode::Elem(_)
            | SortNode::Real
            | SortNode::BitVec(_)
            | SortNode::Array(..)
            | SortNode::Param(_) => {
                let shown = pool.show_sort(sort);
                return Err(Unwritable::because(format!("a value is of type `{shown}`")));
            }
        })
    }

    /// An expression for the text that shows the value of a variable.
    pub(crate) fn show(&self, sort: Sort, variable: &str) -> String {
        self.show_part(sort, variable, SHOWN_DEPTH)
    }

    fn show_part(&self, sort: Sort, variable: &str, depth: usize) -> String {
        let pool = self.pool();
        match pool.sort_node(sort) {
            SortNode::Bool => format!("string_of_bool {variable}"),
            SortNode::Int => format!("string_of_int {variable}"),
            SortNode::Text => format!("show_string {variable}"),
            SortNode::Data(..) if sort == char_sort(pool) => {
                format!("Printf.sprintf \"%C\" {variable}")
            }
            SortNode::Data(..) if depth > 0 => self.show_data(sort, variable, depth - 1),
            SortNode::Data(..) => "\"…\"".to_owned(),
            SortNode::Elem(_)
            | SortNode::Real
            | SortNode::BitVec(_)
            | SortNode::Array(..)
            | SortNode::Param(_) => variable.to_owned(),
        }
    }

    fn show_data(&self, sort: Sort, variable: &str, depth: usize) -> String {
        let pool = self.pool();
        let (data, args) = pool.as_data(sort).expect("it is a data type");
        let type_name = pool.name(pool.data_name(data));
        if type_name == "unit" {
            return "\"()\"".to_owned();
        }
        if let ("list", [inner]) = (type_name, args) {
            let inner = self.show_part(*inner, "x", depth);
            return format!("show_list (fun x -> {inner}) {variable}");
        }
        let ctors = 0..pool.ctors(data).len() as u32;
        let cases: Vec<String> =
            ctors.map(|ctor| self.show_case(sort, ctor, variable, depth)).collect();
        format!("(match {variable} with {})", cases.join(" | "))
    }

    /// The case of a match that shows the values of one constructor.
    fn show_case(&self, sort: Sort, ctor: u32, variable: &str, depth: usize) -> String {
        let pool = self.pool();
        let (data, _) = pool.as_data(sort).expect("it is a data type");
        let type_name = pool.name(pool.data_name(data));
        let declared = &pool.ctors(data)[ctor as usize];
        let name = pool.name(declared.name);
        let vars: Vec<String> =
            (0..declared.fields.len()).map(|at| format!("{variable}{at}")).collect();
        let shown = (0..)
            .zip(&vars)
            .map(|(at, var)| self.show_part(pool.field_sort(sort, ctor, at), var, depth));
        if let Some(fields) = self.fields(data, ctor) {
            let pattern = fields.iter().zip(&vars).map(|(field, var)| format!("{field} = {var}"));
            let pattern = self.record(type_name, name, &pattern.collect::<Vec<_>>().join("; "));
            let shown =
                fields.iter().zip(shown).map(|(field, var)| format!("\"{field} = \" ^ {var}"));
            let shown = shown.collect::<Vec<_>>().join(" ^ \"; \" ^ ");
            return format!("{pattern} -> \"{{ \" ^ {shown} ^ \" }}\"");
        }
        let shown = shown.collect::<Vec<_>>().join(" ^ \", \" ^ ");
        let (pattern, name) = match is_tuple(type_name) {
            true => (String::new(), ""),
            false => (self.ctor_path(type_name, name), name),
        };
        match vars.as_slice() {
            [] => format!("{pattern} -> \"{name}\""),
            vars => {
                format!("{pattern} ({}) -> \"{name}(\" ^ {shown} ^ \")\"", vars.join(", "))
            }
        }
    }

    /// All values of a sort of which there are few, whatever happens.
    pub(crate) fn all_values(&self, sort: Sort) -> Option<Vec<Term>> {
        let pool = self.pool();
        if sort == Sort::BOOL {
            return Some(vec![Term::TRUE, Term::FALSE]);
        }
        let (data, _) = pool.as_data(sort)?;
        let ctors = pool.ctors(data);
        let plain = ctors.iter().all(|ctor| ctor.fields.is_empty());
        plain.then(|| (0..ctors.len() as u32).map(|at| pool.construct(sort, at, &[])).collect())
    }
}

/// `Node.t`, and not `'a`, `float` or something that has no name.
fn is_abstract(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '\'');
    name != "float" && !name.starts_with('\'') && name.chars().all(plain)
}
