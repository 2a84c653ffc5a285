import type { CachePolicy } from '../../shared/contract/cache-policy.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { readCache, SAME_FOR_EVERYONE } from './read-cache.ts';

/** A policy as a comment has it: `public, max-age=60`. */
export function cacheText({ control, sameForEveryone }: CachePolicy): string {
  return sameForEveryone === true ? `${control} ${SAME_FOR_EVERYONE}` : control;
}

/** The policy that a document has in its extension, if it is valid. */
export function documentedCache(text: unknown): Pick<Operation, 'cache'> | undefined {
  if (typeof text !== 'string') return undefined;
  const read = readCache({ text: text.trim(), markdown: () => undefined }, () => undefined);
  return read !== undefined && cacheText(read) === text ? { cache: read } : undefined;
}
