//! What a module says of itself in its `module-info.class`.

use noak::reader::Class;
use noak::reader::cpool::{self, ConstantPool, Index};

use super::class_file::{ParseError, name_of};

/// A service and the classes that provide it, in order. Names are as in `java/lang/String`.
pub(crate) type Provided = (Box<str>, Vec<Box<str>>);

/// What a module gives to others.
#[derive(Clone, Default, Debug)]
pub(crate) struct ModuleInfo {
    /// The packages whose public classes everybody may use, such as `java/lang`.
    pub(crate) exports: Vec<Box<str>>,
    /// The packages of which everybody may use everything by reflection.
    pub(crate) opens: Vec<Box<str>>,
    pub(crate) provides: Vec<Provided>,
}

/// The same by indices.
#[derive(PartialEq, Eq, Default, Debug)]
struct Indices {
    exports: Vec<u16>,
    opens: Vec<u16>,
    provides: Vec<(u16, Vec<u16>)>,
}

impl ModuleInfo {
    /// Reads the class file of a module.
    pub(crate) fn parse(bytes: &[u8]) -> Result<ModuleInfo, ParseError> {
        let class = Class::new(bytes)?;
        let pool = class.pool();
        for attribute in class.attributes() {
            let attribute = attribute?;
            if &*name_of(pool.retrieve(attribute.name())?) == "Module" {
                // The library that we read classes with wants a version of everything that a module
                // requires, and modules need not give one.
                let indices = Indices::read(attribute.content());
                return indices.ok_or_else(|| ParseError::cut("a module"))?.named(pool);
            }
        }
        Ok(ModuleInfo::default())
    }
}

impl Indices {
    /// Reads a `Module` attribute; none if it is shorter than it says.
    fn read(attribute: &[u8]) -> Option<Indices> {
        let mut words =
            attribute.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        let mut word = || words.next();
        // Name, flags and version of the module, then what it requires: name, flags, version of each.
        skip(&mut word, 3)?;
        let requires = word()?;
        skip(&mut word, usize::from(requires) * 3)?;
        let (exports, opens) = (for_everybody(&mut word)?, for_everybody(&mut word)?);
        let uses = word()?;
        skip(&mut word, uses.into())?;
        let mut provides = Vec::new();
        for _ in 0..word()? {
            let (service, count) = (word()?, word()?);
            let classes = (0..count).map(|_| word()).collect::<Option<Vec<u16>>>()?;
            provides.push((service, classes));
        }
        Some(Indices { exports, opens, provides })
    }

    fn named(self, pool: &ConstantPool<'_>) -> Result<ModuleInfo, ParseError> {
        let packages = |all: Vec<u16>| -> Result<Vec<Box<str>>, ParseError> {
            all.into_iter().map(|package| package_name(pool, package)).collect()
        };
        let (exports, opens) = (packages(self.exports)?, packages(self.opens)?);
        let mut provides = Vec::new();
        for (service, classes) in self.provides {
            let names = classes.into_iter().map(|class| class_name(pool, class));
            provides.push((class_name(pool, service)?, names.collect::<Result<_, _>>()?));
        }
        Ok(ModuleInfo { exports, opens, provides })
    }
}

/// Packages that are exported or opened without a list of modules that they are for.
fn for_everybody(word: &mut impl FnMut() -> Option<u16>) -> Option<Vec<u16>> {
    let mut all = Vec::new();
    for _ in 0..word()? {
        let (package, _flags, to) = (word()?, word()?, word()?);
        skip(word, to.into())?;
        if to == 0 {
            all.push(package);
        }
    }
    Some(all)
}

fn class_name(pool: &ConstantPool<'_>, index: u16) -> Result<Box<str>, ParseError> {
    let index: Index<cpool::Class<'_>> = Index::new(index)?;
    Ok(name_of(pool.retrieve(index)?.name))
}

fn package_name(pool: &ConstantPool<'_>, index: u16) -> Result<Box<str>, ParseError> {
    let index: Index<cpool::Package<'_>> = Index::new(index)?;
    Ok(name_of(pool.retrieve(index)?.name))
}

fn skip(word: &mut impl FnMut() -> Option<u16>, count: usize) -> Option<()> {
    (0..count).try_for_each(|_| word().map(|_| ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_stand_behind_everything_else() {
        // Two packages are exported, one of them to a single module, and one is opened.
        let words: [u16; 26] =
            [1, 0, 0, 1, 7, 8, 0, 2, 9, 0, 1, 10, 12, 0, 0, 1, 13, 0, 0, 1, 11, 1, 20, 2, 21, 22];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        let expected =
            Indices { exports: vec![12], opens: vec![13], provides: vec![(20, vec![21, 22])] };
        assert_eq!(Indices::read(&bytes), Some(expected));
        for len in 0..bytes.len() - 1 {
            assert_eq!(Indices::read(&bytes[..len]), None, "{len}");
        }
    }
}
