"""`make bench`: all benchmarks, one after the other."""

from benchmarks import pictures, rules, standings

rules.main()
pictures.main()
standings.main()
