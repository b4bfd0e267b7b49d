"""Where refusals about competitions, ladders and leagues lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import ui

from bot.commands import destinations
from bot.interactions import codes, error_handler
from bot.interactions.subject import subject_of
from bot.interactions.ways_out import Refusal, Way, lead
from bot.messages.competitions import tournament as message
from competitions.log.ids import KINDS, kind_of
from competitions.model.errors import Code
from competitions.tournaments.texts import REFUSALS


def page(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the page of the competition, ladder or league that the interaction was about."""
    if (id_ := subject_of(refusal.interaction).competition) is not None:
        yield message.page_of(id_, refusal.language)


def others(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the list of the others of its kind here; to tournaments, if nothing says of which kind."""
    subject = subject_of(refusal.interaction)
    if (id_ := subject.competition) is not None:
        kind = kind_of(id_)
    else:
        typed = str(refusal.fields.get("competition", ""))
        kind = subject.kind or KINDS.get(typed[:2], "tournament")
    yield message.list_of(kind, refusal.language)


def named(refusal: Refusal) -> Iterator[ui.Item[Any]]:
    """To the page of what was named, if it is of another kind."""
    yield message.page_of(str(refusal.fields["competition"]), refusal.language)


_LEADS: Mapping[Code, tuple[Way, ...]] = {"too-many-games": (destinations.settings, page)}
"""Refusals that lead somewhere other than the rest."""

for _said in (*error_handler.UNKNOWN_THERE.values(), *error_handler.STANDS_THERE.values()):
    lead(_said, page)
for _said in codes.STANDS_FOR.values():
    lead(_said, named)
lead(codes.IS_MATCH, destinations.board, others)
for _code, _sentence in REFUSALS.items():
    lead(_sentence, *_LEADS.get(_code, (page, others)))
