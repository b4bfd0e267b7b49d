"""Paints scenes as pictures, without knowledge of games or rules."""

from render.group import grouped
from render.painter import Picture, paint
from render.theme import UnknownRoleError
from render.themes import THEMES

__all__ = ["THEMES", "Picture", "UnknownRoleError", "grouped", "paint"]
