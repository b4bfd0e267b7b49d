"""3Stein: notations that are accepted, and refusals."""

from __future__ import annotations

import pytest

from games import play
from games.dreistein import GAME
from games.dreistein.board import NAMES
from games.dreistein.position import DreisteinPosition
from games.dreistein.texts import TEXTS
from games.errors import IllegalMove, InvalidMove, MoveError
from games.protocol import Setup
from games.texts import in_english
from tests.games.dreistein_positions import at, legal

# Notation


@pytest.mark.parametrize(
    "typed", ["A24-B22", " a24 - b22 ", "a24xb22", "a24:b22", "a24b22", "a24–b22", "a24>b22"]
)
def test_steps_are_read_forgivingly(typed: str) -> None:
    """Case, spaces and the sign between the fields don't matter."""
    assert str(play.parse(GAME, GAME.start(Setup(3)), typed)) == "a24-b22"


@pytest.mark.parametrize(
    "typed", ["a11-b22", "e14-e11", "b15-b12", "a24-b45-", "c61-c11", "a24-c11"]
)
def test_there_are_only_87_fields(typed: str) -> None:
    """A field that is not on the board cannot be part of a move."""
    with pytest.raises(InvalidMove) as caught:
        play.parse(GAME, GAME.start(Setup(3)), typed)
    assert caught.value.refusal.code in {"no-field", "off-board-in", "unknown-form"}


@pytest.mark.parametrize(
    ("men", "typed", "shown"),
    [("La24 - -", "c3", "a24-"), ("", "c31,d14", "keep:")],
)
def test_what_cannot_be_read_is_told_how_a_move_is_typed(men: str, typed: str, shown: str) -> None:
    """Moving and choosing have forms of their own. The example is legal."""
    position = at(men) if men else CHOICE
    with pytest.raises(InvalidMove) as caught:
        play.parse(GAME, position, typed)
    refusal = caught.value.refusal
    assert str(refusal.fields["example"]).startswith(shown)
    assert str(refusal.fields["example"]) in legal(position)
    assert TEXTS.forms[position.phase] in in_english(GAME, refusal)


# Refusals

CHOICE = at("- Lc31 Nd14,Nd16,Sd11,Sd12,Se11", 2, "2>3?")

REFUSALS = [
    ("no-field", at("La24 - -"), "a24-b11"),
    ("choose-first", CHOICE, "c31-c32"),
    ("choose-first", CHOICE, "pass"),
    ("nothing-to-choose", at("La24 - -"), "keep:a24"),
    ("twice", CHOICE, "keep:d14,d11,d11"),
    ("not-the-vassals", CHOICE, "keep:d14,d11,c31"),
    ("not-the-vassals", CHOICE, "keep:d14,d11,c33"),
    ("wrong-number", CHOICE, "keep:d14,d16,d11"),
    ("wrong-number", CHOICE, "keep:d14,d11"),
    ("no-pass", at("La24 - -"), "pass"),
    ("nobody-there", at("La24 - -"), "a23-a22"),
    ("not-yours", at("La24 Sa23 -"), "a23-a22"),
    ("same-field", at("La24 - -"), "a24-a24"),
    ("own-man", at("La24,Sa23 - -"), "a24-a23"),
    ("truce", at("La24 - Sa23", truce="1>3"), "a24-a23"),
    ("truce", at("Sa23 - La24", 1, truce="3>1"), "a23-a24"),
    ("own-castle", at("Sb36 - -"), "b36-a24"),
    ("lord-reach", at("La24 - -"), "a24-a22"),
    ("obstructed", at("Sb12 Sb13 -"), "b12-b14"),
    ("obstructed", at("Nc12 Sc36 -"), "c12-c32"),
    ("obstructed-both-ways", at("Sc31 Sc33 Sc35"), "c31-c34"),
    ("corner", at("Sa24 - -"), "a24-b21"),
    ("corner", at("Nd33 - -"), "d33-d46"),
    ("squire-reach", at("Sa24 - -"), "a24-c31"),
    ("other-side", at("Nc12 - -"), "c12-c33"),
    ("only-tip", at("Nc12 - -"), "c12-c31"),
    ("knight-reach", at("Nc12 - -"), "c12-e21"),
]


@pytest.mark.parametrize(("code", "position", "token"), REFUSALS)
def test_refusals_name_the_rule(code: str, position: DreisteinPosition, token: str) -> None:
    """Each illegal move is refused with the rule that it violates."""
    with pytest.raises(MoveError) as caught:
        play.parse(GAME, position, token)
    assert caught.value.refusal.code == code


def test_every_refusal_can_happen() -> None:
    """Each refusal above has a sentence, and there are no others."""
    assert {code for code, _, _ in REFUSALS} == set(TEXTS.refusals)


def test_an_obstruction_names_the_man_in_the_way() -> None:
    """The refusal names the field where the way ends, or both fields in a ring."""
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, at("Nc12 Sc36,Sc46 -"), "c12-c42")
    assert caught.value.refusal.fields == {"from": "c12", "at": "c42", "by": "c36"}
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, at("Sc31 Sc33 Sc35"), "c31-c34")
    assert caught.value.refusal.fields == {"from": "c31", "at": "c34", "by": "c33", "and": "c35"}


def test_refusals_agree_with_legal_moves_for_every_pair_of_fields() -> None:
    """In a crowded position exactly the legal ones of all 87 × 87 steps have no objection."""
    position = at(
        "La21,Nc26,Nd33,Sb36,Sa24,Sc31 Ld43,Nd42,Ne12,Sd45,Sc33,Sb22 Nc22,Sb14,Sc46", truce="1>3"
    )
    tokens = (f"{one}-{other}" for one in NAMES for other in NAMES)
    fine = [t for t in tokens if GAME.objection(position, GAME.read(position, t)) is None]
    assert fine == legal(position)
