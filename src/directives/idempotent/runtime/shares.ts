/** The share of a client in a store. */
interface Share {
  size: number;
  /** The keys that may be dropped, oldest first. */
  readonly keys: Set<string>;
}

/** Counts the shares of clients in a store, so that one of them cannot displace the others. */
export class Shares {
  /** The size of all shares. */
  size = 0;
  readonly #shares = new Map<string, Share>();
  /** The clients with droppable keys, by the binary logarithm of their size: nothing has to be sorted. */
  readonly #levels: Set<string>[] = [];

  add(client: string, key: string, size: number, isDroppable: boolean): void {
    const share = this.#shares.get(client) ?? { size: 0, keys: new Set() };
    this.#shares.set(client, share);
    this.#change(client, share, size, () => isDroppable && share.keys.add(key));
  }

  remove(client: string, key: string, size: number): void {
    const share = this.#shares.get(client)!;
    this.#change(client, share, -size, () => share.keys.delete(key));
    if (share.size === 0) this.#shares.delete(client);
  }

  /** The oldest key of one of the clients with the largest shares; undefined if no key may be dropped. */
  oldest(): string | undefined {
    for (const clients of this.#levels.toReversed())
      for (const client of clients ?? []) for (const key of this.#shares.get(client)!.keys) return key;
    return undefined;
  }

  #change(client: string, share: Share, size: number, change: () => void): void {
    const before = levelOf(share);
    share.size += size;
    this.size += size;
    change();
    const after = levelOf(share);
    if (before === after) return;
    if (before !== undefined) this.#levels[before]!.delete(client);
    if (after !== undefined) (this.#levels[after] ??= new Set()).add(client);
  }
}

/** The level of a share; undefined if it has no key that may be dropped. */
function levelOf({ size, keys }: Share): number | undefined {
  return keys.size === 0 ? undefined : Math.floor(Math.log2(size));
}
