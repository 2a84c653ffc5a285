import type { Compilation } from '../../build/compiler/compile.ts';
import { boundedForAll } from '../../build/compiler/user-schemas/patterns.ts';
import type { Operation, Schema } from '../../shared/contract/operation.ts';
import type { AnySchema } from '../../shared/schema/json-types.ts';
import { isSchema } from '../../shared/schema/json-types.ts';
import { mapItems } from '../../shared/schema/walk.ts';
import { getOrAdd } from '../../shared/contract/get-or-add.ts';

/** The fields of a contract that have schemas in them. */
const WITH_SCHEMAS: ReadonlySet<unknown> = new Set(['parameters', 'body', 'responses', 'content', 'headers']);

/** A compilation whose patterns run in time that is linear in the size of a request, and the patterns that it lacks. */
export interface Bounded {
  readonly compilation: Compilation;
  readonly unchecked: ReadonlySet<string>;
}

/**
 * Creates a function that removes the patterns from a compilation that a request could make slow: the author of a description may also send requests.
 *
 * The same compilation, contract or schema gets the same copy, because other code remembers data that it derives from it.
 */
export function createPatternBounds(): (compilation: Compilation) => Bounded {
  const all = new WeakMap<Compilation, Bounded>();
  const schemas = new WeakMap<Schema, AnySchema>();
  const contracts = new WeakMap<Operation, Operation>();
  const unchecked = new Set<string>();
  const boundSchema = (schema: Schema): Schema =>
    getOrAdd(schemas, schema, () => boundedForAll(schema, (pattern) => unchecked.add(pattern))) as Schema;
  const boundPart = (value: unknown, key: string | number): unknown => {
    if (key === 'schema') return isSchema(value) && typeof value === 'object' ? boundSchema(value) : value;
    const isFollowed =
      typeof value === 'object' && value !== null && (typeof key === 'number' || WITH_SCHEMAS.has(key));
    return isFollowed ? mapItems(value, boundPart) : value;
  };
  const boundContract = (contract: Operation): Operation =>
    getOrAdd(contracts, contract, () => mapItems(contract, boundPart) as Operation);
  return (compilation) =>
    getOrAdd(all, compilation, () => {
      const operations = compilation.operations.map((one) => ({ ...one, contract: boundContract(one.contract) }));
      const named = new Map([...compilation.schemas].map(([name, schema]) => [name, boundSchema(schema)]));
      return { compilation: { ...compilation, operations, schemas: named }, unchecked };
    });
}
