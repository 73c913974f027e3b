"""All that is kept, in SQLite or PostgreSQL; SQL stands nowhere else."""

from stellwerk.server.store.branches import NOWHERE, Branch, Branches, Origin
from stellwerk.server.store.clocks import Clock, Clocks, Pace
from stellwerk.server.store.database import EVERYTHING, Database, NoDatabase, database_url
from stellwerk.server.store.devices import Devices
from stellwerk.server.store.lists import Listed
from stellwerk.server.store.matches import USUAL, Entry, Head, Saved, Standing, Store, Taken, Terms
from stellwerk.server.store.news import News, news_of
from stellwerk.server.store.orders import Ended, Given, Obeyed
from stellwerk.server.store.outline import Outline, Snapshot
from stellwerk.server.store.queue import Due, Queue
from stellwerk.server.store.schema import SCHEMA_VERSION
from stellwerk.server.store.seats import FREE, Chair, Seats
from stellwerk.server.store.words import Heard, Message, Note

__all__ = [
    "EVERYTHING",
    "FREE",
    "NOWHERE",
    "SCHEMA_VERSION",
    "USUAL",
    "Branch",
    "Branches",
    "Chair",
    "Clock",
    "Clocks",
    "Database",
    "Devices",
    "Due",
    "Ended",
    "Entry",
    "Given",
    "Head",
    "Heard",
    "Listed",
    "Message",
    "News",
    "NoDatabase",
    "Note",
    "Obeyed",
    "Origin",
    "Outline",
    "Pace",
    "Queue",
    "Saved",
    "Seats",
    "Snapshot",
    "Standing",
    "Store",
    "Taken",
    "Terms",
    "database_url",
    "news_of",
]
