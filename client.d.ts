/** The manifest of the operations. To type it, add `/// <reference types="unplugin-operations/client" />` to a declaration file of your project. */
declare module 'virtual:operations' {
  import type { Manifest, Operation } from 'unplugin-operations/types';
  const operations: Manifest;
  /** The operations to serve: `createApp(operations)`. */
  export default operations;
  /** The contracts of the operations, as plain data. They are bundled only if you import them. */
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
   * Creates a client of the API: a method for each operationId, and `request` for any method and path.
   *
   * @example const shop = createClient({ baseUrl: 'https://shop.example' });
   * const book = await shop.getBook({ path: { book_id: 12 } });
   */
  export function createClient(options?: ClientOptions): Client;
  /** The error of a response without a 2xx status. */
  export const ResponseError: typeof Thrown;
  export type ResponseError = Thrown;
}
