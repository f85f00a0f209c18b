//! A vending machine whose programs are what customers do, with events: `check` finds what breaks a trace spec.
//!
//!     cargo run --example shop -- run 'Coin(Choose(Leave))'
//!     cargo run --example shop -- check --spec crates/tracehound-interp/examples/shop.trace

use tracehound_interp::{Cx, Stop, Symbol, Value, case, data};

data! {
    /// What a customer does.
    pub Visit = Coin(Visit) | Refund(Visit) | Choose(Visit) | Leave();
}

/// Serves a customer who has paid so much. The mistake: after a refund the machine forgets to count.
fn serve(cx: &mut Cx<'_>, visit: Value, paid: Value) -> Result<Value, Stop> {
    let (rest, paid) = case!(cx, visit; {
        Coin(rest) => {
            cx.emit(Symbol::new("paid"), &[])?;
            let one = cx.int(1);
            (rest, cx.add(paid, one)?)
        }
        Refund(rest) => {
            cx.emit(Symbol::new("refunded"), &[])?;
            (rest, paid)
        }
        Choose(rest) => {
            let zero = cx.int(0);
            let credit = cx.lt(zero, paid)?;
            if !cx.branch(credit)? {
                return Err(cx.fail("nothing was paid"));
            }
            cx.emit(Symbol::new("served"), &[])?;
            (rest, zero)
        }
        Leave() => return Ok(paid),
    });
    cx.call(|cx| serve(cx, rest, paid))
}

fn run(cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
    let zero = cx.int(0);
    serve(cx, program, zero)
}

tracehound_interp::main!(Visit, run);
