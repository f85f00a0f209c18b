//! Standard input, read within the limits of a call.
//!
//! A thread of its own waits for it, because the program that writes it may never do so; the caller looks at
//! its limits meanwhile.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use explore::Meter;

/// How long to wait before the limits are checked again.
const LOOK: Duration = Duration::from_millis(20);
/// How much is read at once.
const PART_BYTES: usize = 1 << 16;

/// The standard input of this process, on its way.
pub struct Stdin(Receiver<io::Result<Vec<u8>>>);

impl Stdin {
    /// Begins to read: one part ahead of what is asked for.
    pub fn open() -> Stdin {
        let (sender, parts) = sync_channel(1);
        std::thread::spawn(move || read(&sender));
        Stdin(parts)
    }

    /// The next part; none at the end of the input, and when a limit of the meter is met.
    pub fn next(&self, meter: &Meter) -> io::Result<Option<Vec<u8>>> {
        while !meter.poll(0) {
            match self.0.recv_timeout(LOOK) {
                Ok(part) => return part.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// Hands on parts until the input ends, fails, or is not wanted any more.
fn read(sender: &SyncSender<io::Result<Vec<u8>>>) {
    let (mut stdin, mut part) = (io::stdin().lock(), vec![0; PART_BYTES]);
    loop {
        let read = match stdin.read(&mut part) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) => return,
            read => read.map(|len| part[..len].to_vec()),
        };
        let is_over = read.is_err();
        if sender.send(read).is_err() || is_over {
            return;
        }
    }
}
