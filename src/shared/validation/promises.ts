import { pointTo } from '../contract/json-pointer.ts';
import { jsonOf } from './pick.ts';
import { hold, isPromise } from './wrong-kind.ts';

/**
 * Finds the first promise in a value that is sent as JSON. Handles the rejections of all of them.
 *
 * @param pointer The JSON Pointer of the value.
 * @returns undefined if there is none, and for a value that JSON cannot represent: a cycle.
 */
export function findPromise(value: unknown, pointer: string = ''): string | undefined {
  try {
    return promiseWithin(value, pointer, '');
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function promiseWithin(given: unknown, pointer: string, key: string): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const value = jsonOf(given, key);
  if (typeof value !== 'object' || value === null) return undefined;
  if (isPromise(value)) {
    hold(value);
    return pointer;
  }
  let first: string | undefined;
  for (const [name, item] of Object.entries(value)) {
    // Most are scalars.
    if (typeof item !== 'object') continue;
    const found = promiseWithin(item, pointTo(pointer, name), name);
    first ??= found;
  }
  return first;
}
