"""The regular expressions of the product, and in how many ways each can match a text."""

import ast
import importlib
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import permutations, product
from pathlib import Path
from re import DOTALL, _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

_ROOT = Path(__file__).parents[2]

READERS = {
    *(f"re.{name}" for name in ("compile", "match", "fullmatch", "search", "split")),
    *(f"re.{name}" for name in ("findall", "finditer", "sub", "subn")),
    "press.read",
}
"""Functions whose first argument is a pattern: a module's function, or our own method."""
PASSING = {"KIND.pressed", "KIND.directed", "self.kind.directed", "self.pressed"}
"""Our own methods whose second argument is one, if there is one. They hand it on."""

_SIGNS = [*map(chr, range(256)), "٣", "–", "…", "\u2003"]
"""Samples of each class of characters that a pattern can tell apart."""

_ONE = (_constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY, _constants.IN)
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT)


class Found(NamedTuple):
    """An expression in the place of a pattern; `text` is None if its value is known only when
    called.
    """

    module: str
    written: str
    text: str | None


def patterns(package: str) -> Iterator[Found]:
    """Every argument of such a function that is a pattern in a package's sources."""
    for path in sorted((_ROOT / package).rglob("*.py")):
        module = ".".join(path.relative_to(_ROOT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                named = ast.unparse(node.func)
                first = node.args[:1] if named in READERS else []
                second = node.args[1:2] if named in PASSING else []
                yield from (_found(module, one) for one in (*first, *second))
            elif isinstance(node, ast.ImportFrom):
                assert node.module != "re", f"{module} hides whose functions it calls"
            elif isinstance(node, ast.Import):
                names = {one.name: one.asname for one in node.names}
                assert names.get("re") is None, f"{module} hides whose functions it calls"


def _found(module: str, written: ast.expr) -> Found:
    source = ast.unparse(written)
    try:
        return Found(module, source, eval(source, vars(importlib.import_module(module))))
    except NameError:
        return Found(module, source, None)


class _Part(NamedTuple):
    """A part of a pattern: the number of ways in which it can be empty, and its first and last
    steps, each as often as there are ways to it.
    """

    empty: int = 1
    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()


class Ways:
    r"""A pattern as an automaton without empty steps. Each step reads one character and is one
    place in the pattern. `.` reads line breaks, too.

    Conditions on the surroundings (`$`, `\b`) are ignored, which can only add ways.
    """

    def __init__(self, pattern: str) -> None:
        self._signs: list[frozenset[str]] = []
        self._edges: Counter[tuple[int, int]] = Counter()
        self._sequence(_parser.parse(pattern, DOTALL))
        self._after: list[list[int]] = [[] for _ in self._signs]
        for before, after in self._edges:
            self._after[before].append(after)

    @cached_property
    def many(self) -> bool:
        """Whether the number of ways to read the beginning of a text grows with its length. A
        failing match then takes at least quadratic time. (Searching, which starts at each place of
        a text, is not considered.)

        It grows if a step leads back to itself in two ways, through one part of the pattern or
        several. It also grows if, reading the same characters, a step leads both to itself and to
        another step which leads to itself.
        """
        twice = [edge for edge, count in self._edges.items() if count > 1]
        loops = [step for step in range(len(self._signs)) if (step,) in self._reached((step,))]
        return any((before,) in self._reached((after,)) for before, after in twice) or any(
            (one, two, two) in self._reached((one, one, two)) for one, two in permutations(loops, 2)
        )

    def _reached(self, start: tuple[int, ...]) -> set[tuple[int, ...]]:
        """Where pairs of steps can lead that read the same characters side by side."""
        found, left = set[tuple[int, ...]](), [start]
        while left:
            for steps in product(*(self._after[step] for step in left.pop())):
                shared = frozenset.intersection(*(self._signs[step] for step in steps))
                if shared and steps not in found:
                    found.add(steps)
                    left.append(steps)
        return found

    def _sequence(self, parts: Any) -> _Part:
        whole = _Part()
        for kind, details in parts:
            whole = self._joined(whole, self._part(kind, details))
        return whole

    def _joined(self, one: _Part, two: _Part) -> _Part:
        self._edges.update(product(one.last, two.first))
        return _Part(
            one.empty * two.empty,
            one.first + two.first * one.empty,
            one.last * two.empty + two.last,
        )

    def _part(self, kind: Any, details: Any) -> _Part:
        if kind in _ONE:
            return self._one(kind, details)
        if kind is _constants.AT:
            return _Part()
        if kind is _constants.SUBPATTERN:
            return self._sequence(details[-1])
        if kind is _constants.BRANCH:
            parts = [self._sequence(one) for one in details[1]]
            return _Part(
                sum(part.empty for part in parts),
                sum((part.first for part in parts), ()),
                sum((part.last for part in parts), ()),
            )
        assert kind in _REPEATS, f"{kind} is beyond this law"
        return self._repeated(*details)

    def _one(self, kind: Any, details: Any) -> _Part:
        sign = _compiler.compile(_parser.SubPattern(_parser.State(), [(kind, details)]), DOTALL)
        self._signs.append(frozenset(filter(sign.fullmatch, _SIGNS)))
        step = (len(self._signs) - 1,)
        return _Part(0, step, step)

    def _repeated(self, least: int, most: Any, body: Any) -> _Part:
        """Repetitions in sequence, or one that loops."""
        part = self._sequence(body)
        if most is _constants.MAXREPEAT or (part.empty and most > 1):
            self._edges.update(product(part.last, part.first))
            return part._replace(empty=part.empty + (not least))
        last = part.last * (least <= 1)
        before = part
        for number in range(2, most + 1):
            before = self._joined(before, self._sequence(body))
            last += before.last * (number >= least)
        return _Part(part.empty + (not least), part.first, last)
