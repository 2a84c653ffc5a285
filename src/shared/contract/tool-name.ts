import type { Operation } from './operation.ts';

/** The length of a tool's name that all clients accept. */
const MAX_LENGTH = 64;

/** Whether a text can be the name of a tool. */
export function isToolName(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/**
 * The name of a tool whose comment gives none: the operationId, or else method and path, in the characters that a name can have.
 *
 * @example toolName({ operationId: 'repos/get', ... }) // 'repos_get'
 * toolName({ method: 'GET', path: '/pets/{id}' }) // 'get_pets_id'
 */
export function toolName({ operationId, method, path }: Pick<Operation, 'operationId' | 'method' | 'path'>): string {
  const text = operationId ?? `${method.toLowerCase()}${path}`;
  const name = text.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'root';
  if (name.length <= MAX_LENGTH) return name;
  // Names that only differ at their end stay different.
  return `${name.slice(0, MAX_LENGTH - 9)}_${hashOf(text)}`;
}

/** FNV-1a, as eight hexadecimal digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
