import type { Compilation, CompiledOperation } from '../../build/compiler/compile.ts';
import { returnedRows } from '../../build/compiler/operations/list.ts';
import type { Rows } from '../../build/compiler/operations/rows.ts';
import type { CommentPlace } from './comment-place.ts';

/** The rows that the operation of a comment returns. */
export function rowsAt({ project, operation }: CommentPlace): Rows | undefined {
  return operation && operationRows(operation, project.compilation()!);
}

/** The rows that an operation returns. */
export function operationRows(operation: CompiledOperation, { definitions }: Compilation): Rows | undefined {
  const responses = operation.contract.responses.map(({ status, content }) => ({
    value: { status, schema: content[0]?.schema, description: undefined, mediaTypes: [], headers: [] },
    at: operation.handler.at,
  }));
  return returnedRows(responses, definitions);
}
