//! Programs of others that tests run.
//!
//! A test never passes because a tool is missing: under `CI` it fails, otherwise it says that it was
//! skipped.

use std::io::Write;
use std::path::PathBuf;

/// A program that tests run, with what has to be installed for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// The Haskell compiler.
    Ghc,
    /// The Java compiler, and with it a Java virtual machine.
    Javac,
    /// The console of JUnit 5.
    JUnit,
    /// The OCaml compilers and their interpreter.
    Ocaml,
    /// Python 3.
    Python,
    /// Z3 as a program. The library is another thing, and no test does without it.
    Z3,
    /// The solver cvc5.
    Cvc5,
    /// The solver Yices, which is optional.
    Yices,
    /// A browser without a window.
    Chromium,
    /// The server of NATS.
    NatsServer,
    /// OpenSSL, which makes certificates.
    OpenSsl,
    /// GNU parallel.
    Parallel,
}

/// Names of tools that may be missing under `CI`, too, separated by spaces: ./test.sh sets it where a
/// solver cannot be installed.
const MAY_MISS: &str = "TRACEHOUND_MAY_MISS";

/// The library of Z3 that the environment names for tests (`TRACEHOUND_TEST_Z3`), such as that of a newer version
/// than the system's; none if it names none.
#[must_use]
pub fn named_z3() -> Option<PathBuf> {
    std::env::var_os("TRACEHOUND_TEST_Z3").filter(|path| !path.is_empty()).map(PathBuf::from)
}

impl Tool {
    /// The name of the program.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tool::Ghc => "ghc",
            Tool::Javac => "javac",
            Tool::JUnit => "junit-platform-console",
            Tool::Ocaml => "ocaml",
            Tool::Python => "python3",
            Tool::Z3 => "z3",
            Tool::Cvc5 => "cvc5",
            Tool::Yices => "yices-smt2",
            Tool::Chromium => "chromium",
            Tool::NatsServer => "nats-server",
            Tool::OpenSsl => "openssl",
            Tool::Parallel => "parallel",
        }
    }

    /// Whether it is installed.
    #[must_use]
    pub fn is_installed(self) -> bool {
        match self {
            Tool::Javac => {
                on_path("javac") || java_home().is_some_and(|home| home.join("bin/javac").exists())
            }
            Tool::JUnit => PathBuf::from("/usr/share/java/junit-platform-console.jar").exists(),
            Tool::Ocaml => ["ocaml", "ocamlc", "ocamlopt"].into_iter().all(on_path),
            Tool::Ghc
            | Tool::Python
            | Tool::Z3
            | Tool::Cvc5
            | Tool::Yices
            | Tool::Chromium
            | Tool::NatsServer
            | Tool::OpenSsl
            | Tool::Parallel => on_path(self.name()),
        }
    }

    /// Whether it is installed; if not, the test that asks says that it was skipped.
    ///
    /// # Panics
    ///
    /// If it is missing and the environment variable `CI` is set: nothing that matters is skipped there.
    #[track_caller]
    #[must_use]
    pub fn is_there(self) -> bool {
        if self.is_installed() {
            return true;
        }
        let is_fine = !is_ci() || self.may_be_missing();
        assert!(is_fine, "`{}` is not installed, and CI needs it: run ./test.sh", self.name());
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        // The test harness holds back what is printed by macros, and only shows it for failures.
        let _ = writeln!(std::io::stderr(), "skipped: {test}: `{}` is not installed", self.name());
        false
    }

    fn may_be_missing(self) -> bool {
        let named = std::env::var(MAY_MISS).unwrap_or_default();
        self == Tool::Yices || named.split_whitespace().any(|name| name == self.name())
    }
}

/// Whether missing tools are failures.
#[must_use]
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}

fn java_home() -> Option<PathBuf> {
    std::env::var_os("JAVA_HOME").map(PathBuf::from)
}

fn on_path(program: &str) -> bool {
    child::installed(program).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_looked_for_on_the_path() {
        assert!(on_path("sh"));
        assert!(!on_path("no-such-program-anywhere"));
    }
}
