//! What a path has been through.

use machine::{Event, Gap, Input};
use term::{Pool, Term};

use super::chain::Chain;

/// The past of a path: everything about it that is not the state of the program.
///
/// Names of inputs, choices and conditions depend on the path alone, never on what was explored
/// before it.
#[derive(Clone)]
pub(crate) struct Trail {
    /// The alternative taken at each split with its condition, and what is assumed of inputs. The
    /// indices are the identity of the path; the conditions in this order are its condition.
    pub(crate) choices: Chain<Choice>,
    /// How many of the choices are splits.
    splits: u64,
    /// Observable events, oldest first.
    pub(crate) events: Chain<Event>,
    /// Inputs asked for, oldest first.
    pub(crate) inputs: Chain<Asked>,
    /// Steps made.
    pub(crate) steps: u64,
    /// Whether the condition is known to have a model. A path that was followed although the solver
    /// could not tell is not sure.
    pub(crate) sure: bool,
}

/// One alternative that a path took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// Its place among the alternatives; none for what is assumed of an input.
    pub(crate) index: Option<u32>,
    pub(crate) cond: Term,
}

/// An input with the variable that stands for it.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) input: Input,
    pub(crate) var: Term,
    /// How many inputs of this name the path has asked for, this one included.
    nth: u64,
}

impl Trail {
    /// Nothing has happened.
    pub(crate) fn new() -> Trail {
        Trail {
            choices: Chain::new(),
            splits: 0,
            events: Chain::new(),
            inputs: Chain::new(),
            steps: 0,
            sure: true,
        }
    }

    /// Number of splits.
    pub(crate) fn depth(&self) -> u64 {
        self.splits
    }

    /// The trail of the alternative `choice`.
    pub(crate) fn forked(&self, choice: Choice, sure: bool) -> Trail {
        let mut trail = self.clone();
        trail.take(choice);
        trail.sure = sure;
        trail
    }

    /// Goes on by the alternative `choice`.
    pub(crate) fn take(&mut self, choice: Choice) {
        self.choices.push(choice);
        self.splits += 1;
    }

    /// Goes on under a condition on an input that was just asked for, which excludes nothing.
    pub(crate) fn assume(&mut self, cond: Term) {
        if cond != Term::TRUE {
            self.choices.push(Choice { index: None, cond });
        }
    }

    /// The input that the program asks for now, with a variable. There is none for a sort without
    /// values.
    pub(crate) fn ask(&mut self, pool: &Pool, input: Input) -> Result<Asked, Gap> {
        if pool.default_value(input.sort).is_none() {
            let what =
                format!("an input of sort {}, which has no values", pool.show_sort(input.sort));
            return Err(Gap { what, span: input.span });
        }
        let same = self.inputs.backwards().find(|asked| asked.input.name == input.name);
        let nth = same.map_or(1, |asked| asked.nth + 1);
        let var = pool.var(&var_name(&input.name, nth), input.sort);
        let asked = Asked { input, var, nth };
        self.inputs.push(asked.clone());
        Ok(asked)
    }

    /// The indices of the alternatives taken.
    pub(crate) fn identity(&self) -> Vec<u32> {
        self.choices.to_vec().iter().filter_map(|choice| choice.index).collect()
    }

    /// What is assumed of the inputs that were asked for since the last split.
    pub(crate) fn assumed_last(&self) -> Vec<Term> {
        let since = self.choices.backwards().take_while(|choice| choice.index.is_none());
        let mut assumed: Vec<Term> = since.map(|choice| choice.cond).collect();
        assumed.reverse();
        assumed
    }

    /// The condition of the path, in the order in which it grew.
    pub(crate) fn cond(&self) -> Vec<Term> {
        self.choices.to_vec().iter().map(|choice| choice.cond).collect()
    }
}

/// The name of the variable for the `nth` input called `name` of a path.
///
/// No two inputs of a path share one: a name that could itself be a numbered one is numbered from
/// the first on.
pub(super) fn var_name(name: &str, nth: u64) -> String {
    if nth == 1 && !name.contains('#') { name.to_owned() } else { format!("{name}#{nth}") }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;

    #[test]
    fn inputs_of_one_name_get_different_variables() {
        let pool = Pool::new();
        let mut trail = Trail::new();
        let names = ["n", "n#2", "n", "m", "n#2", "n"];
        let vars = names.map(|name| {
            let input = Input { name: name.to_owned(), sort: Sort::INT, span: None };
            pool.show(trail.ask(&pool, input).expect("integers have values").var)
        });
        let distinct: std::collections::BTreeSet<&String> = vars.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{vars:?}");
        assert_eq!((vars[0].as_str(), vars[3].as_str()), ("n", "m"));
    }
}
