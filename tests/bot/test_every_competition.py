"""A whole competition of each game, by each number of people and in each way in which they make
sides: opened by the form, joined by buttons, played to its end, and read in all its views.

Every second one is played in German.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

import games
from bot.cogs.tournaments.signup import ASKED
from bot.i18n import catalogues
from bot.messages.competitions.end import OVER
from bot.messages.competitions.sign_up import AGREE, ASKS
from bot.messages.competitions.tournament import TIES, TOURNAMENT
from bot.text import competition as text
from bot.text.competition_terms import FORMATS, IS_OVER, TABLES_OF, TEAMS, TWICE
from bot.text.standings import FINAL
from competitions.model.settings import Format
from games import play
from games.protocol import AnyGame, Setup
from games.record import from_text
from matches.model.ids import MatchId
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.bot.lines import Turn, prepared, typed
from tests.laws.conftest import setups
from tests.samples import SAMPLES
from tests.support.languages import LANGUAGES, Language
from tests.support.matches import HASTY, Game, said, started
from tests.support.rounds import Pairing, pairings, resign_all, rounds
from tests.support.stack import Stack
from tests.support.tournaments import Cup, cup_of

pytestmark = pytest.mark.untraced

NAME = "Spring cup"
_TYPED = 20
"""Longer lines are prepared, except for the last turn."""
_LINE = re.compile(r"^(?:(🥇|🥈|🥉)|`\s*(\d+)`) (.+?)(?: \*\*(\S+)\*\*.*)?$")
"""A line of the final table: the place, who has it, and the points, if they made the order."""
_MEDALS = {"🥇": 1, "🥈": 2, "🥉": 3}
_SMALLEST = 200
"""Pixels that every picture is wide and high."""
_PARTS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}


@dataclass(frozen=True)
class Walk:
    """A competition from its form to its end: its game, what is chosen, who enters.

    `form` is filled in; what the form does not ask for is `typed` as options of the command.
    """

    game: str
    seats: int
    format: Format
    people: int
    robots: tuple[int, ...] = ()
    form: Mapping[str, list[str]] | None = None
    typed: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    """Those in which the matches differ from the game's own."""
    key: str = ""
    """What sets it apart from another one with the same name."""

    def __str__(self) -> str:
        chosen = [key for key, value in self.typed.items() if value is True]
        kind = (self.game, str(self.seats), *self.options.values(), self.format, *chosen)
        return "-".join(filter(None, (*kind, self.key)))

    @property
    def rules(self) -> AnyGame:
        """The game."""
        return games.get(self.game)

    @property
    def setup(self) -> Setup:
        """A setup of its matches."""
        return play.setup(self.rules, self.seats, self.options, Random(0))

    @property
    def teams(self) -> bool:
        """Whether partners enter together."""
        return bool(self.typed.get("teams"))

    @property
    def language(self) -> Language:
        """What all concerned speak."""
        return LANGUAGES[WALKS.index(self) % len(LANGUAGES)]

    @property
    def size(self) -> int:
        """The number of entrants."""
        return (self.people // 2 if self.teams else self.people) + len(self.robots)

    @property
    def pairing(self) -> tuple[int, int]:
        """How many points a pairing gives, and a bye: one for each opponent beaten."""
        if self.teams or self.seats == 2:
            return 1, 1
        if {len(side) for side in self.rules.sides(self.setup)} == {2}:
            return 4, 2
        return self.seats * (self.seats - 1) // 2, self.seats - 1


WALKS = (
    Walk("die-drei", 2, "knockout", 4, (1,), {"kind": ["usual"]}),
    Walk("die-drei", 2, "swiss", 4, (1,), {"kind": ["swiss"]}),
    Walk("tyr", 2, "swiss", 5, (1,), {"kind": ["swiss"]}),
    Walk("tyr", 3, "tables", 5, (1,), {"kind": ["tables-3"]}),
    Walk("tyr", 4, "tables", 5, (1, 1, 2), {"kind": ["tables-4"]}),
    Walk("turnier", 2, "groups", 5, (1,), {"kind": ["groups"]}),
    Walk("turnier", 3, "tables", 5, (1,), {"kind": ["tables-3"]}),
    Walk("turnier", 4, "tables", 5, (), {"kind": ["tables-4"]}),
    Walk(
        *("turnier", 4, "tables", 4, ()),
        typed={"format": "tables", "seats": 4, "options": "partners=false", "rounds": 2},
        options={"partners": "false"},
    ),
    Walk("turnier", 4, "round-robin", 4, (1,), typed={"format": "round-robin", "teams": True}),
    Walk("turnier", 4, "knockout", 4, (1, 2), typed={"teams": True}),
    Walk("attangle", 2, "round-robin", 3, (), {"kind": ["round-robin"]}),
    Walk("attangle", 2, "round-robin", 3, (), typed={"format": "round-robin", "twice": True}),
    Walk("attangle", 2, "knockout", 4, (1,), typed={"games": 2}),
    Walk("3stein", 3, "tables", 3, (), {"kind": ["usual"]}),
    Walk("3stein", 3, "tables", 4, (), {"kind": ["tables-3"]}, key="bye"),
)


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """Computer players search little, and answer at once."""
    return HASTY


@pytest.mark.parametrize("walk", WALKS, ids=str)
async def test_a_whole_competition(walk: Walk, stack: Stack, pg: Playground) -> None:
    """One match in which only people meet is played to the end of the game, people resign the
    others. Then the channel and the page say who stands where, in words and pictures.
    """
    before = len(stack.said())
    people, place = await walk.language.speakers(pg, walk.people), walk.language.channel(pg)
    cup = await _open(walk, people[0], place)
    await _enter(walk, cup, people)
    played = list[str]()
    async for told in rounds(cup, NAME):
        if not played and (found := _among_people(walk, cup, told)) is not None:
            await _play(walk, cup, found)
            played.append(found.matches[0])
        await resign_all(cup, told, but=played)
    assert played
    over = await cup.news(cup.say(OVER, name=NAME))
    assert "🥇" in over.content
    assert all(one.mention in over.content for one in people)
    await _is_picture(over)
    for reader in (people[0], people[-1]):
        await _is_told(walk, cup, reader)
    log = stack.said()[before:]
    assert not re.search(r"Traceback| (ERROR|CRITICAL) ", log), log


def test_every_way_is_there() -> None:
    """Each game is played by every number of people that it is for, in every way in which they
    make sides, in both languages; each format once at least, and partners both as teams and drawn
    anew.
    """
    wanted = {
        (game.info.key, setup.seats, game.sides(setup))
        for game in games.all_games()
        for setup in setups(game)
    }
    assert {(one.game, one.seats, one.rules.sides(one.setup)) for one in WALKS} == wanted
    for game in games.all_games():
        spoken = {one.language for one in WALKS if one.rules is game}
        assert spoken == {*LANGUAGES}
    assert {one.format for one in WALKS} == {*FORMATS}
    partners = [one for one in WALKS if one.seats == 4 and len(one.rules.sides(one.setup)) == 2]
    assert {one.teams for one in partners} == {True, False}


def test_everything_reproduces(stack: Stack) -> None:
    """All that these competitions have left is what their logs come to."""
    done = stack.run("verify")
    assert done.returncode == 0, done.stdout + done.stderr


# Opening and entering


async def _open(walk: Walk, director: User, place: Channel) -> Cup:
    """The tournament as the form opens it, or the command where the form doesn't ask for that."""
    language = walk.language
    if walk.form is None:
        given = {"game": walk.game, "name": NAME, "size": walk.size, **walk.typed}
        opened = await director.command("tournament new", place, **given)
    else:
        form = (await director.command("tournament new", place)).modal
        assert form is not None
        filled: Any = {"game": [walk.game], "size": str(walk.size), "name": NAME, **walk.form}
        opened = await form.submit(**filled)
    cup = cup_of(opened, place, director, language)
    poster = await cup.poster()
    kind = (
        cup.say(TABLES_OF, seats=walk.seats)
        if walk.format == "tables"
        else cup.say(FORMATS[walk.format])
    )
    assert f"**{cup.say(walk.rules.info.name)}** · {kind}" in poster.content
    assert (cup.say(TEAMS, size=2) in poster.content) == walk.teams
    assert (f" · {cup.say(TWICE)}" in poster.content) == ("twice" in walk.typed)
    return cup


async def _enter(walk: Walk, cup: Cup, people: Sequence[User]) -> None:
    """All sign up, teams by asking and agreeing; the last ones are computer players."""
    if walk.teams:
        for asker, partner in zip(people[::2], people[1::2], strict=True):
            await _team_up(cup, asker, partner)
    else:
        await cup.join(*people)
    if walk.robots:
        await cup.add_computer_players(*walk.robots)


async def _team_up(cup: Cup, asker: User, partner: User) -> None:
    """Somebody signs up with a partner, who agrees."""
    (pressed,) = await cup.join(asker)
    assert pressed.modal is not None
    asked = await said(await pressed.modal.submit(partners=[partner.id]))
    assert asked.content == cup.say(ASKED, players=partner.mention, name=NAME)
    asks = cup.say(ASKS, players=partner.mention, player=asker.mention)
    await (await cup.news(asks)).click(cup.say(AGREE), by=partner)


# Playing


def _among_people(walk: Walk, cup: Cup, told: Message) -> Pairing | None:
    """A pairing of a round in which only people meet, if there is one."""
    found = pairings(cup, told)
    return next((one for one in found if len(one.people) == walk.seats), None)


async def _play(walk: Walk, cup: Cup, one: Pairing) -> None:
    """The first match of a pairing is played to an end of the game, which its record leads to. The
    last board names the tournament, and leads there.
    """
    match = MatchId(one.matches[0])

    async def has_a_thread() -> bool:
        return any(match in each.name for each in await cup.pg.threads(cup.channel))

    await cup.pg.wait_for(has_a_thread)
    game = await started(cup.channel, match, one.people)
    turns = _turns(walk, await _setup(game))
    await (typed if len(turns) < _TYPED else prepared)(game, turns[:-1])
    (seat, last) = turns[-1]
    await game.move(seat, last)
    board = await game.board()
    assert f"{len(turns)}. `{last}`" in board.content
    assert "🏆" in board.content
    assert text.coded(cup.id, catalogues.language(cup.language.code)) in board.content
    assert board.labels[-1] == cup.say(TOURNAMENT)
    record = from_text(await _exported(game))
    assert record.line().position.result is not None


async def _exported(game: Game) -> str:
    exported = await game.players[0].command("export", game.channel, match=game.id)
    return (await exported.attachments[0].read()).decode()


async def _setup(game: Game) -> Setup:
    """The setup of a match, with what was drawn for it."""
    return from_text(await _exported(game)).setup


def _turns(walk: Walk, setup: Setup) -> tuple[Turn, ...]:
    """A line from the start to an end of the game."""
    assert setup.seats == walk.seats
    listed = [option.key for option in walk.rules.info.options if option.values]
    chosen = {key: setup.options[key] for key in listed if key in setup.options}
    end = next(
        one
        for one in SAMPLES[walk.game].ends
        if one.seats == setup.seats
        and all(one.options.get(key, value) == value for key, value in chosen.items())
    )
    return end.line(walk.rules, setup).turns


# How it ended


async def _is_told(walk: Walk, cup: Cup, reader: User) -> None:
    """The views of the page, as one of the entrants sees them."""
    about = await cup.page(reader)
    assert cup.say(IS_OVER) in about.content
    table = await cup.page(reader, "Standings")
    await _is_picture(table)
    assert cup.say(FINAL) in table.content
    found = [match for line in table.content.splitlines() if (match := _LINE.match(line))]
    assert len(found) == walk.size
    places = [_MEDALS[one[1]] if one[1] else int(one[2]) for one in found]
    assert places == [1 + sum(other < one for other in places) for one in places]
    assert any(reader.mention in one[3] for one in found)
    if walk.format not in ("knockout", "groups"):
        points = [_number(one[4]) for one in found]
        assert points == sorted(points, reverse=True)
        assert sum(points) == await _given(walk, cup, reader)
    if cup.say(TIES) in table.labels:
        assert (await table.click(cup.say(TIES))).content
    mine = await cup.page(reader, "My matches")
    assert reader.mention in mine.content
    if walk.format != "knockout":
        await _is_picture(mine)


async def _given(walk: Walk, cup: Cup, reader: User) -> int:
    """How many points all rounds have given."""
    each, bye = walk.pairing
    page, given = await cup.page(reader, "Rounds"), 0
    while True:
        lines = page.content.splitlines()
        given += each * sum("**" in line for line in lines if re.match(r"\d+\. ", line))
        given += bye * sum(cup.language.part(text.HAS_BYE) in line for line in lines)
        if "◀" not in page.labels:
            return given
        page = await page.click("◀")


def _number(said_: str) -> Fraction:
    """A number as it is written, such as 1½."""
    whole, part = (said_[:-1], said_[-1]) if said_[-1] in _PARTS else (said_, "")
    return Fraction(whole.replace(",", ".") or 0) + _PARTS.get(part, 0)


async def _is_picture(message: Message) -> None:
    """There is one picture, with words for those who can't see it."""
    (shown,) = message.attachments
    assert shown.description
    with Image.open(BytesIO(await shown.read())) as picture:
        assert min(picture.size) > _SMALLEST
