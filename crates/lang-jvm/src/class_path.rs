//! Where class files come from: folders, jars, and the image of a JDK.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use jimage_rs::JImage;
use rustc_hash::FxHashMap;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::parse::ModuleInfo;

/// The largest file of an archive or a folder that is read, unpacked. A few packed bytes can stand for
/// gigabytes.
const LARGEST_FILE: u64 = 64 << 20;
/// What all files of an archive may come to, unpacked.
const LARGEST_ARCHIVE: u64 = 8 << 30;

/// Places to look for classes, the JDK first, as a Java virtual machine does.
///
/// A clone looks into the same opened files.
#[derive(Clone)]
pub struct ClassPath {
    jdk: Arc<Jdk>,
    entries: Arc<[Entry]>,
}

/// A place that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClassPathError {
    /// There is no JDK.
    #[error(
        "no JDK was found: install one (on Debian: `apt-get install openjdk-17-jdk-headless`), or name it in JAVA_HOME"
    )]
    NoJdk,
    /// The file `lib/modules` of a JDK cannot be read.
    #[error("the JDK at `{}` cannot be used: {why}", .home.display())]
    BadJdk {
        /// Where the JDK is.
        home: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A folder or jar cannot be read.
    #[error("`{}` cannot be used for classes: {why}", .path.display())]
    BadEntry {
        /// The folder or jar.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file in a folder or jar cannot be read.
    #[error("`{name}` in `{}` cannot be used: {why}", .path.display())]
    BadFile {
        /// The folder or jar.
        path: PathBuf,
        /// The file.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

struct Jdk {
    home: PathBuf,
    image: JImage,
    /// The module of each package: `java/util` is in `java.base`.
    modules: FxHashMap<Box<str>, Box<str>>,
    /// What all modules say of themselves, read when it is asked for first.
    infos: OnceLock<Result<BTreeMap<Box<str>, ModuleInfo>, ClassPathError>>,
}

/// A folder or a jar.
pub(crate) struct Entry {
    path: PathBuf,
    /// None for a folder.
    archive: Option<Mutex<ZipArchive<File>>>,
}

impl ClassPath {
    /// The classes of the JDK at `home`, then those of folders and jars.
    pub fn open(home: &Path, entries: &[PathBuf]) -> Result<ClassPath, ClassPathError> {
        let jdk = Arc::new(Jdk::open(home)?);
        let entries = entries.iter().map(|path| Entry::open(path)).collect::<Result<_, _>>()?;
        Ok(ClassPath { jdk, entries })
    }

    /// The same JDK with other folders and jars.
    pub fn with_entries(&self, entries: &[PathBuf]) -> Result<ClassPath, ClassPathError> {
        let jdk = Arc::clone(&self.jdk);
        let entries = entries.iter().map(|path| Entry::open(path)).collect::<Result<_, _>>()?;
        Ok(ClassPath { jdk, entries })
    }

    /// The bytes of a class such as `java/util/List`, and whether it belongs to the JDK. None if there
    /// is no such class.
    pub fn class(&self, name: &str) -> Result<Option<(Vec<u8>, bool)>, ClassPathError> {
        let found = self.find(name)?;
        Ok(found.map(|found| (found.bytes, found.module.is_some())))
    }

    /// The names of all classes in folders and jars, in order.
    #[must_use]
    pub fn own_classes(&self) -> Vec<String> {
        let mut names: Vec<String> = self.entries.iter().flat_map(Entry::classes).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The names of all classes of the JDK, in order.
    #[must_use]
    pub fn jdk_classes(&self) -> Vec<String> {
        let names = self.jdk.image.resource_names_iter().flatten();
        let classes = names.filter(|name| name.extension == "class" && !name.parent.is_empty());
        let mut classes: Vec<String> =
            classes.map(|name| format!("{}/{}", name.parent, name.base)).collect();
        classes.sort();
        classes
    }

    /// The bytes of a class such as `java/util/List`, if there is one.
    pub(crate) fn find(&self, name: &str) -> Result<Option<Found>, ClassPathError> {
        if let Some((module, bytes)) = self.jdk.find(name) {
            return Ok(Some(Found { bytes, module: Some(module) }));
        }
        let bytes = self.resource(&format!("{name}.class"))?;
        Ok(bytes.map(|bytes| Found { bytes, module: None }))
    }

    /// The bytes of a resource of the application, such as `messages.properties`.
    pub(crate) fn resource(&self, name: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        self.entries.iter().find_map(|entry| entry.read(name).transpose()).transpose()
    }
}

impl ClassPath {
    /// All resources of the application with this name, in the order of the class path.
    pub(crate) fn resources(&self, name: &str) -> Result<Vec<Vec<u8>>, ClassPathError> {
        self.entries.iter().filter_map(|entry| entry.read(name).transpose()).collect()
    }

    /// The classes of the JDK that provide a service such as `java/nio/charset/spi/CharsetProvider`.
    pub(crate) fn jdk_providers(&self, service: &str) -> Result<Vec<Box<str>>, ClassPathError> {
        let provided = self.module_infos()?.values().flat_map(|info| &info.provides);
        let own = provided.filter(|(provided, _)| &**provided == service);
        Ok(own.flat_map(|(_, classes)| classes.iter().cloned()).collect())
    }

    /// What a module of the JDK says of itself; none if there is no such module.
    pub(crate) fn module_info(&self, module: &str) -> Result<Option<&ModuleInfo>, ClassPathError> {
        Ok(self.module_infos()?.get(module))
    }

    fn module_infos(&self) -> Result<&BTreeMap<Box<str>, ModuleInfo>, ClassPathError> {
        let all = self.jdk.infos.get_or_init(|| self.jdk.read_infos());
        all.as_ref().map_err(ClassPathError::clone)
    }

    /// The bytes of a resource of a module of the JDK.
    pub(crate) fn jdk_resource(&self, module: &str, name: &str) -> Option<Vec<u8>> {
        let found = self.jdk.image.find_resource(&format!("/{module}/{name}")).ok()??;
        Some(found.into_owned())
    }

    /// The bytes of a file of the JDK besides its classes, such as `lib/tzdb.dat`.
    pub(crate) fn jdk_file(&self, name: &str) -> Option<Vec<u8>> {
        is_inside(name).then(|| std::fs::read(self.jdk.home.join(name)).ok())?
    }
}

/// Whether a name stays in the folder that it is looked up in.
fn is_inside(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && part != "..")
}

/// A class file that was found.
pub(crate) struct Found {
    pub(crate) bytes: Vec<u8>,
    /// The module of the JDK that it belongs to; none for classes of the application.
    pub(crate) module: Option<Box<str>>,
}

impl Jdk {
    fn open(home: &Path) -> Result<Jdk, ClassPathError> {
        let bad = |why: String| ClassPathError::BadJdk { home: home.to_owned(), why };
        let image =
            JImage::open(home.join("lib/modules")).map_err(|error| bad(error.to_string()))?;
        let mut modules = FxHashMap::default();
        for name in image.resource_names_iter() {
            let name = name.map_err(|error| bad(error.to_string()))?;
            if name.extension == "class" && !name.parent.is_empty() {
                modules.entry((*name.parent).into()).or_insert_with(|| (*name.module).into());
            }
        }
        let infos = OnceLock::new();
        Ok(Jdk { home: home.to_owned(), image, modules, infos })
    }

    fn bad(&self, why: String) -> ClassPathError {
        ClassPathError::BadJdk { home: self.home.clone(), why }
    }

    /// What all modules say of themselves, by their names.
    fn read_infos(&self) -> Result<BTreeMap<Box<str>, ModuleInfo>, ClassPathError> {
        let modules: BTreeSet<&str> = self.modules.values().map(|name| &**name).collect();
        let mut all = BTreeMap::new();
        for module in modules {
            let name = format!("/{module}/module-info.class");
            let found = self.image.find_resource(&name);
            let found = found.map_err(|error| self.bad(error.to_string()))?;
            let Some(bytes) = found else { continue };
            let info = ModuleInfo::parse(&bytes);
            let info = info.map_err(|error| self.bad(format!("{name}: {error}")))?;
            all.insert(module.into(), info);
        }
        Ok(all)
    }

    fn find(&self, name: &str) -> Option<(Box<str>, Vec<u8>)> {
        let (package, _) = name.rsplit_once('/')?;
        let module = self.modules.get(package)?;
        let found = self.image.find_resource(&format!("/{module}/{name}.class")).ok()??;
        Some((module.clone(), found.into_owned()))
    }
}

impl Entry {
    pub(crate) fn open(path: &Path) -> Result<Entry, ClassPathError> {
        let bad = |why: String| ClassPathError::BadEntry { path: path.to_owned(), why };
        let path = path.to_owned();
        if path.is_dir() {
            return Ok(Entry { path, archive: None });
        }
        let file = File::open(&path).map_err(|error| bad(error.to_string()))?;
        let archive = ZipArchive::new(file).map_err(|error| bad(error.to_string()))?;
        if archive.decompressed_size().is_some_and(|size| size > u128::from(LARGEST_ARCHIVE)) {
            let most = LARGEST_ARCHIVE >> 30;
            return Err(bad(format!("unpacked, it is larger than {most} GiB")));
        }
        Ok(Entry { path, archive: Some(Mutex::new(archive)) })
    }

    /// The names of the classes in it. What cannot be read has none.
    fn classes(&self) -> Vec<String> {
        let class = |name: &str| name.strip_suffix(".class").map(str::to_owned);
        match &self.archive {
            None => files_below(&self.path).iter().filter_map(|f| class(f)).collect(),
            Some(archive) => match archive.lock() {
                Ok(archive) => archive.file_names().flatten().filter_map(|f| class(&f)).collect(),
                Err(_) => Vec::new(),
            },
        }
    }

    /// The bytes of a file, if there is one of this name.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        let bad = |why: String| {
            let (path, name) = (self.path.clone(), name.to_owned());
            ClassPathError::BadFile { path, name, why }
        };
        // The names come from the program, which has no business outside of its folder.
        if !is_inside(name) {
            return Ok(None);
        }
        let read = match &self.archive {
            None => self.read_plain(name),
            Some(archive) => {
                let archive = archive.lock();
                let mut archive = archive.map_err(|_| bad("it cannot be shared".to_owned()))?;
                read_packed(&mut archive, name)
            }
        };
        match read {
            Ok(Some(bytes)) if bytes.len() as u64 > LARGEST_FILE => {
                Err(bad(format!("it is larger than {} MiB", LARGEST_FILE >> 20)))
            }
            Ok(found) => Ok(found),
            Err(error) => Err(bad(error.to_string())),
        }
    }

    fn read_plain(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let file = self.path.join(name);
        if !file.is_file() {
            return Ok(None);
        }
        limited(File::open(file)?).map(Some)
    }
}

/// A file of an archive, if there is one of this name.
fn read_packed(archive: &mut ZipArchive<File>, name: &str) -> io::Result<Option<Vec<u8>>> {
    match archive.by_name(name) {
        Ok(file) if file.is_dir() => Ok(None),
        Ok(file) => limited(file).map(Some),
        Err(ZipError::FileNotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Reads all of a file, and one byte more than allowed of one that is too large.
fn limited(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All files below a folder, with `/` between the parts of their names.
fn files_below(folder: &Path) -> Vec<String> {
    let (mut files, mut waiting) = (Vec::new(), vec![String::new()]);
    while let Some(inside) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(folder.join(&inside)) else { continue };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let name = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            // A link to a folder could lead in circles.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(name),
                Ok(_) => files.push(name),
                Err(_) => {}
            }
        }
    }
    files
}

/// The installed JDK: the one that the environment names, or the one that `javac` belongs to.
pub fn find_jdk(named: Option<&Path>, search_path: &[PathBuf]) -> Result<PathBuf, ClassPathError> {
    let has_image = |home: &Path| home.join("lib/modules").is_file();
    if let Some(home) = named {
        return Ok(home.to_owned());
    }
    let of_tool = |folder: &PathBuf| {
        let tool = std::fs::canonicalize(folder.join("java")).ok()?;
        tool.parent()?.parent().map(Path::to_owned)
    };
    let found = search_path.iter().filter_map(of_tool).find(|home| has_image(home));
    found.ok_or(ClassPathError::NoJdk)
}
