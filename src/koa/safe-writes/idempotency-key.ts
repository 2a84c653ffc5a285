import { inputError } from '../../contract/input-error.ts';
import type { OperationContext } from '../context.ts';
import { InvalidInput } from '../response/problem.ts';

const HEADER = 'Idempotency-Key';

/** A value of a parameter: RFC 9651, 3.3. */
const ITEM = String.raw`(?:-?\d{1,15}(?:\.\d{1,3})?|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"|[A-Za-z*][\w!#$%&'*+.^\x60|~:/-]*|:[A-Za-z0-9+/=]*:|\?[01]|@-?\d{1,15})`;
/** Parameters, which mean nothing here: RFC 9651, 3.1.2. */
const PARAMETERS = String.raw`(?:; *[a-z*][a-z\d_.*-]*(?:=${ITEM})?)*`;
/** A key as a String of RFC 9651, as the draft has it, or without quotes, as most clients send it. */
const KEY = new RegExp(
  String.raw`^(?:"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"${PARAMETERS}|([\x21\x23-\x7e][\x21-\x7e]*))$`,
);

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
