//! Arguments about programs in languages that are defined in K.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};

use super::{LimitArgs, RunFormat, SolverArgs};

/// The definition of a language in K.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Languages defined in K")]
pub struct DefinitionArgs {
    /// The definition of the language, in K: then files with endings that no other language has are
    /// programs in it
    #[arg(long, value_name = "DEF.k|DEF.md")]
    pub def: Option<PathBuf>,
    /// The main module, instead of the one named like the file
    #[arg(long, value_name = "MODULE")]
    pub main_module: Option<String>,
    /// The module with the syntax of programs, instead of MAIN-SYNTAX
    #[arg(long, value_name = "MODULE")]
    pub syntax_module: Option<String>,
    /// A folder in which files are that the definition requires; may be given several times
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Which blocks of a definition in markdown count, such as "k & ! symbolic"
    #[arg(long, value_name = "TAGS")]
    pub md_selector: Option<String>,
}

/// Claims to be proved.
#[derive(Args, Clone, Debug)]
pub struct ProveArgs {
    /// The file with the claims: K, or markdown with blocks of K. It may require the definition itself
    #[arg(value_name = "SPEC.k|SPEC.md")]
    pub spec: PathBuf,
    /// The language.
    #[command(flatten)]
    pub definition: DefinitionArgs,
    /// Only the claims with these labels, separated by commas. Others are not used, unless they are
    /// trusted
    #[arg(long, value_name = "LABELS")]
    pub claims: Option<String>,
    /// Make at most N steps along a path
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub depth: u64,
    /// The form of the answers
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
    /// The limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How queries are decided.
    #[command(flatten)]
    pub solving: SolverArgs,
}

/// A program in a language that K defines, with its inputs and how far it is followed.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Languages defined in K")]
pub struct KProgramArgs {
    /// The language.
    #[command(flatten)]
    pub definition: DefinitionArgs,
    /// Standard input of the program: numbers, "strings", and symbolic values such as n:Int
    #[arg(long = "in", value_name = "ITEMS", allow_hyphen_values = true)]
    pub input: Option<String>,
    /// The value of a variable of the configuration: NAME=VALUE; IN is a symbolic input and PC a
    /// condition on it
    #[arg(short = 'c', value_name = "NAME=VALUE")]
    pub config: Vec<String>,
    /// A condition on symbolic inputs, such as "n >Int 0"
    #[arg(long = "where", value_name = "COND")]
    pub conditions: Vec<String>,
    /// Explore all orders of rules, and not only that of a run; `run` shows the final configurations
    #[arg(long, visible_alias = "search-final")]
    pub search: bool,
    /// Make at most N steps along a path. `check` takes as many as a moment of work allows by default,
    /// and the answer names them
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
}

/// A program belongs to its language.
impl Deref for KProgramArgs {
    type Target = DefinitionArgs;

    fn deref(&self) -> &DefinitionArgs {
        &self.definition
    }
}

/// The arguments of a saved question.
#[derive(Parser, Debug)]
struct SavedArgs {
    #[command(flatten)]
    k: KProgramArgs,
}

impl KProgramArgs {
    /// A program of this language without inputs.
    #[must_use]
    pub fn of(definition: &DefinitionArgs) -> KProgramArgs {
        KProgramArgs { definition: definition.clone(), ..KProgramArgs::default() }
    }

    /// What is part of a question, as arguments from which it can be read again in any folder. The
    /// bound on steps is not: it says how far programs are followed.
    #[must_use]
    pub fn saved(&self) -> Vec<String> {
        let absolute = |path: &Path| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            path.to_string_lossy().into_owned()
        };
        let named = |name: &str, value: &Option<String>| -> Vec<String> {
            value.iter().map(|value| format!("--{name}={value}")).collect()
        };
        let mut arguments: Vec<String> =
            self.def.iter().map(|def| format!("--def={}", absolute(def))).collect();
        arguments.extend(named("main-module", &self.main_module));
        arguments.extend(named("syntax-module", &self.syntax_module));
        arguments.extend(self.include.iter().map(|folder| format!("-I{}", absolute(folder))));
        arguments.extend(named("md-selector", &self.md_selector));
        arguments.extend(named("in", &self.input));
        arguments.extend(self.config.iter().map(|given| format!("-c{given}")));
        arguments.extend(self.conditions.iter().map(|cond| format!("--where={cond}")));
        arguments.extend(self.search.then(|| "--search".to_owned()));
        arguments
    }

    /// The question that was saved; none if these are no such arguments.
    #[must_use]
    pub fn read_saved(arguments: &[String]) -> Option<KProgramArgs> {
        let all = ["k".to_owned()].into_iter().chain(arguments.iter().cloned());
        SavedArgs::try_parse_from(all).ok().map(|saved| saved.k)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_they_were_saved() {
        let args = KProgramArgs {
            definition: DefinitionArgs {
                def: Some(PathBuf::from("/a b/imp.k")),
                main_module: Some("IMP".to_owned()),
                syntax_module: None,
                include: vec![PathBuf::from("/lib of k")],
                md_selector: Some("k & ! x".to_owned()),
            },
            input: Some("n:Int \"-x\"".to_owned()),
            config: vec!["IN=a b".to_owned()],
            conditions: vec!["n >Int 0".to_owned(), "-1 <Int n".to_owned()],
            search: true,
            depth: None,
        };
        let read = KProgramArgs::read_saved(&args.saved()).expect("they were saved");
        assert_eq!(read.saved(), args.saved());
        assert!(KProgramArgs::read_saved(&["--nothing".to_owned()]).is_none());
    }
}
