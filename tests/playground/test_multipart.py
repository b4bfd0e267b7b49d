"""Forms with files, as programs other than discord.py send them, too."""

import pytest

from playground.multipart import is_multipart, parts
from tests.playground.rawbot import RawBot
from tests.playground.samples import first

TYPE = "Multipart/Form-Data; charset=utf-8; boundary=b0"
FORM = (
    b"ignored\r\n--b0\r\nContent-Type: application/json\r\n"
    b'content-disposition: form-data; name="payload_json"\r\n\r\n{}\r\n'
    b'--b0\r\nContent-Disposition: form-data; name="files[3]"; filename="a \\"b\\".png"\r\n\r\n'
    b"\r\n\r\n--b \r\n--b\r\n"
    b"\r\n--b0\r\nContent-Disposition: form-data; name=empty; filename*=utf-8''%C3%BC.txt\r\n\r\n"
    b"\r\n--b0--\r\nignored"
)


def test_parts() -> None:
    """Names are read in all their spellings; data are kept to the byte, line ends included."""
    assert is_multipart(TYPE)
    payload, picture, empty = parts(TYPE, FORM)
    assert (payload.name, payload.filename, payload.data) == ("payload_json", None, b"{}")
    assert (picture.name, picture.filename) == ("files[3]", 'a "b".png')
    assert picture.data == b"\r\n\r\n--b \r\n--b\r\n"
    assert (empty.name, empty.filename, empty.data) == ("empty", "ü.txt", b"")
    assert parts('multipart/form-data; boundary="b 0"', b"--b 0--") == []


@pytest.mark.parametrize(
    ("content_type", "body", "missing"),
    [
        ("multipart/form-data", FORM, "boundary"),
        ("multipart/form-data; boundary=other", FORM, "not found"),
        (TYPE, FORM[:-20], "not found"),
        (TYPE, b"", "not found"),
        (TYPE, b'--b0\r\nContent-Disposition: form-data; name="a"\r\n--b0--', "not found"),
    ],
    ids=["no boundary", "a foreign boundary", "cut off", "nothing", "a part without data"],
)
def test_broken(content_type: str, body: bytes, missing: str) -> None:
    """A form that does not keep to its format is none."""
    with pytest.raises(ValueError, match=missing):
        parts(content_type, body)


async def test_refusal(bot: RawBot) -> None:
    """A broken form is a bad request, and sends nothing."""
    url = f"{bot.server.api_url}{first(bot)}/messages"
    headers = {"Authorization": f"Bot {bot.token}", "Content-Type": TYPE}
    async with bot.session.post(url, data=FORM[:-20], headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 0)
    assert (await bot.call("GET", f"{first(bot)}/messages"))[1] == []
