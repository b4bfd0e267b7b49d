"""A browser shows vector pictures as they are painted, in both themes of a page."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops, ImageFilter
from playwright.async_api import Browser

from games import all_games
from games.scene import Scene
from render.colours import SHADED, stylesheet
from render.layout import WIDTH
from render.svg import svg
from tests.render.painted import CAPTIONS, drawn, played
from tests.render.scenes import SCENES
from tests.support.browser import chromium

OTHER = 48
"""By how much a channel differs where something else is seen, and not only another edge."""
MOST = 0.001
"""The share of such pixels beyond edges. Fonts and shadows differ a little."""


async def test_a_browser_shows_what_is_painted() -> None:
    """All games at their largest tables, and every kind of mark."""
    scenes = [played(game, max(game.info.seats)) for game in all_games()]
    scenes += [SCENES["stacks"](), SCENES["coloured"](), SCENES["kites"]()]
    async with chromium() as browser:
        for theme in SHADED:
            for scene in scenes:
                shown = await _shown(browser, scene, theme)
                painted = drawn(scene, theme=theme)
                assert shown.size == painted.size
                assert _others(shown, painted) < MOST, (theme, scene.trays[0].role)


async def _shown(browser: Browser, scene: Scene, theme: str) -> Image.Image:
    scheme = "dark" if theme == "dark" else "light"
    size = {"width": WIDTH, "height": 400}
    page = await browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    style = "body{margin:0;background:var(--background)}svg{display:block}"
    letters = "svg{font-family:'Open Sans',sans-serif}"
    picture = svg(scene, captions=CAPTIONS)
    await page.set_content(f"<style>{stylesheet()}{style}{letters}</style>{picture}")
    shot = await page.locator("svg").screenshot()
    await page.close()
    return Image.open(BytesIO(shot)).convert("RGB")


def _others(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ clearly, without thin edges."""
    difference = ImageChops.difference(one, other).convert("L")
    clearly = difference.point([255 * (value > OTHER) for value in range(256)])
    thick = clearly.filter(ImageFilter.MinFilter(5))
    return thick.histogram()[255] / (one.width * one.height)
