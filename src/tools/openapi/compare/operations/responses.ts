import type { Header, Response } from '../../../../shared/contract/operation.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, foundInSchema, siteOf } from './found.ts';
import { compareContent, includes } from './request-body.ts';

/** Compares the responses of an operation. */
export function compareResponses(scope: Scope, pair: Pair): Found[] {
  const [old, now] = [pair.before.responses, pair.after.responses];
  const changes = old.flatMap((response): Found[] => {
    const other = now.find(({ status }) => status === response.status);
    return other === undefined ? [note(pair, response, 'removed')] : compareResponse(scope, pair, response, other);
  });
  const added = now.filter(({ status }) => !old.some((response) => response.status === status));
  return [...changes, ...added.map((response) => note(pair, response, 'added'))];
}

function note(pair: Pair, { status }: Response, verb: 'added' | 'removed'): Found {
  const kind = /^[23]/.test(status) ? 'success' : 'non-success';
  const id = `response-${kind}-status-${verb}`;
  return found(id, 'response', pair, { kind: 'response', status }, `the response ${status} was ${verb}`);
}

function compareResponse(scope: Scope, pair: Pair, before: Response, after: Response): Found[] {
  const { status } = before;
  const part = { kind: 'response', status } as const;
  const changes = before.content.flatMap((content): Found[] => {
    // A range, such as `*/*`, includes the type that is sent now.
    const other =
      after.content.find(({ mediaType }) => mediaType === content.mediaType) ??
      after.content.find(({ mediaType }) => includes(content, mediaType));
    const label = pair.after.event === undefined ? `the response ${status}` : 'the payload';
    const site = siteOf('response-body', label);
    if (other !== undefined) return compareContent(scope, pair, content, other, site, part);
    const message = `the response ${status} can no longer be ${content.mediaType}`;
    return [found('response-media-type-removed', 'response', pair, part, message)];
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
