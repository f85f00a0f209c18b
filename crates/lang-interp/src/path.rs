//! A path as the choices that lead along it.

use std::fmt;
use std::str::FromStr;

/// The choices of one run, one byte each: enough to run it again, to send it to another machine, or
/// to look at it in a debugger.
///
/// ```
/// use lang_interp::Path;
///
/// let path: Path = "0.2.1f".parse().expect("a path");
/// assert_eq!(path.choices(), [0, 2, 0x1f]);
/// assert_eq!(path.to_string(), "0.2.1f");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Path(Vec<u8>);

impl Path {
    /// The path with these choices.
    #[must_use]
    pub fn new(choices: Vec<u8>) -> Path {
        Path(choices)
    }

    /// Its choices.
    #[must_use]
    pub fn choices(&self) -> &[u8] {
        &self.0
    }
}

/// Hexadecimal numbers between dots.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: Vec<String> = self.0.iter().map(|choice| format!("{choice:x}")).collect();
        f.write_str(&text.join("."))
    }
}

/// A text that is no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPath(String);

impl fmt::Display for NoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a path: hexadecimal choices between dots are expected", self.0)
    }
}

impl std::error::Error for NoPath {}

impl FromStr for Path {
    type Err = NoPath;

    fn from_str(text: &str) -> Result<Path, NoPath> {
        if text.is_empty() {
            return Ok(Path::default());
        }
        let choice = |part: &str| u8::from_str_radix(part, 16).map_err(|_| NoPath(text.to_owned()));
        text.split('.').map(choice).collect::<Result<_, _>>().map(Path)
    }
}
