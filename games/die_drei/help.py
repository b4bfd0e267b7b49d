"""How Die Drei is played: the help with its pictures."""

from __future__ import annotations

from games.words import N_, Example, Section

BOARD = {"board": "1a0.2a0.3a0.4a0"}
EXTENDED = {**BOARD, "extended": "true"}
PLACED = "a5 b6 c5 c7 e6 d7 d6 d4 a1 c2 c1 e3 f4 g6 f8 g7"
"""Sixteen pieces. Nobody has won."""

HELP = (
    Section(
        N_("In short"),
        N_(
            "**Goal:** Get *Die Drei*: three of your own pieces in a row, a column or a diagonal, "
            "with equal gaps. What stands between them doesn't matter.\n\n"
            "**Your turn:** White begins on any square. From then on, place a piece on a free "
            "square within reach of your opponent's last piece. The colour below it decides: from "
            "**red** you go like a rook, from **yellow** like a bishop, each up to the first "
            "square of that colour and never past a piece; from **green** like a knight, from "
            "**blue** like a king. The picture marks where you may place.\n\n"
            "**The end:** Die Drei wins immediately. If all 16 pieces are placed without it, the "
            "game is drawn.\n\n"
            "**To type:** the square. In the picture White has played `b5`."
        ),
        (
            Example(
                N_(
                    "White has won with b5, d5 and f5. The black piece between them doesn't matter."
                ),
                line="f5 c5 d5 c6 b5",
                options=BOARD,
            ),
        ),
    ),
    Section(
        N_("The board"),
        N_(
            "Eight by eight squares, as in chess: the columns are `a` to `h` from the left, the "
            "rows 1 to 8 from White's side at the bottom. `a1` is at the bottom left.\n\n"
            "Every square is red, yellow, green or blue. A small chess piece on each square shows "
            "what its colour means: rook, bishop, knight or king. The pieces are numbered in the "
            "order in which they are placed; White has the odd numbers."
        ),
        (Example(N_("One of the 98,304 boards; its code is 1a0.2a0.3a0.4a0."), options=BOARD),),
    ),
    Section(
        N_("The tableaus"),
        N_(
            "The board consists of four tableaus of 4×4 squares, printed on both sides. They lie "
            "in the four quarters in any order, with either side up and turned any way, so nearly "
            "every match has a different board. It is chosen at random when the match is set "
            "up.\n\n"
            "To play on a particular board, use the `board` option: the tableaus in the "
            "north-west, north-east, south-west and south-east, separated by dots. Each has a "
            "number 1 to 4, a side `a` or `b`, and 0 to 3 quarter turns clockwise: "
            "`1a0.2a0.3a0.4a0`. Use each tableau exactly once."
        ),
    ),
    Section(
        N_("Reach"),
        N_(
            "The colour of its square says how far a piece reaches:\n"
            "- **red**, like a rook: along its row and its column, up to the first red square\n"
            "- **yellow**, like a bishop: along its diagonals, up to the first yellow square\n"
            "- **green**, like a knight: two squares straight on and one to the side; it leaps "
            "over other pieces\n"
            "- **blue**, like a king: the eight squares around it\n\n"
            "The first red or yellow square is still in reach; squares beyond it are not. A line "
            "also ends before any piece of either colour. Only free squares count, since nothing "
            "is ever captured."
        ),
        (
            Example(
                N_(
                    "White stands on red e4: Black may place along its row and its column. "
                    "Upwards the reach ends on e8, to the left on a4, because these squares are "
                    "red."
                ),
                line="e4",
                options=BOARD,
            ),
            Example(
                N_(
                    "White stands on yellow e5: the reach follows the diagonals and ends on the "
                    "yellow squares b8 and d4."
                ),
                line="e5",
                options=BOARD,
            ),
            Example(
                N_(
                    "White stands on green f4: Black may place on any of the eight squares a "
                    "knight's move away."
                ),
                line="f4",
                options=BOARD,
            ),
            Example(
                N_("White stands on blue e6: Black may place on any of the squares around it."),
                line="e6",
                options=BOARD,
            ),
            Example(
                N_("Black stands on red d6. To the right a piece is directly in the way."),
                line="e6 d6",
                options=BOARD,
            ),
        ),
    ),
    Section(
        N_("Placing"),
        N_(
            "White puts the first piece on any square. From then on, place a piece on a free "
            "square **within reach of the piece that your opponent placed last**. Type the square: "
            "`d5`. You can't pass.\n\n"
            "The picture marks that last piece and the squares where you may place. Pieces are "
            "never captured, and they don't move while there are pieces left to place."
        ),
        (
            Example(
                N_("Black has answered White's d8 with b7. White places within reach of b7."),
                line="d8 b7",
                options=BOARD,
            ),
        ),
    ),
    Section(
        N_("Die Drei"),
        N_(
            "You win immediately with *Die Drei*: three of your own pieces in one row, column or "
            "diagonal, **the middle one exactly halfway between the other two**.\n\n"
            "They may be neighbours or far apart. The squares between may be empty or occupied by "
            "either player. a1, b1, c1 are Die Drei, and so are a1, c3, e5. a1, d1, e1 are not, "
            "because d1 is not halfway.\n\n"
            "The game is David Parlett's *Troika*, played on the Katarenga board. *Troika* allows "
            "lines at any angle; here the German rules apply."
        ),
        (
            Example(
                N_("White's pieces 1, 3 and 11 stand side by side on a diagonal: d2, e3 and f4."),
                line="d2 e4 f4 d5 a8 a6 c4 c3 e2 d3 e3",
                options=BOARD,
            ),
            Example(
                N_("White has pieces on g1, g3 and g5, with one square between each pair."),
                line="g1 e3 g5 h4 g3",
                options=BOARD,
            ),
        ),
    ),
    Section(
        N_("The continuation"),
        N_(
            "**You may not leave your opponent without a valid continuation.** You may place a "
            "piece only if it wins, if it is the 16th piece, or if your opponent has a legal "
            "placement in answer, by this same rule. In other words: some way to go on, to a win "
            "or to the 16th piece, must remain open.\n\n"
            "So nobody ever gets stuck. The bot looks ahead for you and marks only legal squares."
        ),
        (
            Example(
                N_(
                    "Black may not place on a8, though it is within reach of c7: White could then "
                    "only place on b8, and from b8 there would be no way on."
                ),
                line="a7 c8 c7",
                options=BOARD,
            ),
        ),
    ),
    Section(
        N_("The draw"),
        N_(
            "If all 16 pieces are placed and nobody has Die Drei, the game is drawn. The 16th "
            "piece can still win, like any other.\n\n"
            "Or the match goes on with the alternative ending. You choose that with the `extended` "
            "option when you set up the match."
        ),
        (
            Example(
                N_(
                    "All 16 pieces are placed, and nobody has three in line with equal gaps: a "
                    "draw."
                ),
                line=PLACED,
                options=BOARD,
            ),
        ),
    ),
    Section(
        N_("The alternative ending"),
        N_(
            "With the `extended` option the game goes on with White after the 16th piece. On your "
            "turn, lift one of your own pieces and place it on another free square within reach of "
            "the piece that your opponent placed last: `c2-e7`. The lifted piece is no longer in "
            "the way, so a line may open. It can't go back to the square it came from.\n\n"
            "Die Drei wins as before. Unless your move wins, it must leave your opponent at least "
            "one piece that could be relocated within reach. The rule looks no further ahead.\n\n"
            "The game is drawn if you can't relocate any piece, or if the same position, with the "
            "same last piece, occurs for the third time."
        ),
        (
            Example(
                N_("White has lifted the piece on f8 and placed it on f7, within reach of g7."),
                line=f"{PLACED} f8-f7",
                options=EXTENDED,
            ),
        ),
    ),
    Section(
        N_("Resigning and agreeing to a draw"),
        N_(
            "A player who resigns or runs out of time loses. The players can agree to a draw at "
            "any time; with the alternative ending, matches often end that way."
        ),
    ),
    Section(
        N_("Tips"),
        N_(
            "- Look at the colour before you place: you choose where your opponent may go next. "
            "Blue and green leave little choice; red and yellow leave a lot if lines are open.\n"
            "- A threat only counts if your opponent has to let you reach the winning square. So "
            "first see which colours lead there.\n"
            "- Two pieces in line an even distance apart, such as c1 and e1, threaten the square "
            "halfway between them, d1, and those on either side, a1 and g1.\n"
            "- If you can't occupy a square where your opponent threatens to win, place your piece "
            "so that its reach doesn't include that square."
        ),
    ),
)
