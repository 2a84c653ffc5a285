import type { Schema } from '../../../shared/contract/operation.ts';
import { MAX_NESTING } from '../comment/nesting.ts';
import type { Span } from '../diagnostics/source.ts';

/** How many types a definition can consist of, counted each time that one is written out. */
export const MAX_SIZE = 50_000;

/** How much a type takes, written out: how many schemas, and how deep they nest. */
interface Extent {
  readonly size: number;
  readonly depth: number;
}

/** Thrown at the type at which a definition exceeds its budget. */
export class BudgetExceeded extends Error {
  constructor(
    readonly span: Span,
    readonly limit: 'depth' | 'size',
  ) {
    super(`more than ${limit === 'depth' ? MAX_NESTING : MAX_SIZE}`);
  }
}

/**
 * Limits the size of one definition, since aliases and generics double with each use.
 *
 * The type parameters of a generic share their arguments, so a small object in memory can be a huge schema.
 */
export class Budget {
  #size = 0;
  #depth = 0;
  readonly #extents = new WeakMap<object, Extent>();

  /** Reads a type, one level deeper than the types around it; throws {@link BudgetExceeded}. */
  read<T>(span: Span, read: () => T): T {
    this.#check(span, { size: 1, depth: 1 });
    this.#depth++;
    const result = read();
    this.#depth--;
    return result;
  }

  /** Counts a schema that is used again; throws {@link BudgetExceeded}. */
  reuse(span: Span, schema: Schema): Schema {
    this.#check(span, this.#extentOf(schema));
    return schema;
  }

  #check(span: Span, { size, depth }: Extent): void {
    this.#size += size;
    if (this.#depth + depth > MAX_NESTING) throw new BudgetExceeded(span, 'depth');
    if (this.#size > MAX_SIZE) throw new BudgetExceeded(span, 'size');
  }

  #extentOf(value: object): Extent {
    const known = this.#extents.get(value);
    if (known !== undefined) return known;
    const isSchema = !Array.isArray(value);
    let [size, depth] = [isSchema ? 1 : 0, 0];
    for (const item of Object.values(value) as unknown[]) {
      if (typeof item !== 'object' || item === null) continue;
      const inner = this.#extentOf(item);
      size += inner.size;
      depth = Math.max(depth, inner.depth);
    }
    // A schema's properties are a level of the data, not of the types.
    const extent = { size, depth: depth + ('properties' in value || 'items' in value ? 1 : 0) };
    this.#extents.set(value, extent);
    return extent;
  }
}
