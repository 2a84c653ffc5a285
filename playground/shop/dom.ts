/** The attributes and listeners of an element. A listener is a function, an absent attribute is false or undefined. */
interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | ((event: Event) => unknown);
}

type Child = Node | string | number | false | undefined;

/**
 * Creates an element. Text is never parsed as HTML.
 *
 * @example h('a', { href: '?book=1', click: () => track() }, 'A book')
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false).map(toNode));
  return element;
}

function toNode(child: Node | string | number): Node | string {
  return typeof child === 'number' ? String(child) : child;
}

/** Writes a number of cents as a price. */
export function price(cents: number): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(cents / 100);
}

/** Writes a number with the noun that fits: `1 book`, `1,200 books`. */
export function counted(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}

/** Shows a short message, and reads it to screen readers. */
export function announce(message: string): void {
  const status = document.querySelector('#status')!;
  status.textContent = message;
  setTimeout(() => {
    if (status.textContent === message) status.textContent = '';
  }, 6000);
}
