"""What Die Drei says, in English."""

from __future__ import annotations

from games.die_drei.help import HELP, LESSONS
from games.words import N_, NN_, Texts

EXAMPLE = "d5"

TEXTS = Texts(
    summary=N_("Three in line with equal gaps, where the colours say how far you reach."),
    seats=(N_("White"), N_("Black")),
    example=EXAMPLE,
    help=HELP,
    lessons=LESSONS,
    parts={
        "place": N_("Place on"),
        "lift": N_("Lift the piece on"),
    },
    words={
        "rank": N_("Rank {rank} from a to h: {a}, {b}, {c}, {d}, {e}, {f}, {g}, {h}."),
        "men": NN_(
            "{seat}: {count} piece on {at}.",
            "{seat}: {count} pieces, in the order of placing on {at}.",
        ),
        "no-men": N_("{seat}: nothing on the board."),
        "left": NN_("{seat} has {count} piece left.", "{seat} has {count} pieces left."),
        "last": N_("The last piece stands on {at}, which is {colour}."),
        "reach": N_("{seat} can place on {at}."),
    },
    terms=(N_("red"), N_("yellow"), N_("green"), N_("blue")),
    refusals={
        "occupied": N_("Piece {number} stands on {at} already."),
        "no-row": N_(
            "{at} is not in the reach of {last}: that square is red, and a piece there reaches "
            "like a rook, along its rank and its file."
        ),
        "no-diagonal": N_(
            "{at} is not in the reach of {last}: that square is yellow, and a piece there reaches "
            "like a bishop, along its diagonals."
        ),
        "no-knight": N_(
            "{at} is not in the reach of {last}: that square is green, and a piece there reaches "
            "like a knight."
        ),
        "no-king": N_(
            "{at} is not in the reach of {last}: that square is blue, and a piece there reaches "
            "like a king, the squares around it."
        ),
        "obstructed": N_("{last} does not reach {at}: there is a piece on {by} between them."),
        "stopped": N_(
            "{last} does not reach {at}: its line ends on {by}, the first {colour} square."
        ),
        "no-reach": N_(
            "A piece on {at} would reach no free square, and your opponent would have no valid "
            "continuation."
        ),
        "dead-end": N_(
            "A piece on {at} would leave your opponent without a valid continuation: after every "
            "answer somebody would be stuck before a win or the 16th piece."
        ),
        "all-placed": N_(
            "All pieces are placed: lift one of yours and say where it goes, as in c2-{at}."
        ),
        "never-relocated": N_("Pieces never move in this match; it has no extended ending."),
        "not-all-placed": NN_(
            "Pieces are relocated only when all 16 are placed; there is {count} now.",
            "Pieces are relocated only when all 16 are placed; there are {count} now.",
        ),
        "nobody-there": N_("There is no piece on {from} to lift."),
        "not-yours": N_("The piece on {from} belongs to your opponent."),
        "same-square": N_("A piece must go to another square than {from}, where it was lifted."),
        "no-answer": N_(
            "With your piece on {at}, your opponent could not relocate any piece. That is allowed "
            "only if it wins."
        ),
    },
    events={
        "placed": N_("{seat} places piece {number} on {at}."),
        "relocated": N_("{seat} relocates piece {number} from {from} to {at}."),
        "die-drei": N_("{seat} has Die Drei on {first}, {middle} and {third}!"),
    },
    results={
        "three": N_("with Die Drei"),
        "all-placed": N_("as all pieces are placed"),
        "repetition": N_("by threefold repetition"),
        "no-move": N_("as no piece can be relocated"),
    },
    phases={
        "placing": N_("Placing"),
        "relocating": N_("Relocating"),
    },
    options={
        "board": N_(
            "Tableaus NW, NE, SW, SE: number, side a or b, quarter turns "
            "(left out: drawn at random)"
        ),
        "extended": N_("What happens when all 16 pieces are placed and nobody has won"),
        "extended=false": N_("A draw if nobody has won after 16 pieces"),
        "extended=true": N_("If nobody has won after 16 pieces, they are relocated"),
    },
)
