"""Which match a game becomes, and its outcome: teams, withdrawals, games that nobody plays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

import games
import matches
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Paired
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.tournaments import games as life_games
from competitions.tournaments import repository
from competitions.tournaments.creation import open_competition
from competitions.tournaments.direction import cancel, start
from competitions.tournaments.games import open_game
from competitions.tournaments.held import Held
from competitions.tournaments.queries import get
from competitions.tournaments.rulings import decide
from competitions.tournaments.signup import withdraw
from competitions.tournaments.unit_of_work import UnitOfWork, perform
from competitions.tournaments.upkeep import advance
from games.errors import OptionError
from matches import privacy
from storage.database import Database
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    HOST,
    TEAMS,
    Open,
    agree,
    join,
    later,
    terms,
)
from tests.matches import toy
from tests.matches.conftest import Clock, official


async def _paired(db: Database, held: Held, *tables: tuple[int, ...]) -> Held:
    """Pairs the first round in a process that dies before opening anything."""
    seated = tuple(tuple(map(EntrantId, table)) for table in tables or ((1, 4), (2, 3)))

    def act(unit: UnitOfWork) -> None:
        unit.write(Paired(1, seated))

    return (await perform(db, held.id, act)).held


async def test_teams_of_two(db: Database) -> None:
    """Partners sit where the game puts them, and share their rank."""
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    with pytest.raises(CompetitionError, match="wrong-team"):
        await join(db, held.id, ANN)
    with pytest.raises(CompetitionError, match="wrong-team"):
        await join(db, held.id, ANN, ANN)
    held = await join(db, held.id, ANN, BOB)
    assert held.asked == {BOB}
    with pytest.raises(CompetitionError, match="team-signed-up"):
        await join(db, held.id, CAT, BOB)
    with pytest.raises(CompetitionError, match="not-asked-to"):
        await agree(db, held.id, ANN)
    await join(db, held.id, CAT, DAN)
    assert held.competition.entrants == ()
    await agree(db, held.id, DAN)
    held = await agree(db, held.id, BOB)
    assert (held.asked, len(held.competition.entrants)) == (frozenset(), 2)
    await start(db, held.id, HOST)
    held = await advance(db, held.id)
    match = await matches.get(db, held.matches[1, 1, 0])
    assert match.players == (ANN, CAT, BOB, DAN)
    await matches.resign(db, match.id, CAT)
    await matches.resign(db, match.id, DAN)
    held = await advance(db, held.id)
    assert held.competition.places == ((1,), (2,))
    assert held.competition.outcomes[1, 1, 0].how == "forfeit"


async def test_a_partner_who_withdraws_does_not_lose_the_game_for_both(db: Database) -> None:
    """A team is as good as its better member: the match ranks those who have withdrawn behind all
    others, even if their side has won.
    """
    held = await open_competition(db, terms(game=TEAMS, team=2), Settings("knockout"), HOST)
    for one, other in ((ANN, BOB), (CAT, DAN)):
        await join(db, held.id, one, other)
        await agree(db, held.id, other)
    await start(db, held.id, HOST)
    held = await advance(db, held.id)
    match = await matches.get(db, held.matches[1, 1, 0])
    assert match.players == (ANN, CAT, BOB, DAN)
    for player in (ANN, CAT, DAN):
        ended = (await matches.resign(db, match.id, player)).match
    assert ended.ending is not None
    assert ended.ending.ranks == (4, 3, 1, 2)
    held = await advance(db, held.id)
    assert held.competition.outcomes[1, 1, 0].ranks == (1, 2)
    assert held.competition.places == ((1,), (2,))


async def test_what_can_not_be_opened(db: Database, clock: Clock) -> None:
    """The game must have the seats and teams, options must be its own, times must be in order."""
    day = timedelta(days=1)
    for changes, settings, code in (
        ({}, Settings("tables", seats=3), "wrong-seats"),
        ({"team": 2}, Settings("swiss"), "wrong-teams"),
        ({"team": 3}, Settings("swiss"), "wrong-teams"),
    ):
        game = toy.GAME if changes else games.get("attangle")
        with pytest.raises(CompetitionError, match=code):
            await open_competition(db, terms(game=game, **changes), settings, HOST)
    for times in (
        {"starts_at": clock() - day},
        {"ends_at": clock()},
        {"starts_at": clock() + day, "ends_at": clock() + day},
    ):
        with pytest.raises(CompetitionError, match="wrong-times"):
            await open_competition(db, terms(**times), Settings("swiss"), HOST)
    lengths = {"minutes": 30}, {"minutes": 0}, {"minutes": 90}, {"days": 400}
    for lasts in lengths:
        with pytest.raises(CompetitionError, match="wrong-setting"):
            await open_competition(
                db, terms(each_round=timedelta(**lasts)), Settings("swiss"), HOST
            )
    with pytest.raises(CompetitionError, match="wrong-setting") as caught:
        await open_competition(db, terms(lowest=1500.0, highest=1400.0), Settings("swiss"), HOST)
    assert caught.value.fields == {"name": "lowest", "least": 0, "most": 1400}
    with pytest.raises(OptionError):
        await open_competition(db, terms(options={"goal": "7"}), Settings("swiss"), HOST)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings("knockout", rounds=5), "fixed-rounds"),
        (Settings("round-robin", rounds=5), "fixed-rounds"),
        (Settings("groups", rounds=5), "fixed-rounds"),
        (Settings("knockout", cycles=2), "only-once"),
        (Settings("swiss", cycles=2), "only-once"),
        (Settings("tables", seats=3, cycles=2), "only-once"),
    ],
    ids=lambda one: one if isinstance(one, str) else one.format,
)
async def test_what_means_nothing_in_a_format_is_refused(
    db: Database, settings: Settings, code: str
) -> None:
    """Instead of being ignored."""
    with pytest.raises(CompetitionError, match=code):
        await open_competition(db, terms(), settings, HOST)


async def test_strength_of_rated_players(db: Database, hold: Open) -> None:
    """Players with a rating in such matches sign up with it and are seeded by it."""
    match = await official(db, CAT, BOB)
    for player in (CAT, BOB) * 4:
        await matches.play(db, match.id, player, "step")
    await matches.resign(db, match.id, BOB)
    held = await hold()
    ratings = [entrant.rating for entrant in held.competition.entrants]
    assert ratings[0] is None
    assert ratings[1] is not None
    assert ratings[2] is not None
    assert held.competition.seeding == (3, 2, 1, 4)


async def test_withdrawn_before_the_match_was_opened(db: Database, hold: Open) -> None:
    """Then there is no match: whoever would have come wins; if nobody would, nobody wins."""
    held = await hold(begun=False)
    await start(db, held.id, HOST)
    await _paired(db, held)
    for player in (ANN, BOB, CAT):
        held = await withdraw(db, held.id, player)
    held = await advance(db, held.id)
    assert held.matches == {}
    assert held.competition.outcomes[1, 1, 0] == Outcome((2, 1), "forfeit")
    assert held.competition.outcomes[1, 2, 0] == Outcome((2, 2), "forfeit")


async def test_former_player_is_seated_nowhere(db: Database, hold: Open) -> None:
    """A match is not opened between somebody and nobody."""
    held = await hold(begun=False)
    await start(db, held.id, HOST)
    held = await _paired(db, held)
    await privacy.forget(db, DAN)
    await open_game(db, held, (1, 1, 0))
    assert (await get(db, held.id)).matches == {}
    held = await advance(db, held.id)
    assert held.competition.outcomes[1, 1, 0] == Outcome((1, 2), "forfeit")
    assert set(held.matches) == {(1, 2, 0)}


async def test_a_game_is_opened_without_looking_at_others(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many take part, only those who meet are looked up, and whether they have a match. A
    game that has a match gets no other.
    """
    looked_up = list[set[int]]()

    def with_some(*given: Any) -> Held:
        looked_up.append({one.entrant for one in given[3]} | {number for _, number, _ in given[4]})
        return repository.with_some(*given)

    held = await hold(count=8, begun=False)
    await start(db, held.id, HOST)
    held = await _paired(db, held)
    monkeypatch.setattr(life_games, "with_some", with_some)
    for game in ((1, 1, 0), (1, 2, 0), (1, 1, 0)):
        await open_game(db, held, game)
    first, second = (held.competition.rounds[0][at].seats for at in (0, 1))
    assert looked_up == [{*first}, {*second}, {*first, 1}]
    assert set((await get(db, held.id)).matches) == {(1, 1, 0), (1, 2, 0)}


async def test_one_withdrawal_does_not_decide_a_larger_table(
    db: Database, hold: Open, clock: Clock
) -> None:
    """The others play, even if the match wasn't open yet; the one who withdrew has resigned."""
    held = await hold(Settings("tables", seats=3, rounds=1), 3, begun=False)
    await start(db, held.id, HOST)
    await _paired(db, held, (1, 2, 3))
    await withdraw(db, held.id, ANN)
    held = await advance(db, held.id)
    assert held.competition.outcomes == {}
    match = await matches.get(db, held.matches[1, 1, 0])
    assert match.position.withdrawn == (1,)
    for player in (BOB, CAT):
        await matches.play(db, match.id, player, "step")
    await matches.resign(db, match.id, CAT)
    held = await advance(db, held.id)
    assert held.competition.outcomes[1, 1, 0] == Outcome((3, 1, 2))


async def test_former_players_can_not_be_seated_at_a_larger_table(db: Database, hold: Open) -> None:
    """Then there is no match. The others share the result; so does a single one who is left."""
    for gone, ranks in (((ANN,), (2, 1, 1)), ((ANN, BOB), (2, 2, 1))):
        held = await hold(Settings("tables", seats=3, rounds=1), 3, begun=False)
        await start(db, held.id, HOST)
        await _paired(db, held, (1, 2, 3))
        for player in gone[1:]:
            await withdraw(db, held.id, player)
        await privacy.forget(db, ANN)
        held = await advance(db, held.id)
        assert held.matches == {}
        assert held.competition.outcomes[1, 1, 0] == Outcome(ranks, "forfeit")


async def test_what_has_become_hopeless_is_not_opened(
    db: Database, hold: Open, clock: Clock
) -> None:
    """Whoever is about to open a match checks once more for withdrawals and the time."""
    held = await hold(begun=False, ends_at=later(clock, days=2))
    await start(db, held.id, HOST)
    held = await _paired(db, held)
    await withdraw(db, held.id, ANN)
    await open_game(db, held, (1, 1, 0))
    assert (await get(db, held.id)).matches == {}
    clock.turn(days=2)
    await open_game(db, held, (1, 2, 0))
    assert (await get(db, held.id)).matches == {}


async def test_nothing_is_opened_any_more(db: Database, hold: Open) -> None:
    """No matches follow once it is cancelled."""
    held = await hold(begun=False)
    await start(db, held.id, HOST)
    held = await _paired(db, held)
    await cancel(db, held.id, HOST, reason="Rain.")
    await open_game(db, held, (1, 1, 0))
    assert (await advance(db, held.id)).matches == {}


async def test_hard_end_before_the_match_was_opened(db: Database, hold: Open, clock: Clock) -> None:
    """Such games are drawn, regardless of whose turn it would have been."""
    held = await hold(begun=False, ends_at=clock() + timedelta(days=1))
    await start(db, held.id, HOST)
    await _paired(db, held)
    clock.turn(days=1)
    held = await advance(db, held.id)
    assert set(held.competition.outcomes.values()) == {Outcome((1, 1), "adjudged")}
    assert held.competition.status == "over"


@pytest.mark.parametrize("opened", [True, False])
async def test_whoever_has_left_shares_no_draw(
    db: Database, hold: Open, clock: Clock, opened: bool
) -> None:
    """At the hard end those who have stayed draw, and those who have withdrawn are last."""
    settings = Settings("tables", seats=3, rounds=1)
    held = await hold(settings, 3, begun=False, ends_at=later(clock, days=5))
    await start(db, held.id, HOST)
    held = await _paired(db, held, (1, 2, 3))
    if opened:
        held = await advance(db, held.id)
        await matches.resign(db, held.matches[1, 1, 0], ANN)
    else:
        await withdraw(db, held.id, ANN)
    clock.turn(days=5)
    held = await advance(db, held.id)
    last = 3 if opened else 2
    assert held.competition.outcomes[1, 1, 0] == Outcome((last, 1, 1), "adjudged")
    assert held.competition.status == "over"


async def test_who_withdraws_from_a_table_of_three(db: Database, hold: Open) -> None:
    """The others play on; the one who left is not asked to resign twice."""
    held = await hold(Settings("tables", seats=3, rounds=1), 3)
    await withdraw(db, held.id, ANN)
    held = await advance(db, held.id)
    match = await matches.get(db, held.matches[1, 1, 0])
    assert match.position.withdrawn == (match.seat_of(ANN),)
    assert match.status == "running"
    assert None not in match.players


async def test_games_of_a_pairing_have_the_same_board(db: Database) -> None:
    """What a game draws for each match is drawn once for all matches of a pairing."""
    drawing = next(
        one for one in games.all_games() if any(o.key == "board" for o in one.info.options)
    )
    boards = set()
    for _ in range(4):
        held = await open_competition(
            db, terms(game=drawing), Settings("round-robin", games=2), HOST
        )
        for player in (ANN, BOB):
            await join(db, held.id, player)
        await start(db, held.id, HOST)
        held = await advance(db, held.id)
        one, other = [await matches.get(db, held.matches[1, 1, game]) for game in (0, 1)]
        assert one.setup == other.setup
        boards.add(str(one.setup.options))
    assert len(boards) > 1


async def test_partners_change_seats(db: Database) -> None:
    """From game to game, whenever their team is on the same side again."""
    settings = Settings("round-robin", games=4)
    held = await open_competition(db, terms(game=TEAMS, team=2), settings, HOST)
    for one, other in ((ANN, BOB), (CAT, DAN)):
        await join(db, held.id, one, other)
        await agree(db, held.id, other)
    await start(db, held.id, HOST)
    held = await advance(db, held.id)
    played = [(await matches.get(db, held.matches[1, 1, game])).players for game in range(4)]
    for player in (ANN, BOB, CAT, DAN):
        assert sorted(players.index(player) for players in played) == [0, 1, 2, 3]


async def test_return_match_is_decided_by_entrants(db: Database, hold: Open) -> None:
    """Ranks are given by entrant: in the second game, seats are exchanged."""
    held = await hold(Settings("knockout", games=2), 2)
    one, other = held.competition.pairing((1, 1, 0)).seats
    for game in held.competition.undecided:
        held = await decide(
            db, held.id, HOST, game, {one: 1, other: 2}, seen=held.seq, reason="Rain."
        )
    assert held.competition.outcomes[1, 1, 0].ranks == (1, 2)
    assert held.competition.outcomes[1, 1, 1].ranks == (2, 1)
    assert (await advance(db, held.id)).competition.places == ((one,), (other,))


async def test_nobody_has_a_number_that_was_not_given(db: Database, hold: Open) -> None:
    """Only entrants that exist can be former players."""
    held = await hold(begun=False, count=1)
    assert not held.gone(EntrantId(1))
    assert not held.gone(EntrantId(99))
