"""A sequence of scenes as one animation, in lossless WebP.

A GIF would be written in a third of the time, but would be ten times as large.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from games.scene import Scene
from render.painter import pixels, size_of
from render.themes import THEMES

MOST = 120
"""The most frames of an animation."""
KEPT = 24
"""The number of scenes at the end that are always shown."""

WIDTHS = (800, 600, 400)
"""The widths that are tried in turn, until the file is small enough."""

PAUSE, QUICK, LAST = 1200, 700, 5000
"""How long a frame is shown, in milliseconds: if there are few frames, if there are many, and the
last one.
"""
FEW = 30

SMALL = 10 * 2**20
"""The default limit for the size of a file, in bytes."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A WebP file, its size in pixels, and the indices of the scenes that it shows."""

    data: bytes
    size: tuple[int, int]
    shown: tuple[int, ...]


class TooLargeError(ValueError):
    """The scenes can't be animated within the byte limit."""


def thinned(count: int, most: int = MOST) -> tuple[int, ...]:
    """The indices of the scenes to show: the first, the last `KEPT`, and an even choice between
    these.
    """
    if count <= most:
        return tuple(range(count))
    kept = min(KEPT, most // 2)
    free, early = most - kept, count - kept
    return (*(early * number // free for number in range(free)), *range(early, count))


def animate(
    scenes: Sequence[Scene],
    *,
    theme: str = "light",
    captions: Sequence[str] = (),
    limit: int = SMALL,
) -> Animation:
    """The scenes as an endless animation of at most `limit` bytes.

    If there are many scenes, some are left out. If the file would be too large, its picture is
    made smaller. Raises TooLargeError, ValueError without scenes, KeyError for an unknown theme,
    and UnknownRoleError.
    """
    if not scenes:
        raise ValueError("there is nothing to animate")
    shown = thinned(len(scenes))
    for width in WIDTHS:
        animation = _animation([scenes[number] for number in shown], shown, theme, captions, width)
        if len(animation.data) <= limit:
            return animation
    raise TooLargeError(f"more than {limit} bytes")


def _animation(
    scenes: Sequence[Scene],
    shown: tuple[int, ...],
    theme: str,
    captions: Sequence[str],
    width: int,
) -> Animation:
    height = max(size_of(scene, width)[1] for scene in scenes)
    ground = THEMES[theme].colour("background")

    def frame(number: int) -> Image.Image:
        """One scene, centred in a frame."""
        painted = pixels(scenes[number], theme=theme, captions=captions, width=width)
        whole = Image.new("RGB", (width, height), ground)
        whole.paste(painted.convert("RGB"), (0, (height - painted.height) // 2))
        return whole

    pause = PAUSE if len(scenes) <= FEW else QUICK
    file = BytesIO()
    _Reel(len(scenes), frame).save(
        file,
        "WEBP",
        save_all=True,
        lossless=True,
        quality=30,
        method=3,
        loop=0,
        duration=[pause] * (len(scenes) - 1) + [LAST],
    )
    return Animation(file.getvalue(), (width, height), shown)


class _Reel(Image.Image):
    """An image that paints its frames on demand, so that only one is in memory."""

    format = None

    def __init__(self, count: int, frame: Callable[[int], Image.Image]) -> None:
        super().__init__()
        self.n_frames = count
        self._frame, self._at = frame, -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Paints the frame with this number."""
        if frame != self._at:
            painted = self._frame(frame)
            self.im, self._size, self._mode, self._at = painted.im, painted.size, "RGB", frame

    def tell(self) -> int:
        """The number of the painted frame."""
        return self._at
