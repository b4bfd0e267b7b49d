"""Public ids of matches, such as `K7F2`: short, easy to type, one for each number."""

from __future__ import annotations

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without the letters that look like digits, and without U."""
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)} | {"O": 0, "I": 1, "L": 1}
_SHORTEST = 4
_LONGEST = 12
_STRIDE = 0.6180339887


def public_id(number: int) -> str:
    """The id of a match's number. Neighbouring numbers look different, so that ids don't mix up."""
    length = _SHORTEST
    while number >= (size := 1 << 5 * length):
        number, length = number - size, length + 1
    number = number * _factor(size) % size
    return "".join(_DIGITS[number >> 5 * place & 31] for place in reversed(range(length)))


def number_of(text: str) -> int:
    """The number of an id, typed in any case and with O, I and L for digits. Raises ValueError."""
    letters = text.strip().removeprefix("#").upper()
    if not _SHORTEST <= len(letters) <= _LONGEST or not set(letters) <= _VALUES.keys():
        raise ValueError(f"not an id of a match: {text!r}")
    number = 0
    for letter in letters:
        number = number << 5 | _VALUES[letter]
    size = 1 << 5 * len(letters)
    number = number * pow(_factor(size), -1, size) % size
    return number + sum(1 << 5 * length for length in range(_SHORTEST, len(letters)))


def _factor(size: int) -> int:
    """Odd, so that multiplying by it is one-to-one modulo a power of two."""
    return int(size * _STRIDE) | 1
