"""The tutorial of Die Drei."""

from __future__ import annotations

from games.die_drei.help import BOARD
from games.words import N_, Lesson

LESSONS = (
    Lesson(
        key="red",
        title=N_("Red reaches like a rook"),
        rule=N_(
            "The square under your opponent's last piece says where you may place. From red you go "
            "along the row or the column, up to the first red square and onto it, but never past a "
            "piece."
        ),
        task=N_(
            "You are Black. White stands on red e4. Place in column e, as far from e4 as you can."
        ),
        line="e4",
        options=BOARD,
        goal="placed",
        which={"at": "e8"},
        answer="e8",
        hint=N_("Follow column e through e5 and e6 to the first red square."),
        praise=N_("All the way to the edge! e8 is red, so the reach would have ended here anyway."),
    ),
    Lesson(
        key="yellow",
        title=N_("Yellow reaches like a bishop"),
        rule=N_(
            "From yellow you go along the diagonals, up to the first yellow square and onto it."
        ),
        task=N_(
            "White stands on yellow e5. Place on the diagonal through d6, as far away as you can."
        ),
        line="e5",
        options=BOARD,
        goal="placed",
        which={"at": "b8"},
        answer="b8",
        hint=N_("The diagonal runs from e5 through d6 and c7."),
        praise=N_("Well done! Towards a1 it would have ended on d4, which is yellow too."),
    ),
    Lesson(
        key="green",
        title=N_("Green reaches like a knight"),
        rule=N_(
            "From green you go like a knight in chess: two squares straight on and one to the "
            "side. Pieces on the way don't matter."
        ),
        task=N_("White stands on green f4. Place on the yellow square."),
        line="f4",
        options=BOARD,
        goal="placed",
        which={"at": "d5"},
        answer="d5",
        hint=N_("The picture marks where you may place. Only one of these squares is yellow."),
        praise=N_("Good! Now your yellow square sends White along the diagonals."),
    ),
    Lesson(
        key="blue",
        title=N_("Blue reaches like a king"),
        rule=N_("From blue you go to one of the eight squares around it."),
        task=N_("White stands on blue e6. Place on the green square."),
        line="e6",
        options=BOARD,
        goal="placed",
        which={"at": "e7"},
        answer="e7",
        hint=N_("It is right beside e6, towards e8."),
        praise=N_("Now you know all four colours."),
    ),
    Lesson(
        key="three",
        title=N_("Die Drei"),
        rule=N_(
            "Three of your own pieces in a row, a column or a diagonal win, if the middle one is "
            "exactly halfway between the others. They need not be neighbours."
        ),
        task=N_("You are White, on g1 and g5. Win!"),
        line="g1 e3 g5 h4",
        options=BOARD,
        goal="die-drei",
        answer="g3",
        hint=N_("Which square is exactly halfway between g1 and g5?"),
        praise=N_("That's Die Drei: g1, g3 and g5, with equal gaps."),
    ),
    Lesson(
        key="between",
        title=N_("What stands between"),
        rule=N_("The squares between your three may be empty or occupied, by either player."),
        task=N_("You are White, on d5 and f5. Win despite the black piece in row 5."),
        line="f5 c5 d5 c6",
        options=BOARD,
        goal="die-drei",
        answer="b5",
        hint=N_("d5 is two squares from f5. Go two more to the left."),
        praise=N_("You've won again! The black piece on c5 doesn't help Black at all."),
    ),
    Lesson(
        key="steering",
        title=N_("Send them where it's safe"),
        rule=N_(
            "With your piece you decide where your opponent may place next. So a threat is only "
            "dangerous if you let them reach it."
        ),
        task=N_("You are Black. White could win on a2, d3 and g2. Don't let White reach them."),
        line="e2 d2 b1 b2 c2",
        options=BOARD,
        goal="placed",
        which={"at": "c5"},
        answer="c5",
        hint=N_(
            "You may choose green c3, blue c4 or red c5. From which of them can White reach none "
            "of the three?"
        ),
        praise=N_(
            "Clever! From c3 White would reach a2, and from c4, d3. From c5 White reaches none of "
            "the three."
        ),
    ),
)
