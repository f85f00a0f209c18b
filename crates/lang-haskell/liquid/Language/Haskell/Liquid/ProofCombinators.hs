-- | Proofs as programs: equations one below the other, with their reasons.
module Language.Haskell.Liquid.ProofCombinators where

infixl 3 ===, =<=, =>=, ==., ==!, ?
infixl 2 ***
infixr 1 &&&

type Proof = ()

data QED = QED | Admit

trivial :: Proof
trivial = ()

toProof :: a -> Proof
toProof _ = ()

unreachable :: Proof
unreachable = ()

(***) :: a -> QED -> Proof
_ *** _ = ()

{-@ (===) :: x:a -> y:{v:a | v == x} -> {v:a | v == x && v == y} @-}
(===) :: a -> a -> a
_ === y = y

{-@ (==.) :: x:a -> y:{v:a | v == x} -> {v:a | v == x && v == y} @-}
(==.) :: a -> a -> a
_ ==. y = y

{-@ (=<=) :: x:a -> y:{v:a | x <= v} -> {v:a | v == y} @-}
(=<=) :: a -> a -> a
_ =<= y = y

{-@ (=>=) :: x:a -> y:{v:a | x >= v} -> {v:a | v == y} @-}
(=>=) :: a -> a -> a
_ =>= y = y

{-@ assume (==!) :: x:a -> y:a -> {v:a | v == x && v == y} @-}
(==!) :: a -> a -> a
_ ==! y = y

(?) :: a -> b -> a
x ? _ = x

withProof :: a -> b -> a
withProof x _ = x

(&&&) :: Proof -> Proof -> Proof
_ &&& _ = ()

{-@ impossible :: {v:a | false} -> b @-}
impossible :: a -> b
impossible _ = error "impossible"
