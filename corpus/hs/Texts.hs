module Texts where
import qualified Data.Text as T
import Data.Text (Text)
firstChar :: Text -> Char
{-@ firstChar :: {t:Text | true} -> Char @-}
firstChar t = if T.null t then '?' else T.head t
{-@ badFirst :: Text -> Char @-}
badFirst :: Text -> Char
badFirst t = T.head (T.strip t)
{-@ width :: Text -> Nat @-}
width :: Text -> Int
width t = T.length (T.strip t)
{-@ badWidth :: Text -> {v:Int | v < 3} @-}
badWidth :: Text -> Int
badWidth t = T.length t
