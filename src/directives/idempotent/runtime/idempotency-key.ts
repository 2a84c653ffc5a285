import { inputError } from '../../../shared/contract/input-error.ts';
import { KEY_SYNTAX } from '../../../shared/contract/key-syntax.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import { InvalidInput } from '../../../runtime/koa/response/problem.ts';

const HEADER = 'Idempotency-Key';

const { text: quotable, parameters, plain: unquoted } = KEY_SYNTAX;
const KEY = new RegExp(`^(?:"(${quotable})"${parameters}|(${unquoted}))$`);

/**
 * Reads the idempotency key of a request; undefined if it has none.
 *
 * @throws {InvalidInput} A 400 if the key is invalid.
 */
export function readKey({ req }: OperationContext): string | undefined {
  const text = req.headers['idempotency-key'] as string | undefined;
  if (text === undefined) return undefined;
  const [, quoted, plain = quoted?.replace(/\\(.)/g, '$1')] = (text.length <= 255 ? KEY.exec(text) : null) ?? [];
  if (plain === undefined) throw invalidKey('must be 1 to 255 visible ASCII characters', 'pattern');
  return plain;
}

/** The error of a request without a key that must have one. */
export function missingKey(): InvalidInput {
  return invalidKey('is required', 'required', { missingProperty: HEADER });
}

function invalidKey(message: string, keyword: string, params = {}): InvalidInput {
  return new InvalidInput([inputError({ in: 'header', name: HEADER }, message, keyword, params)]);
}
