import type { OperationContext } from './context.ts';

/**
 * Asks who sent a request, where its operation wants to know: spec B10.
 *
 * @returns undefined where no one needs to be waited for.
 */
export function authorize(_ctx: OperationContext): Promise<void> | undefined {
  return undefined;
}
