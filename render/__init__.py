"""Paints scenes as pictures. It knows neither games nor rules."""

from render.painter import Picture, paint
from render.theme import UnknownRoleError
from render.themes import THEMES

__all__ = ["THEMES", "Picture", "UnknownRoleError", "paint"]
