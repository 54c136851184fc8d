from __future__ import annotations

import json

import pytest

from marrow.reading.metadata.jsonld import MAX_NODES, read_nodes


def first(script: str) -> dict[str, object]:
    nodes = read_nodes([script])
    assert nodes, script
    return nodes[0].properties


def test_graphs_lists_and_main_entities_are_main_what_they_mention_is_not() -> None:
    script = json.dumps(
        {
            "@graph": [
                {"@type": "WebPage", "mainEntity": {"@type": "Article", "author": {"@type": "Person"}}},
                [{"@type": "Recipe", "comment": [{"@type": "Comment"}]}],
            ]
        }
    )
    main = {kind: node.is_main for node in read_nodes([script]) for kind in node.types}
    assert main == {"webpage": True, "article": True, "person": False, "recipe": True, "comment": False}


def test_items_of_a_list_are_not_what_the_page_is_about() -> None:
    script = '{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"Article"}}]}'
    assert {node.types[0]: node.is_main for node in read_nodes([script])} == {
        "itemlist": True,
        "listitem": False,
        "article": False,
    }


def test_types_lose_their_vocabulary() -> None:
    nodes = read_nodes(['{"@type":["https://schema.org/NewsArticle","schema:Report"]}'])
    assert nodes[0].types == ("newsarticle", "report")


@pytest.mark.parametrize(
    "script",
    (
        '{"headline":"A b","x":[1,2,],}',
        '// <![CDATA[\n{"headline":"A b"}\n// ]]>',
        '<!-- {"headline":"A b"} -->',
        '{"headline":"A b"};',
        '{"headline":"A b" /* the title, */}',
        '{"headline":"A b", // of the page\n"x":1}',
        "{&quot;headline&quot;:&quot;A b&quot;}",
        '{"headline":"A b","text":"one\ntwo\tthree"}',
        r'{"headline":"A b","text":"it\'s"}',
        '{"headline":"A b"}{"headline":"C"}',
        '\ufeff{"headline":"A b"}',
        '{"headline":"A b","text":"unescaped "quotes" here"}',
        '{"headline":"A b","url":http://unquoted.example}',
        '{"headline":"A b","author":{"name":"cut off',
    ),
)
def test_reads_broken_json(script: str) -> None:
    assert first(script)["headline"] == "A b"


def test_a_comment_sign_inside_a_string_is_text() -> None:
    assert first('{"url":"https://a.example/x","t":"/* no */",}') == {
        "url": "https://a.example/x",
        "t": "/* no */",
    }


def test_picks_the_author_out_of_what_cannot_be_parsed() -> None:
    found = first('{"author":{"@type":"Person","name":"Ann \\u00c9"}, "headline":"A" "x"}')
    assert found["author"] == {"name": "Ann É"}


@pytest.mark.parametrize("script", ("", "  ", "null", "1", '"text"', "not json", "[]", "{}}}"))
def test_scripts_without_a_statement(script: str) -> None:
    assert [node.properties for node in read_nodes([script])] in ([], [{}])


@pytest.mark.parametrize("n", (2_000, 200_000))
@pytest.mark.parametrize(("left", "right"), (("[", "]"), ('{"a":', "}"), ('[{"@graph":', "}]")))
def test_deep_nesting_does_not_escape(n: int, left: str, right: str) -> None:
    assert len(read_nodes([left * n + right * n])) <= MAX_NODES
    assert len(read_nodes([left * n])) <= MAX_NODES


def test_numbers_of_any_length_do_not_escape() -> None:
    assert first('{"headline":"A","n":' + "1" * 10_000 + "}")["headline"] == "A"


def test_many_nodes_are_cut() -> None:
    assert len(read_nodes(["[" + ",".join(["{}"] * (3 * MAX_NODES)) + "]"])) == MAX_NODES


def test_a_script_that_is_too_long_does_not_silence_the_others() -> None:
    assert [node.types for node in read_nodes(["[" + " " * 3_000_000 + "]", '{"@type":"Article"}'])] == [
        ("article",)
    ]
