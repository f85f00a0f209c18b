//! One class file.

use noak::MStr;
use noak::error::DecodeError;
use noak::reader::cpool::{ConstantPool, Index, Item};
use noak::reader::{Attribute, AttributeContent, Class};

use super::constant::{Constant, constants};

/// What a class file says, with names in place of indices.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// Its name, such as `java/lang/String`.
    pub name: Box<str>,
    /// The class it extends; none for `java/lang/Object`.
    pub super_name: Option<Box<str>>,
    /// The interfaces it names, in order.
    pub interfaces: Vec<Box<str>>,
    /// Access flags of the class.
    pub flags: Flags,
    /// The constant pool.
    pub constants: Vec<Constant>,
    /// Its own fields.
    pub fields: Vec<FieldInfo>,
    /// Its own methods.
    pub methods: Vec<MethodInfo>,
    /// Bootstrap methods of its call sites.
    pub bootstraps: Vec<Bootstrap>,
    /// The classes listed as inner ones, this one and others.
    pub inner_classes: Vec<InnerClass>,
    /// What stands around a local class.
    pub enclosing: Option<Enclosing>,
    /// The components of a record.
    pub record: Option<Vec<RecordPart>>,
    /// The class whose private members it may use.
    pub nest_host: Option<Box<str>>,
    /// Name of the source file.
    pub source_file: Option<Box<str>>,
    /// What it extends, with type arguments.
    pub signature: Option<Box<str>>,
}

/// A field of a class file.
#[derive(Clone, Debug)]
pub struct FieldInfo {
    /// Name.
    pub name: Box<str>,
    /// Type.
    pub descriptor: Box<str>,
    /// Access flags.
    pub flags: Flags,
    /// Index of the value with which a static constant starts.
    pub constant: Option<u16>,
    /// Its type with type arguments.
    pub signature: Option<Box<str>>,
}

/// A method of a class file.
#[derive(Clone, Debug)]
pub struct MethodInfo {
    /// Name.
    pub name: Box<str>,
    /// Type.
    pub descriptor: Box<str>,
    /// Access flags.
    pub flags: Flags,
    /// Its code; none for native and abstract methods.
    pub code: Option<CodeBytes>,
    /// The exceptions that it declares.
    pub exceptions: Vec<Box<str>>,
    /// Its type with type parameters and arguments.
    pub signature: Option<Box<str>>,
}

/// The code of a method, before it is lowered.
#[derive(Clone, Debug)]
pub struct CodeBytes {
    /// The highest stack.
    pub max_stack: u16,
    /// Number of local variables, parameters included.
    pub max_locals: u16,
    /// The instructions.
    pub bytes: Box<[u8]>,
    /// Exception handlers, the first that fits wins.
    pub handlers: Vec<Handler>,
    /// Where lines start: offset and line, in order of offset.
    pub lines: Vec<(u16, u16)>,
}

/// An exception handler.
#[derive(Clone, Debug)]
pub struct Handler {
    /// First offset that it guards.
    pub start: u32,
    /// First offset that it does not guard any more.
    pub end: u32,
    /// Where it starts.
    pub target: u32,
    /// The class that it catches; none catches all.
    pub class: Option<Box<str>>,
}

/// A bootstrap method with its static arguments.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    /// Index of the method handle.
    pub handle: u16,
    /// Indices of the arguments.
    pub arguments: Vec<u16>,
}

/// What stands around a local class.
#[derive(Clone, Debug)]
pub struct Enclosing {
    /// The class.
    pub class: Box<str>,
    /// Name and type of the method, if it is one.
    pub method: Option<(Box<str>, Box<str>)>,
}

/// An entry of the list of inner classes.
#[derive(Clone, Debug)]
pub struct InnerClass {
    /// The inner class.
    pub name: Box<str>,
    /// The class it is a member of.
    pub outer: Option<Box<str>>,
    /// Its name in the source; none for anonymous ones.
    pub simple: Option<Box<str>>,
    /// Access flags as in the source.
    pub flags: Flags,
}

/// A component of a record.
#[derive(Clone, Debug)]
pub struct RecordPart {
    /// Name.
    pub name: Box<str>,
    /// Type.
    pub descriptor: Box<str>,
}

/// Access flags of a class, field or method.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(pub u16);

impl Flags {
    /// `public`.
    pub const PUBLIC: u16 = 0x0001;
    /// `private`.
    pub const PRIVATE: u16 = 0x0002;
    /// `static`.
    pub const STATIC: u16 = 0x0008;
    /// `final`.
    pub const FINAL: u16 = 0x0010;
    /// A method that compilers add, which calls the one that was written.
    pub const BRIDGE: u16 = 0x0040;
    /// Not in the source: made by a compiler or the virtual machine.
    pub const SYNTHETIC: u16 = 0x1000;
    /// `native`.
    pub const NATIVE: u16 = 0x0100;
    /// An interface.
    pub const INTERFACE: u16 = 0x0200;
    /// `abstract`.
    pub const ABSTRACT: u16 = 0x0400;

    /// Whether all of these bits are set.
    #[must_use]
    pub fn has(self, bits: u16) -> bool {
        self.0 & bits == bits
    }
}

/// Bytes that are no class file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a class file: {0}")]
pub struct ParseError(String);

impl ParseError {
    /// A part that is shorter than it says.
    pub(super) fn cut(what: &str) -> ParseError {
        ParseError(format!("the end of {what} is missing"))
    }
}

impl From<DecodeError> for ParseError {
    fn from(error: DecodeError) -> ParseError {
        ParseError(error.to_string())
    }
}

/// A name as text. Names that are not Unicode cannot be met by any other class.
pub(super) fn name_of(text: &MStr) -> Box<str> {
    text.display().to_string().into()
}

impl ClassFile {
    /// Reads a class file.
    pub fn parse(bytes: &[u8]) -> Result<ClassFile, ParseError> {
        let class = Class::new(bytes)?;
        let pool = class.pool();
        let super_name = match class.super_class() {
            Some(index) => Some(name_of(pool.retrieve(index)?.name)),
            None => None,
        };
        let mut file = ClassFile {
            name: name_of(pool.retrieve(class.this_class())?.name),
            super_name,
            interfaces: Vec::new(),
            flags: Flags(class.access_flags().bits()),
            constants: constants(pool)?,
            fields: Vec::new(),
            methods: Vec::new(),
            bootstraps: Vec::new(),
            inner_classes: Vec::new(),
            enclosing: None,
            record: None,
            nest_host: None,
            source_file: None,
            signature: None,
        };
        for interface in class.interfaces() {
            file.interfaces.push(name_of(pool.retrieve(interface?)?.name));
        }
        for field in class.fields() {
            file.fields.push(field_info(pool, &field?)?);
        }
        for method in class.methods() {
            file.methods.push(method_info(pool, &method?)?);
        }
        for attribute in class.attributes() {
            file.read_attribute(pool, &attribute?)?;
        }
        Ok(file)
    }

    fn read_attribute(
        &mut self,
        pool: &ConstantPool<'_>,
        attribute: &Attribute<'_>,
    ) -> Result<(), ParseError> {
        match attribute.read_content(pool) {
            Ok(AttributeContent::BootstrapMethods(list)) => {
                for method in list.methods() {
                    self.bootstraps.push(bootstrap(&method?)?);
                }
            }
            Ok(AttributeContent::InnerClasses(list)) => {
                for inner in list.classes() {
                    self.inner_classes.push(inner_class(pool, &inner?)?);
                }
            }
            Ok(AttributeContent::EnclosingMethod(around)) => {
                let class = name_of(pool.retrieve(around.class())?.name);
                let method = match around.method() {
                    Some(index) => {
                        let named = pool.retrieve(index)?;
                        Some((name_of(named.name), name_of(named.descriptor)))
                    }
                    None => None,
                };
                self.enclosing = Some(Enclosing { class, method });
            }
            Ok(AttributeContent::Record(record)) => {
                let mut parts = Vec::new();
                for part in record.components() {
                    let part = part?;
                    let name = name_of(pool.retrieve(part.name())?);
                    let descriptor = name_of(pool.retrieve(part.descriptor())?);
                    parts.push(RecordPart { name, descriptor });
                }
                self.record = Some(parts);
            }
            Ok(AttributeContent::NestHost(host)) => {
                self.nest_host = Some(name_of(pool.retrieve(host.host_class())?.name));
            }
            Ok(AttributeContent::SourceFile(file)) => {
                self.source_file = Some(name_of(pool.retrieve(file.source_file())?));
            }
            Ok(AttributeContent::Signature(signature)) => {
                self.signature = Some(name_of(pool.retrieve(signature.signature())?));
            }
            // What a compiler adds beyond that does not change what a program does.
            Ok(_) | Err(_) => {}
        }
        Ok(())
    }
}

fn field_info(
    pool: &ConstantPool<'_>,
    field: &noak::reader::Field<'_>,
) -> Result<FieldInfo, ParseError> {
    let (mut constant, mut signature) = (None, None);
    for attribute in field.attributes() {
        match attribute?.read_content(pool) {
            Ok(AttributeContent::ConstantValue(value)) => constant = Some(value.value().as_u16()),
            Ok(AttributeContent::Signature(generic)) => {
                signature = Some(name_of(pool.retrieve(generic.signature())?));
            }
            Ok(_) | Err(_) => {}
        }
    }
    Ok(FieldInfo {
        name: name_of(pool.retrieve(field.name())?),
        descriptor: name_of(pool.retrieve(field.descriptor())?),
        flags: Flags(field.access_flags().bits()),
        constant,
        signature,
    })
}

fn method_info(
    pool: &ConstantPool<'_>,
    method: &noak::reader::Method<'_>,
) -> Result<MethodInfo, ParseError> {
    let mut info = MethodInfo {
        name: name_of(pool.retrieve(method.name())?),
        descriptor: name_of(pool.retrieve(method.descriptor())?),
        flags: Flags(method.access_flags().bits()),
        code: None,
        exceptions: Vec::new(),
        signature: None,
    };
    for attribute in method.attributes() {
        let attribute = attribute?;
        match attribute.read_content(pool) {
            Ok(AttributeContent::Code(code)) => {
                info.code = Some(code_bytes(pool, &attribute, &code)?)
            }
            Ok(AttributeContent::Exceptions(list)) => {
                for class in list.exceptions() {
                    info.exceptions.push(name_of(pool.retrieve(class?)?.name));
                }
            }
            Ok(AttributeContent::Signature(generic)) => {
                info.signature = Some(name_of(pool.retrieve(generic.signature())?));
            }
            Ok(_) => {}
            // Code that cannot be read must not look like a method without code.
            Err(error) if pool.retrieve(attribute.name())?.as_bytes() == b"Code" => {
                return Err(error.into());
            }
            Err(_) => {}
        }
    }
    Ok(info)
}

fn code_bytes(
    pool: &ConstantPool<'_>,
    attribute: &Attribute<'_>,
    code: &noak::reader::attributes::Code<'_>,
) -> Result<CodeBytes, ParseError> {
    // Two numbers of two bytes and one of four stand before the instructions.
    let content = attribute.content();
    let length = content.get(4..8).map_or(0, |length| {
        length.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte))
    });
    let bytes = content.get(8..8 + length).unwrap_or(&[]);
    let mut lines = Vec::new();
    for attribute in code.attributes() {
        let attribute = attribute?;
        if pool.retrieve(attribute.name())?.as_bytes() == b"LineNumberTable" {
            lines.extend(line_table(attribute.content()));
        }
    }
    lines.sort_unstable();
    let mut handlers = Vec::new();
    for handler in code.exception_handlers() {
        let class = match handler.catch_type() {
            Some(index) => Some(name_of(pool.retrieve(index)?.name)),
            None => None,
        };
        handlers.push(Handler {
            start: handler.start().as_u32(),
            end: handler.end().as_u32(),
            target: handler.handler().as_u32(),
            class,
        });
    }
    let (max_stack, max_locals) = (code.max_stack(), code.max_locals());
    Ok(CodeBytes { max_stack, max_locals, bytes: bytes.into(), handlers, lines })
}

/// The pairs of offset and line of a table, which starts with their number.
fn line_table(content: &[u8]) -> impl Iterator<Item = (u16, u16)> {
    let pairs = content.get(2..).unwrap_or(&[]).chunks_exact(4);
    pairs.map(|pair| {
        let number = |at: usize| u16::from_be_bytes([pair[at], pair[at + 1]]);
        (number(0), number(2))
    })
}

fn bootstrap(
    method: &noak::reader::attributes::BootstrapMethod<'_>,
) -> Result<Bootstrap, ParseError> {
    let mut arguments = Vec::new();
    for argument in method.arguments() {
        let argument: Index<Item<'_>> = argument?;
        arguments.push(argument.as_u16());
    }
    Ok(Bootstrap { handle: method.method_ref().as_u16(), arguments })
}

fn inner_class(
    pool: &ConstantPool<'_>,
    inner: &noak::reader::attributes::InnerClass<'_>,
) -> Result<InnerClass, ParseError> {
    let outer = match inner.outer_class() {
        Some(index) => Some(name_of(pool.retrieve(index)?.name)),
        None => None,
    };
    let simple = match inner.inner_name() {
        Some(index) => Some(name_of(pool.retrieve(index)?)),
        None => None,
    };
    let name = name_of(pool.retrieve(inner.inner_class())?.name);
    Ok(InnerClass { name, outer, simple, flags: Flags(inner.inner_access_flags().bits()) })
}
