"""Tests of the individual games, one for each rule and ruling."""
