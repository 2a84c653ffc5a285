import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Verifier } from 'unplugin-operations/koa';

const configured = process.env['STAFF_TOKEN'];
const token = configured || randomUUID();

/** The token for the terminal. A configured token is a secret, so only the name of its variable is shown. */
export const shownToken: string = configured ? '$STAFF_TOKEN' : token;

/** Verifies the token of the staff, from STAFF_TOKEN. If it is not set, each start generates a new one. */
export const isStaff: Verifier = (_ctx, sent: string) => timingSafeEqual(digest(sent), digest(token));

/** Hashes a text, because timingSafeEqual needs inputs of equal length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
