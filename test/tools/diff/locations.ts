import type { RawDocument } from './raw-document.ts';
import { resolve } from '../../build/openapi/github.ts';

/** A value of a document, and the keys that lead to it from the document's root. */
export type Keys = readonly (string | number)[];

/** A schema in a document, where an operation uses it. */
export interface SchemaPlace {
  readonly keys: Keys;
  readonly schema: Record<string, unknown>;
  /** The start of the names of its checks. */
  readonly subject:
    | 'request-parameter'
    | 'request-parameter-property'
    | 'request-body'
    | 'request-property'
    | 'response-body'
    | 'response-property';
  /** Whether the object around it requires it; undefined if it is not a property. */
  readonly required?: boolean;
  readonly name?: string;
}

/** Copies a document with one value replaced; undefined removes it. */
export function setIn<T>(value: T, [key, ...rest]: Keys, next: unknown): T {
  if (key === undefined) return next as T;
  if (Array.isArray(value)) {
    const copy = [...(value as unknown[])];
    if (rest.length === 0 && next === undefined) copy.splice(Number(key), 1);
    else copy[Number(key)] = setIn(copy[Number(key)], rest, next);
    return copy as T;
  }
  const copy = { ...value } as Record<string, unknown>;
  if (rest.length === 0 && next === undefined) delete copy[key];
  else copy[key] = setIn(copy[key] ?? (rest.length === 0 ? undefined : {}), rest, next);
  return copy as T;
}

/** Finds the value at keys. */
export function getIn(value: unknown, keys: Keys): any {
  return keys.reduce<any>((object, key) => object?.[key], value);
}

/** Follows a reference at keys to the keys of its target. */
export function settled(document: object, keys: Keys): Keys {
  const value = getIn(document, keys) as { $ref?: string } | undefined;
  if (value?.$ref === undefined) return keys;
  return settled(
    document,
    value.$ref
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}

/** The levels of properties that are listed. */
const MAX_DEPTH = 2;

/** Lists the schemas of an operation: of its parameters, its body and its responses. */
export function schemaPlaces(document: RawDocument, operation: Keys): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  const seen = new Set<string>();
  const visit = (
    at: Keys,
    subject: SchemaPlace['subject'],
    depth: number,
    own: Pick<SchemaPlace, 'required' | 'name'> = {},
  ): void => {
    const keys = settled(document, at);
    const id = `${keys.join(' ')} ${subject}`;
    const schema = getIn(document, keys) as Record<string, unknown> | undefined;
    if (schema === undefined || seen.has(id)) return;
    seen.add(id);
    places.push({ keys, schema, subject, ...own });
    if (depth === MAX_DEPTH) return;
    const inner = subject
      .replace(/^(request|response)-body$/, '$1-property')
      .replace(/^request-parameter$/, 'request-parameter-property') as SchemaPlace['subject'];
    const required = (schema['required'] ?? []) as string[];
    for (const name of Object.keys((schema['properties'] ?? {}) as object))
      visit([...keys, 'properties', name], inner, depth + 1, { required: required.includes(name), name });
    if (schema['items'] !== undefined) visit([...keys, 'items'], inner, depth + 1);
  };
  const raw = getIn(document, operation) as { parameters?: object[]; requestBody?: object; responses: object };
  (raw.parameters ?? []).forEach((_, i) =>
    visit([...settled(document, [...operation, 'parameters', i]), 'schema'], 'request-parameter', 0),
  );
  const contents = (keys: Keys): Keys[] => {
    const content = resolve<{ content?: object }>(document, getIn(document, keys) as object).content ?? {};
    return Object.keys(content)
      .slice(0, 1)
      .map((type) => [...settled(document, keys), 'content', type, 'schema']);
  };
  if (raw.requestBody !== undefined)
    for (const keys of contents([...operation, 'requestBody'])) visit(keys, 'request-body', 0);
  for (const status of Object.keys(raw.responses))
    if (status.startsWith('2'))
      for (const keys of contents([...operation, 'responses', status])) visit(keys, 'response-body', 0);
  return places;
}
