import type { OperationContext } from 'unplugin-operations/koa';

/**
 * What authentication and sessions leave for a handler.
 *
 * @GET
 * @returns {any} The state
 */
export default function getUser({ state, session }: OperationContext): unknown {
  if (session) session.visits = (session.visits ?? 0) + 1;
  return { user: state.user ?? null, visits: session?.visits ?? null };
}
