"""People and bots play through a server that is killed, frozen and robbed of its database; nothing they do is lost.

`python -m tools.chaos --cycles 50` hurts the server so often, then holds the database against what each player noted.
"""
