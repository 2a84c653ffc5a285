import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Verifier } from 'unplugin-operations/koa';

const given = process.env['STAFF_TOKEN'];
const token = given || randomUUID();

/** How a terminal says the token: one that was given is nobody's to print. */
export const shownToken: string = given ? '$STAFF_TOKEN' : token;

/** Knows those who work in the shop by the token of STAFF_TOKEN; where it is not set, there is a new one at each start. */
export const isStaff: Verifier = (_ctx, sent: string) => timingSafeEqual(digest(sent), digest(token));

/** Of one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
