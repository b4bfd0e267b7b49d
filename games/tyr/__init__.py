"""Tyr – 3 gewinnt: two to four seats, three shared dice that have to be brought into line."""

from games.protocol import Game, Info, Option
from games.tyr import notation, objections, position, rules, scene
from games.tyr.texts import TEXTS
from games.words import N_

GAME = Game(
    info=Info(
        key="tyr",
        name="Tyr – 3 gewinnt",
        seats=(2, 3, 4),
        options=(Option(N_("line"), ("adjacent", "any"), "adjacent"),),
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
    steps=notation.steps,
    thing=scene.thing,
    closes=notation.closes,
    in_hand=scene.in_hand,
)
