/**
 * Copies an object or a list with its items replaced; where none becomes another, it is the same object, not a copy.
 *
 * @example mapItems({ a: 1, b: 'x' }, (item) => (item === 1 ? 2 : item)) // { a: 2, b: 'x' }
 */
export function mapItems(value: object, replace: (item: unknown, key: string | number) => unknown): object {
  return Array.isArray(value) ? mapList(value, replace) : mapObject(value as Fields, replace);
}

type Fields = { [key: string]: unknown };

function mapList(list: readonly unknown[], replace: (item: unknown, index: number) => unknown): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const item = replace(list[i], i);
    if (item !== list[i]) (copy ??= [...list])[i] = item;
  }
  return copy ?? list;
}

function mapObject(object: Fields, replace: (item: unknown, key: string) => unknown): Fields {
  let copy: Fields | undefined;
  for (const key of Object.keys(object)) {
    const item = replace(object[key], key);
    if (item !== object[key]) (copy ??= { ...object })[key] = item;
  }
  return copy ?? object;
}
