//! Objects before there are any: the places of a program where they come from.

use flow::Bits;
use rustc_hash::FxHashMap;

use crate::hierarchy::{Kind, is_immutable};
use crate::program::MethodAt;

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
    /// Numbers and texts that were in a parameter.
    pub(crate) const VALUE: Site = Site(3);

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
    /// A number or a text, inside of a parameter.
    Value,
    /// A parameter of the first method.
    Param(usize),
    /// An instruction of the application that makes one.
    New(At),
    /// The result of a call of the library, made by that call: its code says so.
    Result(At),
    /// The result of a call of the library that may have been made by that call.
    Given(At),
    /// Anything else that a call of the library has made.
    Inner(At),
    /// An object of the application that a call of the library has made: by reflection, as a copy.
    Made(At),
}

/// All sites of a program.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    origins: Vec<Origin>,
    kinds: Vec<Kind>,
    numbers: FxHashMap<Origin, Site>,
    made: FxHashMap<(At, Box<str>), Site>,
}

impl Sites {
    pub(crate) fn new() -> Sites {
        let mut sites = Sites {
            origins: Vec::new(),
            kinds: Vec::new(),
            numbers: FxHashMap::default(),
            made: FxHashMap::default(),
        };
        sites.add(Origin::Null, Kind::exactly("null"));
        sites.add(Origin::Text, Kind::exactly("java/lang/String"));
        sites.add(Origin::Outside, Kind::below(crate::hierarchy::OBJECT));
        sites.add(Origin::Value, Kind::below("java/lang/Comparable"));
        sites
    }

    pub(crate) fn add(&mut self, origin: Origin, kind: Kind) -> Site {
        let site = Site(self.origins.len() as u32);
        match origin {
            Origin::Made(at) => self.made.insert((at, kind.class.clone()), site),
            _ => self.numbers.insert(origin, site),
        };
        self.origins.push(origin);
        self.kinds.push(kind);
        site
    }

    pub(crate) fn find(&self, origin: Origin) -> Option<Site> {
        self.numbers.get(&origin).copied()
    }

    /// The site of objects of a class that a call has made, see [`Origin::Made`].
    pub(crate) fn find_made(&self, at: At, class: &str) -> Option<Site> {
        self.made.get(&(at, class.into())).copied()
    }

    pub(crate) fn origin(&self, site: Site) -> Origin {
        self.origins[site.index()]
    }

    pub(crate) fn kind(&self, site: Site) -> &Kind {
        &self.kinds[site.index()]
    }

    /// Whether objects of a site never change, so that there is nothing to know but who they are.
    pub(crate) fn is_immutable(&self, site: Site) -> bool {
        matches!(site, Site::NULL | Site::TEXT | Site::VALUE)
            || is_immutable(&self.kind(site).class)
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
