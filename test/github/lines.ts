import type { Schema } from '../../src/contract/operation.ts';
import type { GithubBody, GithubOperation, GithubParameter, GithubResponse } from './document.ts';
import { facetText, readPlain, typeText, typeWithFacets, yamlText } from './type-text.ts';

/** Where definitions go that a line refers to. */
export interface Scope {
  /** What their names begin with. */
  readonly owner: string;
  /** Makes a schema that no line can say a definition, and gives its name. */
  define(schema: Schema, wanted: string): string;
}

/** The `@param` line of a parameter, with its place in front where that does not go without saying. */
export function parameterLine(parameter: GithubParameter, prefix: string, scope: Scope): string {
  const { name, required, deprecated, schema } = parameter;
  const said = typeWithFacets(schema) ?? { type: scope.define(schema, `${scope.owner}-${name}`), facets: {} };
  const facets = deprecated ? { ...said.facets, deprecated } : said.facets;
  return inputLine('param', said.type, `${prefix}${name}`, required, facets);
}

/** The `@returns` lines of a response, one for each media type, and its `@header` lines. */
export function responseLines({ status, content, headers }: GithubResponse, scope: Scope): string[] {
  const bodies = content.map(({ mediaType, schema }, index) => {
    const wanted = `${scope.owner}-${status}${index === 0 ? '' : `-${index + 1}`}`;
    const type = typeText(schema) ?? scope.define(schema, wanted);
    return `@returns {${type}} ${status}${mediaType === 'application/json' ? '' : ` ${mediaType}`}`;
  });
  const fields = headers.map(({ name, schema }) => {
    const { type, facets } = typeWithFacets(schema)!;
    return inputLine('header', type, name, false, facets);
  });
  return [...(bodies.length === 0 ? [`@returns {void} ${status}`] : bodies), ...fields];
}

/** The lines of a request's body: its properties one by one where lines can say them, else one line that names a definition. */
export function bodyLines(body: GithubBody, operation: GithubOperation, scope: Scope): string[] {
  const [first, ...others] = body.content;
  const { schema, mediaType } = first!;
  if (others.some((other) => JSON.stringify(other.schema) !== JSON.stringify(schema)))
    throw new Error(`${operation.id} has bodies of several shapes`);
  const usual = schema['format'] === 'binary' ? 'application/octet-stream' : 'application/json';
  const isUsual = others.length === 0 && mediaType === usual;
  return [
    ...(isUsual ? [] : [`@consumes ${body.content.map((content) => content.mediaType).join(', ')}`]),
    ...(shapeLines(body, schema, operation) ?? [wholeBodyLine(body, schema, scope)]),
  ];
}

function wholeBodyLine({ required }: GithubBody, schema: Schema, scope: Scope): string {
  const said = typeWithFacets(schema) ?? { type: scope.define(schema, `${scope.owner}-body`), facets: {} };
  return inputLine('param', said.type, 'body', required, said.facets);
}

/** The properties of a body that is an object, under a line for the object itself where they do not say all of it. */
function shapeLines({ required }: GithubBody, schema: Schema, operation: GithubOperation): string[] | undefined {
  const plain = readPlain(schema);
  const properties = Object.entries(plain?.properties ?? {});
  if (plain === undefined || properties.length === 0 || !hasKnownRequired(plain)) return undefined;
  const lines = properties.map(([name, property]) => {
    return propertyLines(`${prefixOf(name, operation)}${name}`, plain.required.includes(name), property);
  });
  if (lines.includes(undefined)) return undefined;
  const goesWithoutSaying = required === plain.required.length > 0 && Object.keys(plain.facets).length === 0;
  const type = plain.nullable ? '?object' : 'object';
  const whole = goesWithoutSaying && !plain.nullable ? [] : [inputLine('param', type, 'body', required, plain.facets)];
  return [...whole, ...lines.flatMap((line) => line!)];
}

/** A property that would be taken for something else says that it is in the body. */
function prefixOf(name: string, { method, path }: GithubOperation): string {
  const isPlace = ['body', 'path', 'query', 'header', 'cookie'].includes(name);
  return method === 'DELETE' || isPlace || path.includes(`{${name}}`) ? 'body.' : '';
}

/** The line of a property and, below it, those of what it is made of; undefined where lines cannot say all of it. */
function propertyLines(name: string, required: boolean, schema: Schema): string[] | undefined {
  if (
    /[\s.=(){}]/.test(
      name
        .replace(/^body\./, '')
        .split(/\.|\[\]/)
        .at(-1)!,
    )
  )
    return undefined;
  const plain = readPlain(schema);
  const hasParts =
    plain?.properties !== undefined || (plain?.items !== undefined && typeText(plain.items) === undefined);
  if (!hasParts) {
    const said = typeWithFacets(schema);
    return said && [inputLine('param', said.type, name, required, said.facets)];
  }
  if (plain === undefined || !hasKnownRequired(plain)) return undefined;
  const parts =
    plain.items === undefined
      ? Object.entries(plain.properties!).map(([key, value]) =>
          propertyLines(`${name}.${key}`, plain.required.includes(key), value),
        )
      : [propertyLines(`${name}[]`, true, plain.items)];
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const own = inputLine('param', `${plain.nullable ? '?' : ''}${plain.type}`, name, required, plain.facets);
  return [own, ...parts.flatMap((part) => part!)];
}

function hasKnownRequired({ required, properties }: NonNullable<ReturnType<typeof readPlain>>): boolean {
  return required.every((name) => properties !== undefined && Object.hasOwn(properties, name));
}

/** `@param {integer} [page=1] (minimum: 1)`. */
function inputLine(
  directive: 'param' | 'header',
  type: string,
  name: string,
  required: boolean,
  facets: Readonly<Record<string, unknown>>,
): string {
  const { default: value, ...others } = facets;
  // Brackets say that it is optional, so the default of what is required is a facet.
  if (required) return `@${directive} {${type}} ${name}${facetText(facets)}`;
  const text = value === undefined ? '' : `=${defaultText(value)}`;
  return `@${directive} {${type}} [${name}${text}]${facetText(others)}`;
}

/** A text stands as it is, unless that would be read as something else. */
function defaultText(value: unknown): string {
  if (typeof value !== 'string') return yamlText(value);
  return /^[\w./:-]([\w./: -]*[\w./:-])?$/.test(value) && value !== 'null' ? value : JSON.stringify(value);
}
