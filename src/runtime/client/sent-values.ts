/** Whether a value is bytes: a Buffer, a typed array, an ArrayBuffer or a Blob. */
export function isBinary(value: unknown): value is Blob | ArrayBuffer | Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(value) || value instanceof Blob || tagOf(value).endsWith('ArrayBuffer');
}

/** Whether a value is a stream: of the web, of Node, or anything else to iterate over asynchronously. */
export function isStream(value: unknown): value is ReadableStream | AsyncIterable<Uint8Array> {
  const object = Object(value) as object;
  return 'getReader' in object || Symbol.asyncIterator in object;
}

/** The defined properties of an object; undefined for every other value, and for an object with its own text. */
export function sentEntries(value: unknown): [string, unknown][] | undefined {
  if (tagOf(value) !== 'Object' || isStream(value) || 'toJSON' in (value as object)) return undefined;
  return Object.entries(value as object).filter(isDefined);
}

/** Whether the value of an entry is given. */
export function isDefined([, value]: readonly unknown[]): boolean {
  return value !== undefined;
}

/**
 * The text of a value without parts. A Date is its ISO text, and null is empty.
 *
 * @param place The place of the value, such as `query.filter`.
 * @throws {TypeError} If it is an object without a text, such as a Map.
 */
export function sentText(value: unknown, place: string): string {
  const { toISOString, toJSON } = Object(value) as Partial<Date>;
  // An invalid Date throws, instead of being null. A Buffer has no text.
  const write = isBinary(value) ? undefined : (toISOString ?? toJSON);
  const plain: unknown = write ? write.call(value as Date) : value;
  if (plain === Object(plain)) throw new TypeError(`Cannot send ${place}: ${tagOf(plain)} has no text`);
  return String(plain ?? '');
}

function tagOf(value: unknown): string {
  return {}.toString.call(value).slice(8, -1);
}
