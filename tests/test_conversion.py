from __future__ import annotations

from enum import Enum
from typing import Any, Literal, Optional

import pytest

from marrow.conversion import converted


class Shape(Enum):
    ROUND = 1
    FLAT = "flat"


@pytest.mark.parametrize(
    ("value", "hint", "expected"),
    (
        ("true", bool, True),
        ("NO", bool, False),
        ("12", int, 12),
        ("1.5", float, 1.5),
        (2, float, 2.0),
        ("text", str, "text"),
        ("3", str, "3"),
        ("km", Literal["2d", "km"], "km"),
        ("2", Literal[1, 2], 2),
        (2, Literal[1, 2], 2),
        ("ROUND", Shape, Shape.ROUND),
        ("flat", Shape, Shape.FLAT),
        ("1", Shape, Shape.ROUND),
        (Shape.FLAT, Shape, Shape.FLAT),
        ("none", int | None, None),
        ("None", Optional[float], None),  # noqa: UP045  (both spellings are in use)
        (None, int | None, None),
        ("4", int | None, 4),
        ("4", str | int, 4),
        ("four", str | int, "four"),
        ((1, 2), tuple[int, int], (1, 2)),
    ),
)
def test_text_becomes_what_the_annotation_says(value: Any, hint: Any, expected: Any) -> None:
    result = converted(value, hint)
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    ("value", "hint", "wanted"),
    (
        ("maybe", bool, "true or false"),
        ("1.5", int, "a whole number"),
        ("much", float, "a number"),
        ("nan", float, "a finite number"),
        ("inf", float, "a finite number"),
        ("3d", Literal["2d", "km"], "one of 2d, km"),
        (True, Literal[1, 2], "one of 1, 2"),
        ([], Literal[1, 2], "one of 1, 2"),
        ("SQUARE", Shape, "one of ROUND, FLAT"),
        ("x", int | None, "a whole number or none"),
        (1.5, int, "a whole number"),
        (True, int, "a whole number"),
        ("", int, "a whole number"),
        (1, bool, "true or false"),
        (1, str, "text"),
    ),
)
def test_what_does_not_fit_is_told(value: Any, hint: Any, wanted: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (the message is compared)
        converted(value, hint)
    assert str(caught.value) == wanted
