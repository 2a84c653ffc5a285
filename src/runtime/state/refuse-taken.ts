import { RefusedWrite } from '../koa/refused-write.ts';

/** The error of an attempt whose key belongs to another one now. */
export function refuseTaken(): RefusedWrite {
  return new RefusedWrite(409, 'Another attempt has taken over the request with this idempotency key.', {
    'Retry-After': '1',
  });
}
