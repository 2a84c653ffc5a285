/**
 * An order took the last copy of a book.
 *
 * @payload {SoldOutBook} The book.
 * @example {"book_id": 12, "title": "The Quiet Lighthouse"}
 * @tags books
 */
