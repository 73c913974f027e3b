"""The laws that every game keeps, for the tests of whoever writes one.

    from stellwerk.testing import check_laws

    @pytest.mark.parametrize("seed", range(10))
    def test_laws(seed):
        check_laws(TITLE, seats=3, seed=seed)

A broken law raises LawBroken, an AssertionError that says which law, where in which match, and what was seen. Needs
the standard library only.
"""

from __future__ import annotations

from stellwerk.testing.check import check_laws, play_out
from stellwerk.testing.scene import LawBroken, Scene
from stellwerk.testing.shelf import check_title

__all__ = ["LawBroken", "Scene", "check_laws", "check_title", "play_out"]
