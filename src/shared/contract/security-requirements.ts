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

/** Whether the alternatives of an operation accept no caller that those of another one refuse. An empty list accepts everyone. */
export function isAsStrict(own: readonly SecurityRequirement[], other: readonly SecurityRequirement[]): boolean {
  return own.length > 0 && own.every((one) => other.some((each) => suffices(one, each)));
}

/** The line of one of the alternatives of security. */
export function securityLine(requirement: SecurityRequirement): string {
  const schemes = Object.entries(requirement).map(([scheme, scopes]) => [scheme, ...scopes].join(' '));
  return `@security ${schemes.length === 0 ? 'none' : schemes.join(', ')}`;
}

/**
 * Writes the schemes of a requirement with their scopes.
 *
 * @example requirementText({ token: ['admin', 'write'], key: [] }) // 'token: admin, write and key'
 */
export function requirementText(requirement: SecurityRequirement): string {
  const schemes = Object.entries(requirement).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme}: ${scopes.join(', ')}`,
  );
  return schemes.length === 0 ? 'everyone' : schemes.join(' and ');
}

/**
 * Writes who can call an operation. If credentials are optional, `everyone` comes first.
 *
 * @param security The alternatives that apply to the operation.
 * @example securityText([]) // 'everyone'
 * @example securityText([{ token: ['admin'] }, {}]) // 'everyone, or token: admin'
 */
export function securityText(security: readonly SecurityRequirement[]): string {
  const named = security.filter((requirement) => Object.keys(requirement).length > 0).map(requirementText);
  return (named.length === security.length && named.length > 0 ? named : ['everyone', ...named]).join(', or ');
}
