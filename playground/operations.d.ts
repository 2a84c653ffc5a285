// Written by unplugin-operations, from the operations and their definitions: change those, not this file.
/* eslint-disable */
/// <reference types="unplugin-operations/client" />
import type { AuthOf, Bytes, CountedPage, Cursor, CursorQuery, Keyset, ListRequest, PagingQuery, RawBody, Rows, SentBytes, SentFile } from 'unplugin-operations/types';

declare namespace Returned {
  /** A kind of book. */
  interface Genre {
    name: string;
    /** A description of the genre; may be empty. */
    description: string;
    /** The number of books of this genre. */
    books: number | bigint;
  }
  /** An author of books in the shop. */
  interface Author {
    /** The author's ID. */
    id: number | bigint;
    name: string;
    /** The country of origin: ISO 3166-1, two letters. */
    country: string;
    /** The year of birth. */
    born: number | bigint;
  }
  /** An author with the number of their books. */
  type AuthorDetails = Returned.Author & {
    /** The number of the author's books in the shop. */
    books: number | bigint;
  };
  /** A book in the shop. */
  interface Book {
    /** The book's ID. */
    id: number | bigint;
    title: string;
    /** The author's ID. */
    author_id: number | bigint;
    /** The author's name. */
    author: string;
    /** The `name` of a Genre. */
    genre: string;
    /** The year of publication. */
    year: number | bigint;
    pages: number | bigint;
    /** The price of one copy, in cents. */
    price_cents: number | bigint;
    /** The number of copies in stock. */
    stock: number | bigint;
  }
  /** A book with its reviews in numbers. */
  type BookDetails = Returned.Book & {
    /** The number of reviews. */
    reviews: number | bigint;
    /** The average rating, rounded to two decimals; null without reviews. */
    rating: number | null;
  };
  /** A reader's review of a book. */
  interface Review {
    /** The review's ID. */
    id: number | bigint;
    /** The ID of the reviewed book. */
    book_id: number | bigint;
    /** The rating in stars. */
    rating: number | bigint;
    /** The reader's name. */
    reviewer: string;
    /** The text of the review; may be empty. */
    text: string;
    /** The time of creation. */
    created_at: string | Date;
  }
  /** An order, without its books. */
  interface Order {
    /** The order's ID. */
    id: number | bigint;
    /** The customer's name. */
    customer: string;
    status: Schemas.OrderStatus;
    /** The total price, in cents. */
    total_cents: number | bigint;
    /** The time of the order. */
    created_at: string | Date;
  }
  /** An order with its books, sorted by book ID. */
  type OrderDetails = Returned.Order & {
    items: Returned.OrderItem[];
  };
  /** A book in an order. */
  interface OrderItem {
    book_id: number | bigint;
    title: string;
    /** The number of copies. */
    quantity: number | bigint;
    /** The price of one copy at the time of the order, in cents. */
    price_cents: number | bigint;
  }
  /** The price of a possible order. */
  interface Quote {
    /** The books with their prices, sorted by book ID. */
    items: Returned.OrderItem[];
    /** The total price, in cents. */
    total_cents: number | bigint;
  }
  /** A book without copies in stock. */
  interface SoldOutBook {
    /** The book's ID. */
    book_id: number | bigint;
    title: string;
  }
  /** An event that was sent to an endpoint, or will be. */
  interface Delivery {
    /** The event's ID, which its receiver has as `webhook-id`. */
    event_id: string;
    /** The name of the event. */
    type: string;
    endpoint_id: string;
    /** It waits for the next attempt, is delivered, or is dead after the last attempt. */
    state: "waiting" | "delivered" | "dead";
    /** The number of attempts. */
    attempts: number | bigint;
    /** Why the last attempt has failed. */
    error?: string;
    /** The time of the event. */
    sent_at: string | Date;
  }
  /** A book with its reviews in numbers. */
  type v1_BookDetails = Returned.Book & {
    /** The number of reviews. */
    reviews: number | bigint;
    /** The average rating, rounded to two decimals; null without reviews. */
    stars: number | null;
  };
}

declare namespace Schemas {
  /** A problem (RFC 9457). */
  interface Problem {
    /** A URI that identifies the problem type. */
    type: string;
    /** A short summary of the problem type. */
    title: string;
    /** The HTTP status code. */
    status: number;
    /** An explanation of this occurrence of the problem. */
    detail?: string;
    /** A URI that identifies this occurrence. */
    instance?: string;
    /** Every violation of the input. */
    errors?: {
      in: "path" | "query" | "header" | "cookie" | "body";
      name: string;
      /** The location in the value, as a JSON Pointer (RFC 6901). */
      pointer: string;
      message: string;
      /** The violated keyword, such as `minLength`. */
      keyword: string;
      /** The values of the keyword, such as `limit`. */
      params: { [name: string]: unknown };
      [name: string]: unknown;
    }[];
    [name: string]: unknown;
  }
  /** A kind of book. */
  interface Genre {
    name: string;
    /** A description of the genre; may be empty. */
    description: string;
    /** The number of books of this genre. */
    books: number;
  }
  /** An author of books in the shop. */
  interface Author {
    /** The author's ID. */
    id: number;
    name: string;
    /** The country of origin: ISO 3166-1, two letters. */
    country: string;
    /** The year of birth. */
    born: number;
  }
  /** An author with the number of their books. */
  type AuthorDetails = Schemas.Author & {
    /** The number of the author's books in the shop. */
    books: number;
  };
  /** A book in the shop. */
  interface Book {
    /** The book's ID. */
    id: number;
    title: string;
    /** The author's ID. */
    author_id: number;
    /** The author's name. */
    author: string;
    /** The `name` of a Genre. */
    genre: string;
    /** The year of publication. */
    year: number;
    pages: number;
    /** The price of one copy, in cents. */
    price_cents: number;
    /** The number of copies in stock. */
    stock: number;
  }
  /** A book with its reviews in numbers. */
  type BookDetails = Schemas.Book & {
    /** The number of reviews. */
    reviews: number;
    /** The average rating, rounded to two decimals; null without reviews. */
    rating: number | null;
  };
  /** A reader's review of a book. */
  interface Review {
    /** The review's ID. */
    id: number;
    /** The ID of the reviewed book. */
    book_id: number;
    /** The rating in stars. */
    rating: number;
    /** The reader's name. */
    reviewer: string;
    /** The text of the review; may be empty. */
    text: string;
    /** The time of creation. */
    created_at: string;
  }
  /** An order is open until it is shipped or cancelled. */
  type OrderStatus = "open" | "shipped" | "cancelled";
  /** An order, without its books. */
  interface Order {
    /** The order's ID. */
    id: number;
    /** The customer's name. */
    customer: string;
    status: Schemas.OrderStatus;
    /** The total price, in cents. */
    total_cents: number;
    /** The time of the order. */
    created_at: string;
  }
  /** An order with its books, sorted by book ID. */
  type OrderDetails = Schemas.Order & {
    items: Schemas.OrderItem[];
  };
  /** A book in an order. */
  interface OrderItem {
    book_id: number;
    title: string;
    /** The number of copies. */
    quantity: number;
    /** The price of one copy at the time of the order, in cents. */
    price_cents: number;
  }
  /** A book to order. */
  interface OrderLine {
    book_id: number;
    /** The number of copies. */
    quantity: number;
  }
  /** The price of a possible order. */
  interface Quote {
    /** The books with their prices, sorted by book ID. */
    items: Schemas.OrderItem[];
    /** The total price, in cents. */
    total_cents: number;
  }
  /** Text that every database can store: without NUL and lone surrogates. */
  type Text = string;
  /** A book without copies in stock. */
  interface SoldOutBook {
    /** The book's ID. */
    book_id: number;
    title: string;
  }
  /** An event that endpoints can choose. */
  type ShopEvent = "order.placed" | "book.soldout";
  /** An address that gets the shop's events. */
  interface Endpoint {
    /** The endpoint's ID. */
    id: string;
    url: string;
    /** The events that it gets. Without them, it gets all. */
    types?: string[];
    /** Why it gets no events any more, such as `gone` after a 410. */
    disabled_reason?: string;
  }
  /** The result of the test event. */
  interface TestResult {
    /** Whether the endpoint has answered with a 2xx. */
    delivered: boolean;
    /** Why the test has failed. */
    error?: string;
  }
  /** A new endpoint with its secret. */
  interface NewEndpoint {
    /** The endpoint's ID. */
    id: string;
    url: string;
    /** Verifies the signatures of events. It is not shown again. */
    secret: string;
    test: Schemas.TestResult;
  }
  /** An event that was sent to an endpoint, or will be. */
  interface Delivery {
    /** The event's ID, which its receiver has as `webhook-id`. */
    event_id: string;
    /** The name of the event. */
    type: string;
    endpoint_id: string;
    /** It waits for the next attempt, is delivered, or is dead after the last attempt. */
    state: "waiting" | "delivered" | "dead";
    /** The number of attempts. */
    attempts: number;
    /** Why the last attempt has failed. */
    error?: string;
    /** The time of the event. */
    sent_at: string;
  }
  /** A book with its reviews in numbers. */
  type v1_BookDetails = Schemas.Book & {
    /** The number of reviews. */
    reviews: number;
    /** The average rating, rounded to two decimals; null without reviews. */
    stars: number | null;
  };
}

declare module 'unplugin-operations/types' {
  interface Operations {
    /**
     * Gets a book with its average rating.
     * @deprecated As of 2026-11-01. It may be removed on 2027-05-01 or later.
     */
    "GET /v1/books/{book_id}": {
      input: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Returned.v1_BookDetails;
      older: {
        version: "v1";
        route: "GET /v1/books/{book_id}";
        request: {
          path: {
            /** The book's ID. */
            book_id: number;
          };
        };
        response: Schemas.v1_BookDetails;
        errors: {
          "400": { problem: Schemas.Problem };
          "404": { problem: Schemas.Problem };
          "431": { problem: Schemas.Problem };
        };
      };
    };
    /** The start page: links to the shop's lists. */
    "GET /": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: {
        name: string;
        links: { [name: string]: string };
      };
      request: {};
      response: {
        name: string;
        links: { [name: string]: string };
      };
      errors: {
        "431": { problem: Schemas.Problem };
      };
    };
    /** Lists the authors, sorted by name. */
    "GET /authors": {
      input: {
        path: {};
        query: {
          /** Only authors from this country: ISO 3166-1, two letters. */
          country?: string;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "name"
           */
          sort: "name" | "-name" | "id" | "-id";
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Returned.Author> | Keyset<Returned.Author>;
      item: Schemas.Author;
      list: ListRequest<never, "name" | "id", never>;
      request: {
        query?: ({
          /** Only authors from this country: ISO 3166-1, two letters. */
          country?: string | undefined;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "name"
           */
          sort?: "name" | "-name" | "id" | "-id" | undefined;
        } & PagingQuery) | undefined;
      };
      response: Schemas.Author[];
      errors: {
        "400": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Gets an author with the number of their books. */
    "GET /authors/{author_id}": {
      input: {
        path: {
          /** The author's ID. */
          author_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Returned.AuthorDetails;
      request: {
        path: {
          /** The author's ID. */
          author_id: number;
        };
      };
      response: Schemas.AuthorDetails;
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Lists the books of an author, latest first. */
    "GET /authors/{author_id}/books": {
      input: {
        path: {
          /** The author's ID. */
          author_id: number;
        };
        query: {
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "-year"
           */
          sort: "year" | "-year" | "title" | "-title" | "id" | "-id";
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Returned.Book> | Keyset<Returned.Book>;
      item: Schemas.Book;
      list: ListRequest<never, "year" | "title" | "id", never>;
      request: {
        path: {
          /** The author's ID. */
          author_id: number;
        };
        query?: ({
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "-year"
           */
          sort?: "year" | "-year" | "title" | "-title" | "id" | "-id" | undefined;
        } & PagingQuery) | undefined;
      };
      response: Schemas.Book[];
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Lists the books of the shop. */
    "GET /books": {
      input: {
        path: {};
        query: {
          /** Only rows with this value of `genre` */
          genre?: string;
          /** Only rows whose `price_cents` is at least this value */
          min_price?: number;
          /** Only rows whose `price_cents` is at most this value */
          max_price?: number;
          /** Only rows whose `stock` is at least this value */
          min_stock?: number;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "-year"
           */
          sort: "year" | "-year" | "title" | "-title" | "price_cents" | "-price_cents" | "id" | "-id";
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Returned.Book> | Keyset<Returned.Book>;
      item: Schemas.Book;
      list: ListRequest<{
        name: "genre";
        op: "eq";
        value: string;
      } | {
        name: "price_cents";
        op: "gte";
        value: number;
      } | {
        name: "price_cents";
        op: "lte";
        value: number;
      } | {
        name: "stock";
        op: "gte";
        value: number;
      }, "year" | "title" | "price_cents" | "id", never>;
      request: {
        query?: ({
          /** Only rows with this value of `genre` */
          genre?: string | undefined;
          /** Only rows whose `price_cents` is at least this value */
          min_price?: number | undefined;
          /** Only rows whose `price_cents` is at most this value */
          max_price?: number | undefined;
          /** Only rows whose `stock` is at least this value */
          min_stock?: number | undefined;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "-year"
           */
          sort?: "year" | "-year" | "title" | "-title" | "price_cents" | "-price_cents" | "id" | "-id" | undefined;
        } & PagingQuery) | undefined;
      };
      response: Schemas.Book[];
      errors: {
        "400": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Finds books whose title and author contain all words. Order, case and accents do not matter. */
    "GET /books/search": {
      input: {
        path: {};
        query: {
          /** Up to 8 words, each of which is in `title` or `author`, in any letter case */
          q?: string;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "title"
           */
          sort: "title" | "-title" | "id" | "-id";
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Returned.Book> | Keyset<Returned.Book> | {
        items: Returned.Book[];
        total?: number | bigint;
        limit: number | bigint;
        offset: number | bigint;
      };
      item: Schemas.Book;
      list: ListRequest<never, "title" | "id", "title" | "author">;
      request: {
        query?: ({
          /** Up to 8 words, each of which is in `title` or `author`, in any letter case */
          q?: string | undefined;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "title"
           */
          sort?: "title" | "-title" | "id" | "-id" | undefined;
        } & PagingQuery) | undefined;
      };
      response: {
        items: Schemas.Book[];
        total?: number;
        limit: number;
        offset: number;
      };
      errors: {
        "400": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Gets a book with its average rating. */
    "GET /books/{book_id}": {
      input: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Returned.BookDetails;
      request: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
      };
      response: Schemas.BookDetails;
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Gets the cover of a book: the image that the staff has set, or a drawing. */
    "GET /books/{book_id}/cover": {
      input: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: RawBody | void;
      request: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
      };
      response: Blob;
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Sets the cover of a book. */
    "PUT /books/{book_id}/cover": {
      input: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        type: "image/png" | "image/jpeg" | "image/webp";
        body: Bytes;
      };
      auth: {
        staff: AuthOf<"staff">;
      };
      result: void;
      limits: "sign-in";
      request: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        type?: "image/png" | "image/jpeg" | "image/webp" | undefined;
        /** The image, up to 64 KiB. */
        body: SentBytes;
      };
      response: undefined;
      errors: {
        "400": { problem: Schemas.Problem };
        "401": { problem: Schemas.Problem };
        "403": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "413": { problem: Schemas.Problem };
        "415": { problem: Schemas.Problem };
        "429": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
        "503": { problem: Schemas.Problem };
      };
    };
    /** Lists the reviews of a book, latest first. */
    "GET /books/{book_id}/reviews": {
      input: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        query: {
          /** Only rows whose `rating` is at least this value */
          min_rating?: number;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "-created_at"
           */
          sort: "created_at" | "-created_at" | "id" | "-id";
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Returned.Review> | Keyset<Returned.Review> | {
        items: Returned.Review[];
        total?: number | bigint;
        limit: number | bigint;
        offset: number | bigint;
      };
      item: Schemas.Review;
      list: ListRequest<{
        name: "rating";
        op: "gte";
        value: number;
      }, "created_at" | "id", never>;
      request: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        query?: ({
          /** Only rows whose `rating` is at least this value */
          min_rating?: number | undefined;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "-created_at"
           */
          sort?: "created_at" | "-created_at" | "id" | "-id" | undefined;
        } & PagingQuery) | undefined;
      };
      response: {
        items: Schemas.Review[];
        total?: number;
        limit: number;
        offset: number;
      };
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /**
     * Adds a review of a book.
     * The shop has no accounts, so its readers are told apart by their addresses.
     */
    "POST /books/{book_id}/reviews": {
      input: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: {
          /** The rating in stars. */
          rating: number;
          /** The reader's name. */
          reviewer: Schemas.Text;
          /**
           * The text of the review.
           * @default ""
           */
          text: Schemas.Text;
        };
      };
      auth: {};
      result: Returned.Review;
      limits: "reviews";
      request: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        body: {
          /** The rating in stars. */
          rating: number;
          /** The reader's name. */
          reviewer: Schemas.Text;
          /**
           * The text of the review.
           * @default ""
           */
          text?: Schemas.Text | undefined;
        };
      };
      response: Schemas.Review;
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "413": { problem: Schemas.Problem };
        "415": { problem: Schemas.Problem };
        "429": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Deletes a review. */
    "DELETE /books/{book_id}/reviews/{review_id}": {
      input: {
        path: {
          /** The book's ID. */
          book_id: number;
          /** The review's ID. */
          review_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {
        staff: AuthOf<"staff">;
      };
      result: void;
      limits: "sign-in" | "removals";
      request: {
        path: {
          /** The book's ID. */
          book_id: number;
          /** The review's ID. */
          review_id: number;
        };
      };
      response: undefined;
      errors: {
        "400": { problem: Schemas.Problem };
        "401": { problem: Schemas.Problem };
        "403": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "429": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
        "503": { problem: Schemas.Problem };
      };
    };
    /** Draws a cover for a book from its title. */
    "GET /covers/{book_id}.svg": {
      input: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: RawBody;
      request: {
        path: {
          /** The book's ID. */
          book_id: number;
        };
      };
      response: Blob;
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Lists the genres with their descriptions and numbers of books, sorted by name. */
    "GET /genres": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: readonly Returned.Genre[];
      request: {};
      response: Schemas.Genre[];
      errors: {
        "431": { problem: Schemas.Problem };
      };
    };
    /**
     * Checks whether the process is up.
     * It does not query the database, because a restart would not fix a lost connection.
     */
    "GET /healthz": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: {
        status: "up";
      };
      request: {};
      response: {
        status: "up";
      };
      errors: {
        "431": { problem: Schemas.Problem };
      };
    };
    /** Lists the orders, latest first. */
    "GET /orders": {
      input: {
        path: {};
        query: {
          /** Only rows with this value of `status` */
          status?: Schemas.OrderStatus;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "-id"
           */
          sort: "id" | "-id";
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Returned.Order> | Keyset<Returned.Order> | {
        items: Returned.Order[];
        total?: number | bigint;
        limit: number | bigint;
        offset: number | bigint;
      };
      item: Schemas.Order;
      list: ListRequest<{
        name: "status";
        op: "eq";
        value: Schemas.OrderStatus;
      }, "id", never>;
      request: {
        query?: ({
          /** Only rows with this value of `status` */
          status?: Schemas.OrderStatus | undefined;
          /**
           * The property to order the rows by; a `-` before it reverses the order
           * @default "-id"
           */
          sort?: "id" | "-id" | undefined;
        } & PagingQuery) | undefined;
      };
      response: {
        items: Schemas.Order[];
        total?: number;
        limit: number;
        offset: number;
      };
      errors: {
        "400": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Places an order for all of the books, or for none if one is out of stock. */
    "POST /orders": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: {
          /** The customer's name. */
          customer: Schemas.Text;
          /** The books and the number of copies. Each book may occur once. */
          items: Schemas.OrderLine[];
        };
      };
      auth: {};
      result: Returned.OrderDetails;
      idempotent: "optional";
      request: {
        header?: {
          /** A unique key of the request, which each repetition of it has. */
          "Idempotency-Key"?: string | undefined;
        } | undefined;
        body: {
          /** The customer's name. */
          customer: Schemas.Text;
          /** The books and the number of copies. Each book may occur once. */
          items: readonly Schemas.OrderLine[];
        };
      };
      response: Schemas.OrderDetails;
      errors: {
        "400": { problem: Schemas.Problem };
        "409": { problem: Schemas.Problem };
        "413": { problem: Schemas.Problem };
        "415": { problem: Schemas.Problem };
        "422": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /**
     * Follows the orders: sends the latest ones, then each new order.
     * A client that reconnects gets the orders after the last one that it received.
     */
    "GET /orders/feed": {
      input: {
        path: {};
        query: {
          /**
           * The number of orders to start with.
           * @default 5
           */
          latest: number;
          /**
           * If false, the feed ends instead of waiting for new orders.
           * @default true
           */
          follow: boolean;
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: import('unplugin-operations/types').Streamed<{
        event: "order";
        data: Returned.Order;
        id?: string;
        retry?: number | bigint;
      }>;
      stream: {
        event: "order";
        data: Schemas.Order;
        id?: string;
        retry?: number;
      };
      request: {
        query?: {
          /**
           * The number of orders to start with.
           * @default 5
           */
          latest?: number | undefined;
          /**
           * If false, the feed ends instead of waiting for new orders.
           * @default true
           */
          follow?: boolean | undefined;
        } | undefined;
      };
      response: AsyncIterable<{
        event: "order";
        data: Schemas.Order;
        id?: string;
        retry?: number;
      }>;
      errors: {
        "400": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Calculates the price of an order without placing it. */
    "POST /orders/quote": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: {
          /** The books and the number of copies. Each book may occur once. */
          items: Schemas.OrderLine[];
        };
      };
      auth: {};
      result: Returned.Quote;
      request: {
        body: {
          /** The books and the number of copies. Each book may occur once. */
          items: readonly Schemas.OrderLine[];
        };
      };
      response: Schemas.Quote;
      errors: {
        "400": { problem: Schemas.Problem };
        "413": { problem: Schemas.Problem };
        "415": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Gets an order with its books. */
    "GET /orders/{order_id}": {
      input: {
        path: {
          /** The order's ID. */
          order_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Returned.OrderDetails;
      request: {
        path: {
          /** The order's ID. */
          order_id: number;
        };
      };
      response: Schemas.OrderDetails;
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Cancels an open order and returns its books to the stock. */
    "POST /orders/{order_id}/cancel": {
      input: {
        path: {
          /** The order's ID. */
          order_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Returned.OrderDetails;
      request: {
        path: {
          /** The order's ID. */
          order_id: number;
        };
      };
      response: Schemas.OrderDetails;
      errors: {
        "400": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "409": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Checks whether the server can handle requests: it is not about to stop, and the database responds. */
    "GET /readyz": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: {
        status: "ready";
      };
      request: {};
      response: {
        status: "ready";
      };
      errors: {
        "431": { problem: Schemas.Problem };
        "503": { problem: Schemas.Problem };
      };
    };
    /** Lists the reviews of all books, latest first. */
    "GET /reviews": {
      input: {
        path: {};
        query: {
          /** Only rows whose `rating` is at least this value */
          min_rating?: number;
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Keyset<Returned.Review>;
      item: Schemas.Review;
      cursor: Cursor<Pick<Schemas.Review, "created_at" | "id">>;
      list: ListRequest<{
        name: "rating";
        op: "gte";
        value: number;
      }, "created_at" | "id", never>;
      request: {
        query?: ({
          /** Only rows whose `rating` is at least this value */
          min_rating?: number | undefined;
        } & CursorQuery) | undefined;
      };
      response: Schemas.Review[];
      errors: {
        "400": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
      };
    };
    /** Lists the latest deliveries of events. */
    "GET /webhooks/deliveries": {
      input: {
        path: {};
        query: {
          /** Only deliveries in this state. */
          state?: "waiting" | "delivered" | "dead";
          /** Only deliveries to this endpoint. */
          endpoint_id?: Schemas.Text;
          /**
           * The number of deliveries.
           * @default 20
           */
          limit: number;
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {
        staff: AuthOf<"staff">;
      };
      result: readonly Returned.Delivery[];
      limits: "sign-in";
      request: {
        query?: {
          /** Only deliveries in this state. */
          state?: "waiting" | "delivered" | "dead" | undefined;
          /** Only deliveries to this endpoint. */
          endpoint_id?: Schemas.Text | undefined;
          /**
           * The number of deliveries.
           * @default 20
           */
          limit?: number | undefined;
        } | undefined;
      };
      response: Schemas.Delivery[];
      errors: {
        "400": { problem: Schemas.Problem };
        "401": { problem: Schemas.Problem };
        "403": { problem: Schemas.Problem };
        "429": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
        "503": { problem: Schemas.Problem };
      };
    };
    /** Sends an event again, with the same ID. */
    "POST /webhooks/deliveries/{event_id}/replay": {
      input: {
        path: {
          /** The event's ID. */
          event_id: Schemas.Text;
        };
        query: {};
        header: {};
        cookie: {};
        body: {
          /** The endpoint that gets it. */
          endpoint_id: Schemas.Text;
        };
      };
      auth: {
        staff: AuthOf<"staff">;
      };
      result: void;
      limits: "sign-in";
      request: {
        path: {
          /** The event's ID. */
          event_id: Schemas.Text;
        };
        body: {
          /** The endpoint that gets it. */
          endpoint_id: Schemas.Text;
        };
      };
      response: undefined;
      errors: {
        "400": { problem: Schemas.Problem };
        "401": { problem: Schemas.Problem };
        "403": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "413": { problem: Schemas.Problem };
        "415": { problem: Schemas.Problem };
        "429": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
        "503": { problem: Schemas.Problem };
      };
    };
    /** Lists the endpoints, without their secrets. */
    "GET /webhooks/endpoints": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {
        staff: AuthOf<"staff">;
      };
      result: readonly Schemas.Endpoint[];
      limits: "sign-in";
      request: {};
      response: Schemas.Endpoint[];
      errors: {
        "401": { problem: Schemas.Problem };
        "403": { problem: Schemas.Problem };
        "429": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
        "503": { problem: Schemas.Problem };
      };
    };
    /**
     * Adds an endpoint, and sends it the event `endpoint.added` as a test.
     * The secret is in this response alone. The endpoint stays if the test fails.
     */
    "POST /webhooks/endpoints": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: {
          /** The address. It must be public. */
          url: Schemas.Text;
          /** The events that it gets (default: all). */
          types?: Schemas.ShopEvent[];
        };
      };
      auth: {
        staff: AuthOf<"staff">;
      };
      result: Schemas.NewEndpoint;
      limits: "sign-in";
      request: {
        body: {
          /** The address. It must be public. */
          url: Schemas.Text;
          /** The events that it gets (default: all). */
          types?: readonly Schemas.ShopEvent[] | undefined;
        };
      };
      response: Schemas.NewEndpoint;
      errors: {
        "400": { problem: Schemas.Problem };
        "401": { problem: Schemas.Problem };
        "403": { problem: Schemas.Problem };
        "413": { problem: Schemas.Problem };
        "415": { problem: Schemas.Problem };
        "429": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
        "503": { problem: Schemas.Problem };
      };
    };
    /** Removes an endpoint with its deliveries. */
    "DELETE /webhooks/endpoints/{endpoint_id}": {
      input: {
        path: {
          /** The endpoint's ID. */
          endpoint_id: Schemas.Text;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {
        staff: AuthOf<"staff">;
      };
      result: void;
      limits: "sign-in";
      request: {
        path: {
          /** The endpoint's ID. */
          endpoint_id: Schemas.Text;
        };
      };
      response: undefined;
      errors: {
        "400": { problem: Schemas.Problem };
        "401": { problem: Schemas.Problem };
        "403": { problem: Schemas.Problem };
        "404": { problem: Schemas.Problem };
        "429": { problem: Schemas.Problem };
        "431": { problem: Schemas.Problem };
        "503": { problem: Schemas.Problem };
      };
    };
  }
  interface OperationIds {
    /**
     * Gets a book with its average rating.
     * @deprecated As of 2026-11-01. It may be removed on 2027-05-01 or later.
     */
    "v1.getBook": "GET /v1/books/{book_id}";
    /** The start page: links to the shop's lists. */
    greet: "GET /";
    /** Lists the authors, sorted by name. */
    listAuthors: "GET /authors";
    /** Gets an author with the number of their books. */
    getAuthor: "GET /authors/{author_id}";
    /** Lists the books of an author, latest first. */
    listBooksOfAuthor: "GET /authors/{author_id}/books";
    /** Lists the books of the shop. */
    listBooks: "GET /books";
    /** Finds books whose title and author contain all words. Order, case and accents do not matter. */
    searchBooks: "GET /books/search";
    /** Gets a book with its average rating. */
    getBook: "GET /books/{book_id}";
    /** Gets the cover of a book: the image that the staff has set, or a drawing. */
    getCover: "GET /books/{book_id}/cover";
    /** Sets the cover of a book. */
    setCover: "PUT /books/{book_id}/cover";
    /** Lists the reviews of a book, latest first. */
    listReviews: "GET /books/{book_id}/reviews";
    /** Adds a review of a book. */
    addReview: "POST /books/{book_id}/reviews";
    /** Deletes a review. */
    removeReview: "DELETE /books/{book_id}/reviews/{review_id}";
    /** Draws a cover for a book from its title. */
    drawCover: "GET /covers/{book_id}.svg";
    /** Lists the genres with their descriptions and numbers of books, sorted by name. */
    listGenres: "GET /genres";
    /** Checks whether the process is up. */
    checkHealth: "GET /healthz";
    /** Lists the orders, latest first. */
    listOrders: "GET /orders";
    /** Places an order for all of the books, or for none if one is out of stock. */
    addOrder: "POST /orders";
    /** Follows the orders: sends the latest ones, then each new order. */
    followOrders: "GET /orders/feed";
    /** Calculates the price of an order without placing it. */
    quoteOrder: "POST /orders/quote";
    /** Gets an order with its books. */
    getOrder: "GET /orders/{order_id}";
    /** Cancels an open order and returns its books to the stock. */
    cancelOrder: "POST /orders/{order_id}/cancel";
    /** Checks whether the server can handle requests: it is not about to stop, and the database responds. */
    checkReadiness: "GET /readyz";
    /** Lists the reviews of all books, latest first. */
    listLatestReviews: "GET /reviews";
    /** Lists the latest deliveries of events. */
    listDeliveries: "GET /webhooks/deliveries";
    /** Sends an event again, with the same ID. */
    replayDelivery: "POST /webhooks/deliveries/{event_id}/replay";
    /** Lists the endpoints, without their secrets. */
    listEndpoints: "GET /webhooks/endpoints";
    /** Adds an endpoint, and sends it the event `endpoint.added` as a test. */
    addEndpoint: "POST /webhooks/endpoints";
    /** Removes an endpoint with its deliveries. */
    removeEndpoint: "DELETE /webhooks/endpoints/{endpoint_id}";
  }
  interface Schemas {
    Problem: Schemas.Problem;
    Genre: Schemas.Genre;
    Author: Schemas.Author;
    AuthorDetails: Schemas.AuthorDetails;
    Book: Schemas.Book;
    BookDetails: Schemas.BookDetails;
    Review: Schemas.Review;
    OrderStatus: Schemas.OrderStatus;
    Order: Schemas.Order;
    OrderDetails: Schemas.OrderDetails;
    OrderItem: Schemas.OrderItem;
    OrderLine: Schemas.OrderLine;
    Quote: Schemas.Quote;
    Text: Schemas.Text;
    SoldOutBook: Schemas.SoldOutBook;
    ShopEvent: Schemas.ShopEvent;
    Endpoint: Schemas.Endpoint;
    TestResult: Schemas.TestResult;
    NewEndpoint: Schemas.NewEndpoint;
    Delivery: Schemas.Delivery;
    "v1.BookDetails": Schemas.v1_BookDetails;
  }
  interface Events {
    /** An order took the last copy of a book. */
    "book.soldout": Returned.SoldOutBook;
    /** An endpoint was added. It is sent to that endpoint alone, as a test. */
    "endpoint.added": {
      id: string;
      url: string;
    };
    /** An order was placed. */
    "order.placed": Returned.OrderDetails;
  }
}

declare module 'unplugin-operations/types' {
  interface Versions {
    "v1": "v1";
    "v2": "v2";
  }
  namespace v1 {
    type Problem = Schemas.Problem;
    type Book = Schemas.Book;
    type OrderStatus = Schemas.OrderStatus;
    type Order = Schemas.Order;
    type OrderDetails = Schemas.OrderDetails;
    type OrderItem = Schemas.OrderItem;
    type SoldOutBook = Schemas.SoldOutBook;
    type BookDetails = Schemas.v1_BookDetails;
  }
  namespace v2 {
    type Problem = Schemas.Problem;
    type Genre = Schemas.Genre;
    type Author = Schemas.Author;
    type AuthorDetails = Schemas.AuthorDetails;
    type Book = Schemas.Book;
    type BookDetails = Schemas.BookDetails;
    type Review = Schemas.Review;
    type OrderStatus = Schemas.OrderStatus;
    type Order = Schemas.Order;
    type OrderDetails = Schemas.OrderDetails;
    type OrderItem = Schemas.OrderItem;
    type OrderLine = Schemas.OrderLine;
    type Quote = Schemas.Quote;
    type Text = Schemas.Text;
    type SoldOutBook = Schemas.SoldOutBook;
    type ShopEvent = Schemas.ShopEvent;
    type Endpoint = Schemas.Endpoint;
    type TestResult = Schemas.TestResult;
    type NewEndpoint = Schemas.NewEndpoint;
    type Delivery = Schemas.Delivery;
  }
}

import type { Client, ClientOptions, VersionClient } from 'unplugin-operations/types';

declare module 'virtual:operations/v1/client' {
  /** Creates a client of version v1: a method for each operationId, and `request` for any method and path. */
  export function createClient(options?: ClientOptions): VersionClient<"v1">;
}

declare module 'virtual:operations/v2/client' {
  /** Creates a client of version v2: a method for each operationId, and `request` for any method and path. */
  export function createClient(options?: ClientOptions): Client;
}
