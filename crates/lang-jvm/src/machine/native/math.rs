//! Functions on floating-point numbers that the JDK leaves to the processor or to C.
//!
//! `StrictMath` is defined by the C library fdlibm; the library used here is a descendant of it. Some
//! of its functions have another last digit now and then, and some functions of `Math` are computed
//! by the real virtual machine in a way of its own. Where a program uses one of those, that is noted.

use machine::Host;

use super::super::trap::Trap;
use super::super::vm::Vm;
use super::world::assumed;
use super::{Args, NativeFn, Outcome};

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    match class {
        "java/lang/Math" => inexact_in_math(name).or_else(|| exact(name)),
        "java/lang/StrictMath" => inexact_in_strict_math(name).or_else(|| exact(name)),
        _ => None,
    }
}

/// A function whose last digit may be another one elsewhere.
macro_rules! inexact {
    ($class:literal, $name:literal, $f:expr) => {
        |vm, host, args| {
            let f: fn(&Vm, Args) -> f64 = $f;
            inexact(
                vm,
                host,
                args,
                concat!("the last digit of `", $class, ".", $name, "` as it is here"),
                f,
            )
        }
    };
}

/// The functions that the real virtual machine computes by itself, and those of
/// [`inexact_in_strict_math`].
fn inexact_in_math(name: &str) -> Option<NativeFn> {
    Some(match name {
        "sin" => inexact!("Math", "sin", |vm, args| libm::sin(first(vm, args))),
        "cos" => inexact!("Math", "cos", |vm, args| libm::cos(first(vm, args))),
        "tan" => inexact!("Math", "tan", |vm, args| libm::tan(first(vm, args))),
        "exp" => inexact!("Math", "exp", |vm, args| libm::exp(first(vm, args))),
        "log" => inexact!("Math", "log", |vm, args| libm::log(first(vm, args))),
        "log10" => inexact!("Math", "log10", |vm, args| libm::log10(first(vm, args))),
        "sinh" => inexact!("Math", "sinh", |vm, args| libm::sinh(first(vm, args))),
        "cosh" => inexact!("Math", "cosh", |vm, args| libm::cosh(first(vm, args))),
        "tanh" => inexact!("Math", "tanh", |vm, args| libm::tanh(first(vm, args))),
        "atan2" => inexact!("Math", "atan2", atan2),
        "pow" => {
            |vm, _, _| assumed(vm, "the last digit of `Math.pow` as it is here", Ok(Outcome::Body))
        }
        _ => return None,
    })
}

/// The functions that are not computed here as by fdlibm. `exp` and `pow` run as the JDK wrote them.
fn inexact_in_strict_math(name: &str) -> Option<NativeFn> {
    Some(match name {
        "sin" => inexact!("StrictMath", "sin", |vm, args| libm::sin(first(vm, args))),
        "cos" => inexact!("StrictMath", "cos", |vm, args| libm::cos(first(vm, args))),
        "log" => inexact!("StrictMath", "log", |vm, args| libm::log(first(vm, args))),
        "log10" => inexact!("StrictMath", "log10", |vm, args| libm::log10(first(vm, args))),
        "sinh" => inexact!("StrictMath", "sinh", |vm, args| libm::sinh(first(vm, args))),
        "cosh" => inexact!("StrictMath", "cosh", |vm, args| libm::cosh(first(vm, args))),
        "tanh" => inexact!("StrictMath", "tanh", |vm, args| libm::tanh(first(vm, args))),
        "atan2" => inexact!("StrictMath", "atan2", atan2),
        _ => return None,
    })
}

/// The functions that are the same everywhere.
fn exact(name: &str) -> Option<NativeFn> {
    macro_rules! of_one {
        ($f:expr) => {
            |vm, host, args| {
                take(vm, host, args)?;
                Outcome::double($f(first(vm, args)))
            }
        };
    }
    Some(match name {
        "tan" => of_one!(libm::tan),
        "asin" => of_one!(libm::asin),
        "acos" => of_one!(libm::acos),
        "atan" => of_one!(libm::atan),
        "sqrt" => of_one!(f64::sqrt),
        "expm1" => of_one!(libm::expm1),
        "log1p" => of_one!(libm::log1p),
        "IEEEremainder" => |vm, host, args| {
            take(vm, host, args)?;
            Outcome::double(libm::remainder(first(vm, args), second(vm, args)))
        },
        _ => return None,
    })
}

fn inexact(
    vm: &mut Vm,
    host: &mut dyn Host,
    args: Args,
    setting: &'static str,
    f: fn(&Vm, Args) -> f64,
) -> Result<Outcome, Trap> {
    take(vm, host, args)?;
    let value = f(vm, args);
    assumed(vm, setting, Outcome::double(value))
}

/// Makes unknown arguments known, as they are in this run.
pub(super) fn take(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<(), Trap> {
    for slot in args.base..vm.sp {
        vm.stack[slot] =
            vm.taken(host, vm.stack[slot], 64, "an argument of a function of `Math`")?;
    }
    Ok(())
}

fn atan2(vm: &Vm, args: Args) -> f64 {
    libm::atan2(first(vm, args), second(vm, args))
}

fn first(vm: &Vm, args: Args) -> f64 {
    vm.arg(args, 0).as_double()
}

fn second(vm: &Vm, args: Args) -> f64 {
    vm.arg(args, 2).as_double()
}
