"""What tests can change about the playground."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Settings:
    """What Discord allows, and how it behaves: times in seconds, sizes in bytes."""

    deadline: float = 3.0
    token_lifetime: float = 900.0
    nonce_window: float = 300.0
    resume_window: float = 120.0
    heartbeat_interval: float = 41.25
    attachment_limit: int = 10 * 1024 * 1024
    rate_limits: bool = False
    recommended_shards: int = 1
    max_concurrency: int = 1
    """How many sessions may begin within five seconds; more are refused with `rate_limits`."""
    session_starts: int = 1000
    """How many sessions may still begin today; with `rate_limits`, each takes one away."""
    session_reset: float = 86_400.0
    """When there are said to be as many again as at first. Nothing happens then by itself."""
    privileged_intents: int = 0
    """The bits of the privileged intents that are enabled for the application."""
    tells_members: bool = True
    """Whether the gateway answers who asks for members."""
    identify_close: int = 0
    """The close code that IDENTIFY is answered with; 0: IDENTIFY succeeds."""
