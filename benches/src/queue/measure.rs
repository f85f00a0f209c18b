//! Real workers at a real server.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How often the workers are changed: the best time counts.
const ROUNDS: usize = 3;

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn started(command: &mut Command) -> Running {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Running(command.spawn().expect("it is installed"))
}

/// A folder with targets of so many rounds each.
fn project(targets: usize, rounds: usize) -> TempDir {
    let folder = TempDir::new().expect("there is room");
    for number in 0..targets {
        let text = format!(
            "check slow_{number} {{ let i = 0; let n = 0; while i < {rounds} {{ if read bool \"b\" {{ n = n + 1; }} \
             i = i + 1; }} assert n <= {rounds}; }}"
        );
        std::fs::write(folder.path().join(format!("p{number:02}.toy")), text)
            .expect("there is room");
    }
    folder
}

pub(crate) fn measure(binary: &str) {
    let binary = std::fs::canonicalize(binary).expect("there is such a binary");
    let free = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let port = free.local_addr().expect("it is bound").port().to_string();
    drop(free);
    let store = TempDir::new().expect("there is room");
    let mut server = Command::new("nats-server");
    let server =
        started(server.args(["-js", "-a", "127.0.0.1", "-p", &port, "-sd"]).arg(store.path()));
    thread::sleep(Duration::from_secs(1));
    let url = format!("nats://127.0.0.1:{port}");
    let time = |folder: &TempDir, options: &[&str]| {
        let mut call = Command::new(&binary);
        call.args(["check", ".", "--timeout", "10m", "--format", "short"]).args(options);
        let begun = Instant::now();
        let done = call.current_dir(folder.path()).output().expect("it can be started");
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        begun.elapsed()
    };
    let worker = || started(Command::new(&binary).args(["worker", "--queue", &url, "-j", "1"]));
    let best = |folder: &TempDir, options: &[&str]| {
        (0..ROUNDS).map(|_| time(folder, options)).min().expect("there are rounds")
    };
    let queued = ["--queue", url.as_str()];
    for (name, targets, rounds) in [("long targets", 8, 12), ("short targets", 30, 7)] {
        let folder = project(targets, rounds);
        let alone = best(&folder, &["-j", "1"]);
        let one_by_one = apart(&binary, &folder);
        let first = worker();
        thread::sleep(Duration::from_secs(1));
        let one = best(&folder, &queued);
        let second = worker();
        thread::sleep(Duration::from_secs(1));
        let two = best(&folder, &queued);
        drop((first, second));
        let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
        println!("{name}: {targets} targets, {:.0?} each in one process", alone / targets as u32);
        println!("  one process {alone:.2?}, a process for each {one_by_one:.2?}");
        println!("  one worker {one:.2?}, two workers {two:.2?}: {:.2} ×", ratio(one, two));
        println!(
            "  the queue adds {:+.1}% to processes of their own",
            (ratio(one, one_by_one) - 1.0) * 100.0
        );
        // Targets are dealt to the worker that is free: with equal ones half of them each, and what one job adds.
        let added = one.saturating_sub(one_by_one) / targets as u32;
        let job = one_by_one / targets as u32 + added;
        let predicted = job * (targets as u32).div_ceil(2);
        println!("  predicted for two {predicted:.2?}, {:.2} ×", ratio(one, predicted));
    }
    drop(server);
}

/// The time of a process for each target.
fn apart(binary: &std::path::Path, folder: &TempDir) -> Duration {
    let mut files: Vec<_> =
        std::fs::read_dir(folder.path()).expect("it is there").flatten().collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    let once = || {
        let begun = Instant::now();
        for file in &files {
            let mut call = Command::new(binary);
            call.args(["check", "--timeout", "10m", "-j", "1", "--format", "json"])
                .arg(file.path());
            let done = call.current_dir(folder.path()).output().expect("it can be started");
            assert_eq!(done.status.code(), Some(0));
        }
        begun.elapsed()
    };
    (0..ROUNDS).map(|_| once()).min().expect("there are rounds")
}
