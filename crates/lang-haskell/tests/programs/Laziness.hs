module Laziness where

ones :: [Int]
ones = 1 : ones

fibs :: [Integer]
fibs = 0 : 1 : zipWith (+) fibs (tail fibs)

primes :: [Int]
primes = sieve [2 ..]
  where
    sieve (p : xs) = p : sieve [x | x <- xs, x `mod` p /= 0]
    sieve [] = []

answer :: ([Int], [Integer], [Int], Int, Bool, Int)
answer =
  ( take 3 ones
  , take 12 fibs
  , take 8 primes
  , fst (1, undefined)
  , or (map (> 10) [1 ..])
  , length [undefined, error "never"]
  )
