// How well what can be pressed is told from what lies behind it: run inside a page, asked by contrast.py.
(() => {
  const CONTROLS = "button, a[href], .button, .chip, summary, select, input[type=text], input[type=number], label.game";
  const TABBABLE = "a[href], button, input, select, summary, [tabindex='0']";
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();

  /** Any colour that CSS can write, as red, green, blue and alpha. */
  function rgba(text) {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, [r, g, b, a / 255]);
    }
    return known.get(text);
  }

  const mix = (below, above, share) => [0, 1, 2].map((at) => below[at] * (1 - share) + above[at] * share);
  const over = (colour, below) => mix(below, colour, colour[3]);

  function luminance(colour) {
    const [r, g, b] = colour.map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function ratio(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  function chain(element) {
    const found = [];
    for (let one = element; one; one = one.parentElement) found.unshift(one);
    return found;
  }

  /** What is seen behind the content of an element, and the translucent groups it is part of. */
  function behind(element) {
    let colour = [255, 255, 255];
    const groups = [];
    const odd = [];
    for (const one of chain(element)) {
      const style = getComputedStyle(one);
      if (Number(style.opacity) < 1) groups.unshift([colour, Number(style.opacity)]);
      const own = rgba(style.backgroundColor);
      if (own[3] === 1) odd.length = 0;
      if (style.backgroundImage !== "none") odd.push("a picture lies behind it");
      if (style.filter !== "none") odd.push("a filter changes it");
      colour = over(own, colour);
    }
    return { colour, groups, odd: odd[0] ?? null };
  }

  /** The contrast of a colour on an element, as it reaches the eye. */
  function against(element, text) {
    const { colour, groups, odd } = behind(element);
    let [front, back] = [over(rgba(text), colour), colour];
    for (const [below, share] of groups) [front, back] = [mix(below, front, share), mix(below, back, share)];
    return { ratio: ratio(front, back), odd };
  }

  function visible(element) {
    const box = element.getBoundingClientRect();
    return box.width > 2 && box.height > 2 && element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, [inert]");
  }

  /** Everything that is written on a control: where it stands and in which style. */
  function written(control) {
    const found = [];
    if (control.matches("input, select")) return [[control, getComputedStyle(control), control.value || control.id]];
    const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (node.data.trim() && !parent.closest("svg, .unseen") && visible(parent)) found.push([parent, getComputedStyle(parent), node.data.trim()]);
    }
    for (const pseudo of ["::before", "::after"]) {
      const style = getComputedStyle(control, pseudo);
      if (style.content.startsWith('"')) found.push([control, style, style.content]);
    }
    if (found.length > 0) return found;
    // An icon instead of words: what it is drawn with counts.
    const drawn = [...control.querySelectorAll("svg :is(path, circle, line, rect)")].filter(visible);
    return drawn.flatMap((shape) => {
      const style = getComputedStyle(shape);
      const ink = [style.stroke, style.fill].find((colour) => colour === getComputedStyle(control).color);
      return ink ? [[control, { color: ink, fontSize: "24px", fontWeight: "400" }, "an icon"]] : [];
    });
  }

  const large = (style) => parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);

  function nameOf(element) {
    const own = element.localName + (element.id ? `#${element.id}` : [...element.classList].map((name) => `.${name}`).join(""));
    const near = element.parentElement?.closest("[id], [class]");
    return near ? `${near.localName}${near.id ? `#${near.id}` : `.${near.classList[0]}`} ${own}` : own;
  }

  /** Two controls of one kind look the same: they have the same classes, states and ancestors. */
  function kindOf(element) {
    const about = ["aria-pressed", "aria-current", "aria-disabled", "aria-selected", "disabled", "type", "style"];
    const one = (part) => part.localName + [...part.classList].sort().map((name) => `.${name}`).join("") + about.map((name) => (part.hasAttribute(name) ? `[${name}=${part.getAttribute(name)}]` : "")).join("");
    const inner = [...element.querySelectorAll("*")].filter((part) => !part.closest("svg")).map(one).join(",");
    return [document.body.dataset.page, ...chain(element).map(one), inner].join(" ");
  }

  const marked = (mark) => [...document.querySelectorAll(`[data-walk-${mark}]`)];

  /** Mark all controls of kinds that were not met before; tells the new kinds. */
  function mark(met, name, selector) {
    for (const old of marked(name)) old.removeAttribute(`data-walk-${name}`);
    const seen = new Set(met);
    for (const element of document.querySelectorAll(selector)) {
      const kind = kindOf(element);
      if (seen.has(kind) || !visible(element)) continue;
      seen.add(kind);
      element.setAttribute(`data-walk-${name}`, "");
    }
    return [...seen].slice(met.length);
  }

  /** Everything written on the marked controls that cannot be read. */
  function unreadable() {
    return marked("control").flatMap((control) =>
      written(control).flatMap(([element, style, text]) => {
        const { ratio: found, odd } = against(element, style.color);
        const need = large(style) ? 3 : 4.5;
        return odd || found < need - 0.005 ? [{ name: nameOf(control), text: text.slice(0, 40), ratio: found, need, odd }] : [];
      }),
    );
  }

  const undo = [];

  /** Put a control into a state that it can have by itself; tells whether it can. */
  function put(control, state) {
    const input = control.querySelector("input[type=radio], input[type=checkbox]");
    const was = { disabled: control.disabled, pressed: control.getAttribute("aria-pressed"), checked: input?.checked };
    if (state === "disabled" && "disabled" in control) {
      control.disabled = true;
      undo.push(() => (control.disabled = was.disabled));
    } else if (state === "chosen" && input) {
      input.checked = true;
      undo.push(() => (input.checked = was.checked));
    } else if (state === "chosen" && was.pressed !== null) {
      control.setAttribute("aria-pressed", "true");
      undo.push(() => control.setAttribute("aria-pressed", was.pressed));
    } else return false;
    return true;
  }

  function restore() {
    for (const back of undo.reverse()) back();
    undo.length = 0;
  }

  /** Everything that cannot be read on the marked controls: as they are, chosen, and disabled. */
  function survey() {
    const found = unreadable().map((fault) => ["", fault]);
    for (const state of ["chosen", "disabled"]) {
      if (marked("control").filter((control) => put(control, state)).length > 0) found.push(...unreadable().map((fault) => [state, fault]));
      restore();
    }
    return found;
  }

  /** What has an outline for a focused element: itself, or the label that is seen in its place. */
  function outlined(element) {
    if (Number(getComputedStyle(element).opacity) > 0 && !element.matches(".unseen")) return element;
    return element.closest("label") ?? element.parentElement.querySelector(".button") ?? element;
  }

  /** Focus one after the other what is marked, and tell where the eye does not find it. */
  function unfocused() {
    return marked("stop").flatMap((element) => {
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) return [];
      const shown = outlined(element);
      const style = getComputedStyle(shown);
      const found = style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2 ? 1 : against(shown.parentElement, style.outlineColor).ratio;
      element.blur();
      return found < 3 ? [{ name: nameOf(element), text: "outline", ratio: found, need: 3, odd: null }] : [];
    });
  }

  window.contrast = {
    controls: (met) => mark(met, "control", CONTROLS),
    stops: (met) => mark(met, "stop", `:is(${TABBABLE}):not(svg *, :disabled)`),
    spots: (met) => mark(met, "spot", "svg [tabindex]"),
    survey,
    unfocused,
    nameOf,
    ratio,
  };
})();
