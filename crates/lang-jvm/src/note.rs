//! What a run left out.

use std::fmt;

/// Something that was not done as a Java virtual machine does it. As long as there is one, no one
/// may say that a property holds without saying this, too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Note {
    /// A native method without a model, which returns nothing, did nothing.
    Stubbed(String),
    /// A thread was run to its end when it was started: one order of many.
    ThreadRunAtStart,
    /// A value of a clock or a random generator is the same in every run.
    Fixed(&'static str),
    /// A number that had to be known was taken as it was in a run; others were not tried.
    Pinned(String),
    /// The program asked for a text, and longer ones than this were not tried.
    ShortTexts(u32),
    /// The program asked for a file that it did not make, and got the answer that there is none.
    NoFiles,
    /// `main` was called without arguments.
    NoArguments,
    /// The program read its standard input, which was empty.
    NoInput,
    /// The program asked for this variable of the environment, which was not set; none for all of them.
    NotSet(Option<String>),
    /// The program asked for this property of the system, which had this value, if any, at the start.
    Property(String, Option<&'static str>),
    /// The program asked for all properties of the system.
    Properties,
    /// The program asked for this file of the class path, and there is none.
    NoResource(String),
    /// Something that users set on their machines was as here.
    Setting(&'static str),
    /// More calls were open than on the stack of every Java virtual machine.
    DeepCalls(usize),
}

impl Note {
    /// Whether this is about the world around the program, which was taken for granted: what is said
    /// of the program is true where the world is so.
    #[must_use]
    pub fn is_assumption(&self) -> bool {
        match self {
            Note::NoArguments
            | Note::NoInput
            | Note::NotSet(_)
            | Note::Property(..)
            | Note::Properties
            | Note::NoResource(_)
            | Note::Setting(_)
            | Note::ShortTexts(_)
            | Note::DeepCalls(_) => true,
            Note::Stubbed(_)
            | Note::ThreadRunAtStart
            | Note::Fixed(_)
            | Note::Pinned(_)
            | Note::NoFiles => false,
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Stubbed(method) => write!(f, "the native method {method} did nothing"),
            Note::ThreadRunAtStart => {
                write!(f, "threads ran to their end when they were started, one after the other")
            }
            Note::Fixed(what) => write!(f, "{what} is the same in every run"),
            Note::Pinned(what) => {
                write!(f, "{what} was not tried on all numbers that it may be")
            }
            Note::ShortTexts(most) => {
                write!(f, "texts that the program asks for have at most {most} characters")
            }
            Note::NoFiles => write!(f, "there were no files but those that the program made"),
            Note::NoArguments => write!(f, "empty `args`"),
            Note::NoInput => write!(f, "empty standard input"),
            Note::NotSet(Some(name)) => write!(f, "an environment without `{name}`"),
            Note::NotSet(None) => write!(f, "an empty environment"),
            Note::Property(name, Some(value)) => {
                write!(f, "the system property `{name}` set to `{value}`")
            }
            Note::Property(name, None) => write!(f, "no system property `{name}`"),
            Note::Properties => {
                write!(f, "the system properties of a plain JDK 17 on Linux")
            }
            Note::NoResource(name) => write!(f, "no file `{name}` on the class path"),
            Note::Setting(what) => write!(f, "{what}"),
            Note::DeepCalls(most) => write!(f, "a stack for more than {most} calls"),
        }
    }
}
