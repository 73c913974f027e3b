#!/usr/bin/env python3
"""A bot that speaks lines of JSON, in any language: this one needs nothing but Python.

Play it with `stellwerk simulate paris-connection --seats "process:python3 examples/json_bot.py,random,random"`.
It chooses at random, but builds in Paris Connection rather than exchange; `choose` is the place for something better.
"""

import json
import random
import sys


def filled(argument, rng):
    """Turn a hole into one of its values; what is no hole stands as it is."""
    if not isinstance(argument, dict):
        return argument
    if argument["hole"] == "range":
        return rng.randrange(argument["lo"], argument["hi"] + 1, argument["step"])
    if argument["hole"] == "one-of":
        return rng.choice(argument["items"])
    if argument["hole"] == "subset":
        return argument["items"][: argument["lo"]]
    if argument["hole"] == "runs":
        return argument["best"]["routes"]
    if argument["hole"] == "mail":
        return 0  # no train carries any
    raise ValueError(f"unknown hole {argument['hole']}")


def choose(view, rng):
    """Any of the choices, an exchange only where there is nothing else."""
    good = [choice for choice in view["choices"] if choice["kind"] != "trade"]
    choice = rng.choice(good or view["choices"])
    return {"kind": choice["kind"], "args": [filled(argument, rng) for argument in choice["args"]]}


for line in sys.stdin:
    question = json.loads(line)
    answer = choose(question["view"], random.Random(question["seed"]))
    print(json.dumps(answer), flush=True)
