import type { Parameter, Schema } from './operation.ts';
import { parsePathTemplate } from './path-template.ts';

/** The field of a parameter in a document that takes the rest of the path: OpenAPI has parameters of one segment alone. */
export const REST_FIELD = 'x-multi-segment';

/** A part between two slashes, in either direction, of a valid rest: not empty, `.` or `..`. */
const PART = String.raw`(?:\.{0,2}[^./\\\u0000][^/\\\u0000]*|\.{3}[^/\\\u0000]*)`;

/**
 * The pattern of a valid decoded rest of a path: no part between `/` or `\` is empty, `.` or `..`, and no character is NUL. `..%2Fetc` is one segment that is
 * neither.
 */
export const REST_PATTERN: string = String.raw`^${PART}(?:[/\\]${PART})*$`;

/** A parameter that takes the rest of a path, and only valid ones. */
export function asRest<T extends Pick<Parameter, 'schema'>>(parameter: T): T & { readonly rest: true } {
  const { schema } = parameter;
  const isPlain = schema['pattern'] === undefined && schema['$ref'] === undefined;
  const checked = isPlain ? { ...schema, pattern: REST_PATTERN } : { allOf: [schema, { pattern: REST_PATTERN }] };
  return { ...parameter, schema: schema['pattern'] === REST_PATTERN ? schema : checked, rest: true };
}

/** The schema of a parameter without the additions of {@link asRest}. */
export function declaredSchema({ schema, rest }: Pick<Parameter, 'schema' | 'rest'>): Schema {
  if (rest !== true) return schema;
  const { pattern, allOf, ...others } = schema;
  if (pattern === REST_PATTERN) return allOf === undefined ? others : { allOf, ...others };
  const [declared, added, ...more] = (allOf ?? []) as readonly Schema[];
  const isAdded = more.length === 0 && added?.['pattern'] === REST_PATTERN && Object.keys(others).length === 0;
  return isAdded && declared !== undefined ? declared : schema;
}

/** Whether a path has a parameter, in one segment or as its rest. */
export function isPathParameter(path: string, name: string): boolean {
  return path.includes(`{${name}}`) || path.endsWith(`{${name}...}`);
}

/** The name of the parameter that takes the rest of a path. */
export function restName(path: string): string | undefined {
  const piece = parsePathTemplate(path).template.segments.at(-1)?.[0];
  return typeof piece === 'object' && piece.rest === true ? piece.name : undefined;
}
