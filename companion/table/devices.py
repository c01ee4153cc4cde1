"""The devices and browsers of one phone: how they join, which there are, and how they are ended."""

from dataclasses import dataclass

from companion.engine import Message, MessageError
from companion.live.live import Live
from companion.storage import credentials
from companion.storage.records import Rows, Transaction
from companion.storage.rows import devices
from companion.storage.schema import DEVICES, PHONES, exists, update
from companion.storage.store import Store
from companion.table.invites import PASS_MINUTES, Invites

_MOST = 20
_EXPIRED = Message(
    "This link is not valid, or was for {minutes} minutes only. On the device that has your seat, tap Use another"
    " device or browser on the home page, and open the link that is shown there.",
    minutes=PASS_MINUTES,
)
USED = Message(
    "This link has been used, and lets in one device only. On the device that has your seat, tap Use another device or"
    " browser on the home page, and open the link that is shown there."
)
_TOO_MANY = Message(
    "{count} devices have this seat already, and that is the most. On one of them, tap Use another device or browser on"
    " the home page, and end those that you do not need.",
    count=_MOST,
)
# The first that a browser names: all name others too.
_BROWSERS = {
    **{"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "FxiOS": "Firefox", "Firefox": "Firefox"},
    **{"CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari"},
}
_MACHINES = {
    **{"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Macintosh": "Mac"},
    **{"CrOS": "Chromebook", "Linux": "Linux"},
}


class NotJoinable(MessageError):
    """A device cannot join by a pass; `message` says why and what to do."""


@dataclass(frozen=True)
class Device:
    """A device of a phone, and since when it is one; `is_own` is the one that asks, `is_told` one that others know."""

    id: int
    kind: Message | str
    since: str
    is_own: bool
    is_told: bool


def kind_of(user_agent: str) -> str:
    """What of a browser's own description is stored: its name and its machine, each empty where unknown.

    >>> kind_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1")
    'Safari/iPhone'
    """
    found = (next((name for word, name in names.items() if word in user_agent), "") for names in (_BROWSERS, _MACHINES))
    return "/".join(found)


def _named(kind: str) -> Message | str:
    browser, _, machine = kind.partition("/")
    if browser and machine:
        return Message("{browser} on {machine}", browser=browser, machine=machine)
    return browser or machine or Message("Another browser")


class Devices:
    """The devices of all phones of an instance, each known by the hash of its token."""

    def __init__(self, store: Store, live: Live, invites: Invites) -> None:
        self.store, self.live, self.invites = store, live, invites

    def of(self, phone: int, own: bytes) -> list[Device]:
        """The devices of a phone as one of them sees them; none while there is only that one."""
        rows = devices.devices_of(self.store.rows, phone)
        return [
            Device(row["id"], _named(row["kind"]), row["made"], row["token"] == own, bool(row["told"])) for row in rows
        ]

    def news(self, phone: int, own: bytes) -> list[Device]:
        """The devices that have joined a phone since its first one looked at them; none for others than the first."""
        new = [device for device in self.of(phone, own) if not device.is_told]
        return new if new and exists(self.store.rows, PHONES, token=own) else []

    def note_seen(self, phone: int, own: bytes) -> None:
        """Note that a device has seen which devices its phone has."""
        if self.news(phone, own):
            self.store.write(lambda db: update(db, DEVICES, {"told": True}, phone=phone))

    def note_use(self, own: bytes, kind: str) -> None:
        """Note that a device is in use, and what it is; nothing where its phone has no other."""
        if exists(self.store.rows, DEVICES, token=own):
            self.store.write(lambda db: devices.note_use(db, own, kind))

    def owner(self, text: str, use: str, rows: Rows | None = None) -> int:
        """The phone that a pass leads to. Raises `NotJoinable` where it has expired, or its device was ended."""
        rows = rows or self.store.rows
        device = self.invites.device_of_pass(text, use) or b""
        phone = devices.phone_of(rows, device)
        is_old = self.invites.is_of_earlier_version(text)
        if phone is None or (is_old and not devices.has_signed_cookies(rows, device)):
            raise NotJoinable(_EXPIRED)
        return phone

    def is_used(self, text: str, use: str) -> bool:
        """Whether a pass lets no device in any more: a link after one device, a start after such a device was ended."""
        return devices.is_used(self.store.rows, credentials.token_hash(text), again=use == "start")

    def join(self, text: str, use: str, token: bytes, kind: str) -> None:
        """Make a device with this token the phone of a pass; done once where it is sent again. Raises `NotJoinable`."""
        code = credentials.token_hash(text)

        def job(db: Transaction) -> None:
            phone, known = self.owner(text, use, db.rows), devices.phone_of(db.rows, token)
            if known == phone:
                return
            if known is not None or devices.is_used(db.rows, code, again=use == "start"):
                raise NotJoinable(USED)
            if len(devices.devices_of(db.rows, phone)) >= _MOST:
                raise NotJoinable(_TOO_MANY)
            devices.add_device(db, phone, token, kind, code)

        self.store.write(job)  # without a session it excludes all others, so no two use a code

    def take_over(self, cookie: str) -> bool:
        """Make a device that earlier versions knew by a signed cookie one with a row; False where it was ended."""
        first = self.invites.device_of_pass(cookie, "cookie")
        if first is None or not devices.has_signed_cookies(self.store.rows, first):
            return False

        def job(db: Transaction) -> None:
            phone = devices.phone_of(db.rows, first)
            if phone is not None and devices.has_signed_cookies(db.rows, first):
                devices.add_device(db, phone, credentials.token_hash(cookie), "", None)

        self.store.write(job)
        return True

    def end(self, phone: int, own: bytes, which: str) -> None:
        """End the device of a phone with the id `which`, or all "others" than the own, and what they have open."""
        if self.store.write(lambda db: devices.end_devices(db, phone, own, which)):
            self.live.end_device(phone)
