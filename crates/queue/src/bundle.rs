//! The files that a question is about, as one object that is named after its content.
//!
//! A worker has no disk in common with the client, and compilers read more than we see them read: so all
//! files below the working folder are sent that a search for programs would pass, and what was read besides.
//! The object is a list of paths and bytes. It is unpacked below one folder only, whatever the paths say.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use host::read::{self, FileQuery, Reads};
#[cfg(any(feature = "nats", test))]
use sha2::{Digest, Sha256};

/// What an object begins with.
const HEAD: &[u8] = b"tracehound bundle 1\n";
/// Larger bundles are refused: a folder with so much in it is hardly one of programs.
const LARGEST: usize = 512 << 20;

/// Files by their paths below the working folder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bundle(BTreeMap<String, Vec<u8>>);

impl Bundle {
    /// The files of the working folder, and those among `reads` that are below it and hidden.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or they are too large together.
    pub fn of_here(reads: &Reads) -> Result<Bundle> {
        let walked = read::walk(Path::new(".")).map_err(anyhow::Error::msg)?;
        let asked = reads.keys().filter_map(|asked| match asked {
            FileQuery::Content(path) | FileQuery::File(path) => Some(path.clone()),
            FileQuery::Entries(..) => None,
        });
        let here = std::env::current_dir().context("the working folder is gone")?;
        let (mut bundle, mut size) = (Bundle::default(), 0);
        for path in walked.into_iter().chain(asked) {
            let Some(name) = name_below(&here, &path) else { continue };
            if bundle.0.contains_key(&name) || !path.is_file() {
                continue;
            }
            let bytes =
                fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
            size += bytes.len();
            if size > LARGEST {
                bail!(
                    "the files of this folder have more than {} MiB, which are not sent to workers\n  = help: call from \
                     the folder of the programs, or name in .gitignore what is none of them",
                    LARGEST >> 20
                );
            }
            bundle.0.insert(name, bytes);
        }
        Ok(bundle)
    }

    /// As one object.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        for (name, content) in &self.0 {
            bytes.extend((name.len() as u64).to_le_bytes());
            bytes.extend(name.as_bytes());
            bytes.extend((content.len() as u64).to_le_bytes());
            bytes.extend(content);
        }
        bytes
    }

    /// Reads an object back.
    ///
    /// # Errors
    ///
    /// If it is none, or has paths that lead out of the folder.
    pub fn from_bytes(bytes: &[u8]) -> Result<Bundle> {
        let mut rest = bytes.strip_prefix(HEAD).context("this is no bundle of programs")?;
        let mut bundle = Bundle::default();
        while !rest.is_empty() {
            let name = taken(&mut rest)?.to_vec();
            let name = String::from_utf8(name).context("a name in the bundle is not UTF-8")?;
            if name.is_empty() || !stays_inside(Path::new(&name)) {
                bail!("`{name}` in the bundle leads out of its folder");
            }
            bundle.0.insert(name, taken(&mut rest)?.to_vec());
        }
        Ok(bundle)
    }

    /// Writes the files into a folder that is not there yet, all of them or none.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn unpack(&self, folder: &Path) -> Result<()> {
        let cannot = || format!("cannot write `{}`", folder.display());
        let above = folder.parent().with_context(cannot)?;
        fs::create_dir_all(above).with_context(cannot)?;
        let scratch = tempfile::tempdir_in(above).with_context(cannot)?;
        for (name, content) in &self.0 {
            let path = scratch.path().join(name);
            let own = path.parent().unwrap_or(above);
            fs::create_dir_all(own).with_context(cannot)?;
            fs::write(&path, content).with_context(cannot)?;
        }
        let scratch = scratch.keep();
        if fs::rename(&scratch, folder).is_err() {
            // Another process was faster with the same content.
            let _ = fs::remove_dir_all(&scratch);
            if !folder.is_dir() {
                bail!(cannot());
            }
        }
        Ok(())
    }
}

/// The name of an object: a fingerprint of its content.
#[cfg(any(feature = "nats", test))]
#[must_use]
pub(crate) fn name_of(object: &[u8]) -> String {
    Sha256::digest(object).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The path of a file from the working folder, with slashes; none if it is elsewhere.
fn name_below(here: &Path, path: &Path) -> Option<String> {
    let path = if path.is_absolute() { path.strip_prefix(here).ok()? } else { path };
    let path: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    if path.as_os_str().is_empty() || !stays_inside(&path) {
        return None;
    }
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

fn stays_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// The next bytes with their number before them.
fn taken<'b>(rest: &mut &'b [u8]) -> Result<&'b [u8]> {
    let cut = "the bundle is cut off";
    let (count, after) = rest.split_first_chunk::<8>().context(cut)?;
    let count = usize::try_from(u64::from_le_bytes(*count)).context(cut)?;
    if count > after.len() {
        bail!(cut);
    }
    let (taken, after) = after.split_at(count);
    *rest = after;
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bundle(files: &[(&str, &[u8])]) -> Bundle {
        Bundle(files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect())
    }

    proptest! {
        #[test]
        fn a_bundle_is_read_as_it_was_written(files in prop::collection::btree_map("[a-z]{1,8}(/[a-z.]{1,8}x){0,2}", any::<Vec<u8>>(), 0..6)) {
            let written = Bundle(files);
            prop_assert_eq!(Bundle::from_bytes(&written.to_bytes()).expect("it was just written"), written);
        }

        #[test]
        fn a_damaged_bundle_is_an_error_or_another_bundle(at in 0usize..80, byte in any::<u8>(), cut in 0usize..80) {
            let mut bytes = bundle(&[("src/a.toy", b"check"), ("b", b"")]).to_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            bytes.truncate(bytes.len().saturating_sub(cut));
            let _ = Bundle::from_bytes(&bytes);
        }
    }

    #[test]
    fn nothing_is_written_outside_of_the_folder() {
        for name in ["../a", "/a", "a/../../b", "", "./a/.."] {
            let bytes = bundle(&[(name, b"x")]).to_bytes();
            assert!(Bundle::from_bytes(&bytes).is_err(), "{name}");
        }
    }

    #[test]
    fn files_are_unpacked_once() {
        let folder = tempfile::tempdir().expect("there is room");
        let files = bundle(&[("src/a.toy", b"one"), ("b", b"two")]);
        let path = folder.path().join(name_of(&files.to_bytes()));
        files.unpack(&path).expect("there is room");
        files.unpack(&path).expect("it is there");
        assert_eq!(fs::read(path.join("src/a.toy")).expect("it was written"), b"one");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
    }

    #[test]
    fn names_are_paths_from_here() {
        let here = Path::new("/project");
        let name = |path: &str| name_below(here, Path::new(path));
        assert_eq!(name("./src/a.toy").as_deref(), Some("src/a.toy"));
        assert_eq!(name("/project/.hidden").as_deref(), Some(".hidden"));
        assert_eq!(name("/usr/lib/a.jar"), None);
        assert_eq!(name("../other"), None);
    }
}
