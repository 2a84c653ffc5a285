/** A book of the shop. */
export interface Book {
  /**
   * The book's number.
   * @type integer
   * @minimum 1
   * @example 12
   */
  id: number;
  title: string;
  /**
   * Who wrote it.
   * @type integer
   * @minimum 1
   */
  author_id: number;
  /** The author's name. */
  author: string;
  /**
   * What it is about: the `name` of a Genre.
   * @example poetry
   */
  genre: string;
  /**
   * When it came out.
   * @type integer
   */
  year: number;
  /**
   * @type integer
   * @minimum 1
   */
  pages: number;
  /**
   * The price of one copy, in cents.
   * @type integer
   * @minimum 0
   * @example 1299
   */
  price_cents: number;
  /**
   * Copies in the shop.
   * @type integer
   * @minimum 0
   */
  stock: number;
}

/** A book, and what its readers think of it. */
export interface BookDetails extends Book {
  /**
   * How many reviews it has.
   * @type integer
   * @minimum 0
   */
  reviews: number;
  /**
   * The mean of their stars, to two places; null where there is no review.
   * @minimum 1
   * @maximum 5
   * @example 3.67
   */
  rating: number | null;
}

/** What a reader says of a book. */
export interface Review {
  /**
   * The review's number.
   * @type integer
   * @minimum 1
   */
  id: number;
  /**
   * The book it is of.
   * @type integer
   * @minimum 1
   */
  book_id: number;
  /**
   * Stars.
   * @type integer
   * @minimum 1
   * @maximum 5
   */
  rating: number;
  /** The reader's name. */
  reviewer: string;
  /** What the reader says; may be empty. */
  text: string;
  /**
   * When it was written.
   * @format date-time
   * @example 2024-02-29T12:00:00.000Z
   */
  created_at: string;
}
