"""Scenes become pictures. The painter knows no game and no rule."""

from render.painter import Picture, paint
from render.theme import UnknownRoleError
from render.themes import THEMES

__all__ = ["THEMES", "Picture", "UnknownRoleError", "paint"]
