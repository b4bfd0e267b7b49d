"""Reads vector pictures: where their elements are, and what they look like in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

from games.scene import XY
from render.layout import Box, around

_TOKEN = re.compile(r"[MlAVZ]|-?(?:\d+\.?\d*|\.\d+)")


class Drawing:
    """A vector picture, parsed."""

    def __init__(self, text: str) -> None:
        self.root = ET.fromstring(text)
        self.defined = {one.get("id"): one for one in self.root.iter("g") if one.get("id")}

    def all(self, name: str) -> Iterator[Element]:
        """The elements of a name outside of definitions."""
        yield from (one for part in self.root if part.tag != "defs" for one in part.iter(name))

    def box(self, element: Element) -> Box | None:
        """The bounds of an element relative to what it is in, without shadows and letters."""
        boxes = [*self._boxes(element)]
        return boxes[0].union(*boxes[1:]) if boxes else None

    def _boxes(self, element: Element) -> Iterator[Box]:
        if element.get("class") == "shadow":
            return
        (right, down), scale = moved(element)
        inner = [element] if element.tag in ("path", "circle") else [*element]
        if element.tag == "use":
            inner = [self.defined[element.get("href", "")[1:]]]
        for one in inner:
            for box in [_own(one)] if one is element else self._boxes(one):
                left, top, far, low = (side * scale for side in box)
                yield Box(left + right, top + down, far + right, low + down)


def moved(element: Element) -> tuple[XY, float]:
    """Where an element is put, and how much larger it is."""
    said = element.get("transform", "")
    place = re.search(r"translate\((\S+) ([^\s)]+)\)", said)
    larger = re.search(r"scale\(([^\s)]+)\)", said)
    x, y = (float(element.get(axis, 0)) for axis in "xy") if element.tag == "use" else (0.0, 0.0)
    if place is not None:
        x, y = float(place[1]), float(place[2])
    return (x, y), float(larger[1]) if larger else 1.0


def _own(element: Element) -> Box:
    half = float(element.get("stroke-width", 0)) / 2
    if element.tag == "circle":
        x, y, radius = (float(element.get(name, 0)) for name in ("cx", "cy", "r"))
        return Box(x, y, x, y).grown(radius + half)
    return around(_points(element.get("d", ""))).grown(half)


def _points(data: str) -> Iterator[XY]:
    """The corners of a path; of an arc its ends and what lies half a circle above or below."""
    tokens, x, y = iter(_TOKEN.findall(data)), 0.0, 0.0
    for token in tokens:
        match token:
            case "M":
                x, y = float(next(tokens)), float(next(tokens))
            case "l":
                x, y = x + float(next(tokens)), y + float(next(tokens))
            case "V":
                y = float(next(tokens))
            case "A":
                radius = float(next(tokens))
                for _ in range(4):
                    next(tokens)
                u, y = float(next(tokens)), float(next(tokens))
                yield (x + u) / 2, y - radius if u > x else y + radius
                x = u
        yield x, y
