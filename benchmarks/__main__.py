"""`make bench`: all benchmarks, one after the other."""

from benchmarks import pictures, rules

rules.main()
pictures.main()
