"""Boards that are owed again, since nobody could note that they were shown: none is shown twice,
and none after a later one that has told of it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot.delivery.matches.past_boards import NEWEST
from matches.model.ids import number_of
from playground.client import Channel, Playground, User
from storage.database import Database
from tests.support.lonely import Lonely, alone, move
from tests.support.matches import HASTY, place_of
from tests.support.public_answers import all_shown, is_answer
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


async def test_boards_that_a_later_one_has_told_of(
    stack: Stack, pg: Playground, general: Channel, ben: User
) -> None:
    """A board of a computer player told of those before it, and nobody could note that it was
    shown. It is found for the first of them, and none of them is shown after it, nor is it again.
    """
    lonely = await alone(stack, pg, general, ben)
    turn = str((match := await lonely.called()).game.legal_moves(match.position)[0])
    await ben.command("move", await ben.dm(), turn=turn, match=lonely.id)
    await lonely.called()
    await all_shown(stack, pg, lonely.id)
    *_, own, last = await lonely.boards()
    assert not is_answer(own)
    assert is_answer(last)
    await own.delete()
    stack.kill()
    await pg.settings(nonce_window=0)
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        number = {"match": lonely.id, "number": number_of(lonely.id)}
        database.execute(
            "INSERT INTO notice (key, match_id, kind, batch, base, due_at, attempts) "
            "SELECT :match || '.' || seq, match_id, 'board', batch, seq, '2000-01-01', 1 "
            "FROM entry WHERE match_id = :number AND kind = 'turn' ORDER BY seq LIMIT 3 OFFSET 1",
            number,
        )
        database.execute("UPDATE match SET last_board = NULL WHERE id = :number", number)
    before = [one.id for one in await lonely.boards()]
    stack.start()
    await all_shown(stack, pg, lonely.id)
    assert [one.id for one in await lonely.boards()] == before
    await move(lonely)
    await all_shown(stack, pg, lonely.id)
    assert (await last.refresh()).labels == [NEWEST]
    await pg.settings(nonce_window=300)
    await lonely.database.close()


async def test_a_kept_board_that_shows_the_result_already(
    stack: Stack, pg: Playground, general: Channel, ben: User, anna: User
) -> None:
    """A turn before the end is owed again, and so is the end: the board goes on showing the result,
    and no message is sent.
    """
    await anna.command("server", general, boards="kept")
    lonely = Lonely(pg, Database.connect(stack.settings["DATABASE_URL"]), ben, general)
    await lonely.open("tyr", computer=1, seats=3, seat=1)
    await move(lonely)
    await lonely.called()
    sure = await ben.command("resign", await place_of(general, lonely.id), match=lonely.id)
    await sure.click(sure.labels[0])
    over = await lonely.settled()
    await all_shown(stack, pg, lonely.id)
    place = await place_of(general, lonely.id)
    before = [(one.id, one.content) for one in await place.messages()]
    stack.kill()
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        database.execute(
            "INSERT INTO notice (key, match_id, kind, batch, base, due_at, attempts) "
            "SELECT :match || '.' || max(seq), match_id, 'board', batch, max(seq), '2000-01-01', 1 "
            "FROM entry WHERE match_id = :number AND (seq = :base OR seq = "
            "(SELECT min(seq) FROM entry WHERE match_id = :number AND kind = 'turn' "
            "AND interaction IS NULL)) GROUP BY batch",
            {"match": lonely.id, "number": number_of(lonely.id), "base": over.base},
        )
    stack.start()
    await all_shown(stack, pg, lonely.id)
    place = await place_of(general, lonely.id)
    after = [(one.id, one.content) for one in await place.messages()]
    assert after == before
    assert " ERROR " not in stack.said()
    await anna.command("server", general, reset="boards")
    await lonely.database.close()
