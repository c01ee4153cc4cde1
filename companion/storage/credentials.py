"""Join codes, tokens and the keys of links: generation, parsing and hashing."""

import base64
import hashlib
import hmac
import json
import secrets

from companion.engine.names import normalized

CODE_LENGTH = 6
# Without look-alikes: 0 and O, 1 and I and L, 2 and Z, 5 and S, 8 and B; of U and V only V.
CODE_ALPHABET = "34679ACDEFGHJKMNPQRTVWXY"

_TOKEN_BYTES = 16
KEY_BYTES = 32


def new_code() -> str:
    """A random join code: six characters without look-alikes."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def clean_code(text: str) -> str:
    """Normalize a typed join code: upper case, letters and digits only.

    >>> clean_code(" k7q-xm4 "), clean_code("Ｋ７Ｑ　ＸＭ４")
    ('K7QXM4', 'K7QXM4')
    """
    return "".join(character for character in normalized("NFKC", text).upper() if character.isalnum())


def new_token() -> str:
    """A random URL-safe secret of 128 bits."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_of_key(key: str) -> str:
    """Derive a secret from a key of 128 bits or more: as long as a random one, and the key cannot be read from it."""
    digest = hashlib.sha256(f"phone {key}".encode()).digest()[:_TOKEN_BYTES]
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def token_hash(token: str) -> bytes:
    """The hash of a token that is stored, so that a reader of the database cannot use it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


def link_token(key: bytes, session: str, role: str, generation: int) -> str:
    """The secret in the link to a session for a role.

    It is derived from its arguments, so that the share page can show the link again though only its hash is stored.
    A new generation invalidates the links of the older ones.
    """
    words = json.dumps(["link", session, role, generation])
    digest = hmac.digest(key, words.encode(), "sha256")[:_TOKEN_BYTES]
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
