"""Multipart forms with files, including those of programs other than discord.py."""

import pytest

from tests.playground.rawbot import RawBot
from tests.playground.samples import first

TYPE = "Multipart/Form-Data; charset=utf-8; boundary=b0"
FORM = (
    b"--b0\r\nContent-Type: application/json\r\n"
    b'content-disposition: form-data; name="payload_json"\r\n\r\n{}\r\n'
    b'--b0\r\nContent-Disposition: form-data; name="files[3]"; filename="a.png"\r\n\r\n'
    b"\r\n\r\n--b \r\n--b\r\n\r\n--b0--\r\n"
)


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", FORM),
        ("multipart/form-data; boundary=other", FORM),
        (TYPE, FORM[:-12]),
        (TYPE, b""),
    ],
    ids=["no boundary", "a foreign boundary", "cut off", "nothing"],
)
async def test_broken(bot: RawBot, content_type: str, body: bytes) -> None:
    """A broken form is a bad request, and sends nothing."""
    status = await _posted(bot, content_type, body)
    assert status == 400
    assert (await bot.call("GET", f"{first(bot)}/messages"))[1] == []


async def test_names_are_decoded_and_data_kept(bot: RawBot) -> None:
    """Names are read in every encoding. Data are kept to the byte, line endings included."""
    assert await _posted(bot, TYPE, FORM) == 200
    (message,) = (await bot.call("GET", f"{first(bot)}/messages"))[1]
    (file,) = message["attachments"]
    assert (file["filename"], file["size"]) == ("a.png", len(b"\r\n\r\n--b \r\n--b\r\n"))


async def _posted(bot: RawBot, content_type: str, body: bytes) -> int:
    url = f"{bot.server.api_url}{first(bot)}/messages"
    headers = {"Authorization": f"Bot {bot.token}", "Content-Type": content_type}
    async with bot.session.post(url, data=body, headers=headers) as response:
        return response.status
