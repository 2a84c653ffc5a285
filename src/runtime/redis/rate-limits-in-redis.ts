import { stateOf } from '../../directives/rate-limit/runtime/gcra.ts';
import type { RateLimitStore } from '../../directives/rate-limit/runtime/limit-store.ts';
import type { SendCommand } from './redis-commands.ts';
import { LIMITS_SCRIPT } from './limits-script.ts';
import { scriptIn } from './run-script.ts';

/** Counts the requests of `@rate-limit` in Redis: one command for all limits of a request. */
export function rateLimitsIn(send: SendCommand, prefix: string): RateLimitStore {
  const run = scriptIn(send, LIMITS_SCRIPT);
  return {
    async take(requests) {
      const keys = requests.map(({ key }) => `${prefix}limit:${key}`);
      const args = requests.flatMap(({ cost, quota, window }) => [cost, quota, window]);
      const result = (await run(keys, args.map(String))) as readonly unknown[];
      return requests.map((request, i) => stateOf(Number(result[2 * i + 1]), Number(result[2 * i]) === 1, request));
    },
  };
}
