{-# LANGUAGE NoImplicitPrelude #-}
-- | Types with two parameters that both can be mapped over.
module Base.Bifunctor where

import Base.Function
import GHC.Types

class Bifunctor p where
  bimap :: (a -> b) -> (c -> d) -> p a c -> p b d
  first :: (a -> b) -> p a c -> p b c
  second :: (b -> c) -> p a b -> p a c
  bimap f g p = first f (second g p)
  first f p = bimap f id p
  second f p = bimap id f p

instance Bifunctor (,) where
  bimap f g ~(a, b) = (f a, g b)

instance Bifunctor ((,,) x) where
  bimap f g ~(x, a, b) = (x, f a, g b)

instance Bifunctor Either where
  bimap f _ (Left a) = Left (f a)
  bimap _ g (Right b) = Right (g b)

instance Bifunctor Const where
  bimap f _ (Const a) = Const (f a)
