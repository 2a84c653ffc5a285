import type { Node } from 'oxc-parser';
import { bareExpression } from '../module/body-reads.ts';
import { rootOf } from '../module/name-counts.ts';
import { identifierName, lastName } from '../module/nodes.ts';
import type { Value } from '../module/value.ts';
import { isLog } from './named-calls.ts';

// Functions that keep out no client, by their names, and by the packages that they come from.

const FUNCTIONS =
  /^(?:String|Number|Boolean|Date|BigInt|Symbol|parse(?:Int|Float)|is(?:NaN|Finite)|(?:en|de)codeURI(?:Component)?|structuredClone|(?:set|clear)(?:Timeout|Immediate|Interval)|queueMicrotask)$/;
/** The objects that middleware measures and logs with. */
const OBJECTS =
  /^(?:console|performance|process|Date|Math|JSON|Object|Array|Number|String|Intl|Buffer|URL|Promise|log|logger|metrics)$/;
const ENDS_PROCESS = /^(?:exit|abort|kill)$/;
/** Those of the context, the request, the response and the cookies, and those of metrics and traces. */
const METHODS =
  /^(?:set|append|vary|remove|get|is|accepts\w*|attachment|[gs]etHeader\w*|(?:append|has|remove)Header|once|on|off|emit|pipe|inc(?:rement)?|observe|startTimer|startSpan|labels|timing|histogram|setAttributes?|addEvent|capture(?:Exception|Message))$/;

const BUILT_IN = new Set(
  [String, Number, Array, RegExp, Date, Map, Set, Promise, URLSearchParams].flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype),
  ),
);

/** Whether the name of a function shows that it keeps out no client: `ctx.set`, `Date.now`, `metrics.count`. */
export function isKnownCall(callee: Node): boolean {
  if (isLog(callee)) return true;
  if (callee.type !== 'MemberExpression') return FUNCTIONS.test(identifierName(callee) ?? '');
  const name = lastName(callee);
  if (ENDS_PROCESS.test(name)) return false;
  const owner = bareExpression(callee.object);
  // `span.end()`, but not `ctx.res.end()`
  if (name === 'end') return owner.type === 'Identifier' && !/^res(?:ponse)?$/.test(owner.name);
  return OBJECTS.test(identifierName(rootOf(callee)) ?? '') || METHODS.test(name) || BUILT_IN.has(name);
}

/** Whether a function does not fail, whatever a client sends. */
export function isSafeCall(callee: Node): boolean {
  if (isLog(callee) || /^(?:String|Number|Boolean|Date)$/.test(identifierName(callee) ?? '')) return true;
  if (callee.type !== 'MemberExpression') return false;
  return (
    /^(?:console|performance|process|Date|Math)$/.test(identifierName(callee.object) ?? '') ||
    METHODS.test(lastName(callee))
  );
}

const PACKAGES =
  /^(?:@koa\/cors|koa2?-(?:cors|compress|helmet|logger|morgan|pino-logger|response-time|etag|conditional-get|requestid)|uuid|nanoid|ulid|(?:node:)?(?:async_hooks|buffer|crypto|os|path|perf_hooks|process|querystring|timers|url|util|zlib))$/;

/** Whether a value comes from a package whose functions keep out no client, and which gets none that could: `cors()`, `randomUUID`. */
export function isOfHarmlessPackage({ kind, from, functions = [], called, memberOf, made }: Value): boolean {
  if (functions.length > 0) return false;
  const maker = called ?? memberOf?.owner ?? made;
  if (called !== undefined && from !== undefined) return false;
  return maker === undefined ? kind === 'imported' && PACKAGES.test(from ?? '') : isOfHarmlessPackage(maker);
}
