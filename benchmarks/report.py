"""The page `benchmarks/STRENGTH.md`: what was required of the computer players, what was found, and
what is not known. And the table of seats in docs/opponents.md.

All of it follows from the stored results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import before, sight, soundness, variety
from benchmarks.elo import Estimate, Scale
from benchmarks.entrants import ENTRANTS, POSITIONS, title
from benchmarks.kinds import kinds
from benchmarks.ladder import ANCHOR, GOALS, PLAN, Pair, number_of_games
from benchmarks.ledger import STOPPED
from benchmarks.measured import Measured, measured
from benchmarks.series import Score, Series
from opponents.decisions import ENDLESS
from opponents.levels import LEVELS

PAGE = Path(__file__).with_name("STRENGTH.md")
TEMPLATE = Path(__file__).with_name("strength.txt")
DOCS = Path(__file__).parents[1] / "docs" / "opponents.md"
BEGIN, END = "<!-- seats: python -m benchmarks.strength --page -->\n", "<!-- end of seats -->"
_STEPS = [Pair(str(level + 1), str(level)) for level in range(1, max(LEVELS))]
_NONE = "–"


def write(folder: Path, page: Path = PAGE, docs: Path | None = None) -> None:
    """Writes the page, and the table in the docs."""
    known = measured(folder)
    page.write_text(_page(known, folder))
    if docs is not None:
        before, _, rest = docs.read_text().partition(BEGIN)
        after = rest.partition(END)[2]
        docs.write_text("".join([before, BEGIN, "\n", _seats_in_short(known), "\n", END, after]))


def _page(known: Sequence[Measured], folder: Path) -> str:
    games = [game for one in known for _, game in one.games.all]
    return TEMPLATE.read_text().format(
        games=len(games),
        planned=sum(number_of_games(one.kind, pair) for one in known for pair in PLAN),
        hours=sum(game.seconds for game in games) / 3600,
        changed=sum(one.games.changed for one in known),
        anchor=ANCHOR,
        positions=POSITIONS,
        asked=_asked(known),
        starts=soundness.POSITIONS,
        soundness=_soundness(folder),
        wins=sight.POSITIONS,
        sight=_sight(folder),
        before=_series(before.SERIES, folder),
        commit=before.COMMIT,
        varied=variety.GAMES,
        variety=_series(variety.SERIES, folder, low=True),
        seats=_seats(known),
        kinds="\n".join(map(_kind, known)),
        endless=ENDLESS,
        **_missing(known, folder),
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table. A head that ends in a colon sets its column to the right."""
    lines = [
        [head.rstrip(":") for head in heads],
        ["---:" if head.endswith(":") else "---" for head in heads],
        *rows,
    ]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def _elo(estimate: Estimate) -> str:
    return f"{estimate.value:+.0f} ± {estimate.error:.0f}"


def _named(pair: Pair) -> str:
    return f"{title(pair.first)} v {title(pair.second)}"


def _asked(known: Sequence[Measured]) -> str:
    rows = []
    for goal in GOALS:
        found: dict[str, list[str]] = defaultdict(list)
        for one in known:
            verdict, _, sure = one.verdict(goal).partition(", ")
            name = f"{one.kind.name} {one.kind.seats}"
            found[verdict].append(f"{name} (sure)" if sure else name)
        cells = [", ".join(found[one]) or _NONE for one in ("yes", "no", "not finished")]
        rows.append([_named(goal.pair), goal, *cells])
    return _table(["pair", "wanted", "reached", "missed", "not finished"], rows)


def _soundness(folder: Path) -> str:
    rows = []
    for (key, level), chunks in soundness.stored(folder).items():
        all_ = soundness.added(chunks)
        counts = [f"{all_.counts[outcome]:,}" for outcome in soundness.OUTCOMES]
        effort, total = f"{soundness.SCALES[level]:.0%}", f"{all_.total:,}"
        rows.append([kinds()[key].title, level, effort, total, *counts, _sound(all_)])
    outcomes = [f"{outcome}:" for outcome in soundness.OUTCOMES]
    return _table(["kind", "level", "effort:", "positions:", *outcomes, "reached"], rows)


def _sound(all_: soundness.Looked) -> str:
    if all_.total < soundness.POSITIONS:
        return "not finished"
    whole = all_.counts["open"] <= all_.total / 100
    return "yes" if whole and not all_.counts["violation"] else "no"


def _sight(folder: Path) -> str:
    rows = []
    for key, chunks in sight.stored(folder).items():
        number = sight.CHUNK * len(chunks)
        shares = [
            f"{sum(one[level] for one in chunks.values()) / number:.0%}" if number else _NONE
            for level in LEVELS
        ]
        rows.append([kinds()[key].title, number, *shares])
    return _table(["kind", "positions:", *(f"level {level}:" for level in LEVELS)], rows)


def _seats(known: Sequence[Measured]) -> str:
    rows = [
        [one.kind.title, _side(one, side), *_seat(one.scale, side), *_by_step(one, side)]
        for one in known
        for side, _ in enumerate(one.kind.sides)
    ]
    steps = [f"{pair.first} v {pair.second}:" for pair in _STEPS]
    return _table(["kind", "seat", "wins:", "interval:", "Elo:", *steps], rows)


def _seats_in_short(known: Sequence[Measured]) -> str:
    rows = [
        [one.kind.title, _side(one, side), len(one.games.all), *_seat(one.scale, side)]
        for one in known
        for side, _ in enumerate(one.kind.sides)
    ]
    return _table(["game", "seat", "games:", "wins:", "interval:", "Elo:"], rows)


def _side(one: Measured, side: int) -> str:
    return " and ".join(map(str, one.kind.sides[side]))


def _seat(scale: Scale, side: int) -> list[str]:
    if not scale.sides:
        return [_NONE] * 3
    share = scale.share(side)
    return [f"{share.value:.0%}", f"{share.low:.0%} – {share.high:.0%}", _elo(scale.seat(side))]


def _by_step(one: Measured, side: int) -> Iterator[str]:
    for pair in _STEPS:
        share = one.of_pair(pair).share(side) if one.complete(pair) else None
        yield _NONE if share is None else f"{share.value:.0%} ± {100 * share.error:.0f}"


def _kind(one: Measured) -> str:
    kind = one.kind
    sides = "" if len(kind.sides) == kind.seats else f" ({len(kind.sides)} sides)"
    counts = {
        name: sum(len(one.games.of(pair)) for pair in PLAN if name in (pair.first, pair.second))
        for name in ENTRANTS
    }
    players = sorted(
        (name for name in ENTRANTS if one.knows(name) and counts[name]),
        key=lambda name: one.scale.elo(name).value,
    )
    elos = [[title(name), counts[name], _elo(one.scale.elo(name))] for name in players]
    heads = ["pair", "games:", "of:", "draws:", "points:", "interval:", "by the scale:"]
    pairs = [[_named(pair), *_pair(one, pair)] for pair in PLAN]
    return "\n".join(
        [
            f"## {kind.title}{sides}\n",
            f"`python -m benchmarks.strength --kind {kind.key}`\n",
            _table(["player", "games:", f"Elo from the {ANCHOR}:"], elos),
            _table([*heads, "Elo between them:", "wanted", "reached"], pairs),
        ]
    )


def _pair(one: Measured, pair: Pair) -> list[object]:
    games, points = one.played(pair), one.points(pair)
    found: list[object] = [len(games), number_of_games(one.kind, pair)]
    if points is None:
        found += [_NONE] * 3
    else:
        low, high = points[1]
        draws = sum(game.ranks == STOPPED or {*game.ranks} == {"1"} for game in games)
        found += [draws, f"{points[0]:.1%}", f"{low:.1%} – {high:.1%}"]
    if points is None or not one.knows(pair.first, pair.second):
        found += [_NONE] * 2
    else:
        found += [f"{one.expected(pair):.1%}", _elo(one.scale.distance(pair.first, pair.second))]
    goal = next((goal for goal in GOALS if goal.pair == pair), None)
    return [*found, *((goal, one.verdict(goal)) if goal else ("", ""))]


def _series(series: Series, folder: Path, *, low: bool = False) -> str:
    """The scores of a series. With `low` the lower end of the interval has to reach what is wanted,
    otherwise the score.
    """
    rows = []
    for key, wanted in series.wanted.items():
        score = series.score(folder, key)
        points, between = _NONE, _NONE
        if score.games:
            points, between = f"{score.share:.1%}", f"{score.low:.1%} – {score.high:.1%}"
        verdict = _reached(score, score.low if low else score.share, wanted)
        row = [kinds()[key].title, score.games, score.planned, points, between]
        rows.append([*row, f"{wanted:.1%}", verdict])
    heads = ["kind", "games:", "of:", "points:", "interval:", "wanted:", "reached"]
    return _table(heads, rows)


def _reached(score: Score, value: float, wanted: float) -> str:
    if score.games < score.planned:
        return "not finished"
    return "yes" if value >= wanted else "no"


def _left(one: Measured, pair: Pair) -> str:
    """A pair that has not played all its games, with their number if there are any."""
    games = len(one.played(pair))
    return f"{pair} ({games} of {number_of_games(one.kind, pair)})" if games else str(pair)


def _missing(known: Sequence[Measured], folder: Path) -> dict[str, str]:
    """What was not measured, or not to its end."""
    games = [
        f"{one.kind.key}: {', '.join(left)}"
        for one in known
        if (left := [_left(one, pair) for pair in PLAN if not one.complete(pair)])
    ]
    unsound = [
        f"{key} level {level}"
        for (key, level), chunks in soundness.stored(folder).items()
        if soundness.added(chunks).total < soundness.POSITIONS
    ]
    unseen = [
        key
        for key, chunks in sight.stored(folder).items()
        if len(chunks) * sight.CHUNK < sight.POSITIONS
    ]
    return {
        "unplayed": "; ".join(games) or "none",
        "unsound": ", ".join(unsound) or "nowhere",
        "unseen": ", ".join(unseen) or "nowhere",
    }
