import { malformedError } from '../../../shared/contract/input-error.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import type { QueryText } from '../../../shared/validation/query.ts';

/**
 * Returns the decoded texts of a query parameter; undefined if one has an invalid percent-encoding.
 *
 * @param errors Receives the violation.
 */
export function decodedTexts(
  name: string,
  texts: readonly QueryText[],
  errors: InputError[],
): readonly string[] | undefined {
  if (!texts.includes(undefined)) return texts as readonly string[];
  errors.push(malformedError({ in: 'query', name }));
  return undefined;
}
