import type { Operation, Schema } from '../../contract/operation.ts';
import type { CheckValue } from '../../compiler/operations/samples.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import type { Notes } from '../load/notes.ts';

/** Removes the defaults and examples that their own schema refuses, with notes. */
export function withoutInvalidSamples(schema: AnySchema, check: CheckValue, notes: Notes): AnySchema {
  if (typeof schema === 'boolean') return schema;
  let result = mapSubschemas(schema, (part) => withoutInvalidSamples(part, check, notes));
  const drop = (keyword: string, reason: string): void => {
    notes.add({ of: schema, key: keyword }, `it does not match its schema: ${reason}`);
    result = Object.fromEntries(Object.entries(result).filter(([name]) => name !== keyword));
  };
  const fault = 'default' in schema ? check(schema, schema['default']) : undefined;
  if (fault !== undefined) drop('default', fault);
  const examples = (Array.isArray(schema['examples']) ? schema['examples'] : []) as unknown[];
  const wrong = examples.map((value) => check(schema, value)).find((reason) => reason !== undefined);
  if (wrong !== undefined) drop('examples', wrong);
  return result === schema ? schema : notes.origins.copy(schema, result);
}

/** The same for all schemas of an operation. */
export function withValidSamples(operation: Operation, check: CheckValue, notes: Notes): Operation {
  const clean = <T extends { readonly schema: Schema }>(part: T): T => ({
    ...part,
    schema: withoutInvalidSamples(part.schema, check, notes) as Schema,
  });
  const { parameters, body, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map(clean),
    ...(body !== undefined && { body: { ...body, content: body.content.map(clean) } }),
    responses: responses.map((response) => ({
      ...response,
      content: response.content.map(clean),
      ...(response.headers !== undefined && { headers: response.headers.map(clean) }),
    })),
  };
}
