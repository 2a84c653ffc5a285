import { createHash, createHmac } from 'node:crypto';
import { stableText } from '../../../shared/validation/values.ts';
import type { ListOrder } from '../../../shared/contract/list-request.ts';
import type { OperationContext } from '../context.ts';
import { isSameBytes } from '../same-bytes.ts';

const VERSION = 1;
/** 128 bits, in bytes. */
const DIGEST_SIZE = 16;
/** The longest cursor, in characters: it is sent in a header, and comes back in a URL. */
const MAX_LENGTH = 4096;

/** A value in a cursor. */
export type Sealable = string | number | boolean | null;

/**
 * Reads and writes cursors: the base64url text of a JSON array of the version, a digest, and the values of the keys. The digest covers the values, the
 * keys, the operation and the input of the request.
 */
export class CursorSeal {
  readonly #secrets: readonly (string | undefined)[];

  /** @param secrets The keys of HMACs: the first one signs, all of them verify. Without one, a digest only detects accidents. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.length === 0 ? [undefined] : secrets;
  }

  /**
   * Reads a cursor; undefined if it is damaged, forged, or of another scope.
   *
   * @param size The number of values.
   */
  open(text: string, scope: string, size: number): readonly unknown[] | undefined {
    const sealed = parseCursor(text);
    if (sealed?.values.length !== size) return undefined;
    const { digest, values } = sealed;
    return this.#secrets.some((secret) => isSameSeal(digest, digestOf(secret, scope, values))) ? values : undefined;
  }

  /** @throws {RangeError} If the values are too long. */
  seal(id: string, scope: string, values: readonly Sealable[]): string {
    const digest = digestOf(this.#secrets[0], scope, values);
    const text = Buffer.from(JSON.stringify([VERSION, digest, ...values])).toString('base64url');
    if (text.length > MAX_LENGTH) throw new RangeError(`${id} returned a row whose keys are too long for a cursor`);
    return text;
  }
}

/** Everything that a cursor belongs to, as text. */
export function scopeOf(
  { operation, input }: OperationContext,
  order: readonly Pick<ListOrder, 'name' | 'desc'>[],
): string {
  const { method, path } = operation;
  const keys = order.map(({ name, desc }) => [name, desc]);
  return stableText([method, path, keys, input.path, input.query, input.body]);
}

function digestOf(secret: string | undefined, scope: string, values: readonly unknown[]): string {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  const bytes = hash.update(JSON.stringify([VERSION, scope, values])).digest();
  return bytes.subarray(0, DIGEST_SIZE).toString('base64url');
}

/** A parsed cursor. */
interface Sealed {
  readonly digest: string;
  readonly values: readonly unknown[];
}

/** Parses a cursor; undefined if it is damaged. */
function parseCursor(text: string): Sealed | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding ignores invalid characters and unused bits.
  if (bytes.toString('base64url') !== text) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [version, digest, ...values] = parts as unknown[];
  return version === VERSION && typeof digest === 'string' ? { digest, values } : undefined;
}

function isSameSeal(given: string, expected: string): boolean {
  return isSameBytes(Buffer.from(given), Buffer.from(expected));
}
