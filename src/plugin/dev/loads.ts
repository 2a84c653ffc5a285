import type { Overlay } from './overlay.ts';
import { thrownError } from './overlay.ts';

/** Loads modules and shows each error until the module loads again. */
export interface Loads {
  /** Loads something; returns the thrown error, or undefined. */
  attempt(key: string, load: () => Promise<void>): Promise<unknown>;
  /** Repeats the failed loads, and removes the overlay if everything succeeds. */
  retry(): Promise<void>;
}

/**
 * Prepares loads.
 *
 * @param isClear Whether the overlay has no other error to show.
 */
export function createLoads(overlay: Overlay, isClear: () => boolean): Loads {
  const failed = new Map<string, () => Promise<void>>();
  const loads: Loads = {
    async attempt(key, load) {
      try {
        await load();
      } catch (error) {
        failed.set(key, load);
        overlay.show(thrownError(error));
        return error;
      }
      if (failed.delete(key) && failed.size === 0 && isClear()) overlay.clear();
      return undefined;
    },
    async retry() {
      for (const [key, load] of failed) await loads.attempt(key, load);
      if (failed.size === 0 && isClear()) overlay.clear();
    },
  };
  return loads;
}
