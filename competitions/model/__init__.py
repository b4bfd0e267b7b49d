"""The values that competitions are made of: entrants, pairings, outcomes, and the folds of logs."""
