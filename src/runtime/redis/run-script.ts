import { createHash } from 'node:crypto';
import type { SendCommand } from './redis-commands.ts';

/** Runs a script with its keys and arguments. */
export type RunScript = (keys: readonly string[], args: readonly string[]) => Promise<unknown>;

/** Runs a script by its hash, and sends its text only if Redis does not know it. */
export function scriptIn(send: SendCommand, script: string): RunScript {
  const hash = createHash('sha1').update(script).digest('hex');
  return async (keys, args) => {
    const values = [String(keys.length), ...keys, ...args];
    try {
      return await send('EVALSHA', hash, ...values);
    } catch (error) {
      if (!String((error as Partial<Error> | undefined)?.message).startsWith('NOSCRIPT')) throw error;
      return send('EVAL', script, ...values);
    }
  };
}
