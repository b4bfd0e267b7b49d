"""The tutorial of Tyr."""

from __future__ import annotations

from games.tyr.help import PLACED
from games.words import N_, Lesson

LESSONS = (
    Lesson(
        key="placing",
        title=N_("Placing the dice"),
        rule=N_(
            "First the three dice are placed, one a turn, on any free field. You choose the number "
            "on top, but no two dice may show the same. Fields are named by row and column."
        ),
        task=N_("You are A. Place the last die, V, in row 2, column 4, with any number."),
        line="4@63=8 3@57=2",
        goal="placed",
        which={"die": "V", "at": "24"},
        answer="5@24=3",
        hint=N_(
            "Row 2, column 4 is the field 24. IV shows 8 and III shows 2; choose something else."
        ),
        praise=N_("All three dice are on the board. From now on they are moved."),
    ),
    Lesson(
        key="moving",
        title=N_("Move, then turn"),
        rule=N_(
            "The number on top names a row and a column. A die that shows 3 goes in a straight "
            "line, diagonally too, to a field in row 3 or column 3. Then you turn it to another "
            "number."
        ),
        task=N_("Die V on 54 shows 3. Move it straight up into row 3, then turn it."),
        position="2 adjacent 2 195,818,543 4 - - - -",
        goal="moved",
        which={"die": "V", "at": "34"},
        answer="5-34=7",
        hint=N_(
            "Straight up it stays in column 4, so it goes to 34. Any new number but 8 will do."
        ),
        praise=N_("Good! The new number says where V can go next time, whoever moves it."),
    ),
    Lesson(
        key="winning",
        title=N_("Winning"),
        rule=N_(
            "You win as soon as the dice are on three neighbouring fields of a row, a column or a "
            "diagonal. The die that wins isn't turned any more."
        ),
        task=N_("Win with die V."),
        position="2 adjacent 2 455,448,323 3 - - - -",
        goal="line",
        answer="5-43",
        hint=N_("III and IV are side by side in row 4. V shows 3: can it get beside them?"),
        praise=N_("Three in line: you have won!"),
    ),
    Lesson(
        key="padlock",
        title=N_("Use a different die"),
        rule=N_(
            "The die that was moved last may not begin the next turn, whoever moved it. In the "
            "picture it has a padlock."
        ),
        task=N_(
            "III could complete the line in row 1, but it has the padlock. Win with another die."
        ),
        position="2 adjacent 1 341,143,132 3 - - - -",
        goal="line",
        answer="5-24",
        hint=N_(
            "IV and III are in column 4, with one field between them. V shows 2 and can get there."
        ),
        praise=N_(
            "Well spotted! After every turn the padlock goes to the die that was moved last."
        ),
    ),
    Lesson(
        key="pasch",
        title=N_("Pasch"),
        rule=N_(
            "Two dice with the same number are a Pasch. If you make one, you must immediately move "
            "the other die too, even if it has the padlock."
        ),
        task=N_("V has the padlock. Turn IV to 8, which V shows, so that you get to move V too."),
        line=PLACED,
        goal="moved",
        which={"die": "V"},
        answer="4-63=8 5-28=7",
        hint=N_(
            "Move IV along row 3 or column 3 and turn it to 8. Then V goes to row 8 or column 8."
        ),
        praise=N_("Two moves in one turn!"),
    ),
    Lesson(
        key="two",
        title=N_("Winning with a Pasch"),
        rule=N_("Each move of a turn can win, so a Pasch lets you win in two steps."),
        task=N_("Move III beside V and make a Pasch with IV. Then win with IV."),
        position="2 adjacent 2 757,125,584 5 - - - -",
        goal="line",
        answer="3-57=5 4-56",
        hint=N_("V is on 58 and IV shows 5. Move III to 57 and turn it to 5; IV then goes to 56."),
        praise=N_("A beautiful combination: you have won!"),
    ),
    Lesson(
        key="three",
        title=N_("Three in one turn"),
        rule=N_(
            "A second Pasch lets you move the third die as well. There are never more than three "
            "moves, because each number is on only two dice."
        ),
        task=N_("The masterpiece: win in three moves, on 91, 82 and 73."),
        position="2 adjacent 2 847,981,522 3 - - - -",
        goal="line",
        answer="5-82=7 3-73=1 4-91",
        hint=N_(
            "Begin with V: move it to 82 and turn it to 7, which III shows. Then III goes to 73."
        ),
        praise=N_("Two Pasches, three dice, one line. You've mastered Tyr!"),
    ),
)
