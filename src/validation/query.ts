/** A text, or undefined where it has a malformed percent-escape. */
export type QueryText = string | undefined;

/** The names to look for, each with its place in what is found. */
export interface QueryNames {
  readonly places: ReadonlyMap<string, number>;
  /** The places of those that `name[property]` is looked for too: OpenAPI 3.1, Parameter Object, `style: deepObject`. */
  readonly objects: ReadonlySet<number>;
}

/** What a query has under the names that were looked for, by their places. */
export interface QueryTexts {
  readonly values: readonly (QueryText[] | undefined)[];
  readonly properties: readonly (ReadonlyMap<string, QueryText[]> | undefined)[];
}

/**
 * Finds the texts of a query under certain names, whatever else is in it; a `+` is a space, as in a form (WHATWG URL, 5.1).
 *
 * @param query Without the `?`.
 * @example scanQuery('tag=a&tag=b&x=1', { places: new Map([['tag', 0]]), objects: new Set() }).values // [['a', 'b']]
 */
export function scanQuery(query: string, names: QueryNames): QueryTexts {
  const values: QueryText[][] = [];
  const properties: Map<string, QueryText[]>[] = [];
  for (let start = 0; start < query.length;) {
    const found = query.indexOf('&', start);
    const end = found === -1 ? query.length : found;
    const part = query.slice(start, end);
    const equals = part.indexOf('=');
    const name = decodePart(equals === -1 ? part : part.slice(0, equals));
    const rest = equals === -1 ? '' : part.slice(equals + 1);
    const place = name === undefined ? undefined : names.places.get(name);
    if (place !== undefined) (values[place] ??= []).push(decodePart(rest));
    else if (names.objects.size > 0 && name !== undefined) addProperty(properties, name, rest, names);
    start = end + 1;
  }
  return { values, properties };
}

function addProperty(
  properties: Map<string, QueryText[]>[],
  name: string,
  rest: string,
  { places, objects }: QueryNames,
): void {
  const [, object = '', property = ''] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? [];
  const place = places.get(object);
  if (place === undefined || !objects.has(place)) return;
  const texts = (properties[place] ??= new Map<string, QueryText[]>());
  const known = texts.get(property);
  if (known === undefined) texts.set(property, [decodePart(rest)]);
  else known.push(decodePart(rest));
}

function decodePart(text: string): QueryText {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
