"""Reading a JSON body field by field, with every error at the place where Discord reports it.

    form = Form(body)
    name = form["name"].text(1, 100, required=True)
    form.check()          # raises 50035 with {"name": {"_errors": [{"code": ..., "message": ...}]}}

Readers never raise. An invalid value is recorded and read as None, so that one request reports all
its errors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any
from urllib.parse import urlsplit

from .errors import ApiError, Json


class Form:
    """One value of the body, with its place in the tree of errors.

    The root is made from the body itself.
    """

    __slots__ = ("_errors", "path", "value")

    def __init__(self, value: Any, path: tuple[str, ...] = (), errors: Json | None = None) -> None:
        self.value = value
        self.path = path
        self._errors: Json = {} if errors is None else errors

    def __getitem__(self, key: str) -> Form:
        inner = self.value.get(key) if isinstance(self.value, dict) else None
        return Form(inner, (*self.path, key), self._errors)

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    @property
    def given(self) -> bool:
        """Whether there is a value other than null."""
        return self.value is not None

    def or_empty(self) -> Form:
        """The value, or an empty object if there is none."""
        return self if self.given else Form({}, self.path, self._errors)

    # Errors

    def error(self, code: str, message: str) -> None:
        """Record an error at this place."""
        node = self._errors
        for key in self.path:
            node = node.setdefault(key, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        """Raise Discord's 50035 if any error was recorded anywhere in this body."""
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", self._errors)

    def _missing(self, required: bool) -> bool:
        if self.value is None and required:
            self.error("BASE_TYPE_REQUIRED", "This field is required")
        return self.value is None

    # Readers

    def text(self, low: int = 0, high: int = 6000, *, required: bool = False) -> str | None:
        """A string of `low` to `high` characters. A number is read as its digits."""
        if self._missing(required):
            return None
        if isinstance(self.value, bool) or not isinstance(self.value, str | int | float):
            self.error("STRING_TYPE_CONVERT", f'Could not interpret "{self.value}" as string.')
            return None
        text = str(self.value)
        if low <= len(text) <= high:
            return text
        if not text:
            self.error("BASE_TYPE_REQUIRED", "This field is required")
        elif low == 0:
            self.error("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        else:
            self.error("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        return None

    def integer(
        self, low: int | None = None, high: int | None = None, *, required: bool = False
    ) -> int | None:
        """An integer from `low` to `high`; text is accepted, too."""
        if self._missing(required):
            return None
        value = self.value
        try:
            number = int(value if isinstance(value, int | float | str) else "")
        except (OverflowError, ValueError):
            self.error("NUMBER_TYPE_COERCE", f'Value "{self.value}" is not int.')
            return None
        if low is not None and number < low:
            self.error("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
            return None
        if high is not None and number > high:
            self.error("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
            return None
        return number

    def number(self, *, required: bool = False) -> float | None:
        """Any number."""
        if self._missing(required):
            return None
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self.error("NUMBER_TYPE_COERCE", f'Value "{self.value}" is not float.')
            return None
        return self.value

    def boolean(self) -> bool | None:
        """True, false or absent."""
        if self.value is None or isinstance(self.value, bool):
            return self.value
        self.error("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return None

    def choice(self, allowed: Collection[int], *, required: bool = False) -> int | None:
        """One of the allowed integers."""
        if self._missing(required):
            return None
        if isinstance(self.value, bool) or self.value not in allowed:
            inner = ", ".join(str(value) for value in sorted(allowed))
            self.error("BASE_TYPE_CHOICES", f"Value must be one of {{{inner}}}.")
            return None
        return int(self.value)

    def snowflake(self, *, required: bool = False) -> int | None:
        """An id, as text or as a number."""
        if self._missing(required):
            return None
        if isinstance(self.value, bool) or not str(self.value).isdecimal():
            self.error("NUMBER_TYPE_COERCE", f'Value "{self.value}" is not snowflake.')
            return None
        return int(self.value)

    def mapping(self, *, required: bool = False) -> bool:
        """Whether this is an object."""
        if self._missing(required):
            return False
        if not isinstance(self.value, dict):
            self.error("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return False
        return True

    def items(self, low: int = 0, high: int = 6000, *, required: bool = False) -> list[Form]:
        """The elements of a list of `low` to `high` elements; [] if it is missing or invalid."""
        if self._missing(required):
            return []
        if not isinstance(self.value, list):
            self.error("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(self.value) <= high:
            bounds = f"between {low} and {high}" if low else f"{high} or fewer"
            code = "BASE_TYPE_BAD_LENGTH" if low else "BASE_TYPE_MAX_LENGTH"
            self.error(code, f"Must be {bounds} in length.")
            return []
        return [Form(item, (*self.path, str(i)), self._errors) for i, item in enumerate(self.value)]

    def entries(self) -> Iterator[tuple[str, Form]]:
        """The fields of an object."""
        if self.value is not None and self.mapping():
            for key in self.value:
                yield key, self[key]

    def url(
        self, schemes: Collection[str], high: int = 2048, *, required: bool = False
    ) -> str | None:
        """A URL with one of these schemes."""
        text = self.text(1, high, required=required)
        if text is None:
            return None
        parts = urlsplit(text)
        if parts.scheme not in schemes:
            wanted = ", ".join(f"'{scheme}'" for scheme in sorted(schemes))
            self.error(
                "URL_TYPE_INVALID_SCHEME",
                f'Scheme "{parts.scheme}" is not supported. Scheme must be one of ({wanted}).',
            )
            return None
        if not parts.netloc:
            self.error("URL_TYPE_INVALID_URL", "Not a well formed URL.")
            return None
        return text
