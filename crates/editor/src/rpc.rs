//! Messages of JSON-RPC on a stream: behind a header with their length, as editors send them, or each on
//! a line of its own, as the Model Context Protocol has them.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message, RequestId, Response};
use serde_json::{Value, json};

/// Longer messages are refused: no program that people write is as long, and a wrong header must not take
/// all memory.
const LONGEST: usize = 64 << 20;

/// How messages are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Framing {
    /// `Content-Length: 12`, an empty line, and so many bytes.
    Header,
    /// A line each.
    Line,
}

/// What came from the other side.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A message.
    Message(Message),
    /// Something that is no message, and the answer to it.
    Malformed(Value),
    /// Nothing more.
    Closed,
}

impl Framing {
    /// Waits for what comes next.
    pub(crate) fn read(self, from: &mut impl BufRead) -> Incoming {
        let bytes = match self {
            Framing::Header => read_with_header(from),
            Framing::Line => read_line(from),
        };
        match bytes {
            Ok(Some(bytes)) => parse(&bytes),
            Ok(None) => Incoming::Closed,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Incoming::Malformed(refusal(Value::Null, ErrorCode::ParseError, &error.to_string()))
            }
            Err(_) => Incoming::Closed,
        }
    }

    /// Writes a message.
    pub(crate) fn write(self, to: &mut impl Write, message: &Value) -> io::Result<()> {
        let text = message.to_string();
        match self {
            Framing::Header => write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())?,
            Framing::Line => writeln!(to, "{text}")?,
        }
        to.flush()
    }
}

/// A message as it is written.
pub(crate) fn value_of(message: &Message) -> Value {
    let mut value = serde_json::to_value(message).expect("a message is a JSON value");
    value["jsonrpc"] = json!("2.0");
    value
}

/// The answer to a request that cannot be honoured.
pub(crate) fn error(id: RequestId, code: ErrorCode, message: impl Into<String>) -> Message {
    Message::Response(Response::new_err(id, code as i32, message.into()))
}

/// The answer to what is no request, as a value, because its id may be unknown.
fn refusal(id: Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

fn parse(bytes: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("this is not JSON: {error}");
            return Incoming::Malformed(refusal(Value::Null, ErrorCode::ParseError, &message));
        }
    };
    let id = Some(&value["id"]).filter(|id| id.is_string() || id.is_number()).cloned();
    match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => {
            let message = "this is neither a request nor a notification nor a response";
            let id = id.unwrap_or(Value::Null);
            Incoming::Malformed(refusal(id, ErrorCode::InvalidRequest, message))
        }
    }
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn read_with_header(from: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut len = None;
    loop {
        let Some(line) = read_line(from)? else { return Ok(None) };
        let line = String::from_utf8(line).map_err(|_| invalid("a header is not UTF-8"))?;
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| invalid("a header has no colon"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            len = Some(value.trim().parse().map_err(|_| invalid("the length is no number"))?);
        }
    }
    let len: usize = len.ok_or_else(|| invalid("there is no Content-Length"))?;
    let mut bytes = Vec::new();
    if from.take(len as u64).take(LONGEST as u64).read_to_end(&mut bytes)? < len {
        return match len > LONGEST {
            true => Err(invalid("the message is too long")),
            false => Ok(None),
        };
    }
    Ok(Some(bytes))
}

/// A line without its end.
fn read_line(from: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = from.take(LONGEST as u64).read_until(b'\n', &mut line)?;
    if read == LONGEST {
        return Err(invalid("the message is too long"));
    }
    Ok((read > 0).then_some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(framing: Framing, mut input: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            match framing.read(&mut input) {
                Incoming::Message(message) => all.push(value_of(&message).to_string()),
                Incoming::Malformed(answer) => all.push(answer["error"]["code"].to_string()),
                Incoming::Closed => return all,
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let message = json!({ "jsonrpc": "2.0", "method": "für", "params": ["🦊\n"] });
        for framing in [Framing::Header, Framing::Line] {
            let mut bytes = Vec::new();
            for _ in 0..2 {
                framing.write(&mut bytes, &message).expect("it has room");
            }
            assert_eq!(read_all(framing, &bytes), [message.to_string(), message.to_string()]);
        }
    }

    #[test]
    fn malformed_input_has_an_answer_and_ends_nothing() {
        let good = "Content-Length: 14\r\n\r\n{\"method\":\"x\"}";
        for (bad, code) in [
            ("Content-Length: 3\r\n\r\n{]}", "-32700"),
            ("Content-Length: 2\r\n\r\n[]", "-32600"),
            ("Content-Length: 8\r\n\r\n{\"id\":3}", "-32600"),
            ("Content-Length: x\r\n", "-32700"),
            ("nonsense\r\n", "-32700"),
            ("Other: 3\r\n\r\n", "-32700"),
        ] {
            let read = read_all(Framing::Header, format!("{bad}{good}").as_bytes());
            let expected = [code.to_owned(), "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}".to_owned()];
            assert_eq!(read, expected, "{bad}");
        }
        let huge = "Content-Length: 99999999999999999\r\n\r\n{}";
        assert_eq!(read_all(Framing::Header, huge.as_bytes()), ["-32700"]);
    }

    #[test]
    fn message_that_is_cut_off_is_the_end() {
        assert!(read_all(Framing::Header, b"Content-Length: 30\r\n\r\n{}").is_empty());
    }
}
