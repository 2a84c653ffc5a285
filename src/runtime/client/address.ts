import { matchTexts } from '../../shared/contract/path-template.ts';
import { partsOf, textOf } from './sent-values.ts';

type Values = { readonly [name: string]: unknown };

/**
 * Writes the path of a request.
 *
 * @param template The decoded path template.
 * @param check Checks the values of a segment with several parameters.
 * @throws {TypeError} If a parameter is missing, its segment would be `.` or `..`, or the server would split the segment elsewhere.
 */
export function pathOf(template: string, values: Values, check?: typeof checkSplit): string {
  return template
    .split('/')
    .map((segment) => expandSegment(segment, values, check))
    .join('/');
}

function expandSegment(segment: string, values: Values, check: typeof checkSplit | undefined): string {
  // split() alternates between text and parameter names. A server tells `:` from `%3A`, so text keeps the characters that a path can have. Files
  // cannot have `?` and `#` in their names.
  const pieces = segment.split(/\{([^{}]*)\}/).map((piece, i) => (i % 2 === 0 ? piece : pathText(piece, values)));
  const text = pieces.map((piece, i) => (i % 2 === 0 ? encodeURI(piece) : encodeURIComponent(piece))).join('');
  // URL parsers resolve these segments: WHATWG URL, 4.4.
  if (pieces.length > 1 && (text === '.' || text === '..'))
    throw new TypeError(`The path parameter ${segment} must not be "${text}"`);
  if (pieces.length > 3) check?.(segment, pieces);
  return text;
}

/** Refuses values that the server would split elsewhere: `a` and `b.png` for `{name}.{ext}`. */
export function checkSplit(segment: string, pieces: readonly string[]): void {
  // Values have these characters percent-encoded, so they are never the text between two parameters.
  const sent = pieces.map((piece, i) => (i % 2 === 0 ? piece : piece.replace(/[;,/?:@&=+$#]/g, '\0')));
  const texts = sent.filter((_, i) => i % 2 === 0);
  const found: string[] = [];
  if (matchTexts(texts, sent.join(''), found) && found.every((value, i) => value === sent[i * 2 + 1])) return;
  throw new TypeError(`The path parameters of ${segment} would arrive as "${found.join('" and "')}"`);
}

function pathText(name: string, values: Values): string {
  const value = values[name];
  const text = value === undefined || value === null ? '' : simpleText(value, `path.${name}`);
  if (text === '') throw new TypeError(`The path parameter {${name}} is missing`);
  return text;
}

/**
 * Serializes a list or an object as comma-separated text: OpenAPI 3.1, Parameter Object, `style: simple`.
 *
 * @param place What the value is, such as `header.Ids`.
 * @throws {TypeError} If a part has no text.
 */
export function simpleText(value: unknown, place: string): string {
  const parts = Array.isArray(value) ? (value as unknown[]) : partsOf(value)?.flat();
  return parts === undefined ? textOf(value, place) : parts.map((part) => textOf(part, place)).join();
}

/**
 * Serializes query parameters. Lists repeat the name or are joined, objects use `name[property]`.
 *
 * OpenAPI 3.1, Parameter Object, `style: form` and `deepObject`.
 *
 * @throws {TypeError} If a value has no text.
 */
export function queryOf(values: Values, joined: readonly string[]): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const place = `query.${name}`;
    const put = (key: string, item: unknown): void => {
      if (Array.isArray(item)) for (const one of item) put(key, one);
      else if (item !== undefined) query.append(key, textOf(item, place));
    };
    const parts = partsOf(value);
    if (parts !== undefined) for (const [property, item] of parts) put(`${name}[${property}]`, item);
    // A list that is joined can be sent empty.
    else put(name, Array.isArray(value) && joined.includes(name) ? simpleText(value, place) : value);
  }
  return query;
}
