/** The content of a page, and its title. */
export interface View {
  readonly title: string;
  readonly content: HTMLElement;
}

/** The name of the event after the address has changed. */
export const NAVIGATE = 'bookshop:navigate';

/**
 * Goes to another page.
 *
 * @param focus The selector of the element to focus (default: the heading).
 */
export function go(params: URLSearchParams, focus = 'h1'): void {
  history.pushState(undefined, '', `?${params}`);
  dispatchEvent(new CustomEvent(NAVIGATE, { detail: focus }));
}

/** Makes links to pages navigate without a reload. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="?"]');
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (link === null || isModified) return;
    event.preventDefault();
    go(new URLSearchParams(link.getAttribute('href')!));
  });
}
