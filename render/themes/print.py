"""The theme `print`, for printing on paper: black, white and a few greys. Shapes and letters
distinguish the seats.
"""

from __future__ import annotations

from render.theme import Theme

PRINT = Theme.read(
    "print",
    """
    background #ffffff
    panel #ffffff
    panel.edge #bdbdbd
    ink #000000
    ink.soft #4a4a4a
    accent #111111
    crown #333333

    board #ffffff edge #333333
    line #777777
    line.goal #000000
    coordinate #000000
    coordinate.small #565656
    field #ffffff edge #8a8a8a
    field.alt #f1f1f1
    barred #9a9a9a
    outline #222222

    last #6a6a6a
    from #8f8f8f
    captured #000000
    earlier #9a9a9a
    earlier-from #8f8f8f
    earlier-captured #777777 ink #ffffff
    choice #000000
    picked #000000
    reach #333333
    goal #000000
    danger #2b2b2b

    ground.1 #ffffff
    ground.2 #f1f1f1
    ground.3 #e6e6e6
    ground.4 #f8f8f8
    ground.5 #ebebeb
    ground.6 #fbfbfb
    ground.7 #e0e0e0
    ground.8 #f4f4f4

    castle.1 #e9e9e9
    castle.2 #f4f4f4
    castle.3 #dedede

    katarenga.red #e0e0e0
    katarenga.yellow #ffffff edge #747474
    katarenga.green #f1f1f1
    katarenga.blue #cecece

    seat.white #ffffff edge #000000 side #dddddd
    seat.black #3c3c3c edge #000000 side #777777
    seat.red #8a8a8a edge #000000
    seat.yellow #ffffff edge #000000
    seat.blue #333333 edge #000000
    seat.green #6f6f6f edge #000000
    seat.rose #ffffff edge #000000
    seat.violet #9a9a9a edge #000000
    seat.lightblue #d0d0d0 edge #000000
    seat.darkblue #3a3a3a edge #000000

    die.blue #ffffff edge #000000
    die.red #b5b5b5 edge #000000
    die.black #3a3a3a edge #000000

    stock #c9c9c9
    neutral #9a9a9a

    medal.gold #ffffff edge #000000
    medal.silver #d6d6d6 edge #000000
    medal.bronze #9a9a9a edge #000000
    rise #333333
    fall #8a8a8a
    """,
    shadow=0.0,
    gloss=0.0,
    grey=True,
)
