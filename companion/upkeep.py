"""What is done to stored sessions beside playing: links renewed, a lost host found, the unused ones found."""

from __future__ import annotations

from collections.abc import Mapping

from sqlite_utils import Database

from companion.database import Disk


class Upkeep(Disk):
    """The part of the store that keeps it in order. Every writing method is one transaction."""

    def session_opened_by(self, key: bytes) -> str | None:
        """The session that the form with this key has opened."""
        rows = self.rows("SELECT id FROM sessions WHERE opened = ?", [key])
        return rows[0]["id"] if rows else None

    def hand_over(self, session: str, phone: int) -> None:
        """Make a phone the host in the place of the one that opened the session."""
        sql = "UPDATE members SET phone = ? WHERE session = ? AND role = 'host'"
        self.write(lambda db: db.execute(sql, [phone, session]))

    def renew(
        self, session: str, generation: int, links: Mapping[str, tuple[str, bytes]], alone: int | None
    ) -> set[int] | None:
        """Put new links (role to code and token hash) in the place of those of a generation.

        With `alone` that phone stays the only member. Returns the phones that were members, or None where the links
        of this generation have been renewed already.
        """

        def job(db: Database) -> set[int] | None:
            sql = "UPDATE sessions SET generation = ? WHERE id = ? AND generation = ? AND deleted IS NULL"
            if not db.execute(sql, [generation + 1, session, generation]).rowcount:
                return None
            for role, (code, token) in links.items():
                sql = "UPDATE links SET code = ?, token = ? WHERE session = ? AND role = ?"
                db.execute(sql, [code, token, session, role])
            if alone is None:
                return set()
            gone = list(db.query("SELECT phone FROM members WHERE session = ? AND phone != ?", [session, alone]))
            db.execute("DELETE FROM members WHERE session = ? AND phone != ?", [session, alone])
            return {row["phone"] for row in gone}

        result: set[int] | None = self.write(job)
        return result

    def unused_since(self, moment: str, most: int) -> list[str]:
        """Sessions that were opened, joined and acted in before an ISO moment only, the longest unused first."""
        sql = (
            "SELECT id FROM sessions s WHERE deleted IS NULL AND made < :moment AND coalesce((SELECT at FROM events"
            " WHERE session = s.id ORDER BY number DESC LIMIT 1), '') < :moment AND coalesce((SELECT max(joined)"
            " FROM members WHERE session = s.id), '') < :moment ORDER BY used LIMIT :most"
        )
        return [row["id"] for row in self.rows(sql, {"moment": moment, "most": most})]

    def forget_phones(self, moment: str) -> None:
        """Forget the phones made before an ISO moment that are members of nothing."""
        # The last one stays: its number would be given to the next phone, and the log names phones by theirs.
        sql = (
            "DELETE FROM phones WHERE made < ? AND id < (SELECT max(id) FROM phones)"
            " AND NOT EXISTS (SELECT 1 FROM members WHERE phone = phones.id)"
        )
        self.write(lambda db: db.execute(sql, [moment]))
