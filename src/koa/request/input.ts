import { keysOf } from '../../contract/json-pointer.ts';
import type { BodyInput, InputValidator, ParameterInput } from '../../contract/enforcement.ts';
import type { OperationEntry, PagingLimits } from '../../contract/operation.ts';
import { PAGING_NAMES, resolvePaging } from '../../contract/paging.ts';
import type { InputError } from '../../contract/problem.ts';
import { decodeProperties, decodeRepeated, decodeSimple } from '../../validation/decode.ts';
import type { QueryNames, QueryText, QueryTexts } from '../../validation/query.ts';
import { scanQuery } from '../../validation/query.ts';
import { createRecord } from '../../validation/record.ts';
import type { ReadBody } from './body/index.ts';
import type { Input, OperationContext } from '../context.ts';
import { InvalidInput } from '../response/problem.ts';

// What takes nothing is given the same at every request, so no one may change it.
const NOTHING = Object.freeze(createRecord());
const NO_INPUT: Input = Object.freeze({
  path: NOTHING,
  query: NOTHING,
  header: NOTHING,
  cookie: NOTHING,
  body: undefined,
});

/**
 * Puts what a request brings on its context, as the contract has it: `ctx.input`, and for a list operation `ctx.paging`.
 *
 * @param body Undefined where there is none.
 * @throws {InvalidInput} That lists all that the contract does not allow.
 */
export function receiveInput(ctx: OperationContext, body: ReadBody | undefined): void {
  const { input, paging } = ctx.operation;
  if (input === undefined && paging === undefined) {
    ctx.input = NO_INPUT;
    return;
  }
  const { path, query, header, cookie, names } = readingOf(ctx.operation);
  const receiver = new Receiver();
  const { received } = receiver;
  for (const parameter of path) receiver.takeText(received.path, parameter, ctx.params[parameter.name]);
  if (names.places.size > 0) {
    const texts = scanQuery(ctx.querystring, names);
    if (paging !== undefined) receivePaging(ctx, texts, query.length, paging, receiver);
    query.forEach((parameter, place) => receiver.takeQuery(parameter, texts, place));
  }
  for (const parameter of header) receiver.takeText(received.header, parameter, headerText(ctx, parameter.name));
  for (const parameter of cookie) receiver.takeText(received.cookie, parameter, cookieText(ctx, parameter.name));
  if (input?.body !== undefined) receiver.takeBody(input.body, body);
  if (receiver.errors.length > 0) throw new InvalidInput(receiver.errors);
  ctx.input = received;
}

/** An operation's parameters by their places, and the names to look for in a query: first its own, then those of paging. */
interface Reading {
  readonly path: readonly ParameterInput[];
  readonly query: readonly ParameterInput[];
  readonly header: readonly ParameterInput[];
  readonly cookie: readonly ParameterInput[];
  readonly names: QueryNames;
}

const readings = new WeakMap<OperationEntry, Reading>();

function readingOf(operation: OperationEntry): Reading {
  let reading = readings.get(operation);
  if (reading === undefined) readings.set(operation, (reading = createReading(operation)));
  return reading;
}

function createReading({ input, paging }: OperationEntry): Reading {
  const all = input?.parameters ?? [];
  const [path, query, header, cookie] = (['path', 'query', 'header', 'cookie'] as const).map((place) =>
    all.filter((parameter) => parameter.in === place),
  ) as [ParameterInput[], ParameterInput[], ParameterInput[], ParameterInput[]];
  const names = [...query.map(({ name }) => name), ...(paging === undefined ? [] : PAGING_NAMES)];
  const objects = query.flatMap(({ decoding }, i) => (decoding.properties === undefined ? [] : [i]));
  const places = new Map(names.map((name, i) => [name, i]));
  return { path, query, header, cookie, names: { places, objects: new Set(objects) } };
}

/** Takes in what a request brings, and all that is wrong with it. */
class Receiver {
  readonly errors: InputError[] = [];
  readonly received = {
    path: createRecord(),
    query: createRecord(),
    header: createRecord(),
    cookie: createRecord(),
    body: undefined as unknown,
  };

  /** A parameter whose value is one text. */
  takeText(target: Input['path'], parameter: ParameterInput, text: string | undefined): void {
    this.#put(target, parameter, text === undefined ? undefined : decodeSimple(text, parameter.decoding));
  }

  takeQuery(parameter: ParameterInput, { values, properties }: QueryTexts, place: number): void {
    const texts = values[place];
    const parts = properties[place];
    if (texts !== undefined) {
      const known = this.decoded(parameter.name, texts);
      if (known === undefined) return;
      if (known.length === 1 || parameter.decoding.items !== undefined)
        this.#put(this.received.query, parameter, decodeRepeated(known, parameter.decoding));
      else this.refuse(parameter, '', 'must be given only once');
    } else if (parts === undefined) this.#put(this.received.query, parameter, undefined);
    else {
      const entries = [...parts].map(([name, list]) => [name, this.decoded(parameter.name, list)] as const);
      if (!entries.every((entry): entry is readonly [string, string[]] => entry[1] !== undefined)) return;
      this.#put(this.received.query, parameter, decodeProperties(entries, parameter.decoding));
    }
  }

  takeBody({ required, absent }: BodyInput, body: ReadBody | undefined): void {
    if (body === undefined) {
      if (required) this.refuse({ in: 'body', name: '' }, '', 'is required');
      else this.received.body = absent?.();
      return;
    }
    const { content, value, errors = [] } = body;
    this.errors.push(...errors);
    this.#check({ in: 'body', name: '' }, content, value, (checked) => (this.received.body = checked));
  }

  /** Texts of the query, undefined where one of them is none. */
  decoded(name: string, texts: readonly QueryText[]): string[] | undefined {
    if (texts.every((text) => text !== undefined)) return texts as string[];
    this.refuse({ in: 'query', name }, '', 'has a malformed percent-escape');
    return undefined;
  }

  refuse({ in: place, name }: Pick<InputError, 'in' | 'name'>, pointer: string, message: string): void {
    this.errors.push({ in: place, name, pointer, message });
  }

  #put(target: Input['path'], parameter: ParameterInput, value: unknown): void {
    const { name, required } = parameter;
    if (value === undefined) {
      const given = parameter.default;
      if (given !== undefined) target[name] = given();
      else if (required) this.refuse(parameter, '', 'is required');
    } else this.#check(parameter, parameter, value, (checked) => (target[name] = checked));
  }

  #check(
    of: Pick<InputError, 'in' | 'name'>,
    { check, explain, fill }: InputValidator,
    value: unknown,
    take: (value: unknown) => void,
  ): void {
    try {
      if (!check(value)) this.#explain(of, explain(value));
      else take(fill === undefined ? value : fill(value));
    } catch (error) {
      // The stack has an end, and JSON has none.
      if (!isDeep(value)) throw error;
      this.refuse(of, '', 'is nested too deeply');
    }
  }

  /** What a check refused is refused, even if no one could say why. */
  #explain(of: Pick<InputError, 'in' | 'name'>, violations: ReturnType<ParameterInput['explain']>): void {
    if (violations.length === 0) this.refuse(of, '', 'is not what the contract allows');
    for (const { pointer, message } of violations)
      this.refuse(of.in === 'body' ? { in: 'body', name: topOf(pointer) } : of, pointer, message);
  }
}

/** A value that is nested deeper than this, in levels, may be deeper than the stack. */
const DEEP = 500;

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < DEEP && level.length > 0; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return level.length > 0;
}

/** The property of a body that a pointer leads to; empty for the body itself. */
function topOf(pointer: string): string {
  return keysOf(pointer)[0] ?? '';
}

function receivePaging(
  ctx: OperationContext,
  { values }: QueryTexts,
  from: number,
  limits: PagingLimits,
  receiver: Receiver,
): void {
  const given = PAGING_NAMES.map((name, i) => [name, receiver.decoded(name, values[from + i] ?? []) ?? []] as const);
  const paging = resolvePaging(Object.fromEntries(given), limits);
  if (Array.isArray(paging)) receiver.errors.push(...paging);
  else ctx.paging = paging;
}

/** A header field; its name is compared without case (RFC 9110, 5.1), and several of one name are one list (5.3). */
function headerText({ req }: OperationContext, name: string): string | undefined {
  const value = req.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A cookie, of several of one name the first; percent-escapes are decoded, where they are some (OpenAPI 3.1, Parameter Object, `style: form`). */
function cookieText({ cookies }: OperationContext, name: string): string | undefined {
  const value = cookies.get(name, { signed: false });
  if (value?.includes('%') !== true) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
