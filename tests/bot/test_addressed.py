"""Which messages are meant for the bot, or tell of its threads, by their ids alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.context.addressed import Addressed, addressed
from bot.context.system_message import SystemMessage, of_thread
from matches.model.ids import ChannelId, GuildId, MessageId, PlayerId

BOT, ANNA, GUILD = 7, 11, 3
MESSAGE: dict[str, Any] = {
    "id": "5", "channel_id": "4", "guild_id": str(GUILD), "type": 0,
    "author": {"id": str(ANNA)}, "mentions": [{"id": str(BOT)}], "content": "hello",
}  # fmt: skip
PRIVATE = {name: MESSAGE[name] for name in MESSAGE if name != "guild_id"} | {"mentions": []}
THREAD_MADE: dict[str, Any] = {
    "id": "5", "channel_id": "4", "guild_id": str(GUILD), "type": 18,
    "author": {"id": str(BOT), "bot": True}, "mentions": [], "content": "A thread",
    "message_reference": {"channel_id": "6", "guild_id": str(GUILD)},
}  # fmt: skip
TO_BEN = {"author": {"id": "12"}}
TO_BOT = {"author": {"id": str(BOT)}}


@pytest.mark.parametrize(
    ("message", "guild"),
    [
        (MESSAGE, GUILD),
        (MESSAGE | {"type": 19, "referenced_message": TO_BEN}, GUILD),
        (MESSAGE | {"mention_everyone": True}, GUILD),
        (PRIVATE, None),
        (PRIVATE | {"type": 19, "referenced_message": TO_BOT}, None),
    ],
)
def test_people_who_speak_to_the_bot(message: dict[str, Any], guild: GuildId | None) -> None:
    """They mention it, or write to it privately."""
    assert addressed(message, BOT) == Addressed(MessageId(5), PlayerId(ANNA), ChannelId(4), guild)


@pytest.mark.parametrize(
    "changed",
    [
        {"mentions": []},
        {"mentions": [{"id": "12"}]},
        {"mentions": [], "mention_everyone": True},
        {"mentions": [], "mention_roles": [str(BOT)]},
        {"author": {"id": str(ANNA), "bot": True}},
        {"author": {"id": str(BOT), "bot": True}},
        {"webhook_id": "99"},
        {"type": 7},
        {"type": 19, "referenced_message": TO_BOT},
    ],
)
def test_what_is_not_for_the_bot(changed: dict[str, Any]) -> None:
    """Other mentions, bots, Discord's own notices, and talk about what the bot has posted."""
    assert addressed(MESSAGE | changed, BOT) is None


def test_what_discord_says_of_threads() -> None:
    """Those of the bot's own threads are told from those of people, and from all else."""
    assert of_thread(THREAD_MADE, BOT) == SystemMessage(MessageId(5), ChannelId(4), ChannelId(6))
    assert addressed(THREAD_MADE, BOT) is None
    for other in (THREAD_MADE | {"author": {"id": str(ANNA)}}, THREAD_MADE | {"type": 0}, MESSAGE):
        assert of_thread(other, BOT) is None


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys((*MESSAGE, "webhook_id"), json)))
def test_words_are_never_read(strange: dict[str, Any]) -> None:
    """Whatever Discord sends, the answer doesn't depend on the words."""

    def read(message: dict[str, Any]) -> Addressed | str | None:
        try:
            return addressed(message, BOT)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return type(error).__name__

    message = MESSAGE | strange
    assert read(message) == read(message | {"content": ""})
    assert read(message) == read({name: message[name] for name in message if name != "content"})
