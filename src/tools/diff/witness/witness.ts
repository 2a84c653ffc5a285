import type { Operation } from '../../../shared/contract/operation.ts';
import { severityOf } from '../../../shared/comparison/checks.ts';
import type { Witness } from '../finding.ts';
import type { Found, Pair, Scope } from '../../openapi/compare/operations/found.ts';
import { foundInSchema, siteOf } from '../../openapi/compare/operations/found.ts';
import { byKey } from '../../openapi/compare/operations/request-parameters.ts';
import { sameValuesOf } from '../../../shared/comparison/same-values.ts';
import type { IsSame } from '../../../shared/comparison/sameness.ts';
import { toCurl } from './curl.ts';
import { Trials } from './trials.ts';
import type { Input } from './wire.ts';

/** Finds requests that the baseline accepts and the new contract refuses. */
export interface Witnesses {
  /** A witness of one change; undefined if none is found. */
  find(change: Found): Witness | undefined;
  /** The changes of an operation's input that only a witness shows. */
  discover(pair: Pair, known: readonly Found[]): (Found & { readonly witness: Witness })[];
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
  readonly #trials: Trials;
  readonly #isSame: IsSame;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#trials = new Trials(scope);
    this.#isSame = sameValuesOf(scope.resolveBefore, scope.resolveAfter);
  }

  find(change: Found): Witness | undefined {
    const { before, after, direction, part, message } = change;
    if (before === undefined || direction !== 'request') return undefined;
    if (change.refuses === true) return this.#refused(before, message, change);
    if (after === undefined || (part.kind !== 'parameter' && part.kind !== 'body')) return undefined;
    const key = part.kind === 'body' ? 'body' : partKey(after, part);
    if (key === undefined) return undefined;
    const near = this.#trials.tryAll({ before, after }, key, change.mediaType).flatMap((trial) => {
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
    const isSame = this.#isSame;
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
        (severityOf(id) !== 'info' || id.startsWith('request-read-only-')) &&
        other.kind === part.kind &&
        other.name === part.name &&
        other.in === part.in,
    );
    const isKnown = (path: readonly string[]): boolean =>
      breaks.some(({ part: other }) => isRelated(other.path ?? [], path));
    for (const { input, path, refusals: reasons } of this.#trials.tryAll(pair, key, mediaType)) {
      const reason = reasons.find((one) => !isKnown(one.path) && isRelated(path, one.path));
      const witness = reason && this.#write(pair.before, input, reason.message);
      if (witness === undefined) continue;
      const subject = part.kind === 'body' ? 'request-body' : 'request-parameter';
      const label = part.kind === 'body' ? 'the request body' : `${part.in} parameter "${part.name}"`;
      const site = { ...siteOf(subject, label), path: reason!.path };
      const start = part.kind === 'body' && reason!.path.length > 0 ? 'request-property' : subject;
      const change = {
        id: `${start}-value-refused`,
        site,
        message: `${label} no longer allows some values`,
        keywords: [],
      };
      return [{ ...foundInSchema(change, pair, part, mediaType), witness }];
    }
    return [];
  }

  /** A request that is refused with any values. */
  #refused(before: Operation, message: string, { mediaType, part }: Found): Witness | undefined {
    const base = this.#trials.baseOf(before);
    if (base === undefined) return undefined;
    // Only the credentials of the request are refused.
    if (part.kind === 'security') return this.#print(before, base, message);
    if (mediaType === undefined) return this.#write(before, base, message);
    const content = before.body!.content.find((one) => one.mediaType === mediaType)!;
    const values = [this.#trials.making.sample(content.schema, 0), { a: 'a' }].filter((value) => value !== undefined);
    const inputs = values.map((value): Input => ({ ...base, body: { mediaType, value } }));
    const input = inputs.find((one) => this.#trials.isAccepted(before, one));
    return input && this.#write(before, input, message);
  }

  /** A witness is tried against the new contract before it is shown. */
  #write(before: Operation, input: Input, reason: string): Witness | undefined {
    return this.#trials.isRefused(before, input) ? this.#print(before, input, reason) : undefined;
  }

  #print(before: Operation, input: Input, reason: string): Witness | undefined {
    const curl = toCurl(before, input, this.#scope.before);
    return curl === undefined ? undefined : { curl, reason };
  }
}

function partKey(operation: Operation, { name, in: place }: Found['part']): string | undefined {
  return [...byKey(operation)].find(([, parameter]) => parameter.name === name && parameter.in === place)?.[0];
}

/** Whether one path leads to the other. A step of a pattern, or of other properties, is any name. */
function isRelated(a: readonly string[], b: readonly string[]): boolean {
  return a.slice(0, b.length).every((step, i) => step === b[i] || isAny(step) || isAny(b[i]!));
}

function isAny(step: string): boolean {
  return step === '*' || /^\/.*\/$/.test(step);
}
