// Walking over a board of hexes with the arrow keys: to the nearest hex in a direction. Where two are as near, as in a
// column of hexes whose rows are shifted, the walk keeps to the line on which it began.

type Middle = readonly [number, number];

const ARROWS: Record<string, Middle> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much farther aside than ahead counts as in that direction, and how much farther away as no nearer. */
const ASIDE = 1.8;
const ALIKE = 1.15;

/** The line that the latest steps kept to: whether they went up and down, where it lies, and which hex they came to. */
let line: { upright: boolean; at: number; to: Element } | null = null;

/** The hex that an arrow key leads to; null for another key and at the edge. */
export function stepFrom(
  from: Element,
  key: string,
  hexes: Element[],
  middle: (hex: Element) => Middle,
): Element | null {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const [right, down] = arrow;
  const upright = right === 0;
  const [x, y] = middle(from);
  const at = line?.to === from && line.upright === upright ? line.at : upright ? x : y;
  const ahead = hexes
    .map((hex) => {
      const [hx, hy] = middle(hex);
      const [dx, dy] = [hx - x, hy - y];
      return { hex, along: dx * right + dy * down, far: Math.hypot(dx, dy), off: Math.abs((upright ? hx : hy) - at) };
    })
    .filter(({ along, far }) => along > 1 && Math.sqrt(far * far - along * along) <= along * ASIDE);
  const nearest = Math.min(...ahead.map(({ far }) => far));
  const [next] = ahead.filter(({ far }) => far <= nearest * ALIKE).sort((a, b) => a.off - b.off);
  if (!next) return null;
  line = { upright, at, to: next.hex };
  return next.hex;
}

export const isArrow = (key: string): boolean => key in ARROWS;
