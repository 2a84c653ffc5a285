import { PLACES } from '../../../shared/contract/enforcement.ts';
import { CURSOR_NAME } from '../../../shared/contract/cursor.ts';
import { firstKeyOf, pointTo } from '../../../shared/contract/json-pointer.ts';
import { inputError } from '../../../shared/contract/input-error.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import type { OperationContext } from '../context.ts';
import { InvalidInput } from '../response/problem.ts';

/** Refuses U+0000 in the input, in names too; returns a 400 that lists each place, or undefined if there is none. */
export function refuseNul(ctx: OperationContext): InvalidInput | undefined {
  const { input, cursor } = ctx;
  const errors: InputError[] = [];
  for (const location of PLACES)
    for (const [name, value] of Object.entries(input[location]))
      for (const pointer of pointersToNul(value)) errors.push(nulError({ in: location, name, pointer }));
  for (const pointer of pointersToNul(input.body))
    errors.push(nulError({ in: 'body', name: firstKeyOf(pointer) ?? '', pointer }));
  // A cursor holds values of a row, and a client can make one up if it is not signed.
  if (pointersToNul(cursor?.after).length > 0) errors.push(nulError({ in: 'query', name: CURSOR_NAME, pointer: '' }));
  return errors.length > 0 ? new InvalidInput(errors) : undefined;
}

function nulError(subject: Pick<InputError, 'in' | 'name' | 'pointer'>): InputError {
  return inputError(subject, 'must not contain the character U+0000', 'nul');
}

/** Not by recursion: a deeply nested value would overflow the stack. */
function pointersToNul(value: unknown): readonly string[] {
  const found: string[] = [];
  const rest: [pointer: string, value: unknown][] = [['', value]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [pointer, item] = next;
    if (typeof item === 'string') {
      if (item.includes('\0')) found.push(pointer);
    } else if (isPlain(item)) {
      for (const [key, member] of Object.entries(item).toReversed()) {
        rest.push([pointTo(pointer, key), member]);
        if (key.includes('\0')) found.push(pointer);
      }
    }
  }
  return found;
}

/** Whether a value is a list or an object of JSON; not a file, a stream or bytes. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  // Records of the runtime have their own prototype, which has none.
  return Array.isArray(value) || Object.getPrototypeOf(Object.getPrototypeOf(value) ?? value) === null;
}
