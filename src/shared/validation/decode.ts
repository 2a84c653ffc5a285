import type { Decoding, ScalarType } from '../contract/enforcement.ts';
import type { Bracketed } from './brackets.ts';
import { ownDecoding, readBrackets } from './brackets.ts';
import type { Record } from './record.ts';
import { createRecord } from './record.ts';

/** The value of a field of a form: a text; or a file or a value of JSON, which are not decoded. */
export type FieldValue = string | object | null;

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
/** RFC 8259, 6. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const TEXT: Decoding = { types: ['string'] };

/**
 * Decodes a text as the first type that accepts it. Other texts stay as they are, for the validator to refuse.
 *
 * @example decodeText('12', ['integer']) // 12
 * @example decodeText('0x10', ['integer']) // '0x10'
 */
export function decodeText(text: string, types: readonly ScalarType[]): unknown {
  for (const type of types) {
    const value = decodeAs(text, type);
    if (value !== undefined) return value;
  }
  return text;
}

function decodeAs(text: string, type: ScalarType): unknown {
  switch (type) {
    case 'integer':
      return INTEGER.test(text) ? numberIf(Number.isSafeInteger, text) : undefined;
    case 'number':
      return NUMBER.test(text) ? numberIf(Number.isFinite, text) : undefined;
    case 'checkbox':
      return text === 'on' ? true : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'null':
      return text === '' ? null : undefined;
    case 'string':
      return text;
  }
}

/** Converts a text to a number; undefined if it would lose precision. */
function numberIf(accepts: (value: number) => boolean, text: string): number | undefined {
  const value = Number(text);
  // The sum turns -0 into 0.
  return accepts(value) ? value + 0 : undefined;
}

/**
 * Decodes the texts of one name, such as a repeated query parameter. Several texts become a list, and so does one that no other type accepts. A list
 * of JSON has the items.
 *
 * @param values At least one.
 * @example decodeRepeated(['a'], { types: ['null'], items: { types: ['string'] } }) // ['a']
 */
export function decodeRepeated(values: readonly FieldValue[], decoding: Decoding): unknown {
  const { items } = decoding;
  if (items !== undefined && values.some(Array.isArray))
    return itemsOf(values, items).map((item) => decodeField(item, items));
  const [first] = values as readonly [FieldValue];
  if (values.length === 1) {
    const value = decodeField(first, decoding);
    if (items === undefined || value !== first || isTaken(first, decoding)) return value;
  }
  return values.map((value) => decodeField(value, items ?? TEXT));
}

/** The items of texts and lists. If items are lists themselves, a list without lists is one of them. */
function itemsOf(values: readonly FieldValue[], { items }: Decoding): readonly FieldValue[] {
  const isItem = (list: readonly unknown[]): boolean =>
    items !== undefined && list.length > 0 && !list.some(Array.isArray);
  return values.flatMap((value) => (Array.isArray(value) && !isItem(value) ? (value as FieldValue[]) : [value]));
}

/** Whether a text, a file or a parsed object can be the value itself, not only an item. */
function isTaken(value: FieldValue, { types, properties }: Decoding): boolean {
  return types.includes('string') || value === null || (typeof value === 'object' && properties !== undefined);
}

/**
 * Decodes a text with a comma-separated list or object: OpenAPI 3.1, Parameter Object, `style: simple`, and RFC 6570, 3.2.
 *
 * @example decodeSimple('1,2', { types: [], items: { types: ['integer'] } }) // [1, 2]
 * @example decodeSimple('lat,1.5,lon,2', { types: [], properties: { '*': { types: ['number'] } } }) // { lat: 1.5, lon: 2 }
 */
export function decodeSimple(text: string, { types, items, properties, separator }: Decoding): unknown {
  if (types.length > 0) {
    const value = decodeText(text, types);
    if (value !== text || types.includes('string')) return value;
  }
  const parts = text === '' ? [] : text.split(separator ?? ',').map((part) => part.trim());
  if (items !== undefined) return parts.map((part) => decodeText(part, items.types));
  if (properties === undefined || parts.length % 2 !== 0) return text;
  const record = createRecord();
  for (let i = 0; i < parts.length; i += 2) {
    const name = parts[i]!;
    record[name] = decodeText(parts[i + 1]!, (propertyDecoding(name, properties) ?? TEXT).types);
  }
  return record;
}

/**
 * Decodes a form, of type `application/x-www-form-urlencoded` or `multipart/form-data`: OpenAPI 3.1, Encoding Object.
 *
 * A repeated field becomes a list. An object is JSON in a field, the default of the Encoding Object, or has a field for each property.
 *
 * @param decoding The decoding of the body's {@link ContentInput}.
 * @param fields The fields in their order; files are objects.
 * @example decodeFields({ types: [], properties: { age: { types: ['integer'] } } }, [['age', '3']]) // { value: { age: 3 }, repeated: [] }
 */
export function decodeFields(
  decoding: Decoding | undefined,
  fields: Iterable<readonly [name: string, value: FieldValue]>,
): DecodedProperties {
  const whole = new Map<string, FieldValue[]>();
  const parts = new Map<string, Map<string, FieldValue[]>>();
  for (const [text, value] of fields) {
    const { name, property } = fieldPart(text, decoding);
    if (property === undefined) addTo(whole, name, value);
    else addTo(getOrAdd(parts, name), property, value);
  }
  const { value, repeated } = decodeProperties(whole, decoding);
  const others: (readonly string[])[] = [];
  for (const [name, properties] of parts) {
    if (whole.has(name)) others.push([name]);
    const object = decodeProperties(properties, ownDecoding(decoding?.properties, name));
    if (!whole.has(name)) value[name] = object.value;
    others.push(...object.repeated.map((path) => [name, ...path]));
  }
  return { value, repeated: [...repeated, ...others] };
}

/** The declared field that a field of a form is a part of, or the field itself. */
export function fieldPart(text: string, decoding: Decoding | undefined): Bracketed {
  const declared = decoding?.properties;
  const isPart = text.endsWith(']') && ownDecoding(declared, text) === undefined;
  return (isPart && readBrackets(text, (name) => ownDecoding(declared, name))) || { name: text };
}

function getOrAdd<V>(map: Map<string, Map<string, V>>, name: string): Map<string, V> {
  const known = map.get(name) ?? new Map<string, V>();
  map.set(name, known);
  return known;
}

function addTo(map: Map<string, FieldValue[]>, name: string, value: FieldValue): void {
  const values = map.get(name);
  if (values === undefined) map.set(name, [value]);
  else values.push(value);
}

/** A decoded object. */
export interface DecodedProperties {
  readonly value: Record;
  /** The paths of declared properties that are not lists but were given several times. The value has the first text of each. */
  readonly repeated: readonly (readonly string[])[];
}

/**
 * Decodes an object from the texts of its properties.
 *
 * @example decodeProperties([['color', ['red']]], { types: [], properties: {} }) // { value: { color: 'red' }, repeated: [] }
 */
export function decodeProperties(
  entries: Iterable<readonly [name: string, values: readonly FieldValue[]]>,
  decoding: Decoding | undefined,
): DecodedProperties {
  const value = createRecord();
  const repeated: (readonly string[])[] = [];
  for (const [name, values] of entries) {
    const property = propertyDecoding(name, decoding?.properties ?? {});
    const isRepeated = values.length > 1 && property !== undefined && property.items === undefined;
    if (isRepeated) repeated.push([name]);
    value[name] = decodeRepeated(isRepeated ? values.slice(0, 1) : values, property ?? TEXT);
  }
  return { value, repeated };
}

/** The decoding of a property; undefined if nothing declares it. */
function propertyDecoding(name: string, properties: NonNullable<Decoding['properties']>): Decoding | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : properties['*'];
}

function decodeField(value: FieldValue, { types, properties }: Decoding): unknown {
  if (typeof value !== 'string') return value;
  if (properties !== undefined && value.trimStart().startsWith('{')) {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }
  return decodeText(value, types);
}
