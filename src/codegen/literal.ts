/**
 * Writes plain data as a JavaScript expression, the one way a value becomes code here.
 *
 * @param value null, booleans, finite numbers, strings, and arrays and objects of these; a property that is undefined is left out.
 * @throws {TypeError} For a value that code could not say faithfully.
 * @example literal({ a: ['x'] }) // '{"a":["x"]}'
 */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    let fields = '';
    for (const [key, item] of Object.entries(value)) {
      if (item !== undefined) fields += `${fields === '' ? '' : ','}${literalKey(key)}:${literal(item)}`;
    }
    return `{${fields}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} cannot be written as code`);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be written as code`);
  return text;
}

/** Data longer than this, in characters, is written as a text to be parsed. */
const LARGE = 60;

/**
 * Writes plain data as an expression that a start need not read: JSON in a text, which V8 passes over and parses when it is needed, where it is
 * large.
 *
 * @throws {TypeError} For a value that code could not say faithfully.
 * @example deferred({ type: 'string' }) // '{"type":"string"}'
 */
export function deferred(value: unknown): string {
  const text = literal(value);
  if (text.length <= LARGE) return text;
  // A template, in which bundlers that print the code anew escape no quotes.
  const json = JSON.stringify(value).replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
  return `JSON.parse(\`${json}\`)`;
}

/** Writes a property's key; `__proto__` is computed, for plain it would set the prototype. */
export function literalKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}
