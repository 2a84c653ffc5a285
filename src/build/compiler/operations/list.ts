import type {
  CursorPaging,
  Envelope,
  ListChoices,
  Paginated,
  PagingLimits,
} from '../../../shared/contract/list-contract.ts';
import type { Parameter, Schema } from '../../../shared/contract/operation.ts';
import { ALWAYS_COUNTED } from '../../../shared/contract/paging.ts';
import { findSuccess, isSuccessStatus } from '../../../shared/contract/statuses.ts';
import type { DeclaredResponse } from '../language/declared.ts';
import type { DeclaredSet } from '../language/list-includes.ts';
import { BUILT_IN } from '../definitions/built-in.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { Lookup } from '../definitions/collect.ts';
import { isGenericUse } from '../../../shared/schema/draft.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ParsedOperation } from './parse.ts';
import { referredName } from '../../../shared/schema/references.ts';
import type { JsonType } from '../../../shared/schema/json-types.ts';
import { certainParts, typesOf } from '../../../shared/schema/json-types.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { readEnvelope } from './envelope.ts';
import { readCursorKeys } from './order.ts';
import type { Rows } from './rows.ts';
import { listRows } from './rows.ts';
import { isStream } from './responses.ts';

/** Whether a response is for a request that went well. */
export function isSuccess({ value }: Declared<DeclaredResponse>): boolean {
  return isSuccessStatus(value.status);
}

/** A list operation with its includes resolved. */
export interface List {
  readonly parsed: ParsedOperation;
  readonly responses: readonly Declared<DeclaredResponse>[];
  readonly parameters: readonly Parameter[];
  /** The location of the include of `paging` or `cursor`. */
  readonly at: Location;
  /** The cursor with its keys, or one without keys, which follows the order that clients choose. */
  readonly cursor: DeclaredSet | 'chosen' | undefined;
  readonly hasPages: boolean;
  readonly choices: ListChoices | undefined;
}

/** The paging of a list operation, from its success and its parameter `page_size`. Reports one that does not return a list. */
export function paginate(list: List, definitions: Definitions, limits: PagingLimits, report: Report): Paginated {
  const { parsed, responses, parameters, at, hasPages, choices } = list;
  const success = successIn(responses);
  if (success === undefined && !mayReturn(parsed, definitions)) report(messages.noList(at));
  const envelope = success && envelopeOf(success, definitions, report);
  const cursor = success && readCursor(list, success, envelope, definitions, report);
  return {
    ...(envelope !== undefined && { envelope }),
    ...(cursor !== undefined && { cursor: { ...cursor, ...(!hasPages && { only: true }) } }),
    ...(choices !== undefined && { choices }),
    ...sizesOf(parameters, limits),
  };
}

/** The rows that an operation returns; undefined if it returns no list, which {@link paginate} reports. */
export function returnedRows(
  responses: readonly Declared<DeclaredResponse>[],
  definitions: Pick<Definitions, 'schemas' | 'lookup'>,
): Rows | undefined {
  const success = successIn(responses);
  if (success?.value.schema === undefined) return undefined;
  const envelope = envelopeOf(success, definitions, () => {});
  return listRows(success.value.schema, envelope, success.at, definitions.lookup);
}

function successIn(responses: readonly Declared<DeclaredResponse>[]): Declared<DeclaredResponse> | undefined {
  return findSuccess(responses, ({ value: { status, schema } }) => ({ status, hasBody: schema !== undefined }));
}

function readCursor(
  { cursor }: List,
  { value: { schema }, at }: Declared<DeclaredResponse>,
  envelope: Envelope | undefined,
  { lookup }: Definitions,
  report: Report,
): CursorPaging | undefined {
  if (cursor === undefined) return undefined;
  if (envelope?.offset !== undefined) report(messages.cursorOffset(at, envelope.offset));
  if (cursor === 'chosen') return { keys: [], chosen: true };
  // A body that is not a list has been reported.
  const rows = schema && listRows(schema, envelope, at, lookup);
  return { keys: rows === undefined ? [] : readCursorKeys(cursor, rows, report) };
}

/** The envelope of a list; undefined if the body is the list itself. */
function envelopeOf(
  { value, at }: Declared<DeclaredResponse>,
  definitions: Pick<Definitions, 'schemas' | 'lookup'>,
  report: Report,
): Paginated['envelope'] {
  const { schema } = value;
  if (schema === undefined || isStream(schema, definitions)) return void report(messages.noList(at));
  const { schemas, lookup } = definitions;
  const { expand, resolve } = lookup;
  const names = certainParts(schema, () => undefined).flatMap(
    (part) => referredName(part) ?? (isGenericUse(part) ? part.generic : []),
  );
  const definition = schemas.get(names[0] ?? '')?.at;
  const place = { at, ...(definition?.source.file !== BUILT_IN && { definition }) };
  const body = expand(schema);
  const envelope = readEnvelope(body, resolve, place, report);
  if (envelope === undefined && !typesOf(body, resolve).has('array')) report(messages.noList(at));
  return envelope;
}

/** Whether the comment describes a success; an invalid description has been reported. */
function mayReturn({ handler, declarations }: ParsedOperation, { responses }: Definitions): boolean {
  const { directives = [] } = handler.comment ?? {};
  return (
    directives.some(({ name }) => /^returns?$/.test(name)) ||
    declarations.responseIncludes.some(({ value }) => !responses.has(value))
  );
}

function sizesOf(parameters: readonly Parameter[], limits: PagingLimits): PagingLimits {
  const size = parameters.find((parameter) => parameter.in === 'query' && parameter.name === 'page_size')?.schema;
  const sizeOr = (keyword: string, otherwise: number): number =>
    typeof size?.[keyword] === 'number' ? size[keyword] : otherwise;
  const maxSize = sizeOr('maximum', limits.maxSize);
  return { defaultSize: Math.min(sizeOr('default', limits.defaultSize), maxSize), maxSize };
}

/** Adapts the built-in parameters to an operation: `limit` gets its page sizes, and `total` has no effect if every response has it. */
export function adaptParameters(
  parameters: readonly Parameter[],
  placed: readonly Declared<{ readonly name: string }>[],
  { defaultSize, maxSize, envelope }: Paginated,
): Parameter[] {
  const builtIn = placed.filter(({ at }) => at.source.file === BUILT_IN).map(({ value }) => value.name);
  return parameters.map((parameter) => {
    if (parameter.in !== 'query' || !builtIn.includes(parameter.name)) return parameter;
    if (parameter.name === 'total' && envelope?.countsAlways) return { ...parameter, ...ALWAYS_COUNTED };
    if (parameter.name !== 'limit') return parameter;
    return { ...parameter, schema: { ...parameter.schema, maximum: maxSize, default: defaultSize } };
  });
}

/** The types that a schema allows, with its references to definitions. */
export function allowedTypes(schema: Schema, { expand, resolve }: Lookup): ReadonlySet<JsonType> {
  return typesOf(expand(schema), resolve);
}
