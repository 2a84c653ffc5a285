import type { SecurityRequirement } from '../../shared/contract/operation.ts';
import type { Description } from '../openapi/read/description.ts';
import { readSecurity } from '../openapi/read/read-operation.ts';
import type { LocatedOperation } from './file-paths.ts';
import { unwritableScheme } from './writable.ts';

/**
 * The operations that comments protect as the description does, and the description without alternatives of security that a tree cannot have.
 * An operation that has no other one is left out, since it would be open. The reasons become notes.
 */
export function protectedOperations(
  all: readonly LocatedOperation[],
  description: Description,
): { readonly located: readonly LocatedOperation[]; readonly description: Description } {
  const { notes, fields } = description;
  const declared = new Set(Object.keys(description.securitySchemes));
  const inherited = sift(fields['security'], (one) => undeclared(one, declared));
  if (inherited.fault !== undefined) notes.add({ of: fields, key: 'security' }, inherited.fault);
  const located = all.flatMap((operation) => {
    const { value, at } = operation.described;
    const own = value['security'] ?? undefined;
    const { kept, fault } =
      own === undefined ? inherited : sift(own, (one) => undeclared(one, declared) ?? unwritable(one));
    if (fault === undefined) return [operation];
    notes.add(kept.length === 0 ? at : { of: value, key: 'security' }, fault);
    if (kept.length === 0) return [];
    if (own === undefined) return [operation];
    const described = { ...operation.described, value: notes.origins.copy(value, { ...value, security: kept }) };
    return [{ ...operation, described }];
  });
  // Without any alternative left, the tree keeps the mistake: operations of yours would be open.
  const isMended = inherited.fault !== undefined && inherited.kept.length > 0;
  return {
    located,
    description: isMended ? { ...description, fields: { ...fields, security: inherited.kept } } : description,
  };
}

/** The alternatives of security that a tree can have, and the fault of the first of the others. */
function sift(
  security: unknown,
  faultOf: (requirement: SecurityRequirement) => string | undefined,
): { readonly kept: readonly SecurityRequirement[]; readonly fault: string | undefined } {
  const all = readSecurity(security);
  const faults = all.map(faultOf);
  return { kept: all.filter((_, i) => faults[i] === undefined), fault: faults.find((fault) => fault !== undefined) };
}

function undeclared(requirement: SecurityRequirement, declared: ReadonlySet<string>): string | undefined {
  const name = Object.keys(requirement).find((scheme) => !declared.has(scheme));
  if (name === undefined) return undefined;
  return `the description requires the security scheme ${JSON.stringify(name)}, and does not declare it. Add it to components.securitySchemes`;
}

function unwritable(requirement: SecurityRequirement): string | undefined {
  const scheme = unwritableScheme([requirement]);
  if (scheme === undefined) return undefined;
  if (scheme === 'none')
    return 'a security scheme cannot have the name "none": "@security none" requires no credentials. Rename the scheme';
  return `a comment cannot have the security scheme ${JSON.stringify(scheme)}: names and scopes have neither white space nor commas, nor "*/". Rename it`;
}
