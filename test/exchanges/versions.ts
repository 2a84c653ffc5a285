/** The histories of an API with three versions. The last one has no prefix. */
export const VERSIONS = [
  { name: 'v1', deprecated: '2026-11-01', sunset: '2027-05-01' },
  { name: 'v2', deprecated: '2027-02-01' },
  { name: 'v3', prefix: false },
];

/** The key of a client. */
export const KEY = { 'X-Key': 'secret' };

/** What all versions share. */
const SHARED = {
  'app/definitions/openapi.yaml':
    'info: { title: Shop, version: 3.0.0 }\ncomponents:\n  securitySchemes:\n    key: { type: apiKey, in: header, name: X-Key }\n',
  'app/operations/_middleware.ts': `/**
 * @security key
 * @header {string} X-Server - The name of the server
 */
export default async (ctx, next) => {
  ctx.set('X-Server', \`shop \${ctx.version ?? ''}\`.trim());
  await next();
};
`,
  'app/operations/ping.ts': `/**
 * Answers.
 *
 * @returns {string} Which version was asked for
 */
export default function ping(ctx) {
  return ctx.version;
}
`,
  'app/versions/v1/definitions/openapi.yaml': 'info: { description: The first version. }\n',
  'app/versions/v1/operations/_middleware.ts': `/** @header {string} X-Notice - That a newer version exists */
export default async (ctx, next) => {
  ctx.set('X-Notice', 'Use the newest version');
  await next();
};
`,
  'server.ts': `/// <reference types="unplugin-operations/client" />
import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';

const port = Number(process.env.PORT ?? 3000);
createApp(operations, { cursorSecret: 'an example of a secret', security: { key: (ctx, key) => key === 'secret' && { id: 'client' } } })
  .listen(port, () => console.log(\`http://localhost:\${port}\`));
`,
};

/** 1. A field got another name in the second version, and 4. money another unit in the third one. */
const BOOKS = {
  'app/definitions/Money.ts':
    '/** An amount of money. */\nexport interface Money {\n  /** @type integer */\n  cents: number;\n}\n',
  'app/definitions/Book.ts': `/** A book. */
export interface Book {
  title: string;
  price: Money;
  sequel?: Book;
}

/** A shelf. */
export interface Shelf {
  room: string;
  best: Book | null;
  books: Book[];
  byYear: Record<string, Book>;
}
`,
  'app/_books.ts': `export const books = [
  { title: 'Emma', price: { cents: 1250 } },
  { title: 'Ulysses', price: { cents: 2000 }, sequel: { title: 'Ulysses II', price: { cents: 995 } } },
];
`,
  'app/operations/books/@get.ts': `import { page } from 'unplugin-operations/koa';
import { books } from '../../_books.ts';

/**
 * Lists the books.
 *
 * @param-include paging
 * @returns {Page<Book>} The books
 */
export default function listBooks(ctx) {
  return page(books.slice(ctx.paging.offset, ctx.paging.offset + ctx.paging.limit), books.length);
}
`,
  'app/operations/books/@post.ts': `/**
 * Adds a book.
 *
 * @param {Book} body - The book
 * @returns {Book} 201 - The book as it was added
 */
export default function addBook(ctx) {
  const { title, price } = ctx.input.body;
  return { title: \`\${title}!\`, price: { cents: price.cents } };
}
`,
  'app/operations/books/{index}/@get.ts': `import { problem } from 'unplugin-operations/koa';
import { books } from '../../../_books.ts';

/**
 * Gets a book.
 *
 * @etag
 * @param {integer} index - Its place
 * @returns {Book} The book
 * @throws 404 - There is no such book
 */
export default async function getBook(ctx) {
  const book = books[ctx.input.path.index];
  if (book === undefined) throw problem(404);
  return book;
}
`,
  'app/operations/books/feed.ts': `import { books } from '../../_books.ts';

/**
 * Sends all books.
 *
 * @returns {Stream<Book>} 200 application/jsonl - The books
 */
export default async function* feedBooks() {
  yield* books;
}
`,
  'app/operations/shelf.ts': `import { books } from '../_books.ts';

/**
 * Gets the shelf.
 *
 * @returns {Shelf} The shelf
 */
export default function getShelf(ctx) {
  ctx.body = { room: 'Hall', best: null, books, byYear: { 1815: books[0] } };
}
`,
  'app/versions/v1/definitions/Book.ts': `/** A book. */
export interface Book {
  name: string;
  price: Money;
  sequel?: Book;
}

export const down = ({ title, price, sequel }) => ({
  name: title,
  price,
  ...(sequel && { sequel: down(sequel) }),
});

export const up = ({ name, price, sequel }) => ({
  title: name,
  price,
  ...(sequel && { sequel: up(sequel) }),
});
`,
  'app/versions/v2/definitions/Money.ts': `/** An amount of money. */
export interface Money {
  amount: number;
}

export const down = ({ cents }) => ({ amount: cents / 100 });
export const up = ({ amount }) => ({ cents: Math.round(amount * 100) });
`,
};

/** 2. The second version has an operation of its own for the address of a person. */
const PEOPLE = {
  'app/definitions/Person.ts': `/** A person. */
export interface Person {
  name: string;
}

/** An address. */
export interface Address {
  city: string;
}
`,
  'app/operations/people/{person_id}/@get.ts': `/**
 * Gets a person.
 *
 * @param {integer} person_id - Whose
 * @returns {Person} The person
 */
export default function getPerson() {
  return { name: 'Jane' };
}
`,
  'app/operations/people/{person_id}/address@get.ts': `/**
 * Gets the address of a person.
 *
 * @since v2
 * @param {integer} person_id - Whose
 * @returns {Address} The address
 */
export default function getAddress() {
  return { city: 'Bath' };
}
`,
  'app/versions/v1/definitions/Person.ts':
    '/** A person. */\nexport interface Person {\n  name: string;\n  address: Address;\n}\n',
  'app/versions/v1/operations/people/{id}@get.ts': `/**
 * Gets a person.
 *
 * @param {integer} id - Whose
 * @returns {Person} The person
 */
export default function getPerson() {
  return { name: 'Jane', address: { city: 'Bath' } };
}
`,
};

/** 3. The third version walks a list by a cursor that had pages before. The guards of the directory are those of today. */
const ORDERS = {
  'app/definitions/Order.ts': '/** An order. */\nexport interface Order {\n  /** @type integer */\n  id: number;\n}\n',
  'app/operations/orders/_middleware.ts': `/** @rate-limit 60 per hour per address */
export const authorize = (ctx) => ctx.get('X-Blocked') === '';
`,
  'app/operations/orders/@get.ts': `import { keyset } from 'unplugin-operations/koa';

/**
 * Lists the orders.
 *
 * @param-include cursor (id)
 * @returns {Order[]} The orders
 */
export default function listOrders(ctx) {
  const after = ctx.cursor.after?.id ?? 0;
  return keyset([1, 2, 3].filter((id) => id > after).map((id) => ({ id })).slice(0, ctx.cursor.limit + 1));
}
`,
  'app/versions/v2/operations/orders/@get.ts': `/**
 * Lists the orders.
 *
 * @param-include paging
 * @returns {Order[]} The orders
 */
export default function listOrders(ctx) {
  const { offset, limit } = ctx.paging;
  return [1, 2, 3].map((id) => ({ id })).slice(offset, offset + limit);
}
`,
};

/** The project. */
export const FILES: Readonly<Record<string, string>> = { ...SHARED, ...BOOKS, ...PEOPLE, ...ORDERS };
