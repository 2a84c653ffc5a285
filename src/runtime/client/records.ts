import { parseJson } from './response.ts';
import { readRecords } from './stream-text.ts';

/**
 * Reads the items of a stream that is not of events.
 *
 * @param type Its media type.
 * @param isFollowed Whether the call has the option `follow`.
 */
export async function* iterateRecords(
  operation: string,
  response: Response,
  type: string,
  isFollowed: boolean | undefined,
): AsyncGenerator<unknown, void> {
  if (isFollowed) throw new TypeError(`${operation} cannot be followed: only event streams can`);
  for await (const text of readRecords(response.body!, type === 'application/json-seq'))
    yield parseJson(operation, response, text);
}
