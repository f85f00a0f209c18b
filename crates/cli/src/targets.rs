//! From what the user names to programs and their targets.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use frontend::args::{KProgramArgs, WantedArgs};
use frontend::registry::Refusal;
use frontend::{Language, ProgramTarget, Reader, Reading, SourceProgram, Unread};
use host::read::{self, Reads};
use project_state::{FileQuestion, KnownResult, Results};
use report::{ListedTarget, Place, Problem, ProblemKind, TargetReport};
use rustc_hash::FxHashSet;
use source::Files;

use crate::front::{NamedParts, all, front_end};

/// The languages of what the user named, by endings alone: nothing is read.
pub(crate) fn languages(wanted: &WantedArgs, k: &KProgramArgs) -> Vec<Language> {
    if let Some(lang) = wanted.lang {
        return vec![lang];
    }
    let of_target = |text: &String| -> Vec<Language> {
        let path = Path::new(text);
        if path.is_dir() {
            let is_in = |lang: &Language| {
                read::programs_below(path, lang.endings()).is_ok_and(|files| !files.is_empty())
            };
            return Language::of_files().filter(is_in).collect();
        }
        let file = text.rsplit_once(':').map_or(text.as_str(), |(file, _)| file);
        let known = Language::of_file(path).or_else(|| Language::of_file(Path::new(file)));
        let known = known.or(k.def.as_ref().map(|_| Language::K));
        known.filter(|lang| has_reader(*lang)).into_iter().collect()
    };
    let named: Vec<Language> = wanted.targets.iter().flat_map(of_target).collect();
    let all = Language::value_variants().iter().copied();
    all.filter(|lang| named.contains(lang)).collect()
}

/// Whether files of a language can be named as they are. Those of others are asked about by more
/// than a file.
fn has_reader(language: Language) -> bool {
    front_end(language).reader(&KProgramArgs::default()).is_some()
}

/// What programs are read for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To name their targets.
    List,
    /// To check what they state themselves.
    Check,
    /// To check them against a trace spec, which some have more targets for.
    CheckSpec,
}

/// What the user named, read and sorted out: files once each, targets in the order named.
pub(crate) struct Selection<'a> {
    reading: &'a Reading,
    purpose: Purpose,
    /// The definition of languages in K.
    k: KProgramArgs,
    pub(crate) files: Files,
    pub(crate) programs: Vec<Loaded>,
    pub(crate) chosen: Vec<Chosen>,
    pub(crate) problems: Vec<Problem>,
    /// Answers of earlier calls, each with the number of targets that come before it.
    pub(crate) known: Vec<(usize, KnownResult)>,
    /// What was found in files that have changed since.
    pub(crate) earlier: Vec<(PathBuf, Vec<TargetReport>)>,
    /// Which targets answer for a whole file or a name in it, so that their answers can be kept.
    pub(crate) asked: Vec<AskedFile>,
    /// Who reads files, by language.
    readers: Vec<LanguageReader>,
    results: Option<&'a Results>,
    wants_proofs: bool,
}

/// A reader with what it has read for all of its files.
struct LanguageReader {
    language: Language,
    reader: Box<dyn Reader>,
    shared: Reads,
}

/// What was asked of one file, and the targets that answer it.
pub(crate) struct AskedFile {
    /// Index into [`Selection::programs`].
    pub(crate) program: usize,
    /// What of it was named.
    pub(crate) name: Option<String>,
    /// The targets among [`Selection::chosen`].
    pub(crate) chosen: std::ops::Range<usize>,
}

/// A file that was read; without a program if it does not make sense.
pub(crate) struct Loaded {
    pub(crate) path: PathBuf,
    pub(crate) language: Language,
    pub(crate) program: Option<Box<dyn SourceProgram>>,
    /// Everything that was read for it.
    pub(crate) reads: Reads,
}

/// One target to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    /// Index into [`Selection::programs`].
    pub(crate) program: usize,
    /// Index into the targets of that program.
    pub(crate) index: usize,
    pub(crate) target: ProgramTarget,
}

impl<'a> Selection<'a> {
    /// Reads everything that is wanted. What cannot be used becomes a problem, and the rest goes on.
    pub(crate) fn new(
        wanted: &WantedArgs,
        k: &KProgramArgs,
        purpose: Purpose,
        reading: &'a Reading,
    ) -> Selection<'a> {
        let mut selection = Selection::empty(k, purpose, reading, None, false);
        selection.add_all(wanted);
        selection
    }

    /// Nothing yet. Files with an answer among `results` will not be read.
    pub(crate) fn empty(
        k: &KProgramArgs,
        purpose: Purpose,
        reading: &'a Reading,
        results: Option<&'a Results>,
        wants_proofs: bool,
    ) -> Selection<'a> {
        Selection {
            reading,
            purpose,
            k: k.clone(),
            files: Files::default(),
            programs: Vec::new(),
            chosen: Vec::new(),
            problems: Vec::new(),
            known: Vec::new(),
            earlier: Vec::new(),
            asked: Vec::new(),
            readers: Vec::new(),
            results,
            wants_proofs,
        }
    }

    /// Adds what was named. What cannot be used becomes a problem, and the rest goes on.
    pub(crate) fn add_all(&mut self, wanted: &WantedArgs) {
        for text in &wanted.targets {
            if let Err(problem) = self.add(text, wanted.lang) {
                self.problems.push(*problem);
            }
        }
    }

    /// Adds files that were found by looking for programs, and returns how many of them have nothing to
    /// check.
    pub(crate) fn add_found(&mut self, files: &[PathBuf]) -> usize {
        self.add_programs(files, None).len()
    }

    /// Adds those of some files that are programs, and returns those that have nothing to check.
    fn add_programs<'f>(
        &mut self,
        files: &'f [PathBuf],
        lang: Option<Language>,
    ) -> Vec<&'f PathBuf> {
        let is_program = |file: &&PathBuf| {
            Language::of_file(file).is_none_or(|language| front_end(language).is_program(file))
        };
        let mut without = Vec::new();
        for file in files.iter().filter(is_program) {
            match self.add_file_of_folder(file, lang) {
                Err(problem) if problem.kind == ProblemKind::NoTarget => without.push(file),
                Err(problem) => self.problems.push(*problem),
                Ok(()) => {}
            }
        }
        without
    }

    fn add(&mut self, text: &str, lang: Option<Language>) -> Result<(), Box<Problem>> {
        let path = Path::new(text);
        if path.is_dir() {
            return self.add_folder(path, lang);
        }
        match text.rsplit_once(':') {
            Some((file, name)) if !path.exists() && Path::new(file).is_file() => {
                self.add_file(Path::new(file), Some(name), lang)
            }
            _ => self.add_file(path, None, lang),
        }
    }

    /// The targets as `list` names them.
    pub(crate) fn listed(&self) -> Vec<ListedTarget> {
        let one = |chosen: &Chosen| {
            let ProgramTarget { name, span } = &chosen.target;
            ListedTarget {
                title: format!("{}:{name}", self.files.get(span.file).name()),
                language: self.programs[chosen.program].language.name().to_owned(),
                place: Some(Place::new(&self.files, *span)),
            }
        };
        self.chosen.iter().map(one).collect()
    }

    /// Says which parts of the given folders are checked neither here nor among the targets that are
    /// named.
    pub(crate) fn note_left_out(&mut self, wanted: &WantedArgs, named: &[NamedParts]) {
        for target in wanted.targets.iter().filter(|_| wanted.lang.is_none()) {
            let folder = Path::new(target);
            let seen = named.iter().filter(|named| named.targets.contains(target));
            let seen: Vec<Language> = seen.map(|named| named.language).collect();
            if folder.is_dir() {
                self.problems.extend(left_out(folder, &seen));
            }
        }
    }

    fn add_folder(&mut self, folder: &Path, lang: Option<Language>) -> Result<(), Box<Problem>> {
        let endings = lang.map_or_else(Language::all_endings, |lang| lang.endings().to_vec());
        let files =
            read::programs_below(folder, &endings).map_err(|message| Box::new(bad(message)))?;
        if files.is_empty() {
            let problem = bad(format!("there is no program in `{}`", folder.display()));
            let ends = endings.iter().map(|ending| format!("`.{ending}`")).collect::<Vec<_>>();
            return Err(Box::new(
                problem.with_help(format!("programs end in {}", ends.join(", "))),
            ));
        }
        let before = (self.chosen.len(), self.known.len(), self.problems.len());
        let without = self.add_programs(&files, lang);
        let nothing_else = (self.chosen.len(), self.known.len(), self.problems.len()) == before;
        self.problems.extend(nothing_to_check(folder, &without, nothing_else));
        Ok(())
    }

    /// A file that was not named has nothing to say if there is nothing in it.
    fn add_file_of_folder(
        &mut self,
        path: &Path,
        lang: Option<Language>,
    ) -> Result<(), Box<Problem>> {
        let text = read::text(path).unwrap_or_else(|_| "it is read again".to_owned());
        let language = lang.or_else(|| Language::of_file(path));
        // With a spec, functions without a contract are targets, too.
        let may_have = |language: Language| {
            self.purpose == Purpose::CheckSpec || front_end(language).may_have_targets(&text, path)
        };
        if text.is_empty() || !language.is_none_or(may_have) {
            return Err(Box::new(no_target(path, None, &[])));
        }
        self.add_file(path, None, lang)
    }

    fn add_file(
        &mut self,
        path: &Path,
        name: Option<&str>,
        lang: Option<Language>,
    ) -> Result<(), Box<Problem>> {
        if self.add_known(path, name, lang) {
            return Ok(());
        }
        let at = self.load(path, lang)?;
        let Some(program) = &self.programs[at].program else { return Ok(()) };
        if let Some(Refusal { message, help }) = self.refusal(&**program) {
            return Err(Box::new(Problem::new(ProblemKind::NoTarget, message).with_help(help)));
        }
        let mut all: Vec<(usize, ProgramTarget)> =
            program.targets().into_iter().enumerate().collect();
        if self.purpose == Purpose::CheckSpec {
            all.extend(program.targets_of_spec());
            all.sort_by_key(|(_, target)| target.span.start);
        }
        all.extend(name.map(|_| program.targets_by_name()).unwrap_or_default());
        let wanted = match name.and_then(|name| name.parse::<usize>().ok()) {
            Some(line) => self.target_at(line, &all).into_iter().collect(),
            None => all
                .iter()
                .filter(|(_, target)| name.is_none_or(|name| target.is_called(name)))
                .cloned()
                .collect::<Vec<_>>(),
        };
        let targets: Vec<Chosen> = wanted
            .into_iter()
            .map(|(index, target)| Chosen { program: at, index, target })
            .collect();
        if targets.is_empty() {
            let known: Vec<ProgramTarget> = all.into_iter().map(|(_, target)| target).collect();
            return Err(Box::new(no_target(path, name, &known)));
        }
        let known: FxHashSet<(usize, usize)> =
            self.chosen.iter().map(|chosen| (chosen.program, chosen.index)).collect();
        let is_new = |target: &Chosen| !known.contains(&(target.program, target.index));
        let (first, all) = (self.chosen.len(), targets.len());
        self.chosen.extend(targets.into_iter().filter(is_new));
        if self.chosen.len() == first + all {
            let (name, chosen) = (name.map(str::to_owned), first..self.chosen.len());
            self.asked.push(AskedFile { program: at, name, chosen });
        }
        Ok(())
    }

    /// Adds the answers of an earlier call, if nothing has changed since.
    fn add_known(&mut self, path: &Path, name: Option<&str>, lang: Option<Language>) -> bool {
        let language = lang.or_else(|| language_of(path, &self.k).ok());
        let (Some(results), Some(language)) = (self.results, language) else { return false };
        if !Results::keeps(language) || self.programs.iter().any(|loaded| loaded.path == path) {
            return false;
        }
        let wants_proofs = self.wants_proofs;
        let question = FileQuestion { path, name, language, wants_proofs };
        let known = results.find(&question);
        let found = known.is_some();
        if !found {
            self.earlier.push((path.to_owned(), results.earlier(&question)));
        }
        self.known.extend(known.map(|known| (self.chosen.len(), known)));
        found
    }

    /// The target whose definition a line is in, or else the last one that begins above it.
    fn target_at(
        &self,
        line: usize,
        all: &[(usize, ProgramTarget)],
    ) -> Option<(usize, ProgramTarget)> {
        let lines = |target: &ProgramTarget| {
            let file = self.files.get(target.span.file);
            (file.position(target.span.start).line, file.position(target.span.end).line)
        };
        let is_in = |target: &ProgramTarget| {
            let (first, last) = lines(target);
            first <= line && line <= last
        };
        let inside = all.iter().filter(|(_, target)| is_in(target));
        // Of targets within others the innermost is meant.
        let inside = inside.min_by_key(|(_, target)| target.span.end - target.span.start);
        let above = || {
            let above = all.iter().filter(|(_, target)| lines(target).0 <= line);
            above.max_by_key(|(_, target)| target.span.start)
        };
        inside.or_else(above).cloned()
    }

    /// Leaves out the targets of files that do not depend on any of these paths, and returns how many
    /// these are.
    pub(crate) fn retain_touched(
        &mut self,
        is_touched: &dyn Fn(Language, &Reads) -> bool,
    ) -> usize {
        let before = self.chosen.len();
        let programs = &self.programs;
        let is_kept = |chosen: &Chosen| {
            let Loaded { language, reads, .. } = &programs[chosen.program];
            is_touched(*language, reads)
        };
        self.chosen.retain(is_kept);
        // Answers for parts of files are no answers for the files.
        self.asked.clear();
        before - self.chosen.len()
    }

    /// Why a program cannot be used for what it was read for.
    fn refusal(&self, program: &dyn SourceProgram) -> Option<Refusal> {
        match self.purpose {
            Purpose::List => None,
            Purpose::Check => program.refuses_check(false),
            Purpose::CheckSpec => program.refuses_check(true),
        }
    }

    /// The index of a file among the programs, which is read if it was not yet.
    fn load(&mut self, path: &Path, lang: Option<Language>) -> Result<usize, Box<Problem>> {
        if let Some(known) = self.programs.iter().position(|loaded| loaded.path == path) {
            return Ok(known);
        }
        let language = lang.map_or_else(|| language_of(path, &self.k), Ok)?;
        if !has_reader(language) {
            let Refusal { message, help } = language.refuses("check").unwrap_or_else(|| Refusal {
                message: format!("no method of `{}` is named", path.display()),
                help: language.entry().advice.to_owned(),
            });
            return Err(Box::new(bad(message).with_help(help)));
        }
        let (program, reads) = self.read(path, language);
        self.programs.push(Loaded { path: path.to_owned(), language, program, reads });
        Ok(self.programs.len() - 1)
    }

    /// Reads a program. What is wrong with files that several programs share is reported once.
    fn read(&mut self, path: &Path, language: Language) -> (Option<Box<dyn SourceProgram>>, Reads) {
        let reading = self.reading;
        // What several files of a language share is read once, except where it has to be known for each
        // file what was read for it. A definition in K is read for all of its programs.
        if self.results.is_some() && language != Language::K {
            self.readers.retain(|known| known.language != language);
        }
        let reader = reader(&mut self.readers, language, &self.k);
        let files = &mut self.files;
        let (read, mut reads) = read::recording(|| reader.reader.read(files, path, reading));
        // What is read once for all files is part of each.
        let own = |asked: &read::FileQuery| *asked == read::FileQuery::Content(path.to_owned());
        let others = reads.iter().filter(|(asked, _)| !own(asked));
        reader.shared.extend(others.map(|(asked, print)| (asked.clone(), *print)));
        let shared = reader.shared.iter();
        reads.extend(shared.map(|(asked, print)| (asked.clone(), *print)));
        let problems = match read {
            Ok(program) => return (Some(program), reads),
            Err(Unread::Stopped(message)) => vec![Problem::new(ProblemKind::Stopped, message)],
            Err(Unread::Refused(problems)) => problems,
            Err(Unread::Faulty(diagnostics)) => {
                let faults = diagnostics.iter();
                faults.map(|fault| Problem::from_diagnostic(&self.files, fault)).collect()
            }
        };
        for problem in problems {
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
        (None, reads)
    }
}

/// The reader of a language, which serves all of its files.
fn reader<'r>(
    readers: &'r mut Vec<LanguageReader>,
    language: Language,
    k: &KProgramArgs,
) -> &'r mut LanguageReader {
    let at = readers.iter().position(|known| known.language == language).unwrap_or_else(|| {
        let reader = front_end(language).reader(k).expect("files of the language have targets");
        readers.push(LanguageReader { language, reader, shared: Reads::new() });
        readers.len() - 1
    });
    &mut readers[at]
}

/// What is said of programs in a folder that have no targets by themselves: Java programs are checked
/// method by method, and a definition in K is no program.
fn left_out(folder: &Path, seen: &[Language]) -> Vec<Problem> {
    let others = all().filter(|front| {
        let language = front.language();
        !language.has_targets_in_files() && !seen.contains(&language)
    });
    let told = others.filter_map(|front| {
        let (entry, named) = (front.language().entry(), front.named_targets());
        let count = match named {
            Some(named) => named.files_in(folder),
            None => read::programs_below(folder, entry.endings).unwrap_or_default().len(),
        };
        let files = counted(count, &format!("{} file", entry.title))?;
        let why = match named {
            Some(_) => "no method is named",
            None => "there is nothing to check in such files by themselves",
        };
        let message = format!("{files} left out of `{}`: {why}", folder.display());
        Some(Problem::new(ProblemKind::Remark, message).with_help(entry.advice))
    });
    told.collect()
}

/// So many things and a verb in the past; none if there are none.
fn counted(count: usize, what: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {what} was")),
        many => Some(format!("{many} {what}s were")),
    }
}

/// What is said of files in a folder that have no targets: how many there are, and what to do if
/// there is nothing else in it.
fn nothing_to_check(folder: &Path, without: &[&PathBuf], is_all: bool) -> Option<Problem> {
    let name = folder.display();
    let first = without.first()?;
    if !is_all {
        let message = match without.len() {
            1 => format!("1 file in `{name}` has nothing to check"),
            many => format!("{many} files in `{name}` have nothing to check"),
        };
        return Some(Problem::new(ProblemKind::Remark, message));
    }
    let problem = Problem::new(
        ProblemKind::NoTarget,
        format!("there is nothing to check in `{name}`, although it has programs"),
    );
    Some(match Language::of_file(first) {
        Some(language) => problem.with_help(language.entry().advice),
        None => problem,
    })
}

fn bad(message: String) -> Problem {
    Problem::new(ProblemKind::BadInput, message)
}

/// The language of a file by its ending. A missing file is reported as such first.
fn language_of(path: &Path, k: &KProgramArgs) -> Result<Language, Box<Problem>> {
    let defined = k.def.as_ref().map(|_| Language::K);
    if let Some(lang) = Language::of_file(path).or(defined).filter(|_| path.exists()) {
        return Ok(lang);
    }
    let problem = if path.exists() {
        let endings = Language::known_endings();
        bad(format!("cannot tell the language of `{}` by its ending", path.display()))
            .with_help(format!("known endings are {endings}; --lang names the language"))
            .with_help("`--def FILE.k` names the definition of a language in K")
    } else {
        bad(format!("cannot read `{}`: there is no such file", path.display()))
    };
    let problem = match path.extension().and_then(|ending| ending.to_str()) {
        _ if !path.exists() => problem,
        Some("trace") => problem.with_help(
            "`tracehound spec check FILE.trace` checks a trace spec; `check PROGRAM --spec FILE.trace` a \
             program against it",
        ),
        Some("jsonl") => problem
            .with_help("`tracehound trace check FILE.jsonl --spec FILE.trace` checks recorded events"),
        Some("mop") => {
            problem.with_help("`check PROGRAM --property FILE.mop` checks a Java program against it")
        }
        _ => problem,
    };
    Err(Box::new(problem))
}

fn no_target(path: &Path, name: Option<&str>, targets: &[ProgramTarget]) -> Problem {
    let there: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    let message = match name {
        Some(name) => format!("`{}` has no target named `{name}`", path.display()),
        None => format!("`{}` has no targets", path.display()),
    };
    let problem = Problem::new(ProblemKind::NoTarget, message);
    match Language::of_file(path) {
        _ if !there.is_empty() => problem.with_help(format!("it has {}", there.join(", "))),
        Some(language) => problem.with_help(language.entry().advice),
        None => problem,
    }
}
