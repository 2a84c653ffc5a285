import type { OperationEntry } from '../../../shared/contract/manifest.ts';

/** The reports that each operation has had, so that none is repeated: by a key, or one alone. */
export class Reported {
  readonly #keys = new WeakMap<OperationEntry, Set<string | number>>();

  has(operation: OperationEntry): boolean {
    return this.#keys.has(operation);
  }

  /**
   * Adds a report.
   *
   * @returns Whether it is new. If an operation has as many as the limit, none is.
   */
  add(operation: OperationEntry, key: string | number = '', limit: number = Infinity): boolean {
    let keys = this.#keys.get(operation);
    if (keys === undefined) this.#keys.set(operation, (keys = new Set()));
    if (keys.has(key) || keys.size >= limit) return false;
    keys.add(key);
    return true;
  }
}
