"""A dataset of pages with gold values, and the reader of the Parquet layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

from marrow.data.example import MIN_CONTAINMENT, Example, Flag
from marrow.errors import DatasetError, MissingExtraError
from marrow.page import Page
from marrow.protocols import Citation

_TEXT_OPEN: Final = re.compile(r"\A\ufeff?\s*<text [^>]*>")
_TEXT_CLOSE: Final = re.compile(r"</text>\s*\Z")


@runtime_checkable
class Dataset(Protocol):
    """Pages with gold values, read lazily, in the order of the files.

    Attributes
    ----------
    name
        Name in the registry.
    licence
        As the source states it.
    citation
        Where the dataset was published.
    origin
        Where it can be had.
    path
        Folder that holds the dataset.
    """

    name: ClassVar[str]
    licence: ClassVar[str]
    citation: ClassVar[Citation]
    origin: ClassVar[str]

    @property
    def path(self) -> Path:
        """Folder that holds the dataset."""
        ...

    def __iter__(self) -> Iterator[Example]:
        """Read the examples, a few at a time."""
        ...

    def __len__(self) -> int:
        """Count the examples without reading the pages."""
        ...


@dataclass(frozen=True)
class ParquetDataset:
    """Base of the datasets in Parquet files of one schema; a subclass names the files.

    Attributes
    ----------
    path
        Folder that holds the files.
    """

    path: Path

    name: ClassVar[str]
    licence: ClassVar[str]
    citation: ClassVar[Citation]
    origin: ClassVar[str]
    files: ClassVar[tuple[str, ...]]
    faults: ClassVar[Mapping[str, Flag]] = MappingProxyType({})

    def __iter__(self) -> Iterator[Example]:
        """Read the examples row group by row group.

        Raises
        ------
        DatasetError
            A file is missing or damaged; the message tells where it was looked for.
        """
        for file in self.files:
            source = self._open(file)
            for group in range(source.num_row_groups):
                for row in self._rows(source, group, self.path / file):
                    yield self.example(row, file)

    def __len__(self) -> int:
        return sum(int(self._open(file).metadata.num_rows) for file in self.files)

    def example(self, row: Mapping[str, Any], file: str) -> Example:  # noqa: ARG002
        """Make an example of one row of a file; overridden where the columns differ."""
        containment = row["containment"]
        return Example(
            page=Page(self.html(row), row["url"], row["charset"]),
            id=row["id"],
            dataset=self.name,
            site=row["site"],
            lang=row["lang"],
            page_type=row["page_type"],
            text=row["text"],
            comments=row["comments"],
            title=row["title"],
            author=row["author"],
            date=row["date"],
            must=tuple(row["must"]),
            must_not=tuple(row["must_not"]),
            containment=containment,
            flags=self.flags(row["id"], containment),
        )

    def html(self, row: Mapping[str, Any]) -> str:
        """Decode the page with the codec that fits its bytes."""
        return bytes(row["html"]).decode(row["charset"], errors="replace")

    def flags(self, id: str, containment: float | None) -> frozenset[Flag]:
        """Tell the known faults of one pair."""
        flags: set[Flag] = set()
        if id in self.faults:
            flags.add(self.faults[id])
        if containment is not None and containment < MIN_CONTAINMENT:
            flags.add("damaged")
        return frozenset(flags)

    def _open(self, file: str) -> Any:
        try:
            from pyarrow import ArrowException
            from pyarrow.parquet import ParquetFile
        except ImportError:
            raise MissingExtraError.of("pyarrow", "train") from None
        path = self.path / file
        if not path.is_file():
            raise DatasetError(
                f"dataset {self.name!r}: {path} does not exist: get it from {self.origin} in the layout"
                " of docs/benchmarks.md, and name its folder with --datasets or MARROW_DATASETS"
            )
        try:
            return ParquetFile(path)
        except (ArrowException, OSError) as error:
            raise self._damaged(path, error) from error

    def _rows(self, source: Any, group: int, path: Path) -> list[dict[str, Any]]:
        from pyarrow import ArrowException

        try:
            rows: list[dict[str, Any]] = source.read_row_group(group).to_pylist()
        except (ArrowException, OSError) as error:
            raise self._damaged(path, error) from error
        return rows

    def _damaged(self, path: Path, error: Exception) -> DatasetError:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        return DatasetError(
            f"dataset {self.name!r}: {path} cannot be read ({reason}): get it anew from {self.origin}"
        )


def without_wrapper(html: str) -> str:
    """Strip the ``<text id=... encoding=...>`` that CleanEval's layout puts around each page."""
    return _TEXT_CLOSE.sub("", _TEXT_OPEN.sub("", html))
