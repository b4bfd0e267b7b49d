"""Discord's errors: HTTP status, JSON error code, message and, for forms, the errors by field."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """A request that Discord would refuse, with the body that Discord would send."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


def unauthorized() -> ApiError:
    """401 for a missing or wrong token."""
    return ApiError(401, 0, "401: Unauthorized")


def not_found() -> ApiError:
    """404 for a path that does not exist."""
    return ApiError(404, 0, "404: Not Found")


_UNKNOWN = {
    "channel": 10003,
    "guild": 10004,
    "member": 10007,
    "message": 10008,
    "user": 10013,
    "emoji": 10014,
    "webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
    "guild scheduled event": 10070,
}


def unknown(what: str) -> ApiError:
    """404 for an unknown id, with Discord's code for that kind of object."""
    return ApiError(
        404, _UNKNOWN[what], f"Unknown {what}" if " " in what else f"Unknown {what.title()}"
    )


def missing_access() -> ApiError:
    """403 for a channel that the bot cannot see."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """403 for an action that the bot has no permission for."""
    return ApiError(403, 50013, "Missing Permissions")


def empty_message() -> ApiError:
    """400 for an empty message."""
    return ApiError(400, 50006, "Cannot send an empty message")


def too_large() -> ApiError:
    """413 for a file above the size limit."""
    return ApiError(413, 40005, "Request entity too large")
