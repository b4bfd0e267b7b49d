"""Turnier, by Alex Randolph: two to four seats, captures and flags on a ground built together."""

from games.protocol import Game, Info, Option
from games.turnier import events, notation, position, rules, scene, turns, words
from games.turnier.texts import TEXTS
from games.words import N_

GAME = Game(
    info=Info(
        key="turnier",
        name="Turnier",
        seats=(2, 3, 4),
        options=(
            Option(N_("flags"), ("true", "false"), "true"),
            Option(N_("partners"), ("true", "false"), "true", seats=(4,)),
        ),
        gradual=(position.LAYING, position.DRAWING_UP),
    ),
    texts=TEXTS,
    start=rules.start,
    legal_moves=rules.legal_moves,
    read=notation.read,
    objection=rules.objection,
    apply=rules.apply,
    events=events.events,
    withdraw=turns.withdraw,
    spellings=notation.spellings,
    position=position.read_position,
    scene=scene.scene,
    words=words.words,
    thing=words.thing,
    several=rules.several,
    closes=notation.closes,
    in_hand=scene.in_hand,
    sides=rules.sides,
    contenders=turns.contenders,
    own_names=scene.names,
)
