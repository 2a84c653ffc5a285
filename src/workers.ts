// Cloudflare Workers.
export * from './workers/index.ts';
