import type { Cursor } from '../../../shared/contract/cursor-position.ts';
import type { KeyValue, ListOrder, ListRequest } from '../../../shared/contract/list-request.ts';
import type { CursorKey, Paginated } from '../../../shared/contract/list-contract.ts';
import type { OperationContext } from '../context.ts';
import { CursorSeal, scopeOf } from '../response/cursor-seal.ts';
import { cursorError, haveTypes, rowKey, SELECT_TEXT, keyValues, walkedBody } from '../response/cursors.ts';
import { isKeyset } from '../response/keyset.ts';
import { InvalidInput } from '../response/problem.ts';
import type { Feature } from '../runtime.ts';
import { chosenBody, composeReading } from './page-choices.ts';
import { composeRequest } from './compose-request.ts';

/** A request that walks a list by a cursor: the context of its cursor, saved before the handler, which may change the input. */
interface Walk {
  readonly scope: string;
  readonly list: ListRequest;
}

/** The position of a request. */
interface Asked {
  readonly text: string | undefined;
  readonly limit: number;
}

/**
 * Sets `ctx.list` for lists with a cursor whose rows or order clients choose. Generated code imports it, so that only bundles with such a list have it.
 */
export const cursorChoices: Feature = ({ secrets, refusesNul }) => {
  const seal = new CursorSeal(secrets);
  return (operation) => {
    const paging = operation.paging!;
    const request = composeRequest(paging);
    const asked = new WeakMap<OperationContext, Asked>();
    const walks = new WeakMap<OperationContext, Walk>();
    const walk = (ctx: OperationContext, list: ListRequest, { text, limit }: Asked): ListRequest => {
      const scope = scopeOf(ctx, list.order);
      const values = text === undefined ? undefined : seal.open(text, scope, list.order.length);
      if (text !== undefined && (values === undefined || !isPosition(values, list.order, refusesNul)))
        throw new InvalidInput([cursorError()]);
      const walked = { ...list, offset: 0, ...(values !== undefined && { cursor: values as readonly KeyValue[] }) };
      walks.set(ctx, { scope, list: walked });
      if (paging.cursor!.chosen !== true) ctx.cursor = cursorOf(walked, limit, paging.cursor!.keys);
      return walked;
    };
    return {
      ...composeReading(operation),
      // The input has no body yet, if the operation has `authorize`.
      readPosition: (ctx, text, limit) => {
        asked.set(ctx, { text, limit });
        return undefined;
      },
      guard: (handler) => (ctx, next) => {
        const position = asked.get(ctx);
        const { limit, offset, total } = ctx.paging ?? {
          limit: position!.limit,
          offset: 0,
          total: paging.envelope?.countsAlways === true,
        };
        const list = request(ctx, { limit, offset, total });
        ctx.list = position === undefined ? list : walk(ctx, list, position);
        return handler(ctx, next);
      },
      toBody: (ctx, value) => {
        const { scope, list } = walks.get(ctx) ?? {};
        const isPaged = !isKeyset(value) && paging.cursor!.only !== true && list?.cursor === undefined;
        if (scope === undefined || list === undefined || isPaged) return chosenBody(ctx, value);
        const after = isKeyset(value) ? value.after : undefined;
        return walkedBody(ctx, value, list.limit, (row) =>
          seal.seal(operation.id, scope, after ?? positionOf(operation.id, row, list.order, paging)),
        );
      },
    };
  };
};

/**
 * `ctx.cursor` of a list whose cursor has its own keys. The cursor can have the values of `ctx.list.cursor` instead, such as the database's text of a number: a
 * handler that reads `after` then refuses it.
 */
function cursorOf({ order, cursor }: ListRequest, limit: number, keys: readonly CursorKey[]): Cursor {
  if (cursor === undefined) return { limit };
  if (haveTypes(cursor, keys))
    return { limit, after: Object.fromEntries(order.map(({ name }, i) => [name, cursor[i] as string])) };
  return {
    limit,
    get after(): never {
      throw new InvalidInput([cursorError()]);
    },
  };
}

/** Whether the values of a cursor can be those of the keys: the database may order by other types than those of the rows' properties. */
function isPosition(values: readonly unknown[], order: readonly ListOrder[], refusesNul: boolean): boolean {
  if (refusesNul && values.some((value) => typeof value === 'string' && value.includes('\0'))) return false;
  return order.every(({ nullable }, i) => isKeyValue(values[i]) && (values[i] !== null || nullable === true));
}

function isKeyValue(value: unknown): value is KeyValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

const REMEDY = `${SELECT_TEXT}. Or give its text to keyset(rows, total, after)`;

/** The values of a row's keys, as JSON has them. */
function positionOf(id: string, row: unknown, order: readonly ListOrder[], { cursor }: Paginated): readonly KeyValue[] {
  if (cursor!.chosen !== true) return keyValues(id, row, cursor!.keys);
  return order.map(({ name, nullable }) => {
    const value = rowKey(id, row, name, REMEDY) ?? null;
    if (isKeyValue(value) && (value !== null || nullable === true)) return value;
    throw new TypeError(
      `${id} returned a row whose key "${name}" must be a scalar, not ${value === null ? 'null' : typeof value}`,
    );
  });
}
