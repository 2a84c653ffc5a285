import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { OperationContext } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { KINDS, serve } from './serve.ts';
import { exchange } from './wire.ts';

const EXTENDED = "filename*=UTF-8''Z%C3%BCrich.txt";

describe.each(KINDS)('ctx.attachment by $name', ({ create }) => {
  it.each<[string, () => unknown]>([
    ['a text', () => 'text'],
    ['a Buffer', () => Buffer.from('text')],
    ['a stream', () => Readable.from([Buffer.from('text')])],
    ['a Blob', () => new Blob(['text'])],
  ])('sends a name of any characters in ASCII, with %s', async (_name, result) => {
    const app = create(
      createManifest({
        'GET /it/{number}': {
          produces: 'text/plain',
          handler: (ctx: OperationContext) => {
            const calls: Record<string, () => void> = {
              latin: () => ctx.attachment('Zürich.txt'),
              other: () => ctx.attachment('€ 100.txt'),
              both: () => ctx.attachment('Zürich €.txt', { type: 'inline' }),
              own: () => ctx.attachment('Zürich.txt', { fallback: 'Zurich.txt' }),
              ownLatin: () => ctx.attachment('Zürich.txt', { fallback: 'Zürich (1).txt' }),
              none: () => ctx.attachment('Zürich.txt', { fallback: false }),
              ascii: () => ctx.attachment('a "b".txt'),
              unnamed: () => ctx.attachment(),
              response: () => ctx.response.attachment('Zürich.txt'),
            };
            calls[ctx.params['number']!]!();
            return result();
          },
        },
      }),
    );
    const { server } = await serve(app);
    const { port } = server.address() as AddressInfo;
    const sent: Record<string, string | undefined> = {};
    for (const name of ['latin', 'other', 'both', 'own', 'ownLatin', 'none', 'ascii', 'unnamed', 'response']) {
      // The bytes as they are: Node's own client reads Latin-1.
      const { headers } = await exchange(
        port,
        `GET /it/${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        30_000,
      );
      sent[name] = headers['content-disposition'];
    }
    expect(sent).toEqual({
      latin: `attachment; filename="Z?rich.txt"; ${EXTENDED}`,
      other: `attachment; filename="? 100.txt"; filename*=UTF-8''%E2%82%AC%20100.txt`,
      both: `inline; filename="Z?rich ?.txt"; filename*=UTF-8''Z%C3%BCrich%20%E2%82%AC.txt`,
      own: `attachment; filename="Zurich.txt"; ${EXTENDED}`,
      ownLatin: `attachment; filename="Z?rich (1).txt"; ${EXTENDED}`,
      none: `attachment; filename="Z?rich.txt"; ${EXTENDED}`,
      ascii: String.raw`attachment; filename="a \"b\".txt"`,
      unnamed: 'attachment',
      response: `attachment; filename="Z?rich.txt"; ${EXTENDED}`,
    });
  });
});
