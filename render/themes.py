"""The themes: a colour for each role.

Colour-blind people can tell the seats apart, too (`tests/render/test_colour_blindness.py`). Shapes
and letters also tell them apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.theme import Theme, rgb


def _theme(name: str, colours: str, shadow: float, gloss: float) -> Theme:
    """A theme from lines such as `role #rrggbb`, optionally with ` edge #rrggbb` and ` side …`."""
    table = {}
    for line in filter(None, map(str.split, colours.splitlines())):
        role, colour, *derived = line
        table[role] = rgb(colour)
        for kind, other in zip(derived[::2], derived[1::2], strict=True):
            table[f"{role}.{kind}"] = rgb(other)
    return Theme(name, MappingProxyType(table), shadow, gloss)


LIGHT = _theme(
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
    coordinate.small #95896f
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
"""The default."""

DARK = _theme(
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
    coordinate.small #aca190
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
"""Dark, for dark rooms."""

WOOD = _theme(
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
    coordinate.small #7b5c38
    field #dfb683 edge #8a5f33
    field.alt #d2a36c
    barred #8d6238
    outline #4a2d14

    last #ffdf2e
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
"""Maple, oak and walnut."""

PRINT = _theme(
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
    coordinate.small #949494
    field #ffffff edge #8a8a8a
    field.alt #f1f1f1
    barred #9a9a9a
    outline #222222

    last #6a6a6a
    from #8f8f8f
    captured #000000
    earlier #9a9a9a
    earlier-from #8f8f8f
    earlier-captured #777777
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
)
"""For printing on paper: black, white and a few greys. Shapes and letters tell seats apart."""

COLOUR_BLIND = _theme(
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
    coordinate.small #8b8f93
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
"""Colours that also differ in brightness, after the palette of Okabe and Ito, on grey."""

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (LIGHT, DARK, WOOD, PRINT, COLOUR_BLIND)}
)
"""The themes by name. The default is `light`."""
