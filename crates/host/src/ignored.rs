//! What is not walked: hidden folders, what build tools make, and what `.gitignore` files name.
//!
//! The rules of git: the last pattern that fits decides, `!` takes back, a pattern with a `/` in it is
//! for paths from its own folder, and nothing inside an ignored folder is looked for.

use std::path::Path;

use config::Glob;

/// Folders that build tools and package managers make.
const BUILT: [&str; 4] = ["target", "_build", "node_modules", "dist-newstyle"];

/// The rules of the folders from the root of a walk down to one folder.
#[derive(Clone, Default, Debug)]
pub(crate) struct Ignored {
    /// Those of outer folders first.
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    /// The names of the folder of its file, from the root of the walk.
    folder: Vec<String>,
    glob: Glob,
    takes_back: bool,
    for_folders: bool,
}

impl Ignored {
    /// The same with the rules of a folder's own file, whose path is given from the root of the walk.
    pub(crate) fn within(&self, folder: &Path, names: &[String]) -> Ignored {
        let Ok(text) = std::fs::read_to_string(folder.join(".gitignore")) else {
            return self.clone();
        };
        let mut rules = self.rules.clone();
        rules.extend(text.lines().filter_map(|line| rule(line, names)));
        Ignored { rules }
    }

    /// Whether an entry is left out, given by its path from the root of the walk.
    pub(crate) fn has(&self, path: &[String], is_folder: bool) -> bool {
        let name = path.last().map_or("", String::as_str);
        if is_folder && (name.starts_with('.') || BUILT.contains(&name)) {
            return true;
        }
        let fits = |rule: &&Rule| {
            let inside = path.strip_prefix(rule.folder.as_slice());
            (is_folder || !rule.for_folders)
                && inside.is_some_and(|inside| rule.glob.fits(&inside.join("/")))
        };
        self.rules.iter().rev().find(fits).is_some_and(|rule| !rule.takes_back)
    }
}

/// The rule of a line. Lines that git cannot read either are no rules.
fn rule(line: &str, folder: &[String]) -> Option<Rule> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let line = without_blanks(line);
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (takes_back, line) = match line.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let for_folders = line.ends_with('/');
    let pattern = line.strip_suffix('/').unwrap_or(line);
    let pattern = match pattern.contains('/') {
        true => pattern.to_owned(),
        false => format!("**/{pattern}"),
    };
    let glob = Glob::new(&pattern).ok()?;
    Some(Rule { folder: folder.to_vec(), glob, takes_back, for_folders })
}

/// A line without the blanks at its end, unless they are written as `\ `.
fn without_blanks(line: &str) -> &str {
    let short = line.trim_end_matches(' ');
    let escapes = short.len() - short.trim_end_matches('\\').len();
    match escapes % 2 {
        1 if short.len() < line.len() => &line[..=short.len()],
        _ => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::process::Command;

    fn names(path: &str) -> Vec<String> {
        path.split('/').map(str::to_owned).collect()
    }

    fn rules(text: &str) -> Ignored {
        Ignored { rules: text.lines().filter_map(|line| rule(line, &[])).collect() }
    }

    #[test]
    fn built_and_hidden_folders_are_left_out() {
        let none = Ignored::default();
        for folder in ["target", "x/_build", ".git", "node_modules"] {
            assert!(none.has(&names(folder), true), "{folder}");
        }
        assert!(!none.has(&names("target"), false) && !none.has(&names("src"), true));
    }

    #[test]
    fn the_last_rule_decides() {
        let rules = rules("*.log\n!keep.log\n/out/\ndoc/*.txt\n");
        assert!(rules.has(&names("a/b.log"), false));
        assert!(!rules.has(&names("a/keep.log"), false));
        assert!(rules.has(&names("out"), true) && !rules.has(&names("out"), false));
        assert!(!rules.has(&names("x/out"), true));
        assert!(rules.has(&names("doc/a.txt"), false) && !rules.has(&names("doc/x/a.txt"), false));
    }

    /// The oracle is git itself.
    #[test]
    fn git_agrees() {
        let folder = tempfile::tempdir().expect("there is room");
        let git =
            |args: &[&str]| Command::new("git").args(args).current_dir(folder.path()).output();
        if !git(&["init", "-q"]).is_ok_and(|output| output.status.success()) {
            assert!(std::env::var_os("CI").is_none(), "git is missing");
            return;
        }
        let atoms = ["a", "b", "*", "a*", "?b", "**", "[ab]", "[!a]c", "x y ", "\\!c", "c.d"];
        let paths = ["a", "b", "ab", "a/b", "a/b/c", "b/ab", "c.d", "a/bc", "b/a/c.d", "x y"];
        for path in paths {
            let leaf = folder.path().join(path).join("leaf");
            fs::create_dir_all(&leaf).expect("there is room");
            fs::write(leaf.join("f"), "").expect("there is room");
        }
        let mut seed = 1_u64;
        let mut pick = |count: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % count
        };
        for _ in 0..40 {
            let line = |pick: &mut dyn FnMut(usize) -> usize| {
                let parts = 1 + pick(3);
                let body: Vec<&str> = (0..parts).map(|_| atoms[pick(atoms.len())]).collect();
                let start = ["", "", "!", "/", "!/"][pick(5)];
                format!("{start}{}{}", body.join("/"), ["", "", "/"][pick(3)])
            };
            let lines: Vec<String> = (0..3).map(|_| line(&mut pick)).collect();
            fs::write(folder.path().join(".gitignore"), lines.join("\n")).expect("there is room");
            let ours = Ignored::default().within(folder.path(), &[]);
            let args = ["check-ignore", "--no-index"];
            let theirs = git(&[&args[..], &paths].concat()).expect("it was there");
            let theirs = String::from_utf8(theirs.stdout).expect("plain names");
            for path in paths {
                let names = names(path);
                // Git names a path as ignored if a folder above it is.
                let is_ignored = (1..=names.len()).any(|length| ours.has(&names[..length], true));
                assert_eq!(
                    is_ignored,
                    theirs.lines().any(|line| line == path),
                    "{path} by {lines:?}"
                );
            }
        }
    }
}
