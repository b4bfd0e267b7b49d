"""How Trio is played: the help with its pictures, and the tutorial."""

from __future__ import annotations

from games.words import N_, Example, Lesson, Section

HELP = (
    Section(
        N_("The game"),
        N_("White and Black place stones. Three of one colour in line win."),
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

LESSONS = (
    Lesson(
        task=N_("You are White. Bring three stones into line in column a."),
        position="ww-b-b--- 1 - -",
        goal="three",
        answer="a3",
        hint=N_("There are two already."),
        praise=N_("Right: a1, a2 and a3."),
    ),
    Lesson(
        task=N_("Now along row 1."),
        position="w-bw-b--- 1 - -",
        goal="three",
        answer="c1",
        hint=N_("a1 and b1 are yours."),
        praise=N_("Right: a1, b1 and c1."),
    ),
    Lesson(
        task=N_("Now across the board."),
        position="w---w-bb- 1 - -",
        goal="three",
        answer="c3",
        hint=N_("a1 and b2 are yours."),
        praise=N_("Right: a1, b2 and c3."),
    ),
    Lesson(
        task=N_("You have one stone, and may place two."),
        position="w--b--b-- 1 - -",
        goal="three",
        answer="a2 a3",
        hint=N_("The second stone lies beside the first."),
        praise=N_("Right: both at once."),
    ),
)
