/**
 * Writes plain data as a JavaScript expression.
 *
 * @param value null, booleans, finite numbers, strings, and arrays and objects of these. Undefined properties are omitted.
 * @throws {TypeError} If the value contains anything else, such as a function or NaN.
 * @example literal({ a: ['x'] }) // '{"a":["x"]}'
 */
export function literal(value: unknown): string {
  // Fast path for almost all values.
  if (isJson(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${typeof value === 'number' ? value : `a ${typeof value}`} cannot be written as code`);
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${fields.map(([key, item]) => `${literalKey(key)}:${literal(item)}`).join(',')}}`;
}

/** Writes a text, number, flag or null as code that is also a type. */
export function literalText(value: string | number | boolean | null): string {
  // TypeScript treats these two as line ends.
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Writes a text as code in single quotes, as by hand, or in double quotes. */
export function quoteText(text: string, quote: '"' | "'" = "'"): string {
  const escaped = JSON.stringify(text);
  if (quote === '"') return escaped;
  return `'${escaped
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

/** Writes a text as a part of a template literal: a description from a stranger must not end it. */
export function templatePart(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}

/** Writes a text as a part of a regular expression literal, which matches that text. */
export function patternPart(text: string): string {
  return text
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll(/[\n\r\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Whether a value's JSON has the same meaning as a JavaScript expression. `__proto__` keys do not. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (Array.isArray(value)) return value.every(isJson);
  for (const key in value) {
    const item = (value as { readonly [key: string]: unknown })[key];
    if (key === '__proto__' || (item !== undefined && !isJson(item))) return false;
  }
  return true;
}

/** The length of a literal, in characters, above which it is written as JSON text. */
const PARSE_THRESHOLD = 60;

/**
 * Writes plain data as an expression that is cheap at start-up. Large data becomes a `JSON.parse` call, which V8 only scans until it runs.
 *
 * @throws {TypeError} If the value is not plain data, see {@link literal}.
 * @example deferred({ type: 'string' }) // '{"type":"string"}'
 */
export function deferred(value: unknown): string {
  const text = literal(value);
  if (text.length <= PARSE_THRESHOLD) return text;
  return `JSON.parse(${quoteJson(JSON.stringify(value))})`;
}

/** Writes JSON text as a template literal: bundlers would escape the quotes of a string. */
export function quoteJson(json: string): string {
  return `\`${json.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\``;
}

/** Writes a property key. `__proto__` is computed, because a plain one would set the prototype. */
export function literalKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}
