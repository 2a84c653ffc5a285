// Written by unplugin-operations, from the operations and their definitions: change those, not this file.
/* eslint-disable */
/// <reference types="unplugin-operations/client" />
import type { AuthOf, Bytes, PagingQuery, RawBody, Rows } from 'unplugin-operations/types';

declare namespace Schemas {
  /** A problem: RFC 9457. */
  interface Problem {
    /** Names the kind of problem. */
    type: string;
    /** The kind of problem, in words. */
    title: string;
    /** The status of the response. */
    status: number;
    /** What is wrong this time. */
    detail?: string;
    /** All that is wrong with the input. */
    errors?: {
      in: "path" | "query" | "header" | "cookie" | "body";
      name: string;
      /** Where in the value: RFC 6901. */
      pointer: string;
      message: string;
    }[];
  }
  /** A kind of book. */
  interface Genre {
    name: string;
    /** What it is about; empty where nobody has described it. */
    description: string;
    /** How many books are of it. */
    books: number;
  }
  /** An author whose books the shop has. */
  interface Author {
    /** The author's number. */
    id: number;
    name: string;
    /** Where they come from: ISO 3166-1, two letters. */
    country: string;
    /** The year of their birth. */
    born: number;
  }
  /** An author, and the number of their books. */
  type AuthorDetails = Schemas.Author & {
    /** How many of their books the shop has. */
    books: number;
  };
  /** A book of the shop. */
  interface Book {
    /** The book's number. */
    id: number;
    title: string;
    /** Who wrote it. */
    author_id: number;
    /** The author's name. */
    author: string;
    /** What it is about: the `name` of a Genre. */
    genre: string;
    /** When it came out. */
    year: number;
    pages: number;
    /** The price of one copy, in cents. */
    price_cents: number;
    /** Copies in the shop. */
    stock: number;
  }
  /** A book, and what its readers think of it. */
  type BookDetails = Schemas.Book & {
    /** How many reviews it has. */
    reviews: number;
    /** The mean of their stars, to two places; null where there is no review. */
    rating: number | null;
  };
  /** What a reader says of a book. */
  interface Review {
    /** The review's number. */
    id: number;
    /** The book it is of. */
    book_id: number;
    /** Stars. */
    rating: number;
    /** The reader's name. */
    reviewer: string;
    /** What the reader says; may be empty. */
    text: string;
    /** When it was written. */
    created_at: string;
  }
  /** An order is open until it is shipped or cancelled. */
  type OrderStatus = "open" | "shipped" | "cancelled";
  /** An order, without its books. */
  interface Order {
    /** The order's number. */
    id: number;
    /** Who ordered. */
    customer: string;
    status: Schemas.OrderStatus;
    /** What the books cost together, in cents. */
    total_cents: number;
    /** When it was ordered. */
    created_at: string;
  }
  /** An order with its books, in the order of their numbers. */
  type OrderDetails = Schemas.Order & {
    items: Schemas.OrderItem[];
  };
  /** One of the books of an order. */
  interface OrderItem {
    book_id: number;
    title: string;
    /** Copies. */
    quantity: number;
    /** The price of one copy when it was ordered, in cents. */
    price_cents: number;
  }
  /** A book to order. */
  interface OrderLine {
    book_id: number;
    /** Copies. */
    quantity: number;
  }
  /** What an order would cost. */
  interface Quote {
    /** The books with their prices, in the order of their numbers. */
    items: Schemas.OrderItem[];
    /** The sum, in cents. */
    total_cents: number;
  }
  /** Characters that every database can hold: no NUL, and no half of a surrogate pair. */
  type Text = string;
}

declare module 'unplugin-operations/types' {
  interface Operations {
    /** Where to begin: the addresses of the shop's lists. */
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
    };
    /** The authors, by name. */
    "GET /authors": {
      input: {
        path: {};
        query: {
          /** Only authors from this country: ISO 3166-1, two letters. */
          country?: string;
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Schemas.Author>;
      item: Schemas.Author;
      request: {
        query?: {
          /** Only authors from this country: ISO 3166-1, two letters. */
          country?: string | undefined;
        } & PagingQuery;
      };
      response: Schemas.Author[];
    };
    /** One author, and the number of their books. */
    "GET /authors/{author_id}": {
      input: {
        path: {
          /** The author's number. */
          author_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Schemas.AuthorDetails;
      request: {
        path: {
          /** The author's number. */
          author_id: number;
        };
      };
      response: Schemas.AuthorDetails;
    };
    /** What an author has written, the latest first. */
    "GET /authors/{author_id}/books": {
      input: {
        path: {
          /** The author's number. */
          author_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Schemas.Book>;
      item: Schemas.Book;
      request: {
        path: {
          /** The author's number. */
          author_id: number;
        };
        query?: PagingQuery;
      };
      response: Schemas.Book[];
    };
    /** The books of the shop, a page at a time. */
    "GET /books": {
      input: {
        path: {};
        query: {
          /** Only books of this genre. */
          genre?: string;
          /** Only books that cost at least so many cents. */
          min_price?: number;
          /** Only books that cost at most so many cents. */
          max_price?: number;
          /** Only books of which the shop has at least so many copies. */
          in_stock?: number;
          /**
           * What they are sorted by; the newest come first, else the least.
           * @default "id"
           */
          sort: "id" | "title" | "price" | "newest";
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Schemas.Book>;
      item: Schemas.Book;
      request: {
        query?: {
          /** Only books of this genre. */
          genre?: string | undefined;
          /** Only books that cost at least so many cents. */
          min_price?: number | undefined;
          /** Only books that cost at most so many cents. */
          max_price?: number | undefined;
          /** Only books of which the shop has at least so many copies. */
          in_stock?: number | undefined;
          /**
           * What they are sorted by; the newest come first, else the least.
           * @default "id"
           */
          sort?: "id" | "title" | "price" | "newest" | undefined;
        } & PagingQuery;
      };
      response: Schemas.Book[];
    };
    /** Books whose title and author's name have all the words, in any order, whatever their case and accents. */
    "GET /books/search": {
      input: {
        path: {};
        query: {
          /** The words, or the beginnings, middles and ends of words. */
          q: string;
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Schemas.Book>;
      item: Schemas.Book;
      request: {
        query: {
          /** The words, or the beginnings, middles and ends of words. */
          q: string;
        } & PagingQuery;
      };
      response: {
        items: Schemas.Book[];
        total?: number;
        limit: number;
        offset: number;
      };
    };
    /** One book, and what its readers think of it. */
    "GET /books/{book_id}": {
      input: {
        path: {
          /** The book's number. */
          book_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Schemas.BookDetails;
      request: {
        path: {
          /** The book's number. */
          book_id: number;
        };
      };
      response: Schemas.BookDetails;
    };
    /** What readers say of a book, the latest first. */
    "GET /books/{book_id}/reviews": {
      input: {
        path: {
          /** The book's number. */
          book_id: number;
        };
        query: {
          /**
           * Only reviews with at least so many stars.
           * @default 1
           */
          min_rating: number;
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Schemas.Review>;
      item: Schemas.Review;
      request: {
        path: {
          /** The book's number. */
          book_id: number;
        };
        query?: {
          /**
           * Only reviews with at least so many stars.
           * @default 1
           */
          min_rating?: number | undefined;
        } & PagingQuery;
      };
      response: {
        items: Schemas.Review[];
        total?: number;
        limit: number;
        offset: number;
      };
    };
    /** Adds a review of a book. */
    "POST /books/{book_id}/reviews": {
      input: {
        path: {
          /** The book's number. */
          book_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: {
          /** Stars. */
          rating: number;
          /** The reader's name. */
          reviewer: Schemas.Text;
          /**
           * What the reader says.
           * @default ""
           */
          text: Schemas.Text;
        };
      };
      auth: {};
      result: Schemas.Review;
      request: {
        path: {
          /** The book's number. */
          book_id: number;
        };
        body: {
          /** Stars. */
          rating: number;
          /** The reader's name. */
          reviewer: Schemas.Text;
          /**
           * What the reader says.
           * @default ""
           */
          text?: Schemas.Text;
        };
      };
      response: Schemas.Review;
    };
    /** Takes a review away. */
    "DELETE /books/{book_id}/reviews/{review_id}": {
      input: {
        path: {
          /** The book's number. */
          book_id: number;
          /** The review's number. */
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
      request: {
        path: {
          /** The book's number. */
          book_id: number;
          /** The review's number. */
          review_id: number;
        };
      };
      response: undefined;
    };
    /** A plain cover for a book, drawn from its title. */
    "GET /covers/{book_id}.svg": {
      input: {
        path: {
          /** The book's number. */
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
          /** The book's number. */
          book_id: number;
        };
      };
      response: Blob;
    };
    /** The genres, by name, with what they are about and the number of their books. */
    "GET /genres": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: readonly Schemas.Genre[];
      request: {};
      response: Schemas.Genre[];
    };
    /**
     * Whether the process is up.
     * It asks nobody else: a process that cannot reach the database is no better for being started anew.
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
    };
    /** The orders, the latest first. */
    "GET /orders": {
      input: {
        path: {};
        query: {
          /** Only orders that are so. */
          status?: Schemas.OrderStatus;
        };
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Rows<Schemas.Order>;
      item: Schemas.Order;
      request: {
        query?: {
          /** Only orders that are so. */
          status?: Schemas.OrderStatus | undefined;
        } & PagingQuery;
      };
      response: {
        items: Schemas.Order[];
        total?: number;
        limit: number;
        offset: number;
      };
    };
    /** Orders books: all of them, or where one is not to be had none. */
    "POST /orders": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: {
          /** Who orders. */
          customer: Schemas.Text;
          /** The books, each of them once, and how many copies of each. */
          items: Schemas.OrderLine[];
        };
      };
      auth: {};
      result: Schemas.OrderDetails;
      request: {
        body: {
          /** Who orders. */
          customer: Schemas.Text;
          /** The books, each of them once, and how many copies of each. */
          items: Schemas.OrderLine[];
        };
      };
      response: Schemas.OrderDetails;
    };
    /** What an order would cost. Nothing is ordered. */
    "POST /orders/quote": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: {
          /** The books, each of them once, and how many copies of each. */
          items: Schemas.OrderLine[];
        };
      };
      auth: {};
      result: Schemas.Quote;
      request: {
        body: {
          /** The books, each of them once, and how many copies of each. */
          items: Schemas.OrderLine[];
        };
      };
      response: Schemas.Quote;
    };
    /** One order with its books. */
    "GET /orders/{order_id}": {
      input: {
        path: {
          /** The order's number. */
          order_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Schemas.OrderDetails;
      request: {
        path: {
          /** The order's number. */
          order_id: number;
        };
      };
      response: Schemas.OrderDetails;
    };
    /** Cancels an order that is still open; its books go back into the shop. */
    "POST /orders/{order_id}/cancel": {
      input: {
        path: {
          /** The order's number. */
          order_id: number;
        };
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: Schemas.OrderDetails;
      request: {
        path: {
          /** The order's number. */
          order_id: number;
        };
      };
      response: Schemas.OrderDetails;
    };
    /** Whether requests can be answered: whether the database answers. */
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
    };
  }
  interface OperationIds {
    greet: "GET /";
    listAuthors: "GET /authors";
    getAuthor: "GET /authors/{author_id}";
    listBooksOfAuthor: "GET /authors/{author_id}/books";
    listBooks: "GET /books";
    searchBooks: "GET /books/search";
    getBook: "GET /books/{book_id}";
    listReviews: "GET /books/{book_id}/reviews";
    addReview: "POST /books/{book_id}/reviews";
    removeReview: "DELETE /books/{book_id}/reviews/{review_id}";
    drawCover: "GET /covers/{book_id}.svg";
    listGenres: "GET /genres";
    checkHealth: "GET /healthz";
    listOrders: "GET /orders";
    addOrder: "POST /orders";
    quoteOrder: "POST /orders/quote";
    getOrder: "GET /orders/{order_id}";
    cancelOrder: "POST /orders/{order_id}/cancel";
    checkReadiness: "GET /readyz";
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
  }
}
