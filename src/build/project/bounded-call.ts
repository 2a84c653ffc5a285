import { createContext, Script } from 'node:vm';
import type { BoundedCall } from '../../directives/custom/custom-row.ts';

/** How long one call of a function of a package can take, in milliseconds. */
const TIMEOUT = 1000;

/** A context whose only code calls a function of ours. Node ends that code, with all that it calls, after the timeout. */
const context = createContext(Object.create(null) as { run?: () => unknown });
const script = new Script('run()');

/**
 * Creates a function that runs code of a package, and returns its result or why there is none. An endless loop ends. After one, no more code of the
 * package runs in this process: each line would wait for the timeout again.
 */
export function boundedCall(): BoundedCall {
  let isSlow = false;
  return <T>(run: () => T) => {
    const slow = { fault: `takes longer than ${TIMEOUT / 1000} second, so it no longer runs` };
    if (isSlow) return slow;
    // A package can call another one's function, inside of the same call.
    const outer = context['run'];
    context['run'] = run;
    try {
      return { value: script.runInContext(context, { timeout: TIMEOUT }) as T };
    } catch (error) {
      if ((error as NodeJS.ErrnoException | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
        return { fault: thrownText(error) };
      isSlow = true;
      return slow;
    } finally {
      context['run'] = outer;
    }
  };
}

function thrownText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `threw "${text.split('\n')[0]!.slice(0, 200)}"`;
}
