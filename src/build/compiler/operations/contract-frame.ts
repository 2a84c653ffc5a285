import type { Method } from '../../../shared/contract/operation.ts';

/**
 * The lines of a contract to begin with: a description, the parameters of the path, and a response.
 *
 * @param names The parameters of the path.
 * @example contractFrame('GET', ['id']) // ['Gets it.', '', '@param {string} id - The id', '@returns {object} The result']
 */
export function contractFrame(method: Method | undefined, names: readonly string[]): string[] {
  const returns =
    method === 'DELETE' ? '@returns {void} 204' : `@returns {object} ${method === 'POST' ? '201 - ' : ''}The result`;
  return [
    `${VERBS[method ?? 'GET'] ?? 'Handles'} it.`,
    '',
    ...names.map((name) => `@param {string} ${name} - The ${name.replaceAll(/[_-]/g, ' ')}`),
    returns,
  ];
}

const VERBS: { readonly [method in Method]?: string } = {
  GET: 'Gets',
  POST: 'Adds',
  PUT: 'Replaces',
  PATCH: 'Changes',
  DELETE: 'Deletes',
};
