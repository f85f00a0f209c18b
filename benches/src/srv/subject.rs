//! The programs of the table and what they are searched for.

/// How many objects a property relates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Objects {
    One,
    Several,
}

/// A property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// Of those behind a built-in name, the one about so many objects.
    BuiltIn(&'static str, Objects),
    /// A file of this name next to the driver.
    Own(&'static str),
}

impl What {
    /// The name in the table; properties about several objects have a star, as in the paper.
    pub(crate) fn name(self) -> String {
        match self {
            What::BuiltIn(name, Objects::One) => name.to_owned(),
            What::BuiltIn(name, Objects::Several) => format!("{name}*"),
            What::Own(file) => format!("own: {file}"),
        }
    }
}

/// Which versions of a program are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Versions {
    /// Only the program as it is.
    Original,
    /// Also with events put in.
    Mutated,
}

/// How many mutants there are of each program and property.
pub(crate) const MUTANTS: usize = 3;

impl Versions {
    /// How many tasks they make.
    pub(crate) fn count(self) -> usize {
        match self {
            Versions::Original => 1,
            Versions::Mutated => 1 + MUTANTS,
        }
    }
}

/// A program with its jar, the method that is searched, and the properties.
pub(crate) struct Subject {
    /// The folder of its driver.
    pub(crate) name: &'static str,
    pub(crate) jar: &'static str,
    pub(crate) entry: &'static str,
    pub(crate) properties: &'static [(What, Versions)],
}

use Objects::{One, Several};
use Versions::{Mutated, Original};
use What::{BuiltIn, Own};

pub(crate) const SUBJECTS: [Subject; 9] = [
    Subject {
        name: "nanoxml",
        jar: "nanoxml.jar",
        entry: "within(text: String[3])",
        properties: &[(BuiltIn("enumeration", One), Mutated), (Own("special"), Original)],
    },
    Subject {
        name: "nanoxmllite",
        jar: "nanoxml-lite.jar",
        entry: "within(text: String[3])",
        properties: &[(BuiltIn("reader", One), Mutated), (Own("content"), Original)],
    },
    Subject {
        name: "jlex",
        jar: "JLex.jar",
        entry: "within(text: String[2])",
        properties: &[(BuiltIn("reader", One), Mutated), (BuiltIn("writer", One), Mutated)],
    },
    Subject {
        name: "javacsv",
        jar: "csv.jar",
        entry: "within(text: String[3])",
        properties: &[
            (BuiltIn("reader", Several), Mutated),
            (BuiltIn("writer", One), Mutated),
            (Own("record"), Original),
        ],
    },
    Subject {
        name: "jsonsimple",
        jar: "json-simple.jar",
        entry: "within(text: String[3])",
        properties: &[
            (BuiltIn("iterator", One), Original),
            (BuiltIn("iterator", Several), Mutated),
            (Own("nesting"), Original),
        ],
    },
    Subject {
        name: "rhino",
        jar: "js.jar",
        entry: "within(text: String[2])",
        properties: &[(BuiltIn("iterator", One), Original)],
    },
    Subject {
        name: "htmlparser",
        jar: "libhtmlparser.jar",
        entry: "within(text: String[3])",
        properties: &[(BuiltIn("enumeration", One), Original), (Own("jsp"), Original)],
    },
    Subject {
        name: "jericho",
        jar: "jericho-html.jar",
        entry: "within(text: String[3])",
        properties: &[(BuiltIn("iterator", One), Original), (Own("attribute"), Original)],
    },
    Subject {
        name: "jep",
        jar: "jep.jar",
        entry: "within(text: String[3])",
        properties: &[(BuiltIn("reader", One), Original), (Own("assignment"), Original)],
    },
];
