"""Why a move of Tyr is illegal."""

from __future__ import annotations

from games.tyr.board import COMPLETING, FACES, NAMES, OTHERS, ROMAN, TARGETS, between
from games.tyr.notation import Move, Place, Shift
from games.tyr.position import NOWHERE, TyrPosition
from games.tyr.rules import legal_moves
from games.words import Fields, Refusal


def objection(position: TyrPosition, move: Move) -> Refusal | None:
    """The first rule that a move breaks; None exactly if it is legal."""
    if position.result is not None:
        return Refusal("game-over")
    if move in legal_moves(position):
        return None
    if isinstance(move, Place):
        return _to_place(position, move)
    if position.phase == "placing":
        return Refusal("not-all-lie", {"die": ROMAN[move.die], "at": NAMES[move.field]})
    return _to_die(position, move) or _to_field(position, move) or _to_face(position, move)


def _to_place(position: TyrPosition, move: Place) -> Refusal:
    die, at = ROMAN[move.die], NAMES[move.field]
    if position.phase == "moving":
        return Refusal("all-lie", {"die": die, "at": at})
    lies = position.fields[move.die]
    if lies != NOWHERE:
        return Refusal("lies-already", {"die": die, "at": NAMES[lies]})
    there = position.die_on(move.field)
    if there is not None:
        return Refusal("occupied", {"die": ROMAN[there], "at": at})
    if not move.face:
        return Refusal("no-face", {"die": die, "faces": _faces(move.die)})
    if move.face not in FACES[move.die]:
        return Refusal("not-its-face", {"die": die, "face": move.face, "faces": _faces(move.die)})
    other = position.showing(move.face, move.die)
    return Refusal("no-pasch", {"face": move.face, "other": ROMAN[other or 0]})


def _faces(die: int, but: int = 0) -> str:
    return ", ".join(str(face) for face in FACES[die] if face != but)


def _to_die(position: TyrPosition, move: Shift) -> Refusal | None:
    """Why this die may not move at all; None if it may."""
    if position.pasch is not None and move.die != position.pasch:
        fields = {"die": ROMAN[move.die], "other": ROMAN[position.pasch]}
        return Refusal("pasch-first", fields)
    if position.pasch is None and move.die == position.last:
        return Refusal("same-die", {"die": ROMAN[move.die]})
    return None


def _to_field(position: TyrPosition, move: Shift) -> Refusal | None:
    """Why this die may not go to the field; None if it may."""
    lies = position.fields[move.die]
    die, source, at = ROMAN[move.die], NAMES[lies], NAMES[move.field]
    if move.field == lies:
        return Refusal("same-field", {"die": die, "at": at})
    there = position.die_on(move.field)
    if there is not None:
        return Refusal("occupied", {"die": ROMAN[there], "at": at})
    way = between(lies, move.field)
    if way is None:
        return Refusal("no-line", {"from": source, "at": at})
    number = position.numbers[move.die]
    if not TARGETS[lies][number] >> move.field & 1:
        return Refusal("no-target", {"die": die, "number": number, "at": at})
    for passed in way:
        by = position.die_on(passed)
        if by is not None:
            fields = {"die": ROMAN[by], "by": NAMES[passed], "from": source, "at": at}
            return Refusal("obstructed", fields)
    return None


def _to_face(position: TyrPosition, move: Shift) -> Refusal:
    """Why the new number is not allowed, given that the die may go to the field."""
    die, at, number = ROMAN[move.die], NAMES[move.field], position.numbers[move.die]
    one, other = (position.fields[rest] for rest in OTHERS[move.die])
    if COMPLETING[position.line][one][other] >> move.field & 1:
        return Refusal("wins-unturned", {"die": die, "at": at})
    if not move.face:
        return Refusal("no-new-face", {"die": die, "at": at, "faces": _faces(move.die, number)})
    if move.face not in FACES[move.die]:
        return Refusal("not-its-face", {"die": die, "face": move.face, "faces": _faces(move.die)})
    if move.face == number:
        return Refusal("same-face", {"die": die, "face": move.face})
    pair = position.showing(move.face, move.die)
    fields: Fields = {"face": move.face, "other": ROMAN[pair or 0], "at": at}
    return Refusal("stuck-pasch", fields)
