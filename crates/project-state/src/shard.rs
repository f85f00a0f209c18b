//! Shards: a question that several calls answer, on one machine or on many.
//!
//! A shard is a file that says which targets of the question are its own, and all that was read when the
//! question was divided. A call for it is the same call with the targets of the others left
//! out, and only if it would read the same; so an answer for other programs, options or another version of
//! ours is never put together with the rest ([`merge`](crate::merge)).

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use host::read::{Print, Reads};
use host::{TOOL, output};
use report::{Problem, ShardText, ShardedTarget};
use serde::{Deserialize, Serialize};

use crate::results::{asked_of, named};

/// What the files are, and the version of their form.
const FORMAT: &str = "tracehound shard 1";

/// A shard as it is written to a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShardFile {
    format: String,
    /// The name and version of the tool that wrote it.
    tool: String,
    /// The words of the call of `check` that asks the whole question, without the name of the tool.
    pub words: Vec<String>,
    /// The question, and which part of it this is.
    pub shard: ShardText,
    /// What was read to divide the question.
    reads: Vec<(String, PathBuf, u64, u64)>,
}

impl ShardFile {
    /// Divides a question into shards: targets are dealt out in turn.
    #[must_use]
    pub fn divide(
        words: &[String],
        targets: Vec<ShardedTarget>,
        problems: Vec<Problem>,
        reads: &Reads,
        count: usize,
    ) -> Vec<ShardFile> {
        let first = ShardFile::first(words, targets, problems, reads, count);
        (1..=count).map(|number| first.numbered(number)).collect()
    }

    /// The first of so many shards, which has all that is in the others but their numbers.
    #[must_use]
    pub fn first(
        words: &[String],
        targets: Vec<ShardedTarget>,
        problems: Vec<Problem>,
        reads: &Reads,
        count: usize,
    ) -> ShardFile {
        let deal = |(at, target)| ShardedTarget { shard: at % count + 1, ..target };
        let targets: Vec<ShardedTarget> = targets.into_iter().enumerate().map(deal).collect();
        let reads: Vec<(String, PathBuf, u64, u64)> = reads
            .iter()
            .map(|(asked, Print(one, other))| {
                let (kind, path) = named(asked);
                (kind, path.clone(), *one, *other)
            })
            .collect();
        let question = String::new();
        let mut file = ShardFile {
            format: FORMAT.to_owned(),
            tool: TOOL.to_owned(),
            words: words.to_vec(),
            shard: ShardText { question, number: 1, count, targets, problems },
            reads,
        };
        file.shard.question = file.fingerprint();
        file
    }

    /// The shard of the same question with this number.
    #[must_use]
    pub fn numbered(&self, number: usize) -> ShardFile {
        ShardFile { shard: ShardText { number, ..self.shard.clone() }, ..self.clone() }
    }

    /// The fingerprint of everything but the number.
    fn fingerprint(&self) -> String {
        let ShardFile { format: _, tool, words, shard, reads } = self;
        let ShardText { question: _, number: _, count, targets, problems } = shard;
        let whole = serde_json::to_string(&(tool, words, count, targets, problems, reads));
        let whole = whole.expect("texts and numbers can be written as JSON");
        let Print(one, other) = Print::of(whole.as_bytes());
        format!("{one:016x}{other:016x}")
    }

    /// Reads a shard that [`ShardFile::write`] wrote.
    ///
    /// # Errors
    ///
    /// If it is none, or that of another version of ours.
    pub fn read(path: &Path) -> Result<ShardFile> {
        let name = path.display();
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read `{name}`"))?;
        let file: ShardFile = serde_json::from_str(&text)
            .with_context(|| format!("`{name}` is not a shard that `tracehound split` wrote"))?;
        if file.format != FORMAT {
            bail!("`{name}` is not a shard that this version can read");
        }
        if file.tool != TOOL {
            bail!("`{name}` was written by {}, and this is {TOOL}", file.tool);
        }
        let ShardText { number, count, .. } = file.shard;
        if number == 0 || number > count {
            bail!("`{name}` is damaged: there is no shard {number} of {count}");
        }
        if file.shard.question != file.fingerprint() {
            bail!(
                "`{name}` was changed: its question is another one than `tracehound split` has divided"
            );
        }
        Ok(file)
    }

    /// Writes it into a folder, and returns the path.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let ShardText { number, count, .. } = self.shard;
        let width = count.to_string().len();
        let path = folder.join(format!("shard-{number:0width$}-of-{count}.json"));
        let text = serde_json::to_string_pretty(self).context("a shard cannot be written")?;
        output::to_file(&path, &format!("{text}\n"))?;
        Ok(path)
    }

    /// Refuses a shard of other programs than those that are here.
    ///
    /// # Errors
    ///
    /// If something that was read has changed since.
    pub fn expect_unchanged(&self) -> Result<()> {
        for (kind, path, one, other) in &self.reads {
            let same =
                asked_of(kind, path).is_some_and(|asked| asked.again() == Print(*one, *other));
            if !same {
                bail!(
                    "`{}` has changed since the question was divided\n  = help: `tracehound split` divides it \
                     anew; shards are answered in the folder in which they were made",
                    path.display()
                );
            }
        }
        Ok(())
    }
}

/// The words of a call without its own name and without these options, each of which has a value or is
/// a flag: what the call asks.
#[must_use]
pub fn words_without(words: &[OsString], valued: &[&str], flags: &[&str]) -> Vec<String> {
    let mut words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if valued.contains(&name) {
            // The value may stand in a word of its own.
            if name == word {
                words.next();
            }
        } else if !flags.contains(&name) {
            kept.push(word);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use host::read;

    fn target(name: &str) -> ShardedTarget {
        let (file, language) = ("a.toy".to_owned(), "toy".to_owned());
        ShardedTarget { file, name: name.to_owned(), language, shard: 0 }
    }

    fn divided(words: &[&str], names: &[&str], count: usize) -> Vec<ShardFile> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let targets = names.iter().map(|name| target(name)).collect();
        ShardFile::divide(&words, targets, Vec::new(), &Reads::new(), count)
    }

    #[test]
    fn every_target_is_in_one_shard() {
        for count in 1..6 {
            let shards = divided(&["check"], &["a", "b", "c", "d"], count);
            for name in ["a", "b", "c", "d"] {
                let own = shards.iter().filter(|file| file.shard.has("a.toy", name));
                assert_eq!(own.count(), 1, "{name} of {count}");
            }
        }
    }

    #[test]
    fn the_question_is_words_targets_and_their_number() {
        let question = |shards: Vec<ShardFile>| shards[0].shard.question.clone();
        let one = question(divided(&["check", "a.toy"], &["a"], 2));
        assert_eq!(one, question(divided(&["check", "a.toy"], &["a"], 2)));
        assert_ne!(one, question(divided(&["check", "a.toy", "--first"], &["a"], 2)));
        assert_ne!(one, question(divided(&["check", "a.toy"], &["a", "b"], 2)));
        assert_ne!(one, question(divided(&["check", "a.toy"], &["a"], 3)));
    }

    #[test]
    fn a_shard_is_for_what_was_read() {
        let folder = tempfile::tempdir().expect("there is room");
        let program = folder.path().join("a.toy");
        std::fs::write(&program, "one").expect("there is room");
        let (_, reads) = read::recording(|| read::text(&program));
        let shards = ShardFile::divide(&[], vec![target("a")], Vec::new(), &reads, 2);
        let path = shards[1].write(folder.path()).expect("there is room");
        let shard = ShardFile::read(&path).expect("it was just written");
        assert_eq!(shard, shards[1]);
        shard.expect_unchanged().expect("nothing has changed");
        std::fs::write(&program, "two").expect("there is room");
        let error = shard.expect_unchanged().expect_err("it has changed").to_string();
        assert!(error.contains("a.toy") && error.contains("has changed"), "{error}");
    }

    #[test]
    fn words_lose_options_with_their_values() {
        let words = ["tracehound", "check", "--checkpoint", "d", "a", "--checkpoint=e", "--resume"];
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        assert_eq!(words_without(&words, &["--checkpoint"], &["--resume"]), ["check", "a"]);
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = divided(&["check"], &["a"], 1)[0].write(folder.path()).expect("there is room");
        let text = std::fs::read_to_string(&path).expect("it was just written");
        let changed = [
            text[..text.len() / 2].to_owned(),
            text.replace(FORMAT, "tracehound shard 0"),
            text.replace(TOOL, "tracehound 0.0.1"),
            text.replace("\"number\": 1", "\"number\": 2"),
            text.replace("\"check\"", "\"check\", \"--first\""),
            text.replace("a.toy", "b.toy"),
        ];
        for text in changed {
            std::fs::write(&path, text).expect("there is room");
            assert!(ShardFile::read(&path).is_err());
        }
    }
}
