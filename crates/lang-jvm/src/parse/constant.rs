//! The constant pool, with every reference to a name followed.

use noak::error::DecodeError;
use noak::reader::cpool::{ConstantPool, Index, Item, MethodKind};

use super::class_file::name_of;
use super::from_modified_utf8;

/// One entry of a constant pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// Nothing that code can refer to: an unused index, a name, a package.
    Other,
    /// An `int`.
    Int(i32),
    /// The bits of a `float`.
    Float(u32),
    /// A `long`.
    Long(i64),
    /// The bits of a `double`.
    Double(u64),
    /// A string in UTF-16.
    Text(Box<[u16]>),
    /// A class or array by its name.
    Class(Box<str>),
    /// A field or method.
    Member(Member),
    /// A handle to a field or method.
    Handle(HandleKind, Member),
    /// The type of a method.
    MethodType(Box<str>),
    /// A call site or constant that a bootstrap method computes.
    Dynamic {
        /// The index of the bootstrap method.
        bootstrap: u16,
        /// Name at the call site.
        name: Box<str>,
        /// Type of the call site or the constant.
        descriptor: Box<str>,
    },
}

/// A field or method as another class names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// The class in which the search starts.
    pub class: Box<str>,
    /// Name.
    pub name: Box<str>,
    /// Type.
    pub descriptor: Box<str>,
    /// Whether the class is said to be an interface.
    pub of_interface: bool,
}

/// What a method handle does with its member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleKind {
    /// Reads a field.
    GetField,
    /// Reads a static field.
    GetStatic,
    /// Writes a field.
    PutField,
    /// Writes a static field.
    PutStatic,
    /// Calls by the class of the receiver.
    InvokeVirtual,
    /// Calls a static method.
    InvokeStatic,
    /// Calls exactly this method.
    InvokeSpecial,
    /// Makes an object and calls its constructor.
    NewInvokeSpecial,
    /// Calls by the class of the receiver, through an interface.
    InvokeInterface,
}

/// All entries; the index of an entry is its index in the class file.
pub(super) fn constants(pool: &ConstantPool<'_>) -> Result<Vec<Constant>, DecodeError> {
    let mut constants = vec![Constant::Other];
    for (index, item) in pool.iter_indices() {
        constants.resize(usize::from(index.as_u16()), Constant::Other);
        constants.push(constant(pool, item)?);
    }
    Ok(constants)
}

fn constant(pool: &ConstantPool<'_>, item: &Item<'_>) -> Result<Constant, DecodeError> {
    Ok(match item {
        Item::Integer(int) => Constant::Int(int.value),
        Item::Float(float) => Constant::Float(float.value.to_bits()),
        Item::Long(long) => Constant::Long(long.value),
        Item::Double(double) => Constant::Double(double.value.to_bits()),
        Item::String(string) => {
            let text = pool.retrieve(string.string)?;
            Constant::Text(from_modified_utf8(text.as_bytes()).into())
        }
        Item::Class(class) => Constant::Class(name_of(pool.retrieve(class.name)?)),
        Item::FieldRef(_) | Item::MethodRef(_) | Item::InterfaceMethodRef(_) => {
            Constant::Member(member(pool, item)?)
        }
        Item::MethodHandle(handle) => {
            let target = pool.get(handle.reference)?;
            Constant::Handle(handle_kind(handle.kind), member(pool, target)?)
        }
        Item::MethodType(method) => {
            Constant::MethodType(name_of(pool.retrieve(method.descriptor)?))
        }
        Item::InvokeDynamic(site) => dynamic(pool, site.bootstrap_method_attr, site.name_and_type)?,
        Item::Dynamic(site) => dynamic(pool, site.bootstrap_method_attr, site.name_and_type)?,
        Item::Utf8(_) | Item::NameAndType(_) | Item::Module(_) | Item::Package(_) => {
            Constant::Other
        }
    })
}

fn dynamic(
    pool: &ConstantPool<'_>,
    bootstrap: u16,
    index: Index<noak::reader::cpool::NameAndType<'_>>,
) -> Result<Constant, DecodeError> {
    let index = Index::new(index.as_u16())?;
    let named = pool.retrieve::<noak::reader::cpool::NameAndType<'_>>(index)?;
    let (name, descriptor) = (name_of(named.name), name_of(named.descriptor));
    Ok(Constant::Dynamic { bootstrap, name, descriptor })
}

/// The member that an item names. An item that is none names nothing; using it fails to link.
fn member(pool: &ConstantPool<'_>, item: &Item<'_>) -> Result<Member, DecodeError> {
    let (class, named, of_interface) = match item {
        Item::FieldRef(field) => (field.class, field.name_and_type, false),
        Item::MethodRef(method) => (method.class, method.name_and_type, false),
        Item::InterfaceMethodRef(method) => (method.class, method.name_and_type, true),
        _ => return Ok(Member::nothing()),
    };
    let named = pool.retrieve(named)?;
    let class = name_of(pool.retrieve(class)?.name);
    let (name, descriptor) = (name_of(named.name), name_of(named.descriptor));
    Ok(Member { class, name, descriptor, of_interface })
}

impl Member {
    fn nothing() -> Member {
        let [class, name, descriptor] = ["", "", ""].map(Box::from);
        Member { class, name, descriptor, of_interface: false }
    }
}

fn handle_kind(kind: MethodKind) -> HandleKind {
    match kind {
        MethodKind::GetField => HandleKind::GetField,
        MethodKind::GetStatic => HandleKind::GetStatic,
        MethodKind::PutField => HandleKind::PutField,
        MethodKind::PutStatic => HandleKind::PutStatic,
        MethodKind::InvokeVirtual => HandleKind::InvokeVirtual,
        MethodKind::InvokeStatic => HandleKind::InvokeStatic,
        MethodKind::InvokeSpecial => HandleKind::InvokeSpecial,
        MethodKind::NewInvokeSpecial => HandleKind::NewInvokeSpecial,
        MethodKind::InvokeInterface => HandleKind::InvokeInterface,
    }
}
