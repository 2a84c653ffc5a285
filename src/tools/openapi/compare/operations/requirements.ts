import type { Operation, SecurityRequirement } from '../../../../shared/contract/operation.ts';
import {
  alternativesOf,
  requirementText,
  securityText,
  suffices,
} from '../../../../shared/contract/security-requirements.ts';
import { pathOfId } from '../../../../shared/contract/versions.ts';
import { isEqualJson } from '../../../../shared/comparison/shape.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, wordFor } from './found.ts';

type SecurityRequirements = readonly SecurityRequirement[];

const PART = { kind: 'security' } as const;

/** Compares the alternatives of authentication. An alternative that clients use and that no longer suffices is a break. */
export function compareSecurity(scope: Scope, pair: Pair): Found[] {
  const [old, now] = bothOf(scope, pair);
  const subject = `the ${wordFor(pair.after)}`;
  const lost = old.filter((one) => !now.some((other) => suffices(one, other)));
  return lost.map((one) => {
    const other = now.find((candidate) => hasSchemes(one, candidate));
    const message =
      Object.keys(one).length === 0
        ? `${subject} requires authentication now: ${securityText(now)}`
        : other === undefined
          ? `${subject} no longer accepts ${requirementText(one)}`
          : `${subject} requires ${requirementText(other)} now, not only ${requirementText(one)}`;
    const id = Object.keys(one).length === 0 ? 'added' : other === undefined ? 'removed' : 'scope-added';
    return found(`api-security-${id}`, 'request', pair, PART, message, { refuses: true });
  });
}

/** Lists the ways in which more clients can call an operation than before: by other credentials, or past a guard that no longer runs. */
export function compareAccess(scope: Scope, pair: Pair): Found[] {
  const [old, now] = bothOf(scope, pair);
  const subject = `the ${wordFor(pair.after)}`;
  const gained = now.filter((other) => !old.some((one) => suffices(other, one)));
  const widened = (id: string, message: string, part: Found['part'] = PART): Found =>
    found(id, 'request', pair, part, `${message}, so more clients can call it`, { widens: true });
  return [
    ...gained.map((one) => {
      if (Object.keys(one).length === 0)
        return widened('api-security-removed', `${subject} no longer requires authentication`);
      return old.some((candidate) => hasSchemes(one, candidate))
        ? widened('api-security-scope-removed', `${subject} requires ${requirementText(one)}, less than before`)
        : widened('api-security-added', `${subject} accepts ${requirementText(one)} too`);
    }),
    ...lostGuards(scope, pair).map((guard) =>
      widened('authorize-removed', `the "authorize" of ${guard} no longer guards ${subject}`, guardPart(guard)),
    ),
    ...[...lostMiddleware(scope, pair)].map(([file, runs]) => {
      const message = runs
        ? `the text of ${file} no longer shows that its middleware keeps clients out of ${subject}`
        : `middleware of ${file} no longer runs for ${subject}, so more clients may be able to call it`;
      return found('middleware-removed', 'request', pair, guardPart(file), message);
    }),
  ];
}

function guardPart(file: string): Found['part'] {
  return { kind: 'guard', name: file };
}

/** The `authorize` functions that ran before, by file. */
function lostGuards({ before, after }: Scope, pair: Pair): readonly string[] {
  const left = after.guardsOf?.(pair.after).map((guard) => guardKey(guard, pair.after)) ?? [];
  return before.guardsOf?.(pair.before).filter((guard) => !left.includes(guardKey(guard, pair.before))) ?? [];
}

/**
 * Finds the files whose middleware ran before, or was known to keep clients out, each with whether it still runs. A new `authorize` replaces it. Only the
 * author knows whether middleware guards.
 */
function lostMiddleware({ before, after }: Scope, pair: Pair): ReadonlyMap<string, boolean> {
  if (after.middlewareOf === undefined) return new Map();
  const had = before.guardsOf?.(pair.before).map((guard) => guardKey(guard, pair.before)) ?? [];
  const added = after.guardsOf?.(pair.after).map((guard) => guardKey(guard, pair.after)) ?? [];
  const lostOf = (name: 'middlewareOf' | 'knownGuardsOf'): readonly string[] => {
    const left = after[name]?.(pair.after).map((file) => guardKey(file, pair.after)) ?? [];
    const files = before[name]?.(pair.before) ?? [];
    return files.filter((file) => {
      const key = guardKey(file, pair.before);
      const index = left.indexOf(key);
      if (index !== -1) left.splice(index, 1);
      return index === -1 && (had.includes(key) || !added.includes(key));
    });
  };
  return new Map([
    ...lostOf('knownGuardsOf').map((file) => [file, true] as const),
    ...lostOf('middlewareOf').map((file) => [file, false] as const),
  ]);
}

/** The owner of a guard: the operation itself, or a directory. Names of path parameters and extensions of files do not count. */
function guardKey(guard: string, { id }: Operation): string {
  return guard === pathOfId(id) ? '' : guard.replaceAll(/\{[^}]*\}/g, '{}').replace(/\.\w+$/, '');
}

function bothOf({ before, after }: Scope, pair: Pair): [SecurityRequirements, SecurityRequirements] {
  return [
    alternativesOf(pair.before.security ?? before.security),
    alternativesOf(pair.after.security ?? after.security),
  ];
}

function hasSchemes(one: SecurityRequirement, other: SecurityRequirement): boolean {
  const names = Object.keys(one);
  return names.length > 0 && names.length === Object.keys(other).length && names.every((name) => name in other);
}

/** Compares the authentication schemes that operations name. */
export function compareSchemes({ before, after }: Scope): Found[] {
  const [old, now] = [before.securitySchemes, after.securitySchemes];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name): Found[] => {
    const fields = [...SENT, 'flows', 'openIdConnectUrl'];
    if (name in old === name in now && isEqualJson(schemeFields(old[name], fields), schemeFields(now[name], fields)))
      return [];
    const verb = !(name in old) ? 'added' : name in now ? 'changed' : 'removed';
    const id = `api-security-component-${verb === 'changed' ? 'type-changed' : verb}`;
    // Credentials that are sent in another way do not arrive.
    const refuses = verb === 'changed' && !isEqualJson(schemeFields(old[name], SENT), schemeFields(now[name], SENT));
    const message = `the authentication scheme "${name}" was ${verb}`;
    return [found(id, 'none', {}, { kind: 'security', name }, message, refuses ? { refuses } : {})];
  });
}

/** The fields of a scheme that decide how credentials are sent: OpenAPI 3.1, Security Scheme Object. */
const SENT: readonly string[] = ['type', 'in', 'name', 'scheme'];

function schemeFields(scheme: unknown, names: readonly string[]): unknown[] {
  return names.map((name) => (scheme as { readonly [field: string]: unknown } | undefined)?.[name] ?? null);
}
