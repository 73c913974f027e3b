"""What makes a position impossible: its form, its pieces, and the place in the turn."""

from stellwerk.eighteen.audit.form import among, once
from stellwerk.eighteen.audit.pieces import audit

__all__ = ["among", "audit", "once"]
