import { matchTexts } from '../../shared/contract/path-template.ts';
import { sentEntries, sentText } from './sent-values.ts';

type Values = { readonly [name: string]: unknown };

/**
 * Writes the path of a request.
 *
 * @param template The decoded path template.
 * @param encode Writes a value.
 * @throws {TypeError} If a parameter is missing, or a segment would be `.` or `..`.
 */
export function filledPath(template: string, values: Values, encode: typeof encodeRest = encodeValue): string {
  // A server distinguishes `:` from `%3A`, so text keeps the characters that a path can have. Files cannot have `?` and `#` in their names.
  const path = template.replaceAll(/\{([^{}]*)\}|.[^{]*/gs, (text: string, name?: string) =>
    name === undefined ? encodeURI(text) : encode(name, values),
  );
  // URL parsers resolve these segments, and text after two slashes is a host: WHATWG URL, 4.4.
  const wrong = /^\/\/|\/\.\.?(?![^/])/.exec(path)?.[0];
  if (wrong) throw new TypeError(`Cannot send "${wrong.slice(1)}" in ${template}`);
  return path;
}

/**
 * As {@link filledPath}, for paths that have a rest or a segment with several parameters.
 *
 * @throws {TypeError} Also if the server would split a segment elsewhere.
 */
export function writePath(template: string, values: Values): string {
  const path = filledPath(template, values, encodeRest);
  checkSplit(template, values);
  return path;
}

/** Refuses values that the server would split elsewhere: `a` and `b.png` for `{name}.{ext}`. */
function checkSplit(template: string, values: Values): void {
  for (const segment of template.split('/')) {
    // Texts and values, by turns. Values have these characters percent-encoded, so they are never the text between two parameters.
    const pieces = segment.split(/\{([^{}]*)\}/);
    if (pieces.length < 5) continue;
    const sent = pieces.map((piece, i) =>
      i % 2 === 0 ? piece : pathText(piece, values).replace(/[;,/?:@&=+$#]/g, '\0'),
    );
    const texts = sent.filter((_, i) => i % 2 === 0);
    const found: string[] = [];
    if (matchTexts(texts, sent.join(''), found) && found.every((value, i) => value === sent[i * 2 + 1])) continue;
    throw new TypeError(`The path parameters of ${segment} would arrive as "${found.join('" and "')}"`);
  }
}

function encodeValue(name: string, values: Values): string {
  return encodeURIComponent(pathText(name, values));
}

/** Writes a value in a path with a rest, in which slashes separate segments. The server would drop one at its end. */
function encodeRest(name: string, values: Values): string {
  const single = name.replace(/\.\.\.$/, '');
  const text = encodeValue(single, values);
  return single === name ? text : text.replace(/%2F(?!$)/g, '/');
}

function pathText(name: string, values: Values): string {
  const text = simpleText(values[name], `path.${name}`);
  if (!text) throw new TypeError(`Cannot send path.${name}: it is missing`);
  return text;
}

/**
 * Serializes a list or an object as comma-separated text: OpenAPI 3.1, Parameter Object, `style: simple`.
 *
 * @param place The place of the value, such as `header.Ids`.
 * @throws {TypeError} If a part has no text.
 */
export function simpleText(value: unknown, place: string): string {
  const parts = Array.isArray(value) ? (value as unknown[]) : sentEntries(value)?.flat();
  return parts === undefined ? sentText(value, place) : parts.map((part) => sentText(part, place)).join();
}

/**
 * Serializes query parameters. Lists repeat the name, objects use `name[property]`.
 *
 * OpenAPI 3.1, Parameter Object, `style: form` and `deepObject`.
 *
 * @throws {TypeError} If a value has no text.
 */
export function queryOf(values: Values): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const parts = sentEntries(value)?.map(([property, item]) => [`${name}[${property}]`, item] as const);
    for (const [key, items] of parts ?? [[name, value] as const])
      for (const item of [items].flat(Infinity))
        if (item !== undefined) query.append(key, sentText(item, `query.${name}`));
  }
  return query;
}
