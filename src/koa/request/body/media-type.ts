import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { BodyInput, ContentInput } from '../../../contract/enforcement.ts';
import { BodyError } from './error.ts';

/** A media type as a request says it. */
export interface MediaType {
  /** In lower case, without parameters: `application/json`. */
  readonly essence: string;
  /** In lower case. */
  readonly charset: string | undefined;
}

/**
 * The media type of a request's body, and what the contract says of it; a range such as `image/*` where the type itself is not declared.
 *
 * A body that does not say what it is is not guessed at (RFC 9110, 8.3, would allow that).
 *
 * @throws {BodyError} 415 where there is none, with the header `Accept`: RFC 9110, 15.5.16.
 */
export function matchMediaType(
  { headers, method }: IncomingMessage,
  { content }: BodyInput,
): { readonly content: ContentInput; readonly type: MediaType } {
  const given = headers['content-type'];
  const type = given === undefined ? undefined : parseMediaType(given);
  const declared = type && findContent(content, type.essence);
  if (declared !== undefined) return { content: declared, type: type! };
  const accepted = content.map(({ mediaType }) => mediaType).join(', ');
  const fault = given === undefined ? 'there is no Content-Type' : `the Content-Type is ${given}`;
  throw new BodyError(415, `The body must be ${accepted}; ${fault}.`, {
    Accept: accepted,
    // RFC 5789, 2.2.
    ...(method === 'PATCH' && { 'Accept-Patch': accepted }),
  });
}

/** Whether a media type is JSON: RFC 8259, and the suffix of RFC 6839, 3.1. */
export function isJsonType(essence: string): boolean {
  return essence === 'application/json' || essence.endsWith('+json');
}

/** Two that differ are no less ambiguous for one being taken: what is in front of the server may take the other. */
function parseMediaType(text: string): MediaType | undefined {
  if ((text.match(/;\s*charset\s*=/gi)?.length ?? 0) > 1) return undefined;
  try {
    const { essence, params } = new MIMEType(text);
    return { essence, charset: params.get('charset')?.toLowerCase() };
  } catch {
    return undefined;
  }
}

function findContent(content: readonly ContentInput[], essence: string): ContentInput | undefined {
  const range = `${essence.slice(0, essence.indexOf('/'))}/*`;
  for (const wanted of [essence, range, '*/*']) {
    const found = content.find(({ mediaType }) => mediaType.toLowerCase() === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
