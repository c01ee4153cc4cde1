"""Network addresses of this machine: which ones to show to phones and which Host headers to accept."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

Address = IPv4Address | IPv6Address

# Network cards of virtual networks and VPNs: a phone in the room can hardly ever reach them.
_VIRTUAL_CARD = re.compile(
    r"^(docker|br-|veth|virbr|lxc|lxdbr|podman|cni|flannel|vboxnet|vmnet|vmenet)"
    r"|^(tun|tap|wg|utun|zt|feth|tailscale|ppp|ipsec|nordlynx)"
    r"|virtualbox|vmware|hyper-v|vethernet|wintun|tap-windows|wireguard|vpn",
    re.IGNORECASE,
)
_VIRTUAL = 2  # their rank
_ROOT = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?")


def network_addresses(*, ipv6: bool = False) -> list[str]:
    """Addresses of this machine, those that a phone in the room most likely reaches first."""
    ranks = {address: rank for address, rank in _ranked().items() if ipv6 or address.version == 4}
    return [str(address) for address in sorted(ranks, key=lambda address: (ranks[address], address.version))]


def room_addresses(host: str) -> list[str]:
    """Return the IPv4 addresses at which phones in the room reach a site, sorted; none of a virtual network."""
    if not _is_any(host):
        address = _parse(host)
        return [str(address)] if address is not None and address.version == 4 else []
    return sorted(str(address) for address, rank in _ranked().items() if address.version == 4 and rank != _VIRTUAL)


def _ranked() -> dict[Address, int]:
    ranks: dict[Address, int] = {}
    for text, names in _named_addresses() if find_spec("ifaddr") else _routed_addresses():
        address = ip_address(text)
        # A link-local IPv6 address needs an interface name, which no browser accepts.
        is_usable = address.version == 4 or not address.is_link_local
        if is_usable and not (address.is_loopback or address.is_unspecified):
            rank = _rank(address, names)
            ranks[address] = min(rank, ranks.get(address, rank))
    return ranks


def _named_addresses() -> Iterator[tuple[str, Sequence[str | bytes]]]:
    """Yield each address of this machine with the names of its network card."""
    import ifaddr

    try:
        adapters = ifaddr.get_adapters()
    except OSError:  # some sandboxes forbid it
        return
    for adapter in adapters:
        for entry in adapter.ips:
            text = entry.ip[0] if isinstance(entry.ip, tuple) else entry.ip
            yield text, (adapter.name, adapter.nice_name, entry.nice_name)


def _routed_addresses() -> Iterator[tuple[str, Sequence[str | bytes]]]:
    """Yield the addresses from which this machine would reach the internet; nothing is sent."""
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                yield probe.getsockname()[0], ()
        except OSError:  # no such network
            continue


def _rank(address: Address, names: Sequence[str | bytes]) -> int:
    if address.is_link_local:
        return 3
    if any(_VIRTUAL_CARD.search(str(name)) for name in names):
        return _VIRTUAL
    return 0 if address.is_private else 1


def join_bases(host: str, port: int, public_url: str | None = None) -> list[str]:
    """The base URLs to show to phones, best first; only `public_url` if that is given.

    >>> join_bases("192.168.1.23", 5000)
    ['http://192.168.1.23:5000']
    """
    if public_url:
        return [public_url]
    if not _is_any(host):
        return [base_of(host, port)]
    return [base_of(address, port) for address in network_addresses(ipv6=":" in host)] or [base_of("localhost", port)]


def _is_any(host: str) -> bool:
    address = _parse(host)
    return address is not None and address.is_unspecified


def base_of(host: str, port: int) -> str:
    """The base URL of a site at a host and port."""
    return f"http://{url_host(host)}" + ("" if port == 80 else f":{port}")


def url_host(host: str) -> str:
    """A host as written in a URL: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


class _Bracketed(str):
    """An IPv6 host in Flask's TRUSTED_HOSTS: Werkzeug would cut it at the first colon to remove a port."""

    __slots__ = ()

    def partition(self, separator: str, /) -> tuple[str, str, str]:
        return str(self), "", ""


def trusted_hosts(host: str, public_url: str | None = None, announced: str | None = None) -> list[str]:
    """The Host headers to accept, also for the base URL `announced`; any other may be a DNS rebinding attack."""
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "::1", host.lower(), name, name.removesuffix(".local") + ".local"]
    names += network_addresses(ipv6=True)
    names += [urlsplit(url).hostname or "" for url in (public_url, announced) if url]
    hosts = [url_host(each) for each in dict.fromkeys(names) if _is_host_name(each) and not _is_any(each)]
    return [_Bracketed(each) if each.startswith("[") else each for each in hosts]


def _is_host_name(name: str) -> bool:
    # A host name that cannot be encoded would make every request fail.
    try:
        return bool(name.encode("idna"))
    except UnicodeError:
        return False


def read_public_url(text: str) -> str:
    """The site's public base URL, without a trailing slash. Raises ValueError.

    >>> read_public_url("https://games.example/"), read_public_url("https://home.example/companion/")
    ('https://games.example', 'https://home.example/companion')
    """
    url = urlsplit(text)
    if not _is_site(url) or not text.isprintable() or re.search("[ ?#]", text):
        raise ValueError(text)
    return f"{url.scheme}://{url.netloc.lower()}{url.path.rstrip('/')}"


def read_root(path: str) -> str | None:
    """The path below which a site is served, without a trailing slash; None if it needs encoding or leads elsewhere.

    >>> read_root("/games/companion/"), read_root("/"), read_root("//other.example"), read_root("/a/../b")
    ('/games/companion', '', None, None)
    """
    return path.rstrip("/") if _ROOT.fullmatch(path) else None


def _is_site(url: SplitResult) -> bool:
    if url.scheme not in ("http", "https") or not url.hostname or not _is_host_name(url.hostname):
        return False
    return url.port != 0 and read_root(url.path) is not None and "@" not in url.netloc


@lru_cache(maxsize=1000)  # called for every request, and parsing is slow compared with the rest
def client_network(address: str) -> str:
    """The network that limits count an address as: for IPv6 its /64, which one customer usually has as a whole.

    >>> client_network("192.0.2.7"), client_network("::ffff:192.0.2.7"), client_network("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    read = _parse(address)
    if read is None or read.version == 4 or read.is_loopback:
        return address if read is None else str(read)
    return str(ip_network((read, 64), strict=False))


def is_own_host(host: str | None) -> bool:
    """Whether a host is this machine itself and reached by nobody else: localhost, or any loopback address.

    >>> is_own_host("localhost"), is_own_host("127.0.0.2"), is_own_host("10.0.0.5"), is_own_host(None)
    (True, True, False, False)
    """
    address = _parse(host or "")
    return host == "localhost" or (address is not None and address.is_loopback)


def home_address(address: str) -> bool:
    """Whether an address is that of this machine itself, or of a network at home, which the internet does not reach.

    >>> [home_address(one) for one in ("127.0.0.1", "192.168.1.4", "fe80::1", "8.8.8.8", "2a00::1", "0.0.0.0", "home")]
    [True, True, True, False, False, False, False]
    """
    read = _parse(address)
    return read is not None and read.is_private and not read.is_unspecified


@lru_cache(maxsize=1000)
def _parse(address: str) -> Address | None:
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return read.ipv4_mapped or read if isinstance(read, IPv6Address) else read


@dataclass(frozen=True)
class Networks:
    """Addresses and whole networks, such as those of reverse proxies."""

    all: tuple[IPv4Network | IPv6Network, ...] = ()

    def has(self, address: str) -> bool:
        """Whether an address, or a network as `client_network` gives it, lies in one of them.

        >>> Networks.read(["10.0.0.0/8"]).has("10.1.2.3"), Networks().has("10.1.2.3")
        (True, False)
        """
        read = _parse(address.partition("/")[0])
        return read is not None and any(read in network for network in self.all if network.version == read.version)

    @classmethod
    def read(cls, texts: Iterable[str]) -> Networks:
        """Parse addresses such as 10.0.0.5 and networks such as 172.16.0.0/12. Raises ValueError."""
        return cls(tuple(ip_network(text.strip(), strict=False) for text in texts))
