import type { ServedProblemFormat } from '../../../shared/contract/problem.ts';
import { contractOfDescription } from '../../openapi/compare/contracts.ts';
import { partOrigin } from '../../openapi/compare/part-origin.ts';
import type { Documents } from '../../openapi/read/documents.ts';
import { checkLimits } from '../../openapi/read/limits.ts';
import { checkVersion } from '../../openapi/read/version.ts';
import { userError } from '../../../build/project/errors.ts';
import { locateOrigin } from '../../openapi/fetch/locations.ts';
import type { CustomDirectives } from '../../../directives/custom/custom-directives.ts';
import type { LocatedContract } from '../finding.ts';

/** The longest document whose findings have a location in it, in characters: its lines are found by a slow parser. */
const MAX_LOCATED = 2_000_000;

/**
 * Reads a description (OpenAPI 3.0, 3.1 or 3.2) as a contract. The path of its server is part of every path. The texts of its files locate the
 * findings.
 *
 * @throws {Error} If it is not such a description.
 */
export function contractOfDocuments(
  documents: Documents,
  format?: ServedProblemFormat,
  custom?: CustomDirectives,
): LocatedContract {
  const { root } = documents;
  try {
    checkVersion(root);
    checkLimits(documents);
  } catch (error) {
    throw userError((error as Error).message);
  }
  const { contract, sources, read } = contractOfDescription(documents, format, undefined, custom);
  return {
    ...contract,
    locate(part) {
      const origin = partOrigin(read.description, sources.get(part.operation), part);
      const isLocated = origin !== undefined && origin.file.text !== '' && origin.file.text.length <= MAX_LOCATED;
      return isLocated ? locateOrigin(origin, 'key') : undefined;
    },
  };
}
