"""What all pages have in common, and how an answer is sent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations

from aiohttp import web

from bot.i18n.catalogues import languages
from games.words import N_
from web.markup import Markup, joined, tag
from web.site import Site, spoken

NAME = "Dreierlei"
LANGUAGES = {"en": "English", "de": "Deutsch"}
SKIP = N_("Skip to content")
LANGUAGE = N_("Language")


@dataclass(frozen=True)
class Reader:
    """The reader of a page: their language, and whether they chose it."""

    site: Site
    code: str
    language: NullTranslations
    chosen: bool
    path: str

    @classmethod
    def of(cls, site: Site, request: web.Request) -> Reader:
        """Who sends a request."""
        code, language = spoken(request.query, request.headers.get("Accept-Language", ""))
        chosen = request.query.get("lang") == code
        return cls(site, code, language, chosen, request.path)

    def say(self, sentence: str) -> str:
        """A sentence in their language."""
        return self.language.gettext(sentence)

    def url(self, *parts: object) -> str:
        """The path of a page, with the language that the reader chose, if they did."""
        return self.site.url(*parts) + (f"?lang={self.code}" if self.chosen else "")

    def link(self, said: object, *parts: object, **attributes: object) -> Markup:
        """A link to a page."""
        return tag("a", said, href=self.url(*parts), **attributes)


@dataclass(frozen=True)
class Preview:
    """What is shown of a page where its link is pasted, and the address of its feed."""

    description: str = ""
    image: str = ""
    feed: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)


def answer(page: Markup) -> web.Response:
    """The answer with a page."""
    return web.Response(text=page, content_type="text/html")


def page(
    reader: Reader,
    title: str,
    body: Sequence[Markup],
    preview: Preview | None = None,
    *,
    script: str = "live.js",
    private: bool = False,
) -> Markup:
    """A whole page, with a script. A `private` page is for one person: search engines must not
    index it, and it offers no choice of language. What stands behind the # of its address is a
    secret, so no link in it may lead to a place within it.
    """
    site, preview = reader.site, preview or Preview()
    whole = f"{title} · {NAME}" if title != NAME else NAME
    about = {"og:title": whole, "og:site_name": NAME, "og:type": "website"}
    about["og:url"] = site.address.origin + reader.path
    if preview.description:
        about["og:description"] = preview.description
    if preview.image:
        about |= {"og:image": preview.image, "twitter:card": "summary_large_image"}
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", whole),
        tag("meta", name="color-scheme", content="light dark"),
        *(tag("meta", property=name, content=value) for name, value in about.items()),
        *(tag("link", rel="stylesheet", href=site.url("static", one)) for one in _STYLES),
        tag("link", rel="icon", href=site.url("static", "icon.svg"), type="image/svg+xml"),
        tag("script", type="module", src=site.url("static", script)),
    ]
    if private:
        head.append(tag("meta", name="robots", content="noindex"))
    if preview.feed:
        feed = {"rel": "alternate", "type": "application/atom+xml", "href": preview.feed}
        head.append(tag("link", **feed))
    choices = [
        tag("a", LANGUAGES.get(code, code), href=f"?lang={code}", hreflang=code, lang=code)
        for code in languages()
        if code != reader.code and not private
    ]
    skip = tag("a", reader.say(SKIP), href="#content", class_="skip")
    top = tag(
        "header",
        *([] if private else [skip]),
        tag("a", NAME, href=reader.url(""), class_="name"),
        *([tag("nav", *choices, aria_label=reader.say(LANGUAGE))] if choices else []),
    )
    main = tag("main", *body, id="content")
    html = tag("html", tag("head", *head), tag("body", top, main), lang=reader.code)
    return joined(Markup("<!doctype html>"), html)


_STYLES = ("colours.css", "style.css")


def fresh(request: web.Request, response: web.Response) -> web.Response:
    """The answer with its ETag; only the tag if the reader has the page already. Browsers ask again
    each time, because what may be seen can change.
    """
    body = response.body
    assert isinstance(body, bytes)
    mark = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {
        "ETag": mark,
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding, Accept-Language",
    }
    asked = [
        one.strip().removeprefix("W/")
        for one in request.headers.get("If-None-Match", "").split(",")
    ]
    if mark in asked:
        return web.Response(status=304, headers=headers)
    response.headers.update(headers)
    return response
