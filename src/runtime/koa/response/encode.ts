import { pointTo } from '../../../shared/contract/json-pointer.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { jsonOf } from '../../../shared/validation/pick.ts';
import { findPromise } from '../../../shared/validation/promises.ts';
import { isBlob, isResponse, isSpecial, isStream, isWebStream } from './platform-bodies.ts';

/** The Content-Type that Koa sends for JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The JSON media type of an operation's response; undefined if the contract declares another format. */
export function jsonTypeOf({ produces }: OperationEntry): string | undefined {
  if (produces === undefined) return JSON_TYPE;
  return isJsonType(produces) ? produces : undefined;
}

/** Whether Koa sends a value unchanged, not as JSON: a Buffer, a Node or web stream, a Blob or a web Response. */
export function isOpaque(value: unknown): boolean {
  if (!isSpecial(value)) return false;
  return Buffer.isBuffer(value) || isStream(value) || isWebStream(value) || isBlob(value) || isResponse(value);
}

/** Whether a value has its own media type: a Blob or a File. */
export function hasOwnType(value: unknown): boolean {
  return isBlob(value) && value.type !== '';
}

/**
 * Serializes a body as JSON text.
 *
 * @param operation The operation whose body it is, if there is one.
 * @throws {TypeError} If the value cannot be serialized: undefined, a function, a symbol, a cycle or a BigInt.
 */
export function encodeJson(operation: OperationEntry | undefined, body: unknown): string {
  const text = stringify(operation, body);
  if (text !== undefined) return text;
  const subject = operation === undefined ? 'The response body is' : `${operation.id} returned`;
  throw new TypeError(`${subject} a value of type ${typeof body}, which cannot be serialized as JSON`);
}

/**
 * Serializes an item of a stream. As in arrays, JSON has null for values that it can't represent.
 *
 * @param root The JSON Pointer of the item.
 * @throws {TypeError} If the value is a cycle, or has a BigInt.
 */
export function encodeItem(operation: OperationEntry, item: unknown, root = ''): string {
  return stringify(operation, item, root) ?? 'null';
}

function stringify(operation: OperationEntry | undefined, value: unknown, root = ''): string | undefined {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    text = stringifyNumbers(error as Error, operation, value, root);
  }
  // JSON.stringify writes a promise so. Searching the text costs little, and searching the value is seldom needed.
  if (text?.includes('{}')) refusePromise(operation, value, root);
  return text;
}

/**
 * Serializes a value that has a BigInt, as databases return. Those that a number represents exactly are written as numbers.
 *
 * @param refused The error of JSON.stringify.
 */
function stringifyNumbers(
  refused: Error,
  operation: OperationEntry | undefined,
  value: unknown,
  root: string,
): string | undefined {
  if (!isBigIntError(refused)) throw refused;
  try {
    return JSON.stringify(value, (_, item: unknown) => toNumber(item));
  } catch (error) {
    throw nameBigInt(error as Error, operation, value, root);
  }
}

/** Whether no number represents a BigInt exactly. */
function isUnsafe(value: bigint): boolean {
  return toNumber(value) === value;
}

/** Replaces a BigInt by the number that represents it exactly; any other value stays. */
export function toNumber(value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Replaces each BigInt in data that another app serializes. */
export function withNumbers(operation: OperationEntry, data: unknown): unknown {
  try {
    return findBigInt(data, '', () => true) === undefined ? data : JSON.parse(encodeJson(operation, data));
  } catch (error) {
    // A cycle: the other app has an error for it.
    if (error instanceof RangeError) return data;
    throw error;
  }
}

function isBigIntError(error: Error): boolean {
  return error instanceof TypeError && /serialize (?:a )?BigInt/.test(error.message);
}

/** @throws {TypeError} If a value contains a promise. Its result would be missing, and its rejection would end the process. */
export function refusePromise(operation: OperationEntry | undefined, value: unknown, root: string = ''): void {
  const pointer = findPromise(value, root);
  if (pointer === undefined) return;
  const subject = operation === undefined ? 'The response body has' : `${operation.id} returned`;
  throw new TypeError(`${subject} a promise${pointer === '' ? '' : ` at ${pointer}`}: await it`);
}

/**
 * Replaces the error of JSON.stringify for a BigInt by one that names its location; any other error stays.
 *
 * @param root The JSON Pointer of the body.
 */
export function nameBigInt(error: Error, operation: OperationEntry | undefined, body: unknown, root = ''): Error {
  if (!isBigIntError(error)) return error;
  const pointer = findBigInt(body, root, isUnsafe) ?? findBigInt(body, root, () => true);
  if (pointer === undefined) return error;
  const subject = operation === undefined ? 'The response body has' : `${operation.id} returned`;
  const location = pointer === '' ? '' : ` at ${pointer}`;
  const message = `${subject} a BigInt${location}, which a number cannot represent exactly: declare and return a string`;
  return new TypeError(message, { cause: error });
}

/** The JSON Pointer of the first matching BigInt in a value. */
function findBigInt(
  given: unknown,
  pointer: string,
  isMeant: (value: bigint) => boolean,
  key = '',
): string | undefined {
  const value = jsonOf(given, key);
  if (typeof value === 'bigint') return isMeant(value) ? pointer : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const found = findBigInt(item, pointTo(pointer, name), isMeant, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Converts a body to text for a media type other than JSON. Numbers and booleans are converted to strings.
 *
 * @throws {TypeError} If the value is not a string, number or boolean.
 */
export function encodeText({ id, produces }: OperationEntry, body: unknown): string {
  if (typeof body === 'string' || typeof body === 'number' || typeof body === 'boolean') return String(body);
  const actual = body === null ? 'null' : `a value of type ${typeof body}`;
  throw new TypeError(
    `${id} returned ${actual}, but its contract declares ${produces}: return a string, a Buffer or a stream, or set ctx.type`,
  );
}
