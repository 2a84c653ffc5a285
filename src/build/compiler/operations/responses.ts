import { asComponent, componentOf } from '../../../shared/contract/component-name.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { Content, Header, Response, Schema } from '../../../shared/contract/operation.ts';
import { ANY_TYPE, examplesOf, withExamples } from '../../../shared/contract/operation.ts';
import type { StreamKind } from '../../../shared/contract/streams.ts';
import {
  DEFAULT_STREAM_TYPE,
  EVENT_STREAM,
  RESERVED_EVENTS,
  STREAM_TYPES,
  isEventName,
} from '../../../shared/contract/streams.ts';
import type { Declarations, DeclaredHeader, DeclaredResponse } from '../language/declared.ts';
import type { Definitions } from '../definitions/collect.ts';
import { statusInText } from '../language/misread-status.ts';
import { includedEntries, mergeIncluded } from '../definitions/includes.ts';
import { PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { isSuccessStatus } from '../../../shared/contract/statuses.ts';
import { defaultType, isBinary } from './body-groups.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { GenericUse } from '../../../shared/schema/draft.ts';
import { isGenericUse } from '../../../shared/schema/draft.ts';
import type { EventSchema } from '../../../shared/schema/named-types.ts';
import { eventNames, eventsOf } from '../../../shared/schema/named-types.ts';
import { referredName } from '../../../shared/schema/references.ts';
import { BUILT_IN } from '../definitions/built-in.ts';
import * as messages from '../diagnostics/messages.ts';

/** The responses of an operation, including those of includes, in the comment's order. Reports the mistakes of its streams. */
export function resolveResponses(
  declarations: Declarations,
  definitions: Definitions,
  report: Report,
): Declared<DeclaredResponse>[] {
  const included = includedEntries(declarations.responseIncludes, definitions.responses, describeResponse, statusOf);
  const all = mergeIncluded(declarations.responses, included, statusOf, describeResponse, report, meantStatus);
  checkStreams(all, declarations.produces, definitions, report);
  checkTypes(all, declarations.produces, definitions, report);
  return all;
}

function statusOf({ status }: DeclaredResponse): string {
  return status;
}

/** The beginning of the line that a response with its status in its text means. */
function meantStatus({ value, at }: Declared<DeclaredResponse>): string | undefined {
  return statusInText(at, value.description);
}

function describeResponse({ status, mediaTypes }: DeclaredResponse): string {
  return ['response', status, mediaTypes.join(', ')].join(' ').trim();
}

/** Responses in the contract's form: one for each status, with the media types that were declared for it. */
export function toContract(
  { responses, headers: shared }: Pick<Declarations, 'responses' | 'headers'>,
  declaredTypes: Declarations['produces'],
  definitions: Definitions,
): Response[] {
  const produces = declaredTypes.map((type) => type.value);
  const byStatus = new Map<string, DeclaredResponse[]>();
  for (const { value } of responses) byStatus.set(value.status, [...(byStatus.get(value.status) ?? []), value]);
  return [...byStatus].map(([status, declared]) => {
    const headers = declaredHeaders([...shared, ...declared.flatMap((response) => response.headers)]);
    const merged = {
      status,
      description: declared.find((response) => response.description !== undefined)?.description ?? '',
      content: declared.flatMap((response) =>
        isStream(response.schema, definitions)
          ? streamContent(response, response.schema, produces, definitions)
          : responseContent(response, produces, definitions),
      ),
      ...(headers.length > 0 && { headers }),
    };
    return shared.length === 0 ? asComponent(merged, componentOfAll(declared)) : merged;
  });
}

/** The component that all entries of a response are. */
function componentOfAll([first, ...others]: readonly DeclaredResponse[]): string | undefined {
  const component = componentOf(first!);
  return others.every((other) => componentOf(other) === component) ? component : undefined;
}

function responseContent(
  response: DeclaredResponse,
  produces: readonly string[],
  { document }: Pick<Definitions, 'document'>,
): Content[] {
  const { schema, mediaTypes, ...others } = response;
  if (schema === undefined) return [];
  const isProblem = referredName(schema) === 'Problem';
  const otherwise = [isProblem ? (document['x-problem']?.mediaType ?? PROBLEM_TYPE) : defaultType(schema)];
  const shared = isProblem ? [] : produces.filter((type) => type !== ANY_TYPE || isBinary(schema));
  const types = mediaTypes.length > 0 ? mediaTypes : shared.length > 0 ? shared : otherwise;
  return types.map((type) => ({ mediaType: type, schema, ...withExamples(examplesOf(others)) }));
}

/** Reports media types that a status or `@produces` has twice, and `@produces any` without a file that it could apply to. */
function checkTypes(
  responses: readonly Declared<DeclaredResponse>[],
  produces: Declarations['produces'],
  definitions: Definitions,
  report: Report,
): void {
  const seen = new Map<string, Location>();
  const note = (key: string, at: Location): void => {
    const first = seen.get(key);
    if (first !== undefined) report(messages.declaredTwice(at, key, first));
    else seen.set(key, at);
  };
  for (const { value, at } of produces) note(`media type ${value}`, at);
  const types = [...new Set(produces.map(({ value }) => value))];
  for (const { value, at } of responses)
    // Streams have their own check.
    if (!isStream(value.schema, definitions))
      for (const { mediaType } of responseContent(value, types, definitions))
        note(`response ${value.status} ${mediaType}`, at);
  const any = produces.find(({ value }) => value === ANY_TYPE);
  if (
    any !== undefined &&
    !responses.some(({ value }) => isBinary(value.schema ?? {}) && value.mediaTypes.length === 0)
  )
    report(messages.anyWithoutFile(any.at));
}

/** Of two headers with the same name the later one counts; names are case-insensitive (RFC 9110, 5.1). */
function declaredHeaders(declared: readonly Declared<DeclaredHeader>[]): Header[] {
  const headers = declared.map(({ value: { name, required, schema, description } }): Header => ({
    name,
    required,
    schema,
    ...(description !== undefined && { description }),
  }));
  return [...new Map(headers.map((header) => [header.name.toLowerCase(), header])).values()];
}

/** Whether a body is the built-in `Stream<T>`. A project can define a generic of that name itself. */
export function isStream(
  schema: Schema | undefined,
  { schemas }: Pick<Definitions, 'schemas' | 'lookup'>,
): schema is GenericUse {
  return (
    schema !== undefined &&
    isGenericUse(schema) &&
    schema.generic === 'Stream' &&
    schemas.get('Stream')?.at.source.file === BUILT_IN
  );
}

function streamContent(
  { mediaTypes, ...others }: DeclaredResponse,
  stream: GenericUse,
  produces: readonly string[],
  definitions: Definitions,
): Content[] {
  const [schema = {}] = stream.arguments;
  const kind: StreamKind = alternativesOf(schema, definitions).some((event) => event !== undefined)
    ? 'events'
    : 'values';
  const type = mediaTypes[0] ?? produces[0] ?? DEFAULT_STREAM_TYPE;
  return [{ mediaType: type, schema, ...withExamples(examplesOf(others)), stream: kind }];
}

/** The events that a stream's items can be; undefined for another value. */
function alternativesOf(item: Schema, { lookup }: Definitions): readonly (EventSchema | undefined)[] {
  return eventsOf(lookup.expand(item), lookup.resolve);
}

/** Reports streams that no response can have: outside of 2xx, with other bodies, or with another media type. */
function checkStreams(
  responses: readonly Declared<DeclaredResponse>[],
  declaredTypes: Declarations['produces'],
  definitions: Definitions,
  report: Report,
): void {
  for (const response of responses) {
    const { value, at } = response;
    const { status, schema } = value;
    if (!isStream(schema, definitions)) continue;
    const types = value.mediaTypes.length === 0 ? declaredTypes.map((type) => type.value) : value.mediaTypes;
    const [mediaType = DEFAULT_STREAM_TYPE] = types;
    const others = responses.filter((other) => other !== response && other.value.status === status);
    const beside = responses.find(({ value: other }) => isOtherBody(other, status));
    if (!isSuccessStatus(status)) report(messages.misplacedStream(at));
    else if (types.length > 1 || others.some((other) => other.value.schema !== undefined))
      report(messages.severalMediaTypes(at, status));
    else if (!(STREAM_TYPES as readonly string[]).includes(mediaType)) report(messages.streamMediaType(at, mediaType));
    else if (beside !== undefined) report(messages.streamBesideBody(at, beside.value.status));
    else checkEvents(alternativesOf(schema.arguments[0] ?? {}, definitions), mediaType, at, report);
  }
}

/** Whether a response is a success of another status with a body. */
function isOtherBody({ status, schema }: DeclaredResponse, of: string): boolean {
  return isSuccessStatus(status) && status !== of && schema !== undefined;
}

function checkEvents(
  alternatives: readonly (EventSchema | undefined)[],
  mediaType: string,
  at: Location,
  report: Report,
): void {
  const events = alternatives.filter((event) => event !== undefined);
  if (events.length === 0) return;
  if (events.length < alternatives.length) return report(messages.mixedEvents(at));
  if (mediaType !== EVENT_STREAM) return report(messages.eventMediaType(at, mediaType));
  const names = events.map(eventNames);
  const invalid = names.flatMap((some) => some.filter((name) => !isFreeName(name)));
  if (invalid.length > 0 || names.some((some) => some.length === 0)) report(messages.eventName(at, invalid[0]));
}

function isFreeName(name: unknown): boolean {
  return typeof name === 'string' && isEventName(name) && !RESERVED_EVENTS.includes(name);
}
