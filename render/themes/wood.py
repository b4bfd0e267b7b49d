"""The theme `wood`: maple, oak and walnut."""

from __future__ import annotations

from render.theme import Theme

WOOD = Theme.read(
    "wood",
    """
    background #efe2cc
    panel #fbf4e6
    panel.edge #d3b991
    ink #38230f
    ink.soft #74593a
    accent #a8330a
    crown #c98a00

    board #c8935a edge #6f4722
    line #5b3a1c
    line.goal #8c2408
    coordinate #38200c
    coordinate.small #4e3517
    field #dfb683 edge #8a5f33
    field.alt #d2a36c
    barred #8d6238
    outline #4a2d14

    last #ffdf2e edge #4a2d14
    from #fff0a8
    captured #c4162f
    earlier #f2c94a
    earlier-from #fff0a8
    earlier-captured #a34450
    choice #0f5fae
    picked #0f5fae
    reach #12703a
    goal #7a1a78
    danger #c92a2a

    ground.1 #dcb184
    ground.2 #c5b27b
    ground.3 #b6b5a0
    ground.4 #d79c80
    ground.5 #bda18f
    ground.6 #e2c581
    ground.7 #a9b892
    ground.8 #cbb59a

    castle.1 #cf8a6a
    castle.2 #e3c774
    castle.3 #a9b3b4

    katarenga.red #d08572
    katarenga.yellow #f8d791 edge #6b5d3e
    katarenga.green #a9c69f
    katarenga.blue #73a7cd

    seat.white #f8ecd2 edge #6b4a26 side #cdb183
    seat.black #38220f edge #120a04 side #5a3c20
    seat.red #b32a20
    seat.yellow #fbe160 edge #664807
    seat.blue #1f5a9c
    seat.green #1f6a3a
    seat.rose #ee90a5
    seat.violet #8349b5
    seat.lightblue #7dcef9
    seat.darkblue #162b5f

    die.blue #1f5798
    die.red #b02a20
    die.black #281e16

    stock #a58c6b
    neutral #a08c70

    medal.gold #e3ac1c
    medal.silver #c9c6bf
    medal.bronze #b0703a
    rise #12703a
    fall #b3262a
    """,
    shadow=0.4,
    gloss=0.24,
)
