import { documentsOf, referredFiles } from '../../openapi/read/documents.ts';
import type { Documents } from '../../openapi/read/documents.ts';
import type { DescriptionFile } from '../../openapi/read/origins.ts';
import { readDescriptionFile, toUri } from './fetch-text.ts';

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

async function readReferred(uri: string, from: DescriptionFile): Promise<DescriptionFile> {
  try {
    return await readDescriptionFile(uri);
  } catch (error) {
    throw new Error(`${(error as Error).message} ${from.name} refers to it.`, { cause: error });
  }
}
