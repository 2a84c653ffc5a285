import { lastKeyOf, pointTo } from '../../contract/json-pointer.ts';
import type { OperationEntry } from '../../contract/manifest.ts';
import { jsonOf } from '../../validation/pick.ts';

/** The properties that have been reported, by operation. */
const reported = new WeakMap<OperationEntry, Set<string>>();
/** The limit of reports for an operation, because clients choose the names in requests. */
const MAX_REPORTS = 1000;

/**
 * Emits a warning of Node for the properties that a value had and its copy does not have: once for each operation and property.
 *
 * @param subject What the properties were left out of: `request` or `response`.
 */
export function reportLeftOut(
  operation: OperationEntry,
  value: unknown,
  copy: unknown,
  subject: 'request' | 'response',
): void {
  let known = reported.get(operation);
  if (known === undefined) reported.set(operation, (known = new Set()));
  const pointers: string[] = [];
  const dropped = operation.dropped?.[subject] ?? [];
  collect(value, copy, '', (pointer) => {
    if (dropped.includes(lastKeyOf(pointer)!)) return;
    // One item of a list stands for all.
    const name = `${subject} ${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`;
    if (known.has(name) || known.size >= MAX_REPORTS) return;
    known.add(name);
    pointers.push(pointer);
  });
  if (pointers.length > 0)
    process.emitWarning(
      `${operation.id}: left out of the ${subject}, because the contract does not declare it: ${pointers.join(', ')}`,
      'OperationsWarning',
    );
}

function collect(given: unknown, copy: unknown, pointer: string, add: (pointer: string) => void): void {
  if (given === copy || typeof copy !== 'object' || copy === null) return;
  const value = jsonOf(given);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined || typeof item === 'function' || typeof item === 'symbol') continue;
    const kept = Object.hasOwn(copy, name) ? (copy as { readonly [name: string]: unknown })[name] : undefined;
    if (kept === undefined) add(pointTo(pointer, name));
    else collect(item, kept, pointTo(pointer, name), add);
  }
}
