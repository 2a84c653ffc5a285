import type { SecurityRequirement } from './operation.ts';

/** The alternatives of a list of requirements: an empty list requires no authentication, which is one alternative. */
export function alternativesOf(security: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return security.length === 0 ? [{}] : security;
}

/** Whether credentials for one requirement satisfy another. */
export function suffices(credentials: SecurityRequirement, requirement: SecurityRequirement): boolean {
  return Object.entries(requirement).every(([scheme, scopes]) => {
    const granted = Object.hasOwn(credentials, scheme) ? credentials[scheme] : undefined;
    return granted !== undefined && scopes.every((scope) => granted.includes(scope));
  });
}
