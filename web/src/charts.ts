// Pointing at a chart, or walking along it with the arrow keys: the values of a moment, read from the table behind it.

import { all, find, on } from "./dom";
import { always } from "./morph";

const at = new WeakMap<Element, number>();

function rows(chart: Element): HTMLTableRowElement[] {
  return all<HTMLTableRowElement>("tbody tr", chart);
}

/** Show what the lines are worth at a moment, the highest first. */
function show(chart: Element, moment: number): void {
  const row = rows(chart)[moment];
  const svg = find<SVGSVGElement>("svg.chart", chart);
  const [said, guide] = [find(".readout", chart), find<SVGLineElement>(".chart-guide", chart)];
  if (!row || !svg || !said || !guide) return;
  at.set(chart, moment);
  const names = all("thead th", chart).slice(1);
  const values = all("td", row).map((cell, line) => [names[line]?.textContent ?? "", cell.textContent ?? ""] as const);
  const known = values.filter(([, value]) => value !== "");
  known.sort(([, one], [, two]) => Number(two.replace("−", "-")) - Number(one.replace("−", "-")));
  const told = known.map(([name, value]) => `${name} ${value}`).join(" · ");
  said.textContent = `${find("th", row)?.textContent ?? ""}: ${told}`;
  const [left = 0, step = 0] = (svg.dataset["plot"] ?? "").split(" ").map(Number);
  for (const end of ["x1", "x2"]) guide.setAttribute(end, String(left + step * moment));
  svg.classList.add("pointed");
}

function hide(chart: Element): void {
  at.delete(chart);
  find("svg.chart", chart)?.classList.remove("pointed");
  const said = find(".readout", chart);
  if (said) said.textContent = "";
}

function pointed(svg: SVGSVGElement, x: number): number {
  const [left = 0, step = 1] = (svg.dataset["plot"] ?? "").split(" ").map(Number);
  const box = svg.getBoundingClientRect();
  return Math.round((((x - box.left) / box.width) * svg.viewBox.baseVal.width - left) / step);
}

export function startCharts(): void {
  on("pointermove", "svg.chart", (svg, event) => {
    const chart = svg.closest("[data-chart]");
    if (!chart) return;
    const most = rows(chart).length - 1;
    show(chart, Math.min(Math.max(pointed(svg as unknown as SVGSVGElement, event.clientX), 0), most));
  });
  on("pointerout", "svg.chart", (svg, event) => {
    const chart = svg.closest("[data-chart]");
    const inside = event.relatedTarget instanceof Node && svg.contains(event.relatedTarget);
    if (chart && !inside && document.activeElement !== svg) hide(chart);
  });
  on("focusin", "svg.chart", (svg) => {
    const chart = svg.closest("[data-chart]");
    if (chart) show(chart, at.get(chart) ?? rows(chart).length - 1);
  });
  on("focusout", "svg.chart", (svg) => {
    const chart = svg.closest("[data-chart]");
    if (chart) hide(chart);
  });
  on("keydown", "svg.chart", (svg, event) => {
    const chart = svg.closest("[data-chart]");
    if (!chart) return;
    const most = rows(chart).length - 1;
    const now = at.get(chart) ?? most;
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(chart, Math.min(Math.max(to, 0), most));
  });
  always(() => undefined);
}
