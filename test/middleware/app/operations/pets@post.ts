import type { OperationContext } from 'unplugin-operations/koa';

/**
 * Adds a pet.
 *
 * @param {string} body.name - Its name
 * @param {integer} [body.age=1] - Its age
 * @returns {{name: string, age: integer}} 201 - The pet
 */
export default function addPet({ input }: OperationContext): unknown {
  return input.body;
}
