import { URLENCODED } from '../../../shared/contract/form-types.ts';
import type { Decoding, Validator } from '../../../shared/contract/enforcement.ts';
import { keysOf } from '../../../shared/contract/json-pointer.ts';
import type { Operation, Parameter } from '../../../shared/contract/operation.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { decodingOf, parameterDecoding } from '../../../shared/schema/decoding.ts';
import { defaultOf } from '../../../shared/schema/json-types.ts';
import type { Resolve } from '../../../shared/schema/json-types.ts';
import { decodeFields, decodeProperties, decodeRepeated, decodeSimple } from '../../../shared/validation/decode.ts';
import { decodeValid } from '../../../shared/validation/readings.ts';
import type { Components } from '../../../shared/validation/explain/index.ts';
import { explain, isValid } from '../../../shared/validation/explain/index.ts';
import { byKey } from '../../openapi/compare/operations/request-parameters.ts';
import { includes } from '../../openapi/compare/operations/request-body.ts';

/** The input of a request, as a client writes it. */
export interface Input {
  /** The texts of parameters, by location and name. */
  readonly parameters: ReadonlyMap<string, Texts>;
  readonly body?: { readonly mediaType: string; readonly value: unknown };
}

/** A parameter as text: one, several, or one for each property of an object. */
export type Texts = string | readonly string[] | { readonly [property: string]: string };

/** A reason why a contract refuses an input. */
export interface Refusal {
  /** The key of a parameter, or `body`. */
  readonly input: string;
  readonly keyword: string;
  /** The path of the value: names, and `[]` for items. */
  readonly path: readonly string[];
  readonly message: string;
}

/** A contract, ready to check inputs. */
export interface Checker {
  readonly resolve: Resolve;
  readonly components: Components;
  /** Whether a schema allows a value (default: as the interpreter decides, with all reasons). */
  readonly accepts?: (schema: Parameter['schema'], value: unknown) => boolean;
}

/** Writes a value of a parameter as texts: OpenAPI 3.1, Parameter Object, Style Values. Undefined if that is ambiguous. */
export function toTexts({ in: place, explode, style }: Parameter, value: unknown): Texts | undefined {
  // No witness is shown for other styles.
  if (style !== undefined) return undefined;
  const isRepeated = place === 'query' && explode !== false;
  if (Array.isArray(value)) {
    const texts = value.map(scalarText);
    if (texts.includes(undefined)) return undefined;
    if (isRepeated) return texts.length === 0 ? undefined : (texts as string[]);
    return texts.some((text) => text!.includes(',') || text !== text!.trim()) ? undefined : texts.join(',');
  }
  if (typeof value !== 'object' || value === null) return scalarText(value);
  const entries = Object.entries(value).map(([name, item]) => [name, scalarText(item)] as const);
  if (entries.length === 0 || entries.some(([, text]) => text === undefined)) return undefined;
  return place === 'query' ? (Object.fromEntries(entries) as Texts) : entries.flat().join(',');
}

function scalarText(value: unknown): string | undefined {
  if (value === null) return '';
  return typeof value === 'object' || value === undefined ? undefined : String(value as string);
}

/** Lists the reasons why an operation refuses an input; none if it accepts it. */
export function refusals(operation: Operation, input: Input, checker: Checker): Refusal[] {
  return [...byKey(operation).keys(), 'body'].flatMap((key) => refusalsOf(key, operation, input, checker));
}

/**
 * Lists the reasons why an operation refuses a part of an input.
 *
 * @param key The key of a parameter, or `body`.
 */
export function refusalsOf(key: string, operation: Operation, input: Input, checker: Checker): Refusal[] {
  if (key === 'body') return checkBody(operation, input.body, checker);
  const parameter = byKey(operation).get(key);
  return parameter === undefined ? [] : checkParameter(key, parameter, input.parameters.get(key), checker);
}

function checkParameter(key: string, parameter: Parameter, texts: Texts | undefined, checker: Checker): Refusal[] {
  const { in: place, name, required, schema } = parameter;
  const label = `${place} parameter "${name}"`;
  if (texts === undefined) {
    if (!required || defaultOf(schema, checker.resolve) !== undefined) return [];
    return [{ input: key, keyword: 'required', path: [], message: `${label} is required` }];
  }
  // An empty path segment matches no route.
  if (place === 'path' && texts === '') return [{ input: key, keyword: '', path: [], message: `${label} is empty` }];
  const decoding = parameterDecoding(parameter, checker.resolve);
  const isRepeated = place === 'query' && decoding.explode !== false;
  const value = decodeValid(decoding, (by) => decode(texts, isRepeated, by), validatorOf(schema, checker));
  if (value === undefined)
    return [{ input: key, keyword: 'repeated', path: [], message: `${label} must be given only once` }];
  return explained(key, label, schema, value, checker);
}

function decode(texts: Texts, isRepeated: boolean, decoding: Decoding): unknown {
  if (typeof texts === 'string') return isRepeated ? decodeRepeated([texts], decoding) : decodeSimple(texts, decoding);
  if (Array.isArray(texts)) {
    const isList = decoding.items !== undefined && decoding.explode !== false;
    return texts.length > 1 && !isList ? undefined : decodeRepeated(texts as string[], decoding);
  }
  // Without properties, `name[key]` is another parameter, which is ignored.
  return decodeProperties(
    Object.entries(texts as Record<string, string>).map(([name, text]) => [name, [text]] as const),
    decoding,
  ).value;
}

function refuseBody(keyword: string, message: string): Refusal[] {
  return [{ input: 'body', keyword, path: [], message }];
}

function checkBody({ body }: Operation, given: Input['body'], checker: Checker): Refusal[] {
  if (body === undefined) return [];
  // A form without fields has no bytes, so there is no body.
  const isAbsent = given === undefined || (given.mediaType === URLENCODED && formFields(given.value).length === 0);
  if (isAbsent) return body.required ? refuseBody('required', 'the request body is required') : [];
  const { mediaType, value } = given;
  const content =
    body.content.find((one) => one.mediaType === mediaType) ?? body.content.find((one) => includes(one, mediaType));
  if (content === undefined) return refuseBody('media type', `the request body cannot be ${mediaType}`);
  const decoded = mediaType === URLENCODED ? decodeForm(value, content.schema, checker) : value;
  return isJsonType(mediaType) || mediaType === URLENCODED
    ? explained('body', 'the request body', content.schema, decoded, checker)
    : [];
}

function decodeForm(form: unknown, schema: Parameter['schema'], checker: Checker): unknown {
  const fields = formFields(form);
  return decodeValid(
    decodingOf(schema, checker.resolve),
    (by) => decodeFields(by, fields).value,
    validatorOf(schema, checker),
  );
}

/** The validator of a schema; undefined is a value that was given several times. */
function validatorOf(schema: Parameter['schema'], { components, accepts }: Checker): Validator {
  return {
    check: (value) => value !== undefined && (accepts?.(schema, value) ?? isValid(schema, value, components)),
    explain: (value) => explain(schema, value, components),
  };
}

/** The fields of a form. */
export function formFields(value: unknown): [string, string][] {
  return Object.entries((value ?? {}) as object).flatMap(([name, item]): [string, string][] =>
    [item].flat().map((one: unknown) => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  );
}

function explained(
  input: string,
  label: string,
  schema: Parameter['schema'],
  value: unknown,
  { components, accepts }: Checker,
): Refusal[] {
  // Of a long schema, the reasons take much longer than the answer.
  if (accepts !== undefined) return accepts(schema, value) ? [] : [{ input, keyword: '', path: [], message: label }];
  return explain(schema, value, components).map(({ pointer, keyword, message }) => {
    return {
      input,
      keyword,
      path: keysOf(pointer).map((key) => (/^\d+$/.test(key) ? '[]' : key)),
      message: `${label}${pointer === '' ? '' : ` at ${pointer}`} ${message}`,
    };
  });
}
