import type {
  Body,
  Content,
  Header,
  Operation,
  Parameter,
  Response,
  Schema,
} from '../../src/shared/contract/operation.ts';
import { referredName } from '../../src/shared/schema/references.ts';
import { FORMATS } from './schemas.ts';

// Writes an operation as the file that says it.

/** The choices that a contract leaves to who writes it down. */
export interface Style {
  readonly open: '/**' | '/*';
  /** What stands before each line. */
  readonly margin: string;
  readonly newline: '\n' | '\r\n' | '\r';
  readonly isMethodInName: boolean;
  readonly isIdInName: boolean;
  /** Whether `@summary` says the summary, where the first line could. */
  readonly isSummaryApart: boolean;
  /** Whether a place is said where it need not be. */
  readonly isPlaceSaid: boolean;
}

/** The file of an operation. */
export function printOperation(operation: Operation, style: Style): { path: string; text: string } {
  const lines = [
    ...printText(operation, style),
    ...printMetadata(operation, style),
    ...printInputs(operation, style),
    ...operation.responses.flatMap(printResponse),
  ];
  const comment = [
    style.open,
    ...lines.flatMap((line) => line.split('\n')).map((line) => `${style.margin}${line}`),
    ' */',
  ];
  const { operationId } = operation;
  const name = style.isIdInName && isIdentifier(operationId) ? operationId : '_';
  return { path: operation.id, text: [...comment, `export default function ${name}() {}`, ''].join(style.newline) };
}

/** Whether a name can be a function's, and one that does not begin with `_` gives its operation's id. */
export function isIdentifier(name: string | undefined): name is string {
  return name !== undefined && /^[A-Za-z$]\w*$/.test(name);
}

function printText({ summary, description }: Operation, { isSummaryApart }: Style): string[] {
  const text = description === undefined ? [] : [description];
  if (summary === undefined) return [];
  return isSummaryApart ? [...text, `@summary ${summary}`] : [summary, ...text];
}

function printMetadata(operation: Operation, { isMethodInName, isIdInName }: Style): string[] {
  const { method, operationId, tags, deprecated, see = [], internal, security, extensions = {} } = operation;
  return [
    ...(isMethodInName ? [] : [`@${method}`]),
    ...(operationId === undefined || (isIdInName && isIdentifier(operationId)) ? [] : [`@operationId ${operationId}`]),
    ...(tags === undefined ? [] : [`@tags ${tags.join(', ')}`]),
    ...(deprecated === undefined ? [] : [deprecated === true ? '@deprecated' : `@deprecated ${deprecated}`]),
    ...see.map(({ url, description }) => `@see ${url}${description === undefined ? '' : ` ${description}`}`),
    ...(internal === true ? ['@internal'] : []),
    ...(security?.length === 0 ? ['@security none'] : (security ?? []).map(printRequirement)),
    ...Object.entries(extensions).map(([name, value]) =>
      value === true ? `@${name}` : `@${name} ${JSON.stringify(value)}`,
    ),
  ];
}

function printRequirement(requirement: { readonly [scheme: string]: readonly string[] }): string {
  const schemes = Object.entries(requirement).map(([scheme, scopes]) => [scheme, ...scopes].join(' '));
  return `@security ${schemes.length === 0 ? 'none' : schemes.join(', ')}`;
}

function printInputs(operation: Operation, style: Style): string[] {
  const { parameters, body } = operation;
  return [
    ...parameters.flatMap((parameter) => printParameter(parameter, operation, style)),
    ...(body === undefined ? [] : printBody(body)),
  ];
}

function printParameter(parameter: Parameter, { method, path }: Operation, { isPlaceSaid }: Style): string[] {
  const { name, in: place, deprecated, schema, ...rest } = parameter;
  const otherwise = path.includes(`{${name}}`) ? 'path' : ['POST', 'PUT', 'PATCH'].includes(method) ? 'body' : 'query';
  const shown = place === otherwise && !isPlaceSaid ? name : `${place}.${name}`;
  return printTyped('param', shown, { ...rest, schema: deprecated === true ? { ...schema, deprecated } : schema });
}

function printBody({ required, description, content, declaredOnly }: Body): string[] {
  const [{ schema, example }] = content as [Content];
  const types = content.map(({ mediaType }) => mediaType);
  const consumes = types.length === 1 && types[0] === 'application/json' ? [] : [`@consumes ${types.join(', ')}`];
  const whole = { required, schema, description, example };
  return [...consumes, ...(declaredOnly === true ? printProperties(schema) : printTyped('param', 'body', whole))];
}

/** The properties of a body one by one. */
function printProperties({
  properties,
  required = [],
}: {
  properties?: Record<string, Schema>;
  required?: readonly string[];
}): string[] {
  return Object.entries(properties ?? {}).flatMap(([name, { description, ...schema }]) =>
    printTyped('param', `body.${name}`, {
      required: required.includes(name),
      schema,
      description: description as string,
    }),
  );
}

interface Typed {
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly example?: unknown;
}

/** A line such as `@param {integer} [page=1] (minimum: 1) - The page`, and its example. */
function printTyped(directive: string, name: string, { required, schema, description, example }: Typed): string[] {
  const { type, facets, value } = splitFacets(schema);
  const shown = required ? name : value === undefined ? `[${name}]` : `[${name}=${printValue(value.value, type)}]`;
  const line = [
    `@${directive} {${printType(type)}} ${shown}`,
    ...(facets === '' ? [] : [`(${facets})`]),
    ...(description === undefined ? [] : [`- ${description}`]),
  ];
  return [line.join(' '), ...(example === undefined ? [] : [`@example ${printValue(example, type)}`])];
}

const FACETS = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'examples',
  'title',
  'deprecated',
  'readOnly',
];

/** What the type says of a schema, what the facets, and the default. */
function splitFacets(schema: Schema): { type: Schema; facets: string; value: { readonly value: unknown } | undefined } {
  const entries = Object.entries(schema);
  const facets = entries.filter(([keyword]) => FACETS.includes(keyword));
  return {
    type: Object.fromEntries(entries.filter(([keyword]) => !FACETS.includes(keyword) && keyword !== 'default')),
    facets: facets.map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`).join(', '),
    value: 'default' in schema ? { value: schema['default'] } : undefined,
  };
}

/** Of texts their own words, between quotes; of all else JSON. */
function printValue(value: unknown, schema: Schema): string {
  return typeof value === 'string' && isTextual(schema) ? quote(value) : JSON.stringify(value);
}

/** Whether all that a schema allows are texts, but for null. */
function isTextual(schema: Schema): boolean {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] };
  if (type !== undefined) return [type].flat().every((name) => name === 'string' || name === 'null');
  const allowed = values ?? ('const' in schema ? [schema['const']] : [undefined]);
  return allowed.every((value) => typeof value === 'string' || value === null);
}

function printResponse({ status, description, content, headers = [] }: Response): string[] {
  const directive = /^[45d]/.test(status) ? '@throws' : '@returns';
  const said = description === '' ? '' : ` - ${description}`;
  const bodies = content.flatMap(({ mediaType, schema, example }, i) => [
    `${directive} {${printType(schema)}} ${status} ${mediaType}${i === 0 ? said : ''}`,
    ...(example === undefined ? [] : [`@example ${printValue(example, schema)}`]),
  ]);
  return [...(bodies.length > 0 ? bodies : [`${directive} {void} ${status}${said}`]), ...headers.flatMap(printHeader)];
}

function printHeader({ name, ...rest }: Header): string[] {
  return printTyped('header', name, rest);
}

/** The type that a schema is the meaning of: see docs/reference/types.md. */
export function printType(schema: Schema): string {
  const {
    type,
    items,
    properties,
    required = [],
    additionalProperties,
    anyOf,
    enum: values,
  } = schema as {
    type?: string | [string, 'null'];
    items?: Schema;
    properties?: { readonly [name: string]: Schema };
    required?: readonly string[];
    additionalProperties?: Schema;
    anyOf?: readonly Schema[];
    enum?: readonly unknown[];
  };
  if (values !== undefined) return values.map(printLiteral).join('|');
  if (Array.isArray(type)) return `?${printType({ ...schema, type: type[0] })}`;
  if ('const' in schema) return printLiteral(schema['const']);
  if (anyOf !== undefined) return anyOf.map((part) => `(${printType(part)})`).join('|');
  if (items !== undefined) return `Array<${printType(items)}>`;
  if (additionalProperties !== undefined) return `Record<string, ${printType(additionalProperties)}>`;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, of]) => `${printKey(name)}${required.includes(name) ? '' : '?'}: ${printType(of)}`,
    );
    return `{${fields.join(', ')}}`;
  }
  return referredName(schema) ?? formatName(schema) ?? (type as string | undefined) ?? 'any';
}

function formatName({ type, format }: Schema): string | undefined {
  return FORMATS.find(([, schema]) => schema['type'] === type && schema['format'] === format)?.[0];
}

function printKey(name: string): string {
  // Words that mean something else as a type take quotes.
  return /^(?!(?:null|undefined)$)(?:[A-Za-z_$][\w$]*|[1-9]\d*)$/.test(name) ? name : quote(name);
}

function printLiteral(value: unknown): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

function quote(text: string): string {
  return `"${text.replaceAll(/["'\\]/g, String.raw`\$&`)}"`;
}
