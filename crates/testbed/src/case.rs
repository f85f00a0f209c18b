//! Cases of the corpus: what is in their files, and which files make no sense.
//!
//! A case is a TOML file: `case.toml` in a folder of its own, or `NAME.toml` beside its program. The
//! golden text lies beside it. `corpus/README.md` explains the fields.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A case of the corpus.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its path in the corpus, as the name of a test: `hs::Queue`, `k::imp::sum@paths`.
    pub name: String,
    /// What kind of case it is.
    pub language: Language,
    /// Its TOML file.
    pub path: PathBuf,
    /// What that says.
    pub expected: Expected,
}

/// The folders of the corpus, each with cases of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Programs of the tutorial language.
    Toy,
    /// OCaml files with contracts.
    Ml,
    /// Folders of OCaml files with attribute specs.
    MlFolders,
    /// Haskell modules.
    Haskell,
    /// Java classes, compiled together.
    Java,
    /// Programs of languages that are defined in K.
    K,
    /// Goals for interpreters.
    Interp,
    /// Queries for solvers.
    Terms,
    /// Formulas with traces.
    Trace,
}

/// The fields of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The point of the case.
    pub why: String,
    /// What must come out.
    pub verdict: Verdict,
    /// The verb that is called, if it is not the usual one of the language.
    pub verb: Option<Verb>,
    /// The code of the finding.
    pub code: Option<String>,
    /// One run that shows the violation; it is empty if nothing has to happen first.
    pub witness: Option<Vec<String>>,
    /// All errors of bad input, in order.
    #[serde(default)]
    pub errors: Vec<String>,
    /// The answer for each target, in the words of the README.
    #[serde(default)]
    pub targets: BTreeMap<String, String>,
    /// How calls of methods with contracts are run.
    pub facets: Option<String>,
    /// Limits that differ from the defaults.
    #[serde(default)]
    pub limits: Limits,
    /// Further arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// What the program reads.
    pub stdin: Option<String>,
    /// `native` if the findings are also run with the real compiler.
    pub oracle: Option<Oracle>,
    /// Not empty if today's answer is wrong: what would be right.
    #[serde(default)]
    pub wrong: String,
    /// Of a query: whether it is decided without a back end.
    #[serde(default)]
    pub core: bool,
    /// Of a query: its text in SMT-LIB.
    pub script: Option<String>,
    /// Of a trace case: declarations for its formulas.
    pub declare: Option<String>,
    /// Of a trace case: formulas, each with traces.
    #[serde(default)]
    pub formulas: Vec<Sample>,
}

/// What a case calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// `tracehound check`.
    Check,
    /// `tracehound run`.
    Run,
    /// `tracehound solve`.
    Solve,
}

/// What else judges the findings of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Oracle {
    /// The real compiler of the language.
    Native,
}

/// A formula, with traces on which it holds and others on which it does not.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// The formula.
    pub formula: String,
    /// Traces on which it holds: a letter for each event.
    pub holds: Vec<String>,
    /// Traces on which it does not.
    pub fails: Vec<String>,
}

/// Limits of a call.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Steps along one path.
    pub steps: Option<u64>,
    /// Splits along one path.
    pub depth: Option<u64>,
    /// Paths of the run.
    pub paths: Option<u64>,
    /// Events before a call.
    pub history: Option<u64>,
    /// Events of a call.
    pub events: Option<u64>,
    /// Milliseconds for one query.
    pub solver_ms: Option<u64>,
}

/// What a case must come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing breaks the property, perhaps within bounds.
    Holds,
    /// Something breaks it.
    Violation,
    /// The contract of a callee is too weak to tell.
    WeakSpec,
    /// It is not known.
    Inconclusive,
    /// Nothing was checked.
    Vacuous,
    /// The input cannot be used.
    BadInput,
    /// A program ran to its end, or goals were answered.
    Finished,
    /// A program failed, or a goal has no answer.
    Failed,
    /// A query has a model.
    Sat,
    /// A query has none.
    Unsat,
    /// Every formula holds on the traces that the case says, and on no other of its traces.
    Agrees,
}

impl Verdict {
    /// The exit code of the call that comes to it; none for cases that are no calls.
    #[must_use]
    pub fn exit_code(self) -> Option<i32> {
        match self {
            Verdict::Holds | Verdict::Finished => Some(0),
            Verdict::Violation | Verdict::WeakSpec | Verdict::Failed => Some(1),
            Verdict::BadInput => Some(2),
            Verdict::Inconclusive | Verdict::Vacuous => Some(3),
            Verdict::Sat | Verdict::Unsat | Verdict::Agrees => None,
        }
    }
}

impl Language {
    const ALL: [(&'static str, Language); 9] = [
        ("toy", Language::Toy),
        ("ml", Language::Ml),
        ("ml-folders", Language::MlFolders),
        ("hs", Language::Haskell),
        ("java", Language::Java),
        ("k", Language::K),
        ("interp", Language::Interp),
        ("terms", Language::Terms),
        ("trace", Language::Trace),
    ];

    fn of_folder(folder: &str) -> Option<Language> {
        Language::ALL.iter().find(|(name, _)| *name == folder).map(|(_, language)| *language)
    }

    /// The verb that its cases call unless they say otherwise; none if the library is called.
    fn usual_verb(self) -> Option<Verb> {
        match self {
            Language::Toy
            | Language::Ml
            | Language::MlFolders
            | Language::Haskell
            | Language::Java => Some(Verb::Check),
            Language::K => Some(Verb::Run),
            Language::Interp => Some(Verb::Solve),
            Language::Terms | Language::Trace => None,
        }
    }
}

impl Case {
    /// All cases of a project, sorted, or what is wrong with a file.
    ///
    /// # Panics
    ///
    /// If the corpus cannot be listed.
    #[must_use]
    pub fn all(root: &Path) -> Vec<Result<Case, String>> {
        let corpus = root.join("corpus");
        let mut paths = Vec::new();
        list(&corpus, &mut paths);
        paths.sort();
        paths.iter().map(|path| Case::read(&corpus, path)).collect()
    }

    /// The cases of one kind, all of which can be read.
    ///
    /// # Panics
    ///
    /// If one of them cannot.
    #[must_use]
    pub fn of_language(root: &Path, language: Language) -> Vec<Case> {
        let cases = Case::all(root).into_iter().map(|case| case.unwrap_or_else(|e| panic!("{e}")));
        cases.filter(|case| case.language == language).collect()
    }

    fn read(corpus: &Path, path: &Path) -> Result<Case, String> {
        let complain = |what: &str| format!("{}: {what}", path.display());
        let short = path.strip_prefix(corpus).expect("it was found there");
        let text = fs::read_to_string(path).map_err(|error| complain(&error.to_string()))?;
        let expected: Expected =
            toml::from_str(&text).map_err(|error| complain(&error.to_string()))?;
        let named = if is_folder_case(path) { short.parent() } else { Some(short) };
        let named = named.map(|path| path.with_extension("")).unwrap_or_default();
        let parts: Vec<&str> = named.iter().filter_map(|part| part.to_str()).collect();
        let folder = parts.first().copied().unwrap_or_default();
        let language =
            Language::of_folder(folder).ok_or_else(|| complain("no such kind of case"))?;
        let odd = expected.odd(language);
        if !odd.is_empty() {
            return Err(complain(&odd.join("; ")));
        }
        Ok(Case { name: parts.join("::"), language, path: path.to_owned(), expected })
    }

    /// The folder in which its files lie.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The verb that it calls; none if the library is called.
    #[must_use]
    pub fn verb(&self) -> Option<Verb> {
        self.expected.verb.or(self.language.usual_verb())
    }

    /// The golden text.
    #[must_use]
    pub fn golden(&self) -> PathBuf {
        if is_folder_case(&self.path) {
            self.folder().join("report.txt")
        } else {
            self.path.with_extension("txt")
        }
    }
}

impl Expected {
    /// Whether the verdict is one that such a case can have.
    fn fits(&self, language: Language, verb: Option<Verb>) -> bool {
        use Verdict::{Agrees, BadInput, Failed, Finished, Inconclusive, Sat, Unsat};
        match (language, verb) {
            (Language::Terms, _) => matches!(self.verdict, Sat | Unsat),
            (Language::Trace, _) => self.verdict == Agrees,
            (_, Some(Verb::Run | Verb::Solve)) => {
                matches!(self.verdict, Finished | Failed | BadInput | Inconclusive)
            }
            _ => !matches!(self.verdict, Sat | Unsat | Agrees | Finished | Failed),
        }
    }

    /// Fields that are missing or make no sense together.
    fn odd(&self, language: Language) -> Vec<String> {
        let mut odd = Vec::new();
        let mut unless = |fine: bool, what: &str| {
            if !fine {
                odd.push(what.to_owned());
            }
        };
        unless(!self.why.trim().is_empty(), "`why` says nothing");
        let verb = self.verb.or(language.usual_verb());
        unless(self.fits(language, verb), "the verdict is none of this kind of case");
        if verb == Some(Verb::Check) {
            let found = matches!(self.verdict, Verdict::Violation | Verdict::WeakSpec);
            let told = !self.targets.is_empty();
            unless(!found || told || self.code.is_some(), "a finding needs `code` or `targets`");
            unless(!found || told || self.witness.is_some(), "a finding needs its `witness`");
            let is_bad = self.verdict == Verdict::BadInput;
            unless(is_bad != self.errors.is_empty(), "bad input, and nothing else, has `errors`");
        }
        let is_query = language == Language::Terms;
        unless(self.script.is_some() == is_query, "queries, and nothing else, have a `script`");
        let is_trace = language == Language::Trace;
        unless(
            self.formulas.is_empty() != is_trace,
            "trace cases, and nothing else, have `formulas`",
        );
        odd
    }
}

fn is_folder_case(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "case.toml")
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("folders can be listed").path();
        if path.is_dir() {
            list(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(language: Language, text: &str) -> usize {
        let expected: Expected = match toml::from_str(text) {
            Ok(expected) => expected,
            Err(_) => return 100,
        };
        expected.odd(language).len()
    }

    const HOLDS: &str = "why = \"x\"\nverdict = \"holds\"\n";
    const FAILS: &str = "why = \"x\"\nverdict = \"violation\"\n";

    #[test]
    fn complete_cases_are_fine() {
        assert_eq!(odd(Language::Toy, HOLDS), 0);
        assert_eq!(odd(Language::Toy, &format!("{FAILS}code = \"A\"\nwitness = [\"x = 1\"]")), 0);
        assert_eq!(odd(Language::Haskell, &format!("{FAILS}[targets]\nf = \"REF001\"")), 0);
        let query = "why = \"x\"\nverdict = \"sat\"\nscript = \"(assert true)\"";
        assert_eq!(odd(Language::Terms, query), 0);
    }

    #[test]
    fn odd_cases_are_reported() {
        assert_eq!(odd(Language::Toy, "verdict = \"holds\""), 100, "no reason");
        assert_eq!(odd(Language::Toy, "why = \"x\"\nverdict = \"maybe\""), 100, "no such verdict");
        assert_eq!(odd(Language::Toy, &format!("{HOLDS}typo = 1")), 100, "unknown field");
        assert_eq!(odd(Language::Toy, "why = \" \"\nverdict = \"holds\""), 1, "an empty reason");
        assert_eq!(odd(Language::Toy, FAILS), 2, "no code, no witness");
        assert_eq!(odd(Language::K, HOLDS), 1, "a run does not hold");
        assert_eq!(odd(Language::Toy, "why = \"x\"\nverdict = \"bad-input\""), 1, "no errors");
        assert_eq!(odd(Language::Trace, "why = \"x\"\nverdict = \"agrees\""), 1, "no formulas");
    }

    #[test]
    fn names_are_paths_in_the_corpus() {
        let root = crate::root();
        let name = |short: &str| {
            let path = root.join("corpus").join(short);
            Case::read(&root.join("corpus"), &path).map(|case| (case.name.clone(), case.golden()))
        };
        let (folder, golden) = name("toy/overdraft/case.toml").expect("it is fine");
        assert_eq!(folder, "toy::overdraft");
        assert!(golden.ends_with("toy/overdraft/report.txt"));
        let (beside, golden) = name("hs/Queue.toml").expect("it is fine");
        assert_eq!(beside, "hs::Queue");
        assert!(golden.ends_with("hs/Queue.txt"));
    }
}
