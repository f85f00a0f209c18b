//! Folders of attribute specs: which files belong together.

use std::path::{Path, PathBuf};

use frontend::{Reader, Reading, SourceProgram, Unread, source_file};
use host::read;
use lang_ml::attribute::{Folder, SHARED};
use report::{Problem, ProblemKind};
use source::{File, Files};

use crate::MlProgram;

/// Reads programs alone or within the folder around them, which is read once.
#[derive(Default)]
pub(crate) struct FolderReader {
    /// Without content if it is not complete.
    folders: Vec<(PathBuf, Option<Folder>)>,
}

impl Reader for FolderReader {
    fn read(
        &mut self,
        files: &mut Files,
        path: &Path,
        reading: &Reading,
    ) -> Result<Box<dyn SourceProgram>, Unread> {
        let Some(around) = folder_of(path).filter(|folder| is_one(folder)) else {
            let file = source_file(files, path)?;
            return Ok(Box::new(MlProgram::load(files, &file, None, reading)?));
        };
        let name = path.to_string_lossy();
        if is_shared(path) {
            let message = format!("`{name}` holds what the methods of its folder share");
            let problem = Problem::new(ProblemKind::BadInput, message);
            let help = "name the folder, or the file of a method";
            return Err(Unread::Refused(vec![problem.with_help(help)]));
        }
        let folder = self.folder(files, around)?;
        let is_it = |file: &&File| Path::new(file.name()).file_name() == path.file_name();
        let Some(file) = folder.methods.iter().find(is_it) else {
            let message = read::source_text(path).err();
            return Err(Unread::bad(message.unwrap_or_else(|| format!("cannot read `{name}`"))));
        };
        Ok(Box::new(MlProgram::load(files, file, Some(&folder), reading)?))
    }
}

impl FolderReader {
    /// A folder of attribute specs. What is wrong with it is reported once.
    fn folder(&mut self, files: &mut Files, path: &Path) -> Result<Folder, Unread> {
        if let Some((_, folder)) = self.folders.iter().find(|(known, _)| known == path) {
            return folder.clone().ok_or_else(|| Unread::Refused(Vec::new()));
        }
        let folder = read_folder(files, path);
        self.folders.push((path.to_owned(), folder.as_ref().ok().cloned()));
        folder.map_err(Unread::Refused)
    }
}

/// The names that tell such a folder. `ri.ml` alone may be anybody's.
const TELLING: [&str; 3] = ["lib_nty.ml", "lib_rty.ml", "automata_preds.ml"];

/// Whether a folder holds attribute specs.
fn is_one(folder: &Path) -> bool {
    TELLING.iter().any(|name| read::is_file(&folder.join(name)))
}

/// The folder of a file. A bare name is one in the folder of the call.
fn folder_of(path: &Path) -> Option<&Path> {
    let folder = path.parent()?;
    Some(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// Whether a file of a folder of attribute specs holds what its methods share, and no method.
pub(crate) fn is_shared(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| SHARED.contains(&name)) && folder_of(path).is_some_and(is_one)
}

/// Reads the files of a folder. Method files that cannot be read are left out: who asks for one of
/// them is reported then.
fn read_folder(files: &mut Files, folder: &Path) -> Result<Folder, Vec<Problem>> {
    let (mut shared, mut problems) = (Vec::new(), Vec::new());
    for name in SHARED {
        let path = folder.join(name);
        match read::source_text(&path) {
            Ok(text) => shared.push(files.add(&path.to_string_lossy(), &text)),
            Err(_) if !read::is_file(&path) => problems.push(missing(folder, name)),
            Err(message) => problems.push(Problem::new(ProblemKind::BadInput, message)),
        }
    }
    let below = read::files_below(folder, &["ml"]).unwrap_or_default();
    let own = below.iter().filter(|path| path.parent() == Some(folder) && !is_shared(path));
    let texts = own.filter_map(|path| Some((path, read::source_text(path).ok()?)));
    let methods = texts.map(|(path, text)| files.add(&path.to_string_lossy(), &text)).collect();
    match shared.try_into() {
        Ok(shared) if problems.is_empty() => Ok(Folder { shared, methods }),
        _ => Err(problems),
    }
}

fn missing(folder: &Path, name: &str) -> Problem {
    let message = format!("`{}` has no `{name}`", folder.display());
    let help = format!("a folder of attribute specs holds {}", SHARED.join(", "));
    Problem::new(ProblemKind::BadInput, message).with_help(help)
}
