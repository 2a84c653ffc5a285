import { isKeywords } from '../../../shared/schema/json-types.ts';
import type { Notes } from './notes.ts';
import { freeName } from './free-name.ts';

type Fields = { readonly [field: string]: unknown };

/** An operation, as far as its id goes. */
interface Identified {
  readonly path: string;
  readonly method: string;
  readonly value: Fields;
}

/** The security schemes of a description, with names that requirements can have in every notation. */
export interface SchemeNames {
  readonly nameOf: (name: string) => string;
  /** An object with the new names in its field `security`; the same object if none is new. */
  readonly inSecurityOf: <T extends Fields>(of: T) => T;
}

/** Renames schemes whose names the specification does not allow: OpenAPI 3.1, Components Object. */
export function renameSchemes(schemes: unknown, notes: Notes): SchemeNames {
  const renamed = new Map<string, string>();
  const taken = new Set(isKeywords(schemes) ? Object.keys(schemes) : []);
  for (const name of taken) {
    if (!/[\s,]|\*\//.test(name)) continue;
    const valid = freeName(name.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^_|_$/g, '') || 'scheme', taken);
    taken.add(valid);
    renamed.set(name, valid);
    notes.mend(
      { of: schemes as object, key: name },
      `the name of a security scheme has neither white space nor commas nor "*/": ${JSON.stringify(name)} is ${valid}`,
    );
  }
  const nameOf = (name: string): string => renamed.get(name) ?? name;
  const rename = (requirement: unknown): unknown =>
    isKeywords(requirement)
      ? Object.fromEntries(Object.entries(requirement).map(([name, scopes]) => [nameOf(name), scopes]))
      : requirement;
  return {
    nameOf,
    inSecurityOf: (of) => {
      const { security } = of;
      if (renamed.size === 0 || !Array.isArray(security)) return of;
      return notes.origins.copy(of, { ...of, security: notes.origins.copy(security, security.map(rename)) });
    },
  };
}

/** An operationId identifies one operation: OpenAPI 3.1, Operation Object. The others have none; a HEAD gives way. */
export function withUniqueIds<T extends Identified>(operations: readonly T[], notes: Notes): readonly T[] {
  const owners = new Map<string, T>();
  const inOrder = operations.toSorted((a, b) => Number(a.method === 'HEAD') - Number(b.method === 'HEAD'));
  for (const operation of inOrder) {
    const id = operationIdOf(operation.value);
    if (id !== undefined && !owners.has(id)) owners.set(id, operation);
  }
  return operations.map((operation) => {
    const { value } = operation;
    const owner = owners.get(operationIdOf(value) ?? '');
    if (owner === undefined || owner === operation) return operation;
    notes.mend(
      { of: value, key: 'operationId' },
      `an operationId identifies one operation, and ${owner.method} ${owner.path} has this one: left out`,
    );
    const { operationId: _, ...others } = value;
    return { ...operation, value: notes.origins.copy(value, others) };
  });
}

/** The id of an operation, without white space that no comment can have. */
export function operationIdOf({ operationId }: Fields): string | undefined {
  if (typeof operationId !== 'string' || operationId.trim() === '') return undefined;
  return operationId.trim().replace(/\s+/g, ' ');
}
