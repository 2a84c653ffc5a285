import { isGuarded } from '../../shared/contract/custom-directive.ts';
import type { CachePolicy } from '../../shared/contract/cache-policy.ts';
import { isCached } from '../../shared/contract/cache-policy.ts';
import type { Operation, Response } from '../../shared/contract/operation.ts';
import { isSuccessStatus } from '../../shared/contract/statuses.ts';
import type { DirectiveDescription } from '../directive-description.ts';
import { cacheChanges } from './cache-changes.ts';
import { CONTROL_NAMES, controlOf, isShared, takesSeconds } from './cache-control.ts';
import { cacheText, documentedCache } from './cache-text.ts';
import { readCache, SAME_FOR_EVERYONE } from './read-cache.ts';
import { varyOf } from '../vary.ts';

const NAME = 'x-cache';
const REMOVAL = { title: 'Remove the line', removesLine: true } as const;

const isStreamed = ({ content = [] }: Response): boolean => content.some(({ stream }) => stream !== undefined);
const hasPolicy = ({ cache: policy }: Operation): boolean => policy !== undefined;

/** `@cache public, max-age=60`: the `Cache-Control` of successful responses. */
export const cache = {
  name: 'cache',
  form: {
    snippet: '${1:private, max-age=60}',
    meaning:
      'The `Cache-Control` of successful responses, unless the handler sets its own. Errors are never stored. In a `_middleware` file, it applies to all GET, HEAD and QUERY operations below.',
    example: '@cache public, max-age=60, stale-while-revalidate=30',
  },
  often: 'once',
  inherited: 'replace',
  protects: true,
  words(before) {
    if (!/(?:^|,)\s*$/.test(before)) return /\d\s+$/.test(before) ? [SAME_FOR_EVERYONE] : [];
    const used = before.split(/[,=\s]+/);
    return CONTROL_NAMES.filter((name) => !used.includes(name)).map((name) =>
      takesSeconds(name) === true ? `${name}=60` : name,
    );
  },
  read: readCache,
  // It is a statement about one response. Operations that are added later would inherit it.
  inDirectory(value, report) {
    if (value.sameForEveryone === true)
      report({
        code: 'shared-cache',
        message: `The "@cache" of a directory applies to operations that are added later too, so it cannot have "${SAME_FOR_EVERYONE}". Write the line in the comment of each operation whose response has no data of the client.`,
      });
    return value;
  },
  protectsBy: ({ control }, { method, responses }) =>
    isCached(method) && !isShared(controlOf(control)) && !responses.some(isStreamed),
  check({ own }, { operation }, report) {
    if (operation === undefined) return;
    const { method, hasStream } = operation;
    for (const { at } of isCached(method) ? [] : own)
      report({
        code: 'cache-method',
        at,
        message: `"@cache" belongs to GET, HEAD and QUERY: caches don't keep responses of ${method}. Remove it.`,
        fix: REMOVAL,
      });
    for (const { at } of hasStream ? own : [])
      report({
        code: 'stream-conflict',
        at,
        message: '"@cache" does not work with a stream: an error after its first item would be stored too. Remove it.',
        fix: REMOVAL,
      });
  },
  checkAccess({ own, all: [line] }, { operation, security, isWrapped, at }, report) {
    if (line === undefined || operation.cache === undefined) return;
    const hasGuard = isGuarded(operation) || security.some((each) => Object.keys(each).length > 0);
    const { control, sameForEveryone } = line.value;
    if ((hasGuard || isWrapped) && sameForEveryone !== true && isShared(controlOf(control)))
      report({
        code: 'shared-cache',
        ...(!hasGuard && { isWarning: true }),
        at: line.at,
        message: `Shared caches could send a response of one client to another, because ${hasGuard ? '"@security" or "authorize" protects the operation' : 'a "_middleware" file runs before it, which could keep some clients out'}. Write "@cache private, ...". If the response has no data of the client, ${own.length === 0 ? 'write the line in the comment of the operation, with' : 'add'} "${SAME_FOR_EVERYONE}" at the end.`,
        ...(own.length === 0 && { note: { message: 'the operation', at } }),
      });
    if (!hasGuard && !isWrapped && sameForEveryone === true && own.length > 0)
      report({
        code: 'shared-cache',
        isWarning: true,
        at: line.at,
        message: `The operation has no "@security", no "authorize" and no middleware of a directory, so "${SAME_FOR_EVERYONE}" has no effect. Remove it.`,
      });
  },
  contract: ([policy], { operation: { method, hasStream } }) =>
    isCached(method) && !hasStream ? { cache: policy } : {},

  headers: {
    'Cache-Control': {
      description: 'How caches can keep the response (RFC 9111, 5.2.2).',
      schema: { type: 'string' },
      exampleOf: ({ cache: policy }) => policy?.control,
      isOn: (operation, { status }) => hasPolicy(operation) && (isSuccessStatus(status) || status === '304'),
    },
  },
  extensions: ({ cache: policy }) => (policy === undefined ? {} : { [NAME]: cacheText(policy) }),
  features: { cache: { module: 'directives/cache/runtime/send-caching', isOf: hasPolicy } },
  entry(operation, document) {
    const { cache: policy } = operation;
    if (policy === undefined) return {};
    return {
      cache: { control: policy.control },
      ...varyOf(operation, document),
      // Caches would choose how long they keep a 404 or a 410: RFC 9110, 15.1.
      errorHeaders: { 'Cache-Control': 'no-store' },
    };
  },

  notes: ({ cache: policy }) => (policy === undefined ? [] : [`cached: ${cacheText(policy)}`]),
  changes: cacheChanges,
  weakening: ['cache-shared', 'cache-same-for-everyone'],
  documented: ({ extensions }) => documentedCache(extensions?.[NAME]) ?? {},
  guesses: ({ extensions }) => [documentedCache(extensions?.[NAME]) ?? []].flat(),
  lines: ({ cache: policy }) => (policy === undefined ? [] : [cacheText(policy)]),
} as const satisfies DirectiveDescription<
  CachePolicy,
  'invalid-cache' | 'cache-conflict' | 'cache-method' | 'shared-cache' | 'stream-conflict'
>;
