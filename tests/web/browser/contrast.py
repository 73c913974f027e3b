"""How well every control of a page can be read, in every state and both colours, as WCAG measures contrast.

States of the pointer are forced by the browser's own tools, so that nothing has to be scrolled to or hit. Controls that
have the same classes, states and ancestors look the same: one of each kind is measured on the pages of a walk.
"""

import base64
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import CDPSession, Page

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
POINTED = {"rest": [], "hover": ["hover"], "focus": ["focus", "focus-visible"], "pressed": ["hover", "active"]}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HALO = 8
"""Pixels round a place of a map in which its mark of focus may lie."""

COMPARE = """async ([before, after, script]) => {
  const pixels = async (text) => {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height).data;
  };
  window.contrast ?? eval(script);
  const [one, other] = [await pixels(before), await pixels(after)];
  let changed = 0;
  for (let at = 0; at < one.length; at += 4) {
    const [was, is] = [[...one.slice(at, at + 3)], [...other.slice(at, at + 3)]];
    if (String(was) !== String(is) && window.contrast.ratio(was, is) >= 3) changed += 1;
  }
  return changed;
}"""
"""How many pixels of two pictures differ by a contrast of three to one, which is what an eye can find."""


@dataclass
class Walk:
    """A walk through pages: what was met already, and all that could not be read or found."""

    faults: list[str] = field(default_factory=list)
    measured: int = 0
    met: dict[str, list[str]] = field(default_factory=lambda: {"controls": [], "stops": [], "spots": []})

    def look(self, page: Page, where: str) -> None:
        """Measure whatever is new on a page."""
        page.evaluate(f"() => {{ {SCRIPT} }}")
        if self._met(page, "controls"):
            self._controls(page, where)
        if self._met(page, "stops"):
            self._stops(page, where)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")

    def _met(self, page: Page, what: str) -> int:
        """Mark what was not met before; tells how many there are."""
        new = page.evaluate(f"met => contrast.{what}(met)", self.met[what])
        self.met[what] += new
        return len(new)

    def _controls(self, page: Page, where: str) -> None:
        """Under each state of the pointer in both colours: as they are, chosen, and disabled."""
        session = page.context.new_cdp_session(page)
        nodes = _nodes(session, "[data-walk-control]")
        self.measured += len(nodes)
        themes = THEMES
        for pointer, pseudo in POINTED.items():
            for node in nodes:
                session.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": pseudo})
            for theme in themes:
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                for state, fault in page.evaluate("() => contrast.survey()"):
                    self._note(f"{where}, {theme}, {state or 'plain'} {pointer}", [fault])
            # Back and forth: a change of colours draws the whole page anew.
            themes = themes[::-1]
        session.detach()

    def _stops(self, page: Page, where: str) -> None:
        """In focus, one after the other, in both colours."""
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.keyboard.press("Shift+Tab")
            self._note(f"{where}, {theme}, focus", page.evaluate("() => contrast.unfocused()"))

    def _note(self, where: str, faults: list[dict[str, Any]]) -> None:
        for one in faults:
            odd = f", and {one['odd']}" if one["odd"] else ""
            self.faults.append(f"{where}: {one['name']} “{one['text']}” {one['ratio']:.2f} of {one['need']}{odd}")

    def spots(self, page: Page, where: str) -> None:
        """Focus places of a map, one of each kind, and compare pictures of before and after."""
        page.evaluate(f"() => {{ {SCRIPT} }}")
        self._met(page, "spots")
        blank = page.context.new_page()
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            for spot in page.locator("[data-walk-spot]").all():
                self.measured += 1
                spot.evaluate("one => one.scrollIntoView({ block: 'center', inline: 'center' })")
                box = spot.bounding_box()
                assert box
                clip = {"x": box["x"] - HALO, "y": box["y"] - HALO}
                clip |= {"width": box["width"] + 2 * HALO, "height": box["height"] + 2 * HALO}
                before = _picture(page, clip)
                page.keyboard.press("Shift")
                spot.evaluate("one => one.focus({ preventScroll: true })")
                after = _picture(page, clip)
                spot.evaluate("one => one.blur()")
                changed = blank.evaluate(COMPARE, [before, after, SCRIPT])
                need = 2 * round(box["width"] + box["height"])
                if changed < need:
                    name = spot.evaluate("one => contrast.nameOf(one) + ' ' + one.getAttribute('class')")
                    self.faults.append(f"{where}, {theme}, focus: {name} changes {changed} of {need} pixels")
        blank.close()
        page.emulate_media(color_scheme="light", reduced_motion="reduce")


def _nodes(session: CDPSession, selector: str) -> list[int]:
    """The numbers by which the browser's tools know the elements."""
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found: list[int] = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    return found


def _picture(page: Page, clip: dict[str, float]) -> str:
    return base64.b64encode(page.screenshot(clip=clip, animations="disabled")).decode()  # type: ignore[arg-type]
