import type { Method, Operation } from '../../../shared/contract/operation.ts';

/** The versions of OpenAPI that are written. */
export type OpenApiVersion = '3.1.1' | '3.2.0';

/** The version of a document that needs nothing of OpenAPI 3.2. */
const COMMON = '3.1.1';

/**
 * The version of OpenAPI that a document of some operations needs: 3.2 if one of them has a part that 3.1 can't describe.
 *
 * @param requested Set to keep the document at 3.1, with its closest equivalents.
 */
export function versionFor(operations: readonly Operation[], requested: '3.1' | undefined): OpenApiVersion {
  return requested === undefined && operations.some(needsNewer) ? '3.2.0' : COMMON;
}

/** The field of a Path Item Object with the operation of a method. OpenAPI 3.1 has none for QUERY, so there it is an extension. */
export function fieldOf(method: Method, version: OpenApiVersion): string {
  return method === 'QUERY' && version === COMMON ? 'x-query' : method.toLowerCase();
}

/** Whether only OpenAPI 3.2 can describe an operation: a stream, or the method QUERY. */
function needsNewer({ method, responses }: Operation): boolean {
  return method === 'QUERY' || responses.some(({ content }) => content.some(({ stream }) => stream !== undefined));
}
