import { keysOf } from '../../contract/json-pointer.ts';
import { isKeywords } from '../../schema/json-types.ts';
import { readDescriptionFile, toUri } from './fetch-text.ts';
import type { DescriptionFile } from './origins.ts';
import { Origins } from './origins.ts';

/** A value of a description, with the file that contains it. */
export interface Placed<T = unknown> {
  readonly value: T;
  readonly file: DescriptionFile;
  readonly pointer: string;
}

/** The files of a description. */
export interface Documents {
  readonly root: DescriptionFile;
  readonly origins: Origins;
  /** Finds the target of a `$ref` in a file; undefined if there is none. */
  readonly find: (reference: string, from: DescriptionFile) => Placed | undefined;
}

/** Keywords whose values are data, in which `$ref` has no meaning. */
const DATA = new Set(['example', 'default', 'enum', 'const', 'value']);

/**
 * Reads a description and all files that it refers to.
 *
 * @param location A path, or a URL.
 * @throws {Error} If a file cannot be read or parsed.
 */
export async function readDocuments(location: string): Promise<Documents> {
  const root = await readDescriptionFile(toUri(location));
  const files = new Map([[root.uri, root]]);
  const pending = [root];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const uri of referredFiles(file)) {
      if (files.has(uri)) continue;
      const other = await readReferred(uri, file);
      files.set(uri, other);
      pending.push(other);
    }
  }
  return documentsOf(root, files);
}

/** Makes the documents of a value that is already in memory. */
export function documentOf(value: unknown, name: string = 'openapi.json'): Documents {
  const root = { uri: `file:///${name}`, source: { file: name, text: '' }, value };
  return documentsOf(root, new Map([[root.uri, root]]));
}

function documentsOf(root: DescriptionFile, files: ReadonlyMap<string, DescriptionFile>): Documents {
  const origins = new Origins();
  for (const file of files.values()) origins.add(file.value, file);
  return { root, origins, find: (reference, from) => findTarget(reference, from, files) };
}

async function readReferred(uri: string, from: DescriptionFile): Promise<DescriptionFile> {
  try {
    return await readDescriptionFile(uri);
  } catch (error) {
    throw new Error(`${(error as Error).message} ${from.source.file} refers to it.`, { cause: error });
  }
}

/** The URIs of the files that a file refers to. */
function referredFiles(file: DescriptionFile): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isKeywords(value)) return;
    const { $ref } = value;
    if (typeof $ref === 'string' && !$ref.startsWith('#')) found.add(toUri($ref.replace(/#.*$/s, ''), file.uri));
    for (const [key, item] of Object.entries(value)) if (!DATA.has(key) && !key.startsWith('x-')) visit(item);
  };
  visit(file.value);
  return found;
}

function findTarget(
  reference: string,
  from: DescriptionFile,
  files: ReadonlyMap<string, DescriptionFile>,
): Placed | undefined {
  const [path = '', fragment = ''] = reference.split('#');
  const file = path === '' ? from : files.get(toUri(path, from.uri));
  if (file === undefined) return undefined;
  const pointer = decodeFragment(fragment);
  let value: unknown = file.value;
  for (const key of keysOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { [key: string]: unknown })[key];
  }
  return { value, file, pointer };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
