import { keysOf, pointTo } from '../../../shared/contract/json-pointer.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { keywordsWith } from '../../../shared/schema/keywords.ts';
import type { DescriptionFile } from './origins.ts';
import { Origins } from './origins.ts';
import { decodePart, withoutFragment } from '../../../shared/contract/path-spelling.ts';

/** A value of a description, with the file that contains it. */
export interface Placed<T = unknown> {
  readonly value: T;
  readonly file: DescriptionFile;
  readonly pointer: string;
}

/** The files of a description. */
export interface Documents {
  readonly root: DescriptionFile;
  /** All files by URI. */
  readonly files: ReadonlyMap<string, DescriptionFile>;
  readonly origins: Origins;
  /** Finds the target of a `$ref` in a file; undefined if there is none. */
  readonly find: (reference: string, from: DescriptionFile) => Placed | undefined;
  /** Puts the text of another place where an object has a `$ref` as its text; the same object if it has none. */
  readonly withTexts: <T extends object>(of: T, from: DescriptionFile) => T;
}

/** The fields that are texts. */
const TEXTS = ['title', 'summary', 'description'];

/** Fields whose values are data, in which `$ref` has no meaning. A list of `examples` is data too; a map of them has references. */
const DATA = new Set(['example', 'default', 'enum', 'const', 'value']);

/** Fields whose values have the author's names as keys, which can be any: a property `value`, the response `default`. */
const MAPS = new Set([
  ...keywordsWith((row) => row.subschemas === 'map'),
  ...[
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems',
    'paths webhooks content encoding variables mapping scopes',
  ].flatMap((line) => line.split(' ')),
]);

/** Makes the documents of a value that is already in memory. */
export function documentOf(value: unknown, name: string = 'openapi.json'): Documents {
  const root = { uri: `file:///${name}`, name, text: '', value };
  return documentsOf(root, new Map([[root.uri, root]]));
}

/** Makes the documents of files that are read. */
export function documentsOf(root: DescriptionFile, files: ReadonlyMap<string, DescriptionFile>): Documents {
  const origins = new Origins(files.values());
  const find: Documents['find'] = (reference, from) => findTarget(reference, from, files);
  const withTexts: Documents['withTexts'] = (of, from) => {
    const fields = of as { readonly [field: string]: unknown };
    // Fast path: nearly all texts are in place.
    if (!TEXTS.some((field) => isKeywords(fields[field]))) return of;
    const texts = TEXTS.flatMap((field) => {
      const text = fields[field];
      const target = isKeywords(text) && typeof text['$ref'] === 'string' ? find(text['$ref'], from)?.value : undefined;
      return typeof target === 'string' ? [[field, target] as const] : [];
    });
    return texts.length === 0 ? of : origins.copy(of, { ...of, ...Object.fromEntries(texts) });
  };
  return { root, files, origins, find, withTexts };
}

/** The references of a file to other files, as they are written, each with the pointer to the first one. */
function foreignReferences(file: DescriptionFile): Map<string, string> {
  const found = new Map<string, string>();
  const keys: (string | number)[] = [];
  const visitAt = (key: string | number, value: unknown, isMap: boolean): void => {
    keys.push(key);
    visit(value, isMap);
    keys.pop();
  };
  const visit = (value: unknown, isMap: boolean): void => {
    if (Array.isArray(value)) return value.forEach((item, i) => visitAt(i, item, false));
    if (!isKeywords(value)) return;
    const { $ref } = value;
    if (typeof $ref === 'string' && !$ref.startsWith('#') && !found.has($ref))
      found.set($ref, [...keys, '$ref'].reduce(pointTo, ''));
    for (const [key, item] of Object.entries(value))
      if (isMap || !isData(key, item)) visitAt(key, item, !isMap && MAPS.has(key));
  };
  visit(file.value, false);
  return found;
}

function isData(field: string, value: unknown): boolean {
  return DATA.has(field) || field.startsWith('x-') || (field === 'examples' && Array.isArray(value));
}

/** The URIs of the files that a file refers to, each with the pointer to the first reference. */
export function referredFiles(file: DescriptionFile): Map<string, string> {
  const files = new Map<string, string>();
  for (const [$ref, pointer] of foreignReferences(file)) {
    const uri = uriOf(withoutFragment($ref), file);
    if (uri !== undefined && !files.has(uri)) files.set(uri, pointer);
  }
  return files;
}

/** The URI of a reference; undefined if it is not one. */
export function uriOf(path: string, { uri }: DescriptionFile): string | undefined {
  return URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
}

function findTarget(
  reference: string,
  from: DescriptionFile,
  files: ReadonlyMap<string, DescriptionFile>,
): Placed | undefined {
  const [path = '', fragment = ''] = reference.split('#');
  const file = path === '' ? from : files.get(uriOf(path, from) ?? '');
  if (file === undefined) return undefined;
  const pointer = decodePart(fragment);
  let value: unknown = file.value;
  for (const key of keysOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { [key: string]: unknown })[key];
  }
  return { value, file, pointer };
}
