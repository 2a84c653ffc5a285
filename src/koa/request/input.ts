import { firstKeyOf, pointTo } from '../../contract/json-pointer.ts';
import type { BodyInput, InputValidator, ParameterInput, Place } from '../../contract/enforcement.ts';
import type { Subject } from '../../contract/input-error.ts';
import { inputError, malformedError, repeatedError } from '../../contract/input-error.ts';
import type { OperationEntry } from '../../contract/manifest.ts';
import { pagingNames } from '../../contract/cursor.ts';
import type { InputError } from '../../contract/problem.ts';
import { decodeProperties, decodeRepeated, decodeSimple } from '../../validation/decode.ts';
import { decodeValid, ofProperties } from '../../validation/readings.ts';
import type { QueryNames, QueryText, QueryTexts } from '../../validation/query.ts';
import { scanQuery } from '../../validation/query.ts';
import { createRecord } from '../../validation/record.ts';
import type { ReadBody } from './body/index.ts';
import type { Position } from './list-input.ts';
import { readPaging } from './list-input.ts';
import type { Field } from './fields.ts';
import { readField, REPEATED } from './fields.ts';
import type { Input, OperationContext } from '../context.ts';
import type { Steps } from '../runtime.ts';
import { InvalidInput } from '../response/problem.ts';

// Shared by all requests of operations without input, so it is frozen.
const EMPTY = Object.freeze(createRecord());
const NO_INPUT: Input = Object.freeze({
  path: EMPTY,
  query: EMPTY,
  header: EMPTY,
  cookie: EMPTY,
  body: undefined,
});

/**
 * Validates the parameters and the body of a request and sets `ctx.input`, and `ctx.paging` for a list operation.
 *
 * @param body The parsed body, or undefined if the request has none.
 * @param readPosition Reads the position in a list; undefined if the operation has none.
 * @param takesBody Whether the body has been read. If not, {@link addBody} adds it.
 * @throws {InvalidInput} A 400 that lists every violation of the contract.
 */
export function readInput(
  ctx: OperationContext,
  body: ReadBody | undefined,
  readPosition: Steps['readPosition'],
  takesBody = true,
): void {
  const errors = takeInput(ctx, body, readPosition, takesBody);
  // Thrown here, because V8 does not optimize a function that always throws: many requests can be invalid.
  if (errors.length > 0) throw new InvalidInput(errors);
}

/**
 * Validates the body of a request and adds it to `ctx.input`.
 *
 * @throws {InvalidInput} A 400 that lists every violation of the body.
 */
export function addBody(ctx: OperationContext, declared: BodyInput, body: ReadBody | undefined): void {
  const reader = new InputReader();
  reader.takeBody(declared, body);
  if (reader.errors.length > 0) throw new InvalidInput(reader.errors);
  const { body: value, type } = reader.input;
  ctx.input = { ...ctx.input, body: value, ...(type !== undefined && { type }) };
}

const NO_ERRORS: readonly InputError[] = [];

/** Sets `ctx.input`, unless there are violations. */
function takeInput(
  ctx: OperationContext,
  body: ReadBody | undefined,
  readPosition: Steps['readPosition'],
  takesBody: boolean,
): readonly InputError[] {
  const { input, paging } = ctx.operation;
  if (input === undefined && paging === undefined) {
    ctx.input = NO_INPUT;
    return NO_ERRORS;
  }
  const { path, query, fields, names, spreads } = planOf(ctx.operation);
  const reader = new InputReader();
  const { input: values } = reader;
  for (const parameter of path) reader.takeText(values.path, parameter, ctx.params[parameter.name]);
  let position: Position | undefined;
  if (names.places.size > 0) {
    const texts = scanQuery(ctx.querystring, names);
    if (paging !== undefined) position = readPaging(ctx, texts, query.length, paging, reader);
    query.forEach((parameter, place) => {
      const spread = spreads.get(place);
      if (spread === undefined) reader.takeQuery(parameter, texts, place);
      else reader.takeSpread(parameter, texts, spread);
    });
  }
  for (const parameter of fields) reader.takeField(values[parameter.in], parameter, readField(ctx, parameter));
  if (takesBody && input?.body !== undefined) reader.takeBody(input.body, body);
  if (reader.errors.length === 0) {
    ctx.input = values;
    const error = position && readPosition?.(ctx, position.cursor, position.limit);
    if (error !== undefined) reader.errors.push(error);
  }
  return reader.errors;
}

/** An operation's parameters by location, and the names to find in the query: first its own, then those of paging. */
interface InputPlan {
  readonly path: readonly ParameterInput[];
  readonly query: readonly ParameterInput[];
  /** The header fields and cookies. */
  readonly fields: readonly ParameterInput[];
  readonly names: QueryNames;
  /** The names of the properties that are parameters of their own, with their indices, by the index of the object. */
  readonly spreads: ReadonlyMap<number, readonly (readonly [name: string, place: number])[]>;
}

const plans = new WeakMap<OperationEntry, InputPlan>();

function planOf(operation: OperationEntry): InputPlan {
  let plan = plans.get(operation);
  if (plan === undefined) plans.set(operation, (plan = createPlan(operation)));
  return plan;
}

function createPlan({ input, paging }: OperationEntry): InputPlan {
  const at = (location: Place): ParameterInput[] =>
    (input?.parameters ?? []).filter((parameter) => parameter.in === location);
  const query = at('query');
  const names = [...query.map(({ name }) => name), ...(paging === undefined ? [] : pagingNames(paging))];
  const objects = new Set(
    query.flatMap(({ decoding }, i) => (decoding.properties === undefined || decoding.spread ? [] : [i])),
  );
  const spreads = query.flatMap(({ decoding }, i) => {
    if (decoding.spread !== true) return [];
    const properties = Object.keys(decoding.properties ?? {}).filter((name) => name !== '*');
    return [[i, properties.map((name) => [name, names.push(name) - 1] as const)] as const];
  });
  for (const [i] of spreads) names[i] = '';
  const places = new Map(names.map((name, i) => [name, i]));
  return {
    path: at('path'),
    query,
    fields: [...at('header'), ...at('cookie')],
    names: { places, objects },
    spreads: new Map(spreads),
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const BODY: Subject = { in: 'body', name: '' };

/** Decodes and validates the input of a request, and collects its violations. */
class InputReader {
  readonly errors: InputError[] = [];
  readonly input: Mutable<Input> = {
    path: createRecord(),
    query: createRecord(),
    header: createRecord(),
    cookie: createRecord(),
    body: undefined,
  };

  /** Reads a parameter that a request holds as one text. */
  takeText(target: Input['path'], parameter: ParameterInput, text: string | undefined): void {
    const { decoding } = parameter;
    const value = text === undefined ? undefined : decodeValid(decoding, (by) => decodeSimple(text, by), parameter);
    this.#put(target, parameter, value);
  }

  /** Reads a header field or a cookie. */
  takeField(target: Input['path'], parameter: ParameterInput, field: Field): void {
    if (field === REPEATED) this.errors.push(repeatedError(parameter));
    else this.takeText(target, parameter, field);
  }

  takeQuery(parameter: ParameterInput, { values, properties }: QueryTexts, place: number): void {
    const texts = values[place];
    const parts = properties[place];
    const { decoding } = parameter;
    const { items, explode } = decoding;
    if (texts !== undefined) {
      const decoded = this.decoded(parameter.name, texts);
      if (decoded === undefined) return;
      const isList = items !== undefined && explode !== false;
      if (parts !== undefined || (decoded.length > 1 && !isList)) this.errors.push(repeatedError(parameter));
      else if (decoding.json === true) this.#takeJson(parameter, decoded[0]!);
      else if (explode === false) this.takeText(this.input.query, parameter, decoded[0]);
      else
        this.#put(
          this.input.query,
          parameter,
          decodeValid(decoding, (by) => decodeRepeated(decoded, by), parameter),
        );
    } else if (parts === undefined) this.#put(this.input.query, parameter, undefined);
    else {
      const entries = [...parts].map(([name, list]) => [name, this.decoded(parameter.name, list)] as const);
      if (!entries.every((entry): entry is readonly [string, string[]] => entry[1] !== undefined)) return;
      this.#putProperties(parameter, entries);
    }
  }

  /** Reads an object whose properties are parameters of their own. */
  takeSpread(parameter: ParameterInput, { values }: QueryTexts, spread: readonly (readonly [string, number])[]): void {
    const given = spread.filter(([, place]) => values[place] !== undefined);
    if (given.length === 0) return this.#put(this.input.query, parameter, undefined);
    const entries = given.map(([name, place]) => [name, this.decoded(name, values[place]!)] as const);
    if (entries.every((entry): entry is readonly [string, string[]] => entry[1] !== undefined))
      this.#putProperties(parameter, entries);
  }

  #putProperties(parameter: ParameterInput, entries: readonly (readonly [string, string[]])[]): void {
    const { decoding, name } = parameter;
    const { value, repeated } = decodeValid(decoding, (by) => decodeProperties(entries, by), ofProperties(parameter));
    for (const property of repeated)
      this.errors.push(repeatedError({ in: 'query', name, pointer: pointTo('', property) }));
    this.#put(this.input.query, parameter, value);
  }

  /** Reads a parameter whose text is JSON. */
  #takeJson(parameter: ParameterInput, text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.errors.push(inputError(parameter, 'must be valid JSON', 'json'));
      return;
    }
    this.#put(this.input.query, parameter, value);
  }

  takeBody({ required, absent, content: declared }: BodyInput, body: ReadBody | undefined): void {
    if (body === undefined) {
      if (required) this.errors.push(inputError(BODY, 'is required', 'required', { missingProperty: 'body' }));
      else this.input.body = absent?.();
      return;
    }
    const { content, type, value, errors = [] } = body;
    if (declared.length > 1 || content.mediaType.endsWith('*')) this.input.type = type;
    this.errors.push(...errors);
    this.#check(BODY, content, value, (checked) => (this.input.body = checked));
  }

  /** The decoded texts of a query parameter; undefined, with a violation, if one has an invalid percent-encoding. */
  decoded(name: string, texts: readonly QueryText[]): string[] | undefined {
    if (texts.every((text) => text !== undefined)) return texts as string[];
    this.errors.push(malformedError({ in: 'query', name }));
    return undefined;
  }

  #put(target: Input['path'], parameter: ParameterInput, value: unknown): void {
    const { name, required } = parameter;
    if (value === undefined) {
      const createDefault = parameter.default;
      if (createDefault !== undefined) target[name] = createDefault();
      else if (required) this.errors.push(inputError(parameter, 'is required', 'required', { missingProperty: name }));
    } else this.#check(parameter, parameter, value, (checked) => (target[name] = checked));
  }

  #check(of: Subject, { check, explain, fill }: InputValidator, value: unknown, take: (value: unknown) => void): void {
    try {
      if (!check(value)) this.#explain(of, explain(value));
      else take(fill === undefined ? value : fill(value));
    } catch (error) {
      // Deeply nested JSON can overflow the stack.
      if (!isDeep(value)) throw error;
      this.errors.push(inputError(of, 'is nested too deeply', 'depth'));
    }
  }

  /** Reports why a value is invalid. An empty explanation still refuses it. A body's violations are named by their properties. */
  #explain(of: Subject, violations: ReturnType<ParameterInput['explain']>): void {
    if (violations.length === 0) this.errors.push(inputError(of, 'does not match its schema', 'schema'));
    for (const violation of violations) {
      const name = of.in === 'body' ? (firstKeyOf(violation.pointer) ?? '') : of.name;
      this.errors.push({ in: of.in, name, ...violation });
    }
  }
}

/** The nesting depth, in levels, from which a stack overflow is blamed on the value. */
const DEEP_LEVELS = 500;

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < DEEP_LEVELS && level.length > 0; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return level.length > 0;
}
