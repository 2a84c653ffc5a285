import { sizeText } from '../../../../shared/contract/byte-size.ts';
import type { Content } from '../../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../../shared/schema/json-types.ts';
import type { Site } from '../../../../shared/comparison/site.ts';
import type { Found, Pair, Scope } from './found.ts';
import { found, foundInSchema, siteOf } from './found.ts';

const BODY = { kind: 'body' } as const;

/** Compares the body of the request. */
export function compareBodies(scope: Scope, pair: Pair): Found[] {
  const { body: one } = pair.before;
  const { body: other } = pair.after;
  const note = (id: string, message: string, others: Partial<Found> = {}): Found =>
    found(id, 'request', pair, BODY, `the request body ${message}`, others);
  if (one === undefined && other === undefined) return [];
  if (one === undefined)
    return [
      other!.required
        ? note('request-body-added-required', 'is new and required', { keywords: ['required'] })
        : note('request-body-added-optional', 'is new'),
    ];
  if (other === undefined) return [note('request-body-removed', 'was removed')];
  const changes: Found[] = [];
  if (one.required !== other.required)
    changes.push(
      other.required
        ? note('request-body-became-required', 'is required now', { keywords: ['required'] })
        : note('request-body-became-optional', 'is optional now'),
    );
  return [...changes, ...compareContents(scope, pair, one.content, other.content)];
}

function compareContents(scope: Scope, pair: Pair, before: readonly Content[], after: readonly Content[]): Found[] {
  const changes = before.flatMap((content): Found[] => {
    const { mediaType } = content;
    // A range, such as `image/*`, still includes the type.
    const other = after.find((one) => one.mediaType === mediaType) ?? after.find((one) => includes(one, mediaType));
    if (other !== undefined)
      return [
        ...compareLimits(pair, content, other),
        ...compareContent(scope, pair, content, other, siteOf('request-body', 'the request body')),
      ];
    const message = `the request body can no longer be ${mediaType}`;
    return [found('request-body-media-type-removed', 'request', pair, BODY, message, { mediaType, refuses: true })];
  });
  const added = after.filter(({ mediaType }) => !before.some((one) => one.mediaType === mediaType));
  for (const { mediaType } of added)
    changes.push(
      found('request-body-media-type-added', 'request', pair, BODY, `the request body can be ${mediaType} too`),
    );
  return changes;
}

/** Compares the maximum sizes of one media type. Without one, that of the app applies, which a contract does not have. */
function compareLimits(pair: Pair, { mediaType, maxBytes: old }: Content, { maxBytes: now }: Content): Found[] {
  if (old === now) return [];
  const subject = `the request body of ${mediaType}`;
  const [change, message] =
    now === undefined
      ? ['removed', `${subject} has the limit of the app, no longer ${sizeText(old!)}`]
      : old === undefined
        ? ['added', `${subject} can have at most ${sizeText(now)} now`]
        : [
            now < old ? 'decreased' : 'increased',
            `the maximum of ${subject} changed from ${sizeText(old)} to ${sizeText(now)}`,
          ];
  return [found(`request-body-max-bytes-${change}`, 'none', pair, BODY, message)];
}

/** Whether a range includes a media type. */
export function includes({ mediaType: range }: Content, mediaType: string): boolean {
  if (range === '*/*') return true;
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1));
}

/** Compares the schemas of one media type. */
export function compareContent(
  scope: Scope,
  pair: Pair,
  before: Content,
  after: Content,
  site: Site,
  part: Found['part'] = BODY,
): Found[] {
  const isRequest = site.subject === 'request-body';
  const direction = isRequest ? 'request' : 'response';
  const [had, has] = [hasSchema(before.schema), hasSchema(after.schema)];
  if (had !== has) {
    const id = `${direction}-body-media-type-schema-${has ? 'added' : 'removed'}`;
    const message = `${site.label} ${has ? 'has a schema now' : 'no longer has a schema'}`;
    const others = {
      keywords: ['type', 'enum', 'const', 'required'],
      ...(isRequest && { mediaType: before.mediaType }),
    };
    const shown = has ? [] : changesOf(scope, pair, before, after, site, part).filter(({ widens }) => widens === true);
    return [found(id, direction, pair, part, message, others), ...shown];
  }
  return changesOf(scope, pair, before, after, site, part);
}

function changesOf(
  scope: Scope,
  pair: Pair,
  before: Content,
  after: Content,
  site: Site,
  part: Found['part'],
): Found[] {
  const mediaType = site.subject === 'request-body' ? before.mediaType : undefined;
  return scope
    .compareSchemas(site, before.schema, after.schema)
    .map((change) => foundInSchema(change, pair, part, mediaType));
}

function hasSchema(schema: AnySchema): boolean {
  return schema === false || Object.keys(schema).length > 0;
}
