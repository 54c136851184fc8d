"""Values from a command line to the types of parameters."""

from __future__ import annotations

import math
from enum import Enum
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

_TRUTH: Final = MappingProxyType(
    {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
)


def converted(value: Any, hint: Any) -> Any:
    """Make ``value`` fit the annotation ``hint``.

    Text becomes a bool, int, float, None, member of an enumeration or one of the values of a
    ``Literal``. Other values stay as they are, but must be among the allowed ones where the
    annotation lists them.

    Raises
    ------
    ValueError
        The message is what was wanted: "one of a, b", "a whole number".
    """
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _one_of_union(value, get_args(hint))
    if origin is Literal:
        return _one_of(value, {option: option for option in get_args(hint)})
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = {member.name: member for member in hint}
        return value if isinstance(value, hint) else _one_of(value, members, {m.value: m for m in hint})
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return _from_text(value, hint) if isinstance(value, str) else _checked(value, hint)


def _one_of(value: Any, *options: dict[Any, Any]) -> Any:
    for known in options:
        if value.__hash__ is not None and value in known and type(value) in map(type, known):
            return known[value]
        by_text = {str(key): found for key, found in known.items()}
        if isinstance(value, str) and value in by_text:
            return by_text[value]
    raise ValueError(f"one of {', '.join(map(str, options[0]))}")


def _one_of_union(value: Any, hints: tuple[Any, ...]) -> Any:
    if NoneType in hints and (value is None or (isinstance(value, str) and value.lower() == "none")):
        return None
    wanted = []
    # Text is the last resort: every value fits it.
    for hint in sorted((h for h in hints if h is not NoneType), key=lambda h: h is str):
        try:
            return converted(value, hint)
        except ValueError as error:
            wanted.append(str(error))
    raise ValueError(" or ".join([*wanted, *(["none"] if NoneType in hints else [])]))


def _from_text(value: str, hint: Any) -> Any:
    if hint is bool:
        if value.lower() not in _TRUTH:
            raise ValueError("true or false")
        return _TRUTH[value.lower()]
    if hint is int:
        try:
            return int(value)
        except ValueError:
            raise ValueError("a whole number") from None
    if hint is float:
        try:
            number = float(value)
        except ValueError:
            raise ValueError("a number") from None
        if not math.isfinite(number):
            raise ValueError("a finite number")
        return number
    return value


def _checked(value: Any, hint: Any) -> Any:
    """Refuse a value of another plain type; it would fail later, and less clearly."""
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    if hint not in names:
        return value
    fits = isinstance(value, hint) and (hint is bool or not isinstance(value, bool))
    if not fits:
        raise ValueError(names[hint])
    return value
