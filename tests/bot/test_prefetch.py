"""Painting ahead: a prepared picture is shown only for exactly the turn that was stored."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import matches
from bot.app.client import Dreierlei
from bot.config.settings import Settings
from bot.i18n.catalogues import of_locale
from bot.pictures import board
from bot.pictures.prefetch import BoardPrefetch
from matches import Match, Place
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.privacy import forget
from storage.database import Database
from tests import PATIENCE
from tests.support.replay import replay_match

pytestmark = pytest.mark.untraced

ANN, BEN, CAT = map(PlayerId, (1_001, 1_002, 1_003))
ENGLISH = of_locale("en-US")


async def _english(_: Place) -> NullTranslations:
    return ENGLISH


@pytest.fixture
async def bot(migrated_file: Path, tmp_path: Path) -> AsyncIterator[Dreierlei]:
    """A bot that is not connected and knows the players' names."""
    database = Database.connect(f"sqlite:///{shutil.copy(migrated_file, tmp_path)}")
    settings = Settings(_env_file=None, picture_patience=PATIENCE)  # type: ignore[call-arg]
    made = Dreierlei(settings, database)
    for player in (ANN, BEN, CAT):
        name = str(player)
        known: Any = SimpleNamespace(id=player, display_name=name, global_name=name, name=name)
        made.names.meet(GuildId(7), known)
    yield made
    await made.painter.close()
    await made.jobs.close()
    await database.close()


@pytest.fixture
async def match(bot: Dreierlei) -> Match:
    """A match that has just begun."""
    table = await matches.open_table(
        bot.database,
        game="attangle",
        host=ANN,
        invited=(BEN,),
        place=Place(GuildId(7), ChannelId(8)),
        seating="chosen",
    )
    return await matches.accept(bot.database, table.id, BEN)


@pytest.fixture
def prefetch(bot: Dreierlei) -> BoardPrefetch:
    """The bot's."""
    return bot.service(BoardPrefetch)


async def test_it_is_the_same_picture(
    bot: Dreierlei, prefetch: BoardPrefetch, match: Match
) -> None:
    """What is painted while the turn is stored equals what is painted afterwards; used once."""
    turn = str(match.game.legal_moves(match.position)[0])
    with prefetch.turn(_english) as soon:
        played = await matches.play(bot.database, match.id, ANN, turn, soon=soon)
        late = await board.of_match(bot, played.match, ENGLISH)
        assert await prefetch.taken(played.match, ENGLISH) == late
        assert await prefetch.taken(played.match, ENGLISH) is None
        assert await prefetch.board(played.match, ENGLISH) == late


async def test_another_match_is_not_taken(
    bot: Dreierlei, prefetch: BoardPrefetch, match: Match
) -> None:
    """A picture of what was not stored, as after a lost race, is not shown for what was: the match
    has to be the very same, not one at the same turn. Nor is one in another language, or one whose
    turn has been shown.
    """
    moves = [str(move) for move in match.game.legal_moves(match.position)[:2]]
    with prefetch.turn(_english) as soon:
        played = await matches.play(bot.database, match.id, ANN, moves[0], soon=soon)
        other = await replay_match(bot.database, match.id)
        assert other.seq == played.match.seq
        assert await prefetch.taken(other, ENGLISH) is None
    assert await prefetch.taken(played.match, ENGLISH) is None
    turn = str(other.game.legal_moves(other.position)[0])
    with prefetch.turn(_english) as soon:
        played = await matches.play(bot.database, match.id, BEN, turn, soon=soon)
        assert await prefetch.taken(played.match, of_locale("de")) is None


async def test_a_refusal_paints_nothing(
    bot: Dreierlei, prefetch: BoardPrefetch, match: Match
) -> None:
    """What is refused, and what is kept as a draft, leads to no board."""
    with prefetch.turn(_english) as soon:
        with pytest.raises(matches.TableError):
            await matches.play(bot.database, match.id, BEN, "a1", soon=soon)
        assert await prefetch.taken(match, ENGLISH) is None


async def test_a_name_that_is_forgotten_meanwhile(bot: Dreierlei, prefetch: BoardPrefetch) -> None:
    """A player forgotten after the match was last read is on no picture of it."""
    place = Place(GuildId(7), ChannelId(8))
    table = await matches.open_table(
        bot.database, game="3stein", host=ANN, invited=(BEN, CAT), place=place, seating="chosen"
    )
    await matches.accept(bot.database, table.id, BEN)
    match = await matches.accept(bot.database, table.id, CAT)
    match = (await matches.resign(bot.database, match.id, CAT)).match
    await forget(bot.database, CAT)
    turn = str(match.game.legal_moves(match.position)[0])
    with prefetch.turn(_english) as soon:
        played = await matches.play(bot.database, match.id, ANN, turn, soon=soon)
        assert CAT in match.players
        assert CAT not in played.match.players
        taken = await prefetch.taken(played.match, ENGLISH)
    assert taken == await board.of_match(bot, played.match, ENGLISH)
    named = replace(played.match, players=match.players)
    assert taken != await board.of_match(bot, named, ENGLISH)
