from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from marrow.data import dataset, dataset_names
from marrow.data.dataset import without_wrapper
from marrow.errors import DatasetError, UnknownNameError

pyarrow = pytest.importorskip("pyarrow", reason="the extra train is not installed")

ROW: dict[str, Any] = {
    "id": "one",
    "url": "https://example.org/one",
    "site": "example.org",
    "lang": "zh",
    "page_type": None,
    "html": '<text id="one" encoding="gb2312">\n<p>中文</p>\n</text>\n'.encode("gb18030"),
    "text": "中文",
    "comments": None,
    "title": None,
    "author": "李",
    "date": "2005-5-7",
    "must": ["中"],
    "must_not": [],
    "charset": "gb18030",
    "containment": 1.0,
}


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    from pyarrow.parquet import write_table

    write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=2)


def test_reads_a_row(tmp_path: Path) -> None:
    write(tmp_path / "chinese.parquet", [ROW])

    (example,) = dataset("chinese", tmp_path)

    assert example.page.html.strip() == "<p>中文</p>"
    assert example.page.url == "https://example.org/one"
    assert example.page.encoding == "gb18030"
    assert (example.text, example.author, example.must, example.flags) == ("中文", "李", ("中",), frozenset())
    assert example.group == "example.org"


def test_reads_all_row_groups_in_order(tmp_path: Path) -> None:
    write(tmp_path / "chinese.parquet", [{**ROW, "id": str(i)} for i in range(5)])
    found = dataset("chinese", tmp_path)

    assert [example.id for example in found] == ["0", "1", "2", "3", "4"]
    assert len(found) == 5


def test_a_page_without_site_is_its_own_group(tmp_path: Path) -> None:
    write(tmp_path / "chinese.parquet", [{**ROW, "site": None}])

    assert next(iter(dataset("chinese", tmp_path))).group == "one"


@pytest.mark.parametrize(("containment", "flags"), ((0.69, {"damaged"}), (0.7, set()), (None, set())))
def test_flags_pairs_that_do_not_belong_together(
    tmp_path: Path, containment: float | None, flags: set[str]
) -> None:
    write(tmp_path / "chinese.parquet", [{**ROW, "containment": containment}])

    assert next(iter(dataset("chinese", tmp_path))).flags == flags


def test_bytes_that_do_not_fit_become_replacement_characters(tmp_path: Path) -> None:
    write(tmp_path / "big9.parquet", [{**ROW, "html": b"caf\xe9", "charset": "utf-8"}])

    assert next(iter(dataset("big9", tmp_path))).page.html == "caf\ufffd"


def test_ids_of_cleaneval_name_the_part(tmp_path: Path) -> None:
    write(tmp_path / "cleaneval-dev.parquet", [{**ROW, "id": "60"}])
    write(tmp_path / "cleaneval-final.parquet", [{**ROW, "id": "60"}])

    found = {example.id: example.flags for example in dataset("cleaneval", tmp_path)}

    assert found == {"dev/60": {"duplicate"}, "final/60": set()}


def test_unknown_dataset_suggests_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown dataset 'cleaneva': did you mean cleaneval"):
        dataset("cleaneva", tmp_path)


def test_missing_file_tells_where_it_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(DatasetError) as caught:
        list(dataset("dragnet", tmp_path))

    message = str(caught.value)
    assert str(tmp_path / "dragnet.parquet") in message
    assert "https://github.com/seomoz/dragnet_data" in message
    assert "MARROW_DATASETS" in message
    assert "\n" not in message


def test_damaged_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "big9.parquet").write_bytes(b"not Parquet at all")

    with pytest.raises(DatasetError, match=r"big9\.parquet cannot be read"):
        list(dataset("big9", tmp_path))


def test_cut_file_is_told(tmp_path: Path) -> None:
    write(tmp_path / "big9.parquet", [ROW])
    data = bytearray((tmp_path / "big9.parquet").read_bytes())
    # The footer stays; the pages of the columns do not.
    data[4:400] = bytes(396)
    (tmp_path / "big9.parquet").write_bytes(bytes(data))

    with pytest.raises(DatasetError, match=r"big9\.parquet cannot be read"):
        list(dataset("big9", tmp_path))


def test_folder_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARROW_DATASETS", str(tmp_path))

    assert dataset("wcxb").path == tmp_path


def test_no_folder_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MARROW_DATASETS", raising=False)

    with pytest.raises(DatasetError, match="set MARROW_DATASETS"):
        dataset("wcxb")


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"elsewhere: no such folder"):
        dataset("wcxb", tmp_path / "elsewhere")


def test_names_have_their_dataset(tmp_path: Path) -> None:
    assert [dataset(name, tmp_path).name for name in dataset_names()] == list(dataset_names())


@pytest.mark.parametrize(
    ("wrapped", "bare"),
    (
        ('<text id="1" encoding="x"><p>a</text>', "<p>a"),
        ('\ufeff\n<text id="1">\n<p>a\n</text> \n', "\n<p>a\n"),
        ("<svg><text x=1>a</text></svg>", "<svg><text x=1>a</text></svg>"),
        ("<p>a", "<p>a"),
    ),
)
def test_strips_only_the_outer_wrapper(wrapped: str, bare: str) -> None:
    assert without_wrapper(wrapped) == bare
