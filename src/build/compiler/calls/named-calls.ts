import type { Node } from 'oxc-parser';
import { isOwnPackage } from '../module/entries.ts';
import { lastName } from '../module/nodes.ts';
import { GLOBALS } from './returned-values.ts';
import type { Bindings } from '../module/static-values.ts';

const DECLARED = /\b(?:const|function|class)\b[\s*]+([\w$]+)/g;
/** `const { run } = guards` */
const TAKEN = /\bconst\s*\{([^{}=;]*)\}\s*=/g;
/** `run(`, `run?.(`, `run!(`, `run<string>(`, `...run(` and `lib.run(`, but not `function run(`. That in `return await run(` is in use. */
const CALLED =
  /(?=[a-z_$])(?<![\w$]|(?<!\.\.)\.|\bfunction\s+)(\breturn\s+)?(\bawait\s+)?([a-z_$][\w$]*)\s*!?\s*(?:(?:(?:\?\.|\.)\s*#?[\w$]+|\[\s*['"][\w$]+['"]\s*\])\s*!?\s*)*(?:<[^()]*>\s*)?(?:\?\.\s*)?\(/gi;
/** `(guards as any).run(` and `(run as any)(`. */
const CAST = /\bas\s+[\w.<>[\]]+\s*\)\s*[.?(]/;
const GUARD_FUNCTION =
  /^(?:require|ensure|restrict|only|guard|protect|authenticate|authori[sz]e|verify|check|deny|block|allow)(?:[A-Z_]|$)|(?:Guard|Auth|Only|Middleware)$/;
/** `await guard;` */
const NAMED_ALONE = /\b(?:await|void)\s+[\w$.]+\s*[;}]/;
/** `user().then(...)`, whose result can be lost with what the function throws. */
const CHAINED = /\.\s*then\s*\(/;
const CALLED_AT_ONCE = /\}\s*\)\s*\(|\)\(/;
const PREDICATE = /^(?:authorize|(?:is|has|can|may)[A-Z]\w*)$/;
/** The methods of lists that take the results of a function as conditions. */
const SEARCHES: readonly string[] = ['some', 'every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex'];
/** `list.some(isAllowed)`, and `list.every(async () => ...)`. */
const CALLED_BY_LIST = new RegExp(String.raw`\.\s*(?:${SEARCHES.join('|')})\s*\(\s*(?:async\b|[\w$.]+\s*\))`);

/** `list.forEach(guard)`, `list.map(guard)` whose result is not used, and the lists of `Promise`, which can be lost. */
const LOST_IN_LIST =
  /\.\s*forEach\s*\(\s*(?:async\b|[\w$.]+\s*\))|(?:^|[;{}])[ \t]*(?:void |await )?[\w$.]+\.(?:flatM|m)ap\(|\bPromise\s*\.\s*(?:all|any|race)/m;

/** A name as a condition: `if (!isAdmin)`, `if (!guards.isAdmin)`, `isAdmin ? a : b` and `isAdmin && next()`. */
const CONDITION =
  /(?:!|&&|\|\||\b(?:if|assert|Boolean)\s*\()\s*([a-z_$][\w$]*)(?:\.\w+)*\s*(?:[),;?]|&&|\|\|)|(?<![\w$.])([a-z_$][\w$]*)(?:\.\w+)*\s*(?:&&|\?(?![.?:]))/gi;

/** Whether a function is a method of lists that takes results of another function as conditions. */
export function isSearch(callee: Node): boolean {
  return callee.type === 'MemberExpression' && SEARCHES.includes(lastName(callee));
}

/** Whether a function is a method of lists that calls another function with each item. */
export function isEach(callee: Node): boolean {
  return (
    isSearch(callee) || (callee.type === 'MemberExpression' && /^(?:forEach|(?:flatM|m)ap)$/.test(lastName(callee)))
  );
}

/** Whether a function has a name of those that keep clients out: `requireAdmin`. */
export function isNamedAsGuard(name: string): boolean {
  return GUARD_FUNCTION.test(name);
}

/** The same of those that return whether a client may do something: `isAdmin`. */
export function isNamedAsPredicate(name: string): boolean {
  return PREDICATE.test(name);
}

/** Whether a file can call a function that is its own, or of a module other than this package, by a name. It only looks at the text. */
export function callsByName(text: string, bindings: Bindings): boolean {
  if ([CAST, CALLED_AT_ONCE, CALLED_BY_LIST, LOST_IN_LIST, NAMED_ALONE, CHAINED].some((each) => each.test(text)))
    return true;
  const declared = new Set(['this', ...GLOBALS.keys(), ...Array.from(text.matchAll(DECLARED), ([, name]) => name)]);
  if (
    Array.from(text.matchAll(CONDITION), ([, name, other]) => name ?? other!).some(
      (name) => bindings.has(name) || declared.has(name),
    )
  )
    return true;
  const taken = new Set(Array.from(text.matchAll(TAKEN), ([, names]) => names!.split(/[^\w$]+/)).flat());
  const isOther = (name: string): boolean =>
    bindings.has(name)
      ? !isOwnPackage(bindings.moduleOf(name) ?? bindings.resolve(name, []).from)
      : declared.has(name) || taken.has(name);
  return [...text.matchAll(CALLED)].some(
    ([, used, awaited, name = '']) => (used === undefined || awaited === undefined) && isOther(name),
  );
}
