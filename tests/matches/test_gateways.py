"""Processes that share the bot's shards."""

from __future__ import annotations

import asyncio
import random

import pytest
from sqlalchemy import update

from matches.installation import gateways
from matches.installation.gateways import IDENTIFIED, LEASE, Share
from storage.database import Database
from storage.schema import gateway
from storage.transactions import in_transaction
from tests.matches.conftest import Clock


async def _held(db: Database, process: str, count: int = 4, *, leaving: bool = False) -> list[int]:
    return sorted((await gateways.share(db, process, count, leaving=leaving)).held)


async def _moved_in(db: Database, process: str, count: int = 4) -> list[int]:
    """What the process holds after it has taken over what it was promised."""
    share = await gateways.share(db, process, count)
    for shard in sorted(share.inherited):
        assert await gateways.take_over(db, process, shard)
    return await _held(db, process, count)


async def test_one_has_all(db: Database) -> None:
    """However often it asks."""
    for _ in range(2):
        assert await gateways.share(db, "a", 4) == Share(4, frozenset(range(4)), frozenset())


async def test_a_second_one_takes_over_its_part(db: Database) -> None:
    """The first one holds each shard until the second has connected it."""
    await gateways.share(db, "a", 4)
    found = await gateways.share(db, "b", 4)
    assert (found.held, len(found.inherited)) == (frozenset(), 2)
    assert await _held(db, "a") == [0, 1, 2, 3]
    for shard in found.inherited:
        assert await gateways.take_over(db, "b", shard)
        assert not await gateways.take_over(db, "b", shard)
    assert await _held(db, "b") == sorted(found.inherited)
    assert {*await _held(db, "a")} == {*range(4)} - found.inherited


async def test_an_interaction_is_taken_once(db: Database, clock: Clock) -> None:
    """Whoever asks, and for a minute."""
    asked = [gateways.take(db, 1576736839295827971) for _ in range(5)]
    assert sorted(await asyncio.gather(*asked)) == [False] * 4 + [True]
    assert await gateways.take(db, 1576736839300022273)
    clock.turn(seconds=gateways.TAKEN.total_seconds() - 1)
    await gateways.share(db, "a", 4)
    assert not await gateways.take(db, 1576736839295827971)
    clock.turn(seconds=2)
    await gateways.share(db, "a", 4)
    assert await gateways.take(db, 1576736839295827971)


async def test_whose_interactions_others_may_take(db: Database) -> None:
    """Those of nobody, and of processes that take theirs, too; of versions before 0033 none."""
    for process in "ab":
        await _moved_in(db, process)
    both = [await gateways.share(db, process, 4) for process in "ab"]
    assert [one.open for one in both] == [both[1].held, both[0].held]
    untaking = update(gateway).where(gateway.c.process == "a").values(takes=False)
    await db.write(in_transaction(lambda connection: connection.execute(untaking)))
    assert (await gateways.share(db, "b", 4)).open == frozenset()
    await gateways.end(db, "a")
    await gateways.share(db, "b", 4, leaving=True)
    assert (await gateways.share(db, "b", 4, leaving=True)).open == both[0].held


async def test_of_the_dead_at_once(db: Database, clock: Clock) -> None:
    """A shard whose process isn't heard of is free after the lease, and taken without waiting."""
    await _held(db, "a")
    await _moved_in(db, "b")
    clock.turn(seconds=LEASE.total_seconds() - 1)
    assert len(await _held(db, "b")) == 2
    clock.turn(seconds=2)
    assert await _held(db, "b") == [0, 1, 2, 3]
    back = await gateways.share(db, "a", 4)
    assert back.held == frozenset()
    assert len(back.inherited) == 2


async def test_who_leaves_is_replaced_first(db: Database) -> None:
    """It gets no more shards, and holds those that it has until others have taken them over."""
    await _held(db, "a")
    await _held(db, "a", leaving=True)
    assert (await gateways.share(db, "b", 4)).inherited == frozenset(range(4))
    assert await _held(db, "a", leaving=True) == [0, 1, 2, 3]
    assert await _moved_in(db, "b") == [0, 1, 2, 3]
    left = await gateways.share(db, "a", 4, leaving=True)
    assert left == Share(4, frozenset(), frozenset(), 1, frozenset(range(4)))
    assert await _held(db, "b") == [0, 1, 2, 3]


async def test_whoever_ends_frees_its_shards(db: Database) -> None:
    """At once. What was promised to it is no longer."""
    await _held(db, "a")
    promised = (await gateways.share(db, "b", 4)).inherited
    await gateways.end(db, "b")
    assert not await gateways.take_over(db, "b", min(promised))
    await gateways.end(db, "a")
    assert await _held(db, "c") == [0, 1, 2, 3]


async def test_who_was_promised_shards_has_them(db: Database) -> None:
    """As soon as their holder has ended, connected or not: nobody else answers for them."""
    await _held(db, "a")
    await gateways.share(db, "a", 4, leaving=True)
    assert (await gateways.share(db, "b", 4)).inherited == frozenset(range(4))
    await gateways.end(db, "a")
    assert await gateways.share(db, "b", 4) == Share(4, frozenset(range(4)), frozenset())


async def test_more_processes_than_shards(db: Database) -> None:
    """Some stand by, and take over when one ends."""
    assert await _held(db, "a", 2) == [0, 1]
    assert await _moved_in(db, "b", 2) == [1]
    found = await gateways.share(db, "c", 2)
    assert found == Share(2, frozenset(), frozenset(), 2, frozenset(range(2)))
    await gateways.end(db, "a")
    assert await _held(db, "c", 2) == [0]


async def test_the_number_of_those_who_hold_shards_counts(db: Database) -> None:
    """A process with another number adopts theirs; once nobody holds any, its own counts."""
    await _held(db, "a", 2)
    assert (await gateways.share(db, "b", 3)).count == 2
    for process in "ab":
        await gateways.end(db, process)
    assert await gateways.share(db, "b", 3) == Share(3, frozenset(range(3)), frozenset())


@pytest.mark.parametrize(("count", "parts"), [(4, [1, 1, 2]), (5, [1, 2, 2]), (2, [0, 1, 1])])
async def test_parts_are_even(db: Database, count: int, parts: list[int]) -> None:
    """Nobody has two more than another, and who comes last gets its part, too."""
    for _ in range(3):
        found = [len(await _moved_in(db, process, count)) for process in "abc"]
    assert sorted(found) == parts


async def test_who_comes_back_together(db: Database, clock: Clock) -> None:
    """If nobody could renew a lease, nothing changes hands; whoever doesn't come back is dead."""
    await _held(db, "a")
    before = await _moved_in(db, "b")
    assert len(await _moved_in(db, "a")) == 2
    clock.turn(seconds=10 * LEASE.total_seconds())
    assert await _held(db, "b") == before
    assert len(await _held(db, "a")) == 2
    clock.turn(seconds=10 * LEASE.total_seconds())
    assert await _held(db, "b") == before
    clock.turn(seconds=LEASE.total_seconds() - 1)
    assert await _held(db, "b") == before
    clock.turn(seconds=1)
    assert await _held(db, "b") == [0, 1, 2, 3]


async def test_a_clock_that_was_ahead(db: Database, clock: Clock) -> None:
    """What was noted then counts neither as alive nor as a session just begun."""
    clock.turn(hours=1)
    await _held(db, "a")
    assert await gateways.may_identify(db, 0)
    clock.turn(hours=-1)
    assert await _held(db, "b") == [0, 1, 2, 3]
    assert await gateways.may_identify(db, 0)


async def test_who_leaves_takes_nothing_over(db: Database) -> None:
    """What was promised to it is promised to others."""
    await _held(db, "a")
    promised = (await gateways.share(db, "b", 4)).inherited
    await gateways.share(db, "b", 4, leaving=True)
    assert not await gateways.take_over(db, "b", min(promised))
    assert len((await gateways.share(db, "c", 4)).inherited) == 2


async def test_who_is_back_keeps_what_it_has(db: Database) -> None:
    """A process that has left its shards to others, and doesn't any more: what they haven't taken
    over by then stays, but for their part.
    """
    await _held(db, "a")
    await _held(db, "a", leaving=True)
    promised = (await gateways.share(db, "b", 4)).inherited
    assert promised == frozenset(range(4))
    assert await gateways.take_over(db, "b", 3)
    assert await _held(db, "a") == [0, 1, 2]
    assert len((await gateways.share(db, "b", 4)).inherited) == 1
    assert len(await _moved_in(db, "b")) == 2
    assert len(await _moved_in(db, "a")) == 2


async def test_after_trouble_that_all_have_had(db: Database) -> None:
    """Whoever is back first takes nothing over from those that are still away, so in the end each
    has what it had.
    """
    await _held(db, "a")
    await _moved_in(db, "b")
    before = [await _held(db, process) for process in "ab"]
    for process in "abab":
        away = await gateways.share(db, process, 4, leaving=True)
        assert away.inherited == frozenset()
    first = await gateways.share(db, "a", 4, cautious=True)
    assert first.inherited == frozenset()
    assert [await _held(db, process) for process in "ba"] == before[::-1]


async def test_who_is_cautious(db: Database) -> None:
    """It withdraws from what it was to take over of a process that leaves. What is free it takes,
    and its part of what others have, as ever.
    """
    await _held(db, "a")
    await _held(db, "a", leaving=True)
    assert len((await gateways.share(db, "b", 4)).inherited) == 4
    assert not (await gateways.share(db, "b", 4, cautious=True)).inherited
    assert len((await gateways.share(db, "c", 4)).inherited) == 2
    await gateways.end(db, "a")
    assert len((await gateways.share(db, "b", 4, cautious=True)).held) == 2
    await gateways.end(db, "c")
    assert len((await gateways.share(db, "b", 4, cautious=True)).held) == 4
    await _held(db, "d")
    await gateways.share(db, "b", 4, leaving=True)
    for shard in range(3):
        await gateways.share(db, "d", 4)
        assert await gateways.take_over(db, "d", shard)
    assert len((await gateways.share(db, "b", 4, cautious=True)).inherited) == 1


async def test_sessions_begin_one_after_the_other(db: Database, clock: Clock) -> None:
    """One in each bucket, every five seconds."""
    await _held(db, "a")
    assert await gateways.may_identify(db, 0)
    assert await gateways.may_identify(db, 1)
    assert not await gateways.may_identify(db, 0)
    clock.turn(seconds=IDENTIFIED.total_seconds() - 1)
    assert not await gateways.may_identify(db, 0)
    clock.turn(seconds=1)
    assert await gateways.may_identify(db, 0)
    assert not await gateways.may_identify(db, 9)


class _Crowd:
    """Processes that come, are killed, and leave; and who holds which shard."""

    def __init__(self, db: Database, seed: int) -> None:
        self.chance = random.Random(seed)
        self.db, self.count = db, self.chance.randint(1, 9)
        self.living, self.leaving = ["p0"], set[str]()
        self._numbers = iter(range(1, 99))
        self._holders = dict[int, str]()

    @property
    def staying(self) -> list[str]:
        return [one for one in self.living if one not in self.leaving]

    def change(self) -> None:
        """Lets one come, die, or begin to leave, or nothing."""
        deed = self.chance.random()
        if deed < 0.1 and len(self.living) < 5:
            self.living.append(f"p{next(self._numbers)}")
        elif deed < 0.15 and len(self.staying) > 1:
            self.living.remove(self.chance.choice(self.staying))
        elif deed < 0.2 and len(self.staying) > 1:
            self.leaving.add(self.chance.choice(self.staying))

    async def ask(self, process: str, connects: float) -> int:
        """Has a process ask for its share. It connects each promised shard with this chance, and
        ends when it leaves and has none. Returns how many it holds.
        """
        share = await gateways.share(self.db, process, self.count, leaving=process in self.leaving)
        lost = [shard for shard, one in self._holders.items() if one == process]
        for shard in {*lost} - share.held:
            del self._holders[shard]
        for shard in share.held:
            self._hold(shard, process)
        for shard in share.inherited:
            ready = self.chance.random() < connects
            if ready and await gateways.take_over(self.db, process, shard):
                self._holders[shard] = process
        if process in self.leaving and not share.held:
            await gateways.end(self.db, process)
            self.living.remove(process)
        return len(share.held)

    def _hold(self, shard: int, process: str) -> None:
        before = self._holders.get(shard, process)
        assert before == process or before not in self.living
        self._holders[shard] = process


@pytest.mark.parametrize("seed", range(10))
async def test_processes_come_and_go(db: Database, clock: Clock, seed: int) -> None:
    """A shard never has two living holders, unless one has taken it over from the other. In the end
    all shards are held, and shared evenly.
    """
    crowd = _Crowd(db, seed)
    for _ in range(30):
        crowd.change()
        for process in crowd.chance.sample(crowd.living, len(crowd.living)):
            await crowd.ask(process, 0.5)
        clock.turn(seconds=crowd.chance.randint(0, 10))
    for _ in range(4 + 2 * crowd.count):
        clock.turn(seconds=10)
        parts = [await crowd.ask(process, 1) for process in [*crowd.living]]
    assert crowd.living == crowd.staying
    assert sum(parts) == crowd.count
    assert max(parts) <= -(-crowd.count // len(parts))
