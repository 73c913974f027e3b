"""All that is kept, in SQLite or PostgreSQL; SQL stands nowhere else."""

from stellwerk.server.store.database import EVERYTHING, Database, database_url
from stellwerk.server.store.devices import Devices
from stellwerk.server.store.lists import Listed
from stellwerk.server.store.matches import Entry, Head, Saved, Snapshot, Standing, Store, Taken
from stellwerk.server.store.news import News, news_of
from stellwerk.server.store.queue import Due, Queue
from stellwerk.server.store.schema import SCHEMA_VERSION
from stellwerk.server.store.seats import Chair, Seats

__all__ = [
    "EVERYTHING",
    "SCHEMA_VERSION",
    "Chair",
    "Database",
    "Devices",
    "Due",
    "Entry",
    "Head",
    "Listed",
    "News",
    "Queue",
    "Saved",
    "Seats",
    "Snapshot",
    "Standing",
    "Store",
    "Taken",
    "database_url",
    "news_of",
]
