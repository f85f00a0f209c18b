//! What can go wrong beside a queue, one thing at a time and by random schedules.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::server::{NatsServer, PATIENCE, Worker, alone, asked, asking, project};
use crate::common::{Done, Programs, command, root, run};

/// The lease of workers in tests, short so that one that was lost is noticed soon.
const LEASE: [&str; 2] = ["--lease", "1s"];

/// The same random numbers for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }
}

fn status(server: &NatsServer) -> String {
    let done = run(&mut command(&["queue", "status", "--queue", &server.url()]));
    assert_eq!(done.code, 0, "{done:?}");
    done.stdout
}

/// A call that is under way, whose report is waited for on another thread.
fn begun(programs: &Programs, server: &NatsServer, options: &[&str]) -> thread::JoinHandle<Done> {
    let mut call = asking(programs, &server.url(), options);
    thread::spawn(move || run(&mut call))
}

#[test]
fn every_language_has_the_bytes_of_one_process() {
    let Some(server) = NatsServer::start(&[]) else { return };
    let programs = Programs::new();
    for (name, file) in [
        ("src/average.toy", "examples/toy/average.toy"),
        ("src/set.ml", "corpus/ml/set-insert/main.ml"),
        ("src/vending.goal", "examples/interp/vending.goal"),
        ("src/Transfer.java", "examples/java/Transfer.java"),
        ("imp.k", "examples/k/imp/imp.k"),
        ("sum.imp", "examples/k/imp/sum.imp"),
    ] {
        programs.add(name, std::fs::read(root().join(file)).expect("it is there"));
    }
    let _workers = [server.worker(&[]), server.worker(&[])];
    for options in [
        &["--format", "human"][..],
        &["--format", "json"],
        &["--format", "jsonl"],
        &["--format", "sarif", "--first"],
    ] {
        let (there, here) = (asked(&programs, &server.url(), options), alone(&programs, options));
        assert_eq!((&there.stdout, there.code), (&here.stdout, here.code), "{}", there.stderr);
        assert_eq!(here.code, 1, "{here:?}");
    }
    let k = ["check", "sum.imp", "--def", "imp.k", "--in", "n:Int", "--max-depth", "40"];
    let here = run(command(&k).current_dir(programs.path()));
    let there =
        run(command(&[&k[..], &["--queue", &server.url()]].concat()).current_dir(programs.path()));
    assert_eq!((&there.stdout, there.code), (&here.stdout, here.code), "{}", there.stderr);
}

#[test]
fn a_worker_that_was_killed_loses_nothing() {
    let Some(server) = NatsServer::start(&[]) else { return };
    let programs = project(4, 9);
    let mut workers: Vec<Worker> = (0..3).map(|_| server.worker(&LEASE)).collect();
    let call = begun(&programs, &server, &[]);
    let begun = Instant::now();
    while !status(&server).contains("1 target,") && begun.elapsed() < Duration::from_secs(2) {
        thread::sleep(Duration::from_millis(20));
    }
    workers.remove(0);
    let done = call.join().expect("it was waited for");
    let here = alone(&programs, &[]);
    assert_eq!((done.stdout, done.code), (here.stdout, here.code), "{}", done.stderr);
    let left = status(&server);
    assert!(!left.contains("asks"), "nothing is left of a question that was answered: {left}");
}

#[test]
fn jobs_of_a_client_that_was_interrupted_are_gone() {
    let Some(server) = NatsServer::start(&[]) else { return };
    let programs = project(3, 40);
    let worker = server.worker(&LEASE);
    let mut call = asking(&programs, &server.url(), &["--format", "short"]);
    call.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = call.spawn().expect("the binary can be started");
    let begun = Instant::now();
    while !status(&server).contains("1 at work") {
        assert!(begun.elapsed() < PATIENCE, "{} {}", status(&server), worker.log());
    }
    let mut kill = Command::new("kill");
    kill.arg("-INT").arg(child.id().to_string());
    assert!(kill.status().expect("there is kill").success());
    let done = child.wait_with_output().expect("it ends");
    let stdout = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status.code(), Some(130), "{stdout}");
    assert!(stdout.matches("ENG007").count() >= 2, "{stdout}");
    assert!(stdout.contains("the call was interrupted"), "{stdout}");
    let begun = Instant::now();
    while status(&server).contains("asks") || status(&server).contains("is at 1 target,") {
        assert!(begun.elapsed() < PATIENCE, "{} {}", status(&server), worker.log());
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_worker_that_is_ended_gives_its_job_back() {
    let Some(server) = NatsServer::start(&[]) else { return };
    let programs = project(2, 9);
    // A lease that lasts longer than the test: only what is given back is there for the other one.
    let mut first = server.worker(&["--lease", "10m"]);
    let call = begun(&programs, &server, &[]);
    let begun = Instant::now();
    while !status(&server).contains("is at 1 target,") && begun.elapsed() < Duration::from_secs(2) {
        thread::sleep(Duration::from_millis(10));
    }
    first.signal("INT");
    assert_eq!(first.ended(), Some(0), "{}", first.log());
    let _second = server.worker(&["--lease", "10m"]);
    let (done, here) = (call.join().expect("it was waited for"), alone(&programs, &[]));
    assert_eq!((done.stdout, done.code), (here.stdout, here.code), "{}", done.stderr);
}

#[test]
fn without_a_worker_it_is_said_what_is_missing() {
    let Some(server) = NatsServer::start(&[]) else { return };
    let programs = project(2, 3);
    // Another version, as its presence looks.
    let other =
        r#"{"name":"far:7","tool":"tracehound 0.0.1","at":[],"answered":0,"busy_millis":0}"#;
    // The bucket is made by the first who comes.
    status(&server);
    server.send(&format!("PUB $KV.tracehound_workers.far_7 {}\r\n{other}\r\n", other.len()));
    let mut call = command(&[
        "check",
        "src",
        "--queue",
        &server.url(),
        "--timeout",
        "7s",
        "--format",
        "short",
    ]);
    let done = run(call.current_dir(programs.path()));
    assert_eq!(done.code, 3, "{done:?}");
    assert_eq!(done.stdout.matches("ENG007").count(), 2, "{done:?}");
    assert!(done.stdout.contains("no worker is there"), "{done:?}");
    assert!(done.stderr.contains("far:7 is of tracehound 0.0.1"), "{done:?}");
}

#[test]
fn what_is_no_job_of_ours_does_no_harm() {
    let Some(server) = NatsServer::start(&[]) else { return };
    let programs = project(2, 3);
    let worker = server.worker(&LEASE);
    worker.wait_for("waiting for jobs");
    let version = concat!("tracehound_", env!("CARGO_PKG_VERSION")).replace('.', "_");
    let other = r#"{"tool":"tracehound 9.9.9","run":"r","number":1,"bundle":"b","question":"q"}"#;
    for (name, text) in [("x.1", "{"), ("y.2", other)] {
        let subject = format!("tracehound.job.{version}.{name}");
        server.send(&format!("PUB {subject} {}\r\n{text}\r\n", text.len()));
    }
    worker.wait_for("the job is one of tracehound 9.9.9");
    let (done, here) = (asked(&programs, &server.url(), &[]), alone(&programs, &[]));
    assert_eq!((done.stdout, done.code), (here.stdout, here.code), "{}", done.stderr);
}

#[test]
fn what_writes_on_workers_is_for_those_that_allow_it() {
    let Some(server) = NatsServer::start(&[]) else { return };
    let programs = project(1, 3);
    let worker = server.worker(&LEASE);
    let options = ["--dump-smt", "queries", "--format", "short"];
    let done = asked(&programs, &server.url(), &options);
    assert_eq!(done.code, 3, "{done:?}");
    assert!(done.stdout.contains("--allow-native"), "{done:?}");
    drop(worker);
    let _worker = server.worker(&["--allow-native"]);
    assert_eq!(asked(&programs, &server.url(), &options).code, 1);
}

#[test]
fn users_and_certificates_are_those_of_nats() {
    if !testbed::Tool::OpenSsl.is_there() {
        return;
    }
    let folder = tempfile::TempDir::new().expect("there is room");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let mut make = Command::new("openssl");
    make.args([
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]);
    make.args(["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]);
    make.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    make.args(["-keyout", &path("key"), "-out", &path("cert")]);
    assert!(make.output().expect("it is installed").status.success());
    let (cert, key) = (path("cert"), path("key"));
    let Some(server) = NatsServer::start(&[
        "--user",
        "ada",
        "--pass",
        "hidden",
        "--tls",
        "--tlscert",
        &cert,
        "--tlskey",
        &key,
    ]) else {
        return;
    };
    let programs = project(1, 3);
    let url = server.url().replace("nats://", "nats://ada:hidden@");
    let _worker = Worker::start(&[], &url, &["--queue-ca", &cert]);
    let done = asked(&programs, &url, &["--queue-ca", &cert]);
    let here = alone(&programs, &[]);
    assert_eq!((done.stdout, done.code), (here.stdout, here.code), "{}", done.stderr);
    for (url, options) in [
        (url.as_str(), &[][..]),
        (&server.url(), &["--queue-ca", &cert]),
        (&url.replace("hidden", "h1dden"), &["--queue-ca", &cert]),
        (&url, &["--queue-ca", &key]),
        (&url, &["--queue-ca", &cert, "--queue-creds", &cert]),
    ] {
        let done = asked(&programs, url, options);
        assert_eq!(done.code, 2, "{url} {options:?} {done:?}");
        assert!(!done.stderr.contains("hidden") && !done.stderr.contains("h1dden"), "{done:?}");
        assert!(done.stderr.contains("queue") || done.stderr.contains("credentials"), "{done:?}");
    }
}

#[test]
fn a_server_that_is_none_is_named() {
    let programs = project(1, 3);
    let done = asked(&programs, "nats://127.0.0.1:1", &[]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("cannot reach the queue at `nats://127.0.0.1:1`"), "{done:?}");
    let done = run(command(&["worker"]).env_remove("NATS_URL"));
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("NATS_URL"), "{done:?}");
}

/// Kills, pauses and restarts what there is, at random moments, while two clients ask.
fn schedule(seed: u64) {
    let Some(mut server) = NatsServer::start(&[]) else { return };
    let mut dice = Dice(seed);
    dice.below(1);
    let programs = [project(5, 8), project(3, 9)];
    let mut workers: Vec<Worker> = (0..3).map(|_| server.worker(&LEASE)).collect();
    let calls: Vec<_> =
        programs.iter().map(|one| begun(one, &server, &["--format", "json"])).collect();
    let mut done = Vec::new();
    workers.iter().for_each(|worker| worker.wait_for("waiting for jobs"));
    for _ in 0..3 {
        thread::sleep(Duration::from_millis(dice.below(700)));
        match dice.below(3) {
            0 => {
                let at = dice.below(workers.len() as u64) as usize;
                workers.remove(at);
                workers.push(server.worker(&LEASE));
                done.push("kill");
            }
            1 => {
                server.kill();
                thread::sleep(Duration::from_millis(dice.below(800)));
                assert!(server.begin(), "{seed}: the server does not come back");
                done.push("restart");
            }
            _ => {
                let at = dice.below(workers.len() as u64) as usize;
                workers[at].signal("STOP");
                thread::sleep(Duration::from_millis(500 + dice.below(1200)));
                workers[at].signal("CONT");
                done.push("pause");
            }
        }
    }
    for (call, one) in calls.into_iter().zip(&programs) {
        let (there, here) = (call.join().expect("it ends"), alone(one, &["--format", "json"]));
        let logs: Vec<String> = workers.iter().map(Worker::log).collect();
        let said = format!("seed {seed}, {done:?}: {} {logs:?}", there.stderr);
        assert_eq!((there.stdout, there.code), (here.stdout, here.code), "{said}");
    }
}

#[test]
fn random_faults_change_nothing() {
    let seed = std::env::var("TRACEHOUND_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
    let first = seed.unwrap_or(1u64).wrapping_mul(1000);
    for number in 0..testbed::amount(5, 200) {
        let begun = Instant::now();
        schedule(first + number);
        eprintln!("schedule {} took {:.1?}", first + number, begun.elapsed());
    }
}

/// Two networks of our own with a cable between them; none where that is not permitted.
#[cfg(target_os = "linux")]
struct Networks {
    names: [String; 2],
}

#[cfg(target_os = "linux")]
impl Networks {
    fn made() -> Option<Networks> {
        let process = std::process::id();
        let networks = Networks { names: [format!("th-a-{process}"), format!("th-b-{process}")] };
        let [one, other] = &networks.names;
        let lines = [
            format!("netns add {one}"),
            format!("netns add {other}"),
            format!("-n {one} link add cable type veth peer name cable netns {other}"),
            format!("-n {one} addr add 10.213.7.1/30 dev cable"),
            format!("-n {other} addr add 10.213.7.2/30 dev cable"),
            format!("-n {one} link set cable up"),
            format!("-n {other} link set cable up"),
            format!("-n {one} link set lo up"),
        ];
        if lines.iter().all(|line| ip(line)) {
            return Some(networks);
        }
        eprintln!("skipped: networks of their own are not permitted here");
        None
    }

    /// What starts a program in one of them.
    fn within(&self, at: usize) -> Vec<String> {
        ["ip", "netns", "exec", &self.names[at]].map(str::to_owned).to_vec()
    }

    fn cable(&self, state: &str) {
        assert!(ip(&format!("-n {} link set cable {state}", self.names[0])));
    }
}

#[cfg(target_os = "linux")]
impl Drop for Networks {
    fn drop(&mut self) {
        for name in &self.names {
            ip(&format!("netns del {name}"));
        }
    }
}

#[cfg(target_os = "linux")]
fn ip(line: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(line.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[test]
#[cfg(target_os = "linux")]
fn a_worker_that_is_cut_off_comes_back() {
    let Some(networks) = Networks::made() else { return };
    let near = networks.within(0);
    let Some(server) = NatsServer::start_within(&near, "10.213.7.1", &[]) else { return };
    let url = server.url();
    let programs = project(4, 9);
    let ask = || {
        let binary = env!("CARGO_BIN_EXE_tracehound");
        let mut call = Command::new(&near[0]);
        call.args(&near[1..]).args([binary, "check", "src", "--queue", &url, "--timeout", "5m"]);
        call.current_dir(programs.path()).stdin(Stdio::null());
        call.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        run(&mut call)
    };
    let here = alone(&programs, &[]);
    let far = Worker::start(&networks.within(1), &url, &LEASE);
    far.wait_for("waiting for jobs");
    let done = thread::scope(|scope| {
        let call = scope.spawn(ask);
        // It has one of the jobs, or the next one.
        thread::sleep(Duration::from_millis(300));
        networks.cable("down");
        let begun = Instant::now();
        let close = Worker::start(&near, &url, &LEASE);
        let done = call.join().expect("it ends");
        drop(close);
        let cut = testbed::amount(Duration::from_secs(3), Duration::from_secs(60));
        thread::sleep(cut.saturating_sub(begun.elapsed()));
        networks.cable("up");
        done
    });
    assert_eq!((&done.stdout, done.code), (&here.stdout, here.code), "{}", done.stderr);
    // It alone is there now.
    let done = ask();
    assert_eq!((done.stdout, done.code), (here.stdout, here.code), "{} {}", done.stderr, far.log());
}
