import type { OperationContext } from 'unplugin-operations/koa';

/**
 * One pet.
 *
 * @GET
 * @param {integer} id - Its number
 * @returns {Pet} The pet
 */
export default function getPet({ input }: OperationContext): unknown {
  return { id: input.path.id, name: 'Ada' };
}
