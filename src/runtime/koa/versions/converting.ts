import type { AnyHandler } from '../../../shared/contract/manifest.ts';
import type { Conversion, ConversionPlan } from '../../../shared/contract/versions.ts';
import type { OperationContext } from '../context.ts';
import { isOpaque } from '../response/encode.ts';
import { isKeyset } from '../response/keyset.ts';
import { isPage } from '../response/paging.ts';
import { isObjectStream, isThenable } from '../response/platform-bodies.ts';
import { isEvent } from '../streams/server-sent-event.ts';

/** The function of each definition. */
type Converters = Readonly<Record<string, (value: never) => unknown>>;

/**
 * A handler of a newer version as an older one inherits it: the body of a request is converted up before it, and its result down after it. Generated
 * code imports it, so that only bundles of APIs with such versions have it.
 */
export function converting(
  conversion: Conversion,
  downs: Converters,
  ups: Converters,
  handler: AnyHandler,
): AnyHandler {
  const down = createConverter(conversion, downs, 'down');
  const up = createConverter(conversion, ups, 'up');
  const convert: AnyHandler = (ctx: OperationContext, next: unknown) => {
    if (conversion.up !== undefined && ctx.input.body !== undefined)
      ctx.input = { ...ctx.input, body: up(conversion.up, ctx.input.body) } as typeof ctx.input;
    const before: unknown = ctx.response.body;
    const value: unknown = handler(ctx, next);
    if (conversion.down === undefined) return value;
    const finish = (result: unknown): unknown => convertResult(ctx, result, before, conversion, down);
    return isThenable(value) ? value.then(finish) : finish(value);
  };
  // The server refuses a handler with such a property.
  return Object.hasOwn(handler, 'authorize')
    ? Object.assign(convert, { authorize: Reflect.get(handler, 'authorize') })
    : convert;
}

type Convert = (plan: ConversionPlan, value: unknown) => unknown;

function convertResult(
  ctx: OperationContext,
  result: unknown,
  before: unknown,
  conversion: Conversion,
  convert: Convert,
): unknown {
  const { down: plan, rows, stream } = conversion;
  if (stream !== undefined) return convertItems(ctx, result, (item) => convertItem(plan!, item, convert));
  const { response } = ctx;
  if (response.body !== before) {
    ctx.body = convert(plan!, asData(ctx, response.body)) as typeof ctx.body;
    return result;
  }
  if (result === undefined || result === null) return result;
  const row = rowPlan(conversion);
  const convertRows = (items: readonly unknown[]): unknown[] =>
    items.map((item) => (row === undefined ? item : convert(row, item)));
  // A copy has their marks, which cannot be enumerated.
  if (isPage(result)) return copyOf(result, { items: convertRows(result.items) });
  if (isKeyset(result)) return copyOf(result, { rows: convertRows(result.rows) });
  if (Array.isArray(result) && rows !== undefined) return convertRows(result);
  return convert(plan!, asData(ctx, result));
}

/** The plan of a row of a list. */
function rowPlan({ down, rows, plans }: Conversion): ConversionPlan | undefined {
  const resolve = (plan: ConversionPlan | undefined): Exclude<ConversionPlan, string> | undefined =>
    typeof plan === 'string' ? resolve(plans[plan]) : plan;
  const body = resolve(down);
  return (rows === undefined ? body : resolve(body?.props?.[rows]))?.items;
}

/** @throws {TypeError} For what cannot be converted, and would be sent as a newer version defines it. */
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
function convertItem(plan: ConversionPlan, item: unknown, convert: Convert): unknown {
  if (!isEvent(item)) return convert(plan, item);
  const data = typeof plan === 'object' ? (plan.props?.['data'] ?? plan) : plan;
  return copyOf(item, { data: convert(data, item.data) });
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

/** What JSON has of a value: an object can decide about it. */
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
