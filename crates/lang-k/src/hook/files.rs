//! Files, which exist in memory only: nothing that a program does reaches the disk.
//!
//! They are part of the state of a path, so that every order of steps has its own. What is written to
//! standard output and standard error is kept as text; who runs the program prints it.

use std::collections::BTreeMap;

use term::Int;
use triomphe::Arc;

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::Value;

pub(super) const HOOKS: &[Row] = &[
    ("IO.open", |c, a| open(c, text(&a[0])?, text(&a[1])?)),
    ("IO.openDefault", |c, a| open(c, text(&a[0])?, "r+")),
    ("IO.tell", |c, a| with_file(c, &a[0], |_, handle| Answer::Number(handle.at))),
    ("IO.seek", |c, a| seek(c, a, |_, offset| Some(offset))),
    ("IO.seekEnd", |c, a| seek(c, a, |length, offset| length.checked_add(offset))),
    ("IO.getc", |c, a| with_file(c, &a[0], |contents, handle| read_one(contents, handle))),
    ("IO.read", read),
    ("IO.putc", put),
    ("IO.write", |c, a| write(c, &a[0], text(&a[1])?)),
    ("IO.close", close),
    ("IO.lock", |c, a| with_file(c, &a[0], |_, _| Answer::Done)),
    ("IO.unlock", |c, a| with_file(c, &a[0], |_, _| Answer::Done)),
    ("IO.remove", remove),
    ("IO.mkstemp", temporary),
    ("IO.log", |c, a| {
        let (name, line) = (text(&a[0])?.to_owned(), text(&a[1])?.to_owned());
        c.change_files(|files| files.contents.entry(name).or_default().extend(line.chars()));
        Ok(Value::Empty)
    }),
    ("IO.logString", |c, a| {
        let line = format!("{}\n", text(&a[0])?);
        c.change_files(|files| files.errors.push_str(&line));
        Ok(Value::Empty)
    }),
];

/// The files of a path.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MemoryFiles {
    /// What is in each, by its name.
    contents: BTreeMap<String, Vec<char>>,
    /// The files that are open, by their descriptors.
    handles: BTreeMap<i64, Handle>,
    /// How many were opened.
    opened: i64,
    /// What was written to standard output.
    pub output: String,
    /// What was written to standard error.
    pub errors: String,
}

/// A file that is open.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Handle {
    name: String,
    at: usize,
    reads: bool,
    writes: bool,
    appends: bool,
}

/// What an operation comes to.
enum Answer {
    Done,
    Number(usize),
    /// An error, by the name of its symbol.
    Error(&'static str),
}

/// The descriptors that are open at first: standard input, output and error.
const STANDARD: i64 = 3;

impl Ctx<'_> {
    /// Changes the files of the path.
    fn change_files<T>(&self, change: impl FnOnce(&mut MemoryFiles) -> T) -> T {
        let mut files = self.files.borrow_mut();
        change(Arc::make_mut(files.get_or_insert_with(Arc::default)))
    }

    fn io_answer(&self, answer: Answer) -> Result<Value, Halt> {
        match answer {
            Answer::Done => Ok(Value::Empty),
            Answer::Number(number) => Ok(Value::int(number as i64)),
            Answer::Error(name) => match self.program.signature.label(name) {
                Some(label) => Ok(Value::Leaf(label)),
                None => Err(Halt::Unsupported(format!("the error `{name}`"))),
            },
        }
    }
}

fn text(value: &Value) -> Result<&str, Halt> {
    match value {
        Value::Str(text) => Ok(text),
        Value::Sym(..) => Err(symbolic()),
        _ => wrong_sort("files"),
    }
}

fn symbolic() -> Halt {
    Halt::Unsupported("files with symbolic values".to_owned())
}

fn number(value: &Value) -> Result<i64, Halt> {
    match value {
        Value::Int(number) => Ok(number.to_i64().unwrap_or(-1)),
        Value::Sym(..) => Err(symbolic()),
        _ => wrong_sort("files"),
    }
}

fn open(ctx: &Ctx<'_>, name: &str, mode: &str) -> Result<Value, Halt> {
    let plus = mode.contains('+');
    let (reads, writes, creates, empties) = match mode.chars().next() {
        Some('r') => (true, plus, false, false),
        Some('w') => (plus, true, true, true),
        Some('a') => (plus, true, true, false),
        _ => return ctx.io_answer(Answer::Error("#EINVAL")),
    };
    let answer = ctx.change_files(|files| {
        let exists = files.contents.contains_key(name);
        if !exists && !creates {
            return Answer::Error("#ENOENT");
        }
        if exists && mode.contains('x') {
            return Answer::Error("#EEXIST");
        }
        let contents = files.contents.entry(name.to_owned()).or_default();
        if empties {
            contents.clear();
        }
        let appends = mode.starts_with('a');
        Answer::Number(files.handle(Handle {
            name: name.to_owned(),
            at: 0,
            reads,
            writes,
            appends,
        }))
    });
    ctx.io_answer(answer)
}

impl MemoryFiles {
    fn handle(&mut self, handle: Handle) -> usize {
        let number = STANDARD + self.opened;
        self.opened += 1;
        self.handles.insert(number, handle);
        usize::try_from(number).unwrap_or_default()
    }
}

/// Does something with an open file.
fn with_file(
    ctx: &Ctx<'_>,
    descriptor: &Value,
    act: impl FnOnce(&mut Vec<char>, &mut Handle) -> Answer,
) -> Result<Value, Halt> {
    let descriptor = number(descriptor)?;
    if (0..STANDARD).contains(&descriptor) {
        return Err(Halt::Unsupported("standard input and output as files".to_owned()));
    }
    let answer = ctx.change_files(|files| match files.handles.get_mut(&descriptor) {
        Some(handle) => {
            let contents = files.contents.entry(handle.name.clone()).or_default();
            act(contents, handle)
        }
        None => Answer::Error("#EBADF"),
    });
    ctx.io_answer(answer)
}

fn read_one(contents: &[char], handle: &mut Handle) -> Answer {
    match contents.get(handle.at) {
        _ if !handle.reads => Answer::Error("#EBADF"),
        Some(c) => {
            handle.at += 1;
            Answer::Number(u32::from(*c) as usize)
        }
        None => Answer::Error("#EOF"),
    }
}

fn seek(ctx: &Ctx<'_>, args: &[Value], target: fn(i64, i64) -> Option<i64>) -> Result<Value, Halt> {
    let offset = number(&args[1])?;
    with_file(ctx, &args[0], |contents, handle| {
        match target(contents.len() as i64, offset).and_then(|at| usize::try_from(at).ok()) {
            Some(at) => {
                handle.at = at;
                Answer::Done
            }
            None => Answer::Error("#EINVAL"),
        }
    })
}

fn read(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let Ok(length) = usize::try_from(number(&args[1])?) else {
        return ctx.io_answer(Answer::Error("#EINVAL"));
    };
    let mut part = None;
    let failed = with_file(ctx, &args[0], |contents, handle| {
        if !handle.reads {
            return Answer::Error("#EBADF");
        }
        let start = handle.at.min(contents.len());
        let end = start.saturating_add(length).min(contents.len());
        handle.at = end;
        part = Some(contents[start..end].iter().collect::<String>());
        Answer::Done
    })?;
    Ok(part.map_or(failed, |part| Value::str(&part)))
}

fn put(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let code = u32::try_from(number(&args[1])?).ok().and_then(char::from_u32);
    match code {
        Some(c) => write(ctx, &args[0], &c.to_string()),
        None => ctx.undefined("a character of such a code"),
    }
}

fn write(ctx: &Ctx<'_>, descriptor: &Value, text: &str) -> Result<Value, Halt> {
    let number = number(descriptor)?;
    if number == 1 || number == 2 {
        ctx.change_files(|files| {
            (if number == 1 { &mut files.output } else { &mut files.errors }).push_str(text);
        });
        return Ok(Value::Empty);
    }
    with_file(ctx, descriptor, |contents, handle| {
        if !handle.writes {
            return Answer::Error("#EBADF");
        }
        if handle.appends {
            handle.at = contents.len();
        }
        let new: Vec<char> = text.chars().collect();
        let end = handle.at + new.len();
        if contents.len() < end {
            contents.resize(end, '\0');
        }
        contents[handle.at..end].copy_from_slice(&new);
        handle.at = end;
        Answer::Done
    })
}

fn close(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let descriptor = number(&args[0])?;
    let answer = ctx.change_files(|files| match files.handles.remove(&descriptor) {
        Some(_) => Answer::Done,
        None if (0..STANDARD).contains(&descriptor) => Answer::Done,
        None => Answer::Error("#EBADF"),
    });
    ctx.io_answer(answer)
}

fn remove(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let name = text(&args[0])?;
    let answer = ctx.change_files(|files| match files.contents.remove(name) {
        Some(_) => Answer::Done,
        None => Answer::Error("#ENOENT"),
    });
    ctx.io_answer(answer)
}

/// A file with a name that no other file has: the last six letters of the template must be `X`.
fn temporary(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let Some(stem) = text(&args[0])?.strip_suffix("XXXXXX") else {
        return ctx.io_answer(Answer::Error("#EINVAL"));
    };
    let Some(label) = ctx.program.signature.label("#tempFile") else {
        return Err(Halt::Unsupported("temporary files".to_owned()));
    };
    let (name, number) = ctx.change_files(|files| {
        let name = format!("{stem}{:06}", files.opened);
        files.contents.insert(name.clone(), Vec::new());
        let handle =
            Handle { name: name.clone(), at: 0, reads: true, writes: true, appends: false };
        (name, files.handle(handle))
    });
    Ok(Value::apply(label, vec![Value::str(&name), Value::Int(Int::from(number as i64))]))
}
