module Parser where

import Control.Applicative
import Data.Char

newtype Parser a = Parser {parse :: String -> Maybe (a, String)}

instance Functor Parser where
  fmap f (Parser p) = Parser $ \s -> case p s of
    Nothing -> Nothing
    Just (a, r) -> Just (f a, r)

instance Applicative Parser where
  pure a = Parser $ \s -> Just (a, s)
  Parser f <*> Parser p = Parser $ \s -> do
    (g, r) <- f s
    (a, r') <- p r
    return (g a, r')

instance Monad Parser where
  Parser p >>= f = Parser $ \s -> p s >>= \(a, r) -> parse (f a) r

instance Alternative Parser where
  empty = Parser (const Nothing)
  Parser p <|> Parser q = Parser $ \s -> p s <|> q s

satisfy :: (Char -> Bool) -> Parser Char
satisfy f = Parser $ \s -> case s of
  c : r | f c -> Just (c, r)
  _ -> Nothing

char :: Char -> Parser Char
char = satisfy . (==)

number :: Parser Int
number = read <$> some (satisfy isDigit)

expr, term, factor :: Parser Int
expr = do
  t <- term
  rest t
  where
    rest acc = (char '+' *> term >>= rest . (acc +)) <|> (char '-' *> term >>= rest . (acc -)) <|> pure acc
term = do
  f <- factor
  rest f
  where
    rest acc = (char '*' *> factor >>= rest . (acc *)) <|> pure acc
factor = number <|> (char '(' *> expr <* char ')')

answer :: (Maybe (Int, String), Maybe (Int, String))
answer = (parse expr "2*(3+4)-5", parse expr "+")
