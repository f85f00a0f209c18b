//! From what the user names to programs and their targets.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use lang_ml::attribute::Folder;
use report::{Problem, ProblemKind};
use rustc_hash::FxHashSet;
use source::{File, Files};

use crate::args::Wanted;
use crate::front::{self, Language, Program, Read, Target, Unread};
use crate::reading::Reading;
use crate::{folder, read};

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

/// One target to look at.
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

    fn add_folder(&mut self, folder: &Path, lang: Option<Language>) -> Result<(), Box<Problem>> {
        let endings = lang.map_or_else(Language::all_endings, |lang| lang.endings().to_vec());
        let files =
            read::files_below(folder, &endings).map_err(|message| Box::new(bad(message)))?;
        if files.is_empty() {
            let message = format!("there is no program in `{}`", folder.display());
            let help = format!("programs end in {}", dotted(&endings));
            return Err(Box::new(bad(message).with_help(help)));
        }
        self.problems.extend(left_out(folder, lang));
        let is_program = |file: &&PathBuf| !folder::is_shared(file) && !is_kept_test(file);
        for file in files.iter().filter(is_program) {
            if let Err(problem) = self.add_file(file, None, lang) {
                self.problems.push(*problem);
            }
        }
        Ok(())
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

    /// Keeps what was read. What is wrong with files that several programs share is told once.
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

/// What is said of the Java programs in a folder with programs of other languages: they are looked at
/// method by method, and none is named.
fn left_out(folder: &Path, lang: Option<Language>) -> Option<Problem> {
    let count = match lang {
        Some(_) => return None,
        None => front::jvm::files_in(folder),
    };
    let files = match count {
        0 => return None,
        1 => "1 Java file was".to_owned(),
        many => format!("{many} Java files were"),
    };
    let message = format!("{files} left out of `{}`: no method is named", folder.display());
    let help =
        "name the file or its folder, and a method, as `tracehound list FILE.java` shows them";
    Some(Problem::new(ProblemKind::Remark, message).with_help(help))
}

fn bad(message: String) -> Problem {
    Problem::new(ProblemKind::BadInput, message)
}

/// The language of a file by its ending. A file that is not there is told as such first.
fn language_of(path: &Path) -> Result<Language, Box<Problem>> {
    let known = |lang: &&Language| read::has_ending(path, lang.endings());
    if let Some(lang) = Language::value_variants().iter().find(known) {
        return Ok(*lang);
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
    if there.is_empty() {
        problem
    } else {
        problem.with_help(format!("it has {}", there.join(", ")))
    }
}
