"""The tutorial of 3Stein."""

from __future__ import annotations

from games.words import N_, Lesson

LESSONS = (
    Lesson(
        key="lord",
        title=N_("The lord"),
        rule=N_(
            "Your lord, with the crown, moves one step to a neighbouring field: one that shares a "
            "whole side with its own. A man that enters a field with an enemy on it captures that "
            "enemy."
        ),
        task=N_("You are Red. Capture the blue squire with your lord."),
        position="La21 Ld43 Ld15,Sa22 2,2,2 1 - 0 = - -",
        goal="captured",
        answer="a21-a22",
        hint=N_("The lord stands in your castle, on a21. The squire is right beside it."),
        praise=N_("Well defended! The lord captures like all your men."),
    ),
    Lesson(
        key="round",
        title=N_("The squire: round the hexagon"),
        rule=N_(
            "A squire, small and with a dot, moves round its hexagon in either direction, as far "
            "as the fields are free."
        ),
        task=N_("Capture the yellow squire on b33 with your squire on b36."),
        position="La21,Sb36 Ld43,Sb33 Ld15,Sb35 2,2,2 1 - 0 = - -",
        goal="captured",
        which={"at": "b33"},
        answer="b36-b33",
        hint=N_(
            "One way is blocked by the blue squire. Go round the other way, through b31 and b32."
        ),
        praise=N_("Round it goes! Nobody stood in the way on that side."),
    ),
    Lesson(
        key="across",
        title=N_("The squire: into the next hexagon"),
        rule=N_(
            "A squire can also take one step across a short side into the next hexagon. Once it "
            "has left your castle, it can't go back in."
        ),
        task=N_("Capture the blue squire on c22."),
        position="La21,Sb24 Ld43 Ld15,Sc22 2,2,2 1 - 0 = - -",
        goal="captured",
        which={"at": "c22"},
        answer="b24-c22",
        hint=N_("Your squire on b24 shares a short side with c22."),
        praise=N_("Good. In one move a squire goes round or across, never both."),
    ),
    Lesson(
        key="promotion",
        title=N_("Squires become knights"),
        rule=N_(
            "The side of the board opposite your castle, drawn in your colour, is your goal line. "
            "A squire that gets there becomes a knight, as long as you have one in reserve."
        ),
        task=N_("Bring your squire to the goal line."),
        position="La21,Sd34 Ld43 Ld15 2,2,2 1 - 0 = - -",
        goal="promoted",
        answer="d34-e22",
        hint=N_(
            "Your goal line is opposite your castle. From d34 it is one step across a short side."
        ),
        praise=N_("A knight! It came from your reserve, where one more is waiting."),
    ),
    Lesson(
        key="line",
        title=N_("The knight: along a line"),
        rule=N_(
            "A knight, with a horse's head, moves like a squire. Or it rides along a dotted line, "
            "any distance. It stays on its side of the line, on fields that have a long side there."
        ),
        task=N_("Ride along the line through row c and capture the yellow squire on c56."),
        position="La21,Nc12 Ld43,Sc56 Ld15 2,2,2 1 - 0 = - -",
        goal="captured",
        answer="c12-c56",
        hint=N_(
            "Your knight stands on c12, at the end of the row, on the same side of the line as c56."
        ),
        praise=N_("Across the whole board in one move! Knights are strong."),
    ),
    Lesson(
        key="passing-by",
        title=N_("The knight: past the tips"),
        rule=N_(
            "Your knight passes by fields that only touch the line with their tip. Men there don't "
            "stop it, and it can't capture them."
        ),
        task=N_("Capture the yellow knight on d33 with your knight on a13."),
        position="La21,Na13,Nb22 Ld43,Nd33 Ld15,Sc32 2,2,2 1 - 0 = - -",
        goal="captured",
        which={"at": "d33"},
        answer="a13-d33",
        hint=N_("Follow the line on your knight's side: b21, b23, c31, c33, d31, d33."),
        praise=N_(
            "Right past b22 and c32. So a man that seems to be in the way may protect nobody."
        ),
    ),
    Lesson(
        key="vassal",
        title=N_("The first lord"),
        rule=N_(
            "If you capture the first lord, its owner becomes your vassal and keeps one knight and "
            "two squires. If there are more, you choose which of them stay."
        ),
        task=N_("Capture Blue's lord, then choose the men that stay."),
        position="La21,Nb21 Ld43 Ld15,Nd14,Nd16,Sc13,Sd12 2,2,2 1 - 0 = - -",
        goal="removed",
        answer="b21-d15 keep:c13,d12,d14",
        hint=N_(
            "Your knight reaches d15 along the line, through c21 and d11. Then keep one blue "
            "knight."
        ),
        praise=N_("Blue is your vassal now, with three men. Nobody has won yet!"),
    ),
    Lesson(
        key="truce",
        title=N_("Conqueror and vassal"),
        rule=N_(
            "Conqueror and vassal may not capture each other's men. But each of them plays alone: "
            "whoever captures the second lord wins, even the vassal."
        ),
        task=N_("You are Blue, Red's vassal. Capture Yellow's lord and win!"),
        position="Lb31,Sd45 Ld43 Nb33 1,2,2 3 1>3 4 = - -",
        goal="lord-captured",
        answer="b33-d43",
        hint=N_(
            "You may not capture Red's lord in your hexagon. Along which line do you get to d43?"
        ),
        praise=N_("The vassal wins! As you see, it pays to play on."),
    ),
)
