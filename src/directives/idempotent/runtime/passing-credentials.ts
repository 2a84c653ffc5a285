import type { SecurityScheme } from '../../../shared/contract/enforcement.ts';
import type { Manifest, OperationEntry } from '../../../shared/contract/manifest.ts';
import { hasStableKeys } from '../../../runtime/koa/request/security/verified.ts';
import { printOnce } from '../../../runtime/koa/warning.ts';

/** How many operations a warning lists. */
const LISTED = 5;

/** Warns at start of operations with `@idempotent` whose clients get new credentials between retries, if nothing else identifies them. */
export function warnOfPassingCredentials(manifest: Manifest): void {
  const lines = manifest.operations.flatMap((entry) => {
    const schemes = entry.idempotent === undefined ? [] : passingSchemes(manifest, entry);
    return schemes.length === 0 ? [] : [`  ${entry.method} ${entry.path} (${entry.id}): ${schemes.join(', ')}`];
  });
  if (lines.length === 0) return;
  const more = lines.length > LISTED ? [`  and ${lines.length - LISTED} more`] : [];
  printOnce(
    [
      'The keys of these operations with @idempotent belong to credentials that change between retries. After a token or session is renewed, a retry runs the handler again:',
      ...lines.slice(0, LISTED),
      ...more,
      'Identify the client by what stays the same: { idempotency: { clientOf: ({ auth }, credentials) => auth.bearer ? [auth.bearer.iss, auth.bearer.sub] : credentials } }.',
    ].join('\n'),
  );
}

function passingSchemes({ securitySchemes = {} }: Manifest, { security = [] }: OperationEntry): readonly string[] {
  const names = new Set(security.flatMap((alternative) => Object.keys(alternative)));
  return [...names].filter((name) => Object.hasOwn(securitySchemes, name) && isPassing(securitySchemes[name]!));
}

/** Whether a client's credentials change by themselves. Of the schemes of HTTP, only those of basic authentication do not: RFC 7617. */
function isPassing(scheme: SecurityScheme): boolean {
  if (scheme.type === 'apiKey') return !hasStableKeys(scheme);
  return scheme.type === 'http' ? scheme.scheme !== 'basic' : scheme.type !== 'mutualTLS';
}
