import type { OutgoingHttpHeaders } from 'node:http';
import { text } from './outcome.ts';
import type { McpFeatures } from './protocol.ts';
import { mediaTypeOf } from './tool-result.ts';

/** The size above which a file is a link, in bytes. */
const FILE_LIMIT = 2 ** 20;

/**
 * The content of a file: images and audio as they are, texts, files of text as resources, and anything else or too large as a link. Each part of
 * `multipart/mixed` is a separate content.
 */
export const files: NonNullable<McpFeatures['files']> = (headers, mimeType, bytes, url) => {
  const boundary = /boundary="?([^";]+)/.exec(String(headers['content-type']))?.[1];
  if (mimeType === 'multipart/mixed' && boundary !== undefined && bytes.length <= FILE_LIMIT)
    return multipartParts(bytes, boundary).map(([own, part], i) =>
      fileResult(own, mediaTypeOf({ headers: own }) || 'text/plain', part, `${url}#${i}`),
    );
  return [fileResult(headers, mimeType, bytes, url)];
};

function fileResult(headers: OutgoingHttpHeaders, mimeType: string, bytes: Buffer, url: string): object {
  const isSmall = bytes.length <= FILE_LIMIT;
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  if (kind !== undefined && isSmall) return { type: kind, data: bytes.toString('base64'), mimeType };
  const isFile = /^attachment/i.test(String(headers['content-disposition'] ?? ''));
  const isText = mimeType.startsWith('text/') || /[/+](?:xml|json)$/.test(mimeType);
  if (isText && isSmall && !isFile) return text(bytes.toString());
  if (isText && isSmall) return { type: 'resource', resource: { uri: url, mimeType, text: bytes.toString() } };
  const name = url
    .replace(/[?#].*/s, '')
    .split('/')
    .at(-1)!;
  return { type: 'resource_link', uri: url, name, ...(mimeType !== '' && { mimeType }), size: bytes.length };
}

/** The parts of a multipart body with their headers: RFC 2046, 5.1. */
function multipartParts(bytes: Buffer, boundary: string): (readonly [OutgoingHttpHeaders, Buffer])[] {
  // Latin-1 keeps each byte as a character.
  const parts = `\r\n${bytes.toString('latin1')}`.split(`\r\n--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    const fields = part.slice(0, end).matchAll(/^([^:\r\n]+):[ \t]*(.*)$/gm);
    const headers = Object.fromEntries([...fields].map(([, name, value]) => [name!.toLowerCase(), value!.trim()]));
    return [headers, Buffer.from(part.slice(end + 4), 'latin1')];
  });
}
