"""Who may sign up and open competitions, and which acts are offered to whom."""

from __future__ import annotations

from datetime import timedelta

import pytest

import matches
from competitions.log import creation
from competitions.log.admission import Membership
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Withdrawn
from competitions.model.settings import Settings
from competitions.tournaments import news, signup, verify
from competitions.tournaments.acts import possible
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import dismiss, enter, hand_over, reinstate, replace, start
from competitions.tournaments.held import Held
from competitions.tournaments.queries import get
from competitions.tournaments.signup import decline, excuse, withdraw
from competitions.tournaments.upkeep import advance
from matches.lobby.cooldowns import DEPARTURES, Rate, Rates
from matches.model.computer_players import of_level
from matches.model.errors import InvitedTooOften, LeftTooOften
from matches.model.ids import GuildId
from matches.settings import guilds
from matches.settings.blocks import block
from matches.settings.players import prefer
from storage.database import Database
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HOST,
    MEMBER,
    TEAMS,
    Open,
    agree,
    join,
    later,
    play_out,
    play_round,
    terms,
)
from tests.matches.conftest import Clock, official
from tests.matches.test_conduct import as_if_played


async def refused(
    db: Database, held: Held, code: str, membership: Membership | None = None
) -> None:
    """Ann is refused."""
    with pytest.raises(CompetitionError, match=code):
        await join(db, held.id, ANN, membership=membership or MEMBER)


async def test_a_server_may_keep_its_people_from_signing_up_for_what_others_hold(
    db: Database, hold: Open
) -> None:
    """Nobody can sign up from there; elsewhere and in direct messages they can. It makes no
    difference to what is held there, and those who already take part stay.
    """
    held = await hold(count=0, begun=False, anywhere=True)
    there = Membership(here=GuildId(held.terms.guild + 1))
    await join(db, held.id, BOB, membership=there)
    await guilds.configure(db, GuildId(held.terms.guild + 1), outside=False)
    await refused(db, held, "not-from-here", there)
    await join(db, held.id, ANN, membership=Membership(here=GuildId(held.terms.guild + 2)))
    await join(db, held.id, CAT, membership=Membership())
    await guilds.configure(db, held.terms.guild, outside=False)
    here = Membership(member=True, here=held.terms.guild)
    held = await join(db, held.id, DAN, membership=here)
    assert held.entrant_of(BOB) == 1


async def test_partners_agree_only_from_servers_that_let_them(db: Database) -> None:
    """The rule for those who sign up applies to partners who are asked. They stay asked, and can
    agree from elsewhere.
    """
    chosen = terms(game=TEAMS, team=2, anywhere=True)
    held = await open_competition(db, chosen, Settings("knockout"), HOST)
    there = GuildId(held.terms.guild + 1)
    await guilds.configure(db, there, outside=False)
    await join(db, held.id, ANN, BOB)
    with pytest.raises(CompetitionError, match="not-from-here"):
        await signup.agree(db, held.id, BOB, membership=Membership(here=there))
    assert (await get(db, held.id)).asked == {BOB}
    held = await signup.agree(db, held.id, BOB, membership=Membership(here=GuildId(there + 1)))
    assert held.asked == frozenset()
    assert [one.id for one in held.competition.entrants] == [held.entrant_of(BOB)]


async def test_members_roles_and_ratings(db: Database, hold: Open) -> None:
    """The requirements of a competition apply to everybody who signs up."""
    held = await hold(count=0, begun=False)
    await refused(db, held, "members-only", Membership())
    held = await hold(count=0, begun=False, anywhere=True, role=5)
    await refused(db, held, "wrong-role", Membership(member=True, roles=(4,)))
    assert (await join(db, held.id, ANN, membership=Membership(False, (5,)))).entrant_of(ANN) == 1
    held = await hold(count=0, begun=False, highest=9999.0)
    await refused(db, held, "high-rating")
    held = await hold(count=0, begun=False, lowest=-99.0)
    await refused(db, held, "low-rating")
    match = await official(db, ANN, BOB)
    for player in (ANN, BOB) * 4:
        await matches.play(db, match.id, player, "step")
    await matches.resign(db, match.id, BOB)
    assert (await join(db, held.id, ANN)).entrant_of(ANN) == 1
    held = await hold(count=0, begun=False, lowest=9000.0, highest=9999.0)
    await refused(db, held, "wrong-rating")


async def test_reliability(db: Database, hold: Open) -> None:
    """Players who finish enough of their matches, and newcomers."""
    held = await hold(count=0, begun=False, reliability=90)
    assert (await get(db, held.id)).terms.reliability == 90
    await join(db, held.id, BOB)
    await as_if_played(db, ANN, [True] * 8 + [False] * 2)
    with pytest.raises(CompetitionError, match="unreliable") as caught:
        await join(db, held.id, ANN)
    assert caught.value.fields == {"needed": 90, "share": 80}
    await as_if_played(db, CAT, [True] * 9 + [False])
    assert (await join(db, held.id, CAT)).entrant_of(CAT) == 2


async def test_nobody_signs_up_after_the_hard_end(db: Database, hold: Open, clock: Clock) -> None:
    """Even if upkeep has not noticed yet that it is over."""
    held = await hold(count=0, begun=False, ends_at=later(clock, days=30))
    clock.turn(days=31)
    await refused(db, held, "time-up")


async def test_games_at_the_same_time(db: Database, hold: Open) -> None:
    """Nobody plays more than they have chosen."""
    await prefer(db, ANN, at_once=3)
    first = await hold(Settings("knockout", games=2), 2)
    second = await hold(Settings("knockout", games=2), 0, begun=False)
    await refused(db, second, "too-many-games")
    await play_out(db, first)
    assert (await join(db, second.id, ANN)).entrant_of(ANN) == 1


async def test_games_of_all_rounds_at_the_same_time(db: Database, hold: Open) -> None:
    """If all games begin together, all of them count."""
    await prefer(db, ANN, at_once=5)
    await hold(Settings("round-robin", most=5), 2, begun=False, together=True)
    held = await hold(Settings("knockout", games=2), 0, begun=False)
    await refused(db, held, "too-many-games")
    await prefer(db, ANN, at_once=6)
    assert (await join(db, held.id, ANN)).entrant_of(ANN) == 1


async def test_whoever_has_withdrawn_plays_no_more_games(db: Database, hold: Open) -> None:
    """So their games leave room for others, until somebody is reinstated."""
    await prefer(db, ANN, at_once=3)
    first = await hold(Settings("round-robin", games=2, most=3), 3)
    second = await hold(Settings("knockout", games=2), 0, begun=False)
    await refused(db, second, "too-many-games")
    held = await withdraw(db, first.id, ANN)
    assert [one.withdrawn for one in held.members] == [True, False, False]
    await join(db, second.id, ANN)
    await withdraw(db, second.id, ANN)
    held = await reinstate(db, first.id, HOST, EntrantId(1), reason="They asked.")
    assert not any(one.withdrawn for one in held.members)
    await refused(db, second, "too-many-games")
    await withdraw(db, first.id, ANN)
    await join(db, first.id, EVE)
    await advance(db, first.id)
    held = await replace(db, first.id, HOST, EntrantId(1), EntrantId(4), reason="They asked.")
    assert [(one.player_id, one.withdrawn) for one in held.members if one.until is None] == [
        (EVE, False),
        (BOB, False),
        (CAT, False),
    ]
    assert [one.fault async for one in verify.checks(db)] == [None, None]


async def test_partners_who_have_blocked_each_other(db: Database) -> None:
    """They can't be a team."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    await block(db, BOB, ANN)
    with pytest.raises(CompetitionError, match="not-together"):
        await join(db, held.id, ANN, BOB)


async def test_partners_who_decline(db: Database) -> None:
    """Then there is no team, and both can look for another one."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    await join(db, held.id, ANN, BOB)
    held = await withdraw(db, held.id, BOB)
    assert held.teams == {}
    held = await join(db, held.id, BOB, ANN)
    held = await agree(db, held.id, ANN)
    assert held.teams == {2: (BOB, ANN)}


async def test_only_who_was_asked_to_a_team_declines(db: Database) -> None:
    """Not members of another team, not somebody who has agreed, and not somebody who was asked to
    join another one: they keep their places.
    """
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    await join(db, held.id, ANN, BOB)
    held = await join(db, held.id, CAT, DAN)
    first, second = EntrantId(1), EntrantId(2)
    for player, team in ((ANN, first), (CAT, first), (DAN, first), (EVE, first)):
        with pytest.raises(CompetitionError, match="not-asked-to"):
            await decline(db, held.id, player, team)
    with pytest.raises(CompetitionError, match="not-asked-to"):
        await agree(db, held.id, DAN, team=first)
    held = await agree(db, held.id, DAN, team=second)
    with pytest.raises(CompetitionError, match="not-asked-to"):
        await decline(db, held.id, DAN, second)
    held = await decline(db, held.id, BOB, first)
    assert held.teams == {second: (CAT, DAN)}


async def test_nobody_asks_somebody_again_and_again(db: Database) -> None:
    """Somebody who signs up with a partner, leaves, and signs up again asks them each time. If they
    agree, it does not count.
    """
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    rates = Rates(pair=Rate(2, timedelta(hours=1)))
    await join(db, held.id, ANN, BOB, rates=rates)
    await agree(db, held.id, BOB)
    for _ in range(2):
        await withdraw(db, held.id, ANN)
        await join(db, held.id, ANN, BOB, rates=rates)
    await withdraw(db, held.id, ANN)
    with pytest.raises(InvitedTooOften):
        await join(db, held.id, ANN, BOB, rates=rates)
    held = await join(db, held.id, ANN, CAT, rates=rates)
    assert held.asked == {CAT}


async def test_who_comes_and_goes_all_the_time(db: Database, hold: Open) -> None:
    """They are told to wait, as at tables, since each time the channel reads who moves up; so are
    people on the waiting list of a running tournament. Withdrawing from what is played counts for
    nothing: nobody comes back by themselves.
    """
    held = await hold(Settings("round-robin", most=2), 3, begun=False)
    for leaving in (BOB, CAT) * (DEPARTURES.most - 1):
        await withdraw(db, held.id, leaving)
        await join(db, held.id, leaving)
    await start(db, held.id, HOST)
    await withdraw(db, held.id, BOB)
    await withdraw(db, held.id, CAT)
    with pytest.raises(LeftTooOften):
        await join(db, held.id, CAT)
    other = await hold(count=0, begun=False)
    await join(db, other.id, BOB)
    with pytest.raises(LeftTooOften):
        await join(db, other.id, CAT)


async def test_partners_who_come_and_go_all_the_time(db: Database) -> None:
    """Those who agree and leave have to wait, too; those who are asked and don't want to, never."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    rates = Rates(Rate(99, timedelta(hours=1)), Rate(99, timedelta(hours=1)))
    for _ in range(DEPARTURES.most):
        await join(db, held.id, ANN, BOB, rates=rates)
        await withdraw(db, held.id, BOB)
    for _ in range(DEPARTURES.most):
        await join(db, held.id, ANN, BOB, rates=rates)
        await agree(db, held.id, BOB)
        await withdraw(db, held.id, BOB)
    await join(db, held.id, ANN, BOB, rates=rates)
    with pytest.raises(LeftTooOften):
        await agree(db, held.id, BOB)


async def test_partners_who_need_not_be_asked(db: Database) -> None:
    """Two computer players are a team as soon as the director has signed them up."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    first = of_level(1)
    held = await enter(db, held.id, HOST, first, of_level(1, [first]))
    assert held.asked == frozenset()
    assert [entrant.id for entrant in held.competition.entrants] == [1]


async def test_not_too_many_by_one_host(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that no server is flooded; names must fit into titles."""
    monkeypatch.setattr(creation, "HOSTED", 1)
    await hold(begun=False)
    with pytest.raises(CompetitionError, match="too-many-hosted"):
        await open_competition(db, terms(), Settings("swiss"), HOST)
    for name in ("", " \n", "x" * 81):
        with pytest.raises(CompetitionError, match="wrong-name"):
            await open_competition(db, terms(name=name), Settings("swiss"), ANN)
    held = await open_competition(db, terms(name="A\n cup\u2028"), Settings("swiss"), ANN)
    assert held.terms.name == "A cup"


async def test_handing_over_has_its_limits(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is given more than they may open, or anything by somebody they have blocked."""
    held = await hold(begun=False, count=0)
    monkeypatch.setattr(creation, "HOSTED", 1)
    await open_competition(db, terms(), Settings("swiss"), ANN)
    with pytest.raises(CompetitionError, match="busy-director") as caught:
        await hand_over(db, held.id, HOST, ANN)
    assert caught.value.fields["player"] == ANN
    await block(db, BOB, HOST)
    with pytest.raises(CompetitionError, match="wrong-director") as caught:
        await hand_over(db, held.id, HOST, BOB)
    assert caught.value.fields["player"] == BOB
    assert (await hand_over(db, held.id, HOST, CAT)).host == CAT
    assert (await hand_over(db, held.id, CAT, CAT)).host == CAT
    assert (await hand_over(db, held.id, BOB, BOB, manager=True)).host == BOB


async def test_words_are_kept_on_one_line(db: Database, hold: Open) -> None:
    """Names and reasons lose what isn't printable, which not every database can hold."""
    held = await hold(begun=False, name="A\u200b\n \x00 cup")
    assert held.terms.name == "A cup"
    await start(db, held.id, HOST)
    held = await withdraw(db, held.id, ANN, reason="I\u202e am \x00\n ill.\u200b")
    event = (await news.news(db, held))[-1].event
    assert event == Withdrawn(EntrantId(1), "I am ill.")
    with pytest.raises(CompetitionError, match="no-reason"):
        await dismiss(db, held.id, HOST, EntrantId(2), reason="\x00\u200b")


async def test_what_is_offered(db: Database, hold: Open, clock: Clock) -> None:
    """By status and reader."""
    held = await hold(Settings("swiss", rounds=2), 4, begun=False, ends_at=later(clock, days=30))
    now = clock()
    assert possible(held, EVE, now) == ("join",)
    assert possible(held, ANN, now) == ("withdraw",)
    director = ("join", "start", "enter", "dismiss", "cancel", "change", "hand-over")
    assert possible(held, HOST, now) == director
    assert possible(held, EVE, now, manager=True) == director
    assert possible(held, EVE, later(clock, days=30)) == ()
    late = possible(held, HOST, later(clock, days=30))
    assert late == ("dismiss", "cancel", "change", "hand-over")
    for player in (ANN, BOB, CAT, DAN):
        held = await withdraw(db, held.id, player)
    assert possible(held, HOST, now) == ("join", "enter", "cancel", "change", "hand-over")
    held = await hold(Settings("swiss", rounds=2), 4, begun=False)
    held = await start(db, held.id, HOST)
    assert {"end"} == {"end", "decide", "take-back"} & {*possible(held, HOST, now)}
    held = await advance(db, held.id)
    assert possible(held, ANN, now) == ("withdraw", "excuse")
    held = await excuse(db, held.id, ANN, 2)
    assert possible(held, ANN, now) == ("withdraw", "attend")
    acts = possible(held, HOST, now)
    assert {"decide", "take-back"} <= {*acts}
    assert not {"end", "reinstate", "replace", "start"} & {*acts}
    await join(db, held.id, EVE)
    held = await dismiss(db, held.id, HOST, EntrantId(4), reason="Rude.")
    assert possible(held, DAN, now) == ()
    assert {"reinstate", "replace"} <= {*possible(held, HOST, now)}
    held = await advance(db, held.id)
    held = await play_round(db, held)
    assert "excuse" not in possible(held, BOB, now)
    held = await play_out(db, held)
    assert possible(held, HOST, now) == ("correct", "hand-over")


async def test_what_is_offered_to_partners(db: Database, clock: Clock) -> None:
    """Whoever was asked can agree."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    held = await join(db, held.id, ANN, BOB)
    assert possible(held, BOB, clock()) == ("agree", "withdraw")
    assert possible(held, ANN, clock()) == ("withdraw",)
