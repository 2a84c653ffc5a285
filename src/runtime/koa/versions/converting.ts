import type { AnyHandler, OperationEntry } from '../../../shared/contract/manifest.ts';
import type { Conversion, ConversionPlan } from '../../../shared/contract/versions.ts';
import type { OperationContext } from '../context.ts';
import { isStatusSet } from '../koa-internals.ts';
import { isOpaque } from '../response/encode.ts';
import { isKeyset } from '../response/keyset.ts';
import { isPage } from '../response/paging.ts';
import { isObjectStream, isThenable } from '../response/platform-bodies.ts';
import { isEvent } from '../streams/server-sent-event.ts';
import type { PickResult } from './newer-contract.ts';
import { composePickResult, replaceInput } from './newer-contract.ts';

/** The function of each definition. */
type Converters = Readonly<Record<string, (value: never) => unknown>>;

/**
 * A handler of a newer version as an older one inherits it: the body of a request is converted up before it, and its result down after it. The
 * converted body must be one that the newer contract allows, and a result has its declared properties when it is converted. Generated code imports it,
 * so that only bundles of APIs with such versions have it.
 *
 * @param newer Finds the operation in the newer version.
 */
export function converting(
  conversion: Conversion,
  downs: Converters,
  ups: Converters,
  handler: AnyHandler,
  newer: () => OperationEntry,
): AnyHandler {
  let pick: PickResult | undefined;
  const declared: PickResult = (ctx, value) => (pick ??= composePickResult(newer()))(ctx, value);
  const down = createConverter(conversion, downs, 'down');
  const up = createConverter(conversion, ups, 'up');
  const convert: AnyHandler = (ctx: OperationContext, next: unknown) => {
    if (conversion.up !== undefined && ctx.input.body !== undefined)
      replaceInput(ctx, newer(), up(conversion.up, ctx.input.body));
    const before: unknown = ctx.response.body;
    const value: unknown = handler(ctx, next);
    if (conversion.down === undefined) return value;
    const finish = (result: unknown): unknown =>
      isRefusal(ctx) ? result : convertResult(ctx, result, before, { ...conversion, convert: down, declared });
    return isThenable(value) ? value.then(finish) : finish(value);
  };
  // The server refuses a handler with such a property.
  return Object.hasOwn(handler, 'authorize')
    ? Object.assign(convert, { authorize: Reflect.get(handler, 'authorize') })
    : convert;
}

type Convert = (plan: ConversionPlan, value: unknown) => unknown;

/** Whether the handler has set the status of an error, whose body is the same in all versions. */
function isRefusal(ctx: OperationContext): boolean {
  return isStatusSet(ctx) && ctx.status >= 400;
}

/** How the results of a handler are converted. */
interface Converting extends Conversion {
  readonly convert: Convert;
  readonly declared: PickResult;
}

function convertResult(ctx: OperationContext, result: unknown, before: unknown, how: Converting): unknown {
  const { down: plan, rows, stream, convert, declared } = how;
  if (stream !== undefined) return convertItems(ctx, result, (item) => convertItem(ctx, item, how));
  const { response } = ctx;
  if (response.body !== before) {
    ctx.body = convert(plan!, declared(ctx, asData(ctx, response.body))) as typeof ctx.body;
    return result;
  }
  if (result === undefined || result === null) return result;
  const row = rowPlan(how);
  const convertRows = (items: readonly unknown[]): unknown[] =>
    declaredRows(ctx, items, how).map((item) => (row === undefined ? item : convert(row, item)));
  // A copy has their marks, which cannot be enumerated.
  if (isPage(result)) return copyOf(result, { items: convertRows(result.items) });
  if (isKeyset(result)) return copyOf(result, { rows: convertRows(result.rows) });
  if (Array.isArray(result) && rows !== undefined) return convertRows(result);
  return convert(plan!, declared(ctx, asData(ctx, result)));
}

/** The declared properties of the rows of a list, which a handler can return without their envelope. */
function declaredRows(
  ctx: OperationContext,
  items: readonly unknown[],
  { rows, declared }: Converting,
): readonly unknown[] {
  const list = [...items];
  if (rows === undefined) return declared(ctx, list) as readonly unknown[];
  return (declared(ctx, { [rows]: list }) as { readonly [name: string]: readonly unknown[] })[rows]!;
}

/** The plan of a row of a list. */
function rowPlan({ down, rows, plans }: Conversion): ConversionPlan | undefined {
  const resolve = (plan: ConversionPlan | undefined): Exclude<ConversionPlan, string> | undefined =>
    typeof plan === 'string' ? resolve(plans[plan]) : plan;
  const body = resolve(down);
  return (rows === undefined ? body : resolve(body?.props?.[rows]))?.items;
}

/** @throws {TypeError} For a value that can't be converted, and would be sent as a newer version defines it. */
function asData(ctx: OperationContext, value: unknown): unknown {
  if (isOpaque(value) || typeof value === 'string')
    throw new TypeError(
      `${ctx.operation.id} sent ${typeof value === 'string' ? 'a text' : 'a stream, bytes or a Response'}, which cannot be converted to version "${ctx.version}": return the value`,
    );
  return value;
}

function copyOf<T extends object>(value: T, changes: Partial<Record<keyof T, unknown>>): T {
  const descriptors = Object.getOwnPropertyDescriptors(value);
  const copy = Object.create(Object.getPrototypeOf(value) as object, descriptors) as T;
  for (const [name, changed] of Object.entries(changes))
    Object.defineProperty(copy, name, { value: changed, enumerable: true, writable: true, configurable: true });
  return copy;
}

/** An event of a stream keeps its name and its id. */
function convertItem(ctx: OperationContext, item: unknown, { down, convert, declared }: Converting): unknown {
  if (!isEvent(item)) return convert(down!, declared(ctx, item));
  const plan = typeof down === 'object' ? down.props?.['data'] : undefined;
  // The items of a stream are events, or the data of events without a declared name.
  const data = plan === undefined ? declared(ctx, item.data) : (declared(ctx, item) as typeof item).data;
  return copyOf(item, { data: convert(plan ?? down!, data) });
}

async function* convertItems(
  ctx: OperationContext,
  source: unknown,
  convert: (item: unknown) => unknown,
): AsyncGenerator {
  if (typeof source === 'string' || (isOpaque(source) && !isObjectStream(source))) asData(ctx, source);
  for await (const item of source as AsyncIterable<unknown>) yield convert(item);
}

function createConverter({ plans }: Conversion, functions: Converters, name: string): Convert {
  const run = (definition: string, value: unknown): unknown => {
    const result = functions[definition]!(value as never);
    if (isThenable(result)) {
      result.then(undefined, () => {});
      throw new TypeError(
        `The function "${name}" of the definition ${definition} returned a promise: it must be synchronous`,
      );
    }
    return result;
  };
  const convert: Convert = (plan, given) => {
    if (given === undefined || given === null) return given;
    const value = jsonOf(given);
    if (typeof plan === 'string')
      return Object.hasOwn(functions, plan) ? run(plan, value) : convert(plans[plan]!, value);
    if (Array.isArray(value)) return plan.items === undefined ? value : value.map((item) => convert(plan.items!, item));
    if (typeof value !== 'object' || value === null) return value;
    return convertProperties(plan, value as Record<string, unknown>, convert);
  };
  return convert;
}

/** The JSON of a value, which an object can change by `toJSON`. */
function jsonOf(value: unknown): unknown {
  const { toJSON } = Object(value) as { toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON.call(value, '') as unknown) : value;
}

function convertProperties(
  { props = {}, values, known = [] }: Exclude<ConversionPlan, string>,
  value: Record<string, unknown>,
  convert: Convert,
): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...value };
  for (const [key, plan] of Object.entries(props)) if (Object.hasOwn(copy, key)) copy[key] = convert(plan, copy[key]);
  if (values !== undefined)
    for (const key of Object.keys(copy)) if (!known.includes(key)) copy[key] = convert(values, copy[key]);
  return copy;
}
