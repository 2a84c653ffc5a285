import { documentsOf, referredFiles } from '../read/documents.ts';
import type { Documents } from '../read/documents.ts';
import type { DescriptionFile, Origin } from '../read/origins.ts';
import { positionOf } from '../../../build/compiler/diagnostics/source.ts';
import type { Allowed } from './allowed.ts';
import { hostFault } from './allowed-hosts.ts';
import { Downloads } from './download.ts';
import type { FileReading } from './fetch-text.ts';
import { readDescriptionFile, toUri } from './fetch-text.ts';
import { locateOrigin } from './locations.ts';

/**
 * Reads a description and all files that it refers to.
 *
 * A description from a URL leads to its own origin, and to the hosts that you allow; one from a file to its directory, and to these hosts and files.
 *
 * @param location A path, or a URL.
 * @param directory The directory that the names of files are relative to.
 * @throws {Error} If a file cannot be read or parsed.
 */
export async function readDocuments(
  location: string,
  allowed: Allowed = {},
  directory: string = '.',
): Promise<Documents> {
  const uri = toUri(location);
  const reading = { downloads: new Downloads({ ...allowed, root: uri }), directory };
  const root = await readDescriptionFile(uri, reading);
  const files = new Map([[root.uri, root]]);
  const pending = [root];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const [referred, pointer] of referredFiles(file)) {
      if (files.has(referred)) continue;
      const other = await readReferred(referred, { file, pointer }, reading);
      files.set(referred, other);
      pending.push(other);
    }
  }
  return documentsOf(root, files);
}

async function readReferred(uri: string, from: Origin, reading: FileReading): Promise<DescriptionFile> {
  try {
    const fault = hostFault(uri, reading.downloads.rules, from.file.uri);
    if (fault !== undefined) throw new Error(`Cannot read ${uri}: ${fault}.`);
    return await readDescriptionFile(uri, { ...reading, isReferred: true });
  } catch (error) {
    const { line, column } = positionOf(locateOrigin(from));
    const message = (error as Error).message.replace(/\.?$/, '.');
    throw new Error(`${message} ${from.file.name}:${line}:${column} refers to it.`, { cause: error });
  }
}
