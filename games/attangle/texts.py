"""What Attangle says, in English."""

from __future__ import annotations

from games.attangle.help import HELP
from games.attangle.lessons import LESSONS
from games.words import N_, NN_, Texts

TEXTS = Texts(
    summary=N_("Surround and stack: build three triples before your opponent does."),
    seats=(N_("White"), N_("Black")),
    help=HELP,
    lessons=LESSONS,
    parts={
        "place": N_("Place on"),
        "attacker": N_("Capture with"),
        "second-attacker": N_("Together with"),
        "target": N_("Capture on"),
    },
    questions={
        "play": N_("Where do you want to place a piece, or capture with two of yours?"),
        "play:place": N_("On which point do you want to place a piece?"),
        "play:attacker": N_("Which two pieces do you want to capture with, and where?"),
    },
    words={
        "singles": NN_("{seat}: {count} single on {at}.", "{seat}: {count} singles on {at}."),
        "doubles": NN_("{seat}: {count} double on {at}.", "{seat}: {count} doubles on {at}."),
        "triples": NN_("{seat}: {count} triple on {at}.", "{seat}: {count} triples on {at}."),
        "no-men": N_("{seat}: nothing on the board."),
        "stock": NN_("{seat} has {count} piece in stock.", "{seat} has {count} pieces in stock."),
    },
    refusals={
        "centre": N_(
            "No piece may stand on {at}, the centre; pieces only pass over it. Choose another "
            "point."
        ),
        "occupied": N_(
            "You can't place on {at}: there is a piece there already. Place on a free point; to "
            "capture, type two of your pieces and the target, as in b2,e2-c3."
        ),
        "empty-stock": N_("You can't place: your stock is empty, so you must capture."),
        "one-attacker": N_(
            "{from} can't capture alone: it takes two of your pieces. Type both, and then the "
            "target, for example: {example}"
        ),
        "no-capture": N_(
            "{from} can't capture alone: it takes two of your pieces, typed as in b2,e2-c3. No "
            "capture is possible now. You can place a piece, for example: {example}"
        ),
        "same-attacker": N_(
            "It takes two different pieces to capture, but you named {from} twice. Name a second "
            "attacker."
        ),
        "nobody-there": N_("There is no piece on {from}. Capture with two of your own pieces."),
        "not-yours": N_("The piece on {from} is your opponent's. Capture with two of your own."),
        "stack-not-yours": N_(
            "The stack on {from} is your opponent's: the top piece decides. Capture with two of "
            "your own."
        ),
        "triple-attacks": N_(
            "The triple on {from} can't capture: triples never move. Capture with singles, or "
            "with a single and a double."
        ),
        "triple-captured": N_(
            "You can't capture the triple on {at}: triples are safe. Only singles and doubles can "
            "be captured."
        ),
        "nothing-to-capture": N_(
            "There is nothing to capture on {at}, and pieces move only to capture. Name an enemy "
            "single or double as the target."
        ),
        "own-target": N_(
            "The piece on {at} is your own. Only enemy singles and doubles can be captured."
        ),
        "own-stack": N_(
            "The stack on {at} is your own. Only enemy singles and doubles can be captured."
        ),
        "no-line": N_(
            "There is no straight line from {from} to {at}. Attackers move along the row or a "
            "diagonal."
        ),
        "same-direction": N_(
            "{from} and {with} would come to {at} from the same direction. The attackers must "
            "come from two different ones."
        ),
        "obstructed": N_(
            "The piece on {from} can't move to {at}: the piece on {by} is in the way, and there "
            "is no jumping."
        ),
        "two-doubles": N_(
            "{from} and {with} are both doubles. A double captures only together with a single."
        ),
        "too-high": N_(
            "{from} and {at} are both doubles, and the stack would be too high. Capture a double "
            "with two singles."
        ),
    },
    events={
        "placed": N_("{seat} places a piece on {at}."),
        "captured": N_("{seat} captures on {at} with {from} and {with}: a double."),
        "built-triple": N_("{seat} captures on {at} with {from} and {with}: a triple!"),
    },
    results={
        "third-triple": N_("with the third triple"),
        "no-move": N_("because the opponent has no legal move"),
    },
)
