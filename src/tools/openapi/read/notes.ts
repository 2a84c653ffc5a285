import type { At, Origin, Origins } from './origins.ts';
import { originKey } from './origins.ts';

/** A reading of a description that its text does not have, with the places. */
export interface Mended {
  readonly reading: string;
  readonly places: readonly Origin[];
}

/** The reasons why parts of a description are not in the tree, by their locations, and the parts that are read otherwise than written. */
export class Notes {
  readonly #reasons = new Map<string, string>();
  readonly #mended = new Map<string, Map<string, Origin>>();

  constructor(readonly origins: Origins) {}

  /** Records the reason for a part and everything in it; the first one stays. */
  add(at: At, reason: string): void {
    const origin = this.origins.find(at);
    if (origin === undefined) return;
    const key = originKey(origin);
    if (!this.#reasons.has(key)) this.#reasons.set(key, reason);
  }

  /** Records that a part is read otherwise than it is written. */
  mend(at: At, reading: string): void {
    const origin = this.origins.find(at);
    if (origin === undefined) return;
    const places = this.#mended.get(reading) ?? new Map<string, Origin>();
    this.#mended.set(reading, places.set(originKey(origin), origin));
  }

  /** Records that a part is left out while the description is read. */
  drop(at: At, reason: string): void {
    this.add(at, reason);
    this.mend(at, `${reason}: left out`);
  }

  /** All readings that differ from the text of the description. */
  mended(): Mended[] {
    return [...this.#mended].map(([reading, places]) => ({ reading, places: [...places.values()] }));
  }

  /** The reason for a part, or for a part around it. */
  find(at: At): { readonly reason: string; readonly origin: Origin } | undefined {
    const origin = this.origins.find(at);
    if (origin === undefined) return undefined;
    for (let { pointer } = origin; ; pointer = pointer.slice(0, pointer.lastIndexOf('/'))) {
      const reason = this.#reasons.get(originKey({ ...origin, pointer }));
      if (reason !== undefined) return { reason, origin: { ...origin, pointer } };
      if (pointer === '') return undefined;
    }
  }

  /** Copies an object without one of its fields, and records the reason. */
  without<T extends object>(object: T, field: string, reason: string): T {
    this.add({ of: object, key: field }, reason);
    return this.origins.copy(
      object,
      Object.fromEntries(Object.entries(object).filter(([name]) => name !== field)) as T,
    );
  }
}
