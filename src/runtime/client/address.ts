import { matchTexts } from '../../shared/contract/path-template.ts';

type Values = { readonly [name: string]: unknown };

/**
 * Writes the path of a request.
 *
 * @param template The decoded path template.
 * @throws {TypeError} If a parameter is missing, its segment would be `.` or `..`, or the server would split the segment elsewhere.
 */
export function pathOf(template: string, values: Values): string {
  return template
    .split('/')
    .map((segment) => expandSegment(segment, values))
    .join('/');
}

function expandSegment(segment: string, values: Values): string {
  // split() alternates between text and parameter names. A server tells `:` from `%3A`, so text keeps the characters that a path can have. Files
  // cannot have `?` and `#` in their names.
  const pieces = segment.split(/\{([^{}]*)\}/).map((piece, i) => (i % 2 === 0 ? piece : pathText(piece, values)));
  const text = pieces.map((piece, i) => (i % 2 === 0 ? encodeURI(piece) : encodeURIComponent(piece))).join('');
  // URL parsers resolve these segments: WHATWG URL, 4.4.
  if (pieces.length > 1 && (text === '.' || text === '..'))
    throw new TypeError(`The path parameter ${segment} must not be "${text}"`);
  if (pieces.length > 3) checkSplit(segment, pieces);
  return text;
}

/** Refuses values that the server would split elsewhere: `a` and `b.png` for `{name}.{ext}`. */
function checkSplit(segment: string, pieces: readonly string[]): void {
  // Values have these characters percent-encoded, so they are never the text between two parameters.
  const sent = pieces.map((piece, i) => (i % 2 === 0 ? piece : piece.replace(/[;,/?:@&=+$#]/g, '\0')));
  const texts = sent.filter((_, i) => i % 2 === 0);
  const found: string[] = [];
  if (matchTexts(texts, sent.join(''), found) && found.every((value, i) => value === sent[i * 2 + 1])) return;
  throw new TypeError(`The path parameters of ${segment} would arrive as "${found.join('" and "')}"`);
}

function pathText(name: string, values: Values): string {
  const value = values[name];
  const text = value === undefined || value === null ? '' : simpleText(value);
  if (text === '') throw new TypeError(`The path parameter {${name}} is missing`);
  return text;
}

/** Serializes a list or an object as comma-separated text: OpenAPI 3.1, Parameter Object, `style: simple`. */
export function simpleText(value: unknown): string {
  // A list is already joined by commas as a string.
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return String(isObject ? Object.entries(value).flat() : value);
}

/**
 * Serializes query parameters. Lists repeat the name or are joined, objects use `name[property]`.
 *
 * OpenAPI 3.1, Parameter Object, `style: form` and `deepObject`.
 */
export function queryOf(values: Values, joined: readonly string[]): URLSearchParams {
  const query = new URLSearchParams();
  const put = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) put(name, item);
    else if (value !== undefined) query.append(name, (value ?? '') as string);
  };
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) put(name, joined.includes(name) && value.length > 0 ? simpleText(value) : value);
    else if (typeof value !== 'object' || value === null) put(name, value);
    else for (const [property, item] of Object.entries(value)) put(`${name}[${property}]`, item);
  }
  return query;
}
