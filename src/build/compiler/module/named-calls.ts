import { isOwnPackage } from './entries.ts';
import type { Bindings } from './static-values.ts';

const DECLARED = /\b(?:const|function)\s+([\w$]+)/g;
/** `run(`, `run?.(`, `run<string>(` and `lib.run(`, but not `function run(`. Those in `= await run(` and `return await run(` are in use. */
const CALLED =
  /(?<![\w$.]|\bfunction\s+|(?:=|\breturn)\s*await\s+)([a-z_$][\w$]*)\s*(\.\s*[\w$]+\s*)?(?:<[^()]*>\s*)?(?:\?\.\s*)?\(/gi;
const CALLED_AT_ONCE = /\}\s*\)\s*\(/;

/** Whether a file can call a function that is its own, or of a module other than this package, by a name. It only looks at the text. */
export function callsByName(text: string, bindings: Bindings): boolean {
  if (CALLED_AT_ONCE.test(text)) return true;
  const declared = new Set(Array.from(text.matchAll(DECLARED), ([, name]) => name));
  const isOther = (name: string, isMember: boolean): boolean => {
    if (!bindings.has(name)) return !isMember && declared.has(name);
    if (!isMember) return !isOwnPackage(bindings.resolve(name, []).from);
    const from = bindings.moduleOf(name);
    return from !== undefined && !isOwnPackage(from);
  };
  for (const [, name, member] of text.matchAll(CALLED)) if (isOther(name!, member !== undefined)) return true;
  return false;
}
