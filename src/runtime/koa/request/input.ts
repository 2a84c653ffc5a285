import type { BodyInput, ParameterInput, Place } from '../../../shared/contract/enforcement.ts';
import type { Subject } from '../../../shared/contract/input-error.ts';
import { inputError, repeatedError } from '../../../shared/contract/input-error.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { pagingNames } from '../../../shared/contract/cursor.ts';
import type { InputError } from '../../../shared/contract/problem.ts';
import type { QueryNames } from '../../../shared/validation/query.ts';
import { hasParts, readBrackets } from '../../../shared/validation/brackets.ts';
import { scanQuery } from '../../../shared/validation/query.ts';
import { createRecord } from '../../../shared/validation/record.ts';
import type { ReadBody } from './body/read-body.ts';
import { checkValue } from '../../../shared/validation/check-value.ts';
import { readField, REPEATED } from './fields.ts';
import type { Position } from './position.ts';
import type { Spread, TextReader } from './parameter-values.ts';
import { composeQuery, takeText, textReaderOf } from './parameter-values.ts';
import type { Input, OperationContext } from '../context.ts';
import type { CheckBody, ReadInput, Steps } from '../steps.ts';
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

type ListSteps = Pick<Steps, 'readList' | 'readPosition' | 'checkBody'>;

/**
 * Composes how the input of an operation is read.
 *
 * @param steps How a list is read.
 */
export function composeInput(
  operation: OperationEntry,
  steps: ListSteps,
): (...request: Parameters<ReadInput>) => InvalidInput | undefined {
  if (operation.input === undefined && operation.paging === undefined)
    return (ctx) => {
      ctx.input = NO_INPUT;
      return undefined;
    };
  const take = composeTake(operation, steps);
  return (ctx, body, takesBody) => {
    const errors = take(ctx, body, takesBody);
    return errors.length > 0 ? new InvalidInput(errors) : undefined;
  };
}

/**
 * Validates the body of a request and adds it to `ctx.input`.
 *
 * @returns A 400 that lists every violation of the body; undefined if there is none.
 */
export function addBody(
  ctx: OperationContext,
  declared: BodyInput,
  body: ReadBody | undefined,
  checkBody: CheckBody | undefined,
): InvalidInput | undefined {
  const errors: InputError[] = [];
  const input: Mutable<Input> = { ...ctx.input };
  takeBody(input, declared, body, errors, checkBody);
  if (errors.length > 0) return new InvalidInput(errors);
  ctx.input = input;
  return undefined;
}

/** Composes the function that sets `ctx.input`, unless there are violations. */
function composeTake(
  operation: OperationEntry,
  { readList, readPosition, checkBody }: ListSteps,
): (...request: Parameters<ReadInput>) => readonly InputError[] {
  const { input: { body: declared } = {}, paging } = operation;
  const { path, query, fields, names, listed } = planOf(operation);
  const hasQuery = names.places.size > 0;
  return (ctx, body, takesBody) => {
    const errors: InputError[] = [];
    const input = createInput();
    for (let i = 0; i < path.length; i++) takeText(path[i]!, ctx.params[path[i]!.name], input.path, errors);
    let position: Position | undefined;
    if (hasQuery) {
      const texts = scanQuery(ctx.querystring, names);
      if (paging !== undefined) position = readList!(ctx, texts, listed, paging, errors);
      for (const take of query) take(texts, input.query, errors);
    }
    for (const field of fields) {
      const { parameter } = field;
      const text = readField(ctx, parameter);
      if (text === REPEATED) errors.push(repeatedError(parameter));
      else takeText(field, text, input[parameter.in], errors);
    }
    if (takesBody && declared !== undefined) takeBody(input, declared, body, errors, checkBody);
    if (errors.length === 0) {
      ctx.input = input;
      const error = position && readPosition?.(ctx, position.cursor, position.limit);
      if (error !== undefined) errors.push(error);
    }
    return errors;
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function createInput(): Mutable<Input> {
  return {
    path: createRecord(),
    query: createRecord(),
    header: createRecord(),
    cookie: createRecord(),
    body: undefined,
  };
}

/** How an operation's parameters are read. */
interface InputPlan {
  readonly path: readonly TextReader[];
  /** The header fields and cookies. */
  readonly fields: readonly TextReader[];
  readonly query: readonly ReturnType<typeof composeQuery>[];
  /** The names to find in the query: first the operation's own, then those of paging. */
  readonly names: QueryNames;
  /** The index of the first name of paging. */
  readonly listed: number;
}

function planOf({ input, paging }: OperationEntry): InputPlan {
  const at = (location: Place): readonly ParameterInput[] =>
    (input?.parameters ?? []).filter((parameter) => parameter.in === location);
  const textsAt = (location: Place): readonly TextReader[] => at(location).map(textReaderOf);
  const query = at('query');
  const names = [...query.map(({ name }) => name), ...(paging === undefined ? [] : pagingNames(paging))];
  const spreads = query.map(({ decoding }): Spread | undefined => {
    if (decoding.spread !== true) return undefined;
    const properties = Object.keys(decoding.properties ?? {}).filter((name) => name !== '*');
    return properties.map((name) => [name, names.push(name) - 1] as const);
  });
  for (const [i, spread] of spreads.entries()) if (spread !== undefined) names[i] = '';
  return {
    path: textsAt('path'),
    query: query.map((parameter, place) => composeQuery(parameter, place, spreads[place])),
    fields: [...textsAt('header'), ...textsAt('cookie')],
    names: { places: new Map(names.map((name, i) => [name, i])), bracketed: bracketedIn(query) },
    listed: query.length,
  };
}

/** Composes whether an operation reads the texts of a name in the query. */
export function queryReaderOf(operation: OperationEntry): (name: string) => boolean {
  const { places, bracketed } = planOf(operation).names;
  return (name) => places.has(name) || readBrackets(name, (base) => bracketed.get(base)) !== undefined;
}

/** The query parameters that can be given in parts, and the lists among the properties that are separate parameters. */
function bracketedIn(query: readonly ParameterInput[]): QueryNames['bracketed'] {
  const entries = query.flatMap(({ name, decoding }) =>
    decoding.spread === true ? Object.entries(decoding.properties ?? {}) : [[name, decoding] as const],
  );
  return new Map(entries.filter(([name, decoding]) => name !== '*' && hasParts(decoding)));
}

const BODY: Subject = { in: 'body', name: '' };

function takeBody(
  input: Mutable<Input>,
  { required, absent, content: declared }: BodyInput,
  body: ReadBody | undefined,
  errors: InputError[],
  checkBody: CheckBody | undefined,
): void {
  if (body === undefined) {
    if (required) errors.push(inputError(BODY, 'is required', 'required', { missingProperty: 'body' }));
    else input.body = absent?.();
    return;
  }
  const { content, type, value, errors: others } = body;
  if (declared.length > 1 || content.mediaType.endsWith('*')) input.type = type;
  if (others !== undefined) errors.push(...others);
  input.body = checkValue(BODY, content, value, errors);
  if (input.body !== undefined) checkBody?.(value, input.body, errors);
}
