import cacheControl from 'koa-cache-control';
import helmet from 'koa-helmet';
import responseTime from 'koa-response-time';
import type { Middleware } from 'unplugin-operations/koa';

// Middleware of other packages needs no adapter here.
export default [helmet(), cacheControl({ maxAge: 60 }), responseTime()] satisfies Middleware[];
