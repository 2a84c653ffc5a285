import { lastKeyOf, pointTo } from '../../../shared/contract/json-pointer.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { jsonOf } from '../../../shared/validation/pick.ts';
import type { OperationContext } from '../context.ts';
import { report } from '../report-channel.ts';
import { Reported } from './reported.ts';

/** The properties that have been reported, by operation. */
const reported = new Reported();
/** The limit of reports for an operation, because clients choose the names in requests. */
const MAX_REPORTS = 1000;

/**
 * Reports the properties that a value had and its copy does not have, with one warning for each operation and property.
 *
 * @param from The part that lost the properties.
 */
export function reportLeftOut(
  ctx: OperationContext,
  value: unknown,
  copy: unknown,
  from: 'request' | 'response',
): void {
  const { operation } = ctx;
  const dropped = operation.dropped?.[from] ?? [];
  // The entries of maps have any names.
  if (dropped.includes('*')) return;
  const pointers: string[] = [];
  collectLeftOut(value, copy, '', (pointer) => {
    if (pointers.length < MAX_REPORTS && !dropped.includes(lastKeyOf(pointer)!)) pointers.push(pointer);
  });
  if (pointers.length === 0) return;
  const fresh = pointers.filter((pointer) => isFirst(operation, from, pointer));
  const warning = `${operation.id}: left out of the ${from}, because the contract does not declare it: ${fresh.join(', ')}`;
  report(ctx, fresh.length === 0 ? undefined : warning, { from, pointers });
}

function isFirst(operation: OperationEntry, from: string, pointer: string): boolean {
  // One item of a list represents all.
  return reported.add(operation, `${from} ${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`, MAX_REPORTS);
}

function collectLeftOut(given: unknown, copy: unknown, pointer: string, add: (pointer: string) => void): void {
  if (given === copy || typeof copy !== 'object' || copy === null) return;
  const value = jsonOf(given);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined || typeof item === 'function' || typeof item === 'symbol') continue;
    const copied = Object.hasOwn(copy, name) ? (copy as { readonly [name: string]: unknown })[name] : undefined;
    if (copied === undefined) add(pointTo(pointer, name));
    else collectLeftOut(item, copied, pointTo(pointer, name), add);
  }
}
