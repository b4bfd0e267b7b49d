"""Trio, made up for the tests: two seats, three stones in line on nine fields."""

from games.protocol import Game, Info
from games.trio import notation, position, rules, scene
from games.trio.texts import TEXTS

GAME = Game(
    info=Info(key="trio", name="Trio", seats=(2,)),
    texts=TEXTS,
    start=rules.start,
    legal_moves=rules.legal_moves,
    read=notation.read,
    objection=rules.objection,
    apply=rules.apply,
    events=rules.events,
    withdraw=rules.withdraw,
    spellings=notation.spellings,
    position=position.read_position,
    scene=scene.scene,
    words=scene.words,
    view=scene.view,
)
