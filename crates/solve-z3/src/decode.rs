//! Z3's model of a query as a model of ours.

use solve::{Elements, assemble};
use term::{Model, Pool, Sort, Term};

use crate::context::Context;
use crate::encode::Encoder;
use crate::value::Values;

/// The model of the last check, which was of `query`; none if it has values that we cannot write
/// or does not satisfy the query by our own evaluation.
///
/// Functions are given by their values at the arguments that occur in the query. Nothing more is
/// needed to satisfy it, and all versions of Z3 can tell these, however they write down a function.
pub(crate) fn model(
    context: &Context,
    encoder: &mut Encoder,
    pool: &Pool,
    query: &[Term],
) -> Option<Model> {
    // Made before the model, because what is made for the model is let go with it.
    let codes = encoder.codes(context).ok()?;
    encoder.sorts.get(context, pool, Sort::INT).ok()?;
    let mark = context.mark();
    let decoded = context.model().ok().and_then(|model| {
        let sorts = &encoder.sorts;
        let values = Values { context, pool, sorts, codes, model: &model };
        decode(&values, encoder, query)
    });
    context.release(mark);
    decoded
}

fn decode(values: &Values<'_>, encoder: &Encoder, query: &[Term]) -> Option<Model> {
    let pool = values.pool;
    let value_of = |term: Term| values.model.eval(encoder.known(term)?).ok();
    let mut elements = Elements::new();
    for &elem in encoder.elems() {
        let key = values.key(value_of(elem)?, pool.sort(elem))?;
        if !elements.fix(pool, elem, key) {
            return None;
        }
    }
    assemble(pool, values.sorts.theory(), query, &mut elements, |elements, term| {
        values.read(elements, value_of(term)?, pool.sort(term))
    })
}
