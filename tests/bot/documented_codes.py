"""The codes of errors that Discord documents, as numbers, and those that the bot can't meet with,
since it never asks for such things.

They are from Discord's public documentation of the API, from the table of JSON error codes on the
page "Opcodes and Status Codes", as compared in November 2026.
Whoever finds another code in Discord's documentation adds it here, and a line to the table in
`bot/text/discord_codes.py` unless it belongs to one of these groups.
"""

from __future__ import annotations

DOCUMENTED = frozenset({
    # What is unknown
    10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009, 10010, 10011, 10012, 10013,
    10014, 10015, 10016, 10020, 10021, 10026, 10027, 10028, 10029, 10030, 10031, 10032, 10033,
    10036, 10038, 10049, 10050, 10057, 10059, 10060, 10061, 10062, 10063, 10065, 10066, 10067,
    10068, 10069, 10070, 10071, 10087, 10097, 10124, 10129,
    # What is not for everybody
    20001, 20002, 20009, 20012, 20015, 20016, 20018, 20022, 20024, 20028, 20029, 20031, 20035,
    # What is too much
    30001, 30002, 30003, 30004, 30005, 30007, 30008, 30010, 30011, 30013, 30015, 30016, 30018,
    30019, 30030, 30031, 30032, 30033, 30034, 30035, 30037, 30038, 30039, 30040, 30042, 30045,
    30046, 30047, 30048, 30052, 30056, 30058, 30060, 30061,
    # What is not possible now, or not any more
    40001, 40002, 40003, 40004, 40005, 40006, 40007, 40009, 40012, 40018, 40019, 40032, 40033,
    40041, 40043, 40058, 40060, 40061, 40062, 40066, 40067, 40074, 40094, 40333,
    # What is not possible at all
    50001, 50002, 50003, 50004, 50005, 50006, 50007, 50008, 50009, 50010, 50011, 50012, 50013,
    50014, 50015, 50016, 50017, 50019, 50020, 50021, 50024, 50025, 50026, 50027, 50028, 50033,
    50034, 50035, 50036, 50039, 50041, 50045, 50046, 50054, 50055, 50057, 50067, 50068, 50070,
    50073, 50074, 50080, 50081, 50083, 50084, 50085, 50086, 50091, 50095, 50097, 50101, 50109,
    50110, 50123, 50124, 50131, 50132, 50138, 50144, 50145, 50146, 50151, 50159, 50160, 50161,
    50162, 50163, 50167, 50173, 50178, 50192, 50278, 50600,
    # One subject each
    60003, 80004, 90001, 90002, 110000, 110001, 130000, 150006, 160002, 160004, 160005, 160006,
    160007, 160014, 170001, 170002, 170003, 170004, 170005, 170006, 170007, 180000, 180002, 200000,
    200001, 220001, 220002, 220003, 220004, 240000, 340015, 350000, 350001, 400001, 500000, 520000,
    520001, 520002, 520003, 520004, 520006, 530000, 530001, 530002, 530003, 530004, 530006, 530007,
})  # fmt: skip

NEVER_ASKED: dict[str, tuple[int, ...]] = {
    "A bot has no account, friends, notes, groups or connections to other services.": (
        10001, 10010, 10012, 20018, 20024, 30002, 30004, 30011, 40012, 50015, 80004,
    ),
    "It is a bot, which it says with its own token, and signs nobody in.": (
        20002, 50010, 50011, 50012, 50025, 50026, 50067, 530000, 530001, 530002, 530003, 530004,
        530006, 530007,
    ),
    "It sells and gives nothing, and needs no boosts.": (
        10027, 10028, 10029, 10030, 10032, 10033, 10036, 10038, 10050, 20015, 20035, 40018, 40019,
        40074, 50054, 50057, 50070, 50097, 50101, 50144, 50145, 50163,
    ),
    "It makes and changes no servers, channels, roles, tags or permissions.": (
        10005, 10009, 10011, 10057, 10059, 10066, 10068, 10069, 30001, 30005, 30013, 30019, 30030,
        30031, 30042, 30048, 30052, 30060, 30061, 40009, 40061, 50004, 50017, 50028, 50074, 50086,
        50131, 50132, 350000, 350001,
    ),
    "It invites and throws out nobody.": (
        10006, 10026, 10124, 10129, 30016, 30035, 30037, 30040, 50020, 50036, 340015, 500000,
    ),
    "It pins, forwards and publishes no messages, deletes them one by one, and searches none.": (
        30003, 30047, 40033, 50016, 50019, 50034, 50085, 110000, 160014,
    ),
    "It reacts to no messages, and holds no polls.": (
        30010, 90001, 90002, 520000, 520001, 520002, 520003, 520004, 520006,
    ),
    "It makes no webhooks: those of interactions come with them.": (
        10016, 30007, 30058, 50073, 220001, 220002, 220003, 220004,
    ),
    "It makes no sounds, and doesn't speak.": (
        10049, 10065, 10067, 10097, 30045, 40032, 50124, 50159, 50160, 50161, 50162, 50167, 50173,
        50192, 150006,
    ),
    "It has no stickers, and no emojis that move.": (
        10021, 10060, 10061, 30018, 30039, 30056, 50080, 50081, 50600, 170001, 170002, 170003,
        170004, 170005, 170006, 170007,
    ),
    "It begins no activities or lobbies, joins no threads, and asks for no guests of events.": (
        10020, 10031, 10071, 50039, 50084,
    ),
}  # fmt: skip
"""Codes of what is never asked for, by the reason."""
