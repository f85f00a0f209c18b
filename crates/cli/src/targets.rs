//! From what the user names to programs and their targets.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use frontend::args::{KProgramArgs, WantedArgs};
use frontend::registry::Refusal;
use frontend::{Language, ProgramTarget, Reader, Reading, SourceProgram, Unread};
use host::read;
use report::{Problem, ProblemKind};
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
                read::files_below(path, lang.endings()).is_ok_and(|files| !files.is_empty())
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
    /// Who reads files, by language.
    readers: Vec<(Language, Box<dyn Reader>)>,
}

/// A file that was read; without a program if it does not make sense.
pub(crate) struct Loaded {
    path: PathBuf,
    pub(crate) language: Language,
    pub(crate) program: Option<Box<dyn SourceProgram>>,
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
        let mut selection = Selection {
            reading,
            purpose,
            k: k.clone(),
            files: Files::default(),
            programs: Vec::new(),
            chosen: Vec::new(),
            problems: Vec::new(),
            readers: Vec::new(),
        };
        for text in &wanted.targets {
            if let Err(problem) = selection.add(text, wanted.lang) {
                selection.problems.push(*problem);
            }
        }
        selection
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
            read::files_below(folder, &endings).map_err(|message| Box::new(bad(message)))?;
        if files.is_empty() {
            let message = format!("there is no program in `{}`", folder.display());
            let help = format!("programs end in {}", dotted(&endings));
            return Err(Box::new(bad(message).with_help(help)));
        }
        let is_program = |file: &&PathBuf| {
            Language::of_file(file).is_some_and(|language| front_end(language).is_program(file))
        };
        let (mut without, chosen) = (Vec::new(), self.chosen.len());
        let problems = self.problems.len();
        for file in files.iter().filter(is_program) {
            match self.add_file_of_folder(file, lang) {
                Err(problem) if problem.kind == ProblemKind::NoTarget => without.push(file),
                Err(problem) => self.problems.push(*problem),
                Ok(()) => {}
            }
        }
        let nothing_else = self.chosen.len() == chosen && self.problems.len() == problems;
        self.problems.extend(nothing_to_check(folder, &without, nothing_else));
        Ok(())
    }

    /// A file that was not named has nothing to say if there is nothing in it.
    fn add_file_of_folder(
        &mut self,
        path: &Path,
        lang: Option<Language>,
    ) -> Result<(), Box<Problem>> {
        if path.metadata().is_ok_and(|data| data.len() == 0) {
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
        let is_wanted = |target: &ProgramTarget| name.is_none_or(|name| target.is_called(name));
        let wanted = all.iter().filter(|(_, target)| is_wanted(target)).cloned();
        let targets: Vec<Chosen> =
            wanted.map(|(index, target)| Chosen { program: at, index, target }).collect();
        if targets.is_empty() {
            let known: Vec<ProgramTarget> = all.into_iter().map(|(_, target)| target).collect();
            return Err(Box::new(no_target(path, name, &known)));
        }
        let known: FxHashSet<(usize, usize)> =
            self.chosen.iter().map(|chosen| (chosen.program, chosen.index)).collect();
        let is_new = |target: &Chosen| !known.contains(&(target.program, target.index));
        self.chosen.extend(targets.into_iter().filter(is_new));
        Ok(())
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
        let program = self.read(path, language);
        self.programs.push(Loaded { path: path.to_owned(), language, program });
        Ok(self.programs.len() - 1)
    }

    /// Reads a program. What is wrong with files that several programs share is reported once.
    fn read(&mut self, path: &Path, language: Language) -> Option<Box<dyn SourceProgram>> {
        let (reading, reader) = (self.reading, reader(&mut self.readers, language, &self.k));
        let problems = match reader.read(&mut self.files, path, reading) {
            Ok(program) => return Some(program),
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
        None
    }
}

/// The reader of a language, which serves all of its files.
fn reader<'r>(
    readers: &'r mut Vec<(Language, Box<dyn Reader>)>,
    language: Language,
    k: &KProgramArgs,
) -> &'r mut dyn Reader {
    let at = readers.iter().position(|(known, _)| *known == language).unwrap_or_else(|| {
        let reader = front_end(language).reader(k);
        readers.push((language, reader.expect("files of the language have targets")));
        readers.len() - 1
    });
    &mut *readers[at].1
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
            None => read::files_below(folder, entry.endings).unwrap_or_default().len(),
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
        let endings = dotted(&Language::all_endings());
        bad(format!("cannot tell the language of `{}` by its ending", path.display()))
            .with_help(format!("known endings are {endings}; --lang names the language"))
            .with_help("`--def FILE.k` names the definition of a language in K")
    } else {
        bad(format!("cannot read `{}`: there is no such file", path.display()))
    };
    Err(Box::new(problem))
}

fn dotted(endings: &[&str]) -> String {
    endings.iter().map(|ending| format!("`.{ending}`")).collect::<Vec<_>>().join(", ")
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
