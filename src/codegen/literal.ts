/**
 * Writes plain data as a JavaScript expression, the one way a value becomes code here.
 *
 * @param value null, booleans, finite numbers, strings, and arrays and objects of these; a property that is undefined is left out.
 * @throws {TypeError} For a value that code could not say faithfully.
 * @example literal({ a: ['x'] }) // '{"a":["x"]}'
 */
export function literal(value: unknown): string {
  // All but always, and much sooner.
  if (isJson(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${typeof value === 'number' ? value : `a ${typeof value}`} cannot be written as code`);
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${fields.map(([key, item]) => `${literalKey(key)}:${literal(item)}`).join(',')}}`;
}

/** Whether JSON says all of a value, and means the same as an expression. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (Array.isArray(value)) return value.every(isJson);
  for (const key of Object.keys(value)) {
    const item = (value as { readonly [key: string]: unknown })[key];
    if (key === '__proto__' || (item !== undefined && !isJson(item))) return false;
  }
  return true;
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
