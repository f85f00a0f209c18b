//! Class files as data.
//!
//! The bytes are read by a library; what comes out is our own [`ClassFile`], in which every index
//! into the constant pool has been followed as far as names and texts. Instructions stay bytes: they
//! are lowered method by method, when a method is called for the first time.
//!
//! Nothing here knows of other classes. Start reading at [`ClassFile::parse`].

mod class_file;
mod constant;
mod descriptor;
mod module_info;
mod text;
mod variables;

pub use class_file::{
    Bootstrap, ClassFile, CodeBytes, Enclosing, FieldInfo, Flags, Handler, InnerClass, MethodInfo,
    ParseError, RecordPart,
};
pub use constant::{Constant, HandleKind, Member};
pub use descriptor::{MethodType, Type};
pub(crate) use module_info::ModuleInfo;
pub(crate) use text::from_modified_utf8;
pub(crate) use variables::Variable;
pub use variables::parameter_names;
