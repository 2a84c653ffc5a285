import { resolve } from 'node:path';
import type { ServedProblemFormat } from '../../../shared/contract/problem.ts';
import type { Allowed } from '../../openapi/fetch/allowed.ts';
import { readDocuments } from '../../openapi/fetch/read-documents.ts';
import { userError } from '../../../build/project/errors.ts';
import { toPosix } from '../../../build/project/files.ts';
import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import type { LocatedContract } from '../finding.ts';
import { contractOfDocuments } from './openapi.ts';

/**
 * Reads an OpenAPI document and all files that it refers to, as an import does.
 *
 * @param root The directory that the name is relative to.
 * @param allowed The hosts and files that the document can refer to.
 * @param format The format of problems of the server that is compared with it.
 * @throws {Error} If a file cannot be read, is malformed, or is not an OpenAPI document.
 */
export async function readDocumentFile(
  root: string,
  name: string,
  allowed: Allowed,
  format?: ServedProblemFormat,
  custom?: CustomDirectives,
): Promise<LocatedContract> {
  const documents = await readDocuments(resolve(root, name), allowed, root).catch((error: unknown) => {
    throw userError(`The baseline ${name} cannot be read: ${(error as Error).message}`);
  });
  return { ...contractOfDocuments(documents, format, custom), name: toPosix(name) };
}
