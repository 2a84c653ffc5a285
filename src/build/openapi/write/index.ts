import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import { isDocumented, METHODS } from '../../../shared/contract/operation.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { usedComponents } from './components.ts';
import type { Components, OpenApiDocument, OperationObject, PathItem, Tag } from '../document.ts';
import type { OperationDraft, SharedParts } from './operation.ts';
import { draftOperation, operationObject } from './operation.ts';
import { draftEvent } from './event-webhook.ts';
import { encodePath } from './path.ts';
import { problemComponents } from '../server/problem-components.ts';
import { isStandardProblem } from '../server/problem-example.ts';
import { RUNTIME_HEADERS } from '../server/sent-headers.ts';
import { baseOnServers, withoutPrefix } from '../servers.ts';
import type { Shared } from './share.ts';
import { shareParts } from './share.ts';
import type { OpenApiVersion } from './openapi-version.ts';
import { fieldOf, versionFor } from './openapi-version.ts';

export type { OpenApiDocument };

/** Input of {@link generateOpenApi}, as plain data. */
export interface OpenApiInput {
  /** The operations, in the order of the document's paths. */
  readonly operations: readonly Operation[];
  /** The events that the API sends: see {@link Operation.event}. */
  readonly events?: readonly Operation[];
  /** Named schemas, including `Problem`. Schemas refer to them as `#/components/schemas/Name`. Unused ones are omitted. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Fields from the project's `openapi.yaml`, which override generated ones. */
  readonly document: BaseDocument;
  /** Fields for `info` that the base document does not define. */
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  /** Set to write OpenAPI 3.1 even if only 3.2 can describe an operation. */
  readonly openapi?: '3.1' | undefined;
  /** The prefix of every path, `/` for none (default). If every server has it, the paths of the document do not. */
  readonly base?: string;
}

// The order of fields in the specification. Extensions follow.
const DOCUMENT_FIELDS = 'openapi info servers paths webhooks components security tags externalDocs'.split(' ');
const METHOD_FIELDS = METHODS.flatMap((method) => [fieldOf(method, '3.2.0'), fieldOf(method, '3.1.1')]);
/** The fields of `info`, in the order of the specification. */
export const INFO_FIELDS: readonly string[] = 'title summary description termsOfService contact license version'.split(
  ' ',
);

/**
 * Generates an OpenAPI document for operations: version 3.1, or 3.2 if an operation needs it.
 *
 * Parts that several operations share become components. The problems that the runtime can answer are added to the responses. The same
 * input gives the same document, in the same key order.
 *
 * @example generateOpenApi({ operations, schemas: new Map(), document: {}, info: { title: 'Pets', version: '1.0.0' } }).openapi // '3.1.1'
 */
export function generateOpenApi({
  operations,
  events = [],
  schemas,
  document,
  info,
  openapi,
  base: prefix = '/',
}: OpenApiInput): OpenApiDocument {
  const { 'x-problem': format, ...base } = document;
  const { security = [], tags = [] } = base;
  const context = { security, format, resolve: resolverOf(schemas) };
  const hasExamples = isStandardProblem(context.resolve);
  const problems = problemComponents(format, hasExamples);
  const documented = withFired(operations.filter(isDocumented), events);
  const version = versionFor(documented, openapi);
  const served = documented.map((operation) => draftOperation(operation, { ...context, hasExamples }, version));
  const sent = withIds(events.filter(isDocumented), documented).map((event) => draftEvent(event, context.resolve));
  const drafts = [...served, ...sent];
  const shared = shareAll(drafts, Object.keys(problems));
  const write = (draft: OperationDraft): OperationObject => operationObject(draft, shared);
  const onServers = baseOnServers(base.servers, prefix);
  const paths = pathItems(served, ({ path }) => encodePath(withoutPrefix(path, onServers)), write, version);
  const webhooks = sent.length > 0 ? pathItems(sent, ({ event }) => event!, write, version) : undefined;
  const candidates = {
    schemas: Object.fromEntries(schemas),
    responses: { ...renamed(problems, shared.problems), ...byName(shared.responses) },
    parameters: byName(shared.parameters),
    headers: RUNTIME_HEADERS,
  };
  const components: Components = { ...usedComponents(candidates, [paths, webhooks]), ...base.components };
  const fields: OpenApiDocument = {
    // Tools expect explicit `servers` and `security`, even if they have the default values.
    servers: [{ url: '/' }],
    ...base,
    openapi: version,
    info: inOrder({ ...info, ...base.info }, INFO_FIELDS),
    paths,
    webhooks,
    components: Object.keys(components).length === 0 ? undefined : components,
    security,
    tags: documentTags(drafts, tags),
  };
  return inOrder(fields, DOCUMENT_FIELDS);
}

/** The operations without undocumented events. */
function withFired(operations: readonly Operation[], events: readonly Operation[]): Operation[] {
  const names = new Set(events.filter(isDocumented).map(({ event }) => event));
  return operations.map((operation) => {
    const { fires, ...others } = operation;
    const shown = fires?.filter((name) => names.has(name)) ?? [];
    return shown.length === (fires?.length ?? 0) ? operation : { ...others, ...(shown.length > 0 && { fires: shown }) };
  });
}

/** The events with their names as `operationId`. It is unique in a document: an operation with this name keeps it. */
function withIds(events: readonly Operation[], operations: readonly Operation[]): Operation[] {
  const taken = new Set(operations.map(({ operationId }) => operationId));
  return events.map((event) => (taken.has(event.event) ? event : { ...event, operationId: event.event! }));
}

/** Shares the parts of all operations. A response that its author named like a problem of the runtime has the name. */
function shareAll(drafts: readonly OperationDraft[], problems: readonly string[]): SharedParts {
  const all = drafts.flatMap((draft) => draft.responses.map(([, part]) => part));
  const given = new Set(all.flatMap(({ isNamed, names }) => (isNamed ? names.slice(0, 1) : [])));
  const responses = shareParts(
    all,
    problems.filter((name) => !given.has(name)),
  );
  const taken = new Set([...responses.values()].map(({ name }) => name));
  const nameOf = (name: string): string => (taken.has(name) ? nameOf(`${name}Problem`) : name);
  return {
    parameters: shareParts(drafts.flatMap((draft) => draft.parameters)),
    responses,
    problems: Object.fromEntries(problems.map((name) => [name, nameOf(name)])),
  };
}

function renamed<T>(
  parts: { readonly [name: string]: T },
  names: Readonly<Record<string, string>>,
): { [name: string]: T } {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [names[name]!, part]));
}

function byName<T>(shared: ReadonlyMap<string, Shared<T>>): { [name: string]: T } {
  return Object.fromEntries([...shared.values()].map(({ name, value }) => [name, value]));
}

function pathItems(
  drafts: readonly OperationDraft[],
  keyOf: (operation: Operation) => string,
  write: (draft: OperationDraft) => OperationObject,
  version: OpenApiVersion,
): { [path: string]: PathItem } {
  const paths = new Map<string, OperationDraft[]>();
  for (const draft of drafts) {
    const key = keyOf(draft.operation);
    paths.set(key, [...(paths.get(key) ?? []), draft]);
  }
  return Object.fromEntries(
    [...paths].map(([path, items]) => {
      const item = items.map((draft) => [fieldOf(draft.operation.method, version), write(draft)] as const);
      return [path, inOrder(Object.fromEntries(item) as PathItem, METHOD_FIELDS)];
    }),
  );
}

/** The declared tags, then undeclared tags that operations use. */
function documentTags(drafts: readonly OperationDraft[], declared: readonly Tag[]): Tag[] | undefined {
  const used = new Set(drafts.flatMap(({ operation }) => operation.tags ?? []));
  for (const { name } of declared) used.delete(name);
  const tags = [...declared, ...[...used].sort().map((name) => ({ name }))];
  return tags.length === 0 ? undefined : tags;
}

/** Sorts fields by a list of names and appends all others. Undefined fields are omitted. */
function inOrder<T extends object>(object: T, names: readonly string[]): T {
  const fields = Object.entries(object).filter(([, value]) => value !== undefined);
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(fields.sort(([a], [b]) => rank(a) - rank(b))) as T;
}
