"""`stellwerk doctor`: whether a database is sound, match by match."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from random import Random

import click

from stellwerk.cli.examples import examples
from stellwerk.cli.operating import database_option
from stellwerk.cli.progress import Progress
from stellwerk.cli.tables import table


@click.command(
    epilog=examples(
        "stellwerk doctor",
        "stellwerk doctor --database games.sqlite3 --sample 100",
        "stellwerk doctor --match k7m2p9qrs4tu --mend",
    )
)
@database_option
@click.option("--match", "one", metavar="ID", help="Check only this match.")
@click.option("--sample", type=click.IntRange(1), metavar="NUMBER", help="Check this many randomly chosen matches.")
@click.option("--mend", is_flag=True, help="Rebuild what follows from the entries: summaries and stored positions.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def doctor(database: str | None, one: str | None, sample: int | None, *, mend: bool, as_json: bool) -> None:
    """Check the database: its pages, and every match from its first entry to its last.

    The server may run meanwhile. Exit code 1 says that something is wrong and was not mended; notes are no faults.
    """
    from stellwerk.server.doctor import Finding, examine_database, examine_match, versions
    from stellwerk.server.store import Store
    from stellwerk.server.store.care import names
    from stellwerk.server.store.health import free_bytes, schema_revision

    store, progress = Store(database, create=False), Progress()
    base = store.database
    try:
        findings: list[Finding] = [] if one else list(examine_database(base))
        every = names(base)
        chosen = _chosen(every, one, sample)
        for number, name in enumerate(chosen, 1):
            findings += examine_match(store, name, time.time(), mend=mend)
            progress("matches", number, len(chosen))
        told = {
            "versions": versions(),
            "database": {
                "address": base.url.render_as_string(),
                "kind": base.url.get_backend_name(),
                "schema": schema_revision(base),
                "free_bytes": free_bytes(base),
                "matches": len(every),
            },
            "examined": len(chosen),
            "findings": [finding.to_json() for finding in findings],
        }
    finally:
        progress.close()
        store.close()
    click.echo(json.dumps(told, indent=2) if as_json else "\n".join(_page(told)))
    if any(finding.wrong and not finding.mended for finding in findings):
        raise SystemExit(1)


def _chosen(every: list[str], one: str | None, sample: int | None) -> list[str]:
    if one is not None:
        if one not in every:
            raise click.ClickException(f"there is no match {one!r}")
        return [one]
    return Random().sample(every, min(sample, len(every))) if sample else every


def _page(told: dict[str, object]) -> Iterator[str]:
    versions, base, findings = told["versions"], told["database"], told["findings"]
    assert isinstance(versions, dict)
    assert isinstance(base, dict)
    assert isinstance(findings, list)
    yield from table(("part", "version"), list(versions.items()))
    yield ""
    free = base["free_bytes"]
    space = "" if free is None else f", {free >> 20} MiB free"
    yield f"{base['address']}: schema {base['schema']}, {base['matches']} matches{space}"
    if findings:
        yield ""
        rows = [(one["match"] or "", one["kind"], _state(one), one["text"]) for one in findings]
        yield from table(("match", "what", "", "found"), rows)
    wrong = sum(one["wrong"] and not one["mended"] for one in findings)
    mended = sum(one["mended"] for one in findings)
    yield ""
    done = f"{told['examined']} matches examined: "
    yield done + (f"{wrong} faults" if wrong else "nothing is wrong") + (f", {mended} mended" if mended else "")


def _state(finding: dict[str, object]) -> str:
    return "mended" if finding["mended"] else "WRONG" if finding["wrong"] else "note"
