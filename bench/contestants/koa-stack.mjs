import cors from '@koa/cors';
import helmet from 'koa-helmet';
import responseTime from 'koa-response-time';
import { stack } from './api.ts';

/** Gives a Koa app the stack's middleware. */
export function useStack(app) {
  if (stack === 'one') {
    app.use(async (ctx, next) => {
      await next();
    });
  }
  if (stack === 'real') app.use(responseTime()).use(cors()).use(helmet());
}
