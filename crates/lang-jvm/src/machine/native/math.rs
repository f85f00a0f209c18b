//! Functions on floating-point numbers that the JDK leaves to the processor or to C.
//!
//! `StrictMath` is defined by the C library fdlibm; the library used here is a descendant of it.

use super::{NativeFn, Outcome};

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    if class != "java/lang/StrictMath" && class != "java/lang/Math" {
        return None;
    }
    macro_rules! of_one {
        ($f:expr) => {
            |vm, _, args| Outcome::double($f(vm.arg(args, 0).as_double()))
        };
    }
    Some(match name {
        "sin" => of_one!(libm::sin),
        "cos" => of_one!(libm::cos),
        "tan" => of_one!(libm::tan),
        "asin" => of_one!(libm::asin),
        "acos" => of_one!(libm::acos),
        "atan" => of_one!(libm::atan),
        "exp" => of_one!(libm::exp),
        "log" => of_one!(libm::log),
        "log10" => of_one!(libm::log10),
        "sqrt" => of_one!(f64::sqrt),
        "sinh" => of_one!(libm::sinh),
        "cosh" => of_one!(libm::cosh),
        "tanh" => of_one!(libm::tanh),
        "expm1" => of_one!(libm::expm1),
        "log1p" => of_one!(libm::log1p),
        "atan2" => |vm, _, args| {
            let (y, x) = (vm.arg(args, 0).as_double(), vm.arg(args, 2).as_double());
            Outcome::double(libm::atan2(y, x))
        },
        "IEEEremainder" => |vm, _, args| {
            let (a, b) = (vm.arg(args, 0).as_double(), vm.arg(args, 2).as_double());
            Outcome::double(if b.is_infinite() && a.is_finite() {
                a
            } else {
                a - b * (a / b).round_ties_even()
            })
        },
        _ => return None,
    })
}
