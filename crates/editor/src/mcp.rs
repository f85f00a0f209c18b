//! The Model Context Protocol on standard input and output, for coding agents.
//!
//! The protocol is a handful of messages, each on a line of its own, so that the messages which the
//! language server has suffice; the usual library of it would bring a runtime for asynchronous programs. What
//! an agent may do is in `tools`: nothing is written and nothing outside of the root is read unless the
//! person who started the server said so.

mod root;
mod tools;

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::call::{Stop, Tool, Unanswered};
use crate::rpc::{Framing, Incoming, error, value_of};
use root::Root;
use tools::{Asked, Writing};

/// The versions of the protocol that we have, the newest first.
const VERSIONS: &[&str] = &["2025-06-18", "2025-03-26", "2024-11-05"];

/// What an agent is told about us.
const INSTRUCTIONS: &str = "Tracehound looks for inputs that make a program break a stated property, and replays each of them \
     before it reports it. `list` names targets, `check` checks them, `explain` has a page for each code, `replay` \
     runs a finding again after a change, `write_test` makes a test of it. `inconclusive` does not mean that \
     a property holds; bounds are part of an answer.";

/// Serves an agent on standard input and output until it leaves. Paths are below `root`; tests are written
/// only if `may_write`.
///
/// # Errors
///
/// If the root is not there, or standard output cannot be written to.
pub fn mcp(binary: &Path, root: &Path, may_write: bool) -> io::Result<()> {
    let (events, heard) = channel();
    let from_agent = events.clone();
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        loop {
            let incoming = Framing::Line.read(&mut stdin);
            let is_over = matches!(incoming, Incoming::Closed);
            if from_agent.send(Event::Agent(incoming)).is_err() || is_over {
                return;
            }
        }
    });
    let root = Root::new(root)?;
    let tool = Tool::in_folder(binary, root.path());
    let writing = if may_write { Writing::Allowed } else { Writing::Refused };
    let mut server = McpServer { tool, root, writing, events, calls: Vec::new() };
    let served = server.serve(&heard);
    server.stop_all(&heard);
    served
}

enum Event {
    Agent(Incoming),
    /// The end of a call.
    Called(RequestId, Result<Value, Unanswered>),
}

struct McpServer {
    tool: Tool,
    root: Root,
    writing: Writing,
    events: Sender<Event>,
    calls: Vec<(RequestId, Stop)>,
}

impl McpServer {
    fn serve(&mut self, heard: &Receiver<Event>) -> io::Result<()> {
        let mut stdout = io::stdout();
        for event in heard {
            let answer = match event {
                Event::Agent(Incoming::Closed) => return Ok(()),
                Event::Agent(Incoming::Malformed(answer)) => Some(answer),
                Event::Agent(Incoming::Message(message)) => {
                    self.hear(message).map(|answer| value_of(&answer))
                }
                Event::Called(id, said) => self.answer_call(id, said).map(|one| value_of(&one)),
            };
            if let Some(answer) = answer {
                Framing::Line.write(&mut stdout, &answer)?;
            }
        }
        Ok(())
    }

    /// Stops every child and waits until it is gone.
    fn stop_all(&mut self, heard: &Receiver<Event>) {
        self.calls.iter().for_each(|(_, stop)| stop.raise());
        while !self.calls.is_empty() {
            let Ok(event) = heard.recv() else { return };
            if let Event::Called(id, _) = event {
                self.calls.retain(|(known, _)| *known != id);
            }
        }
    }

    fn hear(&mut self, message: Message) -> Option<Message> {
        match message {
            Message::Request(request) => self.answer(request),
            Message::Notification(Notification { method, params }) => {
                let id = serde_json::from_value::<RequestId>(params["requestId"].clone()).ok();
                if let Some(id) = id.filter(|_| method == "notifications/cancelled") {
                    let own = self.calls.iter().filter(|(known, _)| *known == id);
                    own.for_each(|(_, stop)| stop.raise());
                }
                None
            }
            Message::Response(_) => None,
        }
    }

    /// The answer to a request; none if it comes later.
    fn answer(&mut self, request: Request) -> Option<Message> {
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            "initialize" => initialized(&params),
            "ping" => json!({}),
            "tools/list" => json!({ "tools": tools::described(self.writing) }),
            "tools/call" => match self.asked(&params) {
                Ok(asked) => {
                    self.call(id, asked);
                    return None;
                }
                Err(why) => return Some(error(id, ErrorCode::InvalidParams, why)),
            },
            _ => {
                let message = format!("there is no method `{method}`");
                return Some(error(id, ErrorCode::MethodNotFound, message));
            }
        };
        Some(Message::Response(Response::new_ok(id, result)))
    }

    fn asked(&self, params: &Value) -> Result<Asked, String> {
        let name = params["name"].as_str().ok_or("`name` is missing")?;
        tools::asked(name, &params["arguments"], &self.root, self.writing)
    }

    fn call(&mut self, id: RequestId, asked: Asked) {
        let (tool, stop, events) = (self.tool.clone(), Stop::default(), self.events.clone());
        self.calls.push((id.clone(), stop.clone()));
        thread::spawn(move || {
            let said = asked.call(&tool, &stop);
            let _ = events.send(Event::Called(id, said));
        });
    }

    fn answer_call(&mut self, id: RequestId, said: Result<Value, Unanswered>) -> Option<Message> {
        self.calls.retain(|(known, _)| *known != id);
        match said {
            Ok(result) => Some(Message::Response(Response::new_ok(id, result))),
            // A request that was cancelled has no answer.
            Err(Unanswered::Stopped) => None,
            Err(Unanswered::Failed(why)) => {
                Some(Message::Response(Response::new_ok(id, tools::failed(&why))))
            }
        }
    }
}

fn initialized(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str();
    let version = VERSIONS.iter().find(|known| asked == Some(known)).unwrap_or(&VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": { "listChanged": false } },
        "serverInfo": { "name": "tracehound", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}
