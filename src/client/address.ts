type Values = { readonly [name: string]: unknown };

/**
 * Writes the path of a request.
 *
 * @param template The decoded path template.
 * @throws {TypeError} If a parameter is missing, or its segment would be `.` or `..`.
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
  const pieces = segment
    .split(/\{([^{}]*)\}/)
    .map((piece, i) => (i % 2 === 0 ? encodeURI(piece) : encodeURIComponent(pathText(piece, values))));
  const text = pieces.join('');
  // URL parsers resolve these segments: WHATWG URL, 4.4.
  if (pieces.length > 1 && (text === '.' || text === '..'))
    throw new TypeError(`The path parameter ${segment} must not be "${text}"`);
  return text;
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
