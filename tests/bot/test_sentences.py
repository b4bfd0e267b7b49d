"""Texts about matches, and the form in which they reach Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from gettext import NullTranslations
from random import Random
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.app_commands import TranslationContext, TranslationContextLocation, locale_str

import games
from bot.i18n import catalogues
from bot.i18n.command_names import Translator
from bot.messages import consent
from bot.text import clock as clock_text
from bot.text import competition as competition_text
from bot.text import match as match_text
from bot.text.discord_limits import MESSAGE
from bot.text.numbers import either
from bot.text.position import ALT_LIMIT, described, in_words, phrase
from bot.text.refusal import spoken
from bot.text.verbatim import verbatim
from bot.ui import controls
from competitions.model.entrants import MemberId
from games import play
from games.play import Step
from games.protocol import AnyGame, Setup
from games.words import Refusal
from matches.model.computer_players import of_level
from matches.model.ids import ChannelId, GuildId, MatchId, PlayerId
from matches.model.match import (
    Ending,
    Listing,
    LoggedEvent,
    LoggedTurn,
    Match,
    Origin,
    Place,
    PlayedTurn,
    Request,
)

NOW = datetime(2030, 1, 1, tzinfo=UTC)
ENGLISH = catalogues.of_locale("en")
LANGUAGES = [catalogues.language(code) for code in catalogues.languages()]


def a_match(game: AnyGame, setup: Setup) -> Match:
    """A match that has just begun between players 101, 102 and so on."""
    line = play.Line.begin(game, setup)
    return Match(
        id=MatchId("K7F2"),
        game=game,
        setup=setup,
        status="running",
        players=tuple(map(PlayerId, range(101, 101 + setup.seats))),
        host=PlayerId(101),
        kept=(None,) * setup.seats,
        seating="random",
        place=Place(GuildId(1), ChannelId(2)),
        message=None,
        seq=1,
        base=1,
        turn_count=0,
        to_move=line.position.to_move,
        ending=None,
        created_at=NOW,
        line=line,
    )


def _over(match: Match, reason: str, *ranks: int) -> Listing:
    return replace(match, status="finished", to_move=None, ending=Ending(reason, ranks))


def _turn(match: Match, *texts: str, origin: Origin = "played") -> PlayedTurn:
    """The last of these turns."""
    line = match.line
    for number, text in enumerate(texts, start=1):
        seat = line.position.to_move
        turn = play.whole_turn(line, text)
        line = turn.line
        assert seat is not None
        logged = LoggedTurn(number, seat, turn.text, NOW, number)
    return PlayedTurn(replace(logged, origin=origin), turn.steps)


@pytest.fixture
def two() -> Match:
    """A match of two."""
    return a_match(games.get("attangle"), Setup(2))


@pytest.fixture
def four() -> Match:
    """A match of four, in two partnerships."""
    game = games.get("turnier")
    return a_match(game, play.setup(game, 4, {"partners": True}))


def test_a_turn_says_how_it_came_about(two: Match) -> None:
    """Prepared and forced turns are marked as such."""
    played = _turn(two, "c3")
    assert match_text.turn(two, played, ENGLISH) == "1. `c3` White places a piece on c3."
    prepared = _turn(two, "c3", "c4", origin="prepared")
    assert match_text.turn(two, prepared, ENGLISH).endswith(" on c4. *(prepared)*")
    forced = _turn(two, "c3", origin="automatic")
    assert match_text.turn(two, forced, ENGLISH).endswith("*(the only legal move)*")


def test_many_turns_are_summed_up(two: Match) -> None:
    """If there are too many turns for a message, the last ones are listed, with the total
    number.
    """
    played = [_turn(two, "c3")] * 200
    lines = match_text.turns(two, played, ENGLISH)
    told = len(lines) - 1
    assert lines[0] == f"… {200 - told} earlier turns"
    assert sum(map(len, lines)) < MESSAGE


def test_only_a_rated_match_becomes_unrated(two: Match) -> None:
    """A request to take a turn back says what it does to the rating, and so does what came of it,
    unless the match is unrated anyway.
    """
    asked = replace(two, request=Request("takeback", 1, (1,), 2, 2))
    for rated in (True, False):
        match = replace(asked, rated=rated)
        event = LoggedEvent("takeback:1", 1, NOW, 3, unrates=rated)
        assert ("unrated" in consent.request(match, ENGLISH).text) == rated
        assert ("unrated" in match_text.logged(match, event, ENGLISH)) == rated
    assert "unrated" not in consent.request(replace(asked, taken_back=True), ENGLISH).text


def test_names_are_joined_as_in_a_sentence(four: Match) -> None:
    """With a word before the last one, in each language."""
    asked = replace(four, request=Request("takeback", 1, (1,), 2, 2))
    assert "<@102> and <@104>, do you agree?" in consent.request(asked, ENGLISH).text
    german = consent.request(asked, catalogues.language("de")).text
    assert "<@102> und <@104>, " in german


def test_who_has_won(two: Match, four: Match) -> None:
    """One winner, winning partners, a draw, and several players who share first place."""
    assert match_text.ending(_over(two, "third-triple", 2, 1), ENGLISH) == (
        "🏆 <@102> (Black) wins with the third triple."
    )
    drawn = match_text.ending(_over(two, "agreement", 1, 1), ENGLISH)
    assert drawn == "The match is drawn by agreement."
    partners = match_text.ending(_over(four, "resignation", 1, 2, 1, 2), ENGLISH)
    assert partners.startswith("🏆 <@101> (")
    assert "<@103>" in partners
    assert partners.endswith("win by resignation.")
    ranked = match_text.ending(_over(four, "resignation", 3, 1, 2, 1), ENGLISH).splitlines()
    assert [line[:2] for line in ranked[1:]] == ["1.", "2.", "3."]
    shared = match_text.ending(_over(four, "agreement", 1, 1, 1, 2), ENGLISH)
    assert ", and <@103> (" in shared
    assert "share first place by agreement." in shared


def test_the_reason_speaks_of_the_options(four: Match) -> None:
    """In Turnier flags win, or boards where it is played without flags."""
    won = match_text.ending(_over(four, "fields-held", 1, 2, 1, 2), ENGLISH)
    assert won.endswith("win by planting enough flags.")
    bare = replace(four, setup=play.setup(four.game, 4, {"flags": False}))
    held = match_text.ending(_over(bare, "fields-held", 1, 2, 1, 2), ENGLISH)
    assert held.endswith("win by holding enough boards.")


def test_computer_players_that_are_left_alone(four: Match) -> None:
    """They don't go on among themselves, which nobody has agreed to."""
    over = replace(four, status="finished", ending=Ending("agreement", (1, 1, 4, 3)))
    alone = replace(over, players=(of_level(1), of_level(2), *four.players[2:]))
    told = match_text.ending(alone, ENGLISH).splitlines()[0]
    assert told.endswith("share first place: nobody else is left.")
    event = LoggedEvent("agreement", None, NOW, 3)
    assert match_text.logged(alone, event, ENGLISH) == match_text.LEFT_ALONE
    assert match_text.logged(over, event, ENGLISH) == "Everyone has agreed to a draw."


def test_several_members_of_a_ladder() -> None:
    """A sentence names them as one does in their language."""
    people = {MemberId(number): PlayerId(100 + number) for number in (1, 2, 3)}
    german = catalogues.language("de")
    assert competition_text.members(people, [*people], german) == "<@101>, <@102> und <@103>"


def test_things_of_which_one_is_meant() -> None:
    """The last is set apart as their language does it."""
    assert either(["a4", "b4", "c4"], ENGLISH) == "a4, b4, or c4"
    assert either(["a4", "b4", "c4"], catalogues.language("de")) == "a4, b4 oder c4"
    assert either(["a4"], ENGLISH) == "a4"


def test_a_forgotten_player_is_somebody(two: Match) -> None:
    """A seat without a player can still be named."""
    gone = replace(two, players=(None, PlayerId(102)))
    assert "White somebody – Black <@102>" in match_text.header(gone, ENGLISH)
    assert match_text.standing(gone, ENGLISH).startswith("somebody, it's your turn")


def test_partners_are_named_by_their_colours(four: Match) -> None:
    """Seats whose names depend on the setup are named as in the picture."""
    assert match_text.seats(four, ENGLISH)[1:3] == ["Light blue", "Violet"]


def _positions() -> Iterator[tuple[Match, list[Step[Any, Any]]]]:
    for game in games.all_games():
        for seats in game.info.seats:
            rng = Random(seats)
            setup = play.setup(game, seats, rng=rng)
            position, turn = game.start(setup), list[Step[Any, Any]]()
            for number, move in enumerate(play.random_line(game, setup, rng, most=150)):
                turn = turn if position.mid_turn else []
                turn.append(Step(position, move, position := game.apply(position, move)))
                if number % 10 == 0 or position.result:
                    yield a_match(game, setup), turn


def test_pictures_are_described_within_the_limit() -> None:
    """The description of a picture begins with whose turn it is, or with the result, and the last
    turn. It names all that stands on the board but not its fields, fits Discord's limit in every
    language, and ends with a full sentence.
    """
    for match, turn in _positions():
        game, setup, position = match.game, match.setup, turn[-1].after
        names = game.seat_names(setup)
        for language in LANGUAGES:
            text = described(game, setup, position, language, steps=turn)
            assert 0 < len(text) <= ALT_LIMIT
            assert text[-1] in ".!?:)", text
            first = text[: text.index(".")]
            if position.to_move is not None:
                assert language.gettext(names[position.to_move - 1]) in first
            happened = match_text.event_sentences(match, play.events(game, turn), language)
            men = " ".join(
                phrase(game, setup, said, language)
                for said in game.words(position)
                if said.code not in game.texts.printed
            )
            assert text.endswith(f"{happened} {men}".strip())


def test_a_description_says_how_a_match_has_ended(two: Match, four: Match) -> None:
    """Results that are not the position's own are told, too, with the names of seats."""

    def beginning(match: Listing) -> str:
        start = match.game.start(match.setup)
        over = described(match.game, match.setup, start, ENGLISH, ending=match.ending)
        return over[: over.index(".") + 1]

    assert beginning(two) == "White is to move."
    assert beginning(_over(two, "resignation", 1, 2)) == "White wins by resignation."
    assert beginning(_over(four, "agreement", 1, 1, 1, 1)) == "The match is drawn by agreement."
    assert beginning(_over(two, "aborted")) == "The match is over."


def test_long_turns_leave_room_for_the_men(two: Match) -> None:
    """If a turn is too long to be described, its end is left out, and never men."""
    game, setup = two.game, two.setup
    place = _turn(two, "c3").steps[0]
    text = described(game, setup, place.after, ENGLISH, steps=[place] * 60)
    assert len(text) <= ALT_LIMIT
    assert text.startswith("Black is to move. White places a piece on c3. White places")
    assert text.endswith(in_words(game, setup, place.after, ENGLISH))


def test_controls_carry_at_most_100_characters() -> None:
    """A longer custom_id is refused where it is made, not by Discord."""
    assert controls.known(controls.custom_id("pick", "K7F2", 12, "0/0/0/" + "x" * 80))
    with pytest.raises(ValueError, match="custom_id"):
        controls.custom_id("pick", "K7F2", 12, "x" * 90)
    with pytest.raises(ValueError, match="custom_id"):
        controls.custom_id("Pick", "K7F2", 12)


@pytest.mark.parametrize(
    ("said", "translated"),
    [("Zug", None), ("mein zug", None), ("zug", "zug"), ("größe", "größe")],
)
async def test_names_of_commands(
    said: str, translated: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A translated name is used only if Discord accepts it."""

    class Said(NullTranslations):
        def gettext(self, message: str) -> str:
            return said

    monkeypatch.setattr("bot.i18n.command_names.of_locale", lambda _: Said())

    @app_commands.command(name="x", description="x")
    async def command(interaction: discord.Interaction) -> None:
        """Does nothing."""

    context: TranslationContext[Any, Any] = TranslationContext(
        TranslationContextLocation.command_name, command
    )
    found = await Translator().translate(locale_str("x"), discord.Locale.german, context)
    assert found == translated


def test_what_was_typed_stays_in_its_frame() -> None:
    """Backticks do not end the quotation of a text."""
    assert match_text.code("c3") == "`c3`"
    assert match_text.code("`` **c3**`").count("`") == 2


def test_days_as_their_language_writes_them() -> None:
    """The date under a chart has the format of its language."""
    when = date(2026, 11, 21)
    assert catalogues.day(when, catalogues.language("en")) == "Nov 21, 2026"
    assert catalogues.day(when, catalogues.language("de")) == "21.11.2026"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_frozen_match(language: NullTranslations) -> None:
    """It isn't over. A turn that can't be replayed tells nothing, and ends without a space."""
    game = games.get("attangle")
    match = replace(a_match(game, play.setup(game, 2, {}, Random(1))), status="frozen")
    assert match_text.state(match, PlayerId(101), language) == language.gettext("frozen")
    turn = LoggedTurn(number=1, seat=1, text="c3", at=NOW, seq=2)
    assert match_text.turns(match, [PlayedTurn(turn, ())], language) == ["1. `c3`"]


def test_time_running_out_where_two_play_and_where_more_do() -> None:
    """Of two, whoever runs out of time loses; of more, they are out."""
    said = NullTranslations()
    assert clock_text.at_end("automatic", 2, said) == "whoever runs out of time loses"
    assert clock_text.at_end("automatic", 3, said) == "whoever runs out of time is out"
    assert clock_text.at_end("claim", 2, said) == "the opponent can claim a timeout"
    assert clock_text.at_end("claim", 4, said) == "opponents can claim a timeout"


PILLS = re.compile(r"(?<!\\)(?:\\\\)*(?:<(?:@[!&]?|#|/\w+:|t:|a?:\w+:|id:)|@(?:everyone|here))")
"""What Discord shows as a mention, a command, a time or an emoji, unless it is escaped."""


@pytest.mark.parametrize(
    "typed",
    [
        *("@everyone", "@here", "<@123>", "<@!123>", "<@&123>", "<#123>", "</board:123>"),
        *("<t:0:R>", "<:pip:123>", "<a:pip:123>", "<id:browse>", "\\\\@everyone"),
    ],
)
def test_what_people_call_things_names_nobody_else(typed: str) -> None:
    """Names, reasons and refused text are shown as they were written: without pills that look as if
    the bot had mentioned somebody. E-mail addresses stay readable.
    """
    assert PILLS.search(typed)
    for said in (
        verbatim(typed),
        competition_text.title(typed, "C-K7F2", ENGLISH),
        competition_text.quoted(typed, ENGLISH),
        *spoken(Refusal("unknown-competition", {"competition": typed}), ENGLISH).values(),
    ):
        assert not PILLS.search(str(said)), said
    assert verbatim("ann@example.org") == "ann@example.org"
