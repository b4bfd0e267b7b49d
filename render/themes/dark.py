"""The theme `dark`, for dark rooms."""

from __future__ import annotations

from render.theme import Theme

DARK = Theme.read(
    "dark",
    """
    background #1c1e23
    panel #2a2d34
    panel.edge #3c4049
    ink #f1eee8
    ink.soft #a9a59d
    accent #ff922b
    crown #ffc933

    board #4b443b edge #2a2520
    line #a59880
    line.goal #ff9d5c
    coordinate #e2d8c4
    coordinate.small #d6ccba
    field #5a5248 edge #332e28
    field.alt #4a433a
    barred #322d27
    outline #d3c7b0

    last #ffb733
    from #c89a4e
    captured #ff5d6c
    earlier #c9a25a
    earlier-from #c89a4e
    earlier-captured #c9727c
    choice #5db4ff
    picked #5db4ff
    reach #6fd68b
    goal #45cfe0
    danger #ff6b6b

    ground.1 #5d4c3a
    ground.2 #47573d
    ground.3 #3b525e
    ground.4 #5f4345
    ground.5 #4e4562
    ground.6 #5c5732
    ground.7 #36574d
    ground.8 #504d48

    castle.1 #6b3c3d
    castle.2 #72602d
    castle.3 #36516c

    katarenga.red #904943 edge #e3b6b0
    katarenga.yellow #a78e51 edge #3b3013
    katarenga.green #5d7f66 edge #cfe3d3
    katarenga.blue #345b86 edge #b4cdea

    seat.white #f6f1e4 edge #2a2622 side #b9b09c
    seat.black #24221f edge #8f8778 side #0f0e0d
    seat.red #d33a14 edge #4a100d
    seat.yellow #ffd552 edge #4f3a05
    seat.blue #4e85e0 edge #0e2c52
    seat.green #32a04d
    seat.rose #f083a6
    seat.violet #a46fe9
    seat.lightblue #82d4fd
    seat.darkblue #3052a4 edge #a9bdf0

    die.blue #2f6fd0
    die.red #d3380f
    die.black #232326 edge #9a9aa2

    stock #948b7b
    neutral #a39b8e

    medal.gold #ffc933 edge #6b4f00
    medal.silver #c6ccd5 edge #565c66
    medal.bronze #d3915a edge #5e3413
    rise #6fd68b
    fall #ff7b7b
    """,
    shadow=0.45,
    gloss=0.16,
)
