from __future__ import annotations

from tests.render.keeping import keep


def test_a_block_is_a_line() -> None:
    assert keep("<h1>Bones</h1><p>are <b>filled</b></p><ul><li>with<li>marrow</ul>").text == (
        "Bones\nare filled\nwith\nmarrow"
    )


def test_only_kept_blocks_show() -> None:
    page = keep("<p>one</p><p>two</p><p>three</p>", kept=lambda text: text != "two")
    assert page.text == "one\nthree"


def test_line_breaks_within_a_block_stay() -> None:
    assert keep("<p>12 High Street<br>Leeds</p>").text == "12 High Street\nLeeds"


def test_nothing_kept_is_no_text() -> None:
    assert keep("<p>one</p>", kept=lambda _: False).text == ""
