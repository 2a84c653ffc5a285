import { createHash } from 'node:crypto';
import type { SecurityScheme } from '../../../shared/contract/enforcement.ts';
import type { Manifest, OperationEntry } from '../../../shared/contract/manifest.ts';
import type { RateLimit } from '../../../shared/contract/rate-limit.ts';
import { countsLast } from '../../../shared/contract/rate-limit.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import { checkDecision } from '../../../runtime/koa/decision.ts';
import { isMadeOfNothing, shownName } from '../../../runtime/koa/missing-name.ts';
import type { BasicCredentials } from '../../../runtime/koa/request/security/credentials.ts';
import { hasStableKeys, namingCaller, verifiedOf } from '../../../runtime/koa/request/security/verified.ts';
import { usageError } from '../../../runtime/koa/usage-error.ts';
import { addressKey } from './address-key.ts';
import type { CallerContext, CallerId, KeyContext } from './caller-context.ts';
import type { Limiting } from './limit-options.ts';

type Callers = Pick<Limiting, 'userOf' | 'keyOf'>;

/** Checks at start that each limit knows whose requests it counts. @throws {TypeError} If one does not. */
export function checkCallers({ operations, securitySchemes = {} }: Manifest, callers: Callers): void {
  const withPer = (test: (per: string) => boolean): OperationEntry[] =>
    operations.filter(({ rateLimits = [] }) => rateLimits.some(({ per }) => test(per)));
  const isStable = ({ security = [] }: OperationEntry): boolean =>
    security.length > 0 &&
    security.every((schemes) => Object.keys(schemes).some((name) => isStableScheme(schemeOf(securitySchemes, name))));
  const unknown =
    callers.userOf === undefined ? withPer((per) => per === 'user').filter((entry) => !isStable(entry)) : [];
  if (unknown.length > 0) throw usageError(unknownUsers(unknown));
  const named = callers.keyOf === undefined ? withPer(isOwnName) : [];
  if (named.length > 0) throw usageError(unknownKeys(named));
}

function schemeOf(schemes: NonNullable<Manifest['securitySchemes']>, name: string): SecurityScheme | undefined {
  return Object.hasOwn(schemes, name) ? schemes[name] : undefined;
}

/** Whether the credentials of a scheme name the same caller for as long as they are valid: API keys and user names, but not tokens or sessions. */
function isStableScheme(scheme: SecurityScheme | undefined): boolean {
  if (scheme === undefined) return false;
  return hasStableKeys(scheme) || (scheme.type === 'http' && scheme.scheme === 'basic');
}

const isOwnName = (per: string): boolean => countsLast({ per });

function operationLines(entries: readonly OperationEntry[]): string[] {
  return entries.map(({ method, path, id }) => `  ${method} ${path} (${id})`);
}

function unknownUsers(entries: readonly OperationEntry[]): string {
  return [
    'These operations have a @rate-limit "per user", but their users have no stable name. A new token, a new session or a request without credentials would start a new counter:',
    ...operationLines(entries),
    'Name the user: { rateLimits: { userOf: (ctx) => ctx.auth.token.sub } }. API keys outside of Authorization and user names of basic authentication need no userOf if they are required. If requests need no credentials, write "per address" in the contract.',
  ].join('\n');
}

function unknownKeys(entries: readonly OperationEntry[]): string {
  const names = new Set(entries.flatMap(({ rateLimits = [] }) => rateLimits.map(({ per }) => per).filter(isOwnName)));
  const [name] = names;
  return [
    `These operations have a @rate-limit "per ${[...names].join('", "per ')}", but nothing resolves it:`,
    ...operationLines(entries),
    `Add a function: { rateLimits: { keyOf: (ctx, name) => ... } }. For "${name}", it returns whose requests count together. Without one of your own, use address, user or all.`,
  ].join('\n');
}

/**
 * Identifies whose requests a limit counts together.
 *
 * @throws {TypeError} If nothing identifies the caller.
 */
export function callerOf(
  ctx: OperationContext,
  { per }: RateLimit,
  callers: Callers,
  manifest: Manifest,
): string | Promise<string> {
  if (per === 'all') return '';
  if (per === 'address') return addressKey(ctx.request.ip);
  return per === 'user' ? userOf(ctx, callers, manifest) : namedKey(ctx, per, callers);
}

async function userOf(ctx: OperationContext, { userOf: own }: Callers, manifest: Manifest): Promise<string> {
  const id = own && checkDecision(await own(ctx as unknown as CallerContext), 'rateLimits.userOf');
  if (isId(id)) return hashOf(['user', String(id)]);
  const verified = id === undefined ? verifiedName(ctx, manifest) : undefined;
  if (verified !== undefined) return verified;
  throw new TypeError(
    `rateLimits.userOf must return the name of the user, not ${shownName(id)}. If requests need no credentials, write "per address" in the contract. With ctx.ip, each IPv6 address would be a new counter.`,
  );
}

async function namedKey(ctx: OperationContext, per: string, { keyOf: own }: Callers): Promise<string> {
  const id = checkDecision(await own?.(ctx as unknown as KeyContext, per), 'rateLimits.keyOf');
  if (isId(id)) return hashOf([per, String(id)]);
  throw new TypeError(`rateLimits.keyOf must return whose requests count together for "${per}", not ${shownName(id)}.`);
}

function isId(id: unknown): id is NonNullable<CallerId> {
  return (
    (typeof id === 'string' && id !== '' && !isMadeOfNothing(id)) ||
    typeof id === 'bigint' ||
    (typeof id === 'number' && !Number.isNaN(id))
  );
}

/** The API key or the user name that was verified. A password can change, and the user stays. */
function verifiedName(ctx: OperationContext, { securitySchemes = {} }: Manifest): string | undefined {
  for (const { requirement, credentials } of verifiedOf(ctx) ?? []) {
    const { name } = requirement;
    if (!isStableScheme(schemeOf(securitySchemes, name))) continue;
    const naming = namingCaller(credentials);
    return hashOf(['scheme', name, typeof naming === 'string' ? naming : (naming as BasicCredentials).username]);
  }
  return undefined;
}

/** Stores must not see credentials, and keys have a bounded length. */
function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
