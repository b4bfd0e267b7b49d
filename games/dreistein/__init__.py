"""3Stein – Kampf um drei Burgen, by Wolfgang Steinig: three seats, lords, knights and squires."""

from games.dreistein import notation, objections, position, rules, scene
from games.dreistein.texts import TEXTS
from games.protocol import Game, Info

GAME = Game(
    info=Info(key="3stein", name="3Stein", seats=(3,)),
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
)
