//! The services that a module provides, as its `module-info.class` says.

use noak::reader::Class;
use noak::reader::cpool::{self, ConstantPool, Index};

use super::class_file::{ParseError, name_of};

/// A service and the classes that provide it, in order. Names are as in `java/lang/String`.
pub(crate) type Provided = (Box<str>, Vec<Box<str>>);

/// Reads what a module provides.
pub(crate) fn provided(bytes: &[u8]) -> Result<Vec<Provided>, ParseError> {
    let class = Class::new(bytes)?;
    let pool = class.pool();
    let mut all = Vec::new();
    for attribute in class.attributes() {
        let attribute = attribute?;
        if &*name_of(pool.retrieve(attribute.name())?) == "Module" {
            // The library that we read classes with wants a version of everything that a module
            // requires, and modules need not give one.
            let own = provides(attribute.content()).ok_or_else(|| ParseError::cut("a module"))?;
            for (service, classes) in own {
                let names = classes.into_iter().map(|class| class_name(pool, class));
                all.push((class_name(pool, service)?, names.collect::<Result<_, _>>()?));
            }
        }
    }
    Ok(all)
}

fn class_name(pool: &ConstantPool<'_>, index: u16) -> Result<Box<str>, ParseError> {
    let index: Index<cpool::Class<'_>> = Index::new(index)?;
    Ok(name_of(pool.retrieve(index)?.name))
}

/// The services of a `Module` attribute by their indices; none if it is shorter than it says.
fn provides(attribute: &[u8]) -> Option<Vec<(u16, Vec<u16>)>> {
    let mut words = attribute.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let mut word = || words.next();
    // Name, flags and version of the module, then what it requires: name, flags, version of each.
    skip(&mut word, 3)?;
    let requires = word()?;
    skip(&mut word, usize::from(requires) * 3)?;
    // Packages that are exported, and packages that are opened: name, flags, to whom.
    for _ in 0..2 {
        for _ in 0..word()? {
            skip(&mut word, 2)?;
            let to = word()?;
            skip(&mut word, to.into())?;
        }
    }
    let uses = word()?;
    skip(&mut word, uses.into())?;
    let mut all = Vec::new();
    for _ in 0..word()? {
        let (service, count) = (word()?, word()?);
        let classes = (0..count).map(|_| word()).collect::<Option<Vec<u16>>>()?;
        all.push((service, classes));
    }
    Some(all)
}

fn skip(word: &mut impl FnMut() -> Option<u16>, count: usize) -> Option<()> {
    (0..count).try_for_each(|_| word().map(|_| ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_stand_behind_everything_else() {
        let words: [u16; 20] = [1, 0, 0, 1, 7, 8, 0, 1, 9, 0, 1, 10, 0, 1, 11, 1, 20, 2, 21, 22];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(provides(&bytes), Some(vec![(20, vec![21, 22])]));
        for len in 0..bytes.len() - 1 {
            assert_eq!(provides(&bytes[..len]), None, "{len}");
        }
    }
}
