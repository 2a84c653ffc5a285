import type { Operation } from '../contract/operation.ts';
import { literal } from './literal.ts';

/**
 * Writes the module `virtual:operations/client`: a table of the operations that are in the document, for the client to work with.
 *
 * @param module Where the client itself is imported from, absolute.
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

/** What a client has to know beside method and path; most bodies are JSON. */
function entryOf({ operationId, body }: Operation): {
  readonly id: string | undefined;
  readonly body: string | undefined;
} {
  const mediaType = body?.content[0]?.mediaType;
  return { id: operationId, body: mediaType === 'application/json' ? undefined : mediaType };
}
