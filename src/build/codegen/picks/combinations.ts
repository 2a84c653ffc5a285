import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { keywordRow } from '../../../shared/schema/keywords.ts';
import { isSameList } from '../../../shared/schema/same-list.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { eachSchema } from '../../../shared/schema/walk.ts';
import { PickSchemas } from './parts.ts';
import { CombinationError, PickWriter } from './writer.ts';

/** The contract whose schemas combine in too many ways: that of a definition, or of an operation. */
export interface TooMany {
  readonly name?: string;
  readonly id?: string;
  /** The limit that was passed, as a text. */
  readonly limit: string;
}

/**
 * Creates a function that finds the first definition or operation whose picks would pass a limit. While the definitions are the same, it looks at each
 * schema once.
 */
export function createPickSearch(): (
  operations: readonly Operation[],
  schemas: ReadonlyMap<string, Schema>,
) => TooMany | undefined {
  let definitions: readonly unknown[] = [];
  let limits = new WeakMap<Schema, string | undefined>();
  return (operations, schemas) => {
    const given = [...schemas].flat();
    if (!isSameList(definitions, given)) [definitions, limits] = [given, new WeakMap()];
    const analyzed = new PickSchemas(resolverOf(schemas));
    const limitOf = (schema: Schema): string | undefined => {
      if (!limits.has(schema)) limits.set(schema, passedLimit(schema, analyzed));
      return limits.get(schema);
    };
    for (const [name, schema] of schemas) {
      const limit = limitOf(schema);
      if (limit !== undefined) return { name, limit };
    }
    for (const { id, body, responses } of operations)
      for (const { schema } of [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)]) {
        const limit = limitOf(schema);
        if (limit !== undefined) return { id, limit };
      }
    return undefined;
  };
}

/** The limit that the picks of a schema pass; undefined if there is none. */
function passedLimit(schema: Schema, analyzed: PickSchemas): string | undefined {
  if (!combines(schema)) return undefined;
  try {
    new PickWriter(analyzed, 'response', 'pick').pickOf([schema]);
    return undefined;
  } catch (error) {
    if (error instanceof CombinationError) return error.limit;
    throw error;
  }
}

/** Whether several schemas apply to one value somewhere in a schema. Others have as many picks as parts. */
function combines(schema: AnySchema): boolean {
  let found = false;
  eachSchema(schema, (part) => {
    found ||= Object.keys(part).some((keyword) => keywordRow(keyword)?.inPlace === true);
    found ||= '$ref' in part && Object.keys(part).length > 1 && ('properties' in part || 'items' in part);
  });
  return found;
}
