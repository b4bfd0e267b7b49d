"""Standings and reports of many entrants are made in a process; of few, at once."""

from __future__ import annotations

import pytest

from bot.processes import standings
from bot.processes.jobs import Engaged, Jobs
from competitions.formats import reports
from competitions.formats.rounds import all_standings
from competitions.model.settings import Settings
from matches.model.ids import PlayerId
from tests.support.held import over

ANN = PlayerId(7)
FEW, MANY = standings.SMALL, standings.SMALL + 1


@pytest.mark.parametrize("count", [FEW, MANY])
async def test_they_are_the_same(count: int) -> None:
    """As those made in the bot's own process."""
    competition = over(Settings("swiss", rounds=2), 1, count)
    names = {id_: f"P{id_}" for id_ in competition.seeding}
    jobs = Jobs()
    try:
        assert await standings.tables(jobs, ANN, competition) == all_standings(competition)
        written = await standings.report(jobs, ANN, competition, names, "Cup")
        assert written == reports.export(competition, names, "Cup")
    finally:
        await jobs.close()


async def test_only_those_of_many_take_a_job() -> None:
    """Of these, people can have only so many waiting."""
    jobs = Jobs(each=-1)  # Every job is one too many.
    few, many = (over(Settings("swiss", rounds=2), 1, count) for count in (FEW, MANY))
    assert await standings.tables(jobs, ANN, few)
    assert await standings.report(jobs, ANN, few, {}, "Cup")
    with pytest.raises(Engaged):
        await standings.tables(jobs, ANN, many)
    with pytest.raises(Engaged):
        await standings.report(jobs, ANN, many, {}, "Cup")
    await jobs.close()
