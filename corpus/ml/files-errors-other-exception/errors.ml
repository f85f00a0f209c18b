exception Missing of string
exception Invalid of string
