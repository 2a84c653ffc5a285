// Writes calls of the typed client. It imports nothing, because browsers get it as it is.

/** The longest value that is written in one line. */
const LINE = 60;

/**
 * The call of the typed client that sends an input.
 *
 * @param operation Its method and path, `request`, and its row in the client's table of operations.
 */
export function clientCall({ request, row }, { type, body, ...input }) {
  const given = body === undefined ? input : { ...input, body: valueOfBody(body, type) };
  const isOther = type !== undefined && type !== (row.body ?? 'application/json');
  const argument = literal(isOther ? { ...given, type } : given, 0);
  const name = row.id === undefined ? `request(${quote(request)}` : `${property(row.id)}(`;
  const call = `api.${name}${argument === '{}' ? '' : `${row.id === undefined ? ', ' : ''}${argument}`})`;
  if (row.stream !== undefined) return `for await (const item of ${call}) console.log(item);`;
  return row.types?.every((one) => one === '') === true ? `await ${call};` : `const result = await ${call};`;
}

/** A text of JSON as its value. */
function valueOfBody(body, type = 'application/json') {
  if (typeof body !== 'string' || !/[/+]json$/i.test(type)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Writes a value as JavaScript. A file is a name. */
function literal(value, depth) {
  if (value instanceof Blob) return 'file';
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${property(name)}: ${literal(item, depth + 1)}`);
  if (items.length === 0) return isList ? '[]' : '{}';
  const line = isList ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
  if (line.length <= LINE && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth);
  return `${isList ? '[' : '{'}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${isList ? ']' : '}'}`;
}

function property(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quote(name);
}

function quote(text) {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
  return `'${inner}'`;
}
