import type { Operation } from '../contract/operation.ts';
import { literal } from './literal.ts';

/**
 * Generates the module `virtual:operations/client`: `createClient` and `isErrorOf`, with a table of the documented operations.
 *
 * @param module The absolute path of the client's implementation.
 */
export function generateClient(operations: readonly Operation[], module: string): string {
  const entries = operations
    .filter(({ internal }) => internal !== true)
    .map(({ method, path, operationId, body, parameters, paging, idempotent }) => {
      const mediaType = body?.content[0]?.mediaType;
      const joined = parameters.filter(({ explode }) => explode === false).map(({ name }) => name);
      const items = paging?.envelope?.items;
      // JSON is the client's default, and so are rows in "items".
      const entry = {
        id: operationId,
        body: mediaType === 'application/json' ? undefined : mediaType,
        joined: joined.length === 0 ? undefined : joined,
        items: items === 'items' ? undefined : items,
        idempotent: idempotent && true,
      };
      return `  ${literal(`${method} ${path}`)}: ${literal(entry)},`;
    });
  return [
    `import { createClient as create, isErrorOf as isError } from ${literal(module)};`,
    `export { ResponseError } from ${literal(module)};`,
    '',
    `const operations = {`,
    ...entries,
    '};',
    '',
    'export const createClient = (options) => create(operations, options);',
    'export const isErrorOf = (error, name) => isError(operations, error, name);',
    '',
  ].join('\n');
}
