"""The theme `colour-blind`: colours that also differ in brightness, after the palette of Okabe and
Ito, on grey.
"""

from __future__ import annotations

from render.theme import Theme

COLOUR_BLIND = Theme.read(
    "colour-blind",
    """
    background #f2f3f4
    panel #ffffff
    panel.edge #d5d9dd
    ink #1f2328
    ink.soft #5b636b
    accent #a34a00
    crown #e6a700

    board #dfe3e6 edge #7d868e
    line #69727a
    line.goal #000000
    coordinate #343a40
    coordinate.small #565b60
    field #eff1f2 edge #9aa3ab
    field.alt #dce1e4
    barred #9aa3ab
    outline #343a40

    last #e69f00
    from #e8bc5c
    captured #c23b00
    earlier #a58a4a
    earlier-from #e8bc5c
    earlier-captured #ad6a4c
    choice #0060a8
    picked #0060a8
    reach #006b52
    goal #5b2a86
    danger #c23b00

    ground.1 #f0e6d2
    ground.2 #d3dfe8
    ground.3 #e9e9e9
    ground.4 #dcd3e2
    ground.5 #cfdfd8
    ground.6 #f2efc9
    ground.7 #d6d6d6
    ground.8 #eaddd6

    castle.1 #eed2c4
    castle.2 #faf3c2
    castle.3 #c3dcee

    katarenga.red #cf886d
    katarenga.yellow #f9f1b3 edge #706c51
    katarenga.green #acdbca
    katarenga.blue #8daed1

    seat.white #ffffff edge #4c545c side #c9ced3
    seat.black #26292c edge #000000 side #555b61
    seat.red #c64a00
    seat.yellow #e1ea53 edge #6b5e00
    seat.blue #0064a6
    seat.green #00775a
    seat.rose #f7b6c3
    seat.violet #924593
    seat.lightblue #35b1fb
    seat.darkblue #0c1a42

    die.blue #0072b2
    die.red #e0702a
    die.black #1f2225

    stock #a9b0b6
    neutral #8f979e

    medal.gold #f0c22b
    medal.silver #b9c0c6
    medal.bronze #a9673f
    rise #0060a8
    fall #c64a00
    """,
    shadow=0.28,
    gloss=0.14,
)
