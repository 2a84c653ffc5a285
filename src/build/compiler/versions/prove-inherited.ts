import type { Content, Operation, Schema } from '../../../shared/contract/operation.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { mapReferences, splitReference } from '../../../shared/schema/references.ts';
import { successesOf } from '../../../shared/contract/statuses.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import type { Compilation } from '../compilation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import type { OperationConversion } from '../operations/conversion.ts';
import { contractDifferences } from './contract-differences.ts';
import type { Converters, Direction } from './converters.ts';
import type { Planned, PlannedDefinitions } from './conversion-plan.ts';
import { namesWithin, planOf } from './conversion-plan.ts';
import { differenceOf, isSameShape } from './same-shape.ts';

/** A version and the next one, which it inherits operations from. */
export interface VersionStep {
  readonly own: Compilation;
  readonly next: Compilation;
  /** The functions next to the definitions of the older one, by their names. */
  readonly converters: ReadonlyMap<string, Converters>;
}

/** The same, with the definitions that differ. */
interface ComparedStep extends VersionStep {
  readonly changes: PlannedDefinitions;
}

/**
 * Finds out which definitions of a version differ from those of the next one, or have functions that convert them. One that is made of the parts of
 * another, such as `Partial<Book>`, differs with it.
 */
export function compareDefinitions(step: VersionStep): ComparedStep {
  const { lookup, schemas: definitions } = step.own.definitions;
  const named = [...definitions.values()].filter(({ typeParameters }) => typeParameters.length === 0);
  const schemas = new Map(named.map(({ name, schema }) => [name, lookup.expand(schema)] as const));
  const changed = new Set([...schemas.keys()].filter((name) => isChanged(name, schemas, step)));
  for (let before = -1; before !== changed.size;) {
    before = changed.size;
    for (const { name, references } of named)
      if (references.some((each) => changed.has(each.name) && !refersTo(schemas.get(name)!, new Set([each.name]))))
        changed.add(name);
  }
  const affected = new Set(changed);
  for (let before = -1; before !== affected.size;) {
    before = affected.size;
    for (const [name, schema] of schemas) if (refersTo(schema, affected)) affected.add(name);
  }
  return { ...step, changes: { schemas, changed, affected } };
}

function isChanged(name: string, schemas: ReadonlyMap<string, Schema>, { next, converters }: VersionStep): boolean {
  if (converters.has(name)) return true;
  const [one, other] = [schemas.get(name), expanded(next, name)];
  return one === undefined || other === undefined ? one !== other : !isSameShape(one, other);
}

/** A definition of a version, with its type arguments. */
function expanded({ definitions }: Compilation, name: string): Schema | undefined {
  const definition = definitions.schemas.get(name);
  return definition && definitions.lookup.expand(definition.schema);
}

function refersTo(schema: Schema, names: ReadonlySet<string>): boolean {
  let found = false;
  mapReferences(schema, (reference) => {
    found ||= names.has(splitReference(reference)?.name ?? '');
    return reference;
  });
  return found;
}

/**
 * Proves that an operation that an older version inherits keeps its contract there: that it is the one that the handler is written for, or that functions
 * convert the differences.
 *
 * @returns The operation, with its conversion if it has one.
 */
export function proveInherited(
  operation: CompiledOperation,
  known: CompiledOperation,
  step: ComparedStep,
  report: Report,
): CompiledOperation {
  const { own, next } = step;
  const proof = new Proof(operation, known, step);
  for (const difference of contractDifferences(operation.contract, known.contract, [own.version!, next.version!]))
    proof.fail(undefined, difference);
  const conversion = proof.convert();
  proof.checkCurrent();
  for (const { name, text } of proof.failures) {
    const at = name === undefined ? undefined : own.definitions.schemas.get(name)?.at;
    report(messages.versionDifference(at, operation, { name, text, own: own.version!, written: next.version! }));
  }
  const conversions = [...(conversion === undefined ? [] : [conversion]), ...(known.conversions ?? [])];
  return conversions.length === 0 || proof.failures.length > 0 ? operation : withConversions(operation, conversions);
}

/** The operations of the last run, so that the same operation is the same object. */
const converted = new WeakMap<CompiledOperation, CompiledOperation>();

function withConversions(operation: CompiledOperation, conversions: readonly OperationConversion[]): CompiledOperation {
  const known = converted.get(operation);
  if (known !== undefined && isEqual(known.conversions, conversions)) return known;
  const made = { ...operation, conversions };
  converted.set(operation, made);
  return made;
}

class Proof {
  readonly failures: { readonly name: string | undefined; readonly text: string }[] = [];
  readonly #operation: CompiledOperation;
  readonly #known: CompiledOperation;
  readonly #step: ComparedStep;

  constructor(operation: CompiledOperation, known: CompiledOperation, step: ComparedStep) {
    this.#operation = operation;
    this.#known = known;
    this.#step = step;
  }

  fail(name: string | undefined, text: string): void {
    if (!this.failures.some((each) => each.name === name && each.text === text)) this.failures.push({ name, text });
  }

  convert(): OperationConversion | undefined {
    const { contract } = this.#operation;
    const { parameters, body, responses, paging } = contract;
    for (const { schema, name } of parameters) this.#refuse(schema, `decides the parameter "${name}"`);
    const successes = successesOf(responses);
    for (const response of responses) {
      for (const { schema } of response.headers ?? []) this.#refuse(schema, 'is in a header');
      if (!successes.includes(response))
        for (const { schema } of response.content) this.#refuse(schema, `is in the response ${response.status}`);
    }
    const down = this.#plan(
      successes.flatMap(({ content }) => content),
      'down',
    );
    const up = this.#plan(body?.content ?? [], 'up');
    if (down !== undefined && (paging?.cursor ?? paging?.choices) !== undefined)
      for (const name of down.converts) this.fail(name, 'decides the parameters of the list');
    if (down?.plan === undefined && up?.plan === undefined) return undefined;
    const isStream = successes.some(({ content }) => content.some(({ stream }) => stream !== undefined));
    const rows = paging?.envelope?.items;
    return {
      ...(down?.plan !== undefined && {
        down: down.plan,
        ...(isStream && { stream: true as const }),
        ...(rows !== undefined && { rows }),
      }),
      ...(up?.plan !== undefined && { up: up.plan }),
      plans: Object.fromEntries([...(down?.plans ?? []), ...(up?.plans ?? [])]),
      to: this.#step.next.version!,
      downs: this.#functions(down, 'down'),
      ups: this.#functions(up, 'up'),
    };
  }

  /** A conditional write has the resource of today as `ctx.current`, which the GET of its path returns. */
  checkCurrent(): void {
    const { conditional, path } = this.#operation.contract;
    const { own, next, changes } = this.#step;
    if (conditional === undefined) {
      if (this.#known.contract.conditional !== undefined)
        this.fail(undefined, `only "${next.version}" has "ctx.current", because the GET of its path has "@etag" there`);
      return;
    }
    const get = readOf(own, path);
    const before = readOf(next, this.#known.contract.path);
    if (get === undefined || before === undefined) return;
    const isSame = contractDifferences(get, before, [own.version!, next.version!]).length === 0;
    const schemas = successesOf(get.responses).flatMap(({ content }) => content.map(({ schema }) => schema));
    const [name] = schemas.flatMap((schema) => namesWithin(schema, changes.affected));
    if (!isSame || name !== undefined) this.fail(name, 'is what "ctx.current" has, because of the "@etag" of its path');
  }

  /** Fails if a schema leads to a changed definition. */
  #refuse(schema: Schema, text: string): void {
    for (const name of namesWithin(schema, this.#step.changes.affected)) this.fail(name, text);
  }

  #plan(content: readonly Content[], direction: Direction): Planned | undefined {
    const { changes } = this.#step;
    const affected = content.filter(({ schema }) => namesWithin(schema, changes.affected).length > 0);
    if (affected.length === 0) return undefined;
    const planned = affected.map(({ schema }) => planOf(schema, changes));
    const [first] = planned;
    const isOne = planned.every(({ plan }) => JSON.stringify(plan) === JSON.stringify(first!.plan));
    const isJson = affected.every(({ mediaType, stream }) => stream !== undefined || isJsonType(mediaType));
    if (!isOne || !isJson || affected.length < content.length)
      for (const name of namesWithin(affected[0]!.schema, changes.affected))
        this.fail(name, 'is in only one of several bodies, or in one that is not JSON');
    for (const { misplaced } of planned)
      for (const name of misplaced)
        this.fail(name, 'is at a place that cannot be converted, such as one of several types');
    for (const name of first!.converts) this.#checkFunctions(name, direction);
    return first;
  }

  #checkFunctions(name: string, direction: Direction): void {
    const { own, next, converters, changes } = this.#step;
    if (converters.get(name)?.[direction] !== undefined) return;
    const [one, other] = [changes.schemas.get(name) ?? {}, expanded(next, name) ?? {}];
    const difference = differenceOf(one, other, [own.version!, next.version!]);
    const text = difference === '' ? 'is converted, or made of what is converted' : `differs: ${difference}`;
    this.fail(name, `${text} (the function "${direction}" is missing)`);
  }

  #functions(planned: Planned | undefined, direction: Direction): OperationConversion['downs'] {
    const { converters } = this.#step;
    const names = [...(planned?.converts ?? [])].filter((name) => converters.get(name)?.[direction] !== undefined);
    return Object.fromEntries(names.map((name) => [name, converters.get(name)!.file]));
  }
}

function readOf({ operations }: Compilation, path: string): Operation | undefined {
  return operations.find(({ contract }) => contract.method === 'GET' && contract.path === path)?.contract;
}
