"""Laws of what is shown of studies: in every game and language the longest is what Discord takes,
and nothing in it judges a position.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from gettext import NullTranslations
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.cogs import studies
from bot.cogs.studies._message import View, laid_out, text
from bot.cogs.studies.published import listed
from bot.i18n.catalogues import language as catalogue
from bot.i18n.catalogues import languages
from bot.pictures.men import Emojis
from bot.text.conditions import in_words
from bot.text.discord_limits import MESSAGE
from bot.ui.message import Reply
from games import picks, play
from games.protocol import AnyGame, Setup
from games.record import record
from matches.archive import records
from matches.archive.variations import Published
from matches.model.ids import MatchId, PlayerId, StudyNumber
from matches.model.match import Match
from matches.model.tree import COMMENT, MOST, ROOT, Tree
from matches.studies.study import Study
from playground.forms import Form
from playground.limits import read_message
from tests.laws.conftest import CASES
from tests.laws.walk import random_lines

NAME = "*" * 60
LONG_ID = MatchId("ZZZZZZZZZZZZ")


@pytest.fixture(params=languages())
def said(request: pytest.FixtureRequest) -> NullTranslations:
    """Each language."""
    return catalogue(request.param)


def _study(game: AnyGame, setup: Setup, start: str) -> Study:
    return Study(
        owner=PlayerId(2**63 - 1),
        number=StudyNumber(999_999),
        match_id=LONG_ID,
        game=game,
        setup=setup,
        start=start,
        root=0,
        name=NAME,
        tree=Tree(last=MOST * 4),
        here=ROOT,
        draft="",
        seq=1,
        changed_at=datetime(2030, 1, 1, tzinfo=UTC),
    )


def _views(game: AnyGame, setup: Setup) -> Iterator[View]:
    """Studies in the positions of random play: with a turn that was begun, with every beginning of
    a move, after a whole turn with a long comment, and with many branches.
    """
    match = replace(records.outline(record(game, setup, (), None), 0, 0), id=LONG_ID)
    start = None
    for number, (line, move) in enumerate(random_lines(game, setup, 11, 150)):
        if not line.played:
            start = line.position
        if number % 7 or move is None or start is None:
            continue
        begun = " ".join(map(str, line.played))
        study = replace(_study(game, setup, str(start)), draft=begun)
        for way in picks.ways(line, "")[:1]:
            yield View(study, match, way.text, note="x" * 100)
        yield View(study, match)
        tree = study.tree
        for other in list(game.legal_moves(start))[:40]:
            after = play.play_turn(play.Line.at(game, start), str(other))
            if after.complete:
                tree, node = tree.adding(ROOT, after.text)
                tree = tree.commented(node, "_" * COMMENT)
                yield View(replace(study, tree=tree, here=node, draft=""), match)
        if tree.nodes:
            here = replace(study, tree=tree, draft="")
            yield View(here, match, branches=True)


@pytest.mark.long
def test_every_board_can_be_sent(game: AnyGame, setup: Setup, said: NullTranslations) -> None:
    """Nothing is cut off, no row has too much, and every control's id fits."""
    pages = 0
    for view in islice(_views(game, setup), 60):
        shown = text(view, said)
        assert len(shown) <= MESSAGE
        controls, _ = laid_out(view, said, Emojis())
        sent = Reply(shown, tuple(controls)).sent()
        body = {"content": shown, "components": sent["view"].to_components()}
        read_message(Form(body), [], 0)
        assert len(body["components"]) <= 5
        pages = max(pages, len(controls))
    assert pages > 5


def test_all_that_is_published_can_be_looked_at(said: NullTranslations) -> None:
    """However many have published something, each stands on one page, and each page can be sent."""
    game, setup = CASES[0]
    first = str(game.legal_moves(game.start(setup))[0])
    tree, _ = Tree().adding(ROOT, first)
    authors = [PlayerId(2**63 - 1 - number) for number in range(60)]
    match = replace(records.outline(record(game, setup, (), None), 0, 0), id=LONG_ID)
    found = [Published(LONG_ID, one, 0, tree) for one in authors]
    offered, page, more = list[str](), 0, True
    while more:
        shown = listed(match, found, dict.fromkeys(authors, "N" * 100), page, said)
        sent = shown.sent()["view"].to_components()
        read_message(Form({"content": shown.text, "components": sent}), [], 0)
        menu, *buttons = [item for row in sent for item in row["components"]]
        offered += [option["value"] for option in menu["options"]]
        page += 1
        more = any(one["label"] == "▶" for one in buttons)
    assert (page, offered) == (3, [str(one) for one in authors])


def test_conditions_are_said_in_words(said: NullTranslations) -> None:
    """Each answer of a branch is a sentence that names it, and what has to be played before."""
    for game, setup in CASES:
        rng = Random(3)
        line = play.Line.begin(game, setup)
        branch, movers = list[str](), list[int]()
        while len(branch) < 5 and line.position.to_move is not None:
            turn = play.play_turn(line, _whole(game, line, rng))
            branch.append(turn.text)
            movers.append(line.position.to_move)
            line = turn.line
        match: Match = records.outline(record(game, setup, (), None), 0, 0)
        seat = movers[-1]
        told = in_words(match, seat, tuple(branch), said)
        answers = [text for at, text in enumerate(branch) if at and movers[at] == seat]
        assert len(told) == len(answers)
        for sentence, answer in zip(told, answers, strict=True):
            assert f"`{answer[:40]}" in sentence


def _whole(game: AnyGame, line: play.AnyLine, rng: Random) -> str:
    tokens, now = list[str](), line
    while not tokens or now.position.mid_turn:
        move = rng.choice(list(game.legal_moves(now.position)))
        tokens.append(str(move))
        now = now.push(move)
    return " ".join(tokens)


def test_no_computer_judges() -> None:
    """Nothing of the feature so much as knows the computer players: neither in a rated match nor
    elsewhere can a study show their judgement.
    """
    for path in Path(studies.__path__[0]).glob("*.py"):
        tree = ast.parse(path.read_text())
        named = {
            *(one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)),
            *(
                alias.name
                for one in ast.walk(tree)
                if isinstance(one, ast.Import)
                for alias in one.names
            ),
        }
        assert not [one for one in named if one.split(".")[0] == "opponents"]
        assert not [one for one in named if one.startswith(("matches.learning", "bot.processes"))]
