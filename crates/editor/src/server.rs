//! The language server: one thread with all state, which hears of the editor and of looks that are over.
//!
//! A look is made by a thread that waits for children. An edit stops it, and whatever still comes of it is
//! dropped by its number. Nothing that the editor sends ends the server but `exit`, the end of the
//! stream, or the end of the editor.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use host::{project, read};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionParams, CodeLensParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    ExecuteCommandParams, HoverParams, InitializeParams, PublishDiagnosticsParams, Uri,
    WorkDoneProgressCancelParams,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::call::{Stop, Tool, Unanswered};
use crate::document::{Document, Due, Running};
use crate::look::{Depth, Look, News, Subject};
use crate::rpc::{Framing, Incoming, error, value_of};
use crate::settings::{Settings, When};
use crate::show::{CHECK, COMMANDS, EXPLAIN, Shown, WRITE_TEST, status};
use crate::text::changed;
use crate::uri::path_of;

/// How long no key is pressed before a changed text is read.
const PAUSE: Duration = Duration::from_millis(300);
/// A check that takes longer is not made while the user types.
const CHEAP: Duration = Duration::from_secs(1);
/// How often we look whether the editor is still there.
const LOOK: Duration = Duration::from_secs(2);
/// More looks are not made at once.
const MOST_LOOKS: usize = 2;

/// Serves an editor on standard input and output until it leaves. Whether it said goodbye.
///
/// # Errors
///
/// If standard output cannot be written to.
pub fn lsp(binary: &Path) -> io::Result<bool> {
    let (events, heard) = channel();
    let from_editor = events.clone();
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        loop {
            let incoming = Framing::Header.read(&mut stdin);
            let is_over = matches!(incoming, Incoming::Closed);
            if from_editor.send(Event::Editor(incoming)).is_err() || is_over {
                return;
            }
        }
    });
    let mut server = Server::new(binary, events);
    let served = server.serve(&heard);
    server.stop_all(&heard);
    served.map(|()| server.phase == Phase::ShutDown)
}

/// What the server hears of.
enum Event {
    Editor(Incoming),
    /// News of the look with this number at the document of this URI.
    Look(String, u64, News),
    /// The end of a call that a request waits for.
    Called(RequestId, Result<String, Unanswered>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Started,
    Serving,
    ShutDown,
}

struct Server {
    binary: PathBuf,
    events: Sender<Event>,
    phase: Phase,
    settings: Settings,
    /// What the editor can do.
    shows_progress: bool,
    refreshes_lenses: bool,
    /// The process that we serve.
    editor: Option<u32>,
    documents: BTreeMap<String, Document>,
    /// Calls that requests wait for.
    calls: Vec<(RequestId, Stop)>,
    looks: u64,
    /// How many threads have not said yet that they are over.
    threads: usize,
    requests: i32,
    messages: Vec<Value>,
}

/// Why a request is refused.
type Refusal = (ErrorCode, String);

impl Server {
    fn new(binary: &Path, events: Sender<Event>) -> Server {
        Server {
            binary: binary.to_owned(),
            events,
            phase: Phase::Started,
            settings: Settings::default(),
            shows_progress: false,
            refreshes_lenses: false,
            editor: None,
            documents: BTreeMap::new(),
            calls: Vec::new(),
            looks: 0,
            threads: 0,
            requests: 0,
            messages: Vec::new(),
        }
    }

    fn serve(&mut self, heard: &Receiver<Event>) -> io::Result<()> {
        let mut stdout = io::stdout();
        loop {
            self.start_looks();
            for message in std::mem::take(&mut self.messages) {
                Framing::Header.write(&mut stdout, &message)?;
            }
            match heard.recv_timeout(self.patience()) {
                Ok(Event::Editor(Incoming::Closed)) | Err(RecvTimeoutError::Disconnected) => {
                    return Ok(());
                }
                Ok(Event::Editor(Incoming::Malformed(answer))) => self.messages.push(answer),
                Ok(Event::Editor(Incoming::Message(message))) => {
                    if is_exit(&message) {
                        return Ok(());
                    }
                    self.hear(message);
                }
                Ok(Event::Look(uri, number, news)) => self.learn(&uri, number, news),
                Ok(Event::Called(id, said)) => self.answer_call(id, said),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.editor.is_some_and(|process| !is_alive(process)) {
                return Ok(());
            }
        }
    }

    /// Stops every child and waits until it is gone.
    fn stop_all(&mut self, heard: &Receiver<Event>) {
        self.documents.values().filter_map(|one| one.running.as_ref()).for_each(|r| r.stop.raise());
        self.calls.iter().for_each(|(_, stop)| stop.raise());
        while self.threads > 0 {
            match heard.recv_timeout(LOOK) {
                Ok(Event::Look(_, _, News::Over(_)) | Event::Called(..)) => self.threads -= 1,
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    /// How long to wait for the next event.
    fn patience(&self) -> Duration {
        let now = Instant::now();
        let due = self.documents.values().filter(|one| one.running.is_none());
        let due = due.filter_map(|one| one.due.as_ref()).map(|due| due.at);
        let next = due.map(|at| at.saturating_duration_since(now)).min();
        // A look that is due and has to wait for others is started when one of them is over.
        next.filter(|_| self.running() < MOST_LOOKS).unwrap_or(LOOK).min(LOOK)
    }

    fn running(&self) -> usize {
        self.documents.values().filter(|one| one.running.is_some()).count()
    }

    // Messages of the editor.

    fn hear(&mut self, message: Message) {
        match message {
            Message::Request(request) => self.hear_request(request),
            Message::Notification(notification) if self.phase == Phase::Serving => {
                let method = notification.method.clone();
                if let Err(why) = self.hear_notification(notification) {
                    self.log(&format!("{method}: {why}"));
                }
            }
            // Before the start there is nothing to notify of. Responses say nothing that we act on.
            Message::Notification(_) | Message::Response(_) => {}
        }
    }

    fn hear_request(&mut self, request: Request) {
        let id = request.id.clone();
        let answer = match (self.phase, request.method.as_str()) {
            (Phase::Started, "initialize") => self.initialize(request.params).map(Some),
            (Phase::Started, _) => {
                Err((ErrorCode::ServerNotInitialized, "`initialize` comes first".to_owned()))
            }
            (Phase::ShutDown, _) => {
                Err((ErrorCode::InvalidRequest, "the server was shut down".to_owned()))
            }
            (Phase::Serving, "initialize") => {
                Err((ErrorCode::InvalidRequest, "the server is initialized".to_owned()))
            }
            (Phase::Serving, _) => self.answer(request),
        };
        match answer {
            Ok(Some(value)) => self.send(Message::Response(Response::new_ok(id, value))),
            // The answer comes later.
            Ok(None) => {}
            Err((code, message)) => self.send(error(id, code, message)),
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = parsed(params)?;
        self.settings = Settings::new(params.initialization_options.as_ref());
        self.editor = params.process_id;
        let window = params.capabilities.window.unwrap_or_default();
        self.shows_progress = window.work_done_progress.unwrap_or(false);
        let workspace = params.capabilities.workspace.unwrap_or_default();
        let lenses = workspace.code_lens.and_then(|lens| lens.refresh_support);
        self.refreshes_lenses = lenses.unwrap_or(false);
        self.phase = Phase::Serving;
        Ok(json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": { "openClose": true, "change": 2, "save": true },
                "codeLensProvider": { "resolveProvider": false },
                "hoverProvider": true,
                "codeActionProvider": { "codeActionKinds": ["quickfix"] },
                "executeCommandProvider": { "commands": COMMANDS },
            },
            "serverInfo": { "name": "tracehound", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    /// The answer to a request; none if it comes later.
    fn answer(&mut self, request: Request) -> Result<Option<Value>, Refusal> {
        let Request { id, method, params } = request;
        Ok(Some(match method.as_str() {
            "shutdown" => {
                self.phase = Phase::ShutDown;
                self.documents.values_mut().for_each(Document::touch);
                Value::Null
            }
            "textDocument/codeLens" => {
                let params: CodeLensParams = parsed(params)?;
                self.shown(&params.text_document.uri, |shown| shown.lenses())
            }
            "textDocument/hover" => {
                let at = parsed::<HoverParams>(params)?.text_document_position_params;
                self.shown(&at.text_document.uri, |shown| shown.hover(at.position))
            }
            "textDocument/codeAction" => {
                let params: CodeActionParams = parsed(params)?;
                self.shown(&params.text_document.uri, |shown| shown.actions(params.range))
            }
            "workspace/executeCommand" => {
                let params: ExecuteCommandParams = parsed(params)?;
                return self.execute(id, &params);
            }
            _ => {
                let message = format!("there is no method `{method}`");
                return Err((ErrorCode::MethodNotFound, message));
            }
        }))
    }

    /// What is shown of a document; nothing of one that is not open.
    fn shown<T: Serialize>(&self, uri: &Uri, show: impl FnOnce(&Shown<'_>) -> T) -> Value {
        let Some(document) = self.documents.get(uri.as_str()) else { return Value::Null };
        let texts = |path: &Path| self.text_of(path);
        json!(show(&Shown { document, texts: &texts }))
    }

    /// The text of a file as the editor has it, or else as it is saved.
    fn text_of(&self, path: &Path) -> Option<String> {
        let open = self.documents.values().find(|document| document.file == path);
        open.map(|document| document.text.clone()).or_else(|| read::text(path).ok())
    }

    fn execute(
        &mut self,
        id: RequestId,
        params: &ExecuteCommandParams,
    ) -> Result<Option<Value>, Refusal> {
        let invalid = |message: &str| (ErrorCode::InvalidParams, message.to_owned());
        let argument = |at: usize| params.arguments.get(at).and_then(Value::as_str);
        let uri =
            argument(0).ok_or_else(|| invalid("the first argument is the URI of a document"))?;
        let document = self.documents.get_mut(uri);
        let document = document.ok_or_else(|| invalid("the document is not open"))?;
        match (params.command.as_str(), argument(1)) {
            (CHECK, title) => {
                // A check of everything is not forgotten for a check of one target.
                let is_all = document.running.as_ref().is_some_and(|running| {
                    running.depth == Depth::Check(None) && !running.stop.is_raised()
                });
                if !is_all {
                    document.running.iter().for_each(|running| running.stop.raise());
                    let depth = Depth::Check(title.map(str::to_owned));
                    document.due = Some(Due { at: Instant::now(), depth });
                }
                Ok(Some(Value::Null))
            }
            (WRITE_TEST, Some(finding)) => {
                let is_saved = read::text(&document.file).ok().is_some_and(|saved| {
                    saved == document.text || saved == document.text.replace("\r\n", "\n")
                });
                let is_current = document.finding(finding).is_some_and(|(current, _)| current);
                if !is_current || !is_saved {
                    let message =
                        "save the file and check it first: tests are written of what is saved";
                    return Err((ErrorCode::RequestFailed, message.to_owned()));
                }
                let args = ["test", finding, "--write"].map(str::to_owned);
                self.call(id, uri, args.to_vec());
                Ok(None)
            }
            (EXPLAIN, Some(code)) => {
                let args = ["explain", code].map(str::to_owned);
                self.call(id, uri, args.to_vec());
                Ok(None)
            }
            (WRITE_TEST | EXPLAIN, None) => {
                Err(invalid("the second argument is the id of a finding"))
            }
            (command, _) => Err(invalid(&format!("there is no command `{command}`"))),
        }
    }

    /// Calls the tool for a request.
    fn call(&mut self, id: RequestId, uri: &str, args: Vec<String>) {
        let Some(document) = self.documents.get(uri) else { return };
        let tool = Tool::in_folder(&self.binary, &project::root_of(&document.file));
        let (stop, events) = (Stop::default(), self.events.clone());
        self.calls.push((id.clone(), stop.clone()));
        self.threads += 1;
        thread::spawn(move || {
            let said = tool.call(&args, &stop).and_then(|said| match said.exit {
                Some(0) => Ok(said.stdout),
                _ => Err(said.failure()),
            });
            let _ = events.send(Event::Called(id, said));
        });
    }

    fn answer_call(&mut self, id: RequestId, said: Result<String, Unanswered>) {
        self.threads -= 1;
        self.calls.retain(|(known, _)| *known != id);
        match said {
            Ok(text) => {
                let first: Vec<&str> = text.lines().take(3).collect();
                self.show_message(3, &first.join("\n"));
                self.send(Message::Response(Response::new_ok(id, text)));
            }
            Err(Unanswered::Stopped) => {
                self.send(error(id, ErrorCode::RequestCanceled, "it was cancelled"));
            }
            Err(Unanswered::Failed(why)) => {
                self.show_message(1, &why);
                self.send(error(id, ErrorCode::RequestFailed, why));
            }
        }
    }

    fn hear_notification(&mut self, notification: Notification) -> Result<(), String> {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => self.open(read_params(params)?),
            "textDocument/didChange" => self.change(read_params(params)?),
            "textDocument/didSave" => self.save(&read_params(params)?),
            "textDocument/didClose" => self.close(&read_params(params)?),
            "workspace/didChangeWatchedFiles" => self.files_changed(&read_params(params)?),
            "workspace/didChangeConfiguration" => {
                self.settings = Settings::new(
                    params.get("settings").map(|all| all.get("tracehound").unwrap_or(all)),
                );
            }
            "window/workDoneProgress/cancel" => {
                let params: WorkDoneProgressCancelParams = read_params(params)?;
                let lsp_types::NumberOrString::String(token) = params.token else { return Ok(()) };
                let all = self.documents.values().filter_map(|one| one.running.as_ref());
                let own = all.filter(|running| running.token.as_ref() == Some(&token));
                own.for_each(|running| running.stop.raise());
            }
            "$/cancelRequest" => {
                let id: RequestId = read_params(params.get("id").cloned().unwrap_or_default())?;
                let own = self.calls.iter().filter(|(known, _)| *known == id);
                own.for_each(|(_, stop)| stop.raise());
            }
            // The others ask for nothing that we have.
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        let Some(file) = path_of(&opened.uri) else { return };
        // Reports name files without links, as the root of the project does.
        let file = file.canonicalize().unwrap_or(file);
        let Some(subject) = Subject::of_file(&file, &self.settings.definitions) else { return };
        let key = opened.uri.as_str().to_owned();
        self.forget(&key);
        let mut document = Document::new(opened.uri, file, subject, opened.text, opened.version);
        let depth = self.usual_depth();
        document.due = Some(Due { at: Instant::now(), depth });
        self.documents.insert(key, document);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let key = params.text_document.uri.as_str().to_owned();
        let Some(document) = self.documents.get_mut(&key) else { return };
        let text = std::mem::take(&mut document.text);
        document.text = changed(text, params.content_changes);
        document.version = params.text_document.version;
        for one in self.group_of(&key) {
            self.touch(&one);
        }
        let when = self.settings.when;
        let Some(document) = self.documents.get_mut(&key) else { return };
        let is_cheap = document.last_check.is_some_and(|time| time <= CHEAP);
        let depth = match when {
            When::Auto if is_cheap => Depth::Check(None),
            When::Auto | When::Save | When::Manual => Depth::List,
        };
        document.due = Some(Due { at: Instant::now() + PAUSE, depth });
    }

    fn save(&mut self, params: &DidSaveTextDocumentParams) {
        let key = params.text_document.uri.as_str();
        let depth = self.usual_depth();
        for one in self.group_of(key) {
            self.touch(&one);
            if let Some(document) = self.documents.get_mut(&one) {
                // The document itself comes first.
                let wait = if one == key { Duration::ZERO } else { PAUSE };
                document.due = Some(Due { at: Instant::now() + wait, depth: depth.clone() });
            }
        }
    }

    fn close(&mut self, params: &DidCloseTextDocumentParams) {
        let key = params.text_document.uri.as_str().to_owned();
        let group = self.group_of(&key);
        self.forget(&key);
        // A text that was not saved is what it was on disk, also for what depends on it.
        for other in group.iter().filter(|other| **other != key) {
            self.touch_and_check(other);
        }
    }

    /// Files that are not open have changed: what depends on them is checked again.
    fn files_changed(&mut self, params: &DidChangeWatchedFilesParams) {
        let changed = params.changes.iter().filter_map(|change| path_of(&change.uri));
        let changed: Vec<PathBuf> =
            changed.map(|file| file.canonicalize().unwrap_or(file)).collect();
        let is_open = |file: &&PathBuf| self.documents.values().any(|one| one.file == **file);
        let roots: Vec<PathBuf> = changed
            .iter()
            .filter(|file| !is_open(file))
            .map(|file| project::root_of(file))
            .collect();
        let depends = |document: &&Document| {
            document.subject.has_imports() && roots.contains(&project::root_of(&document.file))
        };
        let keys = self.documents.iter().filter(|(_, document)| depends(document));
        let keys: Vec<String> = keys.map(|(key, _)| key.clone()).collect();
        for key in keys {
            self.touch_and_check(&key);
        }
    }

    /// What a document depends on is not what it was: it is checked again.
    fn touch_and_check(&mut self, key: &str) {
        self.touch(key);
        let depth = self.usual_depth();
        if let Some(document) = self.documents.get_mut(key) {
            document.due = Some(Due { at: Instant::now() + PAUSE, depth });
        }
    }

    /// How far a look goes that the user has not asked for.
    fn usual_depth(&self) -> Depth {
        match self.settings.when {
            When::Auto | When::Save => Depth::Check(None),
            When::Manual => Depth::List,
        }
    }

    /// Forgets a document, and what the editor shows of it.
    fn forget(&mut self, key: &str) {
        if let Some(document) = self.documents.remove(key) {
            document.running.iter().for_each(|running| running.stop.raise());
            self.end_progress(document.running.and_then(|running| running.token));
            if document.has_diagnostics {
                self.publish_nothing(document.uri, None);
            }
        }
    }

    /// The documents whose answers may depend on the text of one.
    fn group_of(&self, key: &str) -> Vec<String> {
        let Some(document) = self.documents.get(key) else { return Vec::new() };
        let root = project::root_of(&document.file);
        let is_in = |other: &Document| {
            other.subject == document.subject
                && document.subject.has_imports()
                && project::root_of(&other.file) == root
        };
        let all = self.documents.iter().filter(|(known, other)| *known == key || is_in(other));
        all.map(|(known, _)| known.clone()).collect()
    }

    /// What is shown of a document is not so any more.
    fn touch(&mut self, key: &str) {
        let Some(document) = self.documents.get_mut(key) else { return };
        document.touch();
        let (uri, version) = (document.uri.clone(), document.version);
        if std::mem::take(&mut document.has_diagnostics) {
            self.publish_nothing(uri, Some(version));
            self.refresh_lenses();
        }
        self.send_status(key);
    }

    // Looks.

    /// Starts what is due, as far as others leave room.
    fn start_looks(&mut self) {
        if self.phase != Phase::Serving {
            return;
        }
        let now = Instant::now();
        let is_due = |document: &Document| {
            document.running.is_none() && document.due.as_ref().is_some_and(|due| due.at <= now)
        };
        let due = self.documents.iter().filter(|(_, document)| is_due(document));
        let due: Vec<String> = due.map(|(key, _)| key.clone()).collect();
        for key in due {
            if self.running() < MOST_LOOKS {
                self.start_look(&key);
            }
        }
    }

    fn start_look(&mut self, key: &str) {
        let texts = self.unsaved();
        let Some(document) = self.documents.get_mut(key) else { return };
        let Some(Due { depth, .. }) = document.due.take() else { return };
        self.looks += 1;
        let (stop, number) = (Stop::default(), self.looks);
        let is_check = matches!(depth, Depth::Check(_)) && document.subject != Subject::Spec;
        let token = (self.shows_progress && is_check).then(|| format!("tracehound/{number}"));
        let name = document.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let look = Look {
            binary: self.binary.clone(),
            subject: document.subject.clone(),
            file: document.file.clone(),
            depth: depth.clone(),
            arguments: self.settings.arguments.clone(),
            texts,
            stop: stop.clone(),
        };
        let generation = document.generation;
        document.running = Some(Running { stop, depth, number, generation, token: token.clone() });
        if let Some(token) = token {
            self.begin_progress(&token, &name);
        }
        self.threads += 1;
        let (events, key) = (self.events.clone(), key.to_owned());
        let document = key.clone();
        thread::spawn(move || {
            look.look(&move |news| {
                let _ = events.send(Event::Look(key.clone(), number, news));
            });
        });
        self.send_status(&document);
    }

    /// The texts that are not saved.
    fn unsaved(&self) -> Vec<(PathBuf, String)> {
        let is_unsaved = |document: &&Document| {
            std::fs::read(&document.file).ok().as_deref() != Some(document.text.as_bytes())
        };
        let all = self.documents.values().filter(is_unsaved);
        all.map(|document| (document.file.clone(), document.text.clone())).collect()
    }

    /// Takes in news of a look, unless they are of a text that is not there any more.
    fn learn(&mut self, key: &str, number: u64, news: News) {
        let is_over = matches!(news, News::Over(_));
        self.threads -= usize::from(is_over);
        let Some(document) = self.documents.get_mut(key) else { return };
        let Some(running) = document.running.as_ref().filter(|one| one.number == number) else {
            return;
        };
        let is_stopped = running.stop.is_raised();
        let is_stale = running.generation != document.generation;
        if let (News::Progress(text), Some(token)) = (&news, running.token.clone()) {
            let value = json!({ "kind": "report", "message": text });
            return self.notify("$/progress", json!({ "token": token, "value": value }));
        }
        let token = running.token.clone();
        if is_over {
            document.running = None;
        }
        // A look that was stopped for another one has nothing to say, be that due already or not.
        let is_replaced = is_stale || is_stopped && document.due.is_some();
        let is_cancelled = matches!(&news, News::Over(Err(Unanswered::Stopped)));
        if !is_replaced && (!is_stopped || is_cancelled) {
            document.learn(news);
        }
        if is_over {
            self.end_progress(token);
        }
        self.publish(key);
    }

    // What the editor is told.

    /// Publishes what is known of the text as it is.
    fn publish(&mut self, key: &str) {
        let Some(document) = self.documents.get(key) else { return };
        let texts = |path: &Path| self.text_of(path);
        let diagnostics = Shown { document, texts: &texts }.diagnostics();
        let (uri, version, had) =
            (document.uri.clone(), document.version, document.has_diagnostics);
        let has = !diagnostics.is_empty();
        // An editor that shows nothing need not hear so again, but after a check it does: it may wait.
        if has || had || document.running.is_none() {
            let params = PublishDiagnosticsParams { uri, diagnostics, version: Some(version) };
            self.notify("textDocument/publishDiagnostics", json!(params));
        }
        if let Some(document) = self.documents.get_mut(key) {
            document.has_diagnostics = has;
        }
        self.refresh_lenses();
        self.send_status(key);
    }

    fn publish_nothing(&mut self, uri: Uri, version: Option<i32>) {
        let params = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version };
        self.notify("textDocument/publishDiagnostics", json!(params));
    }

    fn send_status(&mut self, key: &str) {
        if let Some(status) = self.documents.get(key).map(status) {
            self.notify("tracehound/status", status);
        }
    }

    fn refresh_lenses(&mut self) {
        if self.refreshes_lenses {
            self.request("workspace/codeLens/refresh", Value::Null);
        }
    }

    fn begin_progress(&mut self, token: &str, name: &str) {
        self.request("window/workDoneProgress/create", json!({ "token": token }));
        let title = format!("checking {name}");
        let value = json!({ "kind": "begin", "title": title, "cancellable": true });
        self.notify("$/progress", json!({ "token": token, "value": value }));
    }

    fn end_progress(&mut self, token: Option<String>) {
        if let Some(token) = token {
            let value = json!({ "kind": "end" });
            self.notify("$/progress", json!({ "token": token, "value": value }));
        }
    }

    fn show_message(&mut self, kind: u8, message: &str) {
        self.notify("window/showMessage", json!({ "type": kind, "message": message }));
    }

    fn log(&mut self, message: &str) {
        self.notify("window/logMessage", json!({ "type": 2, "message": message }));
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(Message::Notification(Notification { method: method.to_owned(), params }));
    }

    fn request(&mut self, method: &str, params: Value) {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Message::Request(Request { id, method: method.to_owned(), params }));
    }

    fn send(&mut self, message: Message) {
        self.messages.push(value_of(&message));
    }
}

/// Whether a message is the last one.
fn is_exit(message: &Message) -> bool {
    matches!(message, Message::Notification(one) if one.method == "exit")
}

/// The parameters of a request.
fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|why| (ErrorCode::InvalidParams, why.to_string()))
}

/// The parameters of a notification, which has no answer.
fn read_params<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|why| why.to_string())
}

/// Whether a process is there, where the system shows that.
fn is_alive(process: u32) -> bool {
    let all = Path::new("/proc");
    !all.join("self").exists() || all.join(process.to_string()).exists()
}
