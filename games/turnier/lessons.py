"""The tutorial of Turnier."""

from __future__ import annotations

from games.turnier.help import fight
from games.words import N_, Lesson

LESSONS = (
    Lesson(
        task=N_("You are Rose. Move the fighter on b1 to f5 in a single move."),
        position=fight("b1,b2,d4/c3,e5,f8"),
        goal="moved",
        which={"from": "b1", "at": "f5"},
        answer="b1-f5",
        hint=N_(
            "Jump over b2 to b3, then turn and jump over c3, and so on. You can jump over friends "
            "and enemies alike. Type only the first and the last point."
        ),
        praise=N_("Right: four jumps, one move. The fighters you jumped over stay."),
    ),
    Lesson(
        task=N_("Capture the violet fighter on e4."),
        position=fight("b7,d3,f4/a2,c5,e4,e7"),
        goal="captured",
        which={"at": "e4"},
        answer="d3-d4",
        hint=N_(
            "Your fighter on f4 stands on one side of it. Where must another one go to have the "
            "enemy between the two?"
        ),
        praise=N_("Right: from d4, with f4 straight behind the enemy."),
    ),
    Lesson(
        task=N_("Violet has two fighters left. Capture both with one move and win."),
        position=fight("b7,c3,f3/g4,h3"),
        goal="last-standing",
        answer="f3-g3",
        hint=N_(
            "You can also capture an enemy against the edge. Board 5 ends above g4, and there is "
            "a notch to the right of h3."
        ),
        praise=N_(
            "Right: you needed no fighter behind them. Wherever the ground ends, there is an edge."
        ),
    ),
    Lesson(
        task=N_("Three enemies are left. Capture all of them in one turn, one after the other."),
        position=fight("b2,d4,e1/a3,a5,c4"),
        goal="last-standing",
        answer="b2-b3 b3-b4 b4-b5",
        hint=N_(
            "Begin with a3, which stands at the rim: which point is on its other side? Then the "
            "same fighter goes on as long as it captures each time."
        ),
        praise=N_(
            "Right: a3 against the rim, c4 against d4, a5 against the rim. You are the last one "
            "standing!"
        ),
    ),
    Lesson(
        task=N_(
            "Violet threatens to step to d5 and capture the fighter on c5 and its flag. Move the "
            "flag to a fighter that is safe."
        ),
        position=fight("c5*,d6,e5/b5,d4,f5", "2,3"),
        goal="flag-moved",
        which={"at": "d6"},
        answer="flag:c5-d6",
        hint=N_(
            "You may move a flag to another of your fighters on the same board, and it is free. "
            "But e5 would be no safer: there is an enemy behind it too."
        ),
        praise=N_("Right: there is no fighter behind d6. And you can still move a fighter."),
    ),
    Lesson(
        task=N_(
            "Two of your flags stand. Clear another board, plant the third flag there and win."
        ),
        position=fight("a1*,b4,c8*,e2/a5,d3,h2", "1,3"),
        goal="fields-held",
        answer="b4-b5 flag:b5",
        hint=N_(
            "Violet has a single fighter on board 3: a5, at the rim. Capture it with a move that "
            "ends on board 3. Then you hold that board."
        ),
        praise=N_("Three flags stand: you have won!"),
    ),
)
