import type { Guard } from './guard-export.ts';
import { AUTHORIZE } from './guard-names.ts';
import type { Modules } from './module-reader.ts';
import { originsOf } from './passed-from.ts';

/** Whether two exports `authorize` are one function: one file takes it from the other, or both from the same module. */
export function isSameGuard(one: Guard | undefined, other: Guard | undefined, modules: Modules): boolean {
  if (one === undefined || other === undefined) return false;
  const places = new Set(placesOf(one, modules));
  return placesOf(other, modules).some((each) => places.has(each));
}

/** The files that have an `authorize`, each with the names that lead to it. */
function placesOf({ at, origin }: Guard, modules: Modules): string[] {
  const origins = origin === undefined ? [] : originsOf({ ...origin, at }, modules);
  const taken = origins.flatMap(({ found, names }) =>
    found === undefined || found === 'package' ? [] : `${found.file} ${names.join('.')}`,
  );
  return [`${at.source.file} ${AUTHORIZE}`, ...taken];
}
