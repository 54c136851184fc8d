"""Answers of extractors, kept per dataset, extractor and version, so that nothing runs twice."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from peers import PEERS, Answer, Worker

from marrow.data import Example


def page_key(example: Example) -> str:
    """Name the page and its content: an answer for other bytes is not taken."""
    return f"{example.id}@{zlib.crc32(example.page.html.encode('utf-8', 'surrogatepass')):08x}"


def answers_path(folder: Path, dataset: str, peer: str) -> Path:
    return folder / "answers" / dataset / f"{peer}-{PEERS[peer].version}.jsonl"


def load_answers(path: Path) -> dict[str, Answer]:
    """Read kept answers; a line cut short by a kill is left out, and done again."""
    if not path.is_file():
        return {}
    found = {}
    for line in path.read_text("utf-8").splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        found[row["key"]] = Answer(row["text"], row["status"], row["ms"])
    return found


def peer_answers(
    examples: Iterable[Example], dataset: str, peer: str, folder: Path
) -> Iterator[tuple[Example, Answer]]:
    """Give the peer's answer for each example, from the kept ones or by running it."""
    path = answers_path(folder, dataset, peer)
    path.parent.mkdir(parents=True, exist_ok=True)
    known = load_answers(path)
    worker = Worker(peer)
    try:
        with path.open("a", encoding="utf-8") as out:
            out.write("\n" if out.tell() else "")
            for example in examples:
                key = page_key(example)
                if key not in known:
                    known[key] = worker(example.page.html)
                    row = {"key": key, **known[key]._asdict()}
                    out.write(json.dumps(row) + "\n")
                    out.flush()
                yield example, known[key]
    finally:
        worker.close()
