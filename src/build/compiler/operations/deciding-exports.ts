import { guardCalls } from '../calls/guard-calls.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import type { Export } from '../module/exports.ts';
import type { Value } from '../module/value.ts';
import type { Syntax } from '../module/syntax.ts';
import { isGuardFlag, isGuardingName } from './guard-names.ts';
import { CONTEXT } from './helper-middleware.ts';

/** Names of functions that check a request before it is handled in other frameworks. */
const CHECK = /^(?:check|validate|verify|allow(?:ed|s)?|permit|pass(?:es)?|gate|rule|before|hook)$/;
/** Names of objects with the settings of a route in other frameworks, which often have other meanings. */
const SETTINGS = /^(?:rules?|handle|metadata|route(?:Rules|r)?|page(?:Meta|Config)?|definePageMeta|endpoint)$/;
/** The parts of a request that show who sent it. */
const CALLER =
  /\b(?:auth\w*|user|account|member|session|roles?|scopes?|permissions?|claims?|state|locals|cookies?|tokens?|ip|admin)\b(?!-)|api[-_]?key/i;
/** The body of a function that returns a property with the name of a boolean: `ctx.user?.isAdmin`. */
const FLAG =
  /^(?:\{\s*return\b)?[\w$.?!&|\s]*\.\s*(?:(?:is|has|can|may)[A-Z]\w*|admin|staff|owner|moderator|superuser|root|verified|approved|active)\s*;?\s*\}?$/;

/** Whether an export decides whether a client may use an operation, whatever its name is: `export const office = (ctx) => ctx.user?.isAdmin`. */
export function decidesAccess(source: SourceText, syntax: Syntax, { name, value }: Export): boolean {
  const { kind, bodyAt, parameters = [] } = value;
  if (kind === 'other') return SETTINGS.test(name) && hasGuard(value);
  if (kind !== 'function' || parameters[0] === undefined || bodyAt === undefined) return false;
  const [first, body] = [textOf(source, parameters[0]), textOf(source, bodyAt)];
  if (!CONTEXT.test(first) && !(first.startsWith('{') && CALLER.test(first))) return false;
  if (CHECK.test(name)) return true;
  if (!CALLER.test(first) && !CALLER.test(body)) return false;
  return FLAG.test(body) || guardCalls(syntax).effects.get(bodyAt.start)?.decides === true;
}

/** Whether an object has the name of a guard in it, at any depth. */
function hasGuard({ members = [] }: Value): boolean {
  return members.some(
    ({ name, value }) => isGuardingName(name) || name === 'admin' || isGuardFlag(name, value.flag) || hasGuard(value),
  );
}

function textOf({ text }: SourceText, { start, end }: Span): string {
  return text.slice(start, end);
}
