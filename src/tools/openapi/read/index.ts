import type { Operation, Schema, SecurityRequirement } from '../../../shared/contract/operation.ts';
import { toMethod } from '../../../shared/contract/operation.ts';
import type { ServedProblemFormat } from '../../../shared/contract/problem.ts';
import { documentedFields } from '../../../directives/effects.ts';
import { withoutServerParts } from '../../../build/openapi/server/declared-operation.ts';
import { PROBLEM } from '../../../shared/schema/problem.ts';
import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import { NO_CUSTOM } from '../../../directives/custom/custom-directives.ts';
import { documentedUses } from '../../../directives/custom/documented-uses.ts';
import type { Description } from './description.ts';
import type { Fields } from './document-fields.ts';
import type { DescribedOperation } from './described-operation.ts';
import { requestKey, servedPath } from './paths.ts';
import { readContract, readSecurity } from './read-operation.ts';
import { asSchema } from '../../../shared/schema/json-types.ts';

/** The contract of a description. */
export interface ReadDocument {
  readonly description: Description;
  /** Each operation with its place in the description. */
  readonly operations: ReadonlyMap<Operation, DescribedOperation>;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: Fields;
}

/**
 * Reads a description as a contract, without the responses that the server adds to every document.
 *
 * @param format The format of problems of the server that the contract is for.
 * @param custom The custom directives of the project. A description names none.
 */
export function readContracts(
  description: Description,
  format: ServedProblemFormat = {},
  custom: CustomDirectives = NO_CUSTOM,
): ReadDocument {
  const { fields, securitySchemes } = description;
  const taken = new Set<string>();
  const operations = description.operations.flatMap((described): [Operation, DescribedOperation][] => {
    const method = toMethod(described.method);
    // A URL has a query and a fragment in addition to its path: RFC 9110, 4.2.
    if (method === undefined || /[?#]/.test(described.path)) return [];
    const path = servedPath(described.path);
    const key = described.event === undefined ? requestKey(method, path) : `event ${described.event}`;
    if (taken.has(key)) return [];
    taken.add(key);
    const file = described.event === undefined ? `${method} ${path}` : key;
    const operation = readContract({ described, method, path, file, names: new Map() }, description, format);
    if (described.event !== undefined) return [[operation, described]];
    const known = { ...documentedFields(operation), ...documentedUses(operation, custom) };
    return [[{ ...withoutServerParts(operation, format), ...known }, described]];
  });
  return {
    description,
    operations: new Map(operations),
    schemas: new Map([
      ['Problem', PROBLEM],
      ...[...description.schemas].map(([name, schema]) => [name, asSchema(schema)] as const),
    ]),
    security: readSecurity(fields['security']),
    securitySchemes,
  };
}
