"""The theme `light`, which is the default."""

from __future__ import annotations

from render.theme import Theme

LIGHT = Theme.read(
    "light",
    """
    background #f4f1ea
    panel #fffdf9
    panel.edge #ddd6c8
    ink #2b2926
    ink.soft #6f6960
    accent #c9420c
    crown #e0a100

    board #e9dcc0 edge #a98a5c
    line #7a6849
    line.goal #b8430f
    coordinate #54482f
    coordinate.small #6b5f45
    field #f3ead6 edge #b59f78
    field.alt #e2d2b0
    barred #b7a27c
    outline #5c4c33

    last #f08c00
    from #f2b45c
    captured #d6293e
    earlier #b98a3e
    earlier-from #f2b45c
    earlier-captured #b8606a
    choice #1971c2
    picked #1971c2
    reach #2b8a3e
    goal #86198f
    danger #e03131

    ground.1 #efdcc0
    ground.2 #d5e3c4
    ground.3 #cfe0e8
    ground.4 #ead0cf
    ground.5 #ddd3e8
    ground.6 #f1e7a9
    ground.7 #c6e2d8
    ground.8 #dcd6cc

    castle.1 #f1c7be
    castle.2 #f6e6ad
    castle.3 #c3d9ee

    katarenga.red #ec968c
    katarenga.yellow #ffe49d edge #716445
    katarenga.green #b5dfbc
    katarenga.blue #8cbbe4

    seat.white #fdf9ef edge #7d7466 side #cfc4ae
    seat.black #3a3734 edge #141210 side #57524b
    seat.red #cf3a34
    seat.yellow #fbc93b edge #7d5b06
    seat.blue #2c6fbd
    seat.green #2b8249
    seat.rose #f5739e
    seat.violet #8f56ce
    seat.lightblue #59c3f6
    seat.darkblue #193b79

    die.blue #2a66c0
    die.red #cb3a32
    die.black #3a3a3e

    stock #b9ad98
    neutral #9a9285

    medal.gold #eab308
    medal.silver #b9bfc8
    medal.bronze #c47d43
    rise #2b8a3e
    fall #c9363e
    """,
    shadow=0.3,
    gloss=0.2,
)
