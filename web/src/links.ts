// Links of invitations that this browser has made. The server tells them once; here they can be copied again.

const KEPT = "stellwerk.links";
const MOST = 60;

type Links = Record<string, string>;

function read(): Links {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Links) : {};
  } catch {
    return {};
  }
}

function write(links: Links): void {
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries(links).slice(-MOST))));
}

/** What links begin with: the server knows where its own address is not the one to share. */
export const origin = (): string => document.body.dataset["origin"] ?? location.origin;

const keyOf = (match: string, seat: number): string => `${match} ${seat}`;

export function linkOf(match: string, seat: number): string | undefined {
  const path = read()[keyOf(match, seat)];
  return path && origin() + path;
}

export function keepLink(match: string, seat: number, path: string): void {
  const links = read();
  delete links[keyOf(match, seat)]; // the latest stands last
  write({ ...links, [keyOf(match, seat)]: path });
}

export function dropLink(match: string, seat: number): void {
  const links = read();
  if (!(keyOf(match, seat) in links)) return;
  delete links[keyOf(match, seat)];
  write(links);
}

/** Said to the table of a match that was just begun: show the links at once. */
const FRESH = "stellwerk.fresh";

export const showLinksAt = (match: string): void => sessionStorage.setItem(FRESH, match);

export function shallShowLinks(match: string): boolean {
  const fresh = sessionStorage.getItem(FRESH) === match;
  if (fresh) sessionStorage.removeItem(FRESH);
  return fresh;
}
