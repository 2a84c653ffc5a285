import { isDeepStrictEqual } from 'node:util';
import type { SecurityRequirement } from '../../shared/contract/operation.ts';
import { securityLine, suffices } from '../../shared/contract/security-requirements.ts';
import { operationId as idDirective } from '../../directives/texts/operation-id.ts';
import { declaredValues } from '../../build/compiler/language/described.ts';
import { readBack } from './write/read-back.ts';

/**
 * The lines of security: an operation that requires none declares it. Lines that require less than the document have the mark for it.
 *
 * @param outer The security of the document.
 * @param marked The requirements that have the mark, if only the author of the tree can decide that.
 */
export function securityLines(
  security: readonly SecurityRequirement[] | undefined,
  outer: readonly SecurityRequirement[],
  marked?: readonly SecurityRequirement[],
): string[] {
  if (security === undefined) return [];
  const [first = {}, ...others] = security;
  if (others.length === 0 && Object.keys(first).length === 0) return ['@security none'];
  return security.map((each) => {
    const isWeaker =
      marked === undefined
        ? outer.length > 0 && !outer.some((one) => suffices(each, one))
        : marked.some((one) => isDeepStrictEqual(one, each));
    return securityLine(each) + (isWeaker ? ' (weaker)' : '');
  });
}

/** The scheme that no comment can have with its scopes: a name with spaces or commas, or `none`, which would open the operation. */
export function unwritableScheme(security: readonly SecurityRequirement[] | undefined): string | undefined {
  for (const requirement of security ?? []) {
    const read = readBack([securityLine(requirement)])?.security.map(({ value }) => value);
    if (isDeepStrictEqual(read, [requirement])) continue;
    const names = Object.keys(requirement);
    return names.find((name) => !canWrite(name, requirement[name]!)) ?? names[0];
  }
  return undefined;
}

function canWrite(name: string, scopes: readonly string[]): boolean {
  const read = readBack([securityLine({ [name]: scopes })])?.security;
  return isDeepStrictEqual(read?.[0]?.value, { [name]: scopes });
}

/** Whether a comment can have an operationId. */
export function canWriteId(operationId: string): boolean {
  const read = readBack([`@operationId ${operationId}`]);
  const ids = read === undefined ? [] : declaredValues(read.described, idDirective);
  return ids.length === 1 && ids[0]!.value === operationId;
}
