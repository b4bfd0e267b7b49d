"""Forms of a new table that are refused before they are read: nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

import games
from bot.app.client import Dreierlei
from bot.cogs.lobby import _table_pages, play_form
from bot.context.turnstile import TooFast
from bot.errors import OUTDATED
from bot.i18n.catalogues import of_locale
from bot.interactions import error_handler
from bot.pictures.men import Emojis
from bot.ui import dispatch, layout, modals
from bot.ui.message import Reply
from bot.ui.refused_forms import AGAIN, TypedForms
from matches.model.ids import PlayerId
from tests.bot.test_prefetch import ANN, bot

__all__ = ["bot"]

GAME = games.get("turnier")
EVE, FAY = 2**62, 2**62 + 1
FEW, MANY = (EVE,), (EVE, FAY)
"""Opponents for whom the button back has room, and such for whom it has none."""
CLOCK, WRONG = "5 days + 12 hours / 10 days", "three moons and a bit, then another one"


class _Interaction:
    """As much of an interaction as is looked at here. It holds what it was answered with."""

    def __init__(self, bot: Dreierlei, custom_id: str, shown: tuple[Any, ...] = ()) -> None:
        self.client: Any = bot
        self.user = SimpleNamespace(id=ANN, display_name="Ann", global_name="Ann", name="ann")
        self.data: dict[str, Any] = {"custom_id": custom_id}
        self.id, self.channel_id, self.guild_id = 4711, 8, None
        self.guild = self.channel = self.command = None
        self.locale, self.type = discord.Locale.american_english, discord.InteractionType.component
        self.message = SimpleNamespace(components=shown, flags=discord.MessageFlags())
        self.extras: dict[str, Any] = {}
        self.answers: list[dict[str, Any]] = []
        self.response: Any = self
        self.followup: Any = self
        self._done = False

    def is_done(self) -> bool:
        """Whether it was acknowledged."""
        return self._done

    async def defer(self, **_: Any) -> None:
        """Acknowledges it."""
        self._done = True

    async def send_message(self, content: str, **more: Any) -> None:
        """Answers it."""
        self._done = True
        self.answers.append({"content": content, **more})

    async def send(self, content: str, **more: Any) -> None:
        """Tells more."""
        self.answers.append({"content": content, **more})

    async def edit_original_response(self, **more: Any) -> None:
        """Replaces the message with the control."""
        self.answers.append(more)


def _children(reply: Reply) -> tuple[Any, ...]:
    """What a message consists of."""
    return tuple(layout.view(reply.parts, None, reply.controls).children)


async def _refused(bot: Dreierlei, opponents: Sequence[int]) -> str:
    """A form of a table is refused, which has something on another page, too. What leads back."""
    chosen = {"seats": "3", "private": "1"}
    table = play_form.table(GAME, chosen, of_locale("en"), Emojis())
    sent: Any = _Interaction(bot, "find-page:-:0:turnier/0/", _children(table))
    people = [*map(str, opponents)]
    typed = {"opponents": people, "seats": ["4"], "flags": ["false"], "partners": []}
    sent.data["components"] = [
        *({"component": {"custom_id": name, "values": given}} for name, given in typed.items()),
        {"component": {"custom_id": "clock", "value": CLOCK}},
    ]
    await modals.FORMS.fail(sent, TooFast())
    (refusal,) = sent.answers
    assert refusal["content"] == error_handler.TOO_FAST
    (again,) = refusal["view"].children
    assert again.item.label == AGAIN
    return str(again.custom_id)


async def _pressed(bot: Dreierlei, custom_id: str) -> str:
    """What stands in place of the refusal once the button was pressed."""
    pressed: Any = _Interaction(bot, custom_id)
    await dispatch.CONTROLS.handle(pressed)
    (shown,) = pressed.answers
    parts = shown["view"].walk_children()
    return "\n".join(one.content for one in parts if isinstance(one, ui.TextDisplay))


@pytest.mark.parametrize("opponents", [FEW, MANY])
async def test_the_table_shows_what_was_typed(bot: Dreierlei, opponents: Sequence[int]) -> None:
    """And what had been chosen on its other pages, whether the button has room for it or not."""
    again = await _refused(bot, opponents)
    assert len(bot.service(TypedForms)) == (opponents == MANY)
    text = await _pressed(bot, again)
    people = " ".join(f"<@{one}>" for one in opponents)
    for said in (
        f"**Opponents:** {people}\n**Seats:** 4\n",
        f"**Clock:** {CLOCK}",
        "**Private:** yes",
    ):
        assert said in text
    assert "**Partners:**" not in text


async def test_after_a_restart_the_table_is_as_at_first(bot: Dreierlei) -> None:
    """If the button had no room: nobody remembers any more."""
    again = await _refused(bot, MANY)
    bot.service(TypedForms).keep(PlayerId(ANN), 4711, ())
    text = await _pressed(bot, again)
    assert "**Opponents:**" not in text


async def test_what_the_table_holds_leads_nowhere(bot: Dreierlei) -> None:
    """Once its message shows what was typed."""
    table = play_form.table(GAME, {}, of_locale("en"), Emojis())
    sent: Any = _Interaction(bot, "find-page:-:0:turnier/0/", _children(table))
    names = [one.name for one in _table_pages.pages(GAME)[0]]
    sent.data["components"] = [{"component": {"custom_id": one, "value": ""}} for one in names]
    sent.data["components"][-1]["component"]["value"] = WRONG
    with pytest.raises(Exception, match="clock") as refused:
        await modals.FORMS.handle(sent)
    await modals.FORMS.fail(sent, refused.value)
    assert "view" not in sent.answers[-1]


async def test_forged_values(bot: Dreierlei) -> None:
    """Too few of them, or such as nobody could have typed."""
    for forged in ("|find-page|turnier/0/|4", "|find-page|turnier/0/" + "|x" * 13):
        pressed: Any = _Interaction(bot, f"again:-:0:{forged}")
        with pytest.raises(Exception) as refused:  # noqa: PT011 - whichever it is
            await dispatch.CONTROLS.handle(pressed)
        await dispatch.CONTROLS.fail(pressed, refused.value)
        assert pressed.answers[-1]["content"] == OUTDATED
