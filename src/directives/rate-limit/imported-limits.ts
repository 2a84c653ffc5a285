import type { Operation } from '../../shared/contract/operation.ts';
import type { RateLimit } from '../../shared/contract/rate-limit.ts';
import { limitText } from './limit-text.ts';
import { readRateLimit } from './read-rate-limit.ts';

/** The limits that a document has in `x-rate-limit`, if they are as this package writes them. */
export function guessLimits(extension: unknown): readonly Partial<Operation>[] {
  if (!Array.isArray(extension) || extension.length === 0 || !extension.every(isLimit)) return [];
  return [{ rateLimits: extension }];
}

function isLimit(value: unknown): value is RateLimit {
  if (typeof value !== 'object' || value === null) return false;
  const { name, quota, window, per } = value as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof quota === 'number' && typeof window === 'number' && typeof per === 'string';
}

/** The limits as those of one operation. An import writes no comments of directories, so each operation gets a separate counter. */
export function ownLimits({ rateLimits }: Operation): Partial<Operation> {
  if (rateLimits === undefined) return {};
  const own = rateLimits.map((limit) => {
    const { name, quota, window, per, onStoreError } = limit;
    return { name, quota, window, per, ...(onStoreError !== undefined && { onStoreError }) };
  });
  return { rateLimits: own };
}

/** The lines of limits. */
export function limitLines({ rateLimits = [] }: Operation): readonly string[] {
  return rateLimits.map((limit) => {
    const { name, onStoreError } = limit;
    const text = limitText(limit);
    const read = readRateLimit({ text, markdown: () => undefined }, () => undefined);
    const options = [
      ...(read !== undefined && 'quota' in read && read.name === name ? [] : [`name: ${name}`]),
      ...(onStoreError === undefined ? [] : [`onStoreError: ${onStoreError}`]),
    ];
    return options.length === 0 ? text : `${text} (${options.join(', ')})`;
  });
}
