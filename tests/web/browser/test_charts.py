"""Charts as the browser paints them, after all style sheets."""

from typing import Literal

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.test_contrast import shown
from tests.web.late import BANK, before
from tests.web.test_rail_charts import companies

pytestmark = pytest.mark.browser

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FAINT = {"light": {"C&O", "NNH"}, "dark": {"PRR", "CPR", "B&O", "Erie", "B&M"}}
"""Yellow and orange are too pale for white paper, the dark ones too dark for dark paper."""

PAINTED = """() => [...document.querySelectorAll("[data-series]:has(.outline)")].map((one) => {
  const two = (number) => Number(number).toString(16).padStart(2, "0");
  const hex = (text) => "#" + text.match(/\\d+/g).slice(0, 3).map(two).join("");
  const style = (css) => getComputedStyle(one.querySelector(css));
  return [one.dataset.series, hex(style(".series").stroke), hex(style(".dot").fill), style(".outline").stroke];
})"""


def test_lines_have_the_colours_of_the_markers_and_an_outline_where_needed(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    visitor.page.goto(shown(visitor, before(BANK, "run", -1)) + "/charts")
    known = companies("1830")
    for scheme in SCHEMES:
        visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        painted = visitor.page.evaluate(PAINTED)
        assert len(painted) > 4
        for company, line, dot, outline in painted:
            assert line == dot == known[company], company
            needed = company in FAINT[scheme]
            assert (outline not in ("none", "rgba(0, 0, 0, 0)")) == needed, (scheme, company, outline)
