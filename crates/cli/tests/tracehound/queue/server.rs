//! A server, workers and a project for tests. All of it listens at loopback addresses and ends with the test.

use std::fs::File;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::{Done, Programs, command, run};

/// How long something may take that takes a fraction of a second on a machine with nothing else to do.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// A server with a store of its own; none if it is not installed.
pub(super) struct NatsServer {
    folder: TempDir,
    port: u16,
    options: Vec<String>,
    /// What starts it: a command before its own, such as one that leads into a network of its own.
    within: Vec<String>,
    host: String,
    child: Option<Child>,
    /// How often it was started.
    starts: usize,
}

impl NatsServer {
    /// A server at the loopback address.
    pub(super) fn start(options: &[&str]) -> Option<NatsServer> {
        NatsServer::start_within(&[], "127.0.0.1", options)
    }

    pub(super) fn start_within(
        within: &[String],
        host: &str,
        options: &[&str],
    ) -> Option<NatsServer> {
        if !testbed::Tool::NatsServer.is_there() {
            return None;
        }
        // The port may be taken in between by another process: then the next one is tried.
        for _ in 0..5 {
            let free = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
            let port = free.local_addr().expect("it is bound").port();
            drop(free);
            let mut server = NatsServer {
                folder: TempDir::new().expect("there is room"),
                port,
                options: options.iter().map(ToString::to_string).collect(),
                within: within.to_vec(),
                host: host.to_owned(),
                child: None,
                starts: 0,
            };
            if server.begin() {
                return Some(server);
            }
        }
        panic!("nats-server does not start");
    }

    /// Starts it; whether it listens.
    pub(super) fn begin(&mut self) -> bool {
        let store = self.folder.path().join("store");
        let log = self.folder.path().join("log");
        let words = [&self.within[..], &["nats-server".to_owned()]].concat();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(["-js", "-a", &self.host, "-p", &self.port.to_string()]);
        command.arg("-sd").arg(store).arg("-l").arg(&log).args(&self.options);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it is installed");
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let text = std::fs::read_to_string(&log).unwrap_or_default();
            if text.matches("Server is ready").count() > self.starts {
                self.child = Some(child);
                self.starts += 1;
                return true;
            }
            if child.try_wait().expect("it can be asked").is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        let _ = child.wait();
        false
    }

    /// Ends it as a power cut would.
    pub(super) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("it can be killed");
            child.wait().expect("it was killed");
        }
    }

    pub(super) fn url(&self) -> String {
        format!("nats://{}:{}", self.host, self.port)
    }

    /// Sends lines of the protocol, as any other program could.
    pub(super) fn send(&self, lines: &str) {
        let mut stream = TcpStream::connect((self.host.as_str(), self.port)).expect("it listens");
        write!(stream, "CONNECT {{\"verbose\":false}}\r\n{lines}PING\r\n").expect("it reads");
        let begun = Instant::now();
        let mut read = Vec::new();
        stream.set_read_timeout(Some(Duration::from_millis(100))).expect("it can be set");
        while begun.elapsed() < PATIENCE && !String::from_utf8_lossy(&read).contains("PONG") {
            let mut part = [0; 4096];
            let count = std::io::Read::read(&mut stream, &mut part).unwrap_or(0);
            read.extend(&part[..count]);
        }
    }

    pub(super) fn worker(&self, options: &[&str]) -> Worker {
        Worker::start(&[], &self.url(), options)
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A worker with a cache of its own, as on another machine.
pub(super) struct Worker {
    folder: TempDir,
    child: Child,
}

impl Worker {
    pub(super) fn start(within: &[String], url: &str, options: &[&str]) -> Worker {
        let folder = TempDir::new().expect("there is room");
        let binary = env!("CARGO_BIN_EXE_tracehound").to_owned();
        let words = [within, &[binary]].concat();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(["worker", "-v", "--queue", url, "-j", "1"]).args(options);
        command.current_dir(folder.path()).env("TRACEHOUND_CACHE", folder.path().join("cache"));
        let log = File::create(folder.path().join("log")).expect("there is room");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let child = command.spawn().expect("the binary can be started");
        Worker { folder, child }
    }

    /// What it has said.
    pub(super) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    pub(super) fn wait_for(&self, text: &str) {
        let begun = Instant::now();
        while !self.log().contains(text) {
            assert!(begun.elapsed() < PATIENCE, "no `{text}` in {}", self.log());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends it a signal by name.
    pub(super) fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        kill.arg(format!("-{name}")).arg(self.child.id().to_string());
        assert!(kill.status().expect("there is kill").success());
    }

    /// Waits for its end.
    pub(super) fn ended(&mut self) -> Option<i32> {
        self.child.wait().expect("it can be waited for").code()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A project with targets that take a while, the first of which fails.
pub(super) fn project(targets: usize, rounds: usize) -> Programs {
    let programs = Programs::new();
    for number in 0..targets {
        let bad = if number == 0 { rounds / 2 } else { rounds + 1 };
        let text = format!(
            "check slow_{number} {{ let i = 0; let n = 0; while i < {rounds} {{ if read bool \"b\" {{ n = n + 1; }} \
             i = i + 1; }} assert n != {bad}; }}"
        );
        programs.add(&format!("src/p{number}.toy"), text);
    }
    programs
}

/// A call that asks at a queue.
pub(super) fn asking(programs: &Programs, url: &str, options: &[&str]) -> Command {
    let mut call =
        command(&[&["check", "src", "--queue", url, "--timeout", "5m"], options].concat());
    call.current_dir(programs.path());
    call
}

pub(super) fn asked(programs: &Programs, url: &str, options: &[&str]) -> Done {
    run(&mut asking(programs, url, options))
}

/// The same question without a queue.
pub(super) fn alone(programs: &Programs, options: &[&str]) -> Done {
    let mut call = command(&[&["check", "src", "--timeout", "5m"], options].concat());
    run(call.current_dir(programs.path()))
}
