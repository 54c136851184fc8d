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
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, get_type_hints

from marrow.conversion import converted
from marrow.errors import MethodError, ParameterError, UnknownNameError
from marrow.protocols import Extractor

DEFAULT_METHOD: Final = "marrow"
ENTRY_POINT_GROUP: Final = "marrow.methods"

BUILT_IN: Final = MappingProxyType(
    {
        "marrow": "marrow.methods.default:PageModel",
        "everything": "marrow.methods.everything:Everything",
        "largest_subtree": "marrow.methods.largest_subtree:LargestSubtree",
        "cetd": "marrow.methods.cetd:Cetd",
        "cetr": "marrow.methods.cetr:Cetr",
    }
)
"""Marrow's own methods: ``module:Class`` by name."""


def method_targets() -> dict[str, str]:
    """Names of all methods that can be asked for, with ``module:Class`` for each.

    Raises
    ------
    MethodError
        Two methods have the same name. Marrow's own can still be asked for.
    """
    # A few dozen milliseconds, which a process that names a built-in method need not spend.
    from importlib.metadata import entry_points

    targets = dict(BUILT_IN)
    owners = dict.fromkeys(BUILT_IN, "marrow")
    for point in entry_points(group=ENTRY_POINT_GROUP):
        owner = point.dist.name if point.dist else point.module
        target = f"{point.module}:{point.attr}"
        if targets.get(point.name, target) != target:
            raise MethodError(
                f"method {point.name!r} comes from two packages, {owners[point.name]} and {owner}: "
                f"rename the entry point of {owner}, or uninstall it"
            )
        targets[point.name] = target
        owners[point.name] = owner
    return targets


def method_class(name: str) -> type[Extractor]:
    """Import the class of a method.

    Raises
    ------
    UnknownNameError
        With the nearest names.
    MethodError
        When a method of another package cannot be imported, or is none.
    """
    target = BUILT_IN.get(name)
    if target is None:
        targets = method_targets()
        target = targets.get(name)
        if target is None:
            raise UnknownNameError.nearest("method", name, targets)
    module, _, attribute = target.partition(":")
    try:
        found = attrgetter(attribute)(import_module(module))
    except (ImportError, AttributeError) as error:
        raise MethodError(f"method {name!r} ({target}) cannot be imported: {error}") from error
    if not (isinstance(found, type) and dataclasses.is_dataclass(found) and hasattr(found, "score")):
        raise MethodError(f"method {name!r} ({target}) is no extractor: see marrow.check_extractor")
    return found  # type: ignore[return-value]


def method(name: str = DEFAULT_METHOD, /, **parameters: Any) -> Extractor:
    """Make a method with the paper's parameters, or others.

    Text values are converted to the type of the field, so that values may come from a command
    line.

    Raises
    ------
    UnknownNameError, ParameterError
        The message tells the known names, or the values that are allowed.
    """
    found = method_class(name)
    values = _converted(found, name, parameters) if parameters else {}
    try:
        return found(**values)
    except ParameterError as error:
        raise ParameterError(f"method {name!r}: {error}") from None
    except (TypeError, ValueError) as error:
        raise ParameterError(f"method {name!r}: {error}") from error


def _converted(found: type[Extractor], name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    known = [field.name for field in dataclasses.fields(found) if field.init]  # type: ignore[arg-type]
    hints = get_type_hints(found)
    values = {}
    for key, value in parameters.items():
        if key not in known:
            close = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(sorted(known)) or 'none'}"
            raise ParameterError(f"method {name!r} has no parameter {key!r}: {hint}")
        try:
            values[key] = converted(value, hints[key])
        except ValueError as error:
            raise ParameterError(f"method {name!r}: {key}={value!r} is not {error}") from None
    return values
