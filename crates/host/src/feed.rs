//! Bytes of a log that grows: standard input, or a file that is followed when it is rotated.
//!
//! A thread of its own waits for them, so that limits and signals are seen while nothing comes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use anyhow::{Context, Result};
use solve::Interrupt;

/// How long is waited before looking at limits, or at a file, again.
const LOOK: Duration = Duration::from_millis(50);

/// What the thread hands over.
enum Chunk {
    Bytes(Vec<u8>),
    /// What comes next is another file, or the same one from its start.
    Rotated,
    Failed(io::Error),
}

/// How often another file has begun.
pub type Turns = Rc<std::cell::Cell<u64>>;

/// The bytes. They end when the log ends, where it is rotated, and when the call has to stop.
pub struct Feed {
    chunks: Receiver<Chunk>,
    stop: Interrupt,
    chunk: Vec<u8>,
    at: usize,
    turns: Turns,
}

impl Feed {
    /// Standard input.
    pub fn stdin(stop: Interrupt) -> (Feed, Turns) {
        Feed::start(stop, |chunks| {
            let mut stdin = io::stdin();
            while let Some(bytes) = next_chunk(&mut stdin, &chunks) {
                if bytes.is_empty() || chunks.send(Chunk::Bytes(bytes)).is_err() {
                    return;
                }
            }
        })
    }

    /// A file, as it is and as it grows.
    pub fn file(path: &Path, stop: Interrupt) -> Result<(Feed, Turns)> {
        let file = File::open(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let path = path.to_owned();
        Ok(Feed::start(stop, move |chunks| follow(file, &path, &chunks)))
    }

    fn start(
        stop: Interrupt,
        work: impl FnOnce(SyncSender<Chunk>) + Send + 'static,
    ) -> (Feed, Turns) {
        let (sender, chunks) = sync_channel(4);
        std::thread::spawn(move || work(sender));
        let turns = Turns::default();
        (Feed { chunks, stop, chunk: Vec::new(), at: 0, turns: Rc::clone(&turns) }, turns)
    }
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.chunk.len() {
            match self.chunks.recv_timeout(LOOK) {
                Ok(Chunk::Bytes(bytes)) => (self.chunk, self.at) = (bytes, 0),
                Ok(Chunk::Rotated) => {
                    self.turns.set(self.turns.get() + 1);
                    return Ok(0);
                }
                Ok(Chunk::Failed(error)) => return Err(error),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.stop.is_raised() => return Ok(0),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let size = buffer.len().min(self.chunk.len() - self.at);
        buffer[..size].copy_from_slice(&self.chunk[self.at..self.at + size]);
        self.at += size;
        Ok(size)
    }
}

/// What there is to read now, perhaps nothing. None if that fails.
fn next_chunk(from: &mut impl Read, chunks: &SyncSender<Chunk>) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 1 << 16];
    loop {
        match from.read(&mut bytes) {
            Ok(size) => {
                bytes.truncate(size);
                return Some(bytes);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let _ = chunks.send(Chunk::Failed(error));
                return None;
            }
        }
    }
}

/// Reads a file, the file that takes its name when it is rotated, and so on.
fn follow(mut file: File, path: &PathBuf, chunks: &SyncSender<Chunk>) {
    let mut is_last_look = false;
    loop {
        let Some(bytes) = next_chunk(&mut file, chunks) else { return };
        if !bytes.is_empty() {
            is_last_look = false;
            if chunks.send(Chunk::Bytes(bytes)).is_err() {
                return;
            }
            continue;
        }
        match successor(&mut file, path) {
            // What was written before the rotation has been read if there was nothing after it, either.
            Some(_) if !is_last_look => is_last_look = true,
            Some(next) => {
                (file, is_last_look) = (next, false);
                if chunks.send(Chunk::Rotated).is_err() {
                    return;
                }
            }
            None => std::thread::sleep(LOOK),
        }
    }
}

/// The file to be read instead, from its start: another one of this name, or the same one cut off.
fn successor(file: &mut File, path: &PathBuf) -> Option<File> {
    let next = File::open(path).ok()?;
    let (old, new) = (file.metadata().ok()?, next.metadata().ok()?);
    if !is_same(&old, &new) {
        return Some(next);
    }
    let place = file.stream_position().ok()?;
    (new.len() < place).then_some(next).and_then(|mut next| {
        next.seek(SeekFrom::Start(0)).ok()?;
        Some(next)
    })
}

#[cfg(unix)]
fn is_same(old: &std::fs::Metadata, new: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (old.dev(), old.ino()) == (new.dev(), new.ino())
}

#[cfg(not(unix))]
fn is_same(old: &std::fs::Metadata, new: &std::fs::Metadata) -> bool {
    old.created().ok() == new.created().ok()
}
