//! What is written as SMT-LIB is read back as the same terms.

use term::{Pool, Term, read_script, write_script};
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
