/** What `virtual:operations` exports; add `/// <reference types="unplugin-operations/client" />` to a project's own declarations. */
declare module 'virtual:operations' {
  import type { Manifest, Operation } from 'unplugin-operations/koa';
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
