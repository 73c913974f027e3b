// Short names for what every island does with the page.

export function find<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T | null {
  return within.querySelector<T>(selector);
}

export function all<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T[] {
  return [...within.querySelectorAll<T>(selector)];
}

/** Listen on the document for events on elements that may come and go. */
export function on<K extends keyof DocumentEventMap>(
  type: K,
  selector: string,
  handle: (element: HTMLElement, event: DocumentEventMap[K]) => void,
): void {
  document.addEventListener(type, (event) => {
    const target = event.target;
    const element = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
    if (element) handle(element, event);
  });
}

/** Make an element; text is text, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Fill a box, unless it holds just that: with what is replaced the focus is lost, and a press that has begun. */
export function refill(box: Element | null, ...parts: (Node | string)[]): void {
  const fresh = document.createDocumentFragment();
  fresh.append(...parts);
  const [now, then] = [[...(box?.childNodes ?? [])], [...fresh.childNodes]];
  if (now.length !== then.length || now.some((node, at) => !node.isEqualNode(then[at] ?? null)))
    box?.replaceChildren(fresh);
}

/** The number in a data attribute; NaN where there is none. */
export function numeric(element: Element | null, name: string): number {
  return Number(element?.getAttribute(name) ?? Number.NaN);
}

/** Text behind the # of the address: decoded, or as it is where it cannot be. */
export function fragment(): string {
  const given = location.hash.slice(1);
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
