import type { Cursor, Keyset } from '../../shared/contract/cursor-position.ts';
import type { ListRequest } from '../../shared/contract/list-request.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { isObject } from '../../shared/validation/values.ts';
import type { Answer } from './answers.ts';
import { idName, newId, readings, withProperty } from './ids.ts';
import { listBody, nextPage } from './list-body.ts';
import type { ListView } from './lists.ts';
import { rowsAfter } from './lists.ts';
import { itemPath } from './places.ts';
import type { Selection } from './selection.ts';
import { selectRows } from './select-rows.ts';
import { filterRows, pageParameter, selectPage } from './selection.ts';
import type { Resource } from './written-resources.ts';
import type { View } from './views.ts';
import { merge, declaredProperties, propertySchema, viewResource } from './views.ts';
import type { World } from './world.ts';

/** The part of a request that a mock reads. */
export interface MockRequest extends Selection {
  /** The URL as the client has sent it: a path. */
  readonly originalUrl: string;
  readonly protocol: string;
  readonly host: string;
  readonly cursor?: Cursor;
  readonly list?: ListRequest;
  readonly params: Readonly<Record<string, string>>;
  readonly input: Selection['input'] & { readonly body?: unknown };
}

/** The part of the runtime that a mock needs. */
export interface Runtime {
  readonly keyset: (rows: readonly Resource[], total?: number) => Keyset<Resource>;
}

/** The result of a mocked operation. */
export type MockOutcome =
  /** Nothing is there, because a client has deleted it. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'body';
      readonly body: unknown;
      /** The path of a new resource. */
      readonly location?: string;
      /** The URL of the next page of a list. */
      readonly next?: string;
    };

const GONE: MockOutcome = { kind: 'gone' };
const bodyOutcome = (body: unknown): MockOutcome => ({ kind: 'body', body });

/** Answers a request: reads and writes the resource of its path, or answers the example. */
export function answerRequest(
  world: World,
  operation: Operation,
  answer: Answer,
  request: MockRequest,
  runtime: Runtime,
): MockOutcome {
  const fallback = (): MockOutcome => bodyOutcome(answer.content && world.answers.valueOf(answer.content));
  // Lists with many filters are read by QUERY or POST.
  if (operation.paging !== undefined) return read(world, operation, request, runtime) ?? fallback();
  switch (operation.method) {
    case 'GET':
    case 'HEAD':
      return read(world, operation, request, runtime) ?? fallback();
    case 'POST':
      return create(world, operation, request) ?? fallback();
    case 'PUT':
      return update(world, operation, request, true) ?? fallback();
    case 'PATCH':
      return update(world, operation, request, false) ?? fallback();
    case 'DELETE':
      return remove(world, operation, request) ?? fallback();
    default:
      return fallback();
  }
}

function read(world: World, operation: Operation, request: MockRequest, runtime: Runtime): MockOutcome | undefined {
  const list = world.listOf(operation);
  if (list !== undefined) return readList(world, operation, list, request, runtime);
  const { path, collection } = world.placeOf(operation, request.params);
  if (collection !== undefined) world.begin(collection, world.listOperation(operation));
  const kept = world.resources.find(path);
  if (kept !== undefined && kept.value === undefined) return GONE;
  const view = world.viewOf(operation);
  if (view === undefined) return undefined;
  return bodyOutcome(view.wrap(viewResource(view, kept?.value ?? named(world, operation, view, request))));
}

function readList(
  world: World,
  operation: Operation,
  list: ListView,
  request: MockRequest,
  { keyset }: Runtime,
): MockOutcome {
  const { path } = world.placeOf(operation, request.params);
  world.begin(path, operation);
  const all = world.resources.listed(path).map(([, value]) => viewResource(list.row, value));
  if (request.list !== undefined && operation.paging?.envelope?.others === undefined) {
    const selected = selectRows(all, request.list);
    return bodyOutcome(keyset(selected.rows, request.list.total ? selected.total : undefined));
  }
  const rows =
    request.list === undefined
      ? filterRows(all, operation, request, list, world.answers)
      : selectRows(all, { ...request.list, offset: 0, limit: all.length }).rows;
  const keys = operation.paging?.cursor?.keys;
  if (request.cursor !== undefined && keys !== undefined && list.property === undefined)
    return bodyOutcome(rowsAfter(rows, keys, request.cursor, keyset));
  const key = world.itemsOf(operation)?.key.name ?? 'id';
  const id = idName(list.row, key);
  const idOf = (row: Resource | undefined): unknown => (id === undefined ? undefined : row?.[id]);
  const page = selectPage(rows, operation, request, idOf);
  const token = pageParameter(operation, 'token');
  const canSend = (value: unknown): boolean => token !== undefined && world.answers.allows(token.schema, value);
  const next = nextPage(operation, page, rows.length, hrefOf(request), idOf(page.rows.at(-1)), canSend);
  const hasMore = page.rows.length > 0 && page.offset + page.rows.length < rows.length;
  const { content } = world.answers.of(operation.id)!;
  const allows = (body: unknown): boolean => world.answers.allows(content!.schema, body);
  const state = { total: rows.length, hasMore, next, tokenName: token?.name };
  const body = withEnvelope(operation, request, listBody(list, page.rows, state, allows), rows.length);
  return {
    kind: 'body',
    body: allows(body) ? body : list.example,
    ...(next !== undefined && { next: next.url.href }),
  };
}

/** The URL of a request; if the `Host` header isn't a valid host, one of this computer. */
function hrefOf({ protocol, host, originalUrl }: MockRequest): string {
  if (URL.canParse(originalUrl)) return originalUrl;
  const href = `${protocol}://${host}${originalUrl}`;
  return host !== '' && URL.canParse(href) ? href : `http://localhost${originalUrl}`;
}

/** The numbers of an envelope of this library. */
function withEnvelope(operation: Operation, { paging }: Selection, body: unknown, total: number): unknown {
  const { envelope } = operation.paging ?? {};
  if (envelope === undefined || paging === undefined) return body;
  const numbers = [
    [envelope.limit, paging.limit],
    [envelope.offset, paging.offset],
    [envelope.total, total],
  ] as const;
  const filled = numbers.flatMap(([name, value]) => (name === undefined ? [] : [[name, value]]));
  return { ...(body as Resource), ...Object.fromEntries(filled) };
}

/** The example of a resource under the name that the path of the request has. */
function named(world: World, operation: Operation, view: View, { params }: MockRequest): Resource {
  const key = world.keyOf(operation);
  let resource = view.base;
  for (const [parameter, text] of Object.entries(params)) {
    const name = parameter === key?.name ? idName(view, parameter) : view.names?.has(parameter) ? parameter : undefined;
    if (name !== undefined) resource = withProperty(view, resource, name, readings(text));
  }
  return resource;
}

function create(world: World, operation: Operation, request: MockRequest): MockOutcome | undefined {
  const methods = world.methodsOf(operation);
  const items = world.itemsOf(operation);
  const list = methods.get('GET');
  if (items === undefined && world.listOf(list) === undefined)
    return world.keyOf(operation) !== undefined && methods.has('GET')
      ? update(world, operation, request, false)
      : undefined;
  const { path: collection } = world.placeOf(operation, request.params);
  world.begin(collection, list);
  const own = world.viewOf(operation);
  const item = world.viewOf(items?.methods.get('GET')) ?? own ?? world.listOf(list)?.row;
  const body = resourceIn(request.input.body, item);
  if (item === undefined || body === undefined) return undefined;
  const made = { ...withoutSent(world, operation, item, body), ...body };
  const name = items && idName(item, items.key.name);
  const count = world.resources.listed(collection).length;
  const pathTo = (id: unknown): string => itemPath(collection, items?.key ?? { suffix: '' }, id);
  const isFree = (id: unknown): boolean =>
    world.resources.find(pathTo(id)) === undefined &&
    (name === undefined || world.answers.allows(propertySchema(item.schema, name, world.answers.resolve), id));
  const given = name === undefined ? undefined : body[name];
  const id = given ?? newId(name === undefined ? undefined : item.base[name], count, isFree);
  const resource = name === undefined ? made : { ...made, [name]: id };
  world.resources.put(pathTo(id), collection, resource);
  return {
    kind: 'body',
    body: own?.wrap(viewResource(own, resource)) ?? example(world, operation),
    location: pathTo(id),
  };
}

function example({ answers }: World, { id }: Operation): unknown {
  const content = answers.of(id)?.content;
  return content && answers.valueOf(content);
}

/** The properties of an example that clients do not send, such as dates. */
function withoutSent(world: World, { id }: Operation, { base }: View, body: Resource): Resource {
  const [content] = world.answers.operation(id).body?.content ?? [];
  const sent = content === undefined ? undefined : declaredProperties(content.schema, world.answers.resolve);
  return Object.fromEntries(
    Object.entries(base).filter(([name]) => sent?.has(name) !== true || Object.hasOwn(body, name)),
  );
}

/** The resource in the body of a request; undefined if it has none, or files. */
function resourceIn(body: unknown, view: View | undefined): Resource | undefined {
  if (body === undefined) return {};
  if (!isObject(body) || !isPlain(body)) return undefined;
  const { property, names } = view ?? {};
  const [[name, value] = ['', undefined], ...others] = Object.entries(body);
  const isWrapped = others.length === 0 && isObject(value) && (name === property || names?.has(name) === false);
  return isWrapped ? value : body;
}

/** Whether a value is JSON: a form can have files. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

function update(
  world: World,
  operation: Operation,
  request: MockRequest,
  isReplacement: boolean,
): MockOutcome | undefined {
  const { path, collection } = world.placeOf(operation, request.params);
  if (collection !== undefined) world.begin(collection, world.listOperation(operation));
  const kept = world.resources.find(path);
  if (kept !== undefined && kept.value === undefined && !isReplacement) return GONE;
  const own = world.viewOf(operation);
  const get = world.methodsOf(operation).get('GET');
  const view = world.viewOf(get) ?? own;
  const body = resourceIn(request.input.body, view);
  if (view === undefined || body === undefined || world.listOf(get) !== undefined) return undefined;
  const before = kept?.value ?? named(world, operation, view, request);
  const allowsNull = (name: string): boolean => view.fits({ ...view.base, [name]: null });
  const resource = isReplacement ? replace(world, operation, view, before, body) : merge(before, body, allowsNull);
  world.resources.put(path, collection, resource);
  return bodyOutcome(own?.wrap(viewResource(own, resource)) ?? example(world, operation));
}

/** A resource with the properties that a client has sent, and those that clients do not send. */
function replace(world: World, operation: Operation, view: View, before: Resource, body: Resource): Resource {
  const key = world.keyOf(operation);
  const name = key && idName(view, key.name);
  const kept = withoutSent(world, operation, { ...view, base: before }, body);
  return { ...kept, ...body, ...(name !== undefined && Object.hasOwn(before, name) && { [name]: before[name] }) };
}

function remove(world: World, operation: Operation, { params }: MockRequest): MockOutcome | undefined {
  const { path, collection } = world.placeOf(operation, params);
  const list = world.methodsOf(operation).get('GET');
  if (world.listOf(list) !== undefined) {
    world.begin(path, list);
    for (const [listed] of world.resources.listed(path)) world.resources.put(listed, path, undefined);
    return undefined;
  }
  if (collection !== undefined) world.begin(collection, world.listOperation(operation));
  const kept = world.resources.find(path);
  if (kept !== undefined && kept.value === undefined) return GONE;
  world.resources.put(path, collection, undefined);
  const view = world.viewOf(operation);
  return view && kept?.value && bodyOutcome(view.wrap(viewResource(view, kept.value)));
}
