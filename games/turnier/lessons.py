"""The tutorial of Turnier."""

from __future__ import annotations

from games.turnier.help import fight
from games.words import N_, Lesson

LESSONS = (
    Lesson(
        task=N_("You are Rose. Bring the fighter on b1 to f5, in a single move."),
        position=fight("b1,b2,d4/c3,e5,f8"),
        goal="moved",
        which={"from": "b1", "at": "f5"},
        answer="b1-f5",
        hint=N_(
            "Jump over b2 to b3, then round the corner over c3, and so on. Friends and enemies "
            "serve alike. You name only the first and the last point."
        ),
        praise=N_("Right: four jumps, one move. All whom you jumped over stay."),
    ),
    Lesson(
        task=N_("Capture the violet fighter on e4."),
        position=fight("b7,d3,f4/a2,c5,e4,e7"),
        goal="captured",
        which={"at": "e4"},
        answer="d3-d4",
        hint=N_(
            "Your fighter on f4 stands on one side of it. Where must another one go, so that the "
            "enemy is between the two?"
        ),
        praise=N_("Right: from d4, with f4 straight behind the enemy."),
    ),
    Lesson(
        task=N_("Violet has two fighters left. Capture both with one move, and win."),
        position=fight("b7,c3,f3/g4,h3"),
        goal="last-standing",
        answer="f3-g3",
        hint=N_(
            "An enemy is caught against the edge, too. Board 5 ends above g4, and there is a notch "
            "to the right of h3."
        ),
        praise=N_("Right: you needed nobody behind them. Wherever the ground ends is an edge."),
    ),
    Lesson(
        task=N_("Three enemies are left. Capture them all in one turn, one after the other."),
        position=fight("b2,d4,e1/a3,a5,c4"),
        goal="last-standing",
        answer="b2-b3 b3-b4 b4-b5",
        hint=N_(
            "Begin with a3, which stands at the rim: which point is on its other side? Then the "
            "same fighter goes on, as long as it captures each time."
        ),
        praise=N_("Right: a3 at the rim, c4 against d4, a5 at the rim. The last one standing!"),
    ),
    Lesson(
        task=N_(
            "Violet threatens to step to d5 and to capture c5 with its flag. Move the flag to a "
            "fighter that is safe."
        ),
        position=fight("c5*,d6,e5/b5,d4,f5", "2,3"),
        goal="flag-moved",
        which={"at": "d6"},
        answer="flag:c5-d6",
        hint=N_(
            "A flag moves to another fighter of yours on the same board, free of charge. But on "
            "e5 it would be no safer: there is an enemy behind it as well."
        ),
        praise=N_("Right: nobody stands behind d6. And you still have the move of a fighter."),
    ),
    Lesson(
        task=N_("Two of your flags stand. Clear another board, plant the third one, and win."),
        position=fight("a1*,b4,c8*,e2/a5,d3,h2", "1,3"),
        goal="fields-held",
        answer="b4-b5 flag:b5",
        hint=N_(
            "Violet stands on board 3 with a single fighter, a5, at the rim. Capture it with a "
            "move that ends on board 3: then you hold that board."
        ),
        praise=N_("Three flags stand: you have won!"),
    ),
)
