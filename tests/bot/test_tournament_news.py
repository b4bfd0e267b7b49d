"""What the channel of a tournament is told: nothing holds back what follows, and nothing is told
twice.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.app.client import Dreierlei
from bot.delivery.competitions import news as delivery
from bot.i18n.catalogues import language
from bot.messages.competitions import end as competition_end
from bot.messages.competitions import news as news_message
from bot.messages.competitions.story import Story
from bot.text.discord_codes import INVALID, LINES
from competitions.formats.rounds import next_round
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided, Ended, Event, Paired, Unpaired
from competitions.model.pairings import How, Outcome
from competitions.model.settings import Settings
from competitions.tournaments.held import Held
from competitions.tournaments.news import Moment, Told
from playground.client import Channel, Playground, User
from tests.bot.test_prefetch import bot
from tests.support.held import LONGEST, NOW, begun, held_of, in_play
from tests.support.stack import Stack
from tests.support.tournaments import Cup, cup_of, open_cup

__all__ = ["bot"]

ENGLISH = language("en")
TABLE = Settings("round-robin", most=4)


@pytest.fixture
async def anna(pg: Playground) -> User:
    """A server manager who speaks English here."""
    manager = pg.user("anna")
    await manager.change(locale="en-US")
    return manager


def _story(event: Event, after: Competition, held: Held) -> Story:
    """What has happened, told when the competition is held as it is now."""
    told = Told(9, event, NOW, None, None, Moment(after, held.teams))
    return Story(told, held)


async def _replies(story: Story) -> list[Any]:
    nobody: Any = None
    return await news_message.replies(nobody, story, ENGLISH)


async def test_hundreds_share_the_first_place(bot: Dreierlei) -> None:
    """They are counted, not named or called: no message has room for that."""
    for count, named in ((20, 20), (150, 0)):
        now = begun(Settings("swiss", rounds=1), 1, count)
        half = count // 2
        pairs = zip(now.seeding[:half], now.seeding[half:], strict=True)
        now = now.apply(Paired(1, tuple(pairs)))
        for game in now.undecided:
            now = now.apply(Decided(game, Outcome((1, 1))))
        end = Ended((now.seeding,))
        now = now.apply(end)
        held = held_of(now, 1)
        moment = Moment(now, held.teams)
        story = Story(Told(9, end, NOW, None, moment, moment), held)
        reply = await competition_end.ended(bot, story, ENGLISH)
        said = getattr(reply.parts[1], "text", "")
        assert len(reply.mentions) == said.count("<@") == named
        assert (f"🏆 {count} entrants share first place!" in said) == (not named)


# As it was then


async def test_a_round_that_is_gone_is_told_as_it_was() -> None:
    """A round can be taken back before anybody could be told of it. Its matches are not named: they
    are those of other pairings.
    """
    first = in_play(TABLE, 1, 4, 1)
    for game in first.undecided:
        first = first.apply(Decided(game, Outcome((1, 2), "played")))
    step = next_round(first)
    assert isinstance(step, Paired)
    second = first.apply(step)
    gone = held_of(second.apply(Unpaired(2, "A mistake.")), 1)
    (reply,) = await _replies(_story(step, second, gone))
    assert "round 2 of 3 begins" in reply.parts[0].text
    assert reply.parts[1].text.count("\n") == 1
    assert "`ZZ" not in reply.parts[1].text
    again = held_of(second, 1)
    (reply,) = await _replies(_story(step, second, again))
    assert reply.parts[1].text.count("`ZZ") == 2


async def test_what_needs_no_telling_is_not_put_in_words() -> None:
    """A usual result of a round that is gone is told nowhere, and not looked up either."""
    paired = in_play(TABLE, 1, 4, 1)
    game = paired.undecided[0]
    event = Decided(game, Outcome((1, 2), "played"))
    gone = held_of(begun(TABLE, 1, 4), 1)
    assert await _replies(_story(event, paired.apply(event), gone)) == []
    ruled = _story(Decided(game, Outcome((2, 1), "adjudged"), "Ill."), paired, gone)
    ruled = replace(ruled, told=replace(ruled.told, player=gone.host))
    (reply,) = await _replies(ruled)
    assert "Director's decision in round 1" in reply.text


# Rounds


@pytest.mark.parametrize(
    ("settings", "count", "round_", "free"),
    [
        (TABLE, 3, 1, 1),
        (TABLE, 3, 3, 1),
        (TABLE, 4, 1, 0),
        (Settings("groups", groups=2, advance=2), 7, 1, 1),
        (Settings("groups", groups=2, advance=2), 7, 4, 0),
        (Settings("knockout"), 6, 2, 0),
        (Settings("swiss", rounds=3), 5, 1, 0),
    ],
)
async def test_whoever_has_no_match_is_named(
    settings: Settings, count: int, round_: int, free: int
) -> None:
    """Where everyone plays everyone and their number is odd. Elsewhere there are byes, or people
    are out.
    """
    now = in_play(settings, 1, count, 1)
    for _ in range(1, round_):
        for game in now.undecided:
            now = now.apply(Decided(game, Outcome((1, 2), "played")))
        step = next_round(now)
        assert isinstance(step, Paired)
        now = now.apply(step)
    paired = Paired(round_, tuple(one.seats for one in now.rounds[-1]))
    (reply,) = await _replies(_story(paired, now, held_of(now, 1)))
    lines = [one for one in reply.parts[1].text.splitlines() if "No match this round: " in one]
    assert "".join(lines).count("<@") == len(lines) == free


# Upsets


def _rated(settings: Settings, *ratings: float | None) -> tuple[Competition, Event]:
    """A first round of entrants with these ratings, and that the weakest of a table has won."""
    now = in_play(settings, 1, len(ratings), 1)
    signed = zip(now.signed, ratings, strict=True)
    now = replace(now, signed=tuple(replace(one, rating=rating) for one, rating in signed))
    game = now.undecided[0]
    seating = now.pairing(game).seating(game[2])
    weakest = min(seating, key=lambda id_: ratings[id_ - 1] or 0.0)
    others = iter(range(2, len(seating) + 1))
    ranks = tuple(1 if id_ == weakest else next(others) for id_ in seating)
    return now, Decided(game, Outcome(ranks, "played"))


async def _told(now: Competition, event: Event) -> list[str]:
    found = await _replies(_story(event, now.apply(event), held_of(now, 1)))
    return [reply.text.partition("\n")[2] for reply in found]


async def test_an_upset_is_told() -> None:
    """From two hundred points on, between two, in the order of winner and beaten."""
    (told,) = await _told(*_rated(Settings("round-robin"), 1500.0, 1700.0))
    winner, beaten = (f"<@{LONGEST - 4 * number - 1}>" for number in (1, 2))
    assert told.startswith("An upset in round 1: ")
    assert told.index(winner) < told.index(beaten)
    assert told.endswith("who is rated 200 points higher.")
    (told,) = await _told(*_rated(Settings("round-robin"), 1850.0, 1500.0))
    assert told.endswith("who is rated 350 points higher.")


@pytest.mark.parametrize(
    ("settings", "ratings"),
    [
        (Settings("round-robin"), (1500.0, 1699.0)),
        (Settings("round-robin"), (1500.0, 1500.0)),
        (Settings("round-robin"), (None, 1900.0)),
        (Settings("tables", seats=3, least=3), (1500.0, 1900.0, 1900.0)),
        (Settings("tables", seats=4, least=4), (1500.0, 1900.0, 1900.0, 1900.0)),
    ],
    ids=["199 points", "equals", "unrated", "table of three", "table of four"],
)
async def test_what_is_no_upset(settings: Settings, ratings: tuple[float | None, ...]) -> None:
    """A point less, no rating to compare with, or more than two at the table."""
    assert await _told(*_rated(settings, *ratings)) == []


@pytest.mark.parametrize("how", ["forfeit", "time", "adjudged"])
async def test_an_upset_is_won_on_the_board(how: How) -> None:
    """Whoever has not come, or has lost on time, has not been beaten."""
    now, event = _rated(Settings("round-robin"), 1500.0, 1900.0)
    assert isinstance(event, Decided)
    assert await _told(now, replace(event, outcome=replace(event.outcome, how=how))) == []


async def test_a_draw_is_no_upset() -> None:
    """Nor is a win of the one who is rated higher."""
    now, event = _rated(Settings("round-robin"), 1500.0, 1900.0)
    assert isinstance(event, Decided)
    for ranks in ((1, 1), event.outcome.ranks[::-1]):
        assert await _told(now, Decided(event.game, Outcome(ranks, "played"))) == []


# What is left out


async def test_what_can_not_be_told_is_left_out(
    bot: Dreierlei, caplog: pytest.LogCaptureFixture
) -> None:
    """A mistake of ours is logged once, and nothing waits for it."""
    now = begun(TABLE, 1, 4)
    story = _story(Paired(1, ((EntrantId(1), EntrantId(2)),)), now, held_of(now, 1))
    with caplog.at_level(logging.ERROR):
        count = await delivery.tell_one(
            bot, story.held, story.told, lambda *_: _replies(story), late=timedelta()
        )
    assert count == 0
    assert "competition=C-ZZZZZZ seq=9 can't be told" in caplog.text


async def test_what_needs_no_telling_is_noted_together(bot: Dreierlei) -> None:
    """Hundreds of results of which nobody is told are noted once; what comes too early stays
    untold, with all behind it.
    """
    now = in_play(TABLE, 1, 4, 1)
    held = held_of(now, 1)
    moment = Moment(now, held.teams)
    found = [
        Told(seq, Decided(now.undecided[0], Outcome((1, 2))), NOW, None, moment, moment)
        for seq in range(10, 20)
    ]
    noted = list[int | str]()

    async def tell(early: int | None) -> bool:
        async def replies(told: Told, _: timedelta) -> list[Any] | None:
            return None if told.seq == early else []

        async def renew(**_: object) -> None:
            noted.append("later")

        async def told(seq: int, *, more: bool) -> None:
            assert more == (seq != found[-1].seq), "what is left is nobody else's"
            noted.append(seq)

        return await delivery.tell(bot, held, found, replies, since=NOW, renew=renew, told=told)

    assert await tell(None)
    assert noted == [19]
    noted.clear()
    assert not await tell(15)
    assert noted == [14, "later"]
    noted.clear()
    assert not await tell(10)
    assert noted == ["later"]


def test_what_is_given_up() -> None:
    """What Discord would refuse again is given up at once; whatever else holds others back, after
    two days.
    """
    by_code = {one.code: one for one in LINES}
    day = timedelta(days=1)
    assert delivery.is_given_up(by_code[INVALID], timedelta())
    for code in (50013, 10003, 200000, 130000):
        assert not delivery.is_given_up(by_code[code], day)
        assert delivery.is_given_up(by_code[code], 2 * day)


# On the playground


async def test_a_message_that_discord_does_not_understand(
    pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """Nothing waits for it: the round is announced."""
    path = rf"/channels/{general.id}/messages$"
    await pg.fault("status", path, method="POST", status=400, code=INVALID)
    cup = await open_cup(anna, general, name="Refused")
    for player in (ben, anna):
        await (await cup.page(player)).click("Sign up")
    await cup.start()
    await cup.news("round 1 of 1 begins")
    assert await cup.told("Sign-up is open") == []


async def test_who_moves_up_is_called_whoever_made_room(
    general: Channel, anna: User, ben: User, david: User, emma: User
) -> None:
    """Also if the director has removed somebody, who is named with the reason."""
    cup = await open_cup(anna, general, name="Full", size=2, start=7)
    await cup.join(ben, david, emma)
    choice = await (await cup.manage()).click("Remove somebody…")
    form = (await choice.select(None, [ben.display])).modal
    assert form is not None
    await form.submit(reason="A mistake.")
    told = await cup.news("a spot has opened up, so you're in.")
    assert told.mentions == [emma.name]
    assert f"The director has removed {ben.mention}." in told.content
    assert "A mistake." in told.content


async def test_the_announcement_is_kept_up_to_date(
    general: Channel, anna: User, ben: User, david: User
) -> None:
    """It shows who takes part, however they have signed up; after the start it has no buttons to
    sign up. If somebody deletes it, all goes on.
    """
    cup = await open_cup(anna, general, name="Shown")
    poster = await cup.poster()
    await (await cup.page(ben)).click("Sign up")
    await cup.shown(poster, f"1. {ben.mention}")
    await cup.join(david)
    await cup.shown(poster, "2 of 8 places taken")
    await cup.start()
    assert (await cup.shown(poster, "Round 1 of 1")).labels == ["Go to the tournament"]
    other = await open_cup(anna, general, name="Deleted")
    poster = await other.poster()
    await poster.delete()
    for player in (ben, david):
        await (await other.page(player)).click("Sign up")
    await other.start()
    await other.news("round 1 of 1 begins")


async def test_a_stopping_bot_finishes_what_it_tells(
    stack: Stack, pg: Playground, general: Channel, anna: User, ben: User
) -> None:
    """So the next process does not tell it again."""
    path = rf"/channels/{general.id}/messages$"

    async def sent() -> int:
        count: int = (await pg.requests(path, "POST"))["count"]
        return count

    async def offline() -> bool:
        state = await pg.request("GET", "control/state")
        return not any(session["connected"] for session in state["sessions"])

    await pg.fault("late", path, method="POST", seconds=3600)
    before = await sent()
    reply = await anna.command("tournament new", general, game="attangle", name="Stopped")
    cup: Cup = cup_of(reply, general, anna)
    poster = await cup.poster()
    stopping = asyncio.create_task(asyncio.to_thread(stack.stop))
    await pg.wait_for(offline)
    await pg.release()
    assert await stopping == 0
    stack.start()
    await pg.wait_online()
    await poster.click("Sign up", by=ben)
    await cup.shown(poster, "1 of 8 places taken")
    assert await sent() == before + 1
