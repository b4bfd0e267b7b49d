"""Competitions that are divided into sections when they start."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import Connection, func, select

import matches
from competitions.log import creation
from competitions.log.terms import LONGEST_NAME
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Paired
from competitions.model.settings import Settings
from competitions.pairing.sections import LARGEST
from competitions.tournaments import news, queries, verify
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import hand_over, start
from competitions.tournaments.held import Held, Part, Section
from competitions.tournaments.queries import get
from competitions.tournaments.signup import withdraw
from competitions.tournaments.start import DIVIDED
from competitions.tournaments.upkeep import advance, take_due
from matches import privacy
from matches.model.ids import PlayerId
from matches.settings.blocks import block
from storage import competitions as rows
from storage.database import Database
from storage.ids import LeagueNumber
from storage.privacy import NOBODY
from storage.schema import competition
from tests.competitions.kills import Killed, another, dies_after
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    HOST,
    PLAYERS,
    TEAMS,
    Open,
    agree,
    join,
    later,
    play_out,
    terms,
)
from tests.matches.conftest import Clock, official

SWISS = Settings("swiss", rounds=2)
NINE = len(PLAYERS)
SIZE = 8
ZOE = PlayerId(987654321098765)


async def _sections(db: Database, whole: Held) -> list[Held]:
    """The sections into which a competition was divided."""
    return [await get(db, one) for one in (await get(db, whole.id)).sections]


async def _sound(db: Database) -> None:
    assert {one.fault async for one in verify.checks(db)} == {None}


async def test_divided_into_sections(db: Database, hold: Open) -> None:
    """Each is a competition that has begun, with the same terms and director, and everybody is in
    one.
    """
    whole = await hold(SWISS, NINE, begun=False, section_size=SIZE)
    whole = await start(db, whole.id, HOST, interaction=5)
    assert (whole.competition.status, whole.competition.reason) == ("cancelled", DIVIDED)
    assert await start(db, whole.id, HOST, interaction=5) == whole, "it is done once"
    one, other = await _sections(db, whole)
    assert [one.terms.name, other.terms.name] == ["Cup · A", "Cup · B"]
    assert (one.host, one.terms.clock, one.terms.channel) == (HOST, whole.terms.clock, 71)
    assert other.terms.section == Section(whole.number, 2)
    assert other.terms.section_size is None
    assert other.competition.settings == Settings("swiss", rounds=2, most=5)
    assert [*one.teams.values()] == [(player,) for player in PLAYERS[:4]]
    assert [*other.teams.values()] == [(player,) for player in PLAYERS[4:]]
    assert [[entrant.id for entrant in inside] for inside in whole.divided] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8, 9],
    ]
    assert await take_due(db) == [one.id, other.id]
    assert await news.news(db, one) == [], "nobody has to sign up any more"
    other = await advance(db, other.id)
    assert [type(told.event) for told in await news.news(db, other)] == [Paired]
    assert len(other.matches) == 2
    assert (await play_out(db, other)).competition.status == "over"
    assert (await play_out(db, await advance(db, one.id))).competition.status == "over"
    await _sound(db)


async def test_the_sections_of_a_whole(db: Database, hold: Open) -> None:
    """All of them in one consistent read, strongest first; empty if nothing was divided."""
    whole = await hold(SWISS, NINE, begun=False, section_size=SIZE)
    assert await queries.sections(db, whole) == []
    whole = await start(db, whole.id, HOST)
    assert await queries.sections(db, whole) == await _sections(db, whole)


async def test_those_who_have_room_stay_together(db: Database, hold: Open) -> None:
    """If a section has room for all, nothing is divided, and won't be later."""
    held = await hold(SWISS, SIZE, section_size=SIZE)
    held = await join(db, held.id, PLAYERS[SIZE])
    assert (held.competition.status, held.sections, held.divided) == ("running", (), ())
    with pytest.raises(CompetitionError, match="not-open"):
        await start(db, held.id, HOST)


async def test_too_many_to_be_paired_are_divided(db: Database, hold: Open) -> None:
    """Whatever was chosen, if rounds have to be searched for; except for divisions of leagues."""
    swiss = await hold(SWISS, 2, begun=False)
    assert swiss.section_size == LARGEST
    assert (await hold(replace(SWISS, most=8), 2, begun=False)).section_size is None
    assert (await hold(None, 2, begun=False)).section_size is None
    part = Part(LeagueNumber(1), season=1, division=1)
    assert replace(swiss, terms=replace(swiss.terms, part=part)).section_size is None


async def test_divided_by_rating(db: Database, hold: Open) -> None:
    """The strongest play in the first section, whoever signed up first."""
    *_, loser, winner = PLAYERS
    match = await official(db, winner, loser)
    for player in (winner, loser) * 4:
        await matches.play(db, match.id, player, "step")
    await matches.resign(db, match.id, loser)
    whole = await hold(SWISS, NINE, section_size=SIZE)
    one, _ = await _sections(db, whole)
    assert [*one.teams.values()] == [(winner,), (loser,), (ANN,), (BOB,)]
    assert [entrant.rating is None for entrant in one.competition.entrants] == [
        *(False, False, True, True)
    ]


async def test_divided_at_its_time(db: Database, hold: Open, clock: Clock) -> None:
    """By upkeep. After that sign-up is over."""
    whole = await hold(
        SWISS, NINE, begun=False, section_size=SIZE, starts_at=later(clock, days=1),
        ends_at=later(clock, days=30),
    )  # fmt: skip
    clock.turn(days=1)
    assert await take_due(db) == [whole.id]
    whole = await advance(db, whole.id)
    one, other = await _sections(db, whole)
    assert one.terms.ends_at == other.terms.ends_at == whole.terms.ends_at
    with pytest.raises(CompetitionError, match="not-open"):
        await start(db, whole.id, HOST)
    with pytest.raises(CompetitionError, match="not-running"):
        await join(db, whole.id, ZOE)
    assert await queries.get(db, whole.id) == whole


async def test_who_waits_goes_on_waiting(db: Database) -> None:
    """In the section for people of their strength. Partners who were asked can still agree."""
    settings = Settings("knockout", most=NINE)
    held = await open_competition(db, terms(game=TEAMS, team=2, section_size=SIZE), settings, HOST)
    for number in range(200, 200 + 2 * (NINE + 2), 2):
        held = await join(db, held.id, PlayerId(number), PlayerId(number + 1))
        if number < 200 + 2 * (NINE + 1):
            held = await agree(db, held.id, PlayerId(number + 1))
    one, other = await _sections(db, await start(db, held.id, HOST))
    assert (one.competition.waiting, one.competition.forming) == ((), ())
    assert [entrant.id for entrant in other.competition.waiting] == [6]
    assert [entrant.id for entrant in other.competition.forming] == [7]
    assert other.teams[EntrantId(6)] == (PlayerId(218), PlayerId(219))
    assert other.asked == {PlayerId(221)}
    other = await agree(db, other.id, PlayerId(221))
    assert [entrant.id for entrant in other.competition.waiting] == [6, 7]
    other = await withdraw(db, other.id, PlayerId(218))
    assert [entrant.id for entrant in other.competition.waiting] == [7]
    await _sound(db)


async def test_blocks_count_in_each_section(db: Database, hold: Open) -> None:
    """Those in the same one are kept apart, by the numbers that they have there."""
    whole = await hold(SWISS, NINE, begun=False, section_size=SIZE)
    await block(db, PLAYERS[8], PLAYERS[6])
    await block(db, ANN, PLAYERS[8])
    one, other = await _sections(db, await start(db, whole.id, HOST))
    found = [await db.read(partial(rows.apart, number=part.number)) for part in (one, other)]
    assert found == [set(), {(3, 5)}]


async def test_the_whole_is_held_again(db: Database, hold: Open, clock: Clock) -> None:
    """Once, divided again; the sections aren't. Lists have the sections instead of the whole."""
    whole = await hold(
        SWISS, NINE, begun=False, section_size=SIZE, repeats="week",
        starts_at=later(clock, days=1),
    )  # fmt: skip
    clock.turn(days=1)
    whole = await advance(db, whole.id)
    one, other = await _sections(db, whole)
    assert one.terms.repeats is None
    page = await queries.in_guild(db, whole.terms.guild)
    following, *sections = sorted(page.lines, key=lambda line: line.name)
    assert [line.id for line in sections] == [one.id, other.id]
    assert (page.count, following.status, following.entrants) == (3, "open", 0)
    assert (await get(db, following.id)).terms.section_size == SIZE
    assert (await queries.in_guild(db, whole.terms.guild, statuses=queries.OVER)).count == 0
    assert [line.id for line in (await queries.of_player(db, ANN)).lines] == [one.id]
    await advance(db, one.id)
    await advance(db, whole.id)
    assert (await queries.in_guild(db, whole.terms.guild)).count == 3


async def test_sections_count_as_one_for_their_director(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever directs a large tournament may still direct others."""
    monkeypatch.setattr(creation, "HOSTED", 2)
    await hold(SWISS, NINE, section_size=SIZE, repeats="week")
    with pytest.raises(CompetitionError, match="too-many-hosted"):
        await hold(count=0, begun=False)
    monkeypatch.setattr(creation, "HOSTED", 3)
    assert (await hold(count=0, begun=False)).host == HOST


@pytest.mark.parametrize(("size", "least"), [(7, 2), (9, 5), (10_000, 2)])
async def test_sizes_that_there_can_not_be(db: Database, size: int, least: int) -> None:
    """Every section must have enough entrants to begin."""
    with pytest.raises(CompetitionError, match="wrong-setting") as refused:
        await open_competition(db, terms(section_size=size), Settings("swiss", least=least), HOST)
    assert refused.value.fields["name"] == "section_size"
    assert refused.value.fields["least"] == max(8, 2 * least)


async def test_names_of_sections_are_short_enough(db: Database, hold: Open) -> None:
    """Whatever the name of the whole."""
    whole = await hold(SWISS, NINE, section_size=SIZE, name="x" * LONGEST_NAME)
    names = [one.terms.name for one in await _sections(db, whole)]
    assert names == [f"{'x' * (LONGEST_NAME - 4)} · {letter}" for letter in "AB"]


# Former players


async def test_former_players_in_sections(db: Database, hold: Open) -> None:
    """Whenever their data are deleted, they are no longer named or playing anywhere."""
    for before in (True, False):
        whole = await hold(SWISS, NINE - 1, begun=False, section_size=SIZE)
        whole = await join(db, whole.id, ZOE)
        if before:
            await privacy.forget(db, ZOE)
        whole = await start(db, whole.id, HOST)
        if not before:
            await privacy.forget(db, ZOE)
        _, other = await _sections(db, whole)
        assert other.teams[EntrantId(5)] == (None,)
        other = await advance(db, other.id)
        assert other.competition.withdrawn == {5}
        assert (await get(db, whole.id)).teams[EntrantId(9)] == (None,)
    await _sound(db)


async def test_former_directors_of_sections(db: Database, hold: Open, clock: Clock) -> None:
    """They are no longer named anywhere, even if it is divided during the deletion."""
    for _ in range(4):
        whole = await hold(
            SWISS, NINE, begun=False, section_size=SIZE, starts_at=later(clock, days=1)
        )
        await hand_over(db, whole.id, HOST, ZOE)
        clock.turn(days=1)
        await asyncio.gather(advance(db, whole.id), privacy.forget(db, ZOE))
        one, other = await _sections(db, whole)
        assert (one.host, other.host) == (NOBODY, NOBODY)


# Crashes and races


async def _competitions(db: Database) -> int:
    def count(connection: Connection) -> int:
        query = select(func.count()).select_from(competition)
        return int(connection.execute(query).scalar_one())

    return await db.read(count)


async def test_death_while_it_is_divided(
    db: Database, hold: Open, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that divides it dies before one of its writing statements. Then sign-up goes on as
    if nothing had happened, until the next one divides it.
    """
    monkeypatch.setattr(creation, "HOSTED", 200)
    died = 0
    for step in range(100):
        whole = await hold(
            SWISS, NINE, begun=False, section_size=SIZE, starts_at=later(clock, days=1)
        )
        clock.turn(days=1)
        before = await _competitions(db)
        try:
            with dies_after(db, step):
                await advance(db, whole.id)
            break
        except Killed:
            died += 1
        assert await get(db, whole.id) == whole
        assert await _competitions(db) == before
        async with another(url, clock) as other:
            whole = await advance(other, whole.id)
        assert len(whole.sections) == 2
        assert await _competitions(db) == before + 2
    assert died > 5
    await _sound(db)


async def test_several_divide_it_at_once(db: Database, hold: Open, url: str, clock: Clock) -> None:
    """Through three open databases, while the director starts it: it is divided once."""
    starts_at = later(clock, days=1)
    whole = await hold(SWISS, NINE, begun=False, section_size=SIZE, starts_at=starts_at)
    clock.turn(days=1)
    async with another(url, clock) as one, another(url, clock) as other:
        await asyncio.gather(
            *(advance(each, whole.id) for each in (db, one, other) for _ in range(3)),
            start(other, whole.id, HOST),
            return_exceptions=True,
        )
    sections = await _sections(db, whole)
    assert [len(part.competition.entrants) for part in sections] == [4, 5]
    assert await _competitions(db) == 3
    await _sound(db)


async def test_when_each_ended(db: Database, hold: Open, clock: Clock) -> None:
    """By the last entry of its log. So it is known which one ended last."""
    one, other = await hold(SWISS, 4), await hold(SWISS, 4)
    one = await play_out(db, one)
    clock.turn(minutes=1)
    other = await play_out(db, other)
    first, last = await queries.changed_at(db, one, other)
    assert (last - first).total_seconds() == 60
