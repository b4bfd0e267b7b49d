"""Tests of single games, one for each rule and ruling."""
