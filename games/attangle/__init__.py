"""Attangle, by Dieter Stein: two seats, stacks and triples on a hexagon."""

from games.attangle import notation, position, reading, rules, scene
from games.attangle.texts import TEXTS
from games.protocol import Game, Info, always_closes

GAME = Game(
    info=Info(key="attangle", name="Attangle", seats=(2,)),
    texts=TEXTS,
    start=rules.start,
    legal_moves=rules.legal_moves,
    read=reading.read,
    objection=rules.objection,
    apply=rules.apply,
    events=rules.events,
    withdraw=rules.withdraw,
    spellings=notation.spellings,
    position=position.read_position,
    scene=scene.scene,
    words=scene.words,
    view=scene.view,
    closes=always_closes,
)
