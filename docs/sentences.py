"""Puts each sentence of our pages on a line of its own: `python -m docs.sentences`.

So a change to a sentence is a change to one line. Headings, tables, HTML and code blocks stay as
they are.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
_END = re.compile(
    r"""(?<!\b[A-Za-z])[.!?]["”“’)*_`]*(?P<gap> +)"""
    r"""(?=`|["„“(*_\[]*(?:[A-ZÄÖÜ/]|[a-z]\d|[a-z]{2,}\.[a-z]))"""
)
"""Between two sentences. A single letter with a full stop is an initial, or part of “e.g.”. Points
of a board, such as a1, and names like discord.py begin a sentence in lower case.
"""
_BREAK = re.compile(r"(?<=[\w,;:–])\n {0,3}(?=[^\W\d]|[\"„“(*_\[]+\w)", re.MULTILINE)
"""Between two lines of one sentence."""
_MARKER = re.compile(r" *(?:(?:[-*]|\d+\.) +)?")
"""What stands before the text of a line: an indent, and the sign of a list's item."""
_LINE = re.compile("^.+$", re.MULTILINE)
_LEFT_ALONE = ("#", "|", "<")
"""How a line begins that isn't text."""


def pages() -> list[Path]:
    """All our pages, without those that npm installs beside the tests."""
    folders = ("", "docs/**/", "benchmarks/", "playground/", "tests/**/")
    found = (page for folder in folders for page in ROOT.glob(f"{folder}*.md"))
    return sorted(page for page in found if "node_modules" not in page.parts)


def one_to_a_line(text: str) -> str:
    """A page whose lines hold one sentence each, or what is left alone."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.DOTALL | re.MULTILINE)
    return "".join(
        part if part.startswith("```") else _LINE.sub(_split, _joined(part)) for part in parts
    )


def _joined(part: str) -> str:
    """The part with each sentence that was broken over two lines on one."""
    return _BREAK.sub(lambda end: end[0] if _left_alone(part, end.start()) else " ", part)


def _left_alone(part: str, place: int) -> bool:
    """Whether the line at this place isn't text, but a heading, a table, HTML or code."""
    line = part[part.rfind("\n", 0, place) + 1 : place]
    return line.startswith("    ") or line.lstrip().startswith(_LEFT_ALONE)


def _split(found: re.Match[str]) -> str:
    """A line as one for each of its sentences; in a list they stay in their item."""
    line = found[0]
    marker = _MARKER.match(line)
    assert marker is not None
    text, indent = line[marker.end() :], " " * marker.end()
    if text.startswith(_LEFT_ALONE):
        return line
    return marker[0] + _END.sub(lambda end: f"{end[0].rstrip()}\n{indent}", text)


def main() -> None:
    """Writes those pages anew in which a line holds several sentences."""
    for page in pages():
        text = page.read_text("utf-8")
        if (split := one_to_a_line(text)) != text:
            page.write_text(split, "utf-8")


if __name__ == "__main__":
    main()
