//! Types as class files write them.

use std::fmt;

/// A type of a field, parameter or result.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// `boolean`.
    Boolean,
    /// `byte`.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A class or an array; the name is the one by which it is loaded: `java/lang/Object`, `[I`.
    Reference(Box<str>),
}

/// The types of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodType {
    /// Parameters in order, without the receiver.
    pub params: Vec<Type>,
    /// None for `void`.
    pub result: Option<Type>,
}

impl Type {
    /// Reads a descriptor such as `[Ljava/lang/String;`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Type> {
        let (parsed, rest) = Type::prefix(text)?;
        rest.is_empty().then_some(parsed)
    }

    /// Reads a type at the start of `text`; the rest comes back.
    fn prefix(text: &str) -> Option<(Type, &str)> {
        let simple = |parsed| Some((parsed, &text[1..]));
        match text.as_bytes().first()? {
            b'Z' => simple(Type::Boolean),
            b'B' => simple(Type::Byte),
            b'C' => simple(Type::Char),
            b'S' => simple(Type::Short),
            b'I' => simple(Type::Int),
            b'J' => simple(Type::Long),
            b'F' => simple(Type::Float),
            b'D' => simple(Type::Double),
            b'L' => {
                let end = text.find(';')?;
                (end > 1).then(|| (Type::Reference(text[1..end].into()), &text[end + 1..]))
            }
            b'[' => Type::array_prefix(text),
            _ => None,
        }
    }

    fn array_prefix(text: &str) -> Option<(Type, &str)> {
        let dimensions = text.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions > 255 {
            return None;
        }
        let (_, rest) = Type::prefix(&text[dimensions..])?;
        let name = &text[..text.len() - rest.len()];
        Some((Type::Reference(name.into()), rest))
    }

    /// The type of a value of a class or array of this name.
    #[must_use]
    pub fn named(name: &str) -> Type {
        Type::Reference(name.into())
    }

    /// Whether values take two slots.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        matches!(self, Type::Long | Type::Double)
    }

    /// How many slots values take.
    #[must_use]
    pub fn slots(&self) -> usize {
        if self.is_wide() { 2 } else { 1 }
    }

    /// Whether values are objects.
    #[must_use]
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Reference(_))
    }

    /// The type as programs write it: `int`, `java.lang.String[]`.
    #[must_use]
    pub fn source_name(&self) -> String {
        match self {
            Type::Boolean => "boolean".to_owned(),
            Type::Byte => "byte".to_owned(),
            Type::Char => "char".to_owned(),
            Type::Short => "short".to_owned(),
            Type::Int => "int".to_owned(),
            Type::Long => "long".to_owned(),
            Type::Float => "float".to_owned(),
            Type::Double => "double".to_owned(),
            Type::Reference(name) => match name.rfind('[') {
                None => name.replace('/', "."),
                Some(last) => {
                    let element = Type::parse(&name[last + 1..]);
                    let element = element.map_or(String::new(), |element| element.source_name());
                    element + &"[]".repeat(last + 1)
                }
            },
        }
    }

    /// The primitive types.
    pub const PRIMITIVES: [Type; 8] = [
        Type::Boolean,
        Type::Byte,
        Type::Char,
        Type::Short,
        Type::Int,
        Type::Long,
        Type::Float,
        Type::Double,
    ];

    /// The wrapper class of a primitive type.
    #[must_use]
    pub fn wrapper(&self) -> Option<&'static str> {
        match self {
            Type::Boolean => Some("java/lang/Boolean"),
            Type::Byte => Some("java/lang/Byte"),
            Type::Char => Some("java/lang/Character"),
            Type::Short => Some("java/lang/Short"),
            Type::Int => Some("java/lang/Integer"),
            Type::Long => Some("java/lang/Long"),
            Type::Float => Some("java/lang/Float"),
            Type::Double => Some("java/lang/Double"),
            Type::Reference(_) => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Boolean => f.write_str("Z"),
            Type::Byte => f.write_str("B"),
            Type::Char => f.write_str("C"),
            Type::Short => f.write_str("S"),
            Type::Int => f.write_str("I"),
            Type::Long => f.write_str("J"),
            Type::Float => f.write_str("F"),
            Type::Double => f.write_str("D"),
            Type::Reference(name) if name.starts_with('[') => f.write_str(name),
            Type::Reference(name) => write!(f, "L{name};"),
        }
    }
}

impl MethodType {
    /// Reads a descriptor such as `(I[J)V`.
    #[must_use]
    pub fn parse(text: &str) -> Option<MethodType> {
        let mut rest = text.strip_prefix('(')?;
        let mut params = Vec::new();
        while !rest.starts_with(')') {
            let (param, after) = Type::prefix(rest)?;
            params.push(param);
            rest = after;
        }
        let result = match &rest[1..] {
            "V" => None,
            result => Some(Type::parse(result)?),
        };
        let method = MethodType { params, result };
        (method.param_slots() <= 255).then_some(method)
    }

    /// How many slots the parameters take, without the receiver.
    #[must_use]
    pub fn param_slots(&self) -> usize {
        self.params.iter().map(Type::slots).sum()
    }
}

impl fmt::Display for MethodType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        self.params.iter().try_for_each(|param| write!(f, "{param}"))?;
        f.write_str(")")?;
        match &self.result {
            Some(result) => write!(f, "{result}"),
            None => f.write_str("V"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_printed_as_they_are_read() {
        for text in ["()V", "(IJ[[DLjava/lang/String;)[Ljava/lang/Object;", "(Z)C"] {
            let method = MethodType::parse(text).expect("a descriptor");
            assert_eq!(method.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_descriptor_is_refused() {
        for text in ["", "(", "()", "(I", "(L;)V", "()VV", "([)V", "I", "(V)V"] {
            assert_eq!(MethodType::parse(text), None, "{text}");
        }
        assert_eq!(MethodType::parse(&format!("({})V", "J".repeat(128))), None);
    }

    #[test]
    fn programs_write_types_in_another_way() {
        let name = |text| Type::parse(text).expect("a type").source_name();
        assert_eq!(name("[[I"), "int[][]");
        assert_eq!(name("[Ljava/lang/String;"), "java.lang.String[]");
    }
}
