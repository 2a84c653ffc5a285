/** The part of workerd's module that connects `node:http` servers. */
declare module 'cloudflare:node' {
  import type { WorkersHandler } from './index.ts';

  export function httpServerHandler(server: { listen(): unknown; address(): unknown }): WorkersHandler;
}
