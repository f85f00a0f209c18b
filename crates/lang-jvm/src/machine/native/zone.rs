//! Time zones: the zone of the machine is UTC.
//!
//! Other zones are read from the JDK's own file, which takes a while; the usual ones do not need it.

use machine::Host;

use super::super::trap::Trap;
use super::super::value::Value;
use super::super::vm::Vm;
use super::world::assumed;
use super::{Args, NativeFn, Outcome};

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/util/TimeZone", "setDefaultZone") => |vm, host, _| {
            let zone = universal(vm, host, "UTC")?;
            vm.set_static_named("java/util/TimeZone", "defaultTimeZone", zone)?;
            assumed(vm, "the time zone UTC", Ok(Outcome::One(zone)))
        },
        ("sun/util/calendar/ZoneInfo", "getTimeZone") if descriptor.starts_with("(L") => named,
        _ => return None,
    })
}

fn named(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    match vm.text(vm.arg_ref(args, 0)).as_deref() {
        Some(name @ ("UTC" | "GMT")) => Ok(Outcome::One(universal(vm, host, name)?)),
        Some(_) | None => Ok(Outcome::Body),
    }
}

fn universal(vm: &mut Vm, host: &mut dyn Host, name: &str) -> Result<Value, Trap> {
    let name = Value::reference(vm.new_text(name)?);
    let kind = "(Ljava/lang/String;I)V";
    let zone = vm.construct(host, "sun/util/calendar/ZoneInfo", kind, &[name, Value::int(0)])?;
    Ok(Value::reference(zone))
}
