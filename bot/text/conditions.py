"""Conditional turns in words: what is played for somebody automatically, and after which turns."""

from __future__ import annotations

from gettext import NullTranslations

from bot.text import match as match_text
from games.play import whole_turn
from games.protocol import Seat
from games.words import N_, Fields, say
from matches.model.conditions import Branch
from matches.model.match import Match

IF, IF_THEN = (
    N_("If {turns}, you answer with {answer}."),
    N_("If {turns} after that, you answer with {answer}."),
)
THEN = N_("After that you play {answer}.")
PLAYS, YOU_PLAY = N_("{seat} plays {text}"), N_("you play {text}")
AND_THEN = N_(" and then ")
LONGEST = 60
"""The most characters of a turn that are shown."""


def in_words(match: Match, seat: Seat, branch: Branch, language: NullTranslations) -> list[str]:
    """What the branch of a seat means: a sentence for each of its answers. The branch continues
    from the match's position.
    """
    names = match.game.seat_names(match.setup)
    line, said, before = match.line, list[str](), list[str]()
    for at, text in enumerate(branch):
        mover = line.position.to_move or 0
        code = match_text.code(match_text.cut(text, LONGEST))
        if mover == seat and at:
            turns = language.gettext(AND_THEN).join(before)
            fields: Fields = {"turns": turns, "answer": code}
            said.append(say((IF_THEN if said else IF) if before else THEN, fields, names, language))
            before = []
        else:
            fields = {"seat": mover, "text": code}
            before.append(say(YOU_PLAY if mover == seat else PLAYS, fields, names, language))
        line = whole_turn(line, text).line
    return said
