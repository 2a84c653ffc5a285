// Packages without types of their own and in @types.
declare module 'koa-rewrite' {
  import type { Middleware } from 'koa';
  export default function rewrite(from: string | RegExp, to: string): Middleware;
}
