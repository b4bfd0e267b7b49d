"""The tutorial of Trio."""

from __future__ import annotations

from games.words import N_, Lesson

LESSONS = (
    Lesson(
        key="column",
        title=N_("Columns"),
        rule=N_("Three stones in a column win."),
        task=N_("You are White. Bring three stones into line in column a."),
        position="ww-b-b--- 1 - -",
        goal="three",
        answer="a3",
        hint=N_("There are two already."),
        praise=N_("Right: a1, a2 and a3."),
    ),
    Lesson(
        key="row",
        title=N_("Rows"),
        rule=N_("Three stones in a row win."),
        task=N_("Now along row 1."),
        position="w-bw-b--- 1 - -",
        goal="three",
        answer="c1",
        hint=N_("a1 and b1 are yours."),
        praise=N_("Right: a1, b1 and c1."),
    ),
    Lesson(
        key="diagonal",
        title=N_("Diagonals"),
        rule=N_("Three stones on a diagonal win."),
        task=N_("Now across the board."),
        position="w---w-bb- 1 - -",
        goal="three",
        answer="c3",
        hint=N_("a1 and b2 are yours."),
        praise=N_("Right: a1, b2 and c3."),
    ),
    Lesson(
        key="two",
        title=N_("Two stones"),
        rule=N_("A second stone may lie beside the first."),
        task=N_("You have one stone, and may place two."),
        position="w--b--b-- 1 - -",
        goal="three",
        answer="a2 a3",
        hint=N_("The second stone lies beside the first."),
        praise=N_("Right: both at once."),
    ),
)
