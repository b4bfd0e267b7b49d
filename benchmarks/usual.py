"""A move in a typical chess bot: python-chess, an ORM commit, `chess.svg` through cairosvg.

It uses nothing of ours except the width of the picture.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import chess
import chess.svg
from sqlalchemy import ForeignKey, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from render.layout import WIDTH


class _Base(DeclarativeBase):
    pass


class _Game(_Base):
    __tablename__ = "game"
    id: Mapped[int] = mapped_column(primary_key=True)
    fen: Mapped[str]
    moves: Mapped[int]


class _Move(_Base):
    __tablename__ = "move"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    san: Mapped[str]
    at: Mapped[datetime]


def drawn(board: chess.Board, width: int = WIDTH) -> bytes:
    """The board as a PNG file, as wide as ours, with the last move marked.

    Raises OSError where the Cairo library is not installed (Debian package: libcairo2).
    """
    import cairosvg  # noqa: PLC0415 - it looks for the library at once

    last = board.move_stack[-1] if board.move_stack else None
    return bytes(cairosvg.svg2png(chess.svg.board(board, lastmove=last, size=width)))


def midgame(plies: int = 40) -> chess.Board:
    """A position from the middle of a random game."""
    for seed in range(100):
        rng, board = Random(seed), chess.Board()
        while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        if len(board.move_stack) == plies and not board.is_game_over():
            return board
    raise AssertionError


class Chain:
    """A game in a SQLite file opened in the usual way, with the same durability as ours. A turn is
    text in and picture out.
    """

    def __init__(self, path: Path) -> None:
        self._engine = create_engine(f"sqlite:///{path}")
        _Base.metadata.create_all(self._engine)
        with Session(self._engine) as session:
            session.add(_Game(id=1, fen=midgame().fen(), moves=0))
            session.commit()
        self._rng = Random(1)

    def next(self) -> str:
        """A legal move of the position, as typed text."""
        with Session(self._engine) as session:
            board = chess.Board(session.get_one(_Game, 1).fen)
        if board.is_game_over():
            raise AssertionError
        safe = [move for move in board.legal_moves if not _ends(board, move)]
        return board.san(self._rng.choice(safe))

    def turn(self, text: str) -> bytes:
        """Plays the move, stores it, and draws the board."""
        with Session(self._engine) as session:
            game = session.get_one(_Game, 1)
            board = chess.Board(game.fen)
            board.push_san(text)
            game.fen, game.moves = board.fen(), game.moves + 1
            session.add(_Move(game_id=1, san=text, at=datetime.now(UTC)))
            session.commit()
        return drawn(board)

    def close(self) -> None:
        """Closes the database."""
        self._engine.dispose()


def _ends(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    try:
        return board.is_game_over()
    finally:
        board.pop()
