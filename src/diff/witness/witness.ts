import type { Operation, Schema } from '../../contract/operation.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { defaultOf } from '../../schema/json-types.ts';
import type { Components } from '../../validation/explain/index.ts';
import { severityOf } from '../checks.ts';
import type { Witness } from '../model.ts';
import type { Found, Pair, Scope } from '../operations/found.ts';
import { foundInSchema, siteOf } from '../operations/found.ts';
import { byKey } from '../operations/parameters.ts';
import { includes } from '../operations/request-body.ts';
import type { Candidate, Making } from './candidates.ts';
import { createMaking } from './candidates.ts';
import { toCurl } from './curl.ts';
import type { Checker, Input, Refusal } from './wire.ts';
import { refusals, toTexts } from './wire.ts';

/** Finds requests that the baseline accepts and the new contract refuses. */
export interface Witnesses {
  /** A witness of one change; undefined if none is found. */
  find(change: Found): Witness | undefined;
  /** The changes of an operation's input that only a witness shows. */
  discover(pair: Pair, known: readonly Found[]): (Found & { readonly witness: Witness })[];
}

/** A request that shows a break. */
interface Trial {
  readonly input: Input;
  readonly path: readonly string[];
  readonly refusals: readonly Refusal[];
}

/** Prepares to find witnesses between two contracts. */
export function createWitnesses(scope: Scope): Witnesses {
  const finder = new Finder(scope);
  return {
    find: (change) => finder.find(change),
    discover: (pair, known) => finder.discover(pair, known),
  };
}

class Finder {
  readonly #scope: Scope;
  readonly #making: Making;
  readonly #before: Checker;
  readonly #after: Checker;
  readonly #bases = new Map<Operation, Input | undefined>();
  readonly #trials = new Map<Operation, Map<string, readonly Trial[]>>();

  constructor(scope: Scope) {
    const { resolveBefore, resolveAfter, isSame } = scope;
    this.#scope = scope;
    this.#before = { resolve: resolveBefore, components: componentsOf(scope.before.schemas) };
    this.#after = { resolve: resolveAfter, components: componentsOf(scope.after.schemas) };
    const components = this.#before.components;
    this.#making = createMaking({ before: resolveBefore, after: resolveAfter, components, isSame });
  }

  find(change: Found): Witness | undefined {
    const { before, after, direction, part, message } = change;
    if (before === undefined || direction !== 'request') return undefined;
    if (change.refuses === true) return this.#refused(before, message, change.mediaType);
    if (after === undefined || (part.kind !== 'parameter' && part.kind !== 'body')) return undefined;
    const key = part.kind === 'body' ? 'body' : keyOf(after, part);
    if (key === undefined) return undefined;
    const near = this.#tryAll({ before, after }, key, change.mediaType).flatMap((trial) => {
      const matching = trial.refusals.filter(({ path }) => isRelated(path, part.path ?? []));
      return isRelated(trial.path, part.path ?? []) && matching.length > 0 ? [{ trial, matching }] : [];
    });
    const { keywords } = change;
    const best =
      near.find(({ matching }) => matching.some(({ keyword }) => keywords.includes(keyword))) ??
      (keywords.length === 0 ? undefined : near[0]);
    if (best === undefined) return undefined;
    const refusal = best.matching.find(({ keyword }) => keywords.includes(keyword)) ?? best.matching[0]!;
    return this.#write(before, best.trial.input, refusal.message);
  }

  discover(pair: Pair, known: readonly Found[]): (Found & { readonly witness: Witness })[] {
    const { isSame } = this.#scope;
    const old = byKey(pair.before);
    const changed = [...byKey(pair.after)].filter(([key, { schema }]) => {
      const one = old.get(key);
      return one !== undefined && !isSame(one.schema, schema);
    });
    const bodies = (pair.before.body?.content ?? []).filter((content) => {
      const other = pair.after.body?.content.find((one) => one.mediaType === content.mediaType);
      return other !== undefined && !isSame(content.schema, other.schema);
    });
    return [
      ...changed.flatMap(([key, parameter]) => {
        const part = { kind: 'parameter', name: parameter.name, in: parameter.in } as const;
        return this.#unexplained(pair, key, undefined, known, part);
      }),
      ...bodies
        .slice(0, 1)
        .flatMap(({ mediaType }) => this.#unexplained(pair, 'body', mediaType, known, { kind: 'body' })),
    ];
  }

  /** Finds a refused value that no known break is about. */
  #unexplained(
    pair: Pair,
    key: string,
    mediaType: string | undefined,
    known: readonly Found[],
    part: Found['part'],
  ): (Found & { readonly witness: Witness })[] {
    const breaks = known.filter(
      ({ id, part: other }) =>
        severityOf(id) !== 'info' && other.kind === part.kind && other.name === part.name && other.in === part.in,
    );
    const isKnown = (path: readonly string[]): boolean =>
      breaks.some(({ part: other }) => isRelated(other.path ?? [], path));
    for (const { input, path, refusals: reasons } of this.#tryAll(pair, key, mediaType)) {
      const reason = reasons.find((one) => !isKnown(one.path) && isRelated(path, one.path));
      const witness = reason && this.#write(pair.before, input, reason.message);
      if (witness === undefined) continue;
      const subject = part.kind === 'body' ? 'request-body' : 'request-parameter';
      const label = part.kind === 'body' ? 'the request body' : `${part.in} parameter "${part.name}"`;
      const site = { ...siteOf(subject, label), path: reason!.path };
      const start = part.kind === 'body' && reason!.path.length > 0 ? 'request-property' : subject;
      const change = { id: `${start}-value-refused`, site, message: `${label} no longer allows some values`, keywords: [] };
      return [{ ...foundInSchema(change, pair, part, mediaType), witness }];
    }
    return [];
  }

  /** A request that is refused whatever its values are. */
  #refused(before: Operation, message: string, mediaType: string | undefined): Witness | undefined {
    const base = this.#baseOf(before);
    if (base === undefined) return undefined;
    if (mediaType === undefined) return this.#write(before, base, message);
    const content = before.body!.content.find((one) => one.mediaType === mediaType)!;
    const value = this.#making.sample(content.schema, 0);
    return value === undefined ? undefined : this.#write(before, { ...base, body: { mediaType, value } }, message);
  }

  #write(before: Operation, input: Input, reason: string): Witness | undefined {
    const curl = toCurl(before, input, this.#scope.before);
    return curl === undefined ? undefined : { curl, reason };
  }

  /** The smallest input that the baseline accepts. */
  #baseOf(before: Operation): Input | undefined {
    if (!this.#bases.has(before)) this.#bases.set(before, this.#makeBase(before));
    return this.#bases.get(before);
  }

  #makeBase(before: Operation): Input | undefined {
    const { resolve } = this.#before;
    const needed = [...byKey(before)].filter(
      ([, { in: place, required, schema }]) =>
        place === 'path' || (required && defaultOf(schema, resolve) === undefined),
    );
    const parameters = new Map(
      needed.flatMap(([key, parameter]) => {
        const texts = toTexts(parameter, this.#making.sample(parameter.schema, 0));
        return texts === undefined ? [] : [[key, texts] as const];
      }),
    );
    const [content] = before.body?.content ?? [];
    const body =
      before.body?.required === true
        ? { body: { mediaType: content!.mediaType, value: this.#making.sample(content!.schema, 0) } }
        : {};
    const input: Input = { parameters, ...body };
    return this.#check(before, input, this.#before)?.length === 0 ? input : undefined;
  }

  /** Tries values of one input: lists those that the baseline accepts and the new contract refuses. */
  #tryAll(pair: Pair, key: string, mediaType: string | undefined): readonly Trial[] {
    let known = this.#trials.get(pair.before);
    if (known === undefined) this.#trials.set(pair.before, (known = new Map()));
    const id = `${key} ${mediaType ?? ''}`;
    let trials = known.get(id);
    if (trials === undefined) known.set(id, (trials = this.#makeTrials(pair, key, mediaType)));
    return trials;
  }

  #makeTrials(pair: Pair, key: string, mediaType: string | undefined): Trial[] {
    const base = this.#baseOf(pair.before);
    if (base === undefined) return [];
    const inputs = key === 'body' ? this.#bodies(pair, base, mediaType) : this.#parameters(pair, base, key);
    return [{ input: base, path: [] }, ...inputs].flatMap(({ input, path }): Trial[] => {
      const refused = this.#check(pair.after, input, this.#after)?.filter((one) => one.input === key) ?? [];
      const isAccepted = refused.length > 0 && this.#check(pair.before, input, this.#before)?.length === 0;
      return isAccepted ? [{ input, path, refusals: refused }] : [];
    });
  }

  /** The reasons of a refusal; undefined if a schema cannot be checked. */
  #check(operation: Operation, input: Input, checker: Checker): Refusal[] | undefined {
    try {
      return refusals(operation, input, checker);
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
    const contents = pair.before.body?.content ?? [];
    const content = contents.find((one) => mediaType === undefined || one.mediaType === mediaType);
    if (content === undefined) return [];
    const all = pair.after.body?.content ?? [];
    const other =
      all.find((one) => one.mediaType === content.mediaType) ?? all.find((one) => includes(one, content.mediaType));
    return this.#vary(content.schema, other?.schema ?? {}, false).map(({ value, path }) => ({
      input: { ...base, body: { mediaType: content.mediaType, value } },
      path,
    }));
  }

  /** The values of a parameter vary even if only its serialization changes. */
  #vary(before: AnySchema, after: AnySchema, always: boolean): Candidate[] {
    const varied = this.#making.vary(before, after, 0);
    if (!always || varied.length > 1) return varied;
    return [...varied, ...this.#making.vary({ allOf: [before, {}] }, true, 0)];
  }
}

function keyOf(operation: Operation, { name, in: place }: Found['part']): string | undefined {
  return [...byKey(operation)].find(([, parameter]) => parameter.name === name && parameter.in === place)?.[0];
}

/** Whether one path leads to the other. A step of a pattern, or of other properties, is any name. */
function isRelated(a: readonly string[], b: readonly string[]): boolean {
  return a.slice(0, b.length).every((step, i) => step === b[i] || isAny(step) || isAny(b[i]!));
}

function isAny(step: string): boolean {
  return step === '*' || /^\/.*\/$/.test(step);
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
