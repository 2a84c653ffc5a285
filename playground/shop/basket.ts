/** A book in the basket. */
export interface Line {
  readonly book_id: number;
  readonly title: string;
  readonly quantity: number;
}

const KEY = 'basket';

/** The number of copies of one book that an order can have. */
export const MAX_COPIES = 100;

/** Reads the basket. It outlives the page. */
export function readBasket(): readonly Line[] {
  try {
    const lines: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(lines) ? lines.filter(isLine) : [];
  } catch {
    return [];
  }
}

function isLine(line: unknown): line is Line {
  const { book_id: id, title, quantity } = Object(line) as { readonly [name: string]: unknown };
  return Number.isInteger(id) && typeof title === 'string' && Number.isInteger(quantity) && Number(quantity) > 0;
}

function write(lines: readonly Line[]): void {
  localStorage.setItem(KEY, JSON.stringify(lines));
  showCount();
}

/** Adds copies of a book. */
export function addToBasket(line: Line): void {
  const before = readBasket().find(({ book_id }) => book_id === line.book_id)?.quantity ?? 0;
  setQuantity({ ...line, quantity: before + line.quantity });
}

/** Sets the number of copies of a book. Zero removes it. */
export function setQuantity(line: Line): void {
  const lines = readBasket();
  const quantity = Math.min(line.quantity, MAX_COPIES);
  const isNew = lines.every(({ book_id }) => book_id !== line.book_id);
  const next = lines.map((one) => (one.book_id === line.book_id ? { ...one, quantity } : one));
  write([...next, ...(isNew ? [{ ...line, quantity }] : [])].filter((one) => one.quantity > 0));
}

/** Removes all books. */
export function emptyBasket(): void {
  write([]);
}

/** The number of copies of all books. */
export function countBasket(): number {
  return readBasket().reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Shows the number of copies in the header. */
export function showCount(): void {
  document.querySelector('#count')!.textContent = String(countBasket());
}
