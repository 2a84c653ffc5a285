/** What workerd has of its own for servers of `node:http`. */
declare module 'cloudflare:node' {
  import type { WorkersHandler } from './index.ts';

  export function httpServerHandler(server: { listen(): unknown; address(): unknown }): WorkersHandler;
}
