import type { Body, Content, Operation, Parameter, Schema } from '../../contract/operation.ts';
import { PAGING_NAMES } from '../../contract/paging.ts';
import { deferred, literal } from '../literal.ts';
import type { AnySchema } from '../../schema/types.ts';
import { conditionOf } from './condition.ts';
import type { Resolve } from '../../schema/types.ts';
import { decodingOf } from '../../schema/decoding.ts';
import { fileFields, isFile } from './files.ts';
import { schemaData } from '../../schema/data.ts';
import { eachSchema } from '../../schema/walk.ts';
import { componentsFor } from './scope.ts';
import type { Uses } from './scope.ts';
import { createUses, thunk, writeFunction } from './scope.ts';

/** What an operation takes, as code. */
export interface InputText {
  /** An expression for each parameter; the same text is the same parameter. */
  readonly parameters: readonly string[];
  /** An expression, where there is a body. */
  readonly body?: string;
  /** Declarations that the expressions refer to. */
  readonly declarations: readonly string[];
  readonly uses: Uses;
}

const MULTIPART = 'multipart/form-data';
const FORMS = [MULTIPART, 'application/x-www-form-urlencoded'];

/**
 * Writes what an operation takes: its parameters, but for the five of a list operation's paging, and its body.
 *
 * @returns undefined where it takes nothing.
 */
export function inputText(operation: Operation, resolve: Resolve): InputText | undefined {
  const { body, paging } = operation;
  const parameters = operation.parameters.filter((parameter) => paging === undefined || !isOfPaging(parameter));
  if (parameters.length === 0 && body === undefined) return undefined;
  const uses = createUses();
  const declarations: string[] = [];
  return {
    parameters: parameters.map((parameter) => parameterText(parameter, uses, resolve)),
    ...(body !== undefined && { body: bodyText(body, declarations, uses, resolve) }),
    declarations,
    uses,
  };
}

/** Whether two inputs are written alike, and so use the same. */
export function isSameInput(one: InputText | undefined, other: InputText | undefined): boolean {
  return textOf(one) === textOf(other);
}

function textOf(input: InputText | undefined): string {
  return literal(input === undefined ? [] : [input.parameters, input.declarations, input.body ?? '']);
}

function isOfPaging({ in: place, name }: Parameter): boolean {
  return place === 'query' && (PAGING_NAMES as readonly string[]).includes(name);
}

function parameterText({ name, in: place, required, schema }: Parameter, uses: Uses, resolve: Resolve): string {
  const decoding = decodingOf(schema, resolve);
  const isText = literal(decoding) === TEXT;
  const given = defaultOf(schema, resolve);
  return objectText({
    name: literal(name),
    in: literal(place),
    required: literal(required),
    decoding: literal(decoding),
    ...validatorText(schema, deferred(schemaData(schema)), uses, isText),
    ...(needsFill(schema, resolve) && { fill: fillText(schema, deferred(schemaData(schema)), false, uses) }),
    ...(given !== undefined && { default: thunk(literal(given)) }),
  });
}

const TEXT = literal({ types: ['string'] });

function bodyText(
  { required, content, declaredOnly }: Body,
  declarations: string[],
  uses: Uses,
  resolve: Resolve,
): string {
  const isClosed = declaredOnly === true;
  const known = new Map<string, string>();
  const dataOf = ({ schema }: Content): string => {
    const text = deferred(schemaData(schema));
    if (!isClosed && !needsFill(schema, resolve)) return text;
    // Read at each request, so it is made once; media types mostly share it.
    if (!known.has(text)) {
      known.set(text, `schema${known.size}`);
      uses.helpers.add('once');
      declarations.push(`const ${known.get(text)} = once(${thunk(text)});`);
    }
    return `${known.get(text)}()`;
  };
  const contents = content.map((one) => contentText(one, dataOf(one), isClosed, uses, resolve));
  const [first] = content;
  return objectText({
    required: literal(required),
    content: `[${contents.join(', ')}]`,
    ...(isClosed && !required && { absent: `() => ${fillCall(first!.schema, dataOf(first!), '{}', true, uses)}` }),
  });
}

function contentText(
  { mediaType, schema }: Content,
  data: string,
  isClosed: boolean,
  uses: Uses,
  resolve: Resolve,
): string {
  return objectText({
    mediaType: literal(mediaType),
    ...validatorText(schema, data, uses, false),
    ...(FORMS.includes(mediaType)
      ? { decoding: literal(decodingOf(schema, resolve)) }
      : isFile(schema, resolve) && { bytes: 'true' }),
    ...(mediaType === MULTIPART && {
      files: literal(fileFields(schema, resolve)),
      read: uses.readers.add('readMultipart') && 'readMultipart',
    }),
    ...((isClosed || needsFill(schema, resolve)) && { fill: fillText(schema, data, isClosed, uses) }),
  });
}

/** The two functions of a Validator. */
function validatorText(
  schema: Schema,
  data: string,
  uses: Uses,
  isText: boolean,
): { readonly check: string; readonly explain: string } {
  const check = writeFunction(uses, (scope) => conditionOf(schema, 0, scope));
  // Any text is a text.
  if (check === '(v) => true' || (isText && check === '(v) => typeof v === "string"'))
    return { check: '() => true', explain: '() => []' };
  uses.helpers.add('explain');
  return { check, explain: `(v) => explain(${[data, 'v', ...componentsFor(schema, uses)].join(', ')})` };
}

function fillText(schema: Schema, data: string, isClosed: boolean, uses: Uses): string {
  return `(v) => ${fillCall(schema, data, 'v', isClosed, uses)}`;
}

function fillCall(schema: Schema, data: string, value: string, isClosed: boolean, uses: Uses): string {
  uses.helpers.add('fill');
  const [components = '{}'] = componentsFor(schema, uses);
  return `fill(${data}, ${value}, ${components}, ${isClosed})`;
}

/** An object of expressions. */
export function objectText(fields: { readonly [name: string]: string }): string {
  return `{ ${Object.entries(fields)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ')} }`;
}

function defaultOf(schema: AnySchema, resolve: Resolve, open: readonly string[] = []): unknown {
  if (typeof schema === 'boolean') return undefined;
  const { $ref } = schema;
  if ('default' in schema || typeof $ref !== 'string' || open.includes($ref)) return schema['default'];
  return defaultOf(resolve($ref) ?? true, resolve, [...open, $ref]);
}

/** Whether a default may be filled in somewhere below a schema. */
function needsFill(schema: AnySchema, resolve: Resolve, open: Set<string> = new Set()): boolean {
  let needed = false;
  eachSchema(schema, (part) => {
    const { $ref, properties = {} } = part as {
      readonly $ref?: string;
      readonly properties?: { [name: string]: AnySchema };
    };
    needed ||= Object.values(properties).some((property) => defaultOf(property, resolve) !== undefined);
    if (needed || $ref === undefined || open.has($ref)) return;
    open.add($ref);
    needed = needsFill(resolve($ref) ?? true, resolve, open);
  });
  return needed;
}
