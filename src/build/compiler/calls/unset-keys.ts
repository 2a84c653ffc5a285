import type { Node } from 'oxc-parser';
import type * as messages from '../diagnostics/messages.ts';
import { lastName } from '../module/nodes.ts';
import type { SecretTests, ValueTest } from './secret-tests.ts';
import type { UnsetValues } from './unset-values.ts';
import { ANY } from './unset-values.ts';

/** The names of variables that keep clients out, also where nothing shows that the comparison is a guard. */
export const SECRET = /key|secret|token|pass|pwd|auth|cred|sign|admin|login/i;
/** Calls whose second argument is the key of a signature. */
const HMAC = /^(?:createHmac|Hmac(?:SHA|MD)\d\w*)$/;

/** Code that lets clients pass while a variable is unset. */
export interface UnsetSecret {
  readonly node: Node;
  readonly names: readonly string[];
  readonly how: messages.UnsetReason;
}

/** The variables that code tests before it uses them. A test for undefined lets an empty text through. */
export function testedIn(
  tests: readonly ValueTest[],
  secrets: UnsetValues,
  how: messages.UnsetReason,
): ReadonlySet<string> {
  return new Set(
    tests.flatMap(({ node, kind }) => (how === 'emptied' && kind === 'defined' ? [] : (secrets.of(node)?.names ?? []))),
  );
}

/** The keys of signatures that everyone knows while a variable is unset, unless the file tests the variable, or one of others is about it. */
export function unsetKeys(
  { calls, tests }: SecretTests,
  unset: UnsetValues,
  others: readonly UnsetSecret[],
): UnsetSecret[] {
  const tested = testedIn(tests, unset, 'emptied');
  const known = new Set([...tested, ...others.flatMap(({ names }) => names)]);
  if (known.has(ANY)) return [];
  return calls.flatMap(({ callee, arguments: [, node] }) => {
    const key = node && HMAC.test(lastName(callee)) ? unset.of(node) : undefined;
    if (key === undefined || !/empty|text/.test(key.kind)) return [];
    const isOpen = key.names.some((name) => SECRET.test(name)) && !key.names.some((name) => known.has(name));
    return isOpen ? [{ node: node!, names: key.names, how: 'signed' as const }] : [];
  });
}
