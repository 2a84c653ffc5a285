import type { Content, Header, Response } from '../../../../shared/contract/operation.ts';
import { isJsonType } from '../../../../shared/contract/operation.ts';
import { isSuccessStatus, successesOf, successOf } from '../../../../shared/contract/statuses.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, foundInSchema, siteOf } from './found.ts';
import { compareContent, includes } from './request-body.ts';

/** Compares the responses of an operation. */
export function compareResponses(scope: Scope, pair: Pair): Found[] {
  const [old, now] = [pair.before.responses, pair.after.responses];
  const changes = old.flatMap((response): Found[] => {
    const other = now.find(({ status }) => status === response.status);
    return other === undefined
      ? [note(pair, response, 'removed'), ...shownInstead(scope, pair, response)]
      : compareResponse(scope, pair, response, other);
  });
  const added = now.filter(({ status }) => !old.some((response) => response.status === status));
  return [...changes, ...added.map((response) => note(pair, response, 'added'))];
}

function note(pair: Pair, { status }: Response, verb: 'added' | 'removed'): Found {
  const kind = /^[23]/.test(status) ? 'success' : 'non-success';
  const id = `response-${kind}-status-${verb}`;
  return found(id, 'response', pair, { kind: 'response', status }, `the response ${status} was ${verb}`);
}

/** The response that clients get in place of a success that is gone: the body of another one, or without any, all that the handler returns. */
function shownInstead(scope: Scope, pair: Pair, { status, content }: Response): Found[] {
  if (!isSuccessStatus(status)) return [];
  const { responses } = pair.after;
  const success = successOf(responses) ?? successesOf(responses)[0] ?? { status, content: ANYTHING };
  return content.flatMap((one) => compareShown(scope, pair, one, success));
}

const ANYTHING: readonly Content[] = [{ mediaType: 'application/json', schema: {} }];

/** The data that a response shows in place of the data of a media type that is gone. Files and texts are something else. */
function compareShown(scope: Scope, pair: Pair, before: Content, { status, content }: Shown): Found[] {
  const after = content.find(({ mediaType }) => mediaType === before.mediaType) ?? content.find(isData);
  if (after === undefined || !isData(after)) return [];
  const [site, part] = [siteOf('response-body', labelOf(pair, status)), { kind: 'response', status } as const];
  return compareContent(scope, pair, before, after, site, part).filter(({ widens }) => widens === true);
}

type Shown = Pick<Response, 'status' | 'content'>;

function isData({ mediaType, stream }: Content): boolean {
  return isJsonType(mediaType) || stream !== undefined;
}

function labelOf({ after }: Pair, status: string): string {
  return after.event === undefined ? `the response ${status}` : 'the payload';
}

function compareResponse(scope: Scope, pair: Pair, before: Response, after: Response): Found[] {
  const { status } = before;
  const part = { kind: 'response', status } as const;
  const changes = before.content.flatMap((content): Found[] => {
    // A range, such as `*/*`, includes the type that is sent now.
    const other =
      after.content.find(({ mediaType }) => mediaType === content.mediaType) ??
      after.content.find(({ mediaType }) => includes(content, mediaType));
    const site = siteOf('response-body', labelOf(pair, status));
    if (other !== undefined) return compareContent(scope, pair, content, other, site, part);
    const message = `the response ${status} can no longer be ${content.mediaType}`;
    return [
      found('response-media-type-removed', 'response', pair, part, message),
      ...compareShown(scope, pair, content, after),
    ];
  });
  for (const { mediaType } of after.content)
    if (!before.content.some((content) => content.mediaType === mediaType || includes(content, mediaType)))
      changes.push(
        found('response-media-type-added', 'response', pair, part, `the response ${status} can be ${mediaType} too`),
      );
  return [...changes, ...compareHeaders(scope, pair, before, after)];
}

function compareHeaders(scope: Scope, pair: Pair, before: Response, after: Response): Found[] {
  const { status } = before;
  const [old, now] = [byName(before.headers), byName(after.headers)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): Found[] => {
    const [one, other] = [old.get(key), now.get(key)];
    const { name } = (one ?? other)!;
    const part = { kind: 'header', status, name } as const;
    const label = `the header ${name} of the response ${status}`;
    const make = (id: string, message: string): Found => found(id, 'response', pair, part, `${label} ${message}`);
    if (one === undefined) return [make('response-header-added', 'is new')];
    if (other === undefined)
      return [make(`${one.required ? 'required' : 'optional'}-response-header-removed`, 'was removed')];
    const need = other.required ? 'required' : 'optional';
    return [
      ...(one.required === other.required ? [] : [make(`response-header-became-${need}`, `is ${need} now`)]),
      ...scope
        .compareSchemas(siteOf('response-header', label), one.schema, other.schema)
        .map((change) => foundInSchema(change, pair, part)),
    ];
  });
}

/** Header names are compared without their case: RFC 9110, 5.1. */
function byName(headers: readonly Header[] = []): Map<string, Header> {
  return new Map(headers.map((header) => [header.name.toLowerCase(), header]));
}
