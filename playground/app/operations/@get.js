/*
 * Where to begin: the addresses of the shop's lists.
 *
 * @tags shop
 * @returns {{name: string, links: Record<string, string>}} What the shop is called, and the addresses by name.
 * @example {name: The bookshop, links: {books: /books, orders: /orders}}
 * @returns-include oversized
 */
export default function greet() {
  return {
    name: 'The bookshop',
    links: {
      books: '/books',
      search: '/books/search?q=lighthouse',
      poetry: '/books?genre=poetry&sort=title&total=1',
      authors: '/authors',
      genres: '/genres',
      orders: '/orders',
    },
  };
}
