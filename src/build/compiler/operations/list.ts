import type {
  CursorKey,
  CursorPaging,
  Envelope,
  Paginated,
  PagingLimits,
  Parameter,
  Schema,
} from '../../../shared/contract/operation.ts';
import { ALWAYS_COUNTED } from '../../../shared/contract/paging.ts';
import { findSuccess, isSuccessStatus } from '../../../shared/contract/statuses.ts';
import type { DeclaredKey, DeclaredResponse } from '../language/declared.ts';
import { BUILT_IN } from '../definitions/built-in.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { Lookup } from '../definitions/collect.ts';
import { isGenericUse } from '../../../shared/schema/draft.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ParsedOperation } from './parse.ts';
import { referredName } from '../../../shared/schema/references.ts';
import type { JsonType, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { certainParts, typesOf } from '../../../shared/schema/json-types.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import { readEnvelope } from './envelope.ts';
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
  /** The keys of a cursor. */
  readonly keys: readonly Declared<DeclaredKey>[] | undefined;
  readonly hasPages: boolean;
}

/** The paging of a list operation, from its success and its parameter `page_size`. Reports one that does not return a list. */
export function paginate(
  { parsed, responses, parameters, at, keys, hasPages }: List,
  definitions: Definitions,
  limits: PagingLimits,
  report: Report,
): Paginated {
  const success = findSuccess(responses, ({ value: { status, schema } }) => ({
    status,
    hasBody: schema !== undefined,
  }));
  if (success === undefined && !mayReturn(parsed, definitions)) report(messages.noList(at));
  const envelope = success && envelopeOf(success, definitions, report);
  const cursor = success && keys && readCursor(keys, success, envelope, definitions.lookup, report);
  return {
    ...(envelope !== undefined && { envelope }),
    ...(cursor !== undefined && { cursor: { ...cursor, ...(!hasPages && { only: true }) } }),
    ...sizesOf(parameters, limits),
  };
}

/** The envelope of a list; undefined if the body is the list itself. */
function envelopeOf(
  { value, at }: Declared<DeclaredResponse>,
  definitions: Definitions,
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

const SCALARS: readonly string[] = ['string', 'number', 'integer', 'boolean'] satisfies CursorKey['type'][];

/**
 * Reads the keys of a cursor: required scalar properties of the rows that cannot be null.
 *
 * @returns Without the keys that were reported.
 */
function readCursor(
  keys: readonly Declared<DeclaredKey>[],
  { value: { schema }, at }: Declared<DeclaredResponse>,
  envelope: Envelope | undefined,
  { expand, resolve }: Lookup,
  report: Report,
): CursorPaging {
  if (envelope?.offset !== undefined) report(messages.cursorOffset(at, envelope.offset));
  const body = schema === undefined ? [] : certainParts(expand(schema), resolve);
  const lists = envelope === undefined ? body : declarationsOf(body, envelope.items, resolve);
  const rows = lists.flatMap(({ items }) => (items === undefined ? [] : certainParts(items, resolve)));
  // A body that is not a list has been reported.
  if (rows.length === 0) return { keys: [] };
  const required = new Set(rows.flatMap((part) => (part['required'] as readonly string[] | undefined) ?? []));
  const known = [...new Set(rows.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const read = keys.flatMap(({ value: { name, descending }, at: keyAt }, i): CursorKey[] => {
    const first = keys.findIndex((key) => key.value.name === name);
    if (first < i) report(messages.repeatedKey(keyAt, name, keys[first]!.at));
    else if (!known.includes(name)) report(messages.unknownKey(keyAt, at, name, known));
    else if (!required.has(name)) report(messages.optionalKey(keyAt, at, name));
    else {
      const types = [...typesOf({ allOf: propertiesOf(rows, name) }, resolve)] as string[];
      // Every integer is a number.
      const [type, ...others] = types.includes('number') ? types.filter((one) => one !== 'integer') : types;
      if (others.length === 0 && type !== undefined && SCALARS.includes(type))
        return [{ name, type: type as CursorKey['type'], ...(descending && { descending }) }];
      report(messages.keyType(keyAt, at, name, types));
    }
    return [];
  });
  return { keys: read };
}

function propertiesOf(parts: readonly Keywords[], name: string): NonNullable<Keywords['allOf']> {
  return parts.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? [properties[name]!] : []));
}

function declarationsOf(parts: readonly Keywords[], name: string, resolve: Resolve): Keywords[] {
  return propertiesOf(parts, name).flatMap((property) => certainParts(property, resolve));
}
