import { DEFAULT_STYLE, handlerFile } from '../../../build/codegen/handler-file.ts';
import { isReservedFunction } from '../../../build/codegen/identifier.ts';
import { commentText } from '../../../build/codegen/comment-text.ts';
import { isTypeScript } from '../../../build/project/source-language.ts';
import type { Operation } from '../../../shared/contract/operation.ts';

/** Names that the handler's own text uses. */
const TAKEN = new Set(['ctx', 'defineOperation', 'problem']);

/** The name of an operation's function: its operationId if a function can have that name. `_` gives no operationId. */
export function functionNameOf({ operationId = '' }: Operation): string {
  const name = operationId
    .replaceAll(/[^A-Za-z0-9_$]+(\w?)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[^A-Za-z]+/, '');
  if (name === '') return '_';
  return isReservedFunction(name) || TAKEN.has(name) ? `${name}Operation` : name;
}

/**
 * A new file of an operation: its comment, and a handler that responds with 501.
 *
 * @param base A prefix of every path, `/` for none.
 */
export function newFileText(operation: Operation, lines: readonly string[], base: string): string {
  const { id, operationId, method, path } = operation;
  const file = {
    name: operationId ?? `${method} ${base === '/' ? '' : base}${path}`,
    functionName: functionNameOf(operation),
    comment: commentText(lines),
  };
  return handlerFile(file, { ...DEFAULT_STYLE, isTyped: isTypeScript(id) });
}
