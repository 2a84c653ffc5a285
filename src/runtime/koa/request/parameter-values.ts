import { pointTo } from '../../../shared/contract/json-pointer.ts';
import type { ParameterInput, ScalarType } from '../../../shared/contract/enforcement.ts';
import { inputError, repeatedError } from '../../../shared/contract/input-error.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import { decodeProperties, decodeRepeated, decodeSimple, decodeText } from '../../../shared/validation/decode.ts';
import type { QueryText, QueryTexts } from '../../../shared/validation/query.ts';
import { composeDecoding, ofProperties } from '../../../shared/validation/readings.ts';
import type { Record } from '../../../shared/validation/record.ts';
import { checkValue } from '../../../shared/validation/check-value.ts';
import { decodedTexts } from './decoded-texts.ts';

// Decisions that depend only on a parameter's contract are made here, once per operation.

/** Reads a parameter from its source into the values of its location, and adds its violations to a list. */
type Take<Source> = (source: Source, values: Record, errors: InputError[]) => void;

/** A parameter that a request holds as one text. */
export interface TextReader {
  readonly name: string;
  readonly parameter: ParameterInput;
  readonly decode: (text: string) => unknown;
}

/** Composes how the text of a parameter is read. */
export function textReaderOf(parameter: ParameterInput): TextReader {
  const { name, decoding } = parameter;
  const { types, items, properties } = decoding;
  const isScalar = types.length === 1 && items === undefined && properties === undefined;
  const decode = isScalar ? decoderOf(types) : composeDecoding(decoding, decodeSimple, parameter);
  return { name, parameter, decode };
}

const decoders = new Map<ScalarType, TextReader['decode']>();

/** The decoder of texts with one type. All parameters of the type share it, which is faster than one for each of them. */
function decoderOf(types: readonly ScalarType[]): TextReader['decode'] {
  let decode = decoders.get(types[0]!);
  if (decode === undefined) decoders.set(types[0]!, (decode = (text) => decodeText(text, types)));
  return decode;
}

/** Reads a parameter that a request holds as one text; undefined if the request has none. */
export function takeText(
  { parameter, decode }: TextReader,
  text: string | undefined,
  values: Record,
  errors: InputError[],
): void {
  putValue(parameter, text === undefined ? undefined : decode(text), values, errors);
}

/** The names of the properties that are separate parameters, with the indices of their texts. */
export type Spread = readonly (readonly [name: string, place: number])[];

/**
 * Composes the reading of a query parameter.
 *
 * @param place The index of its texts.
 * @param spread Its properties, if they are separate parameters.
 */
export function composeQuery(parameter: ParameterInput, place: number, spread: Spread | undefined): Take<QueryTexts> {
  if (spread !== undefined) return composeSpread(parameter, spread);
  const { name, decoding } = parameter;
  const isList = decoding.items !== undefined && decoding.explode !== false;
  const take = composeTexts(parameter);
  const takeProperties = composeProperties(parameter, () => name);
  return ({ values: texts, properties }, values, errors) => {
    const given = texts[place];
    const parts = properties[place];
    if (given === undefined) {
      if (parts === undefined) putValue(parameter, undefined, values, errors);
      else takeProperties(parts, values, errors);
      return;
    }
    const decoded = decodedTexts(name, given, errors);
    if (decoded === undefined) return;
    if (parts !== undefined || (decoded.length > 1 && !isList)) errors.push(repeatedError(parameter));
    else take(decoded, values, errors);
  };
}

/** Composes the reading of one or more texts. Only a list has several. */
function composeTexts(parameter: ParameterInput): Take<readonly string[]> {
  const { decoding } = parameter;
  if (decoding.json === true) return ([text], values, errors) => takeJson(parameter, text!, values, errors);
  if (decoding.explode === false) {
    const reader = textReaderOf(parameter);
    return ([text], values, errors) => takeText(reader, text, values, errors);
  }
  const decode = composeDecoding(decoding, decodeRepeated, parameter);
  return (texts, values, errors) => putValue(parameter, decode(texts), values, errors);
}

/** Reads a parameter whose text is JSON. */
function takeJson(parameter: ParameterInput, text: string, values: Record, errors: InputError[]): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    errors.push(inputError(parameter, 'must be valid JSON', 'json'));
    return;
  }
  putValue(parameter, value, values, errors);
}

/** The properties that a request has, with their texts. */
type Properties = Iterable<readonly [name: string, texts: readonly QueryText[]]>;

/**
 * Composes the reading of an object from the texts of its properties.
 *
 * @param nameOf The query parameter of a property.
 */
function composeProperties(parameter: ParameterInput, nameOf: (property: string) => string): Take<Properties> {
  const decode = composeDecoding(parameter.decoding, decodeProperties, ofProperties(parameter));
  return (properties, values, errors) => {
    const before = errors.length;
    const entries = Array.from(
      properties,
      ([name, texts]) => [name, decodedTexts(nameOf(name), texts, errors) ?? []] as const,
    );
    if (errors.length > before) return;
    const { value, repeated } = decode(entries);
    for (const [property] of repeated)
      errors.push(repeatedError({ in: 'query', name: parameter.name, pointer: pointTo('', property!) }));
    putValue(parameter, value, values, errors);
  };
}

/** Composes the reading of an object whose properties are separate parameters. */
function composeSpread(parameter: ParameterInput, spread: Spread): Take<QueryTexts> {
  const take = composeProperties(parameter, (property) => property);
  return ({ values: texts }, values, errors) => {
    const given = spread.flatMap(([name, place]) =>
      texts[place] === undefined ? [] : [[name, texts[place]] as const],
    );
    if (given.length === 0) putValue(parameter, undefined, values, errors);
    else take(given, values, errors);
  };
}

/** Puts a value among those of its location: its default if it is undefined, or else the filled value if it is valid. */
function putValue(parameter: ParameterInput, value: unknown, values: Record, errors: InputError[]): void {
  const { name } = parameter;
  if (value !== undefined) values[name] = checkValue(parameter, parameter, value, errors);
  else if (parameter.default !== undefined) values[name] = parameter.default();
  else if (parameter.required) errors.push(inputError(parameter, 'is required', 'required', { missingProperty: name }));
}
