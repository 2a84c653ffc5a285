import { encodeForm } from '../client/forms.ts';
import type { McpFeatures } from './protocol.ts';

/** Bodies that are not JSON: forms, files and texts. */
export const bodies: NonNullable<McpFeatures['bodies']> = {
  decode: (value) => (Array.isArray(value) ? value.map(fromBase64) : fromBase64(value)),
  async encode(value, mediaType, limit) {
    const uploaded = filesSize(value);
    if (uploaded > limit)
      return `The upload has ${uploaded} bytes, and tools take at most ${limit}. Send it by HTTP instead:`;
    const { body, type } = encodeForm(value, mediaType);
    const sent = new Response(body);
    return [Buffer.from(await sent.arrayBuffer()), type ?? sent.headers.get('content-type') ?? undefined];
  },
};

function fromBase64(value: unknown): Blob {
  if (typeof value !== 'string' || !/^[\w+/-]*={0,2}$/.test(value))
    throw new TypeError('Send the content of a file as Base64');
  return new Blob([Uint8Array.from(Buffer.from(value, 'base64'))]);
}

/** The size of all files, in bytes. */
function filesSize(value: unknown): number {
  const parts = value instanceof Blob ? [value] : Object.values(Object(value) as object).flat();
  return parts.reduce((sum: number, part: unknown) => sum + (part instanceof Blob ? part.size : 0), 0);
}
