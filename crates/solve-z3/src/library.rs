//! Finding and loading the library.

use std::ffi::{CStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libloading::Library;
use solve::{Interrupt, QueryLimits, Theory};

use crate::api::Api;
use crate::solver::Z3Solver;

/// Where to look for the library. The first that loads is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// This file and no other.
    pub exactly: Option<PathBuf>,
    /// Directories of our own, such as a cache of the user, before those of the system.
    pub directories: Vec<PathBuf>,
    /// File names, tried in each directory and then as the system finds libraries.
    pub names: Vec<OsString>,
}

impl Default for Search {
    fn default() -> Search {
        let names = ["libz3.so.4", "libz3.so", "libz3.so.4.8", "libz3.dylib", "libz3.dll"];
        Search {
            exactly: None,
            directories: Vec::new(),
            names: names.into_iter().map(OsString::from).collect(),
        }
    }
}

impl Search {
    fn candidates(&self) -> Vec<PathBuf> {
        if let Some(path) = &self.exactly {
            return vec![path.clone()];
        }
        let own = self
            .directories
            .iter()
            .flat_map(|directory| self.names.iter().map(|name| directory.join(name)))
            // The loader would go on to search for a file that is not there.
            .filter(|path| path.is_file());
        own.chain(self.names.iter().map(PathBuf::from)).collect()
    }
}

/// The loaded library. Clones share it.
#[derive(Clone)]
pub struct Z3 {
    api: Arc<Api>,
    path: PathBuf,
}

/// Why Z3 cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Z3Error {
    /// No candidate is there.
    #[error("Z3 was not found (tried {})", tried.join(", "))]
    Missing {
        /// What was tried, in order.
        tried: Vec<String>,
    },
    /// A file is there but is not a Z3 that we can use.
    #[error("`{}` is not a Z3 that can be used: {why}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl Z3 {
    /// Loads the library.
    pub fn load(search: &Search) -> Result<Z3, Z3Error> {
        let mut tried = Vec::new();
        for path in search.candidates() {
            // SAFETY: loading runs the initialisers of the library, which are those of Z3 unless
            // the user has put something else under its name.
            match unsafe { Library::new(&path) } {
                Ok(library) => return Z3::of(library, path),
                Err(_) => tried.push(path.display().to_string()),
            }
        }
        Err(Z3Error::Missing { tried })
    }

    fn of(library: Library, path: PathBuf) -> Result<Z3, Z3Error> {
        // SAFETY: a library of this name that has all functions of the table is Z3.
        match unsafe { Api::of(library) } {
            Ok(api) => Ok(Z3 { api: Arc::new(api), path }),
            Err(error) => Err(Z3Error::Unusable { path, why: error.to_string() }),
        }
    }

    /// The version, as Z3 tells it.
    #[must_use]
    pub fn version(&self) -> String {
        // SAFETY: Z3 returns a string that ends in zero and lives as long as the library.
        let version = unsafe { CStr::from_ptr((self.api.get_full_version)()) };
        version.to_string_lossy().into_owned()
    }

    /// What was loaded: a file, or a name that the system has found.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A solver with a context of its own. `theory` speaks about the pool of all later queries;
    /// of its axioms only the total orders are known to this solver.
    ///
    /// Z3 counts memory for the whole process, so the limit of the solver made last is that of all.
    #[must_use]
    pub fn solver(&self, theory: Theory, limits: QueryLimits, interrupt: Interrupt) -> Z3Solver {
        if let Some(mib) = limits.memory_mib {
            self.api.limit_memory(mib);
        }
        Z3Solver::new(Arc::clone(&self.api), theory, limits, interrupt)
    }
}

impl fmt::Debug for Z3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Z3").field("path", &self.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_library_is_reported() {
        let search = Search { names: vec!["libnothing.so".into()], ..Search::default() };
        let error = Z3::load(&search).expect_err("there is no such library");
        assert_eq!(error.to_string(), "Z3 was not found (tried libnothing.so)");
    }

    #[test]
    fn another_library_is_not_taken_for_z3() {
        let search = Search { exactly: Some("libc.so.6".into()), ..Search::default() };
        assert!(matches!(
            Z3::load(&search),
            Err(Z3Error::Unusable { .. } | Z3Error::Missing { .. })
        ));
    }

    #[test]
    fn the_library_tells_its_version() {
        let z3 = Z3::load(&Search::default()).expect("the tests need libz3");
        let numbers = z3.version().split('.').filter(|part| part.parse::<u32>().is_ok()).count();
        assert!(numbers >= 3, "{}", z3.version());
    }
}
