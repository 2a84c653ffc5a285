import type { Operation } from '../contract/operation.ts';
import { literal } from './literal.ts';

/**
 * Generates the module `virtual:operations/client`: `createClient`, with a table of the documented operations.
 *
 * @param module The absolute path of the client's implementation.
 */
export function generateClient(operations: readonly Operation[], module: string): string {
  const entries = operations
    .filter(({ internal }) => internal !== true)
    .map((operation) => `  ${literal(`${operation.method} ${operation.path}`)}: ${literal(entryOf(operation))},`);
  return [
    `import { createClient as create } from ${literal(module)};`,
    `export { ResponseError } from ${literal(module)};`,
    '',
    `const operations = {`,
    ...entries,
    '};',
    '',
    'export const createClient = (options) => create(operations, options);',
    '',
  ].join('\n');
}

/** The table entry of an operation. The media type of JSON bodies is omitted, and so are empty lists. */
function entryOf({ operationId, body, parameters }: Operation): {
  readonly id: string | undefined;
  readonly body: string | undefined;
  readonly joined: readonly string[] | undefined;
} {
  const mediaType = body?.content[0]?.mediaType;
  const joined = parameters.filter(({ explode }) => explode === false).map(({ name }) => name);
  return {
    id: operationId,
    body: mediaType === 'application/json' ? undefined : mediaType,
    joined: joined.length === 0 ? undefined : joined,
  };
}
