//! Objects before there are any: the places of a program where they come from.

use flow::Bits;

use crate::program::MethodAt;
use crate::world::Kind;

/// A source of objects, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site(pub(crate) u32);

impl Site {
    /// No object at all.
    pub(crate) const NULL: Site = Site(0);
    /// Strings and classes that the program names.
    pub(crate) const TEXT: Site = Site(1);
    /// Objects that were there before the program was.
    pub(crate) const OUTSIDE: Site = Site(2);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An instruction of a method.
pub(crate) type At = (MethodAt, usize);

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Origin {
    /// There is none.
    Null,
    /// The text of the program.
    Text,
    /// Before the program.
    Outside,
    /// A parameter of the first method.
    Param(usize),
    /// An instruction of the application that makes one.
    New(At),
    /// The result of a call of the library, made by that call.
    Result(At),
    /// Anything else that a call of the library has made.
    Inner(At),
}

/// All sites of a program.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    origins: Vec<Origin>,
    kinds: Vec<Kind>,
    numbers: std::collections::BTreeMap<Origin, Site>,
}

impl Sites {
    pub(crate) fn new() -> Sites {
        let mut sites =
            Sites { origins: Vec::new(), kinds: Vec::new(), numbers: Default::default() };
        sites.add(Origin::Null, Kind::exactly("null"));
        sites.add(Origin::Text, Kind::exactly("java/lang/String"));
        sites.add(Origin::Outside, Kind::below(crate::world::OBJECT));
        sites
    }

    pub(crate) fn add(&mut self, origin: Origin, kind: Kind) -> Site {
        let site = Site(self.origins.len() as u32);
        self.origins.push(origin);
        self.kinds.push(kind);
        self.numbers.insert(origin, site);
        site
    }

    pub(crate) fn find(&self, origin: Origin) -> Option<Site> {
        self.numbers.get(&origin).copied()
    }

    pub(crate) fn origin(&self, site: Site) -> Origin {
        self.origins[site.index()]
    }

    pub(crate) fn kind(&self, site: Site) -> &Kind {
        &self.kinds[site.index()]
    }

    /// Says more of the class of objects of a site.
    pub(crate) fn refine(&mut self, site: Site, kind: Kind) {
        self.kinds[site.index()] = kind;
    }

    pub(crate) fn len(&self) -> usize {
        self.origins.len()
    }

    pub(crate) fn empty(&self) -> Bits {
        Bits::empty(self.len())
    }
}

/// The sites of a set, without null.
pub(crate) fn objects(set: &Bits) -> impl Iterator<Item = Site> {
    set.iter().map(|site| Site(site as u32)).filter(|site| *site != Site::NULL)
}
