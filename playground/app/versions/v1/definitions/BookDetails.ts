import type { v1, v2 } from 'unplugin-operations/types';
import type { Book } from '../../../definitions/books.ts';

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
  stars: number | null;
}

export const down = ({ rating, ...book }: v2.BookDetails): v1.BookDetails => ({ ...book, stars: rating });
