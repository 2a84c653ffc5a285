// Written by unplugin-operations, from the operations and their definitions: change those, not this file.
/* eslint-disable */
/// <reference types="unplugin-operations/client" />
import type { AuthOf, Bytes, CountedPage, Cursor, CursorQuery, Keyset, ListRequest, PagingQuery, RawBody, Rows, SentBytes, SentFile } from 'unplugin-operations/types';

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
}

declare module 'unplugin-operations/types' {
  interface Operations {
    /** Returns audio. */
    "GET /test_audio_content": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: RawBody;
      request: {};
      response: Blob;
      errors: {};
    };
    /** Returns a file of text. */
    "GET /test_embedded_resource": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: RawBody;
      request: {};
      response: string;
      errors: {};
    };
    /** Fails. */
    "GET /test_error_handling": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: { [name: string]: any };
      request: {};
      response: { [name: string]: any };
      errors: {
        "409": { problem: Schemas.Problem };
      };
    };
    /** Returns an image. */
    "GET /test_image_content": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: RawBody;
      request: {};
      response: Blob;
      errors: {};
    };
    /** Logs nothing to the client. */
    "GET /test_logging_tool": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: string;
      request: {};
      response: string;
      errors: {};
    };
    /** Returns parts of several types. */
    "GET /test_multiple_content_types": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: RawBody;
      request: {};
      response: Blob;
      errors: {};
    };
    /** Returns a text. */
    "GET /test_simple_text": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: string;
      request: {};
      response: string;
      errors: {};
    };
    /** Streams, and asks for nothing. */
    "GET /test_streaming_elicitation": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: import('unplugin-operations/types').Streamed<{ [name: string]: any } | import('unplugin-operations/types').ServerSentEvent<'message', { [name: string]: any }>>;
      stream: { [name: string]: any };
      request: {};
      response: AsyncIterable<{ [name: string]: any }>;
      errors: {};
    };
    /** Reports its progress. */
    "GET /test_tool_with_progress": {
      input: {
        path: {};
        query: {};
        header: {};
        cookie: {};
        body: undefined;
      };
      auth: {};
      result: import('unplugin-operations/types').Streamed<{ [name: string]: any } | import('unplugin-operations/types').ServerSentEvent<'message', { [name: string]: any }>>;
      stream: { [name: string]: any };
      request: {};
      response: AsyncIterable<{ [name: string]: any }>;
      errors: {};
    };
  }
  interface OperationIds {}
  interface Schemas {
    Problem: Schemas.Problem;
  }
}
