//! Where class files come from: folders, jars, and the image of a JDK.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use jimage_rs::JImage;
use rustc_hash::FxHashMap;
use zip::ZipArchive;

/// Places to look for classes, the JDK first, as a Java virtual machine does.
///
/// A clone looks into the same opened files.
#[derive(Clone)]
pub struct ClassPath {
    jdk: Arc<Jdk>,
    entries: Arc<[Entry]>,
}

/// A place that cannot be used.
#[derive(Debug, thiserror::Error)]
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
}

struct Jdk {
    home: PathBuf,
    image: JImage,
    /// The module of each package: `java/util` is in `java.base`.
    modules: FxHashMap<Box<str>, Box<str>>,
}

enum Entry {
    Folder(PathBuf),
    Jar(Mutex<ZipArchive<File>>),
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

    /// The bytes of a class such as `java/util/List`, and whether it belongs to the JDK.
    #[must_use]
    pub fn class(&self, name: &str) -> Option<(Vec<u8>, bool)> {
        let found = self.find(name)?;
        Some((found.bytes, found.module.is_some()))
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
    pub(crate) fn find(&self, name: &str) -> Option<Found> {
        if let Some((module, bytes)) = self.jdk.find(name) {
            return Some(Found { bytes, module: Some(module) });
        }
        let file = format!("{name}.class");
        let bytes = self.entries.iter().find_map(|entry| entry.read(&file))?;
        Some(Found { bytes, module: None })
    }

    /// The bytes of a resource of the application, such as `messages.properties`.
    pub(crate) fn resource(&self, name: &str) -> Option<Vec<u8>> {
        self.entries.iter().find_map(|entry| entry.read(name))
    }
}

impl ClassPath {
    /// All resources of the application with this name, in the order of the class path.
    pub(crate) fn resources(&self, name: &str) -> Vec<Vec<u8>> {
        self.entries.iter().filter_map(|entry| entry.read(name)).collect()
    }

    /// The bytes of a resource of a module of the JDK.
    pub(crate) fn jdk_resource(&self, module: &str, name: &str) -> Option<Vec<u8>> {
        let found = self.jdk.image.find_resource(&format!("/{module}/{name}")).ok()??;
        Some(found.into_owned())
    }

    /// The bytes of a file of the JDK besides its classes, such as `lib/tzdb.dat`.
    pub(crate) fn jdk_file(&self, name: &str) -> Option<Vec<u8>> {
        let is_inside = name.split('/').all(|part| !part.is_empty() && part != "..");
        is_inside.then(|| std::fs::read(self.jdk.home.join(name)).ok())?
    }
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
        Ok(Jdk { home: home.to_owned(), image, modules })
    }

    fn find(&self, name: &str) -> Option<(Box<str>, Vec<u8>)> {
        let (package, _) = name.rsplit_once('/')?;
        let module = self.modules.get(package)?;
        let found = self.image.find_resource(&format!("/{module}/{name}.class")).ok()??;
        Some((module.clone(), found.into_owned()))
    }
}

impl Entry {
    fn open(path: &Path) -> Result<Entry, ClassPathError> {
        let bad = |why: String| ClassPathError::BadEntry { path: path.to_owned(), why };
        if path.is_dir() {
            return Ok(Entry::Folder(path.to_owned()));
        }
        let file = File::open(path).map_err(|error| bad(error.to_string()))?;
        let archive = ZipArchive::new(file).map_err(|error| bad(error.to_string()))?;
        Ok(Entry::Jar(Mutex::new(archive)))
    }

    /// The names of the classes in it. What cannot be read has none.
    fn classes(&self) -> Vec<String> {
        let class = |name: &str| name.strip_suffix(".class").map(str::to_owned);
        match self {
            Entry::Folder(folder) => files_below(folder).iter().filter_map(|f| class(f)).collect(),
            Entry::Jar(archive) => match archive.lock() {
                Ok(archive) => archive.file_names().flatten().filter_map(|f| class(&f)).collect(),
                Err(_) => Vec::new(),
            },
        }
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Entry::Folder(folder) => std::fs::read(folder.join(name)).ok(),
            Entry::Jar(archive) => {
                let mut archive = archive.lock().ok()?;
                let mut bytes = Vec::new();
                archive.by_name(name).ok()?.read_to_end(&mut bytes).ok()?;
                Some(bytes)
            }
        }
    }
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
