import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ServedProblemFormat } from '../../contract/problem.ts';
import { documentsOf } from '../../openapi/read/documents.ts';
import { userError } from '../../project/errors.ts';
import { toPosix } from '../../project/files.ts';
import { parseDescription } from '../../project/descriptions/fetch-text.ts';
import type { LocatedContract } from '../finding.ts';
import { contractOfDocuments } from './openapi.ts';

/** Whether a baseline is an OpenAPI document by its name. */
export function isDocumentName(name: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(name);
}

/**
 * Reads an OpenAPI document from a file, JSON or YAML.
 *
 * @param format The format of problems of the server that is compared with it.
 * @throws {Error} If the file cannot be read, is malformed, or is not an OpenAPI document.
 */
export function readDocumentFile(file: string, name: string, format?: ServedProblemFormat): LocatedContract {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw userError(`The baseline ${name} cannot be read: ${(error as Error).message}`);
  }
  const root = { uri: pathToFileURL(file).href, name: toPosix(name), text, value: parse(text, name) };
  return contractOfDocuments(documentsOf(root, new Map([[root.uri, root]])), format);
}

function parse(text: string, name: string): unknown {
  try {
    return parseDescription(text, toPosix(name));
  } catch (error) {
    const format = /\.json$/i.test(name) ? 'JSON' : 'YAML';
    throw userError(`The baseline ${name} is not valid ${format}: ${(error as Error).message}`);
  }
}
