What LiquidHaskell's own prelude defines, as a literate module without code.

\begin{code}
{-@ type Nat = {v:Int | v >= 0} @-}
{-@ type Even = {v:Int | v mod 2 == 0} @-}
{-@ type Odd = {v:Int | v mod 2 == 1} @-}
{-@ type BNat N = {v:Nat | v <= N} @-}
{-@ type GeInt N = {v:Int | v >= N} @-}
{-@ type LeInt N = {v:Int | v <= N} @-}
{-@ type TT = {v:Bool | v} @-}
{-@ type FF = {v:Bool | not v} @-}
{-@ predicate Max V X Y = if X > Y then V == X else V == Y @-}
{-@ predicate Min V X Y = if X < Y then V == X else V == Y @-}
\end{code}
