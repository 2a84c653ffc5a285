import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { BodyInput, ContentInput } from '../../../../shared/contract/enforcement.ts';
import { BodyError } from './error.ts';

/** The media type of a request body. */
export interface MediaType {
  /** Type and subtype in lower case, without parameters: `application/json`. */
  readonly essence: string;
  /** The `charset` parameter in lower case. */
  readonly charset: string | undefined;
}

/** The media type of a request, with the content that is declared for it. */
export interface MatchedType {
  readonly content: ContentInput;
  readonly type: MediaType;
}

/**
 * Finds the declared content for a request's media type: the type itself, or else a range such as `image/*`.
 *
 * Without a Content-Type, a body that can have any type is bytes: RFC 9110, 8.3. Otherwise the request is refused, because browsers send such requests to other
 * origins without a preflight.
 *
 * @throws {BodyError} A 415 with the header `Accept` if no content is declared for the type: RFC 9110, 15.5.16.
 */
export type MatchMediaType = (req: IncomingMessage) => MatchedType;

/** Composes {@link MatchMediaType} for a body. */
export function composeMediaTypes({ content }: BodyInput): MatchMediaType {
  // Most clients send the declared media type as it is. Parsing it costs more than reading a small body.
  const exact = new Map<string | undefined, MatchedType>();
  for (const item of content) {
    const { mediaType } = item;
    if (!exact.has(mediaType))
      exact.set(mediaType, { content: item, type: { essence: mediaType.toLowerCase(), charset: undefined } });
  }
  return (req) => exact.get(req.headers['content-type']) ?? parseAndMatch(req, content);
}

function parseAndMatch({ headers, method }: IncomingMessage, content: readonly ContentInput[]): MatchedType {
  const contentType = headers['content-type'] ?? (findContent(content, '*/*') && 'application/octet-stream');
  const type = contentType === undefined ? undefined : parseMediaType(contentType);
  const declared = type && findContent(content, type.essence);
  if (declared !== undefined) return { content: declared, type: type! };
  const accepted = content.map(({ mediaType }) => mediaType).join(', ');
  const expected = content.length > 1 ? `one of ${accepted}` : accepted;
  const actual = contentType === undefined ? 'but is missing' : `not ${contentType}`;
  throw new BodyError(415, `The Content-Type must be ${expected}, ${actual}.`, {
    Accept: accepted,
    // RFC 5789, 2.2.
    ...(method === 'PATCH' && { 'Accept-Patch': accepted }),
  });
}

/** Refuses a repeated `charset`, because a proxy in front of the server may pick the other one. */
function parseMediaType(text: string): MediaType | undefined {
  if ((text.match(/;\s*charset\s*=/gi)?.length ?? 0) > 1) return undefined;
  try {
    const { essence, params } = new MIMEType(text);
    return { essence, charset: params.get('charset')?.toLowerCase() };
  } catch {
    return undefined;
  }
}

/** The declared media type that an actual one has, or a range that it is in. */
export function findContent(content: readonly ContentInput[], essence: string): ContentInput | undefined {
  const range = `${essence.slice(0, essence.indexOf('/'))}/*`;
  for (const candidate of [essence, range, '*/*']) {
    const found = content.find(({ mediaType }) => mediaType.toLowerCase() === candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}
