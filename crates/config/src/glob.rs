//! Patterns for paths, as `.gitignore` and `tracehound.toml` have them.
//!
//! `*` and `?` stand for characters of one name, `[a-z]` and `[!a-z]` for one of a set, and `**` as a
//! whole name for any number of folders. Paths are compared name by name, so a pattern never crosses
//! a `/` by accident.

/// A pattern for paths that are relative to some folder and written with `/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glob {
    names: Vec<Name>,
}

/// A pattern for one name of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Name {
    /// Any number of names.
    Folders,
    /// One name.
    One(Vec<Part>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Char(char),
    AnyChar,
    AnyChars,
    Set { negated: bool, ranges: Vec<(char, char)> },
}

impl Glob {
    /// Reads a pattern. The error is a sentence without a full stop.
    ///
    /// # Errors
    ///
    /// If a set of characters has no end, or the pattern is empty.
    pub fn new(text: &str) -> Result<Glob, String> {
        let text = text.strip_prefix("./").unwrap_or(text);
        if text.is_empty() {
            return Err("the pattern is empty".to_owned());
        }
        let names =
            text.split('/').filter(|name| !name.is_empty()).map(name).collect::<Result<_, _>>()?;
        Ok(Glob { names })
    }

    /// Whether a path fits.
    #[must_use]
    pub fn fits(&self, path: &str) -> bool {
        let path: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
        names_fit(&self.names, &path)
    }
}

fn name(text: &str) -> Result<Name, String> {
    if text == "**" {
        return Ok(Name::Folders);
    }
    let (mut parts, mut chars) = (Vec::new(), text.chars().peekable());
    while let Some(char) = chars.next() {
        parts.push(match char {
            '*' => {
                // A run of stars within a name is one.
                while chars.next_if_eq(&'*').is_some() {}
                Part::AnyChars
            }
            '?' => Part::AnyChar,
            '\\' => Part::Char(chars.next().ok_or("a pattern ends after `\\`")?),
            '[' => set(&mut chars).ok_or_else(|| format!("`[` has no `]` in `{text}`"))?,
            char => Part::Char(char),
        });
    }
    Ok(Name::One(parts))
}

fn set(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<Part> {
    let negated = chars.next_if(|char| matches!(char, '!' | '^')).is_some();
    let mut ranges = Vec::new();
    loop {
        let first = match chars.next()? {
            // A bracket that comes first is one of the set.
            ']' if !ranges.is_empty() => return Some(Part::Set { negated, ranges }),
            '\\' => chars.next()?,
            char => char,
        };
        let mut last = first;
        if chars.peek() == Some(&'-') {
            let mut ahead = chars.clone();
            ahead.next();
            if ahead.peek().is_some_and(|next| *next != ']') {
                chars.next();
                last = match chars.next()? {
                    '\\' => chars.next()?,
                    char => char,
                };
            }
        }
        ranges.push((first, last));
    }
}

/// Whether names fit; with a table instead of recursion, so that no pattern takes exponential time.
fn names_fit(names: &[Name], path: &[&str]) -> bool {
    // `fits[at]`: whether the names so far fit the first `at` names of the path.
    let mut fits = vec![false; path.len() + 1];
    fits[0] = true;
    for (number, name) in names.iter().enumerate() {
        let mut next = vec![false; path.len() + 1];
        match name {
            Name::Folders => {
                // At the end it stands for everything inside, and not for the folder itself.
                let least = usize::from(number + 1 == names.len());
                let first = fits.iter().position(|fits| *fits).map(|first| first + least);
                next.iter_mut().enumerate().for_each(|(at, next)| {
                    *next = first.is_some_and(|first| at >= first);
                });
            }
            Name::One(parts) => {
                for at in 0..path.len() {
                    next[at + 1] = fits[at] && chars_fit(parts, path[at]);
                }
            }
        }
        fits = next;
    }
    fits[path.len()]
}

fn chars_fit(parts: &[Part], text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let mut fits = vec![false; chars.len() + 1];
    fits[0] = true;
    for part in parts {
        let mut next = vec![false; chars.len() + 1];
        match part {
            Part::AnyChars => {
                let first = fits.iter().position(|fits| *fits).unwrap_or(usize::MAX);
                next.iter_mut().enumerate().for_each(|(at, next)| *next = at >= first);
            }
            Part::Char(_) | Part::AnyChar | Part::Set { .. } => {
                for at in 0..chars.len() {
                    next[at + 1] = fits[at] && part.takes(chars[at]);
                }
            }
        }
        fits = next;
    }
    fits[chars.len()]
}

impl Part {
    fn takes(&self, char: char) -> bool {
        match self {
            Part::Char(own) => *own == char,
            Part::AnyChar | Part::AnyChars => true,
            Part::Set { negated, ranges } => {
                ranges.iter().any(|(first, last)| (*first..=*last).contains(&char)) != *negated
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, fits: &[&str], others: &[&str]) {
        let glob = Glob::new(pattern).expect("it is a pattern");
        for path in fits {
            assert!(glob.fits(path), "{pattern} should fit {path}");
        }
        for path in others {
            assert!(!glob.fits(path), "{pattern} should not fit {path}");
        }
    }

    #[test]
    fn stars_stay_in_a_name() {
        check("*.ml", &["a.ml", ".ml"], &["src/a.ml", "a.mli"]);
        check("src/*.ml", &["src/a.ml"], &["src/x/a.ml", "src/.mll"]);
        check("a?c", &["abc", "aéc"], &["ac", "a/c"]);
    }

    #[test]
    fn two_stars_are_folders() {
        check("**/a.ml", &["a.ml", "x/a.ml", "x/y/a.ml"], &["xa.ml"]);
        check("src/**", &["src/a", "src/a/b"], &["src", "srcs/a"]);
        check("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["a/xb"]);
    }

    #[test]
    fn sets() {
        check("[a-c]x", &["ax", "cx"], &["dx"]);
        check("[!a-c]x", &["dx"], &["ax"]);
        check("[]-]", &["]", "-"], &["a"]);
        check("\\*", &["*"], &["a"]);
        assert!(Glob::new("[a").is_err() && Glob::new("").is_err());
    }

    #[test]
    fn no_pattern_takes_long() {
        let glob = Glob::new(&"*a".repeat(200)).expect("it is a pattern");
        assert!(!glob.fits(&format!("{}b", "a".repeat(2000))));
    }
}
