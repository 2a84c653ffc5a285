import type { Manifest } from 'unplugin-operations/koa';
import { createApp } from 'unplugin-operations/koa';
import type Koa from 'koa';
import { openDatabase } from './database/open.ts';
import { openEvents } from './events.ts';
import { isStaff } from './staff.ts';

/** Creates the bookshop's app, and starts to deliver its events. Handlers find the database in `ctx.db`. */
export default async function createShop(operations: Manifest): Promise<Koa & AsyncDisposable> {
  const { db, stores } = await openDatabase(process.env);
  const events = openEvents(operations, stores.events, process.env);
  const app = createApp(operations, {
    bodyLimit: 64 * 1024,
    security: { staff: isStaff },
    // Only the staff sign in, with one token.
    rateLimits: { ...stores.rateLimits, userOf: () => 'staff' },
    ...behindProxies(process.env),
    // The shop has no accounts, and its pages create random keys.
    idempotency: { store: stores.idempotency, clientOf: 'shared' },
    events,
    async dispose() {
      await events.stop();
      await db.destroy();
    },
  });
  app.context['db'] = db;
  events.start();
  return app;
}

/** PROXIES is the number of proxies in front of the shop. Without it, nobody but the client itself names its address. */
function behindProxies({ PROXIES }: NodeJS.ProcessEnv): { proxy?: boolean; maxIpsCount?: number } {
  return PROXIES ? { proxy: true, maxIpsCount: Number(PROXIES) } : {};
}
