import { examplesOf, withExamples } from '../../shared/contract/operation.ts';
import type { Exemplified, Operation, Schema } from '../../shared/contract/operation.ts';
import type { CheckValue } from '../../build/compiler/operations/samples.ts';
import type { AnySchema } from '../../shared/schema/json-types.ts';
import { eachSchema, mapSubschemas } from '../../shared/schema/walk.ts';
import type { Notes } from '../openapi/read/notes.ts';

/** Whether comments and TypeScript can have all defaults, examples and values of a schema: they must match it, formats included. */
export function hasValidSamples(schema: AnySchema, check: CheckValue): boolean {
  let isValid = true;
  eachSchema(schema, (part) => {
    const { enum: values, ...others } = part;
    const samples = [
      ...('default' in part ? [part['default']] : []),
      ...(Array.isArray(part['examples']) ? (part['examples'] as unknown[]) : []),
    ];
    isValid &&= samples.every((value) => check(part, value) === undefined);
    isValid &&= !Array.isArray(values) || values.every((value) => check(others, value) === undefined);
  });
  return isValid;
}

/** Removes the defaults and examples that their own schema refuses, with notes. Formats of JSON Schema files are not checked. */
export function withoutInvalidSamples(original: AnySchema, check: CheckValue, notes: Notes): AnySchema {
  if (typeof original === 'boolean') return original;
  const { format: _, ...schema } = original;
  let result = mapSubschemas(original, (part) => withoutInvalidSamples(part, check, notes));
  const drop = (keyword: string): void => {
    notes.add({ of: original, key: keyword }, 'it does not match its schema');
    result = Object.fromEntries(Object.entries(result).filter(([name]) => name !== keyword));
  };
  const fault = 'default' in schema ? check(schema, schema['default']) : undefined;
  if (fault !== undefined) drop('default');
  const examples = (Array.isArray(schema['examples']) ? schema['examples'] : []) as unknown[];
  const wrong = examples.some((value) => check(schema, value) !== undefined);
  if (wrong) drop('examples');
  return result === original ? original : notes.origins.copy(original, result);
}

/**
 * The same for all schemas of an operation, and for the examples next to them.
 *
 * @param canWrite Whether a comment can have an example that matches its schema.
 */
export function withValidSamples(
  operation: Operation,
  check: CheckValue,
  notes: Notes,
  canWrite: (example: unknown, schema: Schema) => boolean,
): Operation {
  const clean = <T extends Exemplified & { readonly schema: Schema }>(part: T): T => {
    const { example: _, otherExamples: __, ...others } = part;
    const kept = examplesOf(part).filter(
      (example) => check(part.schema, example) === undefined && canWrite(example, part.schema),
    );
    return {
      ...(others as T),
      ...withExamples(kept),
      schema: withoutInvalidSamples(part.schema, check, notes) as Schema,
    };
  };
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
