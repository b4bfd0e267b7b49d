"""The playground: a local server that speaks Discord's REST API v10 and gateway to a real bot, with
a web page as its client.

It knows nothing of the bot that connects to it. `python -m playground` starts it,
`playground.server.serve` does so from Python, and `playground.client` drives it from tests.
"""
