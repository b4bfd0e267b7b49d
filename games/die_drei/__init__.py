"""Die Drei, on the Katarenga board: two seats, three pieces in line with equal gaps."""

from games.die_drei import board, notation, objections, position, rules, scene
from games.die_drei.texts import TEXTS
from games.protocol import Game, Info, Option, always_closes
from games.words import N_

GAME = Game(
    info=Info(
        key="die-drei",
        name="Die Drei",
        seats=(2,),
        options=(
            Option(
                "board",
                None,
                None,
                board.check_code,
                board.draw_code,
                complete=board.codes,
            ),
            Option(N_("extended"), ("false", "true"), "false"),
        ),
        favours=1,  # The first seat wins more often, the stronger the players are.
    ),
    texts=TEXTS,
    start=rules.start,
    legal_moves=rules.legal_moves,
    read=notation.read,
    objection=objections.objection,
    apply=rules.apply,
    events=rules.events,
    withdraw=rules.withdraw,
    spellings=notation.spellings,
    position=position.read_position,
    scene=scene.scene,
    words=scene.words,
    thing=scene.thing,
    view=scene.view,
    closes=always_closes,
)
