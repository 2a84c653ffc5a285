import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { facesOf } from '../../../shared/schema/faces.ts';
import { defaultOf } from '../../../shared/schema/json-types.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import type { Components } from '../../../shared/validation/explain/index.ts';
import type { Contract } from '../../openapi/compare/contract.ts';
import type { Pair, Scope } from '../../openapi/compare/operations/found.ts';
import { includes } from '../../openapi/compare/operations/request-body.ts';
import { byKey } from '../../openapi/compare/operations/request-parameters.ts';
import { sameValuesOf } from '../../../shared/comparison/same-values.ts';
import { createMaking } from './candidates.ts';
import { createJudge } from './judge.ts';
import type { Candidate, Making } from './making.ts';
import { createPatternGuard } from './slow-patterns.ts';
import type { Checker, Input, Refusal } from './wire.ts';
import { refusals, refusalsOf, toTexts } from './wire.ts';
import { countValues, createReferenceCounter, MAX_WORK } from './work.ts';

/** A request that the baseline accepts and the new contract refuses. */
export interface Trial {
  readonly input: Input;
  /** The path of the value that varies. */
  readonly path: readonly string[];
  readonly refusals: readonly Refusal[];
}

/** Tries requests, and remembers those that show a break. */
export class Trials {
  readonly making: Making;
  /** Whether the new contract refuses a request, by its routes and its compiled validators. */
  readonly isRefused: (before: Operation, input: Input) => boolean;
  readonly #isBoundedBefore: (operation: Operation) => boolean;
  readonly #isBoundedAfter: (operation: Operation) => boolean;
  readonly #referencesBefore: (operation: Operation) => number;
  readonly #referencesAfter: (operation: Operation) => number;
  readonly #before: Checker;
  readonly #after: Checker;
  readonly #faced = new Map<Operation, Operation>();
  readonly #bases = new Map<Operation, Input | undefined>();
  readonly #trials = new Map<Operation, Map<string, readonly Trial[]>>();

  constructor(scope: Scope) {
    const { before, after } = scope;
    this.#isBoundedBefore = createPatternGuard(before.schemas);
    this.#isBoundedAfter = createPatternGuard(after.schemas);
    this.#referencesBefore = createReferenceCounter(before.schemas);
    this.#referencesAfter = createReferenceCounter(after.schemas);
    const [old, now] = [this.#faceOf(before), this.#faceOf(after)];
    this.#before = checkerOf(old);
    this.#after = checkerOf(now);
    this.isRefused = createJudge({ ...scope, after: now, resolveAfter: this.#after.resolve }, this.#after.components);
    this.making = createMaking({
      before: this.#before.resolve,
      after: this.#after.resolve,
      components: this.#before.components,
      isSame: sameValuesOf(this.#before.resolve, this.#after.resolve),
    });
  }

  /** Requests are checked by their face of each schema. */
  #faceOf(contract: Contract): Contract {
    const faced = facesOf(contract.operations, contract.schemas);
    const isSame = contract.operations.every((operation, i) => operation === faced.operations[i]);
    if (isSame) return contract;
    contract.operations.forEach((operation, i) => this.#faced.set(operation, faced.operations[i]!));
    return { ...contract, ...faced };
  }

  #facedOf(operation: Operation): Operation {
    return this.#faced.get(operation) ?? operation;
  }

  /** Whether the baseline accepts an input. */
  isAccepted(operation: Operation, input: Input): boolean {
    return this.#check(operation, input, this.#before)?.length === 0;
  }

  /** The smallest input that the baseline accepts; undefined if none is found, or if checking it can be slow. */
  baseOf(before: Operation): Input | undefined {
    if (!this.#bases.has(before)) this.#bases.set(before, this.#makeBase(before));
    return this.#bases.get(before);
  }

  #makeBase(before: Operation): Input | undefined {
    if (!this.#isBoundedBefore(before)) return undefined;
    const { resolve } = this.#before;
    const needed = [...byKey(before)].filter(
      ([, { in: place, required, schema }]) =>
        place === 'path' || (required && defaultOf(schema, resolve) === undefined),
    );
    const parameters = new Map(
      needed.flatMap(([key, parameter]) => {
        const { in: place, schema } = parameter;
        // A segment of a path is never empty.
        const sampled = place === 'path' ? { allOf: [schema, { minLength: 1 }] } : schema;
        const texts = toTexts(parameter, this.making.sample(sampled, 0));
        return texts === undefined ? [] : [[key, texts] as const];
      }),
    );
    const [content] = this.#facedOf(before).body?.content ?? [];
    const body =
      before.body?.required === true
        ? { body: { mediaType: content!.mediaType, value: this.making.sample(content!.schema, 0) } }
        : {};
    const input: Input = { parameters, ...body };
    return this.isAccepted(before, input) ? input : undefined;
  }

  /** Tries values of one input: lists those that the baseline accepts and the new contract refuses. */
  tryAll(pair: Pair, key: string, mediaType: string | undefined): readonly Trial[] {
    let known = this.#trials.get(pair.before);
    if (known === undefined) this.#trials.set(pair.before, (known = new Map()));
    const id = `${key} ${mediaType ?? ''}`;
    let trials = known.get(id);
    if (trials === undefined) known.set(id, (trials = this.#makeTrials(pair, key, mediaType)));
    return trials;
  }

  #makeTrials(pair: Pair, key: string, mediaType: string | undefined): Trial[] {
    const base = this.baseOf(pair.before);
    if (base === undefined || !this.#isBoundedAfter(pair.after)) return [];
    const inputs = key === 'body' ? this.#bodies(pair, base, mediaType) : this.#parameters(pair, base, key);
    let work = 0;
    const references = this.#referencesBefore(pair.before) + this.#referencesAfter(pair.after);
    return [{ input: base, path: [] }, ...inputs].flatMap(({ input, path }): Trial[] => {
      if (work > MAX_WORK) return [];
      work += references * countValues(input.body?.value);
      const refused = this.#check(pair.after, input, this.#after, key) ?? [];
      // The rest of the input is that of the base, which is accepted.
      const isAccepted = refused.length > 0 && this.#check(pair.before, input, this.#before, key)?.length === 0;
      return isAccepted ? [{ input, path, refusals: refused }] : [];
    });
  }

  /** The reasons why an input, or its part with a key, is refused; undefined if a schema cannot be checked. */
  #check(operation: Operation, input: Input, checker: Checker, key?: string): Refusal[] | undefined {
    const faced = this.#facedOf(operation);
    try {
      return key === undefined ? refusals(faced, input, checker) : refusalsOf(key, faced, input, checker);
    } catch {
      return undefined;
    }
  }

  #parameters(pair: Pair, base: Input, key: string): Omit<Trial, 'refusals'>[] {
    const [one, other] = [byKey(pair.before).get(key), byKey(pair.after).get(key)];
    if (one === undefined || other === undefined) return [];
    return this.#vary(one.schema, other.schema, true).flatMap(({ value, path }) => {
      const texts = toTexts(one, value);
      return texts === undefined
        ? []
        : [{ input: { ...base, parameters: new Map([...base.parameters, [key, texts]]) }, path }];
    });
  }

  #bodies(pair: Pair, base: Input, mediaType: string | undefined): Omit<Trial, 'refusals'>[] {
    const contents = this.#facedOf(pair.before).body?.content ?? [];
    const content = contents.find((one) => mediaType === undefined || one.mediaType === mediaType);
    if (content === undefined) return [];
    const all = this.#facedOf(pair.after).body?.content ?? [];
    const other =
      all.find((one) => one.mediaType === content.mediaType) ?? all.find((one) => includes(one, content.mediaType));
    return this.#vary(content.schema, other?.schema ?? {}, false).map(({ value, path }) => ({
      input: { ...base, body: { mediaType: content.mediaType, value } },
      path,
    }));
  }

  /** The values of a parameter vary even if only its serialization changes. */
  #vary(before: AnySchema, after: AnySchema, always: boolean): Candidate[] {
    const varied = [...this.making.vary(before, after, 0)];
    if (!always || varied.length > 1) return varied;
    return [...varied, ...this.making.vary({ allOf: [before, {}] }, true, 0)];
  }
}

function checkerOf({ schemas }: Contract): Checker {
  return { resolve: resolverOf(schemas), components: componentsOf(schemas) };
}

/** A plain object would change its shape with each name. */
function componentsOf(schemas: ReadonlyMap<string, Schema>): Components {
  let components = known.get(schemas);
  if (components === undefined) {
    const made = Object.create(null) as { [name: string]: () => Schema };
    for (const [name, schema] of schemas) made[name] = () => schema;
    known.set(schemas, (components = made));
  }
  return components;
}

const known = new WeakMap<ReadonlyMap<string, Schema>, Components>();
