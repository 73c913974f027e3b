#!/usr/bin/env python3
"""A bot that plays over HTTP, in any language: this one needs nothing but Python.

    stellwerk serve &
    python3 examples/http_bot.py http://127.0.0.1:8000

It begins a match of Paris Connection in which two bots of the server play against it, plays seat 0 with the token that
it gets, and prints the scores. It chooses at random; `choose` is the place for something better.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

PAUSE = 0.05
"""Seconds between two looks while others act; /api/matches/ID/events tells it without looking."""


def call(address, body=None, token=None):
    """Ask the server; a refusal with 409 says that the position has moved on, and is answered by None."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 409:
            return None
        raise SystemExit(f"{error.code}: {error.read().decode()}") from error


def choose(view, rng):
    """One of the choices; those of Paris Connection have no holes to fill."""
    choice = rng.choice(view["choices"])
    return {"kind": choice["kind"], "args": choice["args"]}


def play(server, rng):
    """Play a match to its end, and return the scores."""
    bots = [{"name": "Robi", "bot": "random"}, {"name": "Tina", "bot": "random"}]
    begun = call(f"{server}/api/matches", {"game": "paris-connection", "seats": [{"name": "Program"}, *bots]})
    match, token = f"{server}/api/matches/{begun['id']}", begun["seats"][0]["token"]
    while True:
        told = call(match, token=token)
        if told["over"]:
            return told["view"]["result"]["scores"]
        if 0 in told["waiting"]:
            call(f"{match}/actions", {"ply": told["ply"], "action": choose(told["view"], rng)}, token)
        else:
            time.sleep(PAUSE)


if __name__ == "__main__":
    print("scores:", *play(sys.argv[1].rstrip("/"), random.Random(1)))
