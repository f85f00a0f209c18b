module Records where

data Person = Person {name :: String, age :: Int} | Robot {name :: String, model :: Char}
  deriving (Eq, Show)

older :: Person -> Person
older p@Person {age = n} = p {age = n + 1}
older r = r {model = 'Z'}

answer :: (Person, Person, [String], Bool)
answer =
  ( older Person {name = "Ann", age = 41}
  , older (Robot "R2" 'D')
  , map name [Person "a" 1, Robot "b" 'x']
  , Person "a" 1 == Person "a" 1
  )
