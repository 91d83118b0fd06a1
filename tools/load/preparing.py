"""Gives the generators their players: run in the environment of a site, it makes sessions and matches."""

import argparse
import json
from pathlib import Path

OPTIONS = "D1S"


def main() -> None:
    """Write two files: sessions of stored players, matches whose seats have only to come."""
    parser = argparse.ArgumentParser(prog="python -m tools.load.preparing", description=__doc__)
    parser.add_argument("sessions", type=Path)
    parser.add_argument("tables", type=Path)
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--matches", type=int, required=True)
    parser.add_argument("--name", default="rival", help="how the matches' players are called")
    options = parser.parse_args()
    import django

    django.setup()
    from tools.load.stored import sessions
    from tools.match_rig import make_tables

    options.sessions.write_text(json.dumps(list(sessions(options.players))))
    tables = make_tables(options.matches, lambda number: OPTIONS, name=options.name)
    options.tables.write_text(
        json.dumps([{"match": str(table.match_id), "sessions": table.sessions} for table in tables])
    )


if __name__ == "__main__":
    main()
