//! What is written as SMT-LIB is read back as the same terms.

use term::{Pool, Sort, Term, read_script, write_script};
use test_support::{Family, Terms, World};

/// Variables of one name are told apart by a number, so the written names are put back first.
fn renamed(pool: &Pool, term: Term, names: &term::Names) -> Term {
    pool.replace(term, |term| names.get(&term).map(|name| pool.var(name, pool.sort(term))))
}

#[test]
fn writing_and_reading_is_the_identity() {
    for family in Family::ALL {
        for seed in 0..150 {
            let pool = Pool::new();
            let world = World::new(&pool);
            let query = Terms::new(&pool, &world, family, seed).query(3, 15);
            let (text, names) = write_script(&pool, &query);
            let script =
                read_script(&pool, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
            let expected: Vec<Term> =
                query.iter().map(|term| renamed(&pool, *term, &names)).collect();
            assert_eq!(script.asserts, expected, "{family:?} {seed}: {text}");
        }
    }
}

/// Names that mean something else to a reader, or that a writer makes up itself.
#[test]
fn any_name_is_read_back() {
    let names = ["?0", "?1", "x!2", "x", "and", "true", "12", "", "a b", "|", "%7C", "List.nil"];
    let pool = Pool::new();
    let f = pool.func("f", &[Sort::INT, Sort::INT], Sort::INT);
    let vars: Vec<Term> = names.iter().map(|name| pool.var(name, Sort::INT)).collect();
    // Large shared subterms, so that the writer gives names to them.
    let shared = vars.iter().fold(pool.int(7), |all, var| pool.apply(f, &[all, *var]));
    let query = [pool.lt(pool.apply(f, &[shared, shared]), pool.apply(f, &[shared, vars[0]]))];
    let (text, _) = write_script(&pool, &query);
    let script = read_script(&pool, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(script.asserts, query, "{text}");
}
