//! Which calls a property may be about, before the class of any receiver is known.

use lang_jvm::code::Member;
use lang_jvm::parse::MethodType;
use typestate::{Call, Property};

/// Whether a call of a member may be an event, whatever the class of its receiver.
///
/// Asked once for each instruction that calls, so it only has to be right in one direction: names of
/// classes are not compared, since a receiver may be of any class below the one that is named.
pub(crate) fn may_name(property: &Property, member: &Member, params: &[String]) -> bool {
    let is_new = &*member.name == "<init>";
    let class = member.class.replace('/', ".");
    let returns = match MethodType::parse(&member.descriptor).and_then(|types| types.result) {
        _ if is_new => class.clone(),
        Some(result) => result.source_name(),
        None => "void".to_owned(),
    };
    let method = if is_new { "new" } else { &*member.name };
    property.events.iter().any(|decl| {
        [false, true].into_iter().any(|is_static| {
            decl.may_name(&Call { classes: &[], method, params, returns: &returns, is_static })
        })
    })
}
