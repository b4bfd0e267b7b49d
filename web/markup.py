"""HTML and XML made of elements. Everything that is not already markup is escaped."""

from __future__ import annotations

from html import escape

VOID = frozenset({"meta", "link", "img", "br", "input"})


class Markup(str):
    """Text that is markup, and is not escaped again."""

    __slots__ = ()


def text(value: object) -> Markup:
    """A value as markup: escaped, unless it is markup; nothing for None."""
    if isinstance(value, Markup):
        return value
    return Markup("" if value is None else escape(str(value)))


def joined(*parts: object) -> Markup:
    """The parts, one after the other."""
    return Markup("".join(map(text, parts)))


def tag(name: str, /, *within: object, **attributes: object) -> Markup:
    """An element. In attribute names `__` becomes `:` and `_` becomes `-`, and a final `_` is
    dropped. Attributes that are None or False are left out.
    """
    said = "".join(
        f" {_spelled(key)}" + ("" if value is True else f'="{text(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in VOID and not within:
        return Markup(f"<{name}{said}/>")
    return Markup(f"<{name}{said}>{joined(*within)}</{name}>")


def _spelled(attribute: str) -> str:
    return attribute.rstrip("_").replace("__", ":").replace("_", "-")
