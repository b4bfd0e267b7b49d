"""Laws of what is shown of wishes: the longest of each is what Discord takes, in every language."""

from __future__ import annotations

from datetime import UTC, datetime
from gettext import NullTranslations
from typing import Any, get_args

import pytest

from bot.cogs.wishes import _form
from bot.i18n.catalogues import language as catalogue
from bot.i18n.catalogues import languages
from bot.messages import wish as message
from bot.text import wish as text
from bot.text.discord_limits import LAYOUT_TEXT, MESSAGE, OPTIONS
from bot.ui import layout
from bot.ui.message import Reply
from matches.model.ids import ChannelId, GuildId, PlayerId, WishNumber
from matches.wishes.terms import CLOCKS, STRENGTHS, WHERES, Meeting, Terms, kinds
from matches.wishes.wish import Member, Wish
from playground.components import modal
from playground.forms import Form
from playground.limits import read_message
from playground.world import COMPONENTS_V2
from storage.wishes import Status

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST = 2**63 - 1
"""The longest id."""
PARTY = [PlayerId(LONGEST - place) for place in range(3)]
TERMS = Terms(kinds()[1:], CLOCKS, 400)


@pytest.fixture(params=languages())
def said(request: pytest.FixtureRequest) -> NullTranslations:
    """Each language."""
    return catalogue(request.param)


def _wish(number: int, status: Status) -> Wish:
    asking = status == "asking"
    return Wish(
        id=WishNumber(LONGEST - number),
        terms=TERMS,
        members=tuple(Member(one, not asking or one == PARTY[0]) for one in PARTY),
        meeting=Meeting(GuildId(LONGEST), ChannelId(LONGEST)),
        status=status,
        seq=1,
        since=NOW,
        changed_at=NOW,
        expires_at=NOW,
    )


def _require_sendable(reply: Reply) -> None:
    """Nothing was cut off, and Discord takes it."""
    if not reply.parts:
        assert len(reply.text) <= MESSAGE
        assert len(reply.controls) <= 5
        return
    shown: Any = layout.view(reply.parts, None, reply.controls).to_components()  # type: ignore[no-untyped-call]
    texts = [getattr(part, "text", "") for part in reply.parts]
    assert sum(map(len, texts)) <= LAYOUT_TEXT
    read_message(Form({"flags": COMPONENTS_V2, "components": shown}), [], 0)


@pytest.mark.parametrize("reader", PARTY[:2])
def test_lists(said: NullTranslations, reader: PlayerId) -> None:
    """More wishes than are shown, with the most buttons, below the longest word."""
    for status in ("open", "paused", "asking"):
        found = [_wish(number, status) for number in range(message.SHOWN + 2)]
        above = message.done(found[0], reader, said)
        _require_sendable(message.listed(found, reader, said, above))
    _require_sendable(message.listed([], reader, said))


@pytest.mark.parametrize("status", get_args(Status))
def test_words(said: NullTranslations, status: Status) -> None:
    """Whatever somebody is told."""
    if status not in ("open", "matched"):
        for reader in PARTY[:2]:
            _require_sendable(message.news(_wish(1, status), reader, said))


def test_the_form(said: NullTranslations) -> None:
    """With everything filled in; every value has a name."""
    fields = [*_form._fields(kinds(), TERMS, PARTY[1:], said)]
    parts = [field.to_component_dict() for field in fields]
    form = Form({"custom_id": "form", "title": "Form", "components": parts})
    modal(form)
    form.check()
    assert len(kinds()) <= OPTIONS
    assert {*text.STRENGTHS} == {*STRENGTHS}
    assert {*text.WHERES} == {*WHERES}
