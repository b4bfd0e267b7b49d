"""The playground: a local server that speaks Discord's REST API v10 and gateway to a real bot, with
a web page as its client.

It knows nothing about the bot that connects. Start it with `python -m playground`, or from Python
with `playground.server.serve`. Tests drive it through `playground.client`.
"""
