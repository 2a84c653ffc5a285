/** What `virtual:operations` exports; add `/// <reference types="unplugin-operations/client" />` to a project's own declarations. */
declare module 'virtual:operations' {
  import type { Manifest, Operation } from 'unplugin-operations/types';
  const operations: Manifest;
  /** The operations of the tree, ready to mount: `createApp(operations)`. */
  export default operations;
  /** Their contracts as plain data; only an app that imports this carries it. */
  export const metadata: readonly Operation[];
}

declare module 'virtual:operations/openapi' {
  import type { OpenApiDocument } from 'unplugin-operations';
  /** The OpenAPI 3.1 document of the operations. */
  const document: OpenApiDocument;
  export default document;
}

declare module 'virtual:operations/client' {
  import type { Client, ClientOptions, ResponseError as Thrown } from 'unplugin-operations/types';
  export type {
    Client,
    ClientOptions,
    ClientRequest,
    Pending,
    PendingPage,
    RequestOptions,
  } from 'unplugin-operations/types';
  /**
   * Makes a client of the API: a method for each operation that has an operationId, and `request` for any by its method and path.
   *
   * @example const shop = createClient({ baseUrl: 'https://shop.example' });
   * const book = await shop.getBook({ path: { book_id: 12 } });
   */
  export function createClient(options?: ClientOptions): Client;
  /** What is thrown for a response that is no success. */
  export const ResponseError: typeof Thrown;
  export type ResponseError = Thrown;
}
