"""Pages with the Markdown that a person wants of them; what the class ``keep`` holds is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.render.keeping import markdown_as_html, of_blocks, shown

from marrow.page import Page
from marrow.reading import read

FOLDERS = sorted(path for path in (Path(__file__).parent / "pages").iterdir() if path.is_dir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_page(folder: Path) -> None:
    html = (folder / "page.html").read_text("utf-8")
    blocks = read(Page.of(html, url="https://example.org/wiki/Femur"))
    classes = [names.get("class") for names in blocks.tree.attributes]
    row = classes.index("keep")
    first, end = blocks.tree.first_block[row], blocks.tree.end_block[row]
    page = of_blocks(blocks, [first <= block < end for block in range(len(blocks))], images=True)
    assert page.markdown + "\n" == (folder / "expected.md").read_text("utf-8")
    assert {"Main", "Kitchen", "Archive", "More"}.isdisjoint(shown(markdown_as_html(page.markdown)))
