import type { SecurityRequirement } from '../../../contract/operation.ts';
import { alternativesOf, suffices } from '../../../contract/requirements.ts';
import { isEqualJson } from '../schemas/shape.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, wordFor } from './found.ts';

const PART = { kind: 'security' } as const;

/** Compares the alternatives of authentication. An alternative that clients use and that no longer suffices is a break. */
export function compareSecurity({ before, after }: Scope, pair: Pair): Found[] {
  const [old, now] = [
    alternativesOf(pair.before.security ?? before.security),
    alternativesOf(pair.after.security ?? after.security),
  ];
  const subject = `the ${wordFor(pair.after)}`;
  const lost = old.filter((one) => !now.some((other) => suffices(one, other)));
  const gained = now.filter((other) => !old.some((one) => suffices(other, one)));
  return [
    ...lost.map((one) => {
      const other = now.find((candidate) => hasSchemes(one, candidate));
      const message =
        Object.keys(one).length === 0
          ? `${subject} requires authentication now: ${now.map(nameOf).join(' or ')}`
          : other === undefined
            ? `${subject} no longer accepts ${nameOf(one)}`
            : `${subject} requires ${nameOf(other)} now, not only ${nameOf(one)}`;
      const id = Object.keys(one).length === 0 ? 'added' : other === undefined ? 'removed' : ('scope-added' as const);
      return found(`api-security-${id}`, 'request', pair, PART, message, { refuses: true });
    }),
    ...gained.map((one) => {
      const other = old.find((candidate) => hasSchemes(one, candidate));
      if (Object.keys(one).length === 0)
        return found('api-security-removed', 'request', pair, PART, `${subject} no longer requires authentication`);
      return other === undefined
        ? found('api-security-added', 'request', pair, PART, `${subject} accepts ${nameOf(one)} too`)
        : found(
            'api-security-scope-removed',
            'request',
            pair,
            PART,
            `${subject} requires ${nameOf(one)}, less than before`,
          );
    }),
  ];
}

function hasSchemes(one: SecurityRequirement, other: SecurityRequirement): boolean {
  const names = Object.keys(one);
  return names.length > 0 && names.length === Object.keys(other).length && names.every((name) => name in other);
}

function nameOf(requirement: SecurityRequirement): string {
  const names = Object.entries(requirement).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`,
  );
  return names.length === 0 ? 'no authentication' : names.join(' and ');
}

/** Compares the authentication schemes that operations name. */
export function compareSchemes({ before, after }: Scope): Found[] {
  const [old, now] = [before.securitySchemes, after.securitySchemes];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name): Found[] => {
    const fields = [...SENT, 'flows', 'openIdConnectUrl'];
    if (name in old === name in now && isEqualJson(fieldsOf(old[name], fields), fieldsOf(now[name], fields))) return [];
    const verb = !(name in old) ? 'added' : name in now ? 'changed' : 'removed';
    const id = `api-security-component-${verb === 'changed' ? 'type-changed' : verb}`;
    // Credentials that are sent in another way do not arrive.
    const refuses = verb === 'changed' && !isEqualJson(fieldsOf(old[name], SENT), fieldsOf(now[name], SENT));
    const message = `the authentication scheme "${name}" was ${verb}`;
    return [found(id, 'none', {}, { kind: 'security', name }, message, refuses ? { refuses } : {})];
  });
}

/** The fields of a scheme that decide how credentials are sent: OpenAPI 3.1, Security Scheme Object. */
const SENT: readonly string[] = ['type', 'in', 'name', 'scheme'];

function fieldsOf(scheme: unknown, names: readonly string[]): unknown[] {
  return names.map((name) => (scheme as { readonly [field: string]: unknown } | undefined)?.[name] ?? null);
}
