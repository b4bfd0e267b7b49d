"""Pupils' answers in lessons: wrong turns, found with the engine."""

from __future__ import annotations

from games.protocol import AnyGame
from games.tutorial import attempt, shown
from games.words import Lesson


def wrong(game: AnyGame, lesson: Lesson) -> str | None:
    """A complete legal turn that does not solve a lesson, if there is one."""
    for move in game.legal_moves(shown(game, lesson).line.position):
        tried = attempt(game, lesson, str(move))
        while not (tried.complete or tried.solved):
            further = game.legal_moves(tried.after.line.position)[-1]
            tried = attempt(game, lesson, f"{tried.text} {further}")
        if not tried.solved:
            return tried.text
    return None
