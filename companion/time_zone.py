"""The time zone of the instance: it says on which day a game was played, and what a time without a zone means."""

import os
from datetime import date, datetime, time, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

VARIABLE = "COMPANION_TIME_ZONE"
_MACHINE = Path("/etc/localtime")

_chosen: ZoneInfo | None = None


def find_zone(name: str) -> ZoneInfo:
    """Return the zone with a name of the IANA database, such as Asia/Taipei; raise ValueError if there is none.

    >>> find_zone("Asia/Taipei").key
    'Asia/Taipei'
    """
    try:
        return ZoneInfo(name)
    except (OSError, LookupError, ValueError):  # the name of a folder, of nothing, or of no file that is a zone
        raise ValueError(name) from None


def use_zone(name: str | None) -> None:
    """Choose the zone of this process by its name; None for that of `TZ` or the machine. Raises ValueError."""
    global _chosen
    _chosen = None if name is None else find_zone(name)


def zone() -> tzinfo | None:
    """The zone that was chosen, else that of `TZ`; None stands for the machine's, as `astimezone` takes it."""
    if _chosen is not None:
        return _chosen
    try:
        # Not left to the C library: an image without zone files of its own would silently take UTC.
        return find_zone(os.environ["TZ"].removeprefix(":"))
    except (KeyError, ValueError):
        return None


def zone_name() -> str:
    """The name of the zone, such as Asia/Taipei; of a machine that does not tell it, its letters or its offset."""
    of_instance = zone()
    if isinstance(of_instance, ZoneInfo):
        return of_instance.key.removeprefix("Etc/")
    name = str(_MACHINE.resolve()).partition("/zoneinfo/")[2]
    return name.removeprefix("Etc/") or datetime.now().astimezone().tzname() or "UTC"


def offset_name(moment: datetime) -> str:
    """Return how far a moment's zone is from UTC, short enough to stand beside a time.

    >>> [offset_name(datetime.fromisoformat(f"2026-05-03T20:15{offset}")) for offset in ("+00:00", "+08:00", "-03:30")]
    ['UTC', 'UTC+8', 'UTC−3:30']
    """
    minutes = int((moment.utcoffset() or timedelta()).total_seconds()) // 60
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}"


def local(moment: str) -> datetime:
    """Return an ISO time in the zone of the instance; one without a zone is of it."""
    return in_zone(datetime.fromisoformat(moment))


def in_zone(moment: datetime) -> datetime:
    """Return a moment in the zone of the instance; one without a zone is of it."""
    of_instance = zone()
    if moment.tzinfo is None and of_instance is not None:
        return moment.replace(tzinfo=of_instance)
    return moment.astimezone(of_instance)


def day_of(moment: str) -> date:
    """Return the day of an ISO time; all that names, sorts or finds games by days goes by it."""
    return local(moment).date()


def today() -> date:
    """Return the day that it is now."""
    return datetime.now().astimezone(zone()).date()


def beginning_of(day: date) -> datetime:
    """Return the moment at which a day begins; raise OverflowError for one at the ends of the calendar."""
    return in_zone(datetime.combine(day, time()))
