import type { IdempotencyStore } from '../../directives/idempotent/runtime/store.ts';
import type { SendCommand } from './redis-commands.ts';
import { COMPLETE, RELEASE, RENEW, RESERVE } from './key-scripts.ts';
import { scriptIn } from './run-script.ts';

const milliseconds = (time: number): string => String(Math.ceil(time));

/**
 * Keeps idempotency keys in Redis, by the clock of Redis.
 *
 * @param prefix The start of all keys.
 * @param ttl How long a response is kept, in milliseconds.
 */
export function keysIn(send: SendCommand, prefix: string, ttl: number): IdempotencyStore {
  const nameOf = (key: string): string[] => [`${prefix}key:${key}`];
  const [reserve, renew, complete, release] = [RESERVE, RENEW, COMPLETE, RELEASE].map((text) => scriptIn(send, text));
  return {
    async reserve(key, fingerprint, { owner, lease }) {
      const args = [fingerprint, owner, milliseconds(lease), milliseconds(ttl)];
      const result = await reserve!(nameOf(key), args);
      const [state, known, answer] = result as [string, string, string | null | undefined];
      if (state === 'free') return undefined;
      if (state === 'retry') return { fingerprint, isRetry: true };
      return { fingerprint: known, ...(typeof answer === 'string' && { answer }) };
    },
    async renew(key, owner, lease) {
      await renew!(nameOf(key), [owner, milliseconds(lease)]);
    },
    async complete(key, answer, owner) {
      await complete!(nameOf(key), [owner, answer, milliseconds(ttl)]);
    },
    async release(key, owner, hasRun) {
      await release!(nameOf(key), [owner, String(hasRun)]);
    },
  };
}
