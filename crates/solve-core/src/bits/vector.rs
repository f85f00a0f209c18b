//! Words and integers as vectors of literals, the lowest bit first.
//!
//! Words have a fixed width and wrap around. Integers are read in two's complement and are as wide as
//! their value may be, so that nothing overflows: a sum is one bit wider than its summands, a product as
//! wide as both factors together.

use term::Int;

use super::circuit::{Circuit, Division};
use crate::sat::Lit;

/// The bits of a word or an integer.
pub(super) type Bits = Vec<Lit>;

/// How the bits that a shift leaves empty are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shift {
    Left,
    Right,
    /// Copies of the sign come in from above.
    Signed,
}

/// Words.
impl Circuit<'_> {
    pub(super) fn word(&self, value: &num_bigint::BigUint, width: u32) -> Bits {
        (0..u64::from(width)).map(|at| self.constant(value.bit(at))).collect()
    }

    pub(super) fn free_bits(&mut self, width: usize) -> Bits {
        (0..width).map(|_| self.free()).collect()
    }

    pub(super) fn each(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        gate: impl Fn(&mut Self, Lit, Lit) -> Lit,
    ) -> Bits {
        a.iter().zip(b).map(|(a, b)| gate(self, *a, *b)).collect()
    }

    pub(super) fn choose(&mut self, cond: Lit, yes: &[Lit], no: &[Lit]) -> Bits {
        self.each(yes, no, |circuit, yes, no| circuit.choice(cond, yes, no))
    }

    /// The sum of two words of one width and a carry.
    fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Bits {
        let mut sum = Bits::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            carry = self.majority(a, b, carry);
        }
        sum
    }

    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.sum(a, b, self.constant(false))
    }

    pub(super) fn negate(&mut self, a: &[Lit]) -> Bits {
        let zero = vec![self.constant(false); a.len()];
        self.sum(&complement(a), &zero, self.constant(true))
    }

    /// The product of two words of one width.
    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let (a, by) = if self.ones(a) < self.ones(b) { (b, a) } else { (a, b) };
        // Few bits of a factor that are not zero make a small circuit, and so may those of its negation.
        let negated = if self.is_constant(by) { self.negate(by) } else { by.to_vec() };
        let is_plain = self.ones(by) <= self.ones(&negated) + 1;
        let by = if is_plain { by.to_vec() } else { negated };
        let width = a.len();
        let mut product = vec![self.constant(false); width];
        for (at, &bit) in by.iter().enumerate() {
            if self.as_constant(bit) == Some(false) {
                continue;
            }
            let row: Bits = a[..width - at].iter().map(|lit| self.and(*lit, bit)).collect();
            let high = self.add(&product[at..], &row);
            product.truncate(at);
            product.extend(high);
        }
        if is_plain { product } else { self.negate(&product) }
    }

    fn is_constant(&self, bits: &[Lit]) -> bool {
        bits.iter().all(|bit| self.as_constant(*bit).is_some())
    }

    /// How many bits may be one.
    fn ones(&self, bits: &[Lit]) -> usize {
        bits.iter().filter(|bit| self.as_constant(**bit) != Some(false)).count()
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same = self.each(a, b, Self::same);
        self.all(&same)
    }

    pub(super) fn is_zero(&mut self, a: &[Lit]) -> Lit {
        self.all(&complement(a))
    }

    /// Whether a word is below another one, both read as unsigned.
    pub(super) fn below(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut below = self.constant(false);
        for (&a, &b) in a.iter().zip(b) {
            below = self.majority(!a, b, below);
        }
        below
    }

    /// Whether a word is below another one, both read in two's complement.
    pub(super) fn below_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let flipped = |bits: &[Lit]| {
            let mut bits = bits.to_vec();
            if let Some(sign) = bits.last_mut() {
                *sign = !*sign;
            }
            bits
        };
        self.below(&flipped(a), &flipped(b))
    }

    /// Quotient and remainder, both read as unsigned; all ones and the dividend if the divisor is zero.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        if let Some(power) = self.power_of_two(b) {
            let none = self.constant(false);
            let filled = |bits: &[Lit]| {
                let zeros = std::iter::repeat_n(none, width - bits.len());
                bits.iter().copied().chain(zeros).collect()
            };
            return (filled(&a[power..]), filled(&a[..power]));
        }
        let key = (Division::Words, a.to_vec(), b.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let (quotient, rest) = (self.free_bits(width), self.free_bits(width));
        self.divisions.insert(key, (quotient.clone(), rest.clone()));
        let by_zero = self.is_zero(b);
        // As integers nothing overflows, and zeros above cost no gates.
        let product = self.int_multiply(&self.natural(&quotient), &self.natural(b));
        let whole = self.int_add(&product, &self.natural(&rest));
        let is_whole = self.int_equal(&whole, &self.natural(a));
        let is_rest = self.below(&rest, b);
        self.assert_any(&[by_zero, is_whole]);
        self.assert_any(&[by_zero, is_rest]);
        let is_dividend = self.equal(&rest, a);
        self.assert_any(&[!by_zero, is_dividend]);
        let is_full = self.all(&quotient);
        self.assert_any(&[!by_zero, is_full]);
        (quotient, rest)
    }

    /// As [`Circuit::divide`] in two's complement, rounded towards zero.
    pub(super) fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let (sign_a, sign_b) = (sign(a), sign(b));
        let (size_a, size_b) = (self.absolute(a), self.absolute(b));
        let (quotient, rest) = self.divide(&size_a, &size_b);
        let is_negative = self.xor(sign_a, sign_b);
        (self.negate_if(is_negative, &quotient), self.negate_if(sign_a, &rest))
    }

    fn absolute(&mut self, a: &[Lit]) -> Bits {
        self.negate_if(sign(a), a)
    }

    fn negate_if(&mut self, cond: Lit, a: &[Lit]) -> Bits {
        let negated = self.negate(a);
        self.choose(cond, &negated, a)
    }

    /// The exponent of a constant that is a power of two.
    fn power_of_two(&self, bits: &[Lit]) -> Option<usize> {
        let values: Option<Vec<bool>> = bits.iter().map(|bit| self.as_constant(*bit)).collect();
        let values = values?;
        let power = values.iter().position(|value| *value)?;
        values[power + 1..].iter().all(|value| !value).then_some(power)
    }

    pub(super) fn shift(&mut self, a: &[Lit], by: &[Lit], how: Shift) -> Bits {
        let fill = if how == Shift::Signed { sign(a) } else { self.constant(false) };
        let mut shifted = a.to_vec();
        let mut beyond = Bits::new();
        for (at, &bit) in by.iter().enumerate() {
            let distance = u32::try_from(at).ok().and_then(|at| 1_usize.checked_shl(at));
            match distance.filter(|distance| *distance < a.len()) {
                Some(distance) => {
                    let moved = moved(&shifted, distance, how, fill);
                    shifted = self.choose(bit, &moved, &shifted);
                }
                None => beyond.push(bit),
            }
        }
        let beyond = self.any(&beyond);
        self.choose(beyond, &vec![fill; a.len()], &shifted)
    }
}

/// Integers.
impl Circuit<'_> {
    pub(super) fn int(&self, value: &Int) -> Bits {
        let big = value.to_big();
        (0..=big.bits()).map(|at| self.constant(big.bit(at))).collect()
    }

    /// A word read as unsigned.
    pub(super) fn natural(&self, word: &[Lit]) -> Bits {
        let mut bits = word.to_vec();
        bits.push(self.constant(false));
        narrowed(bits)
    }

    pub(super) fn int_add(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let [a, b] = aligned(a, b, 1);
        narrowed(self.add(&a, &b))
    }

    pub(super) fn int_multiply(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let width = a.len() + b.len();
        narrowed(self.multiply(&extended(a, width), &extended(b, width)))
    }

    pub(super) fn int_equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let [a, b] = aligned(a, b, 0);
        self.equal(&a, &b)
    }

    pub(super) fn int_below(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let [a, b] = aligned(a, b, 0);
        self.below_signed(&a, &b)
    }

    pub(super) fn int_choose(&mut self, cond: Lit, yes: &[Lit], no: &[Lit]) -> Bits {
        let [yes, no] = aligned(yes, no, 0);
        narrowed(self.choose(cond, &yes, &no))
    }

    /// The quotient that leaves a remainder of at least zero, and that remainder; zero and the dividend
    /// if the divisor is zero.
    pub(super) fn int_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        if let Some(power) = self.power_of_two(b).filter(|power| power + 1 < b.len()) {
            let wide = extended(a, a.len().max(power + 1));
            return (wide[power..].to_vec(), self.natural(&wide[..power]));
        }
        let key = (Division::Integers, a.to_vec(), b.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let quotient = self.free_bits(a.len() + 1);
        let rest = self.free_bits(a.len().max(b.len()) + 1);
        self.divisions.insert(key, (quotient.clone(), rest.clone()));
        let by_zero = self.is_zero(b);
        let product = self.int_multiply(&quotient, b);
        let whole = self.int_add(&product, &rest);
        let is_whole = self.int_equal(&whole, a);
        // For a divisor of zero this says that the remainder is the dividend.
        self.assert_any(&[is_whole]);
        let wide = extended(b, b.len() + 1);
        let size = self.absolute(&wide);
        let is_small = self.int_below(&rest, &size);
        self.assert_any(&[by_zero, is_small]);
        self.assert_any(&[by_zero, !sign(&rest)]);
        let is_none = self.is_zero(&quotient);
        self.assert_any(&[!by_zero, is_none]);
        (quotient, rest)
    }
}

fn sign(bits: &[Lit]) -> Lit {
    *bits.last().expect("a word has at least one bit")
}

pub(super) fn complement(bits: &[Lit]) -> Bits {
    bits.iter().map(|bit| !*bit).collect()
}

/// With copies of the sign above, or without bits above.
pub(super) fn extended(bits: &[Lit], width: usize) -> Bits {
    let sign = sign(bits);
    bits.iter().copied().chain(std::iter::repeat(sign)).take(width).collect()
}

/// Both as wide as the wider one and some more bits.
fn aligned(a: &[Lit], b: &[Lit], more: usize) -> [Bits; 2] {
    let width = a.len().max(b.len()) + more;
    [extended(a, width), extended(b, width)]
}

/// Without copies of the sign.
fn narrowed(mut bits: Bits) -> Bits {
    while let [.., below, sign] = bits[..]
        && below == sign
    {
        bits.pop();
    }
    bits
}

/// Moved by a distance less than the width.
fn moved(bits: &[Lit], distance: usize, how: Shift, fill: Lit) -> Bits {
    let filled = std::iter::repeat_n(fill, distance);
    match how {
        Shift::Left => filled.chain(bits[..bits.len() - distance].iter().copied()).collect(),
        Shift::Right | Shift::Signed => bits[distance..].iter().copied().chain(filled).collect(),
    }
}
