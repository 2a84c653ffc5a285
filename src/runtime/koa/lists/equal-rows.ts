import { pointTo } from '../../../shared/contract/json-pointer.ts';
import type { OperationContext } from '../context.ts';
import { isKeyset } from '../response/keyset.ts';
import { isPage, rowsIn } from '../response/paging.ts';
import type { Feature } from '../runtime.ts';

/**
 * Refuses a page with two rows that have equal keys: the order of such rows is left to chance, so pages could lose one of them. A contract doesn't declare
 * which properties are unique. Only the dev server has this.
 */
export const equalRows: Feature = () => () => ({
  guard: (handler) => async (ctx, next) => {
    const value: unknown = await handler(ctx, next);
    const keys = ctx.list?.order ?? ctx.operation.paging?.cursor?.keys ?? [];
    checkRows(
      ctx,
      resultRows(ctx, value),
      keys.map(({ name }) => name),
    );
    return value;
  },
});

function resultRows({ operation: { id, paging } }: OperationContext, value: unknown): readonly unknown[] {
  if (isKeyset(value)) return value.rows;
  if (isPage(value)) return value.items;
  return Array.isArray(value) ? value : (rowsIn(id, value, paging?.envelope)?.items ?? []);
}

/** @throws {TypeError} If two rows have equal keys. */
function checkRows({ operation: { id } }: OperationContext, rows: readonly unknown[], keys: readonly string[]): void {
  const first = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const values = keys.map((key) => (row as { readonly [name: string]: unknown } | null)?.[key]);
    // A row without its keys is an invalid response, or is ordered by something else.
    if (keys.length === 0 || values.at(-1) == null) continue;
    const text = JSON.stringify(values.map(String));
    const earlier = first.get(text);
    if (earlier !== undefined)
      throw new TypeError(
        `${id} returned two rows with equal keys (${keys.join(', ')}): ${pointTo('', String(earlier))} and ${pointTo('', String(i))}. Pages could lose one of them. End the keys with a unique property.`,
      );
    first.set(text, i);
  }
}
