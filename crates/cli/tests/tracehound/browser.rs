//! Pages in a real browser: Chromium without a window, asked over its pipe for programs.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use testbed::Tool;

use crate::common::{Programs, tracehound};

/// A browser with one page.
struct Browser {
    process: Child,
    to: File,
    from: BufReader<File>,
    session: String,
    asked: u64,
    _folder: TempDir,
}

/// The size of the window of a phone, and of a large screen.
const PHONE: (u32, u32) = (390, 844);
const WIDE: (u32, u32) = (1600, 1000);

impl Browser {
    /// A browser that shows a file; none if there is no browser.
    fn open(page: &str, with_script: bool, (width, height): (u32, u32)) -> Option<Browser> {
        if !Tool::Chromium.is_there() {
            return None;
        }
        let folder = TempDir::new().expect("there is room for scratch files");
        let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
        let made =
            Command::new("mkfifo").args([&input, &output]).status().expect("mkfifo is there");
        assert!(made.success());
        let process = Command::new("sh")
            .args(["-c", "exec chromium \"$@\" 3<\"$IN\" 4>\"$OUT\"", "sh"])
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .args(["--disable-dev-shm-usage", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .envs([("IN", &input), ("OUT", &output)])
            .env("HOME", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell can be started");
        let to = File::options().write(true).open(&input).expect("the pipe is there");
        let from = BufReader::new(File::open(&output).expect("the pipe is there"));
        let session = String::new();
        let mut browser = Browser { process, to, from, session, asked: 0, _folder: folder };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.ask("Target.attachToTarget", attach)["sessionId"].clone();
        browser.session = session.as_str().expect("the page has a session").to_owned();
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        browser.ask("Emulation.setDeviceMetricsOverride", size);
        browser.ask("Emulation.setScriptExecutionDisabled", json!({ "value": !with_script }));
        browser.ask("Page.enable", json!({}));
        browser.ask("Page.navigate", json!({ "url": format!("file://{page}") }));
        browser.wait_for("Page.loadEventFired");
        Some(browser)
    }

    /// Sends a command and returns what it answers.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let mut command = json!({ "id": id, "method": method, "params": params });
        if !self.session.is_empty() {
            command["sessionId"] = json!(self.session);
        }
        write!(self.to, "{command}\0").expect("the browser listens");
        loop {
            let message = self.message();
            if message["id"] == json!(id) {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn wait_for(&mut self, event: &str) {
        while self.message()["method"] != event {}
    }

    fn message(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("the browser answers");
        bytes.pop();
        serde_json::from_slice(&bytes).expect("the browser is still there and answers in JSON")
    }

    /// The value of an expression on the page.
    fn eval(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true });
        let answer = self.ask("Runtime.evaluate", params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Clicks in the middle of an element, as a person does.
    fn click(&mut self, selector: &str) {
        let place = self.eval(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); \
             const r = e.getBoundingClientRect(); return [r.left + Math.min(20, r.width / 2), r.top + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", event);
        }
    }

    fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.ask("Input.dispatchKeyEvent", json!({ "type": kind, "key": key, "code": key }));
        }
    }

    /// The texts of what is lit.
    fn lit(&mut self, selector: &str) -> Vec<String> {
        let texts = self.eval(&format!(
            "[...document.querySelectorAll({selector:?})].filter(e => e.classList.contains('lit')).map(e => e.textContent.trim())"
        ));
        let texts = texts.as_array().expect("a list").iter();
        texts.map(|text| text.as_str().expect("text").to_owned()).collect()
    }

    /// Whether the page is wider than its window, so that it has to be moved sideways.
    fn scrolls_sideways(&mut self) -> bool {
        self.eval("document.documentElement.scrollWidth > window.innerWidth + 1") == json!(true)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The page of a program that opens a file twice.
fn page_of_files(folder: &Programs) -> String {
    let page = format!("{}/page.html", folder.path());
    let html = format!("html={page}");
    let spec = ["--spec", "examples/toy/files.trace", "--report", &html];
    let done = tracehound(&[&["check", "examples/toy/files.toy"], &spec[..]].concat());
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    page
}

#[test]
fn a_click_lights_the_line_the_column_and_the_state() {
    let folder = Programs::new();
    let page = page_of_files(&folder);
    let Some(mut browser) = Browser::open(&page, true, WIDE) else { return };
    // The page opens at the event that breaks the property.
    let fatal = browser.eval("document.querySelector('article').dataset.fatal");
    assert_eq!(browser.eval("document.querySelector('article').dataset.now"), fatal);
    browser.click("#f1-e1 .t");
    let lit = browser.lit("#f1 .events li");
    assert!(lit.len() == 1 && lit[0].starts_with('1'), "{lit:?}");
    assert_eq!(browser.lit("#f1 .listing tr").len(), 1);
    assert_eq!(browser.lit("#f1 .why th"), ["1"]);
    let state = browser.lit("#f1 .automaton .node");
    assert_eq!(state.len(), 1, "{state:?}");
    // A line leads to its event, and keys go on from there.
    browser.press("ArrowRight");
    assert_eq!(browser.lit("#f1 .why th"), ["2"]);
    browser.press("End");
    let later = browser.lit("#f1 .automaton .node");
    assert!(later.len() == 1 && later != state, "{later:?} after {state:?}");
    assert!(!browser.scrolls_sideways());
}

#[test]
fn a_page_can_be_read_on_a_phone_without_its_script() {
    let folder = Programs::new();
    let page = page_of_files(&folder);
    // The content is there without the script, which a browser would still have to run to tell so.
    let text = std::fs::read_to_string(&page).expect("it was written");
    let body = text.split("<script>").next().expect("it has a body");
    for needed in [
        "class=\"events\"",
        "class=\"why\"",
        "class=\"automaton\"",
        "class=\"tree\"",
        "class=\"listing\"",
    ] {
        assert!(body.contains(needed), "{needed}");
    }
    let Some(mut browser) = Browser::open(&page, false, PHONE) else { return };
    let shown = browser.ask("DOM.getDocument", json!({ "depth": 1 }));
    assert_eq!(shown["root"]["nodeName"], "#document");
    assert!(!browser.scrolls_sideways());
    let height = browser.eval("document.querySelector('.events').getBoundingClientRect().height");
    assert!(height.as_f64().is_some_and(|height| height > 40.0), "{height}");
    assert_eq!(browser.eval("document.querySelectorAll('.lit').length"), json!(0));
}

/// A program that performs many events before it breaks a property.
fn long_program(events: usize) -> String {
    let opens = format!(
        "    let n = 0;\n    while n < {events} {{ emit open(n); emit close(n); n = n + 1; }}\n"
    );
    format!("check long {{\n{opens}    emit read(0);\n}}\n")
}

#[test]
fn long_histories_keep_to_their_boxes() {
    let folder = Programs::new();
    let program = folder.add("long.toy", long_program(150));
    let page = format!("{}/long.html", folder.path());
    let html = format!("html={page}");
    let done =
        tracehound(&["check", &program, "--spec", "examples/toy/files.trace", "--report", &html]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let Some(mut browser) = Browser::open(&page, true, PHONE) else { return };
    let events = browser.eval("Number(document.querySelector('article').dataset.events)");
    assert!(events.as_u64().is_some_and(|events| events >= 300), "{events}");
    assert!(!browser.scrolls_sideways());
    browser.press("End");
    browser.press("ArrowLeft");
    assert_eq!(browser.lit("#f1 .why th"), ["300"]);
    assert_eq!(browser.lit("#f1 .events li").len(), 1);
}
