//! The files that a program sees.
//!
//! A run starts with no files but those of the JDK and the resources of the class path, which can
//! only be read. What a program writes is kept in memory and is gone with the run. Bytes that are
//! not known keep their terms.

use std::collections::BTreeMap;

use term::Term;

use super::value::Value;

/// Where the JDK seems to be.
pub(crate) const JDK_FOLDER: &str = "/java";
/// Where the resources of the class path seem to be.
pub(crate) const RESOURCE_FOLDER: &str = "/classpath";

/// The number of the standard input.
pub(crate) const STANDARD_INPUT: i32 = 0;

/// All files, and which of them are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    nodes: BTreeMap<String, Node>,
    open: BTreeMap<i32, Open>,
    /// The number of the file that was opened last, above those of the standard streams.
    last: i32,
}

/// What has a name.
#[derive(Clone, Debug)]
enum Node {
    Folder,
    File(Content),
    /// It was there and was removed.
    Gone,
}

/// The bytes of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    bytes: Vec<u8>,
    shadows: BTreeMap<usize, Term>,
}

#[derive(Clone, Debug)]
struct Open {
    name: String,
    at: usize,
    appends: bool,
}

/// What is known of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A folder.
    Folder,
    /// A file.
    File,
    /// Nothing, since the program removed it.
    Gone,
    /// The program made nothing of this name.
    Unknown,
}

impl Content {
    /// A file of known bytes.
    pub(crate) fn known(bytes: Vec<u8>) -> Content {
        Content { bytes, shadows: BTreeMap::new() }
    }

    fn get(&self, at: usize) -> Value {
        match self.shadows.get(&at) {
            Some(term) => Value::symbolic(*term),
            None => Value::int(i32::from(self.bytes[at] as i8)),
        }
    }

    fn set(&mut self, at: usize, value: Value) {
        if self.bytes.len() <= at {
            self.bytes.resize(at + 1, 0);
        }
        self.bytes[at] = value.bits as u8;
        match value.shadow {
            Some(term) => self.shadows.insert(at, term),
            None => self.shadows.remove(&at),
        };
    }

    fn resize(&mut self, len: usize) {
        self.bytes.resize(len, 0);
        self.shadows.retain(|at, _| *at < len);
    }
}

/// A name from the root, without empty parts and dots.
pub(crate) fn absolute(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

impl Files {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Files::default();
    }

    /// What is known of an absolute name.
    pub(crate) fn kind(&self, name: &str) -> Kind {
        match self.nodes.get(name) {
            Some(Node::Folder) => Kind::Folder,
            Some(Node::File(_)) => Kind::File,
            Some(Node::Gone) => Kind::Gone,
            None if matches!(name, "/" | "/tmp") => Kind::Folder,
            None => Kind::Unknown,
        }
    }

    /// Adds a file, in place of the one that was there.
    pub(crate) fn put(&mut self, name: String, content: Content) {
        self.nodes.insert(name, Node::File(content));
    }

    /// Adds a folder.
    pub(crate) fn put_folder(&mut self, name: String) {
        self.nodes.insert(name, Node::Folder);
    }

    /// Removes a file or an empty folder; whether there was one.
    pub(crate) fn remove(&mut self, name: &str) -> bool {
        let is_there = matches!(self.kind(name), Kind::File | Kind::Folder);
        if is_there && self.inside(name).is_empty() {
            self.nodes.insert(name.to_owned(), Node::Gone);
            return true;
        }
        false
    }

    /// Gives a file another name; whether there was one.
    pub(crate) fn rename(&mut self, from: &str, to: String) -> bool {
        match self.nodes.get(from) {
            Some(Node::File(content)) => {
                let content = content.clone();
                self.put(to, content);
                self.nodes.insert(from.to_owned(), Node::Gone);
                true
            }
            Some(Node::Folder | Node::Gone) | None => false,
        }
    }

    /// The names in a folder, in order.
    pub(crate) fn inside(&self, folder: &str) -> Vec<String> {
        let prefix = if folder == "/" { "/".to_owned() } else { format!("{folder}/") };
        let live = self.nodes.iter().filter(|(_, node)| !matches!(node, Node::Gone));
        let below = live.filter_map(|(name, _)| name.strip_prefix(&prefix));
        below.filter(|name| !name.contains('/')).map(str::to_owned).collect()
    }

    /// Number of bytes in a file.
    pub(crate) fn len(&self, name: &str) -> usize {
        match self.nodes.get(name) {
            Some(Node::File(content)) => content.bytes.len(),
            Some(Node::Folder | Node::Gone) | None => 0,
        }
    }

    /// Opens a file that is there, at its start or, to append, at its end.
    pub(crate) fn open(&mut self, name: String, appends: bool) -> i32 {
        self.last = self.last.max(2) + 1;
        self.open.insert(self.last, Open { name, at: 0, appends });
        self.last
    }

    /// Adds bytes to what is known of the standard input, which is open from then on.
    pub(crate) fn add_input(&mut self, bytes: &[u8]) {
        /// No name that a program can open: it has an empty part.
        const NAME: &str = "//input";
        let node = self.nodes.entry(NAME.to_owned());
        let node = node.or_insert_with(|| Node::File(Content::default()));
        if let Node::File(content) = node {
            content.bytes.extend_from_slice(bytes);
        }
        let open = || Open { name: NAME.to_owned(), at: 0, appends: false };
        self.open.entry(STANDARD_INPUT).or_insert_with(open);
    }

    /// Closes a file.
    pub(crate) fn close(&mut self, number: i32) {
        self.open.remove(&number);
    }

    /// Reads up to `len` bytes; none at the end of the file.
    pub(crate) fn read(&mut self, number: i32, len: usize) -> Option<Vec<Value>> {
        let open = self.open.get_mut(&number)?;
        let Some(Node::File(content)) = self.nodes.get(&open.name) else { return None };
        let end = content.bytes.len().min(open.at.saturating_add(len));
        if open.at >= content.bytes.len() {
            return None;
        }
        let read = (open.at..end).map(|at| content.get(at)).collect();
        open.at = end;
        Some(read)
    }

    /// Writes bytes; whether the file is open.
    pub(crate) fn write(&mut self, number: i32, bytes: &[Value]) -> bool {
        let Some(open) = self.open.get_mut(&number) else { return false };
        let Some(Node::File(content)) = self.nodes.get_mut(&open.name) else { return false };
        if open.appends {
            open.at = content.bytes.len();
        }
        for byte in bytes {
            content.set(open.at, *byte);
            open.at += 1;
        }
        true
    }

    /// The place in an open file and its length.
    pub(crate) fn position(&self, number: i32) -> Option<(usize, usize)> {
        let open = self.open.get(&number)?;
        Some((open.at, self.len(&open.name)))
    }

    /// Goes to a place in an open file.
    pub(crate) fn seek(&mut self, number: i32, to: usize) {
        if let Some(open) = self.open.get_mut(&number) {
            open.at = to;
        }
    }

    /// Cuts or lengthens an open file.
    pub(crate) fn resize(&mut self, number: i32, len: usize) {
        if let Some(open) = self.open.get(&number)
            && let Some(Node::File(content)) = self.nodes.get_mut(&open.name)
        {
            content.resize(len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(values: Option<Vec<Value>>) -> Option<String> {
        let bytes = values?.into_iter().map(|value| value.bits as u8).collect();
        String::from_utf8(bytes).ok()
    }

    fn values(text: &str) -> Vec<Value> {
        text.bytes().map(|byte| Value::int(byte.into())).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut files = Files::default();
        files.put("/a".to_owned(), Content::default());
        let out = files.open("/a".to_owned(), false);
        assert!(files.write(out, &values("hello")));
        let input = files.open("/a".to_owned(), false);
        assert_eq!(text(files.read(input, 3)).as_deref(), Some("hel"));
        assert_eq!(text(files.read(input, 9)).as_deref(), Some("lo"));
        assert_eq!(files.read(input, 9), None);
        files.close(out);
        assert!(!files.write(out, &values("x")), "the file is closed");
    }

    #[test]
    fn what_is_appended_comes_last() {
        let mut files = Files::default();
        files.put("/a".to_owned(), Content::known(b"one".to_vec()));
        let out = files.open("/a".to_owned(), true);
        files.write(out, &values("two"));
        let input = files.open("/a".to_owned(), false);
        assert_eq!(text(files.read(input, 9)).as_deref(), Some("onetwo"));
    }

    #[test]
    fn unknown_bytes_stay_what_they_are() {
        let pool = term::Pool::new();
        let unknown = Value::symbolic(pool.var("b", pool.bitvec_sort(32)));
        let mut files = Files::default();
        files.put("/a".to_owned(), Content::default());
        let out = files.open("/a".to_owned(), false);
        files.write(out, &[Value::int(1), unknown]);
        let input = files.open("/a".to_owned(), false);
        assert_eq!(files.read(input, 2), Some(vec![Value::int(1), unknown]));
    }

    #[test]
    fn folders_have_names_and_are_removed_when_empty() {
        let mut files = Files::default();
        files.put_folder("/d".to_owned());
        files.put("/d/b".to_owned(), Content::default());
        files.put("/d/a".to_owned(), Content::default());
        assert_eq!(files.inside("/d"), ["a", "b"]);
        assert!(!files.remove("/d"));
        assert!(files.remove("/d/a") && files.rename("/d/b", "/c".to_owned()));
        assert!(files.remove("/d"));
        assert_eq!(files.kind("/d"), Kind::Gone);
        assert_eq!((files.kind("/c"), files.kind("/e")), (Kind::File, Kind::Unknown));
    }

    #[test]
    fn names_are_made_absolute() {
        for (name, expected) in [("a/./b", "/a/b"), ("/../x//y/..", "/x"), ("", "/")] {
            assert_eq!(absolute(name), expected);
        }
    }
}
