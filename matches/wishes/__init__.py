"""Wishes: people say what they would like to play, and tables are made of wishes that fit."""
