"""What pages of tournaments ask for, and wait for: a bot that isn't connected shows it."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.app.client import Dreierlei
from bot.cogs.tournaments import _views, management
from bot.commands import people
from bot.commands.competitions import direction, pictures
from bot.commands.competitions.channels import require_room
from bot.errors import Refused
from bot.i18n.catalogues import language
from bot.interactions import error_handler
from bot.interactions.subject import subject_of
from bot.messages.competitions import tournament as message
from bot.pictures.competitions.common import Reader
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.text import match as match_text
from bot.text import standings as standings_text
from bot.text.discord_codes import UNFIT
from bot.ui import layout
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided, Withdrawn
from competitions.model.pairings import Outcome, games_of
from competitions.model.settings import Format, Settings
from competitions.standings.placings import By
from competitions.standings.table import standings
from matches.model.computer_players import several
from matches.model.ids import NO_ID, ChannelId, GuildId, PlayerId
from matches.model.match import Listing
from tests.bot.test_prefetch import ANN, ENGLISH, bot
from tests.competitions.play import game_by_game, started
from tests.support.conditions import until
from tests.support.held import NOW, begun, held_of, in_play, matches_of, over, signed_up

__all__ = ["bot"]

HERE = 7
"""The channel where the user is."""


def _interaction(bot: Dreierlei, user: int = ANN, **more: Any) -> Any:
    """As much of an interaction as is looked at here."""
    return SimpleNamespace(
        client=bot,
        user=SimpleNamespace(id=user),
        guild_id=None,
        locale=discord.Locale.american_english,
        extras={},
        **more,
    )


def _meet(bot: Dreierlei, guild: int, players: list[PlayerId | None]) -> None:
    for player in filter(None, players):
        known: Any = SimpleNamespace(id=player, display_name="N", global_name="N", name="n")
        bot.names.meet(GuildId(guild), known)


# Names


async def test_only_those_on_a_page_are_named(bot: Dreierlei) -> None:
    """Discord is asked for nobody else, however many take part; a form asks for nobody at all."""
    held = held_of(begun(Settings("swiss", rounds=5), 1, 60), 1)
    on_page = [held.teams[EntrantId(number)][0] for number in range(26, 51)]
    _meet(bot, held.terms.guild, on_page)
    reply = await management._people(_interaction(bot), held, "dismiss", 1)
    (menu,) = [one.item for one in reply.controls if isinstance(one.item, discord.ui.Select)]  # type: ignore[union-attr]
    assert [one.label for one in menu.options] == ["N"] * 25
    ids = [EntrantId(26), EntrantId(1)]
    assert people.numbered_entrants(bot, held, ids, ENGLISH) == {26: "N", 1: "Player 1"}


async def test_pictures_write_the_names_that_they_can(bot: Dreierlei) -> None:
    """A name that the font lacks gives way to the global or the user name, for each of partners.
    Who isn't known has no caption. Of computer players there are the names, without their levels.
    """
    players = [PlayerId(number) for number in (901, 902, 903)]
    names = ("漢字", "김철수", "chul"), ("漢字", "Kan", "kanji"), ("漢字", None, "漢")
    for player, (here, everywhere, plain) in zip(players, names, strict=True):
        known: Any = SimpleNamespace(
            id=player, display_name=here, global_name=everywhere, name=plain
        )
        bot.names.meet(GuildId(1), known)
    teams: dict[EntrantId, list[PlayerId | None]] = {
        EntrantId(1): [*players[:2]],
        EntrantId(2): [*players[2:]],
        EntrantId(3): [None],
        EntrantId(4): [PlayerId(904)],
        EntrantId(5): [*several(1, 2)],
    }
    assert people.captions(bot, GuildId(1), teams, ENGLISH) == {
        1: "chul & Kan",
        2: "漢字",
        3: "former player",
        5: "Page Pip & Page Paula",
    }


async def test_all_who_wait_can_play_on(bot: Dreierlei) -> None:
    """The menu of those who can replace somebody has pages, too."""
    held = held_of(signed_up(Settings("swiss", most=4), 1, 60), 1)
    waiting = [held.teams[one.id][0] for one in held.competition.waiting]
    _meet(bot, held.terms.guild, waiting)
    found = list[str]()
    for page in range(3):
        reply = await management._people(_interaction(bot), held, "replace", page, "1")
        for one in reply.controls:
            if isinstance(one.item, discord.ui.Select):  # type: ignore[union-attr]
                found += [option.value for option in one.item.options]  # type: ignore[union-attr]
    assert found == [str(one.id) for one in held.competition.waiting]


# Pictures


def test_computer_players_say_who_they_are() -> None:
    """And how strong. Who takes part already isn't offered; partners are of one level."""
    for said, first, strength in (
        (ENGLISH, "🤖 Page Paula", "Computer player, level 1 – for beginners"),
        (language("de"), "🤖 Edelfräulein Paula", "Computerspieler der Stufe 1 – für Anfänger"),
    ):
        found = direction.computer_players(several(1, 1), said)
        assert (found[0].label, found[0].description, found[0].value) == (first, strength, "2")
        assert len(found) == 17
    pairs = direction.computer_players(several(1, 1), ENGLISH, 2)
    assert [one.value for one in pairs] == ["2.3", "4.5", "7.8", "10.11", "13.14", "16.17"]
    assert pairs[0].label == "🤖 Page Paula & Page Piet"


async def test_a_picture_does_not_wait_for_other_work(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's film goes on for long; meanwhile they read their standings in words."""
    held = held_of(over(Settings("round-robin"), 1, 4), 1)
    reader = held.teams[EntrantId(1)][0]
    assert reader is not None
    _meet(bot, held.terms.guild, [team[0] for team in held.teams.values()])
    monkeypatch.setattr(bot.settings, "picture_patience", 0.05)
    film = asyncio.create_task(bot.jobs.run(reader, "film", partial(time.sleep, 3600)))
    await until(lambda: bool(bot.jobs._served))
    shown = await pictures.of_view(_interaction(bot, reader), held, "table")
    assert shown.picture is None
    film.cancel()
    with suppress(asyncio.CancelledError):
        await film


def _reader(own: int | None = None) -> Reader:
    names = {EntrantId(number): f"N{number}" for number in range(1, 100)}
    return Reader(names=names, language=ENGLISH, own=None if own is None else EntrantId(own))


def test_first_the_page_with_the_own_row() -> None:
    """Then whichever is turned to; each is another picture."""
    now = over(Settings("swiss", rounds=5), 1, 40)
    pages = [pictures._table(now, _reader(), page, None) for page in range(3)]
    assert [one.page for one in pages if one is not None] == [0, 1, 2]
    rows = [one.entrant for one in standings(now).rows]
    for at, own in ((0, rows[0]), (1, rows[20]), (2, rows[39])):
        first = pictures._table(now, _reader(own), None, None)
        assert first is not None
        assert (first.page, first.pages) == (at, 3)
        turned = pictures._table(now, _reader(own), 0, None)
        assert turned is not None
        assert turned.page == 0
    stranger = pictures._table(now, _reader(), None, None)
    assert stranger is not None
    assert stranger.page == 0


@pytest.mark.parametrize("settings", [Settings("knockout"), Settings("groups")])
def test_one_picture_is_shown_once(settings: Settings) -> None:
    """Brackets and groups have no pages: further pages of words have no picture."""
    now: Competition = in_play(settings, 1, 16, 1)
    assert pictures._table(now, _reader(), None, None) is not None
    assert pictures._table(now, _reader(), 1, None) is None


# Where a tournament can be


class _Forum(discord.ForumChannel):
    """A forum in which everybody may do everything."""

    def __init__(self) -> None:
        self.guild: Any = SimpleNamespace(me=None)
        self._type = discord.ChannelType.forum.value

    def permissions_for(self, _: Any, /) -> discord.Permissions:
        """Everything."""
        return discord.Permissions.all()


class _Member(discord.Member):
    """Somebody."""

    def __init__(self) -> None:
        pass


async def test_what_has_no_posts_is_not_held_in_a_forum(bot: Dreierlei) -> None:
    """Nobody can write there, though the permissions say so. A tournament gets a post."""
    held = held_of(begun(Settings("swiss"), 1, 4), 1)
    guild = SimpleNamespace(get_channel_or_thread=lambda _: _Forum())
    interaction = _interaction(bot, channel=None, channel_id=HERE, guild=guild)
    interaction.user = _Member()
    with pytest.raises(Refused) as refused:
        await require_room(interaction, held.terms.game, ChannelId(8))
    assert refused.value.sentence == UNFIT
    await require_room(interaction, held.terms.game, ChannelId(8), posts=True)


# Words


async def test_trouble_with_discord_leads_to_the_tournament(bot: Dreierlei) -> None:
    """Not to a board, of which there may be none."""
    answer: Any = SimpleNamespace(status=500, reason="", headers={})
    error = discord.HTTPException(answer, "")
    interaction = _interaction(bot, command=None, data={}, channel_id=HERE)
    subject_of(interaction).competition = "C-ZZZZ"
    sentence, _ = await error_handler._explained(interaction, ZeroDivisionError(), ENGLISH)
    assert sentence == error_handler.CUP_UNKNOWN
    error_handler.stands(interaction)
    for one in (error, ZeroDivisionError()):
        sentence, _ = await error_handler._explained(interaction, one, ENGLISH)
        assert sentence == error_handler.CUP_STANDS


def test_numbers_and_words_of_people_in_each_language() -> None:
    """Points have the reader's decimal sign; people's own words stand in the reader's quotation
    marks, without their markdown.
    """
    by: By = (("rating", Fraction(1, 3)), ("wins", Fraction(3, 2)))
    for said, told in (
        (ENGLISH, "average rating of the opponents 0.33, wins 1½"),
        (language("de"), "mittlere Wertung der Gegner 0,33, Siege 1½"),
    ):
        assert standings_text.decided_by(by, said) == told
    assert terms.why("*Rain*", ENGLISH) == "“\\*Rain\\*”"
    assert terms.why("Regen", language("de")) == "„Regen“"


def test_a_score_stays_in_one_line() -> None:
    """However narrow the window is: it is one word."""
    now = in_play(Settings("tables", seats=3, rounds=2), 1, 6, 1)
    for game in now.undecided:
        now = now.apply(Decided(game, Outcome((2, 1, 3), "played")))
    score = text.score(held_of(now, 1), now.rounds[0][0], ENGLISH)
    assert score.replace("\N{NO-BREAK SPACE}", " ") == "**1 : 2 : 0**"
    assert " " not in score


def test_rounds_that_have_not_begun() -> None:
    """Of a round robin they are known: for everybody, and those of the reader; of a Swiss system
    they aren't.
    """
    for settings, known in ((Settings("round-robin"), True), (Settings("swiss", rounds=3), False)):
        held = held_of(in_play(settings, 1, 4, 1), 1)
        player, rival = (held.teams[EntrantId(number)][0] for number in (1, 2))
        assert player is not None
        reader = _views.Reader(player, EntrantId(1), directs=False)
        assert _views.last_page(held, "rounds") == 0
        for said, title, ahead in (
            (ENGLISH, "**Round 2 of 3** · not yet begun", "**Not yet begun**\n**Round 2:** "),
            (language("de"), "**Runde 2 von 3** · noch nicht begonnen", "**Noch nicht begonnen**"),
        ):
            shown = _views.Shown(held, reader, said, 1)
            rounds, mine = (
                "\n".join(getattr(part, "text", "") for part in _views.view(shown, which).parts)
                for which in ("rounds", "mine")
            )
            assert (title in rounds) == (ahead in mine) == known
            assert (f"<@{rival}>" in mine.partition(ahead)[2]) == known
        withdrawn = held.competition.apply(Withdrawn(EntrantId(1)))
        shown = _views.Shown(replace(held, competition=withdrawn), reader, ENGLISH)
        assert "not yet begun" not in str(_views.view(shown, "mine").parts).lower()


def test_rounds_that_are_played_at_once_share_pages() -> None:
    """As many as there is room for, from the first: their matches are all running. Others have a
    page each, and the present one is shown first.
    """
    for together, count, pages in ((True, 3, [3]), (True, 8, [4, 3]), (False, 3, [1, 1, 1])):
        held = held_of(in_play(Settings("round-robin"), 1, count, count - 1 + count % 2), 1)
        held = replace(held, terms=replace(held.terms, together=together))
        reader, found = _views.Reader(PlayerId(1), None, directs=False), list[int]()
        assert _views.last_page(held, "rounds") == (0 if together else 2)
        for page in range(len(pages)):
            reply = _views.view(_views.Shown(held, reader, ENGLISH, page), "rounds")
            shown = "\n".join(getattr(part, "text", "") for part in reply.parts)
            assert f"**Round {sum(found) + 1} of" in shown
            found.append(shown.count("**Round "))
        assert found == pages


def test_all_running_matches_are_listed_in_the_order_of_rounds() -> None:
    """Also those for which there is no room with a button, where all are played at once."""
    now = in_play(Settings("round-robin"), 1, 8, 6)
    over = next(one for one in now.rounds[1] if EntrantId(1) in one.seats)
    (game,) = games_of(over)
    held = held_of(now.apply(Decided(game, Outcome((1, 2), "played"))), 1)
    reader = _views.Reader(PlayerId(ANN), EntrantId(1), directs=False)
    shown = _views.Shown(
        held, reader, ENGLISH, playing=matches_of(held, reader.player, reader.entrant)
    )
    view = _views.view(shown, "mine")
    listed = re.findall(
        r"\*\*Round (\d):\*\*", "\n".join(getattr(one, "text", "") for one in view.parts)
    )
    assert listed == ["1", "3", "4", "5", "6", "2", "7"]


def test_what_is_played_has_its_button_before_what_waits_for_a_match() -> None:
    """Where people play only a few at once, the later of their pairings may be played first."""
    held = held_of(in_play(Settings("round-robin"), 1, 8, 6), 1)
    reader = _views.Reader(PlayerId(ANN), EntrantId(1), directs=False)
    playing = [*matches_of(held, reader.player, reader.entrant)][_views.ROWS :]
    view = _views.view(_views.Shown(held, reader, ENGLISH, playing=playing), "mine")
    rows = [part.text for part in view.parts if isinstance(part, layout.Row)]
    assert [text.partition(":** ")[0] for text in rows] == ["**Round 5", "**Round 6"]
    assert "**Round 1:** " in str(view.parts)


def test_only_the_name_of_who_has_withdrawn_is_struck_out() -> None:
    """The number isn't, so that it stays in its column."""
    held = held_of(begun(Settings("swiss", rounds=3), 1, 4).apply(Withdrawn(EntrantId(2))), 1)
    said = "\n".join(getattr(part, "text", "") for part in message.overview(held, ENGLISH))
    assert f"\n2. ~~<@{held.teams[EntrantId(2)][0]}>~~\n" in said


@pytest.mark.parametrize("format_", ["round-robin", "swiss", "groups", "knockout"])
def test_brackets_are_explained_where_there_are_any(format_: Format) -> None:
    """They stand only beside those who have as many points as somebody else, and are set apart."""
    explained, settings = set(), Settings(format_)
    played = game_by_game(started(settings, 8), Random(1))
    for now in (begun(settings, 1, 2), over(settings, 1, 8), *played):
        held = held_of(now, 1)
        lines = [line for one in standings_text.blocks(held, ENGLISH) for line in one.lines]
        shown = any("** (" in line for line in lines)
        assert bool(standings_text.remark(held, ENGLISH)) == shown
        explained.add(shown)
    assert explained == ({False} if format_ == "knockout" else {False, True})


def test_who_has_had_their_data_deleted() -> None:
    """They are former players in lists, sentences and boards. What they directed has managers."""
    german, match = language("de"), SimpleNamespace(started_at=NOW, id="K7F2")
    held = held_of(begun(Settings("swiss"), 1, 4), 1)
    for said, former, managers in (
        (ENGLISH, "former player", "a server manager"),
        (german, "ehemaliges Mitglied", "die Serververwaltung"),
    ):
        assert text.team((None,), said) == text.entrant({}, EntrantId(1), said) == former
        assert text.team((PlayerId(105), None), said) == f"<@105> & {former}"
        assert match_text.player_of(cast("Listing", match), None, said) == former
        assert text.director(replace(held, host=PlayerId(0)), said) == managers
    for nobody in (
        SimpleNamespace(started_at=None, id="K7F2"),
        SimpleNamespace(started_at=NOW, id=NO_ID),
    ):
        assert match_text.player_of(cast("Listing", nobody), None, ENGLISH) == "somebody"
