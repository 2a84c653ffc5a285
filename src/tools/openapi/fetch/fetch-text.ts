import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Document } from 'yaml';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseYaml, plainValue, reasonOf } from '../../../build/compiler/comment/yaml.ts';
import { locationIn, positionOf } from '../../../build/compiler/diagnostics/source.ts';
import { MAX_TEXT, tooLarge, withoutByteOrderMark } from '../../../build/project/disk.ts';
import { toPosix } from '../../../build/project/files.ts';
import { checkLevels } from '../read/limits.ts';
import type { DescriptionFile } from '../read/origins.ts';
import { allowedFile, isTextName } from './allowed-files.ts';
import type { Downloads } from './download.ts';
import { placesOf } from './locations.ts';

/** The limit of values that the aliases of a YAML file add up to. */
const MAX_ALIASES = 100_000;

/** How the files of one description are read. */
export interface FileReading {
  readonly downloads: Downloads;
  /** The directory that shown paths are relative to. */
  readonly directory: string;
  /** Whether a description names the file: one that you name can be anywhere, and also a pipe. */
  readonly isReferred?: boolean;
}

/**
 * Resolves a path or a URL to a URI.
 *
 * @param base The URI that relative ones are relative to: RFC 3986, 5.
 * @example toUri('pets.yaml', 'file:///api/openapi.yaml') // 'file:///api/pets.yaml'
 */
export function toUri(location: string, base?: string): string {
  if (/^(?:https?|file):|^[a-z][\w+.-]+:\/\//i.test(location)) return new URL(location).href;
  return base === undefined ? pathToFileURL(resolve(location)).href : new URL(location, base).href;
}

/**
 * Reads a file of a description: YAML or JSON, or a text.
 *
 * @throws {Error} If it cannot be read or parsed. The message has the location.
 */
export async function readDescriptionFile(uri: string, reading: FileReading): Promise<DescriptionFile> {
  const name = shownName(uri, reading.directory);
  const text = withoutByteOrderMark(await fetchText(uri, name, reading));
  if (isTextName(new URL(uri).pathname)) return { uri, name, text, value: text };
  const { value, document } = parseDescription(text, name);
  const file = { uri, name, text, value };
  // Before anything that recurses.
  checkLevels(file);
  placesOf(file, document);
  return file;
}

async function fetchText(uri: string, name: string, { downloads, isReferred = false }: FileReading): Promise<string> {
  if (uri.startsWith('file:')) {
    try {
      const path = fileURLToPath(uri);
      return await readRegular(isReferred ? allowedFile(path, downloads.rules) : path, isReferred);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'ENOENT' ? 'the file does not exist' : code === 'EISDIR' ? 'it is a directory' : message;
      throw new Error(`Cannot read ${name}: ${reason}.`, { cause: error });
    }
  }
  try {
    return await downloads.text(uri);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`Cannot download ${uri}: ${message === '' ? code : message}.`, { cause: error });
  }
}

/** Opening waits for no writer: a description could name a pipe. */
const OPEN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a file up to the limit. A device never ends, and a pipe may never begin. */
async function readRegular(path: string, isReferred: boolean): Promise<string> {
  const handle = await open(path, isReferred ? OPEN : 'r');
  try {
    const stats = await handle.stat();
    if (isReferred && !stats.isFile() && !stats.isDirectory()) throw new Error('it is not a regular file');
    if (stats.isFile() && stats.size > MAX_TEXT) throw new Error(tooLarge(MAX_TEXT));
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_TEXT) throw new Error(tooLarge(MAX_TEXT));
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    await handle.close();
  }
}

function shownName(uri: string, directory: string): string {
  return uri.startsWith('file:') ? toPosix(relative(directory, fileURLToPath(uri))) || '.' : uri;
}

/**
 * Parses JSON, or YAML where it is not valid JSON.
 *
 * @throws {Error} If it is neither. The message has the location.
 */
function parseDescription(
  text: string,
  file: string,
): { readonly value: unknown; readonly document?: Document.Parsed } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const document = parseYaml(text);
    const fail = (offset: number, reason: string): never => {
      const { line, column } = positionOf(locationIn({ file, text }, offset, offset));
      throw new Error(`${file}:${line}:${column}: ${reason}`);
    };
    const [error] = document.errors;
    if (error !== undefined) return fail(error.pos[0], reasonOf(error));
    const plain = plainValue(() => document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown);
    // Each use of an alias gets its own location.
    return 'value' in plain
      ? { value: JSON.parse(JSON.stringify(plain.value) ?? 'null') as unknown, document }
      : fail(0, plain.fault);
  }
}
