"""The tutorial of Attangle."""

from __future__ import annotations

from games.words import N_, Lesson

LESSONS = (
    Lesson(
        key="placing",
        title=N_("Placing"),
        rule=N_(
            "Of your 18 pieces, 17 are left in stock. On your turn you may place one on any free "
            "point except the barred centre. The rows have letters; the points of a row are "
            "counted from the left."
        ),
        task=N_("You are White. Place a piece on e2."),
        position="w:c3,b:d5 17 17 1 -",
        goal="placed",
        which={"at": "e2"},
        answer="e2",
        hint=N_("Row e is the one above the centre. Count its points from the left: e1, e2."),
        praise=N_(
            "That's it. You and your opponent take turns like this until there is something to "
            "capture."
        ),
    ),
    Lesson(
        key="capturing",
        title=N_("Capturing"),
        rule=N_(
            "Instead of placing, you may capture, always with two pieces: they move in straight "
            "lines, from two different directions, and land together on an enemy piece."
        ),
        task=N_("Capture the black piece."),
        position="w:b2,w:e2,b:c3 16 17 1 -",
        goal="captured",
        answer="b2,e2-c3",
        hint=N_(
            "Both of your pieces have a straight line to c3: one from close by, one from farther "
            "away."
        ),
        praise=N_(
            "Got it! The black piece stays underneath, one of yours is on top, and the other is "
            "back in your stock. A stack of two like this is a double."
        ),
    ),
    Lesson(
        key="free-way",
        title=N_("The way must be clear"),
        rule=N_(
            "Your pieces can't jump: any piece in the way stops them. So two pieces one behind the "
            "other never capture together."
        ),
        task=N_("Capture the black piece with two of yours whose way is clear."),
        position="w:e5,w:e6,w:b1,b:e3 15 17 1 -",
        goal="captured",
        answer="b1,e5-e3",
        hint=N_("e5 is in the way of e6. Which piece comes from the other side?"),
        praise=N_("Exactly. One came along the row, the other along a diagonal."),
    ),
    Lesson(
        key="centre",
        title=N_("Over the centre"),
        rule=N_(
            "No piece may stand on the centre, but pieces may pass over it. Left and right are two "
            "different directions."
        ),
        task=N_("Capture the black piece. One of yours has to pass over the centre."),
        position="w:d1,w:d7,b:d5 16 17 1 -",
        goal="captured",
        answer="d1,d7-d5",
        hint=N_("Look along the middle row."),
        praise=N_("Nicely done: from the left across the centre, and from the right."),
    ),
    Lesson(
        key="triple",
        title=N_("A triple"),
        rule=N_(
            "Two singles may also capture a double. That makes a triple, and only triples "
            "count. A triple is safe: nobody can capture it, and it never moves."
        ),
        task=N_("Capture the black double."),
        position="w:b1,w:e6,wb:e3 15 17 1 -",
        goal="built-triple",
        answer="b1,e6-e3",
        hint=N_("The double stands on e3, with Black's colour on top."),
        praise=N_("Your first triple! Nobody can take it from you any more."),
    ),
    Lesson(
        key="own-double",
        title=N_("A double that captures"),
        rule=N_(
            "A double may capture too, together with a single. Then the victim must be a single: "
            "no stack gets higher than three."
        ),
        task=N_("Build a triple with your own double."),
        position="bw:b3,w:e1,b:e5 16 16 1 -",
        goal="built-triple",
        answer="b3,e1-e5",
        hint=N_("Your double stands on b3. With which piece can it capture on e5?"),
        praise=N_("Another triple. The single went back to your stock."),
    ),
    Lesson(
        key="winning",
        title=N_("Winning"),
        rule=N_("The player who builds the third triple of their colour wins immediately."),
        task=N_("You have two triples already. Win!"),
        position="bbw:b4,wbw:f2,wb:d3,w:b1,w:d5,b:f4,b:e5 12 11 1 -",
        goal="third-triple",
        answer="b1,d5-d3",
        hint=N_("It takes two singles and a double: Black's double stands on d3."),
        praise=N_("The third triple: you have won!"),
    ),
)
