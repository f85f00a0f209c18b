//! From what the user names to programs and their targets.

use std::path::{Path, PathBuf};

use lang_ml::attribute::Folder;
use report::{Problem, ProblemKind};
use rustc_hash::FxHashSet;
use source::{File, Files};

use crate::args::Wanted;
use crate::front::registry::{FRONTENDS, Refusal};
use crate::front::{self, Language, Program, Read, Target, Unread};
use crate::reading::Reading;
use crate::{folder, read};

/// The languages of what the user named, by endings alone: nothing is read.
pub(crate) fn languages(wanted: &Wanted) -> Vec<Language> {
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
        known.filter(|lang| lang.has_targets_in_files()).into_iter().collect()
    };
    let named: Vec<Language> = wanted.targets.iter().flat_map(of_target).collect();
    Language::of_files().filter(|lang| named.contains(lang)).collect()
}

/// What the user named, read and sorted out: files once each, targets in the order named.
pub(crate) struct Selection<'a> {
    reading: &'a Reading,
    pub(crate) files: Files,
    pub(crate) programs: Vec<Loaded>,
    pub(crate) chosen: Vec<Chosen>,
    pub(crate) problems: Vec<Problem>,
    /// Folders of attribute specs; without content if that is not complete.
    folders: Vec<(PathBuf, Option<Folder>)>,
}

/// A file that was read; without a program if it does not make sense.
pub(crate) struct Loaded {
    path: PathBuf,
    pub(crate) file: Option<File>,
    pub(crate) language: Language,
    pub(crate) program: Option<Box<dyn Program>>,
}

/// One target to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    /// Index into [`Selection::programs`].
    pub(crate) program: usize,
    /// Index into the targets of that program.
    pub(crate) index: usize,
    pub(crate) target: Target,
}

impl<'a> Selection<'a> {
    /// Reads everything that is wanted. What cannot be used becomes a problem, and the rest goes on.
    pub(crate) fn new(wanted: &Wanted, reading: &'a Reading) -> Selection<'a> {
        let mut selection = Selection {
            reading,
            files: Files::default(),
            programs: Vec::new(),
            chosen: Vec::new(),
            problems: Vec::new(),
            folders: Vec::new(),
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

    /// Says which parts of the given folders are checked neither here nor among the Java programs
    /// of the call.
    pub(crate) fn note_left_out(&mut self, wanted: &Wanted, java: &[String]) {
        for target in wanted.targets.iter().filter(|_| wanted.lang.is_none()) {
            let folder = Path::new(target);
            if folder.is_dir() {
                self.problems.extend(left_out(folder, java.contains(target)));
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
        let is_program = |file: &&PathBuf| !folder::is_shared(file) && !is_kept_test(file);
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
        let targets: Vec<Chosen> = program
            .targets()
            .into_iter()
            .enumerate()
            .filter(|(_, target)| name.is_none_or(|name| target.is_called(name)))
            .map(|(index, target)| Chosen { program: at, index, target })
            .collect();
        if targets.is_empty() {
            return Err(Box::new(no_target(path, name, &program.targets())));
        }
        let known: FxHashSet<(usize, usize)> =
            self.chosen.iter().map(|chosen| (chosen.program, chosen.index)).collect();
        let is_new = |target: &Chosen| !known.contains(&(target.program, target.index));
        self.chosen.extend(targets.into_iter().filter(is_new));
        Ok(())
    }

    /// The index of a file among the programs, which is read if it was not yet.
    fn load(&mut self, path: &Path, lang: Option<Language>) -> Result<usize, Box<Problem>> {
        if let Some(known) = self.programs.iter().position(|loaded| loaded.path == path) {
            return Ok(known);
        }
        let language = lang.map_or_else(|| language_of(path), Ok)?;
        if !language.has_targets_in_files() {
            let Refusal { message, help } = language.refuses("check").unwrap_or_else(|| Refusal {
                message: format!("no method of `{}` is named", path.display()),
                help: language.frontend().advice.to_owned(),
            });
            return Err(Box::new(bad(message).with_help(help)));
        }
        let mut loaded = Loaded { path: path.to_owned(), file: None, language, program: None };
        let around =
            path.parent().filter(|folder| language == Language::Ml && folder::is_one(folder));
        match around {
            Some(around) => self.read_within(&mut loaded, around),
            None => self.read_alone(&mut loaded),
        }
        self.programs.push(loaded);
        Ok(self.programs.len() - 1)
    }

    fn read_alone(&mut self, loaded: &mut Loaded) {
        match read::source_text(&loaded.path) {
            Err(message) => self.problems.push(bad(message)),
            Ok(text) => {
                let file = self.files.add(&loaded.path.to_string_lossy(), &text);
                let program = loaded.language.load(&mut self.files, &file, self.reading);
                self.keep(loaded, file, program);
            }
        }
    }

    /// Reads a file of a folder of attribute specs.
    fn read_within(&mut self, loaded: &mut Loaded, around: &Path) {
        let name = loaded.path.to_string_lossy();
        if folder::is_shared(&loaded.path) {
            let message = format!("`{name}` holds what the methods of its folder share");
            let problem = bad(message).with_help("name the folder, or the file of a method");
            return self.problems.push(problem);
        }
        let Some(folder) = self.folder(around) else { return };
        match folder.methods.iter().find(|file| file.name() == name).cloned() {
            Some(file) => {
                let program = front::load_method(&mut self.files, &folder, &file, self.reading);
                self.keep(loaded, file, program);
            }
            None => {
                let message = read::source_text(&loaded.path).err();
                let message = message.unwrap_or_else(|| format!("cannot read `{name}`"));
                self.problems.push(bad(message));
            }
        }
    }

    /// A folder of attribute specs, which is read if it was not yet.
    fn folder(&mut self, path: &Path) -> Option<Folder> {
        if let Some((_, folder)) = self.folders.iter().find(|(known, _)| known == path) {
            return folder.clone();
        }
        let folder = folder::read(&mut self.files, path);
        let folder = folder.map_err(|problems| self.problems.extend(problems)).ok();
        self.folders.push((path.to_owned(), folder.clone()));
        folder
    }

    /// Keeps what was read. What is wrong with files that several programs share is reported once.
    fn keep(&mut self, loaded: &mut Loaded, file: File, program: Read) {
        match program {
            Ok(program) => loaded.program = Some(program),
            Err(Unread::Stopped(message)) => {
                self.problems.push(Problem::new(ProblemKind::Stopped, message));
            }
            Err(Unread::Faulty(diagnostics)) => {
                for diagnostic in &diagnostics {
                    let problem = Problem::from_diagnostic(&self.files, diagnostic);
                    if !self.problems.contains(&problem) {
                        self.problems.push(problem);
                    }
                }
            }
        }
        loaded.file = Some(file);
    }
}

/// Whether a file is a test that we wrote: it lies among programs and is none.
fn is_kept_test(path: &Path) -> bool {
    let text = read::source_text(path).unwrap_or_default();
    language_of(path).is_ok_and(|lang| lang.is_kept_test(&text))
}

/// What is said of programs in a folder that have no targets by themselves: Java programs are looked
/// at method by method, programs in K run, and goals solved.
fn left_out(folder: &Path, except_java: bool) -> Vec<Problem> {
    let others = FRONTENDS.iter().filter(|other| {
        let is_seen = except_java && other.language == Language::Java;
        !other.language.has_targets_in_files() && !is_seen
    });
    let told = others.filter_map(|other| {
        let count = match other.language {
            Language::Java => front::jvm::files_in(folder),
            _ => read::files_below(folder, other.endings).unwrap_or_default().len(),
        };
        let files = counted(count, &format!("{} file", other.title))?;
        let why = match other.language {
            Language::Java => "no method is named",
            _ => "there is nothing to check in such files by themselves",
        };
        let message = format!("{files} left out of `{}`: {why}", folder.display());
        Some(Problem::new(ProblemKind::Remark, message).with_help(other.advice))
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
    Some(match language_of(first) {
        Ok(language) => problem.with_help(language.frontend().advice),
        Err(_) => problem,
    })
}

fn bad(message: String) -> Problem {
    Problem::new(ProblemKind::BadInput, message)
}

/// The language of a file by its ending. A missing file is reported as such first.
fn language_of(path: &Path) -> Result<Language, Box<Problem>> {
    if let Some(lang) = Language::of_file(path).filter(|_| path.exists()) {
        return Ok(lang);
    }
    let problem = if path.exists() {
        let endings = dotted(&Language::all_endings());
        bad(format!("cannot tell the language of `{}` by its ending", path.display()))
            .with_help(format!("known endings are {endings}; --lang names the language"))
    } else {
        bad(format!("cannot read `{}`: there is no such file", path.display()))
    };
    Err(Box::new(problem))
}

fn dotted(endings: &[&str]) -> String {
    endings.iter().map(|ending| format!("`.{ending}`")).collect::<Vec<_>>().join(", ")
}

fn no_target(path: &Path, name: Option<&str>, targets: &[Target]) -> Problem {
    let there: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    let message = match name {
        Some(name) => format!("`{}` has no target named `{name}`", path.display()),
        None => format!("`{}` has no targets", path.display()),
    };
    let problem = Problem::new(ProblemKind::NoTarget, message);
    match language_of(path) {
        _ if !there.is_empty() => problem.with_help(format!("it has {}", there.join(", "))),
        Ok(language) => problem.with_help(language.frontend().advice),
        Err(_) => problem,
    }
}
