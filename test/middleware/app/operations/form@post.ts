import type { OperationContext } from 'unplugin-operations/koa';

/**
 * A form.
 *
 * @consumes application/x-www-form-urlencoded
 * @param {string} body.name - A name
 * @param {integer} body.age - An age
 * @returns {any} What was read
 */
export default ({ input }: OperationContext): unknown => input.body;
