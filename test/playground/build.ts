import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { scratch, viteBuild } from '../support/build.ts';
import { OPTIONS } from './options.ts';

/** Takes note of what is to be undone, the last thing first. */
export type Cleanup = (remove: () => Promise<void>) => void;

/** A cleanup for the end of the suite, to be made where the suite is described: in a hook it is too late to add another. */
export function afterSuite(): Cleanup {
  const removals: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const remove of removals.toReversed()) await remove();
  });
  return (remove) => void removals.push(remove);
}

/**
 * Builds the playground into one file, with all that it imports but the native addon.
 *
 * @returns The file.
 */
export function buildPlayground(cleanup: Cleanup): Promise<string> {
  const root = fileURLToPath(new URL('../../playground', import.meta.url));
  return viteBuild(root, scratch(cleanup), OPTIONS, ['libsql']);
}
