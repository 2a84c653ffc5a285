// The Koa runtime.
export * from './koa/index.ts';
