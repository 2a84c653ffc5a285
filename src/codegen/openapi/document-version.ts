import type { Operation } from '../../contract/operation.ts';

/** Whether a document needs OpenAPI 3.2: only there can a path have a `query` operation (OpenAPI 3.2, Path Item Object). */
export function needs32(operations: readonly Operation[]): boolean {
  return operations.some(({ method }) => method === 'QUERY');
}
