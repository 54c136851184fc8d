"""Methods by name.

A method outside Marrow joins through an entry point of the group ``marrow.methods``::

    [project.entry-points."marrow.methods"]
    my-method = "my_package.my_module:MyMethod"

Nothing is imported until a method is asked for.
"""

from __future__ import annotations

import dataclasses
import difflib
from importlib import import_module
from typing import Any, Final, get_type_hints

from marrow.errors import MethodError, ParameterError, UnknownNameError
from marrow.protocols import Extractor

DEFAULT_METHOD: Final = "marrow"
ENTRY_POINT_GROUP: Final = "marrow.methods"

_BUILT_IN: Final = {
    "marrow": "marrow.methods.default:PageModel",
    "everything": "marrow.methods.everything:Everything",
    "largest_subtree": "marrow.methods.largest_subtree:LargestSubtree",
    "cetd": "marrow.methods.cetd:Cetd",
    "cetr": "marrow.methods.cetr:Cetr",
}


def method_targets() -> dict[str, str]:
    """Names of all methods that can be asked for, with ``module:Class`` for each."""
    # A few dozen milliseconds, which a process that names a built-in method need not spend.
    from importlib.metadata import entry_points

    outside = {point.name: point.value for point in entry_points(group=ENTRY_POINT_GROUP)}
    return {**outside, **_BUILT_IN}


def method_class(name: str) -> type[Extractor]:
    """Import the class of a method.

    Raises
    ------
    UnknownNameError
        With the nearest names.
    MethodError
        When a method of another package cannot be imported.
    """
    target = _BUILT_IN.get(name) or method_targets().get(name)
    if target is None:
        raise UnknownNameError.nearest("method", name, method_targets())
    module, _, attribute = target.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise MethodError(f"method {name!r} ({target}) cannot be imported: {error}") from error
    return found  # type: ignore[no-any-return]


def method(name: str = DEFAULT_METHOD, **parameters: Any) -> Extractor:
    """Make a method with the paper's parameters, or others.

    Text values are converted to the type of the field, so that values may come from a command
    line.

    Raises
    ------
    UnknownNameError, ParameterError
        The message tells the known names.
    """
    found = method_class(name)
    if not parameters:
        return found()
    known = {field.name: field for field in dataclasses.fields(found) if field.init}  # type: ignore[arg-type]
    hints = get_type_hints(found)
    values = {}
    for key, value in parameters.items():
        if key not in known:
            close = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(sorted(known)) or 'none'}"
            raise ParameterError(f"method {name!r} has no parameter {key!r}: {hint}")
        values[key] = _converted(name, key, value, hints[key])
    try:
        return found(**values)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"method {name!r}: {error}") from error


def _converted(method_name: str, key: str, value: Any, hint: Any) -> Any:
    if not isinstance(value, str) or hint is str:
        return value
    truth = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    try:
        if hint is bool:
            return truth[value.lower()]
        if hint in (int, float):
            return hint(value)
    except (KeyError, ValueError):
        wanted = hint.__name__
        raise ParameterError(f"method {method_name!r}: {key}={value!r} is not {wanted}") from None
    return value
