"""What Die Drei says, in English."""

from __future__ import annotations

from games.die_drei.help import HELP
from games.die_drei.lessons import LESSONS
from games.words import N_, NN_, Texts

TEXTS = Texts(
    summary=N_("Get three in line with equal gaps. The colours decide where you may place."),
    seats=(N_("White"), N_("Black")),
    help=HELP,
    lessons=LESSONS,
    parts={
        "place": N_("Place on"),
        "lift": N_("Lift the piece on"),
    },
    things={"colour": N_("{colour}")},
    words={
        "rank": N_("Row {rank} from a to h: {a}, {b}, {c}, {d}, {e}, {f}, {g}, {h}."),
        "men": NN_(
            "{seat}: {count} piece on {at}.",
            "{seat}: {count} pieces, in the order of placing: {at}.",
        ),
        "no-men": N_("{seat}: nothing on the board."),
        "left": NN_("{seat} has {count} piece left.", "{seat} has {count} pieces left."),
        "last": N_("The last piece stands on {at}, which is {colour}."),
        "reach": N_("{seat} can place on {at}."),
    },
    printed=("rank",),
    terms=(N_("red"), N_("yellow"), N_("green"), N_("blue")),
    refusals={
        "occupied": N_(
            "You can't place on {at}: piece {number} stands there. Choose a free square."
        ),
        "no-row": N_(
            "{at} is not within reach of {last}, because {last} is red: a piece there reaches like "
            "a rook, along its row and its column, up to the first red square."
        ),
        "no-diagonal": N_(
            "{at} is not within reach of {last}, because {last} is yellow: a piece there reaches "
            "like a bishop, along its diagonals, up to the first yellow square."
        ),
        "no-knight": N_(
            "{at} is not within reach of {last}, because {last} is green: a piece there reaches "
            "like a knight, two squares straight on and one to the side."
        ),
        "no-king": N_(
            "{at} is not within reach of {last}, because {last} is blue: a piece there reaches "
            "like a king, to the squares around it."
        ),
        "obstructed": N_(
            "{at} is not within reach of {last}: the piece on {by} is in the way. A line ends "
            "before any piece."
        ),
        "stopped": N_(
            "{at} is not within reach of {last}: the line ends on {by}, the first {colour} square."
        ),
        "no-reach": N_(
            "You can't place on {at}: your opponent would have no valid continuation, since no "
            "free square would be in reach."
        ),
        "dead-end": N_(
            "You can't place on {at}: your opponent would have no valid continuation. After every "
            "answer somebody would get stuck before a win or the 16th piece."
        ),
        "all-placed": N_(
            "All pieces are placed, so you can't place another one. Lift one of yours and say "
            "where it goes, as in c2-{at}."
        ),
        "never-relocated": N_(
            "You can't relocate pieces in this match: it has no alternative ending. Place a "
            "piece, as in d5."
        ),
        "not-all-placed": NN_(
            "You can't relocate pieces until all 16 are placed; there is {count} now. Place a "
            "piece, as in d5.",
            "You can't relocate pieces until all 16 are placed; there are {count} now. Place "
            "a piece, as in d5.",
        ),
        "nobody-there": N_("There is no piece on {from}. Lift one of your own."),
        "not-yours": N_("The piece on {from} is your opponent's. Lift one of your own."),
        "same-square": N_(
            "A piece can't go back to {from}, the square it was lifted from. Choose another one "
            "in reach."
        ),
        "no-answer": N_(
            "You can't place on {at}: your opponent then couldn't relocate any piece. That is "
            "allowed only if you win."
        ),
    },
    events={
        "placed": N_("{seat} places piece {number} on {at}."),
        "relocated": N_("{seat} relocates piece {number} from {from} to {at}."),
        "die-drei": N_("{seat} has Die Drei on {first}, {middle} and {third}!"),
    },
    results={
        "three": N_("with Die Drei"),
        "all-placed": N_("because all pieces are placed"),
        "repetition": N_("by threefold repetition"),
        "no-move": N_("because no piece can be relocated"),
    },
    questions={
        "placing": N_("On which square do you want to place your next piece?"),
        "relocating": N_("Which of your pieces do you want to relocate, and where to?"),
    },
    phases={
        "relocating": N_("Relocating"),
    },
    options={
        "board": N_(
            "Tableaus NW, NE, SW, SE: number, side a or b, quarter turns (default: drawn at random)"
        ),
        "extended": N_("What happens when all 16 pieces are placed and nobody has won"),
        "extended=false": N_("Draw if nobody has won after 16 pieces"),
        "extended=true": N_(
            "Alternative ending: if nobody has won after 16 pieces, they are relocated"
        ),
    },
)
