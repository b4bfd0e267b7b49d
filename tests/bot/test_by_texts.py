"""Each game played to its end by somebody who sees no picture: texts are all they know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest
from discord import ui

import games
from bot.cogs.play import _board_text
from bot.i18n import catalogues
from bot.messages.draft import laid_out, text_of
from bot.pictures.men import Emojis
from bot.text.discord_limits import OPTIONS
from bot.text.draft import CONFIRM
from bot.text.position import described
from games import picks, play
from games.continuations import completions, continuations
from games.protocol import END, AnyGame
from games.record import Record
from matches.model.match import LoggedTurn, Match, PlayedTurn
from matches.model.played import Draft
from matches.unit_of_work import work
from tests.support.viewed import viewed

GERMAN = catalogues.language("de")
LONGEST, MATCHES = 700, 20
"""After so many turns a match is given up for another one; so many are begun at most."""


@dataclass(frozen=True)
class Page:
    """What is read at one time: a message, its picture's description, the menus' options by what
    stands in them, whether the turn can be confirmed, and what a text can be completed to.
    """

    said: str
    alt: str
    options: dict[str, str]
    confirm: bool
    typed: tuple[str, ...]


class Reader:
    """Somebody who knows neither rules nor position, and does at random what texts offer."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.typing = False
        """Whether they type this turn, as every other one, instead of picking it."""

    def answers(self, page: Page) -> str | None:
        """What they pick or type; None to confirm."""
        if page.confirm:
            self.typing = not self.typing
            return None
        offered = page.typed if self.typing else tuple(page.options)
        assert offered, page
        return self.random.choice(offered)


def _page(draft: Draft, stem: str) -> Page:
    match = draft.match
    controls = [control.item for control in laid_out(draft, stem, 0, GERMAN, Emojis())[0]]
    options = {
        f"{menu.placeholder}: {option.label}": option.value
        for menu in controls
        if isinstance(menu, ui.Select)
        for option in menu.options
    }
    return Page(
        text_of(draft, stem, GERMAN),
        described(match.game, match.setup, draft.line.position, GERMAN, mover=draft.seat),
        options,
        any(
            isinstance(each, ui.Button)
            and each.label == GERMAN.gettext(CONFIRM)
            and not each.disabled
            for each in controls
        ),
        () if draft.complete else tuple(one.text for one in completions(draft.line, stem, OPTIONS)),
    )


def _typed(draft: Draft, stem: str, text: str) -> tuple[str, str]:
    """The draft's text and the beginning of the next move, after something was typed."""
    ways = continuations(draft.line.game, draft.line.position, text)
    whole = any(
        way.text == text and way.move is not None and (not way.open or text == stem) for way in ways
    )
    return (f"{draft.text} {text}".strip(), "") if whole else (draft.text, text)


def _picked(draft: Draft, stem: str, option: str) -> tuple[str, str]:
    """The same, after an option was picked."""
    stem, move = picks.pick(draft.line, stem, option)
    return (draft.text, stem) if move is None else (f"{draft.text} {move}".strip(), "")


def _turn(match: Match, reader: Reader) -> str:
    """A whole turn, made of what the reader answers."""
    assert match.to_move is not None
    own = GERMAN.gettext(match.game.seat_names(match.setup)[match.to_move - 1])
    text, stem = "", ""
    while True:
        draft = work.draft_of(match, match.to_move, text)
        page = _page(draft, stem)
        assert own in page.alt.partition(".")[0]
        assert f"{text} {stem}".strip() in page.said
        answer = reader.answers(page)
        if answer is None:
            return draft.text if draft.complete else f"{draft.text} {END}"
        if answer in page.options:
            text, stem = _picked(draft, stem, page.options[answer])
        else:
            text, stem = _typed(draft, stem, answer)


def _after(match: Match, text: str) -> Match:
    """The match after one more turn. To replay all of it each time would take minutes."""
    assert match.to_move is not None
    played, seq = play.play_turn(match.line, text), match.seq + 1
    turn = LoggedTurn(seq, match.to_move, played.text, match.created_at, seq)
    return replace(
        match,
        seq=seq,
        line=played.line,
        to_move=played.line.position.to_move,
        turns=(*match.turns, turn),
        recent=(PlayedTurn(turn, played.steps),),
    )


def _to_the_end(game: AnyGame, seed: int) -> Match | None:
    """A match of such readers; None if it takes too long."""
    setup = play.setup(game, min(game.info.seats), {}, Random(seed))
    match = viewed(Record(game, setup, (), None, game.info.rules_version))
    reader = Reader(seed)
    while len(match.turns) < LONGEST:
        if match.to_move is None:
            return match
        match = _after(match, _turn(match, reader))
        assert f"`{match.turns[-1].text}`" in "\n".join(_board_text.in_lines(match, GERMAN))
    return None


@pytest.mark.untraced  # Some hundred turns, each read twice.
@pytest.mark.parametrize("key", [game.info.key for game in games.all_games()])
def test_texts_alone_lead_to_the_end(key: str) -> None:
    """In every state somebody who only reads knows whose turn it is and what the last turn was,
    finds something to pick or to type, and in the end reads how the match has ended.
    """
    game = games.get(key)
    over = next(filter(None, (_to_the_end(game, seed) for seed in range(MATCHES))))
    position, result = over.position, over.position.result
    assert result is not None
    said = described(game, over.setup, position, GERMAN).partition(".")[0]
    drawn = {*result.ranks} == {1}
    assert drawn == ("remis" in said)
    for seat, rank in enumerate(result.ranks, start=1):
        name = GERMAN.gettext(game.seat_names(over.setup)[seat - 1])
        assert drawn or rank > 1 or name in said
