"""When a process counts as unable to reach Discord."""

from __future__ import annotations

from bot.app.reach import BLINK, LIMIT, Reach


class _Watch:
    """A reach that is looked at every two seconds of a simulated time."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.reach = Reach(lambda: self.now)

    def pass_(self, seconds: float, *, hears: bool) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += 2
            self.reach.look(hears=hears)


def test_who_hears_nothing_for_a_minute() -> None:
    """It is lost until it hears of Discord again. For a minute after that others may come back,
    too.
    """
    watch = _Watch()
    watch.pass_(2, hears=True)
    watch.pass_(LIMIT - 2, hears=False)
    assert (watch.reach.is_lost, watch.reach.is_shaken) == (False, True)
    watch.pass_(3600, hears=False)
    assert (watch.reach.is_lost, watch.reach.is_shaken) == (True, True)
    watch.pass_(LIMIT - 2, hears=True)
    assert (watch.reach.is_lost, watch.reach.is_shaken) == (False, True)
    watch.pass_(4, hears=True)
    assert (watch.reach.is_lost, watch.reach.is_shaken) == (False, False)


def test_a_new_connection_now_and_then() -> None:
    """It is neither lost nor shaken by that, however often it happens."""
    watch = _Watch()
    for _ in range(100):
        watch.pass_(2, hears=True)
        watch.pass_(BLINK - 2, hears=False)
        assert (watch.reach.is_lost, watch.reach.is_shaken) == (False, False)


def test_a_slow_start() -> None:
    """It shakes nobody, but has an end, too."""
    watch = _Watch()
    watch.pass_(LIMIT - 2, hears=False)
    assert (watch.reach.is_lost, watch.reach.is_shaken) == (False, False)
    watch.pass_(2, hears=True)
    assert (watch.reach.is_lost, watch.reach.is_shaken) == (False, False)
    other = _Watch()
    other.pass_(LIMIT, hears=False)
    assert other.reach.is_lost


def test_who_stood_still() -> None:
    """The time in which a process didn't run doesn't count: it looks again before it gives up."""
    watch = _Watch()
    watch.pass_(2, hears=True)
    watch.now += 3600
    watch.pass_(2, hears=False)
    assert not watch.reach.is_lost
