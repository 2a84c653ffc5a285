/*
 * The start page: links to the shop's lists.
 *
 * @tags shop
 * @returns {{name: string, links: Record<string, string>}} The name of the shop, and its links.
 * @example {name: The bookshop, links: {books: /books, orders: /orders}}
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
