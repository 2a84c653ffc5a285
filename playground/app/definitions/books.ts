/** A book in the shop. */
export interface Book {
  /**
   * The book's ID.
   * @type integer
   * @minimum 1
   * @example 12
   */
  id: number;
  title: string;
  /**
   * The author's ID.
   * @type integer
   * @minimum 1
   */
  author_id: number;
  /** The author's name. */
  author: string;
  /**
   * The `name` of a Genre.
   * @example poetry
   */
  genre: string;
  /**
   * The year of publication.
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
   * The number of copies in stock.
   * @type integer
   * @minimum 0
   */
  stock: number;
}

/** A book with its reviews in numbers. */
export interface BookDetails extends Book {
  /**
   * The number of reviews.
   * @type integer
   * @minimum 0
   */
  reviews: number;
  /**
   * The average rating, rounded to two decimals; null without reviews.
   * @minimum 1
   * @maximum 5
   * @example 3.67
   */
  rating: number | null;
}

/** A reader's review of a book. */
export interface Review {
  /**
   * The review's ID.
   * @type integer
   * @minimum 1
   */
  id: number;
  /**
   * The ID of the reviewed book.
   * @type integer
   * @minimum 1
   */
  book_id: number;
  /**
   * The rating in stars.
   * @type integer
   * @minimum 1
   * @maximum 5
   */
  rating: number;
  /** The reader's name. */
  reviewer: string;
  /** The text of the review; may be empty. */
  text: string;
  /**
   * The time of creation.
   * @format date-time
   * @example 2024-02-29T12:00:00.000Z
   */
  created_at: string;
}
