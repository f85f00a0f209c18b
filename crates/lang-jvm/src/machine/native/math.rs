//! Functions on floating-point numbers that the JDK leaves to the processor or to C.

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
        "sin" => of_one!(f64::sin),
        "cos" => of_one!(f64::cos),
        "tan" => of_one!(f64::tan),
        "asin" => of_one!(f64::asin),
        "acos" => of_one!(f64::acos),
        "atan" => of_one!(f64::atan),
        "exp" => of_one!(f64::exp),
        "log" => of_one!(f64::ln),
        "log10" => of_one!(f64::log10),
        "sqrt" => of_one!(f64::sqrt),
        "sinh" => of_one!(f64::sinh),
        "cosh" => of_one!(f64::cosh),
        "tanh" => of_one!(f64::tanh),
        "expm1" => of_one!(f64::exp_m1),
        "log1p" => of_one!(f64::ln_1p),
        "atan2" => |vm, _, args| {
            let (y, x) = (vm.arg(args, 0).as_double(), vm.arg(args, 2).as_double());
            Outcome::double(y.atan2(x))
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
