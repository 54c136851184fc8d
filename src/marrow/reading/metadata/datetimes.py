"""Dates as pages write them, to ISO 8601: in attributes, in running text, in addresses."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Final

FIRST_YEAR: Final = 1990
LAST_YEAR: Final = 2099
"""Years outside this span are not dates of web pages."""

# January to December, in the languages that pages are most often written in.
_MONTHS: Final = """
    january jan janvier janv januar jänner januari enero ene janeiro gennaio gen stycznia styczeń ocak
    января январь янв leden ledna tammikuuta січня sausio januarie ianuarie ;
    february feb febr février févr fév februar februari febrero fevereiro fev febbraio lutego luty şubat
    февраля февраль фев února únor helmikuuta лютого februarie ;
    march mar mars märz mrz maart marzo março marca marzec mart марта март března březen maaliskuuta
    березня martie ;
    april apr avril avr abril abr aprile kwietnia kwiecień nisan апреля апрель апр dubna duben
    huhtikuuta квітня aprilie ;
    may mai mei mayo maio maggio mag maja maj mayıs мая май května květen toukokuuta травня ;
    june jun juin juni junio junho giugno giu czerwca czerwiec haziran июня июнь июн června červen
    kesäkuuta червня iunie ;
    july jul juillet juil juli julio julho luglio lug lipca lipiec temmuz июля июль июл července
    červenec heinäkuuta липня iulie ;
    august aug août aout agosto ago augustus sierpnia sierpień ağustos августа август авг augusti srpna
    srpen elokuuta серпня ;
    september sep sept septembre septiembre setembro set settembre września wrzesień eylül сентября
    сентябрь сен сент září syyskuuta вересня septembrie ;
    october oct octobre oktober okt octubre outubro out ottobre ott października październik ekim
    октября октябрь окт října říjen lokakuuta жовтня octombrie ;
    november nov novembre noviembre novembro listopada listopad kasım ноября ноябрь ноя marraskuuta
    noiembrie ;
    december dec décembre déc dezember dez diciembre dic dezembro dicembre grudnia grudzień aralık
    декабря декабрь дек prosince prosinec joulukuuta грудня decembrie desember des
"""
_MONTH: Final = {name: number for number, names in enumerate(_MONTHS.split(";"), 1) for name in names.split()}
_NAME: Final = r"([^\W\d_]{3,12})\.?"
_DAY: Final = r"(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?"
_YEAR: Final = r"((?:19|20)\d\d)(?!\d)"

_TIME: Final = (
    r"(?:[T\s]\s?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2}(?!\d)|UTC|GMT)?)?"
)
_ISO = re.compile(rf"(?<!\d){_YEAR}-(\d{{1,2}})-(\d{{1,2}})(?!\d){_TIME}")
_YEAR_FIRST = re.compile(
    rf"(?<!\d){_YEAR}\s?(?:[-/.]|年|년)\s?(\d{{1,2}})\s?(?:[-/.]|月|월)\s?(\d{{1,2}})(?![\d])"
)
_DAY_NAME_YEAR = re.compile(
    rf"(?<!\d){_DAY}[\s,./-]{{0,3}}(?:de\s|d')?{_NAME}[\s,./-]{{0,3}}(?:del?\s)?{_YEAR}", re.IGNORECASE
)
_NAME_DAY_YEAR = re.compile(rf"(?<![^\W\d_]){_NAME}[\s,]{{0,3}}{_DAY}[\s,]{{1,4}}{_YEAR}", re.IGNORECASE)
_YEAR_NAME_DAY = re.compile(
    rf"(?<!\d){_YEAR}[\s,./-]{{1,3}}{_NAME}[\s,./-]{{1,3}}(\d{{1,2}})(?!\d)", re.IGNORECASE
)
_NUMERIC = re.compile(r"(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})[/.-]((?:19|20)\d\d|\d\d)(?![\d/-])")
_COMPACT = re.compile(r"^\s*((?:19|20)\d\d)(\d\d)(\d\d)(?:T?\d{0,6}(?:Z|[+-]\d{4})?)?\s*$")
_EPOCH = re.compile(r"^\s*(\d{10})(?:\d{3})?(?:\.\d+)?\s*$")
_ADDRESS = re.compile(r"[/_-]((?:19|20)\d\d)[/_-]?(\d{1,2})[/_-]?(\d{1,2})(?=[/_.?-]|$)")
_ADDRESS_DIGITS = re.compile(r"/(?:\w{0,3}?)((?:19|20)\d\d)(\d\d)(\d\d)(?:[/_.-]|$)")
_MAX_CHARS: Final = 2_000


def parse_date(text: str, *, month_first: bool = False) -> str | None:
    """First date in ``text`` as ISO 8601, with time and offset where they are written.

    Parameters
    ----------
    text
        A value of an attribute, or a line; only its first 2,000 characters are read.
    month_first
        How to read ``03/04/2021`` (American: March).
    """
    text = text[:_MAX_CHARS]
    compact = _COMPACT.match(text)
    if compact:
        return _day(compact[1], compact[2], compact[3])
    epoch = _EPOCH.match(text)
    if epoch:
        moment = datetime.fromtimestamp(int(epoch[1]), UTC)
        return moment.isoformat().replace("+00:00", "Z") if _in_span(moment.year) else None
    iso = _ISO.search(text)
    if iso:
        day = _day(iso[1], iso[2], iso[3])
        return day and day + _time(iso)
    return _written(text, month_first)


def _written(text: str, month_first: bool) -> str | None:  # noqa: FBT001
    """Return the leftmost date that is written for readers."""
    found: list[tuple[int, str]] = []
    for pattern, order in (
        (_YEAR_FIRST, (1, 2, 3)),
        (_DAY_NAME_YEAR, (3, 2, 1)),
        (_NAME_DAY_YEAR, (3, 1, 2)),
        (_YEAR_NAME_DAY, (1, 2, 3)),
    ):
        for match in pattern.finditer(text):
            year, month, day = (match[index] for index in order)
            value = _day(year, month, day)
            if value:
                found.append((match.start(), value))
                break
    if not found:
        for match in _NUMERIC.finditer(text):
            value = _numeric_day(match, month_first)
            if value:
                found.append((match.start(), value))
                break
    return min(found)[1] if found else None


def month_comes_first(text: str) -> bool | None:
    """Tell the order of day and month in ``text``; ``None`` where no date gives it away."""
    for match in _NUMERIC.finditer(text):
        first, second = int(match[1]), int(match[2])
        if 12 < max(first, second) <= 31 and 1 <= min(first, second) <= 12 and len(match[3]) == 4:  # noqa: PLR2004
            return second > first
    return None


def date_in_address(url: str) -> str | None:
    """Date in the path of an address, such as ``/2021/03/04/``."""
    path = url.split("?", maxsplit=1)[0][:_MAX_CHARS]
    for pattern in (_ADDRESS, _ADDRESS_DIGITS):
        for match in pattern.finditer(path):
            value = _day(match[1], match[2], match[3])
            if value:
                return value
    return None


def _numeric_day(match: re.Match[str], month_first: bool) -> str | None:  # noqa: FBT001
    first, second = int(match[1]), int(match[2])
    year = match[3] if len(match[3]) > 2 else f"20{match[3]}"  # noqa: PLR2004  (two digits)
    day, month = (second, first) if month_first else (first, second)
    return _day(year, str(month), str(day)) or _day(year, str(day), str(month))


def _day(year: str, month: str, day: str) -> str | None:
    number = int(month) if month.isdecimal() else _MONTH.get(month.casefold())
    if number is None or not _in_span(int(year)):
        return None
    try:
        return date(int(year), number, int(day)).isoformat()
    except ValueError:
        return None


def _in_span(year: int) -> bool:
    return FIRST_YEAR <= year <= LAST_YEAR


def _time(match: re.Match[str]) -> str:
    """``T12:34:56+01:00`` from the groups of a match, as far as they are there."""
    if match[4] is None or int(match[4]) > 23 or int(match[5]) > 59:  # noqa: PLR2004
        return ""
    offset = match[7] or ""
    if offset.upper() in {"Z", "UTC", "GMT"}:
        offset = "Z"
    elif offset and ":" not in offset:
        offset = f"{offset[:3]}:{offset[3:]}"
    return f"T{int(match[4]):02}:{match[5]}:{match[6] or '00'}{offset}"
