{-# LANGUAGE KindSignatures, MagicHash, NoImplicitPrelude, PolyKinds, ExistentialQuantification, RankNTypes, ScopedTypeVariables #-}
-- | Types at run time, as far as exceptions and 'cast' need them: whether two are the same.
--
-- GHC makes the dictionaries where a program needs them; this module has the functions it calls.
module Base.Typeable where

import Base.Classes
import Base.Function
import Base.Monad
import Data.Kind (Type)
import GHC.Prim
import GHC.Types
import qualified Unsafe.Coerce as Real

data TypeRep (a :: k) = TrTyCon TyCon [SomeTypeRep]

data SomeTypeRep = forall k (a :: k). SomeTypeRep (TypeRep a)

class Typeable (a :: k) where
  typeRep# :: TypeRep a

mkTrCon :: forall k (a :: k). TyCon -> [SomeTypeRep] -> TypeRep a
mkTrCon con args = TrTyCon con args

mkTrApp :: forall k1 k2 (a :: k1 -> k2) (b :: k1). TypeRep a -> TypeRep b -> TypeRep (a b)
mkTrApp (TrTyCon con args) arg = TrTyCon con (args ++ [SomeTypeRep arg])

mkTrFun :: forall (m :: Type) (a :: Type) (b :: Type). TypeRep m -> TypeRep a -> TypeRep b -> TypeRep (a -> b)
mkTrFun _ a b = TrTyCon functionTyCon [SomeTypeRep a, SomeTypeRep b]

functionTyCon :: TyCon
functionTyCon = namedTyCon 1##

-- | The type constructors of this library are told apart by small numbers, those of programs by
-- GHC's fingerprints.
namedTyCon :: Word# -> TyCon
namedTyCon n = TyCon 0## n (Module (TrNameS "Base"#) (TrNameS "Base"#)) (TrNameS "library type"#) 0# krep'
  where
    krep' = KindRepTYPE LiftedRep

sameTyCon :: TyCon -> TyCon -> Bool
sameTyCon (TyCon a b _ _ _ _) (TyCon c d _ _ _ _) = case isTrue# (eqWord# a c) of
  True -> isTrue# (eqWord# b d)
  False -> False

sameRep :: TypeRep a -> TypeRep b -> Bool
sameRep (TrTyCon c as) (TrTyCon d bs) = sameTyCon c d && sameReps as bs

sameReps :: [SomeTypeRep] -> [SomeTypeRep] -> Bool
sameReps [] [] = True
sameReps (SomeTypeRep a : as) (SomeTypeRep b : bs) = sameRep a b && sameReps as bs
sameReps _ _ = False

instance Eq SomeTypeRep where
  SomeTypeRep a == SomeTypeRep b = sameRep a b

-- | The same value at the type that is asked for, if it has that type.
cast :: forall a b. (Typeable a, Typeable b) => a -> Maybe b
cast x = case sameRep (typeRep# :: TypeRep a) (typeRep# :: TypeRep b) of
  True -> Just (unsafeCoerce x)
  False -> Nothing

typeOf :: forall a. Typeable a => a -> SomeTypeRep
typeOf _ = SomeTypeRep (typeRep# :: TypeRep a)

typeRep :: forall k (proxy :: k -> Type) (a :: k). Typeable a => proxy a -> SomeTypeRep
typeRep _ = SomeTypeRep (typeRep# :: TypeRep a)

-- | Known to the machine, for which all types are the same.
unsafeCoerce :: a -> b
unsafeCoerce x = Real.unsafeCoerce x
