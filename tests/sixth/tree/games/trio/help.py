"""How Trio is played: the help with its pictures."""

from __future__ import annotations

from games.words import N_, Example, Section

HELP = (
    Section(
        N_("In short"),
        N_(
            "**Goal:** Three of one colour in line win.\n\n"
            "**Your turn:** Place a stone on a free field, and perhaps a second one beside it.\n\n"
            "**The end:** Three in line, or a full board: then nobody has won.\n\n"
            "**To type:** the field. In the picture White has played `a3`."
        ),
        (Example(N_("White has three in line."), position="ww-bb---- 1 - -", line="a3"),),
    ),
    Section(
        N_("The board"),
        N_("Nine fields, `a1` to `c3`, all free at first. White begins."),
        (Example(N_("The empty board."), line=""),),
    ),
    Section(
        N_("Your turn"),
        N_("Place a stone on a free field, and perhaps a second one beside it: `b2`, `b3`."),
        (Example(N_("White has placed two stones."), line="b2 b3"),),
    ),
    Section(
        N_("One stone only"),
        N_("Type `end` if you don't want the second stone, or a full stop behind the first."),
        (Example(N_("White has done without a second stone."), line="b2 end"),),
    ),
    Section(
        N_("Beside each other"),
        N_("Fields are beside each other if they share a side. Corners don't count."),
    ),
    Section(
        N_("The end"),
        N_("Whoever has three in line has won. If the board is full before, nobody has."),
    ),
)
