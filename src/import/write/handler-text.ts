import { handlerFile } from '../../codegen/handler-file.ts';
import type { Content, Operation, Schema } from '../../contract/operation.ts';
import { isJsonType } from '../../contract/operation.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isKeywords } from '../../schema/json-types.ts';
import { referredName } from '../../schema/references.ts';
import { commentText } from '../../codegen/comment-text.ts';
import { readBack } from './read-back.ts';
import { usualType } from './response-lines.ts';

/** What a handler's answer depends on. */
export interface Lookup {
  /** Whether a schema allows a value. */
  readonly allows: (schema: Schema, value: unknown) => boolean;
  /** A named schema. */
  readonly schemaOf: (name: string) => AnySchema | undefined;
}

/** Words that no function can have as its name. */
const WORDS = new Set(
  [
    'arguments await break case catch class const continue debugger default delete do else enum eval export',
    'extends false finally for function if implements import in instanceof interface let new null package private',
    'protected public return static super switch this throw true try typeof undefined var void while with',
    'yield async of get set',
  ].flatMap((line) => line.split(' ')),
);

/** The name of an operation's function: its operationId if a function can have that name. `_` gives no operationId. */
export function functionNameOf({ operationId = '' }: Operation): string {
  const name = operationId
    .replaceAll(/[^A-Za-z0-9_$]+(\w?)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[^A-Za-z]+/, '');
  if (name === '') return '_';
  return WORDS.has(name) || name === 'ctx' ? `${name}Operation` : name;
}

/**
 * A new file of an operation: its comment, and a handler that answers the example of the comment, or 501.
 *
 * @param base A prefix of every path, `/` for none.
 */
export function newFileText(operation: Operation, lines: readonly string[], lookup: Lookup, base: string): string {
  const { operationId, method, path } = operation;
  return handlerFile({
    name: operationId ?? `${method} ${base === '/' ? '' : base}${path}`,
    functionName: functionNameOf(operation),
    comment: commentText(lines),
    result: resultOf(operation, lines, lookup),
  });
}

/** The example of the response that a handler's value is sent with: the first 2xx status with a body. */
function resultOf(
  { responses }: Operation,
  lines: readonly string[],
  lookup: Lookup,
): { readonly value: unknown } | undefined {
  // A comment cannot have every media type and every example.
  const declared = readBack(lines)?.responses.map(({ value }) => value) ?? [];
  const first = declared.find(({ status, schema }) => /^2\d\d$/.test(status) && schema !== undefined);
  const mediaType = first?.mediaTypes[0] ?? (first && usualType(first.schema as Schema));
  const content = responses
    .find(({ status }) => status === first?.status)
    ?.content.find((item) => item.mediaType === mediaType);
  if (content === undefined || content.stream !== undefined) return undefined;
  const examples = examplesOf({ ...content, example: first?.example }, lookup);
  const found = examples.findIndex((value) => lookup.allows(content.schema, value));
  return found === -1 ? undefined : { value: examples[found] };
}

/** The examples of a body, or those that its schema and the parts of it have. An example of another media type than JSON is a text. */
function examplesOf({ mediaType, schema, example }: Content, lookup: Lookup): readonly unknown[] {
  const made = example === undefined ? schemaExample(schema, lookup, []) : [example];
  return isJsonType(mediaType) ? made : made.filter((value) => typeof value === 'string');
}

/** At most one example of a schema: its own, or one made of the examples of its parts. */
function schemaExample(schema: AnySchema, lookup: Lookup, open: readonly string[]): unknown[] {
  if (typeof schema === 'boolean') return [];
  const { examples, $ref, items, properties, required = [] } = schema;
  if (Array.isArray(examples) && examples.length > 0) return [examples[0]];
  const name = $ref === undefined ? undefined : referredName(schema);
  if (name !== undefined)
    return open.includes(name) ? [] : schemaExample(lookup.schemaOf(name) ?? true, lookup, [...open, name]);
  if (isKeywords(items)) return schemaExample(items, lookup, open).map((item) => [item]);
  if (!isKeywords(properties)) return [];
  const parts = Object.entries(properties).map(
    ([key, part]) => [key, schemaExample(part as AnySchema, lookup, open)] as const,
  );
  const known = Object.fromEntries(parts.filter(([, found]) => found.length > 0).map(([key, [value]]) => [key, value]));
  const isWhole = (required as string[]).every((key) => Object.hasOwn(known, key));
  return isWhole && Object.keys(known).length > 0 ? [known] : [];
}
