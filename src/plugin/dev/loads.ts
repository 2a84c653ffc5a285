import type { Overlay } from './overlay.ts';
import { thrownError } from './overlay.ts';

/** Attempts to load things; what fails is shown until it has been mended. */
export interface Loads {
  /** @returns What was thrown, undefined where nothing was. */
  attempt(key: string, load: () => Promise<void>): Promise<unknown>;
  /** Tries again what has failed, and takes the overlay away where nothing fails any more. */
  retry(): Promise<void>;
}

/**
 * @param isMended Whether there is nothing else to show.
 */
export function createLoads(overlay: Overlay, isMended: () => boolean): Loads {
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
      if (failed.delete(key) && failed.size === 0 && isMended()) overlay.clear();
      return undefined;
    },
    async retry() {
      for (const [key, load] of failed) await loads.attempt(key, load);
      if (failed.size === 0 && isMended()) overlay.clear();
    },
  };
  return loads;
}
