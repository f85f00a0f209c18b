//! Putting a call behind a jump of a class file.
//!
//! The jump is sent to code at the end of the method, which makes the call and goes on to where the
//! jump went before. So nothing moves, and no other jump has to be changed; the new code holds what
//! is held at the old target, so the stack map gets one more frame.

use std::ops::Range;

use lang_jvm::parse::{ClassFile, Flags};

use crate::frames::{Frames, Kind, at_start};

/// What is called: a method without arguments of an object that a variable or a field of `this` holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Extra {
    /// The variable; `this` for a field.
    pub(crate) local: u8,
    /// Class, name and type of the field.
    pub(crate) field: Option<[String; 3]>,
    /// Class, name and type of the method.
    pub(crate) method: [String; 3],
    pub(crate) of_interface: bool,
}

/// A jump: the method by name and type, and the offset of the instruction in its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Jump {
    pub(crate) method: [String; 2],
    pub(crate) offset: usize,
}

/// The first version of class files whose methods must have stack maps.
const NEEDS_FRAMES: u16 = 51;

/// The class with the call behind the jump; none if the jump would become too far, or if the variable
/// is not known to hold an object where it goes.
pub(crate) fn patch(class: &[u8], jump: &Jump, extra: &Extra) -> Option<Vec<u8>> {
    let mut reader = Reader { bytes: class, at: 8 };
    let pool = reader.pool();
    let pool_end = reader.at;
    let attribute = reader.code_of(&pool, jump)?;
    let mut code = Code::read(class, attribute);
    let mut added = Added { bytes: Vec::new(), next: u16::from_be_bytes([class[8], class[9]]) };
    let (target, end) = (code.target(jump.offset), code.bytes.len());
    code.insert(jump.offset, extra, &mut added)?;
    match code.table(&pool) {
        Some(table) => {
            let frames = Frames::read(&code.rest[table.clone()], held_at_start(class, jump)?)?;
            if !frames.has_object(target, extra.local) {
                return None;
            }
            code.add_frame(table, &frames.repeated(target, end, |name| added.class(name))?);
        }
        None if u16::from_be_bytes([class[6], class[7]]) >= NEEDS_FRAMES => return None,
        None => {}
    }
    let mut out = class[..8].to_vec();
    out.extend(added.next.to_be_bytes());
    out.extend(&class[10..pool_end]);
    out.extend(added.bytes);
    out.extend(&class[pool_end..attribute]);
    out.extend(code.written());
    out.extend(&class[code.end..]);
    Some(out)
}

fn held_at_start(class: &[u8], jump: &Jump) -> Option<Vec<Kind>> {
    let file = ClassFile::parse(class).ok()?;
    let [name, descriptor] = &jump.method;
    let mut methods = file.methods.iter();
    let method =
        methods.find(|method| *method.name == **name && *method.descriptor == **descriptor)?;
    Some(at_start(&file.name, name, descriptor, method.flags.has(Flags::STATIC)))
}

/// Entries for the end of a constant pool.
struct Added {
    bytes: Vec<u8>,
    next: u16,
}

impl Added {
    fn entry(&mut self, tag: u8, rest: &[u8]) -> u16 {
        self.bytes.push(tag);
        self.bytes.extend(rest);
        self.next += 1;
        self.next - 1
    }

    fn text(&mut self, text: &str) -> u16 {
        let length = (text.len() as u16).to_be_bytes();
        self.entry(1, &[&length, text.as_bytes()].concat())
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.text(name);
        self.entry(7, &name.to_be_bytes())
    }

    fn member(&mut self, tag: u8, [class, name, kind]: &[String; 3]) -> u16 {
        let class = self.class(class);
        let (name, kind) = (self.text(name), self.text(kind));
        let named = self.entry(12, &[name.to_be_bytes(), kind.to_be_bytes()].concat());
        self.entry(tag, &[class.to_be_bytes(), named.to_be_bytes()].concat())
    }
}

struct Reader<'c> {
    bytes: &'c [u8],
    at: usize,
}

impl Reader<'_> {
    fn two(&mut self) -> usize {
        self.at += 2;
        usize::from(u16::from_be_bytes([self.bytes[self.at - 2], self.bytes[self.at - 1]]))
    }

    fn four(&mut self) -> usize {
        (self.two() << 16) | self.two()
    }

    /// The texts of the pool by their indices.
    fn pool(&mut self) -> Vec<String> {
        let count = self.two();
        let mut texts = vec![String::new(); count];
        let mut index = 1;
        while index < count {
            let tag = self.bytes[self.at];
            self.at += 1;
            match tag {
                1 => {
                    let length = self.two();
                    let text = &self.bytes[self.at..self.at + length];
                    texts[index] = String::from_utf8_lossy(text).into_owned();
                    self.at += length;
                }
                7 | 8 | 16 | 19 | 20 => self.at += 2,
                15 => self.at += 3,
                5 | 6 => {
                    self.at += 8;
                    index += 1;
                }
                _ => self.at += 4,
            }
            index += 1;
        }
        texts
    }

    /// Where the code attribute of a method starts.
    fn code_of(&mut self, pool: &[String], jump: &Jump) -> Option<usize> {
        self.at += 6;
        let interfaces = self.two();
        self.at += interfaces * 2;
        for _ in 0..self.two() {
            self.at += 6;
            self.skip_attributes(pool);
        }
        for _ in 0..self.two() {
            self.at += 2;
            let found = [pool[self.two()].clone(), pool[self.two()].clone()] == jump.method;
            let code = self.skip_attributes(pool);
            if found {
                return code;
            }
        }
        None
    }

    /// Skips attributes, and says where the one with code starts.
    fn skip_attributes(&mut self, pool: &[String]) -> Option<usize> {
        let mut code = None;
        for _ in 0..self.two() {
            let start = self.at;
            if pool[self.two()] == "Code" {
                code = Some(start);
            }
            let length = self.four();
            self.at += length;
        }
        code
    }
}

/// A code attribute.
struct Code {
    head: Vec<u8>,
    max_stack: u16,
    max_locals: [u8; 2],
    bytes: Vec<u8>,
    rest: Vec<u8>,
    /// Where it ended in the class file.
    end: usize,
}

impl Code {
    fn read(class: &[u8], start: usize) -> Code {
        let mut reader = Reader { bytes: class, at: start + 2 };
        let end = start + 6 + reader.four();
        let max_stack = reader.two() as u16;
        let max_locals = [class[reader.at], class[reader.at + 1]];
        reader.at += 2;
        let length = reader.four();
        Code {
            head: class[start..start + 2].to_vec(),
            max_stack,
            max_locals,
            bytes: class[reader.at..reader.at + length].to_vec(),
            rest: class[reader.at + length..end].to_vec(),
            end,
        }
    }

    /// Where a jump goes to.
    fn target(&self, offset: usize) -> usize {
        let jump = i16::from_be_bytes([self.bytes[offset + 1], self.bytes[offset + 2]]);
        offset.saturating_add_signed(isize::from(jump))
    }

    /// Sends a jump to the end, where the call is.
    fn insert(&mut self, offset: usize, extra: &Extra, added: &mut Added) -> Option<()> {
        let target = self.target(offset) as i32;
        let there = i16::try_from(self.bytes.len() - offset).ok()?;
        self.bytes[offset + 1..offset + 3].copy_from_slice(&there.to_be_bytes());
        self.bytes.extend([0x19, extra.local]);
        match &extra.field {
            Some(field) => {
                self.bytes.push(0xb4);
                self.bytes.extend(added.member(9, field).to_be_bytes());
            }
            // The frame may know less of the variable than was found out.
            None => {
                self.bytes.push(0xc0);
                self.bytes.extend(added.class(&extra.method[0]).to_be_bytes());
            }
        }
        let method = added.member(if extra.of_interface { 11 } else { 10 }, &extra.method);
        self.bytes.push(if extra.of_interface { 0xb9 } else { 0xb6 });
        self.bytes.extend(method.to_be_bytes());
        if extra.of_interface {
            self.bytes.extend([1, 0]);
        }
        if !extra.method[2].ends_with(")V") {
            self.bytes.push(0x57);
        }
        let here = self.bytes.len() as i32;
        self.bytes.push(0xc8);
        self.bytes.extend((target - here).to_be_bytes());
        self.max_stack += 2;
        Some(())
    }

    /// Where the contents of the stack map are among the exception table and the attributes.
    fn table(&self, pool: &[String]) -> Option<Range<usize>> {
        let mut reader = Reader { bytes: &self.rest, at: 0 };
        let handlers = reader.two();
        reader.at += handlers * 8;
        for _ in 0..reader.two() {
            let name = reader.two();
            let length = reader.four();
            if pool[name] == "StackMapTable" {
                return Some(reader.at..reader.at + length);
            }
            reader.at += length;
        }
        None
    }

    /// Puts a frame behind those of the stack map.
    fn add_frame(&mut self, table: Range<usize>, frame: &[u8]) {
        let length = ((table.len() + frame.len()) as u32).to_be_bytes();
        let count = u16::from_be_bytes([self.rest[table.start], self.rest[table.start + 1]]) + 1;
        self.rest[table.start - 4..table.start].copy_from_slice(&length);
        self.rest[table.start..table.start + 2].copy_from_slice(&count.to_be_bytes());
        self.rest.splice(table.end..table.end, frame.iter().copied());
    }

    fn written(&self) -> Vec<u8> {
        let mut body = self.max_stack.to_be_bytes().to_vec();
        body.extend(self.max_locals);
        body.extend((self.bytes.len() as u32).to_be_bytes());
        body.extend(&self.bytes);
        body.extend(&self.rest);
        [&self.head[..], &(body.len() as u32).to_be_bytes(), &body].concat()
    }
}
